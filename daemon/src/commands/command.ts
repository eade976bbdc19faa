/** What a command may touch of the world. Programs read `stdout`; hints, notes and errors go to `stderr`. */
export interface CommandIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
  /** Ends a command that waits (watch, verify) when the user interrupts it. */
  readonly signal?: AbortSignal;
}

/** One subcommand of `substrate`. `run` gets the arguments after its name and answers with the exit code. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly examples: readonly string[];
  run(args: string[], io: CommandIo): Promise<number>;
}

/** 0 done; 1 refused, failed or false; 2 bad usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
