import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Listing, ProcessFacts, ProcessKey } from './facts.js';

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
  readonly startTime: string;
  readonly stack: string;
  key: ProcessKey;
  scans: number;
}

const ticksPerSecond = 100;
const youngScans = 10;
const linksPerScan = 100;
const longAgoMs = 30_000;
const oldMs = 10_000;

export const createLinuxListing = ({ proc = '/proc' }: LinuxOptions = {}): Listing => {
  const bootedAt = Date.now() - Number.parseFloat(readFileSync(`${proc}/uptime`, 'latin1')) * 1000;
  const self = { uid: process.getuid?.() ?? 0, mount: link(`${proc}/self/ns/mnt`), pids: link(`${proc}/self/ns/pid`) };
  const buffer = Buffer.alloc(4096);
  let seen = new Map<number, Seen>();
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

  const list = async (closely?: ReadonlySet<number>): Promise<readonly ProcessKey[]> => {
    const now = Date.now();
    const newest = newestPid();
    const mayBeNew = now - listedAt > longAgoMs ? () => true : handedOut(lastPid, newest);
    const next = new Map<number, Seen>();
    const pids: number[] = [];
    for (const name of readdirSync(proc)) {
      const first = name.charCodeAt(0);
      if (first >= 49 && first <= 57) pids.push(Number(name));
    }
    const from = cursor;
    cursor = (cursor + linksPerScan) % Math.max(pids.length, 1);
    for (const [index, pid] of pids.entries()) {
      let known = seen.get(pid);
      if (known === undefined || known.scans < youngScans || mayBeNew(pid)) {
        const fields = statFields(readStat(pid) ?? '');
        if (fields === undefined) continue;
        const image = imageOf(pid, fields.stack);
        if (known?.startTime !== fields.startTime)
          known = {
            ...fields,
            key: { pid, startTime: fields.startTime, image },
            scans: isOld(fields.startTime, now) ? youngScans : 0,
          };
        else if (known.key.image !== image) known = { ...fields, key: { ...known.key, image }, scans: known.scans };
      } else if ((index >= from && index < from + linksPerScan) || closely?.has(pid)) {
        const image = imageOf(pid, known.stack);
        if (image !== known.key.image) known.key = { ...known.key, image };
      }
      known.scans++;
      next.set(pid, known);
    }
    seen = next;
    lastPid = newest;
    listedAt = now;
    return Array.from(next.values(), (entry) => entry.key);
  };

  const isOld = (startTime: string, now: number): boolean => now - bootedAt - (Number(startTime) * 1000) / ticksPerSecond > oldMs;

  const imageOf = (pid: number, stack: string): string => `${link(`${proc}/${pid}/exe`)} ${stack}`;

  /** A copy of its parent: made by a fork, and not yet, or never, another program. */
  const isCopy = (stack: string, parent: number): boolean =>
    stack.length > 2 && statFields(readStat(parent) ?? '')?.stack === stack;

  const inspect = async (key: ProcessKey): Promise<ProcessFacts | undefined> => {
    const folder = `${proc}/${key.pid}`;
    const fields = statFields(readStat(key.pid) ?? '');
    if (fields === undefined || fields.startTime !== key.startTime || fields.unusable) return undefined;
    const copied = isCopy(fields.stack, fields.parent);
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (owner === undefined) return undefined;
    const executable = link(`${folder}/exe`);
    const cwd = link(`${folder}/cwd`);
    const mount = link(`${folder}/ns/mnt`);
    const pids = link(`${folder}/ns/pid`);
    // These two wait for the memory of the process, which one that is stuck may hold for long: never on the main thread.
    const [command, maps] = await Promise.all([
      readFile(`${folder}/cmdline`, 'utf8').catch(() => ''),
      readFile(`${folder}/maps`, 'utf8').catch(() => ''),
    ]);
    const contained = (mount !== '' && mount !== self.mount) || (pids !== '' && pids !== self.pids);
    return {
      pid: key.pid,
      startTime: key.startTime,
      startedAt: new Date(bootedAt + (Number(key.startTime) * 1000) / ticksPerSecond).toISOString(),
      parent: fields.parent,
      name: fields.name,
      executable: executable === '' ? null : executable.replace(/ \(deleted\)$/, ''),
      command: command.replace(/\0+$/, '').split('\0'),
      cwd: cwd === '' ? null : cwd,
      modules: mappedFiles(maps),
      foreign: owner.uid !== self.uid,
      user: String(owner.uid),
      contained,
      copied,
      ...(contained ? { root: `${folder}/root` } : {}),
    };
  };

  return { list, inspect };
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
