import { SubstrateError } from '@substrate/core';

/**
 * Overload protection: requests in flight are counted, and the event loop is looked at. A late timer tells how long a request would
 * wait before anybody looked at it. One late timer is a pause; three in a row are a load.
 */
export interface Pressure extends Disposable {
  /** Throws `overloaded`. */
  check(): void;
  /** Counts the request until its answer is there. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface PressureOptions {
  readonly maxInFlight: number;
  readonly maxLoopDelayMs: number;
  /** Milliseconds that the event loop is late; measured unless given. */
  readonly loopDelayMs?: () => number;
}

const lookEveryMs = 250;
const looks = 3;

const watchLoop = (): { delayMs: () => number; stop: () => void } => {
  const delays = new Array<number>(looks).fill(0);
  let expected = performance.now() + lookEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.shift();
    delays.push(Math.max(0, now - expected));
    expected = now + lookEveryMs;
  }, lookEveryMs).unref();
  return { delayMs: () => Math.min(...delays), stop: () => clearInterval(timer) };
};

export const createPressure = ({ maxInFlight, maxLoopDelayMs, loopDelayMs }: PressureOptions): Pressure => {
  const loop = loopDelayMs ? { delayMs: loopDelayMs, stop: () => {} } : watchLoop();
  let inFlight = 0;
  const overloaded = (message: string): SubstrateError => new SubstrateError('overloaded', message, { retryAfterMs: 1000 });
  return {
    check() {
      if (inFlight >= maxInFlight) throw overloaded(`${inFlight} requests are in flight; the limit is ${maxInFlight}.`);
      if (loop.delayMs() > maxLoopDelayMs) throw overloaded('The daemon is too busy to answer in time.');
    },
    track(work) {
      inFlight++;
      return work.finally(() => inFlight--);
    },
    [Symbol.dispose]: loop.stop,
  };
};
