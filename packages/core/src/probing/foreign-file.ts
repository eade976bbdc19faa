import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';

/**
 * Files whose path somebody else chose: what a process names in its command line, what lies in the folder that it reports as its own. Such a
 * path can lead to a named pipe that nobody writes to, a device without an end, a hundred megabytes, a network that does not answer. So:
 *
 * - regular files alone, looked at before they are opened (opening a pipe or a device does something) and once more when they are open;
 * - never a blocking open, never more bytes than asked for, never longer than the deadline, never on the main thread;
 * - files of our own user and of root, who could change this program as well. A daemon that runs as root reads whoever's files its own
 *   processes name: they run code from there already. For another user's process it reads that user's files and root's;
 * - a few at a time. A read that a file system holds up occupies a thread of the pool for as long as that lasts, whether or not anybody still
 *   waits; the audit log, the keys and the schemas are written by the same threads, and one is always left to them.
 */

export type FileTrouble = 'missing' | 'not_a_file' | 'too_large' | 'not_ours' | 'timeout' | 'unreadable';

export class FileError extends Error {
  readonly trouble: FileTrouble;
  constructor(trouble: FileTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileError';
    this.trouble = trouble;
  }
}

/** Whether the file itself is not to blame: nothing was learned about it in the time there was. */
export const isLate = (error: unknown): boolean => error instanceof FileError && error.trouble === 'timeout';

export interface ForeignFileOptions {
  /** A larger file is refused, not cut. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** The user whose process named the path; this process's own unless given. */
  readonly uid?: number;
  /** Refuse a symbolic link at the end of the path: where others can put one into the folder. */
  readonly noFollow?: boolean;
}

/** A file that can be read at any place while it is open. */
export interface OpenFile {
  readonly size: number;
  readonly modifiedMs: number;
  /** Fewer bytes than asked for at the end of the file. */
  read(length: number, position: number): Promise<Buffer>;
}

const defaultBytes = 1024 * 1024;
const defaultMs = 2000;

// ── How many at a time ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Lane = 'file' | 'proc';

/** Neither kind can take all places: a file system that hangs leaves one for looking at processes, and the other way round. */
const poolSize = Math.max(Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? '', 10) || 4, 2);
const mostInAll = Math.max(1, Math.min(3, poolSize - 1));
const mostOfOneLane = Math.max(1, Math.min(2, mostInAll - 1));

interface Waiting {
  readonly lane: Lane;
  start(): void;
}

const inFlight = { file: 0, proc: 0 };
let queue: Waiting[] = [];

const admitNext = (): void => {
  queue = queue.filter((next) => {
    if (inFlight.file + inFlight.proc >= mostInAll || inFlight[next.lane] >= mostOfOneLane) return true;
    inFlight[next.lane]++;
    next.start();
    return false;
  });
};

/**
 * Runs the work when there is a place for it and waits until the deadline, the waiting for a place included. The place is given back when the
 * work really ends, not when nobody waits for it any more. Rejects with a `FileError` of trouble `timeout`.
 */
export const inLane = <T>(
  { lane, what, timeoutMs = defaultMs }: { lane: Lane; what: string; timeoutMs?: number | undefined },
  work: () => Promise<T>,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const entry: Waiting = {
      lane,
      start: () => {
        Promise.resolve()
          .then(work)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            inFlight[lane]--;
            admitNext();
          });
      },
    };
    const timer = setTimeout(() => {
      queue = queue.filter((one) => one !== entry);
      reject(new FileError('timeout', `${what} could not be read within ${timeoutMs} ms.`));
    }, timeoutMs);
    queue.push(entry);
    admitNext();
  });

// ── One file ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const kindOf = (found: Stats): string => {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  if (found.isSymbolicLink()) return 'a symbolic link';
  return 'a device';
};

const checkKind = (path: string, found: Stats, maxBytes: number): void => {
  if (!found.isFile()) throw new FileError('not_a_file', `${path} is ${kindOf(found)}, not a regular file.`);
  if (found.size > maxBytes) throw new FileError('too_large', `${path} has ${found.size} bytes, more than ${maxBytes}.`);
};

const checkOwner = (path: string, found: Stats, uid: number | undefined): void => {
  const own = process.geteuid?.();
  if (own === undefined || found.uid === 0) return;
  const trusted = uid === undefined || uid === own ? (own === 0 ? found.uid : own) : uid;
  if (found.uid !== trusted) throw new FileError('not_ours', `${path} belongs to another user (uid ${found.uid}).`);
};

/** Without O_NONBLOCK the open of a named pipe waits for a writer; O_NOCTTY: a terminal must not become ours. Neither is known on Windows. */
const careful = (noFollow: boolean): number =>
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (noFollow ? (constants.O_NOFOLLOW ?? 0) : 0);

