import type { AppProcess, KnownRoots, ProbeSession, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { CallError } from '../connection.js';
import { sweepDoors } from './door.js';
import { enterProcess } from './inspector.js';
import { checkInspector, type InspectorOptions } from './inspector-check.js';
import { createModuleFiles } from './module-files.js';
import { createNodeSession } from './session.js';
import { createTarget } from './target.js';
import { createWorkers } from './workers.js';

export const checkNode = async (app: AppProcess, options: InspectorOptions): Promise<Refusal | null> =>
  await checkInspector(app, options);

const enter = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): ReturnType<typeof enterProcess> => {
  try {
    return await enterProcess(app, options, signal);
  } catch (error) {
    if (error instanceof ProbeError) throw error;
    const message = signal.aborted ? 'The attach was given up.' : error instanceof Error ? error.message : String(error);
    throw new ProbeError({ reason: signal.aborted ? 'aborted' : 'attach_failed', message, retry: true }, { cause: error });
  }
};

/** Attaches to a Node.js or Deno process. Disposing the session ends all that it did there; the door stays, for the next time. */
export const attachNode = async (
  app: AppProcess,
  known: KnownRoots | undefined,
  signal: AbortSignal,
  options: InspectorOptions,
): Promise<ProbeSession> => {
  const { connection, note } = await enter(app, options, signal);
  // One that was killed leaves its door behind.
  void connection.closed.then(() => sweepDoors(500)).catch(() => undefined);
  try {
    const asked = await connection.send(
      'Runtime.evaluate',
      { expression: 'JSON.stringify([process.pid, process.argv[1] ?? null, process.cwd()])', returnByValue: true, silent: true },
      { timeoutMs: 5000, signal },
    );
    const [pid, entry, cwd] = JSON.parse(asked.result.value as string) as [number, string | null, string];
    if (process.platform !== 'linux' && pid !== app.pid) {
      throw new ProbeError({
        reason: 'port_stolen',
        message: `The inspector port belongs to another process (pid ${pid}).`,
        retry: true,
      });
    }
    const target = await createTarget(connection, { timeoutMs: 5000, signal });
    const files = await createModuleFiles(entry, cwd);
    const workers = createWorkers({
      connection,
      files,
      open: async (thread, until) => {
        const inside = await createTarget(thread, { timeoutMs: 5000, signal: until });
        return createNodeSession({
          app,
          connection: thread,
          target: inside,
          files: await createModuleFiles(entry, cwd),
          known: undefined,
          detach: async () => {
            if (!thread.isClosed) await inside.release();
            await thread[Symbol.asyncDispose]();
          },
        });
      },
    });
    return createNodeSession({
      app,
      connection,
      target,
      files,
      known,
      workers,
      ...(note === undefined ? {} : { note }),
      detach: async () => {
        // All that is held there goes with it.
        await connection[Symbol.asyncDispose]();
        await workers[Symbol.asyncDispose]();
      },
    });
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    if (error instanceof ProbeError) throw error;
    const isSilent = error instanceof CallError && error.failure === 'timeout';
    throw new ProbeError(
      isSilent
        ? {
            reason: 'not_answering',
            message: 'The process does not answer: it is paused in a debugger, stopped or busy.',
            retry: true,
          }
        : {
            reason: 'attach_failed',
            message: `The inspector refused: ${error instanceof Error ? error.message : String(error)}`,
            retry: true,
          },
      { cause: error },
    );
  }
};
