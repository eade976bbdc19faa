import type { CaptureRequest, RawCapture } from '@substrate/core';
import type { Interpretation } from '@substrate/semantic';

/**
 * When a cycle looks for new roots instead of reading the known ones. Discovery costs the application more than a poll, so it runs again only for a reason:
 * known roots were lost; the probe says that it would find more now; what is known is poor and a route is left; or this process was never looked at when it
 * was at work: it was still starting, or only what an earlier one had was read.
 */
export interface Discovery {
  mode(now: number): CaptureRequest['mode'];
  seen(mode: CaptureRequest['mode'], capture: RawCapture, reading: Reading, now: number): void;
}

/** What is known of the application after a cycle. */
type Reading = Pick<Interpretation, 'confidence' | 'sparse'>;

const goodConfidence = 0.8;

/** Worth another look while a route is left: little of it is right, or there is hardly anything. */
export const isPoor = ({ confidence, sparse }: Reading): boolean => sparse || confidence < goodConfidence;

const secondLookMs = 10_000;
const youngMs = 10_000;
const firstWaitMs = 4000;
const lastWaitMs = 300_000;

export interface DiscoveryOptions {
  readonly startedAt: number;
  readonly now: number;
  /** Only what was known before was read so far. */
  readonly restored: boolean;
}

export const createDiscovery = ({ startedAt, now, restored }: DiscoveryOptions): Discovery => {
  let wait = firstWaitMs;
  // What an earlier one had was read; nobody has looked at this one yet.
  let looked = restored ? Number.NEGATIVE_INFINITY : now;
  const isYoung = now - startedAt < youngMs;
  let due = restored || isYoung ? now + secondLookMs : Number.POSITIVE_INFINITY;
  /** One that has just started is looked at when it is at work, however soon it was looked at before. */
  const second = isYoung ? due : Number.NEGATIVE_INFINITY;
  return {
    mode: (at) => (at >= due ? 'discover' : 'poll'),
    seen(mode, capture, reading, at) {
      const poor = isPoor(reading) && capture.moreRoutes;
      if (mode !== 'poll') {
        looked = at;
        due = poor ? at + wait : at < second ? second : Number.POSITIVE_INFINITY;
        wait = poor ? Math.min(wait * 2, lastWaitMs) : firstWaitMs;
      } else if (capture.known !== undefined || poor) {
        due = Math.min(due, at + wait);
      } else if (capture.lookAgain) {
        // The way is open now and may close again: nothing is gained by waiting, but for what lies between two looks.
        due = Math.min(due, looked + wait);
      }
    },
  };
};
