import type { CaptureBudget } from '@substrate/core';

/**
 * What one reading may still cost. Every reader asks it before it goes on; time is looked at only every so often, since looking
 * costs more than a small node does.
 */
export interface Meter {
  readonly limits: CaptureBudget;
  /** Objects and elements that were looked at. */
  looked: number;
  /** Something was left out for want of budget. */
  cut: boolean;
  nodes: number;
  bytes: number;
  start(limits: CaptureBudget, sliceMs: number): void;
  /** Grants a further slice of time; the counts go on. */
  slice(sliceMs: number): void;
  /** Takes the cost of one node; false when the budget is used up. */
  take(bytes: number): boolean;
  /** Whether time is up: what is under way stops. */
  late(): boolean;
  /** Whether enough was looked at since the last time that others should have their turn, if time is up. */
  pause(): boolean;
  /** Whether more than half of the slice is over: what is nice to have stops. */
  halfway(): boolean;
}

export function createMeter(): Meter {
  const clock = performance;
  let begun = 0;
  let end = 0;
  let asked = 0;
  let isLate = false;
  let paused = 0;
  const meter: Meter = {
    limits: { maxNodes: 0, maxDepth: 0, maxString: 0, maxElements: 0, maxBytes: 0, hostMs: 0 },
    looked: 0,
    cut: false,
    nodes: 0,
    bytes: 0,
    start(limits, sliceMs) {
      (meter as { limits: CaptureBudget }).limits = limits;
      meter.looked = 0;
      meter.cut = false;
      meter.nodes = limits.maxNodes;
      meter.bytes = limits.maxBytes;
      paused = 0;
      begun = clock.now();
      end = begun + sliceMs;
      isLate = false;
    },
    slice(sliceMs) {
      begun = clock.now();
      end = begun + sliceMs;
      isLate = false;
    },
    take(bytes) {
      if (meter.nodes <= 0 || meter.bytes < bytes) {
        meter.cut = true;
        return false;
      }
      meter.nodes--;
      meter.bytes -= bytes;
      return true;
    },
    late() {
      if (!isLate && (asked++ & 15) === 0 && clock.now() > end) isLate = true;
      return isLate;
    },
    pause() {
      if (meter.looked - paused < 32) return false;
      paused = meter.looked;
      return true;
    },
    halfway: () => clock.now() > (begun + end) / 2,
  };
  return meter;
}
