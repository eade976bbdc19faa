/** Waits between attempts: each twice the one before, from `first` to `last`. */
export interface Backoff {
  next(): number;
  reset(): void;
}

export const createBackoff = ({ first, last }: { first: number; last: number }): Backoff => {
  let wait = first;
  return {
    next() {
      const now = wait;
      wait = Math.min(wait * 2, last);
      return now;
    },
    reset() {
      wait = first;
    },
  };
};
