import { costWindowSecs, type ReadingCost } from '@substrate/server';
import type { Spent } from './meter.js';

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
