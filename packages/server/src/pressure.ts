import { SubstrateError } from '@substrate/core';

/**
 * Overload protection: requests in flight are counted, and the event loop is looked at. A late timer tells how long a request would
 * wait before anybody looked at it. One late timer is a pause; three in a row are a load.
 *
 * A request that waits (for its body, its turn, or a state to come) does no work and takes no place from others; it counts for its
 * own key alone. So one key can fill its own places and nobody else's.
 */
export interface Pressure extends Disposable {
  /** Lets a request in, or throws `overloaded`. Null is everybody, where no key is required. */
  enter(keyId: string | null): Place;
  readonly working: number;
  readonly waiting: number;
  /** Bytes of answers that clients have not taken yet. */
  readonly owed: number;
  /** Milliseconds that the event loop is late. */
  loopDelayMs(): number;
}

/** The place of one request. */
export interface Place {
  /** Meanwhile the request does no work. */
  wait<T>(promise: Promise<T>): Promise<T>;
  /** Its answer is that large; `sent` ends the debt. */
  owe(bytes: number): () => void;
  /** Its answer is there. */
  leave(): void;
}

export interface PressureOptions {
  readonly maxInFlight: number;
  readonly maxInFlightPerKey: number;
  readonly maxLoopDelayMs: number;
  /** Bytes of answers that the clients of one key have not taken yet. */
  readonly maxOwedPerKey?: number;
  /** Milliseconds that the event loop is late; measured unless given. */
  readonly loopDelayMs?: () => number;
}

interface Tenant {
  requests: number;
  owed: number;
}

/** So many keys are remembered between their requests. */
const mostResting = 64;
const lookEveryMs = 250;
const looks = 3;

const watchLoop = (): { delayMs: () => number; stop: () => void } => {
  const delays = new Array<number>(looks).fill(0);
  let least = 0;
  let expected = performance.now() + lookEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.shift();
    delays.push(Math.max(0, now - expected));
    least = Math.min(...delays);
    expected = now + lookEveryMs;
  }, lookEveryMs).unref();
  return { delayMs: () => least, stop: () => clearInterval(timer) };
};

const overloaded = (message: string): SubstrateError => new SubstrateError('overloaded', message, { retryAfterMs: 1000 });

/** Of a request that nobody counts. */
export const anywhere: Place = { wait: (promise) => promise, owe: () => () => {}, leave: () => {} };

export const createPressure = (options: PressureOptions): Pressure => {
  const { maxInFlight, maxInFlightPerKey, maxLoopDelayMs, maxOwedPerKey = 64 * 1024 * 1024 } = options;
  const loop = options.loopDelayMs ? { delayMs: options.loopDelayMs, stop: () => {} } : watchLoop();
  const tenants = new Map<string | null, Tenant>();
  let working = 0;
  let waiting = 0;
  let owed = 0;

  const settle = (keyId: string | null, tenant: Tenant): void => {
    if (tenants.size > mostResting && tenant.requests === 0 && tenant.owed === 0) tenants.delete(keyId);
  };

  const check = (tenant: Tenant, perKey: number): void => {
    if (working >= maxInFlight) throw overloaded(`${working} requests are in flight; the limit is ${maxInFlight}.`);
    if (tenant.requests >= perKey)
      throw overloaded(`${tenant.requests} requests of this key are not answered yet; the limit is ${perKey}.`);
    if (tenant.owed >= maxOwedPerKey) throw overloaded('The clients of this key have not taken the answers they asked for.');
    if (loop.delayMs() > maxLoopDelayMs) throw overloaded('The daemon is too busy to answer in time.');
  };

  /** A class and no closures: one is made for every request. */
  class Taken implements Place {
    #inside = true;
    #waits = 0;

    constructor(
      readonly keyId: string | null,
      readonly tenant: Tenant,
    ) {
      tenant.requests++;
      working++;
    }

    /** What a request waits for may come after its answer: by then nothing is to be counted. */
    #count(by: 1 | -1): void {
      if (!this.#inside) return;
      const before = this.#waits > 0;
      this.#waits += by;
      if (before === this.#waits > 0) return;
      working -= by;
      waiting += by;
    }

    async wait<T>(promise: Promise<T>): Promise<T> {
      this.#count(1);
      try {
        return await promise;
      } finally {
        this.#count(-1);
      }
    }

    owe(bytes: number): () => void {
      this.tenant.owed += bytes;
      owed += bytes;
      return () => {
        this.tenant.owed -= bytes;
        owed -= bytes;
        settle(this.keyId, this.tenant);
      };
    }

    leave(): void {
      if (!this.#inside) return;
      this.#inside = false;
      this.tenant.requests--;
      if (this.#waits > 0) waiting--;
      else working--;
      settle(this.keyId, this.tenant);
    }
  }

  return {
    enter(keyId) {
      const tenant = tenants.get(keyId) ?? { requests: 0, owed: 0 };
      check(tenant, keyId === null ? maxInFlight : maxInFlightPerKey);
      tenants.set(keyId, tenant);
      return new Taken(keyId, tenant);
    },
    get working() {
      return working;
    },
    get waiting() {
      return waiting;
    },
    get owed() {
      return owed;
    },
    loopDelayMs: loop.delayMs,
    [Symbol.dispose]: loop.stop,
  };
};
