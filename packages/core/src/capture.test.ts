import { expect, test } from 'vitest';
import { type CaptureCounts, completenessOf } from './capture.js';

const whole: CaptureCounts = { rootsKnown: 4, rootsReached: 4, nodesRead: 10, nodesCut: 0, nodesFailed: 0 };

test.each<[Partial<CaptureCounts>, number]>([
  [{}, 1],
  [{ rootsKnown: 0, rootsReached: 0, nodesRead: 0 }, 1],
  [{ rootsReached: 1 }, 0.25],
  [{ nodesCut: 10 }, 0.5],
  [{ nodesFailed: 30 }, 0.25],
  [{ rootsReached: 2, nodesCut: 5, nodesFailed: 5 }, 0.25],
  [{ rootsReached: 6 }, 1],
  [{ rootsReached: 0, nodesRead: 0 }, 0],
])('of %o %f was read', (counts, share) => {
  expect(completenessOf({ ...whole, ...counts })).toBe(share);
});
