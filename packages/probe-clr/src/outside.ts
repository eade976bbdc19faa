import { spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, createChannel, messageOf, orAborted, withDeadline } from '@substrate/core/probing';
import type { Connection } from './connection.js';
import { readMappedFiles, readState, type TargetProcess } from './target-process.js';

/**
 * The way for a program that takes no hook: a process of its own reads it from outside, as a debugger would that never stops anything. It is started for
 * a session and ends with it. Only processes of our own user are read: the reader loads a library that may lie beside the program.
 */

const openLimitMs = 20_000;
const answerLimitMs = 20_000;
const watchMs = 1000;
/** A reader that falls is followed by another, so often within so long: more would only fall as well. */
const mostFalls = 3;
const calmMs = 60_000;
const fallMs = 1000;
const memoryLimit = 0x20_00_00_00;
const channelLimits = { maxLineBytes: 64 * 1024 * 1024, maxDepth: 160 };

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false;

/** What runs the reader; null where .NET is not installed. */
const findDotnet = async (): Promise<string | null> => {
  const folders = [process.env.DOTNET_ROOT, ...(process.env.PATH ?? '').split(delimiter), '/usr/share/dotnet', '/usr/lib/dotnet'];
  for (const folder of folders)
    if (folder?.startsWith('/') && (await isFile(join(folder, 'dotnet')))) return join(folder, 'dotnet');
  return null;
};

/** Yama lets a process be read by its parents alone (1), by root alone (2), or by nobody (3). */
const checkPtrace = async (): Promise<string | null> => {
  const scope = Number(await readFile('/proc/sys/kernel/yama/ptrace_scope', 'utf8').catch(() => '0'));
  const isRoot = process.geteuid?.() === 0;
  return scope === 0 || (scope < 3 && isRoot) ? null : `the system forbids it (kernel.yama.ptrace_scope is ${scope})`;
};

/** What stands against reading it from outside, for people; null when that can be tried. */
export const outsideObstacle = async (target: TargetProcess, reader: string | undefined): Promise<string | null> => {
  if (reader === undefined) return 'the reader was not built';
  if (target.uid !== process.geteuid?.()) return 'it belongs to another user';
  if (target.isElsewhere) return 'it runs in a container';
  if ((await findDotnet()) === null) return 'that takes a .NET runtime (8 or later) on this machine';
  return await checkPtrace();
};

const library = 'libmscordaccore.so';

/** Libraries that know a runtime's tables: beside the program's own, of the installed runtimes, of the packages that programs are published with. */
const findLibraries = async (target: TargetProcess, dotnet: string): Promise<string[]> => {
  const runtime = (await readMappedFiles(target.pid)).find((file) => file.endsWith('/libcoreclr.so'));
  const versionsOf = async (folder: string, rest: string): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).map((version) => join(folder, version, rest));
  const system = `linux-${process.arch}`;
  const folders = [
    ...(runtime === undefined ? [] : [dirname(runtime)]),
    ...(await versionsOf(join(dirname(dotnet), 'shared', 'Microsoft.NETCore.App'), '')),
    ...(await versionsOf('/usr/share/dotnet/shared/Microsoft.NETCore.App', '')),
    ...(await versionsOf(
      join(homedir(), '.nuget', 'packages', `microsoft.netcore.app.runtime.${system}`),
      join('runtimes', system, 'native'),
    )),
  ];
  const found: string[] = [];
  for (const path of new Set(folders.map((folder) => join(folder, library)))) {
    const file = await stat(path).catch(() => null);
    // It is code that the reader will run.
    const isOurs = file?.uid === 0 || file?.uid === process.geteuid?.();
    if (file?.isFile() && isOurs && (file.mode & 0o022) === 0) found.push(path);
  }
  return found;
};

/** One process of the reader. */
interface Reader {
  readonly channel: Channel;
  stop(why?: string): void;
  readonly exited: Promise<void>;
  /** It was ended by nobody of ours: the library fell over what the program was just moving, or over a limit. */
  hasFallen(): boolean;
}

