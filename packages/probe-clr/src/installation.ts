import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readForeignFile, startTimeOf } from '@substrate/core/probing';
import type { Artifact, Artifacts } from './artifacts.js';
import { makeCall } from './call.js';
import type { TargetProcess } from './target-process.js';

/**
 * The probe's folder on disk:
 *
 *   Substrate.Stub.HASH.dll      the stub; made once by rename, never changed, moved or deleted: a target has it mapped
 *   Substrate.Payload.HASH.dll   what the stub loads
 *   libsubstrate-heap-HASH.so    what walks the heap; loaded while it does
 *   orders/PID-START/ID.order    what a stub shall do; readable for the target's user alone
 *   orders/PID-START/call        a named pipe that wakes the stub
 *   channels/ID/                 one attach: the channel file, the doorbell, a failure's text
 */
export const defaultDirectory = (): string =>
  process.geteuid?.() === 0 ? '/var/lib/substrate/clr' : join(homedir(), '.substrate', 'clr');

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Root attaches to processes of every user, and they must be able to read the stub. Anybody else attaches to processes of his own: nobody
 * else has a say there, nor a look.
 */
const isShared = (): boolean => process.geteuid?.() === 0;

/** The folder, and those above it that are missing, whatever the umask leaves of a mode. */
const makeFolder = async (path: string, mode: number = isShared() ? 0o755 : 0o700): Promise<void> => {
  let found = mode;
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      return makeFolder(path, mode);
    }
    if (code !== 'EEXIST') throw error;
    // One that was there may lose rights by it, and never gains any.
    found = (await stat(path)).mode & mode;
  }
  await chmod(path, found).catch(() => undefined);
};

/** Puts a file in its place unless it is there; a file of that name with other bytes is replaced by rename, never written into. */
const install = async (folder: string, artifact: Artifact): Promise<string> => {
  const path = join(folder, artifact.file);
  const present = await readForeignFile(path, { maxBytes: 2 * artifact.bytes.length }).catch(() => null);
  if (present && sha256(present) === artifact.sha256) return path;
  const mode = isShared() ? 0o644 : 0o600;
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(artifact.bytes);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  return path;
};

export interface Installed {
  readonly folder: string;
  readonly stub: string;
  readonly payload: string;
  readonly heap: string | null;
}

export const installArtifacts = async (folder: string, artifacts: Artifacts): Promise<Installed> => {
  await makeFolder(folder);
  return {
    folder,
    stub: await install(folder, artifacts.stub),
    payload: await install(folder, artifacts.payload),
    heap: artifacts.heap ? await install(folder, artifacts.heap) : null,
  };
};

const give = async (path: string, target: TargetProcess): Promise<void> => {
  if (process.geteuid?.() === 0 && target.uid !== 0) await chown(path, target.uid, target.gid);
};

/** A folder of one attach, 0700, owned by the target's user. */
export const makeChannelFolder = async (folder: string, target: TargetProcess): Promise<string> => {
  const channels = join(folder, 'channels');
  await makeFolder(channels);
  const path = join(channels, randomBytes(6).toString('hex'));
  await makeFolder(path, 0o700);
  await give(path, target);
  return path;
};

const ordersFolder = (folder: string, target: TargetProcess): string =>
  join(folder, 'orders', `${target.ownPid}-${target.startTime}`);

interface Order {
  readonly payload: string;
  readonly channel: string;
  readonly nonce: string;
  /** Where the stub writes why it could not start the payload. */
  readonly failure: string;
}

/** Lays down an order for the stub in `folder`; returns its path. It appears whole, by rename. */
export const placeOrder = async (folder: string, target: TargetProcess, order: Order): Promise<string> => {
  await makeFolder(join(folder, 'orders'));
  const orders = ordersFolder(folder, target);
  await makeFolder(orders, 0o700);
  await give(orders, target);
  await makeCall(orders, target);
  const path = join(orders, `${randomBytes(6).toString('hex')}.order`);
  const file = await open(`${path}.new`, 'wx', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile([order.payload, order.channel, order.nonce, order.failure].join('\n'));
    if (process.geteuid?.() === 0 && target.uid !== 0) await file.chown(target.uid, target.gid);
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return path;
};

export const isTaken = async (order: string): Promise<boolean> => !(await stat(order).catch(() => null));

/** Takes back an order that no stub has taken; true when it was still there. */
export const withdrawOrder = async (order: string): Promise<boolean> => {
  const withdrawn = await unlink(order).then(
    () => true,
    () => false,
  );
  return withdrawn;
};

export const removeChannelFolder = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
};

/** Longer than any order waits to be taken. */
const orderMs = 10 * 60 * 1000;

/**
 * Removes orders of processes that have ended, and channel folders that nobody has touched for a day. A process that is not to be seen may run all the same,
 * with another pid in another namespace: what was laid down just now is left to whoever did.
 */
export const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(join(folder, 'orders')).catch(() => [])) {
    const path = join(folder, 'orders', name);
    const [pid, startTime] = name.split('-');
    if (startTimeOf(Number(pid)) === startTime) continue;
    const touched = await stat(path).catch(() => null);
    if (touched && Date.now() - touched.mtimeMs > orderMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
  for (const name of await readdir(join(folder, 'channels')).catch(() => [])) {
    const path = join(folder, 'channels', name);
    const touched = await stat(join(path, 'channel')).catch(() => stat(path).catch(() => null));
    if (touched && Date.now() - touched.mtimeMs > 24 * 3600 * 1000) await removeChannelFolder(path);
  }
};

/** The folder in which a stub that a process has loaded looks for its orders. */
export const folderOfStub = (stub: string): string => dirname(stub);

export const isStub = (path: string, name: string): boolean => basename(path).replace(/ \(deleted\)$/, '') === `${name}.dll`;
