/** Builds the example programs once and starts them. Everything started here is stopped by whoever started it, or when the tests end. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppProcess, defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { startTimeOf } from '@substrate/core/probing';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, afterEach } from 'vitest';
import { runDotnet } from '../scripts/dotnet.mjs';
import { createClrProbe } from '../src/index.js';
import { keptForHooks } from '../src/refusals.js';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const examples = fileURLToPath(new URL('../../../examples/clr', import.meta.url));

const has = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** One process builds at a time; the others wait and find it built. */
const withLock = <T>(folder: string, work: () => T): T => {
  const lock = `${folder}.lock`;
  mkdirSync(join(lock, '..'), { recursive: true });
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (waited > 300_000) throw new Error(`${lock} is held by someone: remove it if nobody builds.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    return work();
  } finally {
    rmdirSync(lock);
  }
};

/** What the live tests lack here, or null. */
export const missing = (): string | null => {
  if (process.platform !== 'linux') return 'Linux';
  if (!has('dotnet')) return 'the .NET SDK (dotnet)';
  withLock(join(tmpdir(), 'substrate-clr-native'), () => {
    execFileSync('node', ['scripts/build-native.mjs'], { cwd: packageDirectory, stdio: 'inherit' });
  });
  return existsSync(join(packageDirectory, 'artifacts', 'manifest.json')) ? null : 'the built payload (npm run native)';
};

export type Example = 'console' | 'minimal-api' | 'worker' | 'avalonia' | 'till' | 'game';

const executables: Record<Example, string> = {
  console: 'Inventory',
  'minimal-api': 'TodoApi',
  worker: 'MailWorker',
  avalonia: 'NotesApp',
  till: 'Till',
  game: 'Dungeon',
};

/** A file of the SDK's with what we tell people to publish a trimmed application with. */
const keptFile = ((): string => {
  const text = `<Project>${keptForHooks}</Project>`;
  const folder = join(tmpdir(), 'substrate-clr-examples');
  const file = join(folder, `kept-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.props`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return file;
})();

/** How an example is built: for the installed framework, or with a runtime of its own. */
export const variants = {
  default: [],
  'net10.0': ['--self-contained', '-p:ExampleFramework=net10.0'],
  'net9.0': ['--self-contained', '-p:ExampleFramework=net9.0'],
  'net8.0': ['--self-contained', '-p:ExampleFramework=net8.0'],
  single_file: ['--self-contained', '-p:PublishSingleFile=true'],
  trimmed: ['--self-contained', '-p:PublishTrimmed=true'],
  trimmed_with_hooks: ['--self-contained', '-p:PublishTrimmed=true', '-p:StartupHookSupport=true'],
  trimmed_kept: ['--self-contained', '-p:PublishTrimmed=true', `-p:DirectoryBuildPropsPath=${keptFile}`],
  trimmed_kept_single_file: [
    '--self-contained',
    '-p:PublishTrimmed=true',
    '-p:PublishSingleFile=true',
    `-p:DirectoryBuildPropsPath=${keptFile}`,
  ],
  trimmed_single_file: ['--self-contained', '-p:PublishTrimmed=true', '-p:PublishSingleFile=true'],
  native_aot: ['-p:ExampleFramework=net9.0', '-p:PublishAot=true'],
  native_aot_with_events: ['-p:ExampleFramework=net9.0', '-p:PublishAot=true', '-p:EventSourceSupport=true'],
} as const satisfies Record<string, readonly string[]>;

export type Variant = keyof typeof variants;

const hashOf = (folder: string, options: readonly string[]): string => {
  const hash = createHash('sha256').update(options.join('\n'));
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (/\.(cs|csproj|axaml)$/.test(name) && !/(^|\/)(bin|obj)\//.test(name))
      hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** The executable of an example; null when it can't be built here (a package that is not to be had). Built once for these sources. */
export const build = (example: Example, variant: Variant = 'default'): string | null => {
  const project = join(examples, example);
  const options: readonly string[] = variants[variant];
  const folder = join(tmpdir(), 'substrate-clr-examples', `${example}-${variant}-${hashOf(project, options)}`);
  const executable = join(folder, executables[example]);
  const outcome = `${folder}.built`;
  withLock(folder, () => {
    if (existsSync(outcome)) return;
    const work = `${folder}.work`;
    const target = options.length > 0 ? ['-r', `linux-${process.arch}`] : [];
    const { ok, log } = runDotnet('publish', project, { out: folder, work, options: [...target, ...options] });
    rmSync(work, { recursive: true, force: true });
    if (!ok) writeFileSync(`${folder}.log`, log);
    writeFileSync(outcome, ok ? 'ok' : 'failed');
  });
  const missing = readFileSync(outcome, 'utf8') === 'ok' ? null : `what builds ${example} as ${variant} (${folder}.log)`;
  return requireRuntime('clr', missing) ? executable : null;
};

const running = new Set<ChildProcess>();
const folders: string[] = [];

const cleanUp = (): void => {
  for (const child of running) {
    child.kill('SIGKILL');
    forgetSockets(child.pid);
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};
afterAll(cleanUp);
// A worker that is ended before its tests are.
process.on('exit', cleanUp);

/** A runtime that is killed leaves its diagnostic socket and its debugger's pipes behind. */
const forgetSockets = (pid: number | undefined): void => {
  const left = new RegExp(`^(dotnet-diagnostic|clr-debug-pipe)-${pid}-`);
  for (const name of readdirSync('/tmp')) if (left.test(name)) rmSync(join('/tmp', name), { force: true });
};

/** A folder for a probe, readable for everybody, gone when the tests end. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sclr-'));
  execFileSync('chmod', ['755', folder]);
  folders.push(folder);
  return folder;
};

export const createTestProbe = (directory = makeFolder()) => createClrProbe({ directory });

export interface Started {
  readonly app: AppProcess;
  readonly child: ChildProcess;
  /** The program's first line. */
  readonly line: string;
  stop(): Promise<void>;
  isAlive(): boolean;
}

/** Takes note of what a test starts, and stops it when the test has ended. */
export const stoppedAfterEach = (): ((starting: Promise<Started>) => Promise<Started>) => {
  const started: Started[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
  });
  return async (starting) => {
    const one = await starting;
    started.push(one);
    return one;
  };
};

export const describeProcess = (pid: number): AppProcess => {
  return {
    pid,
    startTime: startTimeOf(pid) ?? '',
    startedAt: new Date().toISOString(),
    runtime: 'clr',
    flavor: 'coreclr',
    runtimeName: '.NET',
    appId: 'example',
    appName: 'Example',
    executable: null,
    command: [],
    cwd: null,
    recognizedBy: 'the test started it',
  };
};

interface StartOptions extends SpawnOptions {
  readonly input?: string;
}

/** Starts a program and waits for its first line, `ready …`. */
export const start = async (
  command: string,
  args: readonly string[] = [],
  { input, ...options }: StartOptions = {},
): Promise<Started> => {
  const child = spawn(command, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], ...options });
  // What it reads stays open: at the end of its input an interactive program would leave.
  if (input !== undefined) child.stdin?.write(input);
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  ended.then(() => {
    running.delete(child);
    forgetSockets(child.pid);
  });
  let output = '';
  const line = await new Promise<string>((resolve, reject) => {
    const fail = (): void => reject(new Error(`${command} did not start: ${output}`));
    const timer = setTimeout(fail, 120_000);
    child.once('error', fail);
    child.once('exit', fail);
    child.stderr?.on('data', (bytes) => {
      output += bytes;
    });
    child.stdout?.on('data', (bytes) => {
      output += bytes;
      const found = output.match(/^ready.*\n/m);
      if (!found) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve(found[0].trim());
    });
  });
  return {
    // The shell that may stand between us and the program has been replaced by it.
    app: describeProcess(child.pid as number),
    child,
    line,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

export const startExample = (
  example: Example,
  variant: Variant = 'default',
  { args = [], ...options }: StartOptions & { readonly args?: readonly string[] } = {},
): Promise<Started> => {
  const executable = build(example, variant);
  if (executable === null) throw new Error(`${example} can't be built as ${variant} here.`);
  return start(executable, [...(example === 'minimal-api' ? ['--urls', 'http://127.0.0.1:0'] : []), ...args], options);
};

export const soon = (): AbortSignal => AbortSignal.timeout(30_000);
export const discover = { mode: 'discover', budget: defaultBudget } as const;
export const poll = { mode: 'poll', budget: defaultBudget } as const;

/** The node at a path below a root: `at(capture, 'di:Shop.Cart', '_lines', '0', 'Sku')`. */
export const at = (capture: RawCapture, address: string, ...path: string[]): RawNode | undefined => {
  let node: RawNode | undefined = capture.roots.find((root) => root.address === address);
  for (const name of path) node = node?.children?.find((child) => child.name === name);
  return node;
};

/** The executable of one of the programs beside these tests. */
export const buildProgram = (name: string, executable: string, options: readonly string[] = []): string => {
  const folder = makeFolder();
  const project = fileURLToPath(new URL(`programs/${name}`, import.meta.url));
  const { ok, log } = runDotnet('publish', project, { out: join(folder, 'out'), work: join(folder, 'work'), options });
  if (!ok) throw new Error(log);
  return join(folder, 'out', executable);
};

/** `painting/_source/…/Article = gate` for every value that was read. */
export const linesOf = (capture: RawCapture): string[] => {
  const lines: string[] = [];
  const walk = (node: RawNode, path: string): void => {
    if (node.kind === 'value') lines.push(`${path} = ${node.value}`);
    for (const child of node.children ?? []) walk(child, `${path}/${child.name}`);
  };
  for (const root of capture.roots) walk(root, root.address);
  return lines;
};
