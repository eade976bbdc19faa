import { readFileSync } from 'node:fs';

/** Whether a process is still the one that was meant, on systems that have `/proc`. */

/** What follows the name in `/proc/PID/stat`, which is in parentheses and may hold blanks and parentheses of its own. */
const afterName = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20);

/** Field 22 of `/proc/PID/stat`. */
export const startTimeIn = (stat: string): string => afterName(stat)[19] ?? '';

/** Field 3 of `/proc/PID/stat`: `R`, `S`, `D`, `T` (stopped), `t` (traced), `Z` (dead and not reaped), … */
export const stateIn = (stat: string): string => afterName(stat)[0] ?? '';

/**
 * What the system says of a process unasked; null when there is none of that pid. Synchronous on purpose: it waits for nothing of the process,
 * and in a queue on a busy machine it would come late, which nobody could tell from a process that has ended.
 */
export const readOfProcess = (pid: number, file: 'stat' | 'status'): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return null;
  }
};

/** The start stamp of a process; null when there is none of that pid. */
export const startTimeOf = (pid: number): string | null => {
  const stat = readOfProcess(pid, 'stat');
  return stat === null ? null : startTimeIn(stat);
};

/** The state letter of a process; null when there is none of that pid, or when it is another one than was meant. */
export const stateOf = (pid: number, startTime?: string): string | null => {
  const stat = readOfProcess(pid, 'stat');
  return stat === null || (startTime !== undefined && startTimeIn(stat) !== startTime) ? null : stateIn(stat);
};

/** Whether a process of that pid is there, whoever it belongs to. */
export const isAlive = (pid: number): boolean => {
  try {
    // Zero and less would mean groups of processes.
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
