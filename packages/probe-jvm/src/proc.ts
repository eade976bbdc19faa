/** What Linux tells about a process without touching it. */
import { readdir, readlink, stat } from 'node:fs/promises';
import { readOfProcess, readProcFile, startTimeOf } from '@substrate/core/probing';
import { expandFiles } from './option-files.js';

export interface ProcessFacts {
  readonly pid: number;
  /** The pid in the innermost pid namespace: what the process calls itself. */
  readonly nsPid: number;
  readonly uid: number;
  readonly gid: number;
  readonly startTime: string;
  /** One letter: R, S, D, T (stopped), t (traced), Z … */
  readonly state: string;
  readonly catchesQuit: boolean;
  readonly hasJvm: boolean;
  /** Where its root directory is, seen from here: `/` or `/proc/PID/root`. */
  readonly root: string;
  readonly sameNetwork: boolean;
  /** Names the pid namespace that `nsPid` counts in; empty when it may not be read. */
  readonly pidNamespace: string;
  readonly options: readonly string[];
  readonly ageMs: number;
}

const quit = 3;

const field = (status: string, name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

export const parseStatus = (status: string) => {
  const pids = (field(status, 'NSpid') || field(status, 'Pid')).split(/\s+/);
  return {
    nsPid: Number(pids.at(-1)),
    // The effective one: what the JVM compares a visitor's with.
    uid: Number(field(status, 'Uid').split(/\s+/)[1]),
    gid: Number(field(status, 'Gid').split(/\s+/)[1]),
    state: field(status, 'State')[0] ?? '?',
    catchesQuit: (BigInt(`0x${field(status, 'SigCgt') || '0'}`) & (1n << BigInt(quit - 1))) !== 0n,
  };
};

const text = (file: string): Promise<string> => readProcFile(file).catch(() => '');
const link = (file: string): Promise<string> => readlink(file).catch(() => '');

/** Options whose value is the next word. */
const withValue =
  /^(?:-cp|-classpath|-p|--(?:class-path|module-path|upgrade-module-path|add-modules|add-exports|add-opens|add-reads|limit-modules|patch-module|source))$/;

/** Options of the command line up to the main class, and those that the environment adds. */
export const jvmOptions = (command: readonly string[], environment: readonly string[]): string[] => {
  const added = environment.flatMap((entry) => {
    const found = /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)=(.*)$/s.exec(entry);
    return found ? (found[1] as string).split(/\s+/) : [];
  });
  const own: string[] = [];
  for (let i = 1; i < command.length; i++) {
    const word = command[i] as string;
    if (withValue.test(word)) i++;
    else if (word.startsWith('-') && word !== '-jar' && word !== '-m' && word !== '--module') own.push(word);
    else if (!word.startsWith('@')) break;
  }
  return [...added, ...own].filter((word) => word.startsWith('-'));
};

/** Options of the environment may name files too. */
const expandEnvironment = (environment: string, application: { root: string; cwd: string }): Promise<string[]> =>
  Promise.all(
    environment
      .split('\0')
      .filter((entry) => /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)=/.test(entry))
      .map(async (entry) => {
        const [name, value] = [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)];
        return `${name}=${(await expandFiles(value.split(/\s+/), application)).join(' ')}`;
      }),
  );

/** How many more files the process can open; null where that cannot be told cheaply. */
export const freeDescriptors = async (pid: number): Promise<number | null> => {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(await text(`/proc/${pid}/limits`))?.[1]);
  // So many are never all used, and would take long to list.
  if (!(limit <= 65_536)) return null;
  return limit - (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
};

export const pidNamespaceOf = async (pid: number | 'self'): Promise<string> =>
  /\d+/.exec(await link(`/proc/${pid}/ns/pid`))?.[0] ?? '';

/** Null when there is no such process. `hasJvm` is false too when its maps may not be read. */
export const readProcess = async (pid: number): Promise<ProcessFacts | null> => {
  const base = `/proc/${pid}`;
  const [maps, command, environment, root, mount, ownMount, net, ownNet, pidNamespace, made] = await Promise.all([
    text(`${base}/maps`),
    text(`${base}/cmdline`),
    text(`${base}/environ`),
    link(`${base}/root`),
    link(`${base}/ns/mnt`),
    link('/proc/self/ns/mnt'),
    link(`${base}/ns/net`),
    link('/proc/self/ns/net'),
    pidNamespaceOf(pid),
    stat(base).catch(() => null),
  ]);
  const status = readOfProcess(pid, 'status');
  const startTime = startTimeOf(pid);
  if (status === null || startTime === null) return null;
  const application = { root: `${base}/root`, cwd: `${base}/cwd` };
  return {
    pid,
    ...parseStatus(status),
    startTime,
    hasJvm: /\/libjvm\.so(?: |$)/m.test(maps),
    root: root === '/' && mount === ownMount ? '/' : `${base}/root`,
    sameNetwork: net === ownNet,
    pidNamespace,
    options: jvmOptions(await expandFiles(command.split('\0'), application), await expandEnvironment(environment, application)),
    ageMs: made ? Math.max(0, Date.now() - made.ctimeMs) : 0,
  };
};

/** The names of its threads as the system knows them: cut at fifteen letters, and not set by every JVM. */
export const threadNames = async (pid: number): Promise<string[]> => {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  return Promise.all(tasks.map(async (task) => (await text(`/proc/${pid}/task/${task}/comm`)).trimEnd()));
};

/** The system keeps 15 letters of `substrate-listener`: the first ones, or since JDK 26 the beginning and the end. */
export const isListener = (thread: string): boolean => thread === 'substrate-liste' || /^substra.*stener$/.test(thread);
