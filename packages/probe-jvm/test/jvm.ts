/** Starts the example programs on real JVMs. Everything started here is stopped by whoever started it, or when the tests end. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppProcess, completenessOf, defaultBudget, type ProbeSession, type RawCapture } from '@substrate/core';
import { startTimeOf } from '@substrate/core/probing';
import { afterAll } from 'vitest';
import { artifactsDirectory } from '../src/artifacts.js';

/** A limit that only a test which hangs meets: the machine may be busy with much else. */
export const patience = () => AbortSignal.timeout(90_000);

/** Reads until it holds: what was set off may come a moment later, and a busy machine may cut a read short. */
export const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (const end = Date.now() + 90_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end)
      throw new Error(`it never came: ${JSON.stringify(value, (_, part) => (part instanceof Map ? [...part] : part))}`);
  }
};

/** A capture that nothing is missing from: on a busy machine a window may not answer in the time that a read has. */
export const whole = (session: ProbeSession, mode: 'discover' | 'poll'): Promise<RawCapture> =>
  until(
    () => session.capture({ mode, budget: defaultBudget }, patience()),
    ({ counts }) => completenessOf(counts) === 1,
  );

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const examples = fileURLToPath(new URL('../../../examples/jvm', import.meta.url));

export const has = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether a source is newer than what was built from it. */
const stale = (): boolean => {
  const built = ['boot.jar', 'core.jar', `libsubstrate-${process.arch}.so`].map(
    (name) => statSync(`${artifactsDirectory}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  const sources = readdirSync(join(packageDirectory, 'native'), { recursive: true }).map(
    (name) => statSync(join(packageDirectory, 'native', String(name))).mtimeMs,
  );
  return Math.max(...sources) > Math.min(...built);
};

/** What the live tests lack here, or null. */
export const missing = (): string | null => {
  if (process.platform !== 'linux') return 'Linux';
  if (!has('javac')) return 'a JDK (javac)';
  if (stale()) execFileSync('node', ['scripts/build-native.mjs'], { cwd: packageDirectory, stdio: 'inherit' });
  return existsSync(`${artifactsDirectory}/core.jar`) ? null : 'the built agent (pnpm run native)';
};

export const missingDisplay = (): string | null => (has('Xvfb') ? null : 'Xvfb');

/** Every JVM of this machine: the one on the path first. */
export const jvms = (): string[] => {
  const homes = existsSync('/usr/lib/jvm') ? readdirSync('/usr/lib/jvm').map((name) => `/usr/lib/jvm/${name}/bin/java`) : [];
  const path = execFileSync('sh', ['-c', 'command -v java'], { encoding: 'utf8' }).trim();
  return [...new Set([path, ...homes].filter((file) => existsSync(file)).map((file) => realpathSync(file)))];
};

let compiled: string | null = null;
const running = new Set<ChildProcess>();

const cleanUp = () => {
  for (const child of running) child.kill('SIGKILL');
  for (const child of running) forget(child);
  if (compiled) rmSync(compiled, { recursive: true, force: true });
  compiled = null;
};

/** A JVM that was killed leaves its attach socket and its counters behind. */
const forget = (child: ChildProcess) => {
  running.delete(child);
  rmSync(join('/tmp', `.java_pid${child.pid}`), { force: true });
  rmSync(join('/tmp', `hsperfdata_${userInfo().username}`, String(child.pid)), { force: true });
};

// A worker of the test runner may be ended without an exit of its own.
afterAll(cleanUp);
process.on('exit', cleanUp);

/** The class path of the examples and of the test's own programs, compiled once. */
export const classPath = (): string => {
  if (compiled) return compiled;
  compiled = mkdtempSync(join(tmpdir(), 'substrate-jvm-test-'));
  const sources = [examples, join(packageDirectory, 'test', 'programs')].flatMap((directory) =>
    readdirSync(directory, { recursive: true })
      .map((name) => join(directory, String(name)))
      .filter((name) => name.endsWith('.java')),
  );
  execFileSync('javac', ['-parameters', '-nowarn', '--release', '11', '-d', compiled, ...sources]);
  return compiled;
};

export const describeProcess = (pid: number, name: string): AppProcess => ({
  pid,
  startTime: startTimeOf(pid) ?? '',
  startedAt: new Date().toISOString(),
  runtime: 'jvm',
  flavor: 'hotspot',
  runtimeName: 'OpenJDK',
  appId: name.toLowerCase(),
  appName: name,
  executable: null,
  command: [],
  cwd: null,
  recognizedBy: 'test',
});

export interface Running {
  readonly app: AppProcess;
  readonly child: ChildProcess;
  /** The first line that it printed. */
  readonly firstLine: string;
  /** All that it wrote, both streams. */
  output(): string;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly java?: string;
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Words before `java`: `unshare …`. The JVM must then be the same process. */
  readonly wrapper?: readonly string[];
  readonly cwd?: string;
  /** Jars beside the compiled programs. */
  readonly jars?: readonly string[];
  /** Let other users read the programs. */
  readonly readable?: boolean;
  /** What the program is given. */
  readonly arguments?: readonly string[];
  /** Resolve at once, without waiting for the first line. */
  readonly early?: boolean;
}

const withoutJavaOptions = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^_?(?:JAVA|JDK_JAVA)(?:_TOOL)?_OPTIONS$/.test(name)));

export const start = async (main: string, options: StartOptions = {}): Promise<Running> => {
  if (options.readable) chmodSync(classPath(), 0o755);
  const java = [
    options.java ?? 'java',
    '-Xmx256m',
    ...(options.options ?? []),
    '-cp',
    // Real libraries come before what only looks like a part of one.
    [...(options.jars ?? []), classPath()].join(':'),
    main,
    ...(options.arguments ?? []),
  ];
  const [command, ...args] = [...(options.wrapper ?? []), ...java] as [string, ...string[]];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...withoutJavaOptions(), ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  running.add(child);
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => forget(child));
  const firstLine = options.early
    ? ''
    : await new Promise<string>((resolve, reject) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          text += chunk;
          const line = text.split('\n').find((each) => each !== '' && !each.startsWith('Picked up'));
          if (text.includes('\n') && line !== undefined) resolve(line);
        });
        child.stderr?.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        child.once('close', () => reject(new Error(`${main} ended: ${text}`)));
        child.once('error', reject);
      });
  return {
    app: describeProcess(child.pid as number, main),
    child,
    firstLine,
    output: () => text,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** An X display of the test's own. */
export const startDisplay = async (): Promise<{ display: string; stop(): void }> => {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.on('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    child.once('error', reject);
    child.once('close', () => reject(new Error('Xvfb ended')));
  });
  return {
    display: `:${number}`,
    stop: () => {
      running.delete(child);
      // Asked, it takes its lock file with it.
      child.kill('SIGTERM');
    },
  };
};
