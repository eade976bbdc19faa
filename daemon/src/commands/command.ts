/** What a command may touch of the world. Programs read `stdout`; hints, notes and errors go to `stderr`. */
export interface CommandIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
  /** Ends a command that waits (watch, verify) when the user interrupts it. */
  readonly signal?: AbortSignal;
}

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** Given more than once, it stands for all that were given. */
  readonly multiple?: boolean;
  /** What its value is called in the help. */
  readonly value?: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** What it is for, in words that need no other page. */
  readonly help: string;
  /** How it is written, where no example of the command shows it. */
  readonly example?: string;
}

export type Options = Readonly<Record<string, OptionSpec>>;

/** All that is told of a command before its code is loaded: the help and the completions are made of it. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What stands after the name, beside options: `PID|APP_ID NAME`. */
  readonly words: string;
  readonly options: Options;
  readonly examples: readonly string[];
}

/** The code of a command. It gets the arguments after its name and answers with the exit code. */
export type Runner = (spec: CommandSpec, args: string[], io: CommandIo) => Promise<number>;

/** One subcommand of `substrate`. */
export interface Command extends CommandSpec {
  run(args: string[], io: CommandIo): Promise<number>;
}

export const usageOf = ({ name, words, options }: CommandSpec): string =>
  ['substrate', name, words, Object.keys(options).length === 0 ? '' : '[OPTIONS]'].filter((part) => part !== '').join(' ');

/** 0 done; 1 refused, failed or false; 2 bad usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
