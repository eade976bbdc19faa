import { homedir } from 'node:os';
import path from 'node:path';
import { FileError, readOwnFileSync } from '@substrate/core/probing';
import { parse as parseToml } from 'toml';
import { findSetting, keyNames, sectionNames, settings, type Values } from './settings.js';

/**
 * The configuration: defaults, then the file, then the environment, then flags. Whatever is wrong is said in one go, each with where it stands, the key
 * and what was expected.
 */
export interface Config extends Values {
  readonly home: string;
  /** The file that was read; null when there was none. */
  readonly file: string | null;
}

export interface ConfigSources {
  /** `--config FILE`. */
  readonly configFile?: string | undefined;
  /** Values by dotted key: `server.port`. */
  readonly flags?: Readonly<Record<string, string>> | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Instead of `SUBSTRATE_HOME`. */
  readonly home?: string | undefined;
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

interface Given {
  readonly section: string;
  readonly key: string;
  readonly value: unknown;
  /** For people: `/home/ann/.substrate/config.toml`, `environment variable SUBSTRATE_SERVER__PORT`. */
  readonly origin: string;
  /** What a relative path in the value is relative to. */
  readonly base: string;
}

export const homeOf = (env: NodeJS.ProcessEnv): string =>
  path.resolve(expand(env.SUBSTRATE_HOME || path.join(homedir(), '.substrate')));

export const loadConfig = (sources: ConfigSources = {}): Config => {
  const env = sources.env ?? process.env;
  const home = sources.home === undefined ? homeOf(env) : path.resolve(sources.home);
  const problems: string[] = [];
  const file = findFile(sources.configFile, env, home);
  const given = [
    ...(file.text === undefined ? [] : fromFile(file.name, file.text, problems)),
    ...fromEnvironment(env, problems),
    ...fromFlags(sources.flags ?? {}, problems),
  ];
  const values = settle(given, home, problems);
  problems.push(...contradictions(values));
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...values, home, file: file.text === undefined ? null : file.name };
};

const mostConfigBytes = 4 * 1024 * 1024;

const findFile = (named: string | undefined, env: NodeJS.ProcessEnv, home: string): { name: string; text?: string } => {
  const chosen = named ?? (env.SUBSTRATE_CONFIG || undefined);
  const name = path.resolve(chosen === undefined ? path.join(home, 'config.toml') : expand(chosen));
  try {
    return { name, text: readOwnFileSync(name, mostConfigBytes) };
  } catch (error) {
    if (error instanceof FileError && error.trouble === 'missing' && chosen === undefined) return { name };
    const code = error instanceof FileError ? (error.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
    const from = named !== undefined ? '--config' : chosen === undefined ? 'the home folder' : 'SUBSTRATE_CONFIG';
    throw new ConfigError([
      `${name}: can't be read (${code ?? (error as Error).message}); it was named by ${from} and must be a TOML file.`,
    ]);
  }
};

const fromFile = (name: string, text: string, problems: string[]): Given[] => {
  let tables: Record<string, unknown>;
  try {
    tables = parseToml(text) as Record<string, unknown>;
  } catch (error) {
    problems.push(`${name}${position(error)}: is not valid TOML: ${(error as Error).message}`);
    return [];
  }
  const given: Given[] = [];
  for (const [section, table] of Object.entries(tables)) {
    if (!sectionNames.includes(section)) {
      problems.push(
        `${name}: unknown key "${section}"; expected one of the sections ${sectionNames.map((one) => `[${one}]`).join(', ')}.`,
      );
    } else if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      problems.push(`${name}: "${section}" must be a section: write [${section}] on a line of its own and its keys below.`);
    } else {
      for (const [key, value] of Object.entries(table)) {
        if (findSetting(section, key) === undefined)
          problems.push(unknownKey(`${name}: unknown key "${section}.${key}"`, section));
        else given.push({ section, key, value, origin: name, base: path.dirname(name) });
      }
    }
  }
  return given;
};

const position = (error: unknown): string => {
  const { line, column, location } = error as {
    line?: number;
    column?: number;
    location?: { start: { line: number; column: number } };
  };
  const at = line === undefined ? location?.start : { line, column };
  return at === undefined ? '' : `:${at.line}:${at.column}`;
};

const unknownKey = (start: string, section: string): string => {
  const names = keyNames(section);
  return names.length === 0
    ? `${start}; expected a section of ${sectionNames.join(', ')}.`
    : `${start}; [${section}] has ${names.join(', ')}.`;
};

const prefix = 'SUBSTRATE_';

const fromEnvironment = (env: NodeJS.ProcessEnv, problems: string[]): Given[] => {
  const given: Given[] = [];
  for (const [name, word] of Object.entries(env)) {
    if (word === undefined || !name.startsWith(prefix) || !name.includes('__')) continue;
    const [section = '', key = ''] = splitOnce(name.slice(prefix.length).toLowerCase(), '__');
    const setting = findSetting(section, key);
    const origin = `environment variable ${name}`;
    if (setting === undefined) problems.push(unknownKey(`${origin}: unknown key "${section}.${key}"`, section));
    else given.push({ section, key, value: setting.parse(word), origin, base: process.cwd() });
  }
  return given;
};

const fromFlags = (flags: Readonly<Record<string, string>>, problems: string[]): Given[] => {
  const given: Given[] = [];
  for (const [name, word] of Object.entries(flags)) {
    const [section = '', key = ''] = splitOnce(name, '.');
    const setting = findSetting(section, key);
    const origin = `flag --${name}`;
    if (setting === undefined) problems.push(unknownKey(`${origin}: unknown key "${name}"`, section));
    else given.push({ section, key, value: setting.parse(word), origin, base: process.cwd() });
  }
  return given;
};

const splitOnce = (text: string, mark: string): readonly string[] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
};

const settle = (given: readonly Given[], home: string, problems: string[]): Values => {
  const values: Record<string, Record<string, unknown>> = {};
  for (const [section, keys] of Object.entries(settings)) {
    const table: Record<string, unknown> = {};
    values[section] = table;
    for (const [key, setting] of Object.entries(keys)) table[key] = setting.fallback;
  }
  values.auth!.keys_file = path.join(home, 'keys.json');
  for (const { section, key, value, origin, base } of given) {
    const setting = findSetting(section, key)!;
    const fitting = setting.read(value);
    if (fitting === undefined) problems.push(`${origin}: "${section}.${key}" must be ${setting.expected}, not ${show(value)}.`);
    else values[section]![key] = placed(`${section}.${key}`, fitting, base);
  }
  return values as unknown as Values;
};

/** Paths are relative to where they stand: the file's folder, or the working folder. A name without a slash is that of a package. */
const placed = (name: string, value: unknown, base: string): unknown => {
  if (name === 'auth.keys_file') return path.resolve(base, expand(String(value)));
  if (name === 'probe.extra')
    return (value as string[]).map((one) => (/^[.~/]|^\w:[\\/]/.test(one) ? path.resolve(base, expand(one)) : one));
  return value;
};

const show = (value: unknown): string => {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const expand = (file: string): string => (file === '~' || file.startsWith('~/') ? path.join(homedir(), file.slice(1)) : file);

export const isLoopback = (host: string): boolean => {
  const plain = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return plain === 'localhost' || plain === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain);
};

const contradictions = (values: Values): string[] =>
  isLoopback(values.server.host) || values.auth.require_key
    ? []
    : [
        `"server.host" is ${show(values.server.host)}, which other machines can reach, while "auth.require_key" is false: expected a loopback address such as "127.0.0.1", or require_key = true.`,
      ];