const toFileError = (path: string, error: unknown): FileError => {
  if (error instanceof FileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileError('missing', `${path} is not there.`, { cause: error });
  return new FileError('unreadable', `${path} can't be read: ${code ?? message}.`, { cause: error });
};

const withHandle = async <T>(
  path: string,
  { maxBytes = defaultBytes, noFollow = false }: ForeignFileOptions,
  check: (found: Stats) => void,
  use: (handle: FileHandle, found: Stats) => Promise<T>,
): Promise<T> => {
  try {
    const before = await stat(path);
    checkKind(path, before, maxBytes);
    check(before);
    const handle = await open(path, careful(noFollow));
    try {
      const found = await handle.stat();
      checkKind(path, found, maxBytes);
      check(found);
      return await use(handle, found);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toFileError(path, error);
  }
};

/** Up to the end or one byte beyond the bound, whichever is first; what proc offers has no size beforehand. */
const readAll = async (handle: FileHandle, path: string, size: number, maxBytes: number): Promise<Buffer> => {
  let bytes = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, at);
    at += bytesRead;
    if (bytesRead === 0) return bytes.subarray(0, at);
    if (at > maxBytes) throw new FileError('too_large', `${path} has more than ${maxBytes} bytes.`);
    if (at === bytes.length)
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.min(Math.max(at, 16_384), maxBytes + 1 - at))]);
  }
};

/** Runs `use` on the file while it is open. Rejects with a `FileError`. */
export const withForeignFile = <T>(path: string, options: ForeignFileOptions, use: (file: OpenFile) => Promise<T>): Promise<T> =>
  inLane({ lane: 'file', what: path, timeoutMs: options.timeoutMs }, () =>
    withHandle(
      path,
      options,
      (found) => checkOwner(path, found, options.uid),
      (handle, { size, mtimeMs }) =>
        use({
          size,
          modifiedMs: mtimeMs,
          read: async (length, position) => {
            const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
            return buffer.subarray(0, bytesRead);
          },
        }),
    ),
  );

/** The bytes of a file that somebody else named. Rejects with a `FileError`. */
export const readForeignFile = (path: string, options: ForeignFileOptions = {}): Promise<Buffer> =>
  inLane({ lane: 'file', what: path, timeoutMs: options.timeoutMs }, () =>
    withHandle(
      path,
      options,
      (found) => checkOwner(path, found, options.uid),
      (handle, { size }) => readAll(handle, path, size, options.maxBytes ?? defaultBytes),
    ),
  );

/** The text of a file that somebody else named; null whatever is wrong with it. */
export const readForeignText = (path: string, options: ForeignFileOptions = {}): Promise<string | null> =>
  readForeignFile(path, options).then(
    (bytes) => bytes.toString('utf8'),
    () => null,
  );

/** Where a path that somebody else chose leads to; the path itself where it leads nowhere. Rejects with a `FileError` when there was no time. */
export const foreignRealPath = (path: string, options: Pick<ForeignFileOptions, 'timeoutMs'> = {}): Promise<string> =>
  inLane({ lane: 'file', what: path, timeoutMs: options.timeoutMs }, () => realpath(path).catch(() => path));

const procBytes = 32 * 1024 * 1024;

/**
 * A file of `/proc` about a process. Its command line and maps wait for that process's memory, which one that is stuck may hold for long. Rejects
 * with a `FileError`.
 */
export const readProcFile = (path: string, options: Pick<ForeignFileOptions, 'timeoutMs'> = {}): Promise<string> =>
  inLane({ lane: 'proc', what: path, timeoutMs: options.timeoutMs }, async () => {
    try {
      // Nobody chose this path but us, and each question costs a turn of the pool, which is long on a busy machine.
      const handle = await open(path, careful(false));
      try {
        return (await readAll(handle, path, 16_384, procBytes)).toString('utf8');
      } finally {
        void handle.close().catch(() => {});
      }
    } catch (error) {
      throw toFileError(path, error);
    }
  });

// ── Our own files ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const ownBytes = 64 * 1024 * 1024;

/**
 * The text of a file of our own, in the home folder: it waits for no place, because nobody else chose its path. What lies there by mistake (a
 * named pipe, a folder) is told at once. Rejects with a `FileError`.
 */
export const readOwnFile = async (path: string, maxBytes = ownBytes): Promise<string> => {
  const bytes = await withHandle(
    path,
    { maxBytes },
    () => {},
    (handle, { size }) => readAll(handle, path, size, maxBytes),
  );
  return bytes.toString('utf8');
};

/** The same where nothing can be waited for: at start, and in a check that must answer at once. Throws a `FileError`. */
export const readOwnFileSync = (path: string, maxBytes = ownBytes): string => {
  try {
    checkKind(path, statSync(path), maxBytes);
    const handle = openSync(path, careful(false));
    try {
      const found = fstatSync(handle);
      checkKind(path, found, maxBytes);
      const bytes = Buffer.alloc(found.size);
      let at = 0;
      for (let read = -1; at < bytes.length && read !== 0; at += read) read = readSync(handle, bytes, at, bytes.length - at, at);
      return bytes.toString('utf8', 0, at);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw toFileError(path, error);
  }
};
