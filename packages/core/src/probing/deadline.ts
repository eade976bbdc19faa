import type { Refusal } from '../probe.js';
import { ProbeError } from '../probe.js';

/** Waiting with an end: every promise that comes from a probe is waited for through here. */

const timedOut = (what: string, ms: number): ProbeError => {
  const refusal: Refusal = { reason: 'timeout', message: `${what} did not end within ${seconds(ms)}.`, retry: true };
  return new ProbeError(refusal);
};

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

/**
 * Runs the work with a signal that fires at the deadline or with `parent`, and stops waiting then, whether or not the work heeds it. What a piece of work
 * yields after that is handed to `late`.
 */
export const withDeadline = <T>(
  options: { what: string; ms: number; parent?: AbortSignal; late?: (value: T) => void },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { what, ms, parent, late } = options;
  const control = new AbortController();
  return new Promise<T>((resolve, reject) => {
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      parent?.removeEventListener('abort', stopped);
      settle();
    };
    const abandon = (reason: unknown): void =>
      end(() => {
        reject(reason);
        control.abort(reason);
      });
    const stopped = (): void => abandon(parent?.reason ?? new Error('stopped'));
    const timer = setTimeout(() => abandon(timedOut(what, ms)), ms);
    if (parent?.aborted) return stopped();
    parent?.addEventListener('abort', stopped, { once: true });
    Promise.resolve()
      .then(() => work(control.signal))
      .then(
        (value) => (over ? late?.(value) : end(() => resolve(value))),
        (error) => end(() => reject(error)),
      );
  });
};

/** Resolves after `ms`, or at once when the signal fires: the caller looks at the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
};

/** The promise, or the signal's reason when that comes first. The work behind the promise goes on. */
export const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) promise.catch(() => {});
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise<T>((resolve, reject) => {
    const stopped = (): void => reject(signal.reason);
    signal.addEventListener('abort', stopped, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
  });
};

/** What `look` found, looking again every so often; null when it found nothing in time. Rejects with the signal's reason. */
export const pollUntil = async <T>(
  { ms, everyMs, signal }: { ms: number; everyMs: number; signal: AbortSignal },
  look: () => Promise<T | null>,
): Promise<T | null> => {
  for (const end = performance.now() + ms; ; await pause(everyMs, signal)) {
    signal.throwIfAborted();
    const found = await look();
    if (found !== null || performance.now() > end) return found;
  }
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
