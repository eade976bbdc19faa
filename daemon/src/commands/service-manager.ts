import { spawnSync } from 'node:child_process';

/** What keeps a daemon running for a user who is logged in. There is one for each operating system that has such a thing. */
export interface ServiceManager {
  readonly name: string;
  /** Where the description of the service lies. */
  readonly file: string;
  /** The description, as it is written. */
  readonly text: string;
  /** Why it can't be used here; undefined when it can. */
  trouble(): string | undefined;
  /** Takes up the file that was written, and starts the daemon. What went wrong, or undefined. */
  start(): string | undefined;
  /** Ends the daemon and forgets it, before the file goes. */
  stop(): void;
  isRunning(): boolean;
}

/** What the service runs: this command, with the home and the configuration that it was installed with. */
export interface ServiceOptions {
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** Runs a tool of the system; what it said when it failed, or undefined. */
export const tryRun = (program: string, ...args: string[]): string | undefined => {
  const { status, stderr, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : (stderr || stdout).trim() || `${program} ended with ${status}`;
};
