import { SubstrateError } from '@substrate/core';
import type { Application } from './applications.js';

/**
 * Actions of one application run one after another, so that what each changed is its own; behind one that does not return nobody waits for
 * long. Applications do not wait for each other.
 */
export interface ActionQueues {
  /**
   * Runs `work` when it is its turn; `waited` tells that others were before it, `letPass` gives the turn to the next although it goes
   * on. The signal takes it out of the queue while it waits. Throws `overloaded` when too many wait.
   */
  run<T>(
    application: Application,
    signal: AbortSignal,
    work: (waited: boolean, letPass: () => void) => Promise<T>,
    /** Told what the turn is waited for with. */
    wait?: (turn: Promise<void>) => Promise<void>,
  ): Promise<T>;
}

interface Line {
  busy: boolean;
  readonly waiting: Set<() => void>;
}

export const createActionQueues = (queueMax: number): ActionQueues => {
  const lines = new WeakMap<Application, Line>();

  const lineOf = (application: Application): Line => {
    const line = lines.get(application) ?? { busy: false, waiting: new Set() };
    lines.set(application, line);
    return line;
  };

  const turn = (line: Line, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        line.waiting.delete(enter);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      line.waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    async run(application, signal, work, wait = (turn) => turn) {
      const line = lineOf(application);
      const waited = line.busy;
      if (waited) {
        if (line.waiting.size >= queueMax) {
          const message = `${line.waiting.size} actions wait for ${application.appId} already (action.queue_max).`;
          throw new SubstrateError('overloaded', message, { retryAfterMs: 1000 });
        }
        await wait(turn(line, signal));
      }
      line.busy = true;
      let hasTurn = true;
      const letPass = (): void => {
        if (!hasTurn) return;
        hasTurn = false;
        // The line stays busy when it is handed on: nobody can slip in between.
        const [next] = line.waiting;
        if (next) {
          line.waiting.delete(next);
          next();
        } else line.busy = false;
      };
      try {
        return await work(waited, letPass);
      } finally {
        letPass();
      }
    },
  };
};
