import type { CaptureBudget } from '@substrate/core';

/**
 * What one reading may still cost. Every reader asks it before it goes on. It counts work, not time: what a busy machine reads is what an idle one does.
 * Time is a last guard, for pages where little work takes long; it is looked at only every so often, since looking costs more than a small node does.
 */
export interface Meter {
  readonly limits: CaptureBudget;
  /** Objects and elements that were looked at. */
  looked: number;
  /** What was met and left out for want of budget. */
  lost: number;
  nodes: number;
  bytes: number;
  /** What was done since the start. */
  work: number;
  start(limits: CaptureBudget): void;
  /** Grants a further slice of work, and the time that it may take at most; the counts go on. */
  slice(work: number, guardMs: number): void;
  /** A task of the page's main thread begins, which should end after so much work or time: see `tired`. Time between two of them is not counted. */
  turn(work: number, ms: number): void;
  /** Whether the task should end: what is under way goes on in the next, so that it does not matter to what is read. */
  tired(): boolean;
  /** Takes the cost of one node; false when the budget is used up. */
  take(bytes: number): boolean;
  /** Whether the slice is used up: what is under way stops. */
  late(): boolean;
  /** It was the clock that ended the slice, and not the work: a busy machine may be to blame. */
  byClock(): boolean;
  /** Whether enough was looked at since the last time that others should have their turn, if the slice is used up. */
  pause(): boolean;
  /** Whether more than half of the slice is used up: what is nice to have stops. */
  halfway(): boolean;
}

export function createMeter(): Meter {
  const clock = performance;
  let begun = 0;
  let end = 0;
  let guard = 0;
  let asked = 0;
  let isLate = false;
  let byClock = false;
  let paused = 0;
  let pausedAt = 0;
  let turnWork = Number.POSITIVE_INFINITY;
  let turnEnd = Number.POSITIVE_INFINITY;
  let rested: number | undefined;
  const meter: Meter = {
    limits: { maxNodes: 0, maxDepth: 0, maxString: 0, maxElements: 0, maxBytes: 0, hostMs: 0 },
    looked: 0,
    lost: 0,
    nodes: 0,
    bytes: 0,
    work: 0,
    start(limits) {
      (meter as { limits: CaptureBudget }).limits = limits;
      meter.looked = 0;
      meter.lost = 0;
      meter.nodes = limits.maxNodes;
      meter.bytes = limits.maxBytes;
      meter.work = 0;
      paused = 0;
      meter.turn(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
      meter.slice(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    },
    slice(work, guardMs) {
      begun = meter.work;
      end = meter.work + work;
      guard = clock.now() + guardMs;
      isLate = false;
      byClock = false;
    },
    turn(work, ms) {
      const now = clock.now();
      if (rested !== undefined) guard += now - rested;
      rested = undefined;
      turnWork = meter.work + work;
      turnEnd = now + ms;
    },
    tired() {
      if (rested !== undefined) return true;
      const now = clock.now();
      if (meter.work <= turnWork && now <= turnEnd) return false;
      rested = now;
      return true;
    },
    take(bytes) {
      meter.work++;
      if (meter.nodes <= 0 || meter.bytes < bytes) {
        meter.lost++;
        return false;
      }
      meter.nodes--;
      meter.bytes -= bytes;
      return true;
    },
    late() {
      meter.work++;
      if (isLate) return true;
      byClock = meter.work <= end && (asked++ & 63) === 0 && clock.now() > guard;
      isLate = byClock || meter.work > end;
      return isLate;
    },
    byClock: () => byClock,
    pause() {
      const now = clock.now();
      if (meter.looked - paused < 8 && now - pausedAt < 1) return false;
      meter.work += meter.looked - paused;
      paused = meter.looked;
      pausedAt = now;
      return true;
    },
    halfway: () => meter.work > (begun + end) / 2,
  };
  return meter;
}
