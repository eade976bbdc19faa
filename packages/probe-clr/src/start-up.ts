import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { pollUntil, readProcFile } from '@substrate/core/probing';
import { readMappedFiles, type TargetProcess } from './target-process.js';

/**
 * A runtime answers its diagnostic port long before it can run anything for others, and it does not say so: a hook that comes in between
 * is called in a domain that is half made, and that is a null reference in native code (SIGSEGV). So nothing is sent before the program
 * itself is seen to run.
 */

const lookEveryMs = 20;
const patienceMs = 10_000;
const coreLibrary = 'System.Private.CoreLib.dll';
/** Of looks in which nothing of a process runs, one after the other; and of those between which its first thread had turns, as one that wakes by the clock has. */
const quietLooks = 10;
const asleepLooks = 40;
/** More than any start takes of the processor. */
const startTicks = 200;

/** Whether it runs, once that can be told; false when it can't in all that time. */
export const waitForStart = async (target: TargetProcess, signal: AbortSignal): Promise<boolean> => {
  const isSettled = createSettling(target.pid);
  const look = async (): Promise<true | null> => ((await runsItsFiles(target.pid)) ?? (await isSettled())) || null;
  return (await pollUntil({ ms: patienceMs, everyMs: lookEveryMs, signal }, look)) === true;
};

/**
 * The domain is made with the core library alone; the first other library comes after. Null when the runtime is part of the executable,
 * which has its libraries inside it. What can't be read now is looked at again.
 */
const runsItsFiles = async (pid: number): Promise<boolean | null> => {
  const files = (await readMappedFiles(pid)).map((file) => basename(file));
  if (files.some((file) => file.endsWith('.dll') && file !== coreLibrary)) return true;
  return files.includes('libcoreclr.so') || files.length === 0 ? false : null;
};

/**
 * Whether it is through with its start, whatever that did: none of its threads has anything to do for a while, or hardly ever, or it has worked for
 * longer than any start does.
 */
const createSettling = (pid: number): (() => Promise<boolean>) => {
  let quiet = 0;
  let asleep = 0;
  let last = '';
  return async () => {
    const threads = await readdir(`/proc/${pid}/task`).catch((): string[] => []);
    const stats = await Promise.all(threads.map((id) => readProcFile(`/proc/${pid}/task/${id}/stat`).catch(() => '')));
    const main = await readProcFile(`/proc/${pid}/task/${pid}/status`).catch(() => '');
    const turns = main.match(/^(?:non)?voluntary_ctxt_switches:.*$/gm)?.join() ?? '';
    const fields = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '));
    // Who starts and gets no turn waits for one (R), or for a file (D): it does not sleep.
    const isAsleep = turns !== '' && fields.every(([state]) => state === 'S');
    asleep = isAsleep ? asleep + 1 : 0;
    quiet = isAsleep && turns === last ? quiet + 1 : 0;
    last = turns;
    const ticks = fields.reduce((sum, field) => sum + Number(field[11] ?? 0) + Number(field[12] ?? 0), 0);
    return quiet >= quietLooks || asleep >= asleepLooks || ticks >= startTicks;
  };
};
