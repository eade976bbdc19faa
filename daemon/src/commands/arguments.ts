import { parseArgs } from 'node:util';
import type { Options } from './command.js';

/** Wrong use of a command: printed with its usage, exit code 2. */
export class UsageError extends Error {}

export interface Arguments {
  readonly words: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
  /** A whole number, or wrong use. */
  count(name: string): number | undefined;
}

/** Options may stand anywhere; what follows `--` is taken as it is. */
export const readArguments = (args: readonly string[], options: Options): Arguments => {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: parseable(options), allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, options));
  }
  const text = (name: string): string | undefined => parsed.values[name] as string | undefined;
  for (const [name, { choices, multiple }] of Object.entries(options)) {
    const given = multiple ? undefined : text(name);
    if (choices !== undefined && given !== undefined && !choices.includes(given))
      throw new UsageError(`--${name} takes ${choices.join(', ')}, not "${given}"`);
  }
  const all = (name: string): readonly string[] => (parsed.values[name] as string[] | undefined) ?? [];
  refuseMixedUpKeys(text('key'), options.keys === undefined ? undefined : all('keys'));
  return {
    words: parsed.positionals,
    text,
    texts: all,
    flag: (name) => parsed.values[name] === true,
    count: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}"`);
      return Number(value);
    },
  };
};

const parseable = (options: Options) =>
  Object.fromEntries(Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]));

/** `--key` is for the API key and `--keys` for keys of the state: a letter apart, and one of them is a secret. */
const refuseMixedUpKeys = (key: string | undefined, keys: readonly string[] | undefined): void => {
  const isSecret = (word: string): boolean => word.startsWith('sk_substrate_');
  if (key !== undefined && !isSecret(key))
    throw new UsageError(
      `--key takes an API key (sk_substrate_…), not "${key}"${keys === undefined ? '' : '; a key of the state is asked for with --keys'}`,
    );
  if (keys?.some(isSecret)) throw new UsageError('--keys takes keys of the state; an API key is given with --key');
};

/** An option that there is not, with the one that was perhaps meant. */
const explain = ({ code, message }: NodeJS.ErrnoException, options: Options): string => {
  const name = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(--?[^']+)'/.exec(message)?.[1] : undefined;
  if (name === undefined) return message;
  const start = name.slice(0, 5);
  const near = Object.keys(options).find((one) => `--${one}`.startsWith(start) || name.startsWith(`--${one}`));
  return `there is no option ${name}${near === undefined ? '' : `; did you mean --${near}?`}`;
};

/** The words of a command by name, or wrong use. */
export const takeWords = <Name extends string>(words: readonly string[], ...names: Name[]): Record<Name, string> => {
  if (words.length < names.length) throw new UsageError(`${names[words.length]} is missing`);
  if (words.length > names.length) throw new UsageError(`"${words[names.length]}" is one word too many`);
  return Object.fromEntries(names.map((name, index) => [name, words[index]])) as Record<Name, string>;
};
