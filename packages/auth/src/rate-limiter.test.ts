import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuessLimiter, createRateLimiter, type RateLimiter } from './rate-limiter.js';

const clock = (start = 1_000_000) => {
  let at = start;
  return {
    now: () => at,
    advance: (ms: number) => {
      at += ms;
    },
  };
};

const limits = { enabled: true, statePerSecond: 100, actionPerSecond: 10, snapshotPerMinute: 2, bucketTtlSecs: 3600 };

const takeAll = (limiter: RateLimiter, bucket: 'read' | 'write' | 'snapshot', id = 'a'): number => {
  let taken = 0;
  while (limiter.take(bucket, id).ok) taken++;
  return taken;
};

describe('rate limiter', () => {
  it.each([
    ['read', 100, 10],
    ['write', 10, 100],
    ['snapshot', 2, 30_000],
  ] as const)('holds one period of %s: %i tokens, one more every %i ms, to the millisecond', (bucket, capacity, everyMs) => {
    const { now, advance } = clock();
    const limiter = createRateLimiter({ ...limits, now });
    expect(takeAll(limiter, bucket)).toBe(capacity);
    expect(limiter.take(bucket, 'a')).toEqual({ ok: false, retryAfterMs: everyMs });
    advance(everyMs - 1);
    expect(limiter.take(bucket, 'a')).toEqual({ ok: false, retryAfterMs: 1 });
    advance(1);
    expect(takeAll(limiter, bucket)).toBe(1);
    advance(everyMs * 3);
    expect(takeAll(limiter, bucket)).toBe(Math.min(3, capacity));
  });

  it('never holds more than its capacity', () => {
    const { now, advance } = clock();
    const limiter = createRateLimiter({ ...limits, now });
    takeAll(limiter, 'read');
    advance(3_000_000);
    expect(takeAll(limiter, 'read')).toBe(100);
  });

  it('loses nothing to rounding, however the time is cut up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 997 }),
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 400 }),
        (rate, steps) => {
          const { now, advance } = clock();
          const limiter = createRateLimiter({ ...limits, statePerSecond: rate, now });
          takeAll(limiter, 'read');
          let taken = 0;
          let elapsed = 0;
          for (const step of steps) {
            advance(step);
            elapsed += step;
            taken += takeAll(limiter, 'read');
            expect(taken).toBe(Math.floor((elapsed * rate) / 1000));
          }
        },
      ),
    );
  });

  it('keeps keys and buckets apart', () => {
    const { now } = clock();
    const limiter = createRateLimiter({ ...limits, now });
    takeAll(limiter, 'read', 'a');
    expect(limiter.take('read', 'a').ok).toBe(false);
    expect(limiter.take('read', 'b').ok).toBe(true);
    expect(limiter.take('write', 'a').ok).toBe(true);
    expect(limiter.take('read', '__proto__').ok).toBe(true);
  });

  it('grants everything when it is off', () => {
    const limiter = createRateLimiter({ ...limits, enabled: false, now: () => 0 });
    for (let i = 0; i < 1000; i++) expect(limiter.take('snapshot', 'a').ok).toBe(true);
    expect(limiter.size).toBe(0);
  });

  it('survives a clock that goes back', () => {
    const { now, advance } = clock();
    const limiter = createRateLimiter({ ...limits, now });
    expect(takeAll(limiter, 'write')).toBe(10);
    advance(-60_000);
    expect(limiter.take('write', 'a').ok).toBe(false);
    advance(100);
    expect(takeAll(limiter, 'write')).toBe(1);
  });

  it('forgets a bucket after its idle time, not before', () => {
    const { now, advance } = clock();
    const limiter = createRateLimiter({ ...limits, bucketTtlSecs: 10, now });
    for (let i = 0; i < 50; i++) limiter.take('read', `key-${i}`);
    advance(9_999);
    limiter.take('read', 'late');
    expect(limiter.size).toBe(51);
    advance(1);
    limiter.take('read', 'late');
    expect(limiter.size).toBe(1);
  });

  it('does not forget a bucket that is not full yet: that would give tokens away', () => {
    const { now, advance } = clock();
    const limiter = createRateLimiter({ ...limits, bucketTtlSecs: 1, now });
    expect(takeAll(limiter, 'snapshot')).toBe(2);
    advance(5000);
    limiter.take('read', 'b');
    expect(limiter.take('snapshot', 'a')).toEqual({ ok: false, retryAfterMs: 25_000 });
  });
});

describe('guess limiter', () => {
  it('lets 20 failures through, then 20 a second', () => {
    const { now, advance } = clock();
    const guesses = createGuessLimiter({ now });
    for (let i = 0; i < 20; i++) expect(guesses.take()).toEqual({ ok: true });
    expect(guesses.take()).toEqual({ ok: false, retryAfterMs: 50 });
    advance(49);
    expect(guesses.take().ok).toBe(false);
    advance(1);
    expect(guesses.take().ok).toBe(true);
    advance(10_000);
    for (let i = 0; i < 20; i++) expect(guesses.take().ok).toBe(true);
    expect(guesses.take().ok).toBe(false);
  });
});
