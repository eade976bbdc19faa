import { readlink } from 'node:fs/promises';
import { readOfProcess, readProcFile, startTimeIn, stateOf } from '@substrate/core/probing';

/** What `/proc` says of a process: read once for an attach. */
export interface TargetProcess {
  readonly pid: number;
  /** Field 22 of `stat`. */
  readonly startTime: string;
  /** The state letter: `R`, `S`, `T` (stopped), `Z` (zombie), … */
  readonly state: string;
  /** The pid as the process itself sees it. */
  readonly ownPid: number;
  /** As its file accesses are judged. */
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  /** Whether it may pass over permission bits (CAP_DAC_OVERRIDE or CAP_DAC_READ_SEARCH). */
  readonly passesPermissions: boolean;
  /** Empty when it may not be read. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isEnvironmentReadable: boolean;
  /** Its file system, as seen from here. */
  readonly root: string;
  /** It has another file system or pid namespace than this process. */
  readonly isElsewhere: boolean;
}

const fieldOf = (status: string, name: string): string[] => {
  const line = status.split('\n').find((one) => one.startsWith(`${name}:`));
  return (
    line
      ?.slice(name.length + 1)
      .trim()
      .split(/\s+/) ?? []
  );
};

const parseEnvironment = (text: string): Record<string, string> => {
  const variables: Record<string, string> = {};
  for (const entry of text.split('\0')) {
    const equals = entry.indexOf('=');
    if (equals > 0) variables[entry.slice(0, equals)] = entry.slice(equals + 1);
  }
  return variables;
};

const isSameNamespace = async (pid: number, name: string): Promise<boolean> => {
  const [mine, its] = await Promise.all([readlink(`/proc/self/ns/${name}`), readlink(`/proc/${pid}/ns/${name}`)]).catch(() => [
    '',
    '',
  ]);
  return mine === its;
};

/** Null when there is no such process. */
export const readTarget = async (pid: number): Promise<TargetProcess | null> => {
  const stat = readOfProcess(pid, 'stat');
  const status = readOfProcess(pid, 'status');
  if (stat === null || status === null) return null;
  const environ = await readProcFile(`/proc/${pid}/environ`).catch(() => null);
  const namespaces = await Promise.all([isSameNamespace(pid, 'mnt'), isSameNamespace(pid, 'pid')]);
  const capabilities = BigInt(`0x${fieldOf(status, 'CapEff')[0] || '0'}`);
  return {
    pid,
    startTime: startTimeIn(stat),
    state: fieldOf(status, 'State')[0] ?? '',
    ownPid: Number(fieldOf(status, 'NSpid').at(-1) ?? pid),
    uid: Number(fieldOf(status, 'Uid')[3]),
    gid: Number(fieldOf(status, 'Gid')[3]),
    groups: fieldOf(status, 'Groups').filter(Boolean).map(Number),
    passesPermissions: (capabilities & 0b110n) !== 0n,
    environment: parseEnvironment(environ ?? ''),
    isEnvironmentReadable: environ !== null,
    root: `/proc/${pid}/root`,
    isElsewhere: namespaces.includes(false),
  };
};

/** The state letter now; null when the process is gone or another one has its pid. */
export const readState = ({ pid, startTime }: Pick<TargetProcess, 'pid' | 'startTime'>): string | null => stateOf(pid, startTime);

/** Whether a debugger is at the process. */
export const isTraced = async (pid: number): Promise<boolean> => {
  const status = await readProcFile(`/proc/${pid}/status`).catch(() => '');
  return Number(fieldOf(status, 'TracerPid')[0] ?? 0) !== 0;
};

const ticksPerSecond = 100;

/** Milliseconds since the process began; 0 when that can't be told. */
export const readAge = async ({ startTime }: Pick<TargetProcess, 'startTime'>): Promise<number> => {
  const uptime = await readProcFile('/proc/uptime').catch(() => '');
  const seconds = Number.parseFloat(uptime) - Number(startTime) / ticksPerSecond;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0;
};

/** Files that the process has mapped. */
export const readMappedFiles = async (pid: number): Promise<string[]> => {
  const maps = await readProcFile(`/proc/${pid}/maps`).catch(() => '');
  const files = new Set<string>();
  for (const line of maps.split('\n')) {
    const slash = line.indexOf('/');
    if (slash > 0) files.add(line.slice(slash));
  }
  return [...files];
};
