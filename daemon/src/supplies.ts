import type { ProbeSession, Supply } from '@substrate/core';
import { orAborted, pause } from '@substrate/core/probing';
import type { Interpretation } from '@substrate/semantic';
import type { Application } from '@substrate/server';
import { supplyDemands } from './supply.js';

/** Reading on demand of one application: one at a time, and never for more than a part of the application's time. */
export interface Supplies {
  readonly supply: NonNullable<Application['supply']>;
}

/** After a reading the application is left alone for so many times as long as that took, and never longer than this. */
const restTimes = 3;
const mostRestMs = 2000;

const none: Supply = { met: [], objects: Object.freeze({}), extents: new Map(), truncated: [] };

export const createSupplies = (options: {
  session: () => ProbeSession | undefined;
  interpretation: () => Interpretation | undefined;
  onTrouble: (message: string) => void;
}): Supplies => {
  let turn: Promise<unknown> = Promise.resolve();
  let rested = 0;
  return {
    supply: (demands, limits, signal) => {
      const ends = performance.now() + limits.timeoutMs;
      const mine = turn.then(async (): Promise<Supply> => {
        const wait = rested - performance.now();
        if (wait > 0 && performance.now() + wait < ends) await pause(wait, signal);
        const session = options.session();
        const interpretation = options.interpretation();
        const timeoutMs = ends - performance.now();
        if (!session?.read || !interpretation || timeoutMs <= 0 || signal.aborted) return none;
        const begun = performance.now();
        try {
          return await supplyDemands({
            read: session.read.bind(session),
            interpretation,
            demands,
            limits: { ...limits, timeoutMs },
            signal,
            onTrouble: options.onTrouble,
          });
        } finally {
          const now = performance.now();
          rested = now + Math.min(mostRestMs, (now - begun) * restTimes);
        }
      });
      turn = mine.catch(() => {});
      return orAborted(mine, signal);
    },
  };
};
