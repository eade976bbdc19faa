import { parseArgs } from 'node:util';

/** Wrong use of a command: printed with its usage, exit code 2. */
export class UsageError extends Error {}

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
}

export type Options = Readonly<Record<string, OptionSpec>>;

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
    parsed = parseArgs({ args: [...args], options: { ...options }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const text = (name: string): string | undefined => parsed.values[name] as string | undefined;
  return {
    words: parsed.positionals,
    text,
    texts: (name) => (parsed.values[name] as string[] | undefined) ?? [],
    flag: (name) => parsed.values[name] === true,
    count: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}"`);
      return Number(value);
    },
  };
};

/** The words of a command by name, or wrong use. */
export const takeWords = <Name extends string>(words: readonly string[], ...names: Name[]): Record<Name, string> => {
  if (words.length < names.length) throw new UsageError(`${names[words.length]} is missing`);
  if (words.length > names.length) throw new UsageError(`"${words[names.length]}" is one word too many`);
  return Object.fromEntries(names.map((name, index) => [name, words[index]])) as Record<Name, string>;
};
