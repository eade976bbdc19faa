import { readFileSync } from 'node:fs';
import { costWindowSecs, type ReadingCost } from '@substrate/server';

/**
 * What reading an application costs. Several are read in one thread, and their cycles overlap while they wait: what the thread worked is shared
 * evenly by those that were being read at the time.
 */

/** Milliseconds that this thread worked so far: of the processor where the system tells it of a thread, else of not being idle. */
const threadMs = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
};

export interface Meter {
  /** Returns what ends the measurement and tells its milliseconds. */
  begin(): () => number;
}

export const createMeter = (clock: () => number = threadMs): Meter => {
  const running = new Set<{ ms: number }>();
  let last = 0;
  const settle = (): void => {
    const now = clock();
    for (const one of running) one.ms += (now - last) / running.size;
    last = now;
  };
  return {
    begin() {
      settle();
      const one = { ms: 0 };
      running.add(one);
      return () => {
        settle();
        running.delete(one);
        return one.ms;
      };
    },
  };
};

/** Of one cycle, in milliseconds. */
export interface Spent {
  /** Worked in the daemon. */
  readonly cpuMs: number;
  /** The application was asked, or was waited for. */
  readonly askedMs: number;
}

export interface Ledger {
  add(spent: Spent): void;
  cost(): ReadingCost;
}

/** The cycles of the last minute, of one application. */
export const createLedger = (now: () => number = () => performance.now()): Ledger => {
  const begun = now();
  let entries: (Spent & { readonly at: number })[] = [];
  const recent = (): typeof entries => {
    const from = now() - costWindowSecs * 1000;
    const first = entries.findIndex(({ at }) => at >= from);
    entries = first < 0 ? [] : entries.slice(first);
    return entries;
  };
  return {
    add: (spent) => void recent().push({ ...spent, at: now() }),
    cost: () => {
      const counted = recent();
      const ms = Math.max(1000, Math.min(costWindowSecs * 1000, now() - begun));
      const share = (of: (spent: Spent) => number): number =>
        Math.round((counted.reduce((sum, spent) => sum + of(spent), 0) / ms) * 100_000) / 100_000;
      return {
        cycles: counted.length,
        daemon_cpu_share: share(({ cpuMs }) => cpuMs),
        application_share_at_most: share(({ askedMs }) => askedMs),
      };
    },
  };
};
