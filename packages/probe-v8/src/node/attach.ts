import type { AppProcess, KnownRoots, ProbeSession, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { CallError } from '../connection.js';
import { leaveInspector, openInspector } from './inspector.js';
import { checkInspector, type InspectorOptions } from './inspector-check.js';
import { createModuleFiles } from './module-files.js';
import { createNodeSession } from './session.js';
import { createTarget } from './target.js';
import { createWorkers } from './workers.js';

export const checkNode = async (app: AppProcess, options: InspectorOptions): Promise<Refusal | null> =>
  await checkInspector(app, options);

const open = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): ReturnType<typeof openInspector> => {
  try {
    return await openInspector(app, options, signal);
  } catch (error) {
    if (error instanceof ProbeError) throw error;
    const message = signal.aborted ? 'The attach was given up.' : error instanceof Error ? error.message : String(error);
    throw new ProbeError({ reason: signal.aborted ? 'aborted' : 'attach_failed', message, retry: true }, { cause: error });
  }
};

/** Attaches to a Node.js or Deno process. Disposing the session closes the inspector if we opened it. */
export const attachNode = async (
  app: AppProcess,
  known: KnownRoots | undefined,
  signal: AbortSignal,
  options: InspectorOptions,
): Promise<ProbeSession> => {
  const inspector = await open(app, options, signal);
  const { connection } = inspector;
  let left: Promise<void> | undefined;
  const leave = (): Promise<void> => {
    left ??= leaveInspector(app, inspector);
    return left;
  };
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
    // An inspector that we opened must not stay open when we die without a word.
    if (inspector.openedByUs) await target.run((kit) => kit.lease(true), [], [], { timeoutMs: 5000, signal });
    const heart = setInterval(() => {
      target.run((kit) => kit.beat(), [], [], { timeoutMs: 5000 }).catch(() => undefined);
    }, 10_000);
    heart.unref();
    void connection.closed.then(() => {
      clearInterval(heart);
      return leave();
    });
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
          files,
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
      detach: async () => {
        clearInterval(heart);
        await workers[Symbol.asyncDispose]();
        if (!connection.isClosed) await target.release();
        await leave();
      },
    });
  } catch (error) {
    await leave();
    if (error instanceof ProbeError) throw error;
    const isSilent = error instanceof CallError && error.failure === 'timeout';
    throw new ProbeError(
      isSilent
        ? {
            reason: 'not_answering',
            message: 'The process does not answer its inspector: it is paused in a debugger, stopped or busy.',
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
