import { readlink } from 'node:fs/promises';
import { readOfProcess, readProcFile, startTimeIn, stateIn } from '@substrate/core/probing';

/** What `/proc` tells of a process that decides whether it may be touched. */
export interface ProcessStatus {
  /** `R` running, `S` sleeping, `T` stopped, `t` stopped by a tracer, `Z` dead and not reaped. */
  readonly state: string;
  readonly uid: number;
  /** Signals that the process handles, one bit each. */
  readonly caught: bigint;
  /** A native debugger is attached: it would see our signal first. */
  readonly tracer: number;
  readonly startTime: string;
  readonly executable: string | null;
}

/** Null when the process is gone or this is not Linux. */
export const readStatus = async (pid: number): Promise<ProcessStatus | null> => {
  const executable = await readlink(`/proc/${pid}/exe`).catch(() => null);
  const status = readOfProcess(pid, 'status');
  const stat = readOfProcess(pid, 'stat');
  if (status === null || stat === null) return null;
  const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return {
    state: field('State'),
    uid: Number(field('Uid')),
    caught: BigInt(`0x${field('SigCgt') || '0'}`),
    tracer: Number(field('TracerPid') || '0'),
    startTime: startTimeIn(stat),
    executable,
  };
};

/**
 * Whether the main thread waits for events right now, as between two pieces of work. Where the system does not tell what it waits for,
 * any sleep counts.
 */
export const waitsForEvents = async (pid: number): Promise<boolean> => {
  const [stat, place] = await Promise.all([
    readProcFile(`/proc/${pid}/task/${pid}/stat`).catch(() => ''),
    readProcFile(`/proc/${pid}/task/${pid}/wchan`).catch(() => ''),
  ]);
  return stateIn(stat) === 'S' && (place === '' || place === '0' || /epoll|ep_poll/.test(place));
};

const sigusr1 = 10n;

export const catchesSigusr1 = (status: ProcessStatus): boolean => (status.caught & (1n << (sigusr1 - 1n))) !== 0n;
