/**
 * How many attaches run at once. When two hundred processes appear, attaching to all of them in the same moment would slow down every one. A slot is kept
 * for `holdMs` at most: an attach that hangs goes on, and stands in nobody's way.
 */
export interface Slots {
  /** Resolves with what gives the slot back; that may be called any number of times. */
  take(): Promise<() => void>;
}

export const createSlots = ({ count, holdMs }: { count: number; holdMs: number }): Slots => {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let held = true;
      const release = (): void => {
        if (!held) return;
        held = false;
        clearTimeout(timer);
        giveBack();
      };
      const timer = setTimeout(release, holdMs);
      timer.unref();
      return release;
    },
  };
};
