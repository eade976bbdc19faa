import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOwnFileSync } from '@substrate/core/probing';

/**
 * The home folder and the lock that keeps it to one daemon: two would write the same schemas and audit log, and attach to the same applications. The lock
 * names its holder by pid and start time, so that what a killed daemon left behind is nobody's.
 */
export interface HomeLock extends Disposable {
  /** Puts the address into the lock: for the commands, and for the message that a second daemon gives. */
  announce(url: string): void;
}

interface Holder {
  readonly pid: number;
  readonly startTime: string | null;
  readonly url: string | null;
}

const lockName = 'daemon.lock';

export class HomeInUseError extends Error {
  constructor(home: string, holder: Holder) {
    const where = holder.url === null ? '' : ` and listens on ${holder.url}`;
    super(
      `another daemon (pid ${holder.pid}) uses ${home}${where}: stop it first, or give this one a home of its own with SUBSTRATE_HOME and another port with --port.`,
    );
    this.name = 'HomeInUseError';
  }
}

/** The daemon of this home, if one runs. Its address is null while it starts. */
export const runningDaemon = (home: string): { readonly pid: number; readonly url: string | null } | undefined => {
  const holder = readHolder(path.join(home, lockName));
  return holder !== undefined && isAlive(holder) ? { pid: holder.pid, url: holder.url } : undefined;
};

export const openHome = (home: string): HomeLock => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // Neither more, whoever made it, nor less, whatever the umask took away.
  if (process.platform !== 'win32' && (statSync(home).mode & 0o777) !== 0o700) chmodSync(home, 0o700);
  const file = path.join(home, lockName);
  let holder: Holder = { pid: process.pid, startTime: startTimeOf(process.pid), url: null };
  take(file, home, holder);
  return {
    announce(url) {
      holder = { ...holder, url };
      renameSync(draft(file, holder), file);
    },
    [Symbol.dispose]() {
      if (readHolder(file)?.pid === process.pid) unlinkSync(file);
    },
  };
};

const take = (file: string, home: string, holder: Holder): void => {
  for (let attempt = 0; attempt < 5; attempt++) {
    const written = draft(file, holder);
    try {
      linkSync(written, file);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(written);
    }
    const other = readHolder(file);
    if (other !== undefined && isAlive(other)) throw new HomeInUseError(home, other);
    try {
      unlinkSync(file);
    } catch {
      // Another daemon was quicker to clear it away.
    }
  }
  throw new Error(`${file} can't be taken: remove it if no daemon runs.`);
};

/** Whole before it gets its name: nobody ever reads half a lock. */
const draft = (file: string, holder: Holder): string => {
  const name = `${file}.${holder.pid}`;
  writeFileSync(name, JSON.stringify(holder), { mode: 0o600 });
  return name;
};

const readHolder = (file: string): Holder | undefined => {
  try {
    const holder = JSON.parse(readOwnFileSync(file, 64 * 1024)) as Partial<Holder>;
    return typeof holder.pid === 'number'
      ? { pid: holder.pid, startTime: holder.startTime ?? null, url: holder.url ?? null }
      : undefined;
  } catch {
    return undefined;
  }
};

const isAlive = ({ pid, startTime }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startTime === null || startTimeOf(pid) === startTime;
};

/** Field 22 of stat on Linux; elsewhere a pid alone must do. */
const startTimeOf = (pid: number): string | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
};
