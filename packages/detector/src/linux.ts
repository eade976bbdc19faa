import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from 'node:fs';
import { isLate, readProcFile } from '@substrate/core/probing';
import { isToldByName } from './classify.js';
import { type Listing, type ProcessKey, programName } from './facts.js';

/**
 * Linux: `/proc`. A scan is one directory read and one file; per process it reads only what can have changed.
 *
 * Pids are handed out in a circle, and `/proc/loadavg` ends with the last one. So a pid that was there at the scan before can belong to another
 * process only if it lies between the last pid then and the last pid now; those alone are read again. Where the number is missing, or the
 * scan before is long ago, all are.
 *
 * A process that runs another program (a start script's `exec`) keeps pid and start time; the link to its program changes, and where that is the same
 * program again, the address of its stack. Both are read of young processes at each scan, the link of a slice of the older ones too. A dead
 * process that its parent has not asked about has no link any more.
 */
export interface LinuxOptions {
  /** Where proc is mounted. */
  readonly proc?: string;
}

interface Seen {
  readonly key: ProcessKey;
  readonly stack: string;
  /** Until when it is read each time. */
  readonly youngUntil: number;
  /** The scan that it was last in. */
  scan: number;
}

const ticksPerSecond = 100;
const youngMs = 5000;
const linksPerScan = 64;
const longAgoMs = 30_000;
/** A few are read at a time, and a daemon that starts has hundreds to look at: on a busy machine the last of them waits its turn for seconds. */
const turnMs = 10_000;
const oldMs = 10_000;

export const createLinuxListing = ({ proc = '/proc' }: LinuxOptions = {}): Listing => {
  const bootedAt = Date.now() - Number.parseFloat(readFileSync(`${proc}/uptime`, 'latin1')) * 1000;
  const self = { uid: process.getuid?.() ?? 0, mount: link(`${proc}/self/ns/mnt`), pids: link(`${proc}/self/ns/pid`) };
  const buffer = Buffer.alloc(4096);
  const seen = new Map<number, Seen>();
  let keys: readonly ProcessKey[] = [];
  let scan = 0;
  let lastPid: number | undefined;
  let listedAt = 0;
  let cursor = 0;

  /** Synchronous on purpose: proc answers from memory, and a thousand trips through the thread pool cost ten times as much. */
  const readStat = (pid: number): string | undefined => {
    try {
      const fd = openSync(`${proc}/${pid}/stat`, 'r');
      try {
        return buffer.toString('latin1', 0, readSync(fd, buffer, 0, buffer.length, 0));
      } finally {
        closeSync(fd);
      }
    } catch {
      return undefined;
    }
  };

  const newestPid = (): number | undefined => {
    try {
      const last = Number(/(\d+)\s*$/.exec(readFileSync(`${proc}/loadavg`, 'latin1'))?.[1]);
      return last > 0 ? last : undefined;
    } catch {
      return undefined;
    }
  };

  const list: Listing['list'] = async (closely) => {
    const now = Date.now();
    const newest = newestPid();
    const mayBeNew = now - listedAt > longAgoMs ? () => true : handedOut(lastPid, newest);
    const slice = { from: cursor, to: cursor + linksPerScan };
    let changed = false;
    let index = 0;
    scan++;
    for (const name of readdirSync(proc)) {
      const digit = name.charCodeAt(0);
      if (digit < 49 || digit > 57) continue;
      const pid = Number(name);
      const before = seen.get(pid);
      const inSlice = index >= slice.from && index < slice.to;
      index++;
      let known = before;
      if (before === undefined || before.youngUntil > now || mayBeNew(pid)) known = lookAt(pid, before, now);
      else if ((inSlice || closely?.has(pid)) && imageOf(pid, before.stack) !== before.key.image)
        known = lookAt(pid, before, now);
      if (known === undefined) continue;
      known.scan = scan;
      if (known === before) continue;
      seen.set(pid, known);
      changed = true;
    }
    cursor = slice.to >= index ? 0 : slice.to;
    for (const [pid, known] of seen) {
      if (known.scan === scan) continue;
      seen.delete(pid);
      changed = true;
    }
    if (changed) keys = Array.from(seen.values(), ({ key }) => key);
    lastPid = newest;
    listedAt = now;
    return keys;
  };

  /** One that is told by the name of its program: the many that a build starts and ends wait for the next scan. */
  const isNew = (pid: string): boolean => {
    if (!/^[1-9]/.test(pid) || seen.has(Number(pid))) return false;
    const program = programName({ executable: link(`${proc}/${pid}/exe`), command: [], name: '' });
    return isToldByName(program) || /^(?:javaw?|dotnet)$/.test(program);
  };

  const hasNew = (): boolean => {
    const newest = newestPid();
    return (newest === undefined || newest !== lastPid) && readdirSync(proc).some(isNew);
  };

  /** What has this pid now: the known one itself when nothing changed, undefined when nobody has. */
  const lookAt = (pid: number, known: Seen | undefined, now: number): Seen | undefined => {
    const fields = statFields(readStat(pid) ?? '');
    if (fields === undefined) return undefined;
    const { startTime, stack } = fields;
    const image = imageOf(pid, stack);
    if (known?.key.startTime === startTime && known.key.image === image) return known;
    const isYoung = known?.key.startTime === startTime || !isOld(startTime, now);
    return { key: { pid, startTime, image }, stack, youngUntil: isYoung ? now + youngMs : 0, scan };
  };

  const isOld = (startTime: string, now: number): boolean => now - bootedAt - (Number(startTime) * 1000) / ticksPerSecond > oldMs;

  const imageOf = (pid: number, stack: string): string => `${link(`${proc}/${pid}/exe`)} ${stack}`;

  /** A copy of its parent: made by a fork, and not yet, or never, another program. */
  const isCopy = (stack: string, parent: number): boolean =>
    stack.length > 2 && statFields(readStat(parent) ?? '')?.stack === stack;

  const inspect: Listing['inspect'] = async (key, patient = false) => {
    const folder = `${proc}/${key.pid}`;
    const fields = statFields(readStat(key.pid) ?? '');
    if (fields === undefined || fields.startTime !== key.startTime || fields.unusable) return undefined;
    const copied = isCopy(fields.stack, fields.parent);
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (owner === undefined) return undefined;
    const startedAt = new Date(bootedAt + (Number(key.startTime) * 1000) / ticksPerSecond).toISOString();
    const known = { pid: key.pid, startTime: key.startTime, startedAt, parent: fields.parent, name: fields.name, copied };
    // Of another user's process nothing is read but what the system says of it unasked: even a command line can lie on a page that never comes.
    if (owner.uid !== self.uid) {
      const nothing = { executable: null, command: [], cwd: null, modules: [], contained: false };
      return { ...known, ...nothing, foreign: true, user: String(owner.uid) };
    }
    const exe = link(`${folder}/exe`);
    const executable = exe === '' ? null : exe.replace(/ \(deleted\)$/, '');
    const cwd = link(`${folder}/cwd`);
    const mount = link(`${folder}/ns/mnt`);
    const pids = link(`${folder}/ns/pid`);
    // These two wait for the memory of the process, which one that is stuck may hold for long: never on the main thread.
    const orNothing = (error: unknown): string => {
      if (patient && isLate(error)) throw error;
      return '';
    };
    const read = (file: string): Promise<string> => readProcFile(`${folder}/${file}`, { timeoutMs: turnMs }).catch(orNothing);
    // What is mapped comes in pieces of 4 kB, each a turn of the pool: a browser's would be fifty.
    const isTold = isToldByName(programName({ executable, command: [], name: '' }));
    const [command, maps] = await Promise.all([read('cmdline'), isTold ? '' : read('maps')]);
    const contained = (mount !== '' && mount !== self.mount) || (pids !== '' && pids !== self.pids);
    return {
      ...known,
      executable,
      command: command.replace(/\0+$/, '').split('\0'),
      cwd: cwd === '' ? null : cwd,
      modules: mappedFiles(maps),
      foreign: false,
      user: String(owner.uid),
      contained,
      ...(contained ? { root: `${folder}/root` } : {}),
    };
  };

  return { list, inspect, hasNew };
};

