import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { constants as osConstants } from 'node:os';
import path from 'node:path';
import { classify, type Recognition } from '@substrate/detector';
import { profileFolders } from '@substrate/probe-v8';
import { type CommandIo, exitCodes, type Runner, usageOf } from './commands/command.js';
import { ConfigError, loadConfig } from './config.js';
import { hookIfNeeded } from './launch-clr.js';
import { loadExtras } from './probes.js';

export interface Prepared {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What was added, for people. */
  readonly notes: readonly string[];
}

/** What is to be run instead of the command. `recognition` is that of the program that the command names. */
export const prepare = (program: string, args: readonly string[], recognition: Recognition | undefined): Prepared => {
  const has = (option: string): boolean => args.some((word) => word === option || word.startsWith(`${option}=`));
  switch (recognition?.flavor) {
    case 'chromium':
    case 'electron': {
      if (has('--remote-debugging-port') || has('--remote-debugging-pipe')) return { program, args, notes: [] };
      const notes = ['added --remote-debugging-port=0'];
      if (recognition.flavor === 'chromium' && !has('--user-data-dir')) {
        notes.push(
          'recent versions of Chrome ignore the port on the default profile: add --user-data-dir=FOLDER if the browser can not be attached to',
        );
      }
      return { program, args: ['--remote-debugging-port=0', ...args], notes };
    }
    case 'node':
      if (args.some((word) => /^--inspect(-brk|-wait|-port)?(=|$)/.test(word))) return { program, args, notes: [] };
      return { program, args: ['--inspect=0', ...args], notes: ['added --inspect=0'] };
    default:
      return { program, args, notes: [] };
  }
};

/**
 * `substrate launch -- COMMAND…`: starts an application so that it can be attached to. Chromium and Electron get a debugging port, Node.js an inspector, Qt
 * WebEngine the variable that opens one, .NET a hook when its diagnostics are switched off; Java needs nothing. Everything else of the command is as it was
 * given.
 */
export const launch: Runner = async (spec, args, io) => {
  const [program, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (program === undefined || (args[0] !== '--' && program.startsWith('-'))) {
    io.stderr.write(`substrate launch: name the command to start.\nusage: ${usageOf(spec)}\n`);
    return exitCodes.usage;
  }
  const file = findProgram(program, io.env);
  if (file === undefined) {
    io.stderr.write(`substrate launch: there is no program "${program}".\n`);
    return exitCodes.failed;
  }
  const recognition = recognize(file, rest);
  const prepared = prepare(program, rest, recognition);
  // Which programs have Qt WebEngine inside can't be seen before they run; no other reads the variable.
  const env =
    recognition === undefined && io.env.QTWEBENGINE_REMOTE_DEBUGGING === undefined
      ? { QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${await freePort()}` }
      : {};
  const extra = await extraOf(file, rest, io.env);
  const hook = await hookIfNeeded(file, rest, io.env);
  if (hook.DOTNET_STARTUP_HOOKS !== undefined) io.stderr.write('substrate launch: added DOTNET_STARTUP_HOOKS\n');
  for (const note of [...prepared.notes, ...(extra?.notes ?? [])]) io.stderr.write(`substrate launch: ${note}\n`);
  const before = recognition?.flavor === 'chromium' ? await runningBrowsers(program, rest) : [];
  const code = await run({ ...prepared, env: { ...env, ...hook, ...extra?.env } }, io);
  if (code === 0 && before.length > 0) await warnOfHandover(program, rest, before, io);
  return code;
};

/** The processes that hold the profile which a browser of that command line would use, by the lock that they keep there. */
const runningBrowsers = async (program: string, args: readonly string[]): Promise<readonly number[]> => {
  const folders = profileFolders([program, ...args], path.basename(program));
  const locks = await Promise.all(folders.map((folder) => readlink(path.join(folder, 'SingletonLock')).catch(() => '')));
  return locks.map((lock) => Number(/-(\d+)$/.exec(lock)?.[1])).filter((pid) => pid > 0 && isAlive(pid));
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A browser that finds its profile in use hands its addresses over to the one that runs, without the port, and ends well. */
const warnOfHandover = async (
  program: string,
  args: readonly string[],
  before: readonly number[],
  io: CommandIo,
): Promise<void> => {
  const running = (await runningBrowsers(program, args)).find((pid) => before.includes(pid));
  if (running === undefined) return;
  io.stderr.write(
    `substrate launch: the browser runs already (pid ${running}) and was handed the command, so no debugging port was opened. Turn on remote debugging in it at chrome://inspect/#remote-debugging, quit it first, or add --user-data-dir=FOLDER.\n`,
  );
};

/** What the extra probes of the configuration add; a configuration that can't be read is none of this command's business. */
const extraOf = async (program: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
  try {
    for (const { launch } of await loadExtras(loadConfig({ env }))) {
      const added = launch?.({ program, args, env });
      if (added !== undefined) return added;
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return undefined;
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const run = ({ program, args, env }: Prepared, io: CommandIo): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, [...args], { stdio: 'inherit', env: { ...io.env, ...env } });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => {
      io.stderr.write(`substrate launch: ${error.message}\n`);
      resolve(exitCodes.failed);
    });
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (signal === null ? 0 : osConstants.signals[signal]));
    });
  });

const findProgram = (program: string, env: NodeJS.ProcessEnv): string | undefined => {
  const folders = /[\\/]/.test(program) ? [''] : (env.PATH ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, program + ending);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** An Electron application has its own name; the packs in its folder tell what it is. */
const packs = ['v8_context_snapshot.bin', 'snapshot_blob.bin', 'chrome_100_percent.pak'];

const recognize = (file: string, args: readonly string[]): Recognition | undefined => {
  const executable = realpathSync(file);
  const folder = path.dirname(executable);
  return classify({
    pid: 0,
    startTime: '',
    startedAt: '',
    parent: 0,
    name: path.basename(file),
    // A browser is often started by a script that has its name.
    executable: existsSync(path.join(folder, packs[0]!)) ? executable : file,
    command: [file, ...args],
    cwd: process.cwd(),
    modules: packs.map((name) => path.join(folder, name)).filter((pack) => existsSync(pack)),
    foreign: false,
    contained: false,
  });
};
