import { readFile } from 'node:fs/promises';

/** Whether a process is still the one that was meant, on systems that have `/proc`. */

/** Field 22 of `/proc/PID/stat`: the name in parentheses may hold blanks and parentheses. */
export const startTimeIn = (stat: string): string => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';

/** The start stamp of a process; null when there is none of that pid. */
export const startTimeOf = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat === null ? null : startTimeIn(stat);
};

/** Whether a process of that pid is there, whoever it belongs to. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
