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

const escaped = (name: string): string => name.replace(/\$/g, '\\$');

/** What is left of a name by a minifier, in a text that one wrote: there are no blanks around what people put some around. */
const isMinified = (source: string): boolean => !/\n|\) \{|=> | = |, /.test(source);
const isLost = (name: string): boolean => /^[A-Za-z_$][\w$]?$/.test(name);
/** What a minifier renamed is told by the field that it is put into, or compared with: it had to leave those. */
const regained = (spelled: readonly SpelledParameter[], source: string): readonly string[] => {
  const names = spelled.map(({ name }) => name);
  if (!isMinified(source)) return names;
  const body = source.slice(endOfParameters(source));
  for (const [at, name] of names.entries()) {
    if (!isLost(name)) continue;
    const found = new RegExp(String.raw`(?:[{,]([\w$]{2,}):|\.([\w$]{2,})(?:[-+*/]?=|===?))${escaped(name)}(?![\w$.([])`).exec(
      body,
    );
    const field = found?.[1] ?? found?.[2];
    if (field !== undefined && !names.includes(field) && /^[A-Za-z]/.test(field)) names[at] = field;
  }
  return names;
};

/** The fields of an object that is read and never kept, changed or passed on; none where it may be more than they tell. */
const readFields = ({ name, type, isRest }: SpelledParameter, body: string): SpelledParameter['fields'] => {
  if (type !== 'object' || isRest || !/^[\w$]+$/.test(name)) return undefined;
  const uses = [...body.matchAll(new RegExp(String.raw`(?<![\w$.]|\.\s)${escaped(name)}(?![\w$])(?=(.{0,80}))`, 'gs'))];
  const fields = uses.map(
    ([, after = '']) => /^\??\.([A-Za-z_$][\w$]*)(?![\w$]|\s*(?:\(|[-+*/%&|?]*=(?![=>])|\+\+|--))/.exec(after)?.[1],
  );
  return fields.some((field) => field === undefined || field === 'length')
    ? undefined
    : [...new Set(fields as string[])].map((field) => ({ name: field }));
};

/** The fields of the one object that a function takes besides its callback, where it is taken apart, at once or bit by bit: they are its parameters. */
const parseFields = (spelled: readonly SpelledParameter[], fields: FieldTypes, body: string): RawParameter[] | undefined => {
  const [first, ...others] = spelled.filter((one) => !isUnused(one));
  if (first?.type !== 'object' || others.length > 0) return undefined;
  const parts = first.fields ?? readFields(first, body);
  if (!parts || parts.length === 0 || parts.some(({ name }) => !/^[A-Za-z_$][\w$]*$/.test(name))) return undefined;
  return parts.map(({ name, preset }) => {
    const type = guessField(name, fields) ?? 'any';
    return {
      name,
      type: type === 'any' ? 'string' : type,
      required: first.required && first.fields !== undefined && preset === undefined,
      ...(type === 'any' ? { sourceType: type } : {}),
    };
  });
};

/** What is called when the work is done, with an error or a value: we give it, nobody has to. What it returns nobody looks at. */
const isCallback = (name: string, source: string, isOwn: boolean): boolean => {
  if (/^_?(cb|callback)_?$/i.test(name)) return true;
  if (!/^[\w$]+$/.test(name) || name === 'next') return false;
  const body = source.slice(endOfParameters(source));
  if (name === 'done' && /(?<![\w$.])done\s*\((?!\s*\{)/.test(body)) return true;
  const form = String.raw`(\breturn|=>|&&|[;{})\n]|^)?\s*(?<![\w$.])${escaped(name)}\s*(?:\?\.\s*)?\(`;
  const calls = [...body.matchAll(new RegExp(form, 'g'))];
  return isOwn && calls.length > 0 && calls.every(([, before]) => before !== undefined);
};

/** What has to be given to a function that is called from outside. */
export interface Taken {
  readonly parameters: readonly RawParameter[];
  /** What is given at each place, by the names of the parameters. */
  readonly order: readonly string[];
  /** Which parameter is a function to call when it is done. */
  readonly callback?: number;
  /** Which one it is that the parameters are fields of. */
  readonly apart?: number;
  /** Which one it is that the other parameters are fields of, on top of what it is given. */
  readonly onto?: number;
}
/** What is known of a function beside the beginning of its source. */
export interface TakenBy {
  readonly fields?: FieldTypes;
  /** The source is all of it. */
  readonly whole?: boolean;
  /** It is no library's. */
  readonly isOwn?: boolean;
}
export const parseTaken = (source: string, { fields = new Map(), whole = false, isOwn = false }: TakenBy = {}): Taken => {
  const spelled = reader.spell(source);
  const callback = isCallback(spelled.at(-1)?.name ?? '', source, isOwn) ? spelled.length - 1 : undefined;
  const body = source.slice(endOfParameters(source));
  /** Nothing is done with it. */
  const isIdle = ({ name, isRest, fields: parts }: SpelledParameter): boolean =>
    whole &&
    parts === undefined &&
    !isRest &&
    !/\b(arguments|super)\b/.test(body) &&
    !new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`).test(body);
  const given = spelled.slice(0, callback);
  const order = regained(given, source);
  const apart = parseFields(
    given.filter((one) => !isIdle(one)),
    fields,
    whole && isOwn ? body : '',
  );
  return {
    parameters:
      apart ??
      given.map((parameter, at) => {
        const name = order[at] as string;
        const one = reader.typed({ ...parameter, name }, (field) => fields.get(field));
        return isUnused(one) || isIdle(parameter) ? { ...one, required: false } : one;
      }),
    order,
    ...(apart === undefined ? {} : { apart: given.findIndex((one) => !isUnused(one) && !isIdle(one)) }),
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
