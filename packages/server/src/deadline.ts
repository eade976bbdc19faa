import { SubstrateError } from '@substrate/core';
import { orAborted } from '@substrate/core/probing';

/** Resolves after `ms`, or rejects with the signal's reason. */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** A point in time that ends the waiting for whatever is still not done by then. */
export interface Deadline extends Disposable {
  /** Aborts at the deadline with the error, or earlier with the reason of the outer signal. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** What the promise gives, or the signal's reason when that comes first. */
  race<T>(promise: Promise<T>): Promise<T>;
}

export const createDeadline = (ms: number, error: () => SubstrateError, outer?: AbortSignal): Deadline => {
  const controller = new AbortController();
  const { signal } = controller;
  const end = performance.now() + ms;
  const timer = setTimeout(() => controller.abort(error()), ms);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal,
    remainingMs: () => Math.max(0, end - performance.now()),
    race: (promise) => orAborted(promise, signal),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
};

/** Node 20 has no `using`-friendly timers: this runs `work` under a deadline and always ends it. */
export const withDeadline = async <T>(
  ms: number,
  error: () => SubstrateError,
  outer: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const deadline = createDeadline(ms, error, outer);
  try {
    return await deadline.race(work(deadline));
  } finally {
    deadline[Symbol.dispose]();
  }
};

export const requestTimeout = (ms: number) => (): SubstrateError =>
  new SubstrateError('request_timeout', `The request took longer than ${ms} ms.`);
