/**
 * Token buckets. A bucket holds as many tokens as its rate gives in one second (snapshots: in one minute) and refills
 * continuously. Tokens are counted in units of 1/period, so that whole milliseconds and whole rates stay whole numbers: nothing is
 * lost or won by rounding, however often one asks.
 */

export type Permit = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number };

export type BucketName = 'read' | 'write' | 'snapshot';

export interface RateLimiter {
  /** Takes one token of the key's bucket, or says in how many milliseconds there will be one. */
  take(bucket: BucketName, keyId: string): Permit;
  /** How many buckets are kept. */
  readonly size: number;
}

export interface RateLimiterOptions {
  readonly enabled: boolean;
  readonly statePerSecond: number;
  readonly actionPerSecond: number;
  readonly snapshotPerMinute: number;
  readonly bucketTtlSecs: number;
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
}

interface Rate {
  readonly tokens: number;
  readonly periodMs: number;
}

interface Bucket {
  units: number;
  at: number;
}

const granted: Permit = { ok: true };

const capacityOf = ({ tokens, periodMs }: Rate): number => Math.max(1, tokens) * periodMs;

const refill = (bucket: Bucket, rate: Rate, now: number): void => {
  bucket.units = Math.min(capacityOf(rate), bucket.units + Math.max(0, now - bucket.at) * rate.tokens);
  bucket.at = now;
};

const takeOne = (bucket: Bucket, rate: Rate, now: number): Permit => {
  refill(bucket, rate, now);
  if (bucket.units >= rate.periodMs && rate.tokens > 0) {
    bucket.units -= rate.periodMs;
    return granted;
  }
  return { ok: false, retryAfterMs: rate.tokens > 0 ? Math.ceil((rate.periodMs - bucket.units) / rate.tokens) : rate.periodMs };
};

export const createRateLimiter = (options: RateLimiterOptions): RateLimiter => {
  const { enabled, statePerSecond, actionPerSecond, snapshotPerMinute, bucketTtlSecs, now = () => performance.now() } = options;
  const kinds = {
    read: { rate: { tokens: statePerSecond, periodMs: 1000 }, buckets: new Map<string, Bucket>() },
    write: { rate: { tokens: actionPerSecond, periodMs: 1000 }, buckets: new Map<string, Bucket>() },
    snapshot: { rate: { tokens: snapshotPerMinute, periodMs: 60_000 }, buckets: new Map<string, Bucket>() },
  };
  const ttlMs = bucketTtlSecs * 1000;
  let sweptAt = now();

  /** Forgets buckets that nobody used for the time to live. One that is not full yet stays: a new one would be a gift. */
  const sweep = (at: number): void => {
    sweptAt = at;
    for (const { rate, buckets } of Object.values(kinds)) {
      for (const [id, bucket] of buckets) {
        const full = bucket.units + (at - bucket.at) * rate.tokens >= capacityOf(rate);
        if (at - bucket.at >= ttlMs && full) buckets.delete(id);
      }
    }
  };

  return {
    take(name, keyId) {
      if (!enabled) return granted;
      const at = now();
      if (at - sweptAt >= ttlMs) sweep(at);
      const { rate, buckets } = kinds[name];
      const bucket = buckets.get(keyId) ?? { units: capacityOf(rate), at };
      buckets.set(keyId, bucket);
      return takeOne(bucket, rate, at);
    },
    get size() {
      return kinds.read.buckets.size + kinds.write.buckets.size + kinds.snapshot.buckets.size;
    },
  };
};

export interface GuessLimiter {
  /** Takes one token for a failed authentication; without one the caller is to be told to wait. */
  take(): Permit;
}

/** One bucket for the failed authentications of all callers: 20 a second. */
export const createGuessLimiter = ({ now = () => performance.now() }: { now?: () => number } = {}): GuessLimiter => {
  const rate: Rate = { tokens: 20, periodMs: 1000 };
  const bucket: Bucket = { units: capacityOf(rate), at: now() };
  return { take: () => takeOne(bucket, rate, now()) };
};
