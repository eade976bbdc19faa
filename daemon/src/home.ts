import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Holder, livingHolder, lockFile, readIfThereSync } from '@substrate/core/files';

/**
 * The home folder and the lock that keeps it to one daemon: two would write the same schemas and audit log, and attach to the same applications. The lock
 * names its holder, so that what a killed daemon left behind is nobody's.
 */
export interface HomeLock extends AsyncDisposable {
  /** Puts the address into the lock: for the commands, and for the message that a second daemon gives. */
  announce(url: string): Promise<void>;
}

const lockName = 'daemon.lock';

export class HomeInUseError extends Error {
  constructor(home: string, { pid, note }: Holder) {
    const where = note === undefined ? '' : ` and listens on ${note}`;
    super(
      `another daemon (pid ${pid}) uses ${home}${where}: stop it first, or give this one a home of its own with SUBSTRATE_HOME and another port with --port.`,
    );
    this.name = 'HomeInUseError';
  }
}

const holderOf = (home: string): Holder | undefined => livingHolder(readIfThereSync(path.join(home, lockName)) ?? '');

/** The daemon of this home, if one runs. Its address is null while it starts. */
export const runningDaemon = (home: string): { readonly pid: number; readonly url: string | null } | undefined => {
  const holder = holderOf(home);
  return holder && { pid: holder.pid, url: holder.note ?? null };
};

export const openHome = async (home: string): Promise<HomeLock> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // Neither more, whoever made it, nor less, whatever the umask took away.
  if (process.platform !== 'win32' && (statSync(home).mode & 0o777) !== 0o700) chmodSync(home, 0o700);
  const file = path.join(home, lockName);
  const lock = await lockFile({ file, waitMs: 100 });
  if (lock) return { announce: lock.tell, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
  const other = holderOf(home);
  throw other ? new HomeInUseError(home, other) : new Error(`${file} can't be taken: remove it if no daemon runs.`);
};