const startReader = async (target: TargetProcess, reader: string, signal: AbortSignal): Promise<Reader> => {
  const dotnet = await findDotnet();
  if (dotnet === null) throw new Error('there is no .NET runtime on this machine');
  const libraries = await findLibraries(target, dotnet);
  signal.throwIfAborted();
  const child = spawn(dotnet, [reader, String(target.pid), ...libraries], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // It is bounded, and nobody's application.
    env: {
      DOTNET_ROOT: dirname(dotnet),
      DOTNET_GCHeapHardLimit: memoryLimit.toString(16),
      DOTNET_EnableDiagnostics: '0',
      DOTNET_TieredPGO: '0',
    },
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  let tellReady: () => void = () => undefined;
  let tellRefused: (why: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    tellReady = resolve;
    tellRefused = reject;
  });
  const take = (line: string): boolean => {
    const { refused, message } = JSON.parse(line) as { refused?: string; message?: string };
    if (refused === undefined) tellReady();
    else tellRefused(new Error(message ?? refused));
    return true;
  };
  const channel = createChannel({
    stream: child.stdout as never,
    output: child.stdin,
    ...channelLimits,
    greeting: { maxLineBytes: 64 * 1024, take },
  });
  void channel.gone.then((why) => tellRefused(new Error(why)));
  let isStopped = false;
  const stop = (why?: string): void => {
    isStopped = true;
    channel.close(why);
    child.kill('SIGKILL');
  };
  try {
    await withDeadline({ what: 'The start of the reader', ms: openLimitMs, parent: signal }, () => ready);
  } catch (error) {
    stop();
    throw error;
  }
  return { channel, stop, exited, hasFallen: () => !isStopped && (child.exitCode !== null || child.signalCode !== null) };
};

/** Starts a reader on the process, and another where one falls; rejects with the reason, in words, when it can't be read. */
export const connectOutside = async (target: TargetProcess, path: string, signal: AbortSignal): Promise<Connection> => {
  let reader = await startReader(target, path, signal);
  const over = new AbortController();
  const gone = new Promise<string>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(String(over.signal.reason)), { once: true });
  });
  const end = (why: string): void => {
    clearInterval(watch);
    over.abort(why);
    reader.stop(why);
  };
  const watch = setInterval(() => {
    const state = readState(target);
    if (state === null || state === 'Z' || state === 'X') end('The process has ended.');
  }, watchMs);
  watch.unref();

  let falls = 0;
  let fellAt = Number.NEGATIVE_INFINITY;
  const mayStartAgain = async (): Promise<boolean> => {
    // Its output ends a moment before it does.
    await Promise.race([reader.exited, sleep(fallMs)]);
    if (over.signal.aborted || !reader.hasFallen()) return false;
    falls = Date.now() - fellAt > calmMs ? 1 : falls + 1;
    fellAt = Date.now();
    if (falls > mostFalls) throw new Error('What reads the program from outside has ended again and again.');
    return true;
  };
  const ask = async (op: string, fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    for (;;) {
      const { channel } = reader;
      try {
        return await withDeadline({ what: 'The reader', ms: answerLimitMs }, () => channel.send(op, fields));
      } catch (error) {
        try {
          if (!(await mayStartAgain())) throw error;
          // A new one has told nothing yet: it answers with everything.
          reader = await startReader(target, path, over.signal);
        } catch (last) {
          // What it would still say can't be told from what is asked next.
          end(messageOf(last));
          throw last;
        }
      }
    }
  };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    gone,
    end,
    request: (fields, requestSignal) => {
      const { op, ...rest } = fields;
      const turn = queue.then(() => ask(String(op), rest));
      queue = turn.catch(() => undefined);
      return orAborted(turn, requestSignal).then((body) => {
        if (typeof body.error === 'string') throw new Error(body.error);
        return body;
      });
    },
    [Symbol.asyncDispose]: async () => {
      end('The session was closed.');
      await queue.catch(() => undefined);
      await reader.exited;
    },
  };
};
