import { type Client, SubstrateClientError } from '@substrate/client';
import { ConfigError } from '../config.js';
import { type Arguments, readArguments, UsageError } from './arguments.js';
import { type CommandIo, type CommandSpec, exitCodes, type Runner, usageOf } from './command.js';
import { connect } from './connection.js';
import { clean, widthOf } from './table.js';

/** What every subcommand shares: reading its arguments, `--json`, and saying what went wrong. */

export interface Terminal {
  readonly json: boolean;
  /** Of the terminal; undefined when the output goes elsewhere. */
  readonly width: number | undefined;
  print(text: string): void;
  printJson(body: unknown): void;
  /** For people, beside the output. */
  note(text: string): void;
}

export interface Invocation {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly io: CommandIo;
}

/** A subcommand that works without a daemon. */
export const localCommand =
  (run: (invocation: Invocation) => Promise<number>): Runner =>
  async (spec, words, io) => {
    let json = words.includes('--json');
    try {
      const args = readArguments(words, spec.options);
      json = args.flag('json');
      return await run({ args, terminal: terminalOf(io, json), io });
    } catch (error) {
      return fail(error, spec, io, json);
    }
  };

/** A subcommand that talks to the daemon. */
export const clientCommand = (run: (invocation: Invocation & { client: Client; url: string }) => Promise<number>): Runner =>
  localCommand((invocation) => run({ ...invocation, ...connect(invocation.args, invocation.io.env) }));

const terminalOf = ({ stdout, stderr }: CommandIo, json: boolean): Terminal => ({
  json,
  width: widthOf(stdout),
  print: (text) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
  printJson: (body) => void stdout.write(`${JSON.stringify(body, null, widthOf(stdout) === undefined ? undefined : 2)}\n`),
  note: (text) => void stderr.write(`${text}\n`),
});

const fail = (error: unknown, spec: CommandSpec, io: CommandIo, json: boolean): number => {
  const { name } = spec;
  if (error instanceof UsageError) {
    io.stderr.write(`substrate ${name}: ${clean(error.message)}\nusage: ${usageOf(spec)}\n`);
    return exitCodes.usage;
  }
  if (!isExpected(error)) throw error;
  if (json) {
    const code = 'code' in error ? error.code : 'invalid_config';
    const body =
      error instanceof SubstrateClientError && error.body !== undefined
        ? error.body
        : { error: { code, message: error.message } };
    io.stdout.write(`${JSON.stringify(body)}\n`);
  }
  io.stderr.write(`substrate ${name}: ${error.message.split('\n').map(clean).join('\n')}\n`);
  if (error instanceof SubstrateClientError) for (const hint of hints(error)) io.stderr.write(`${hint}\n`);
  return exitCodes.failed;
};

/** By its name, for the keys file: its package brings a hash that most commands have no use for. */
const isExpected = (error: unknown): error is Error =>
  error instanceof SubstrateClientError ||
  error instanceof ConfigError ||
  (error instanceof Error && error.name === 'KeysFileError');

export const hints = (error: SubstrateClientError): string[] => {
  const details = (error.details ?? []).map(({ path, message }) => clean(`  ${path}: ${message}`));
  switch (error.code) {
    case 'missing_key':
      return ['Give a key with --key or SUBSTRATE_KEY, or make one for this command: substrate keygen --save'];
    case 'invalid_key':
    case 'disabled_key':
      return ['See the keys with "substrate keys", or make a new one: substrate keygen --save'];
    case 'forbidden_scope':
      return ['See what the keys may do with "substrate keys", or make one that may: substrate keygen --scope … --app …'];
    case 'not_found':
    case 'pid_not_found':
      return ['See what runs: substrate apps'];
    case 'unknown_action':
      return ['See the actions: substrate schema APP'];
    case 'missing_verify_expression':
      return ['Say what must be true afterwards: --verify EXPRESSION'];
    default:
      return details;
  }
};
