import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { lchown, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TargetProcess } from './target-process.js';

/**
 * A stub that waits for an order sleeps in a read of a named pipe beside its orders; a byte wakes it. Where there is no `mkfifo` the stub
 * looks for orders now and then instead.
 */

const pipeOf = (orders: string): string => join(orders, 'call');

/** Makes the pipe, for the target's user alone, where that can be done. */
export const makeCall = async (orders: string, target: TargetProcess): Promise<void> => {
  const pipe = pipeOf(orders);
  if (await lstat(pipe).catch(() => null)) return;
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', pipe]);
    if (process.geteuid?.() === 0 && target.uid !== 0) await lchown(pipe, target.uid, target.gid);
  } catch {
    // Not to be had here, or another one that attaches at this moment has made it.
  }
};

/** Wakes the stub that waits for orders in that folder. Nobody can tell whether one does where there is no pipe. */
export const call = async (orders: string): Promise<'woken' | 'nobody' | 'unknown'> => {
  try {
    // The folder is the target's: what lies there under this name may be anything, and we may be root.
    const pipe = await open(pipeOf(orders), constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (!(await pipe.stat()).isFIFO()) return 'unknown';
      await pipe.write(Buffer.from([1]));
      return 'woken';
    } finally {
      await pipe.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // A pipe that is full has been called often enough.
    if (code === 'EAGAIN') return 'woken';
    return code === 'ENXIO' ? 'nobody' : 'unknown';
  }
};
