import type { RawParameter, TypeName } from '@substrate/core';
import { createParameterReader, type SpelledParameter } from '../injected/parameters.js';

/** What the source of a function says, read on this side. */

const reader = createParameterReader();

export const { endOfParameters } = reader;

/** The types of fields in the application's data, where those of a name agree. */
export type FieldTypes = ReadonlyMap<string, TypeName>;

/** The likely type of something that is only known by its name. */
export const guessType = (name: string, fields: FieldTypes): TypeName | undefined => reader.guess(name, (one) => fields.get(one));

/** The same for a field of a record: one of that name in the data is what it is about, and a word for things alone may well be the name of one. */
export const guessField = (name: string, fields: FieldTypes): TypeName | undefined => {
  const found = fields.get(name) ?? guessType(name, fields);
  return found === 'object' && !fields.has(name) ? undefined : found;
};

/** A place that is left out: who calls it gives something there, and it is not looked at. */
const isUnused = ({ name }: { readonly name: string }): boolean => /^_+\d*$/.test(name);

/** The fields of the one object that a function takes besides its callback, where it is taken apart at once: they are its parameters. */
const parseFields = (spelled: readonly SpelledParameter[], fields: FieldTypes): RawParameter[] | undefined => {
  const [first, ...others] = spelled.filter((one) => !isUnused(one));
  if (first?.type !== 'object' || !first.fields || others.length > 0) return undefined;
  if (first.fields.some(({ name }) => !/^[A-Za-z_$][\w$]*$/.test(name))) return undefined;
  return first.fields.map(({ name, preset }) => {
    const type = guessField(name, fields) ?? 'any';
    return {
      name,
      type: type === 'any' ? 'string' : type,
      required: first.required && preset === undefined,
      ...(type === 'any' ? { sourceType: type } : {}),
    };
  });
};

/** What is called when the work is done, with an error or a value: we give it, nobody has to. */
const isCallback = (name: string, source: string): boolean =>
  /^_?(cb|callback)_?$/i.test(name) ||
  (name === 'done' && /(?<![\w$.])done\s*\((?!\s*\{)/.test(source.slice(endOfParameters(source))));

/** What has to be given to a function that is called from outside. */
export interface Taken {
  readonly parameters: readonly RawParameter[];
  /** Which parameter is a function to call when it is done. */
  readonly callback?: number;
  /** Which one it is that the parameters are fields of. */
  readonly apart?: number;
}
export const parseTaken = (source: string, fields: FieldTypes = new Map()): Taken => {
  const spelled = reader.spell(source);
  const callback = isCallback(spelled.at(-1)?.name ?? '', source) ? spelled.length - 1 : undefined;
  const given = spelled.slice(0, callback);
  const apart = parseFields(given, fields);
  return {
    parameters:
      apart ??
      given.map((parameter) => {
        const one = reader.typed(parameter, (name) => fields.get(name));
        return isUnused(one) ? { ...one, required: false } : one;
      }),
    ...(apart === undefined ? {} : { apart: given.findIndex((one) => !isUnused(one)) }),
    ...(callback === undefined ? {} : { callback }),
  };
};

/** What of a request a handler reads fields of. */
export type RequestPart = 'body' | 'query';
const partWords: Readonly<Record<RequestPart, string>> = { body: '(?:body|payload)', query: 'query' };
const namesIn = (pattern = ''): string[] => pattern.split(',').flatMap((part) => /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1] ?? []);

/** The fields of a request's body or query that a handler reads, as far as its source tells. */
export const parseRequestFields = (source: string, part: RequestPart): string[] => {
  const fields = new Set<string>();
  const word = partWords[part];
  const given = reader.spell(source).flatMap(({ name }) => (/^[\w$]+$/.test(name) ? [name.replace(/\$/g, '\\$')] : []));
  const request = String.raw`(?:${['req', 'request', 'event', 'c', 'ctx', 'context', ...given].join('|')})(?:\.req|\.request)?`;
  // What Koa's context calls its body is the answer.
  const held = [String.raw`(?<![\w$.])(?!(?:ctx|context)\.body)${request}\.${word}`, String.raw`(?<![\w$.])${word}`];
  if (part === 'body') held.push(String.raw`${request}\.json\(\)`, String.raw`JSON\.parse\([^;]*\)`);
  const named = new RegExp(
    String.raw`(?:\b(?:const|let|var)\s+|,\s*)([A-Za-z_$][\w$]*)\s*=\s*(?:await\s+)?(?:${held.join('|')})(?![\w$.([])`,
    'g',
  );
  for (const found of source.matchAll(named)) held.push(String.raw`(?<![\w$.])${(found[1] ?? '').replace(/\$/g, '\\$')}`);
  const it = `(?:${held.join('|')})`;
  const apart = new RegExp(String.raw`\{([^{}]*)\}\s*=\s*(?:await\s+)?${it}(?![\w$.([])`, 'g');
  for (const found of source.matchAll(apart)) for (const name of namesIn(found[1])) fields.add(name);
  const within = new RegExp(String.raw`\b${word}\s*:\s*\{([^{}]*)\}`, 'g');
  for (const found of source.slice(0, endOfParameters(source)).matchAll(within))
    for (const name of namesIn(found[1])) fields.add(name);
  for (const found of source.matchAll(new RegExp(String.raw`${it}\??\.([A-Za-z_$][\w$]*)(?![\w$]|\s*\()`, 'g')))
    if (found[1]) fields.add(found[1]);
  return [...fields];
};

/** The fields of what a function takes first, as far as its source tells: it takes it apart, or reads them. */
export const parseFirstFields = (source: string): string[] => {
  const [first] = reader.spell(source);
  if (first?.fields) return first.fields.flatMap(({ name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? [name] : []));
  if (!first || first.isRest || !/^[\w$]+$/.test(first.name)) return [];
  const it = String.raw`(?<![\w$.])${first.name.replace(/\$/g, '\\$')}`;
  const text = source.slice(endOfParameters(source));
  const apart = text.matchAll(new RegExp(String.raw`\{([^{}]*)\}\s*=\s*${it}(?![\w$.([])`, 'g'));
  const read = text.matchAll(new RegExp(String.raw`${it}\??\.([A-Za-z_$][\w$]*)(?![\w$]|\s*\()`, 'g'));
  return [
    ...new Set([...Array.from(apart, ([, pattern]) => namesIn(pattern)).flat(), ...Array.from(read, ([, name = '']) => name)]),
  ];
};
