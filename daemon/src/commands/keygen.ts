import { generateKey, KeysFileError } from '@substrate/auth';
import { diskTrouble, type Scope, scopes } from '@substrate/core';
import { loadConfig } from '../config.js';
import { takeWords, UsageError } from './arguments.js';
import { localCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clientKeyFile } from './connection.js';
import { saveKey } from './save-key.js';

/** Makes a key. The daemon knows it at once; its text is shown this one time. */
export const keygen = localCommand(async ({ args, terminal, io }) => {
  takeWords(args.words);
  const config = loadConfig({ configFile: args.text('config'), env: io.env });
  const save = args.flag('save');
  const label = args.text('label') ?? (save ? 'command line' : undefined);
  const limits = { ...scopesOf(args.texts('scope')), ...appsOf(args.texts('app')) };
  const made = await generateKey({ file: config.auth.keys_file, ...(label !== undefined && { label }), ...limits });
  if (terminal.json) terminal.printJson(made);
  else terminal.print(`key: ${made.key}\nid: ${made.id}\nfile: ${made.file}\n`);
  if (save) {
    const file = clientKeyFile(io.env);
    await saveKey(file, made.key).catch((error) => {
      const why = diskTrouble(error);
      if (why === undefined) throw error;
      throw new KeysFileError('keys_file_unwritable', file, `${file} can't be written: ${why}. The key is made, but not saved.`);
    });
    terminal.note(`Saved in ${file}: the other commands use it from now on.`);
  }
  return exitCodes.done;
});

const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word);

/** `--scope read --scope act`, or `--scope read,act`. */
const scopesOf = (given: readonly string[]): { scopes?: Scope[] } => {
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim());
  const wrong = words.find((word) => !isScope(word));
  if (wrong !== undefined) throw new UsageError(`--scope takes ${scopes.join(', ')}, not "${wrong}"`);
  return words.length === 0 ? {} : { scopes: [...new Set(words.filter(isScope))] };
};

const appsOf = (given: readonly string[]): { apps?: string[] } => {
  if (given.some((pattern) => pattern.trim() === '')) throw new UsageError('--app takes a pattern that is not empty');
  return given.length === 0 ? {} : { apps: [...given] };
};