const link = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

/** Whether a pid was handed out after `before` and up to `after`, going round. */
export const handedOut = (before: number | undefined, after: number | undefined): ((pid: number) => boolean) => {
  if (before === undefined || after === undefined) return () => true;
  return before <= after ? (pid) => pid > before && pid <= after : (pid) => pid > before || pid <= after;
};

export interface StatFields {
  readonly name: string;
  readonly parent: number;
  readonly startTime: string;
  /** Where its stack begins: another address in every program that is started; 0 where that is not told. */
  readonly stack: string;
  /** A thread of the kernel, or dead. */
  readonly unusable: boolean;
}

/** `pid (name) state parent …`: the name may hold anything, brackets too, so everything is counted from the last bracket. */
export const statFields = (text: string): StatFields | undefined => {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const rest = text.slice(close + 2).split(' ', 26);
  const startTime = rest[19];
  if (startTime === undefined) return undefined;
  const kernelThread = 0x0020_0000;
  return {
    name: text.slice(open + 1, close),
    parent: Number(rest[1]),
    startTime,
    stack: rest[25] ?? '0',
    unusable: (Number(rest[6]) & kernelThread) !== 0 || rest[0] === 'Z' || rest[0] === 'X',
  };
};

/** Files mapped into a process, each once. Anonymous memory has no path; memory files do (`/memfd:…`). */
export const mappedFiles = (maps: string): readonly string[] => {
  const files = new Set<string>();
  let last = '';
  for (const line of maps.split('\n')) {
    const at = line.indexOf('/');
    if (at < 0) continue;
    const file = line.slice(at).replace(/ \(deleted\)$/, '');
    if (file !== last) files.add(file);
    last = file;
  }
  return [...files];
};
