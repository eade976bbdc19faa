import { readFileSync } from 'node:fs';

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
