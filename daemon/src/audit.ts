import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { readOwnFile } from '@substrate/core/probing';
import type { AttemptRecord, Audit, AuditRecord } from '@substrate/server';

/**
 * The audit log: one JSON object a line, appended. A line that a crash tore is left as it is, and the next record starts on a line of its own. At its size
 * limit the file becomes `.1`, the one before `.2`; four old ones are kept. A record of a dispatch is on the disk before anything is dispatched, one
 * of a correction that makes an action look safer before the correction is acknowledged. What a full disk did not take whole is taken back.
 */
export interface AuditLog extends Audit, AsyncDisposable {}

const oldFiles = 4;
/** How far back dispatches are remembered: well over the ten minutes that an idempotency key lives. */
const memoryMs = 60 * 60 * 1000;
const maxRemembered = 100_000;
const mostLogBytes = 1024 ** 3;

export const createAudit = async ({ file, maxBytes }: { file: string; maxBytes: number }): Promise<AuditLog> => {
  const dispatched = await readDispatched(file);
  /** Undefined when the disk did not take a new file: the next record asks again. */
  let handle: FileHandle | undefined = await openLog(file);
  let size = (await handle.stat()).size;
  if (size > 0 && !(await endsWithNewline(file, size))) size += await append(handle, '\n');
  let tail: Promise<void> = Promise.resolve();

  const remember = (record: AuditRecord): void => {
    if (record.event !== 'dispatched' || record.idempotency_key === null) return;
    dispatched.set(memoryKey(record.key_id, record.idempotency_key), Date.parse(record.at));
    if (dispatched.size > maxRemembered) dispatched.delete(dispatched.keys().next().value!);
  };

  const rotate = async (): Promise<void> => {
    await handle?.close();
    handle = undefined;
    await rm(`${file}.${oldFiles}`, { force: true });
    for (let number = oldFiles; number > 1; number--) await rename(`${file}.${number - 1}`, `${file}.${number}`).catch(ifMissing);
    await rename(file, `${file}.1`);
    size = 0;
  };

  const put = async (line: string, sync: boolean): Promise<void> => {
    handle ??= await openLog(file);
    try {
      await append(handle, line);
      if (sync) await handle.datasync();
    } catch (error) {
      await handle.truncate(size).catch(() => {});
      throw error;
    }
    size += Buffer.byteLength(line);
  };

  const write = async (record: AuditRecord): Promise<void> => {
    const line = `${JSON.stringify(record)}\n`;
    if (size > 0 && size + Buffer.byteLength(line) > maxBytes) await rotate();
    await put(line, record.event === 'dispatched' || record.event === 'reversibility_lowered');
    remember(record);
  };

  return {
    write(record) {
      const done = tail.then(() => write(record));
      tail = done.catch(() => {});
      return done;
    },
    dispatchedWithin(keyId, idempotencyKey, ms) {
      const at = dispatched.get(memoryKey(keyId, idempotencyKey));
      return at !== undefined && Date.now() - at <= ms;
    },
    async [Symbol.asyncDispose]() {
      await tail;
      await handle?.close();
    },
  };
};

/** Where a named pipe has the log's name, an open that waits for a reader would never end. */
const openLog = async (file: string): Promise<FileHandle> => {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = constants;
  const notAFile = (cause?: unknown): Error =>
    new Error(`${file} is no regular file: move it away, the audit log is kept there.`, { cause });
  const handle = await open(file, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENXIO' || error.code === 'EISDIR' ? notAFile(error) : error;
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw notAFile();
};

const memoryKey = (keyId: string | null, idempotencyKey: string): string => `${keyId ?? ''} ${idempotencyKey}`;

const append = async (handle: FileHandle, text: string): Promise<number> => {
  await handle.appendFile(text);
  return Buffer.byteLength(text);
};

const ifMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

const endsWithNewline = async (file: string, size: number): Promise<boolean> => {
  const reader = await open(file, 'r');
  try {
    const { buffer } = await reader.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 10;
  } finally {
    await reader.close();
  }
};

/** What was dispatched within the memory, by whichever daemon, from the newest file back. */
const readDispatched = async (file: string): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  const since = Date.now() - memoryMs;
  for (let number = 0; number <= oldFiles; number++) {
    const name = number === 0 ? file : `${file}.${number}`;
    const changed = await stat(name).catch(() => undefined);
    if (changed === undefined || changed.mtimeMs < since) break;
    for (const line of (await readOwnFile(name, mostLogBytes)).split('\n')) {
      const record = parseLine(line);
      if (record?.event !== 'dispatched' || typeof record.idempotency_key !== 'string') continue;
      const at = Date.parse(String(record.at));
      const key = memoryKey(record.key_id ?? null, record.idempotency_key);
      if (at >= since && at > (found.get(key) ?? 0)) found.set(key, at);
    }
  }
  return found;
};

const parseLine = (line: string): Partial<AttemptRecord> | undefined => {
  if (!line.includes('"dispatched"')) return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null ? record : undefined;
  } catch {
    return undefined;
  }
};
