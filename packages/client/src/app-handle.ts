import type { AppSummary } from '@substrate/core';
import type { AppEvent, AppHandle, AppHandleOptions, Client } from './client-types.js';
import { SubstrateClientError } from './errors.js';
import { pause } from './pause.js';
import type { WatchOptions } from './watch.js';

/**
 * An application by its lasting name. The handle looks up the process when it needs one, keeps it until the service says that it is
 * gone, and then waits for its successor.
 */

const lookEveryMs = 500;

/** The process is not the application any more, or the application is not ready yet. */
const isBetween = (error: unknown): boolean =>
  error instanceof SubstrateClientError && ['not_found', 'pid_not_found', 'probe_not_ready'].includes(error.code);

export const createAppHandle = (client: Client, appId: string, { waitMs = 10_000 }: AppHandleOptions = {}): AppHandle => {
  let known: number | undefined;

  const look = async (signal: AbortSignal | undefined): Promise<AppSummary | undefined> => {
    const { apps } = await client.apps(signal ? { signal } : {});
    return apps.find((app) => app.app_id === appId && app.probe_status !== 'detached');
  };

  const find = async (until: number, signal: AbortSignal | undefined): Promise<number> => {
    for (;;) {
      const found = await look(signal);
      if (found) {
        known = found.pid;
        return found.pid;
      }
      if (performance.now() >= until) {
        throw new SubstrateClientError('pid_not_found', `No application with the app_id "${appId}" is running.`, { status: 404 });
      }
      await pause(lookEveryMs, signal);
      signal?.throwIfAborted();
    }
  };

  const onProcess = async <T>(signal: AbortSignal | undefined, call: (pid: number) => Promise<T>): Promise<T> => {
    const until = performance.now() + waitMs;
    for (;;) {
      const pid = known ?? (await find(until, signal));
      try {
        return await call(pid);
      } catch (error) {
        if (!isBetween(error)) throw error;
        known = undefined;
        if (performance.now() >= until) throw error;
        await pause(lookEveryMs, signal);
        signal?.throwIfAborted();
      }
    }
  };

  async function* follow(options: WatchOptions = {}): AsyncGenerator<AppEvent, void, void> {
    const { signal } = options;
    let last: number | undefined;
    while (!signal?.aborted) {
      const pid = (await lookSafely(signal))?.pid;
      if (pid === undefined || pid === last) {
        await pause(lookEveryMs, signal);
        continue;
      }
      known = pid;
      last = pid;
      yield { type: 'started', pid };
      try {
        yield* client.watch(pid, options);
      } catch (error) {
        if (!isBetween(error)) throw error;
      }
      if (signal?.aborted) return;
      known = undefined;
      yield { type: 'exited', pid };
    }
  }

  const lookSafely = async (signal: AbortSignal | undefined): Promise<AppSummary | undefined> => {
    try {
      return await look(signal);
    } catch (error) {
      const passes = error instanceof SubstrateClientError && (error.code === 'unreachable' || error.code === 'timeout');
      if (signal?.aborted || passes) return undefined;
      throw error;
    }
  };

  return {
    appId,
    pid: ({ signal } = {}) => find(performance.now() + waitMs, signal),
    state: (options) => onProcess(options?.signal, (pid) => client.state(pid, options)),
    outline: (options) => onProcess(options?.signal, (pid) => client.outline(pid, options)),
    search: (words, options) => onProcess(options?.signal, (pid) => client.search(pid, words, options)),
    schema: (options) => onProcess(options?.signal, (pid) => client.schema(pid, options)),
    action: (action, parameters = {}, { signal, ...rest } = {}) =>
      onProcess(signal, () => client.action({ ...rest, app_id: appId, action, parameters }, signal ? { signal } : {})),
    verify: (expression, { timeoutMs, signal } = {}) =>
      onProcess(signal, () =>
        client.verify(
          { app_id: appId, expression, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) },
          signal ? { signal } : {},
        ),
      ),
    waitFor: (expression, options) => onProcess(options?.signal, () => client.waitFor(appId, expression, options)),
    diff: (since, options) => onProcess(options?.signal, (pid) => client.diff(pid, since, options)),
    why: (key, options) => onProcess(options?.signal, (pid) => client.why(pid, key, options)),
    learn: (request, options) => onProcess(options?.signal, (pid) => client.learn(pid, request, options)),
    watch: follow,
  };
};
