import type { RawParameter, TypeName } from '@substrate/core';
import { createParameterReader, type SpelledField, type SpelledParameter } from '../injected/parameters.js';

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

/** Parameters that nobody can give from outside: requests, streams, functions, parts of the program. Who takes one is a part of the plumbing. */
export const plumbing =
  /^(req|request|res|response|next|ctx|socket|stream|cb|callback|fn|\w+Fn|\w+Callback|log|\w*[lL]ogger|console|emitter|\w*[hH]andler|\w*[lL]istener|app|server|router|broker|conn|connection|\w*[rR]epository)$/;

/** Where something is given: at which place, and there in which field of which. */
export type Way = readonly (string | number)[];

/** A field that is read of something, and what is read of that where it is never used as a whole. */
interface Field {
  readonly name: string;
  readonly key: string | number;
  /** It is declared with the function, and has no value of its own. */
  readonly isFirm: boolean;
  /** It has fields of its own. */
  readonly isThing: boolean;
  readonly of?: readonly Field[] | undefined;
}
interface Reading {
  readonly fields: readonly Field[];
  /** It is kept, changed, passed on or asked for something: it is more than its fields tell. */
  readonly isWhole: boolean;
}
const mostDeep = 3;
const fieldName = /^[A-Za-z_$][\w$]*$/;
const partsIn = ({ fields, isWhole }: Reading): readonly Field[] | undefined =>
  isWhole || fields.length === 0 ? undefined : fields;

/** Where a part of a text ends that begins at a place: with its own bracket, or before what ends an expression. */
const endOfPart = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ('{(['.includes(text[at] as string)) depth++;
    else if ('})]'.includes(text[at] as string) ? --depth < 0 : depth === 0 && ',;'.includes(text[at] as string)) return at;
    if (depth === 0 && text[at] === '}' && text[from] === '{') return at + 1;
  }
  return text.length;
};
/** A text without what is about another one of that name: what a function in it, or who catches an error there, calls so. */
const withoutOthers = (name: string, text: string): string => {
  const among = String.raw`\((?:[^()]*[^\w$()])?${name}(?:[^\w$()][^()]*)?\)`;
  const head = new RegExp(
    String.raw`(?:\bcatch\s*\(\s*${name}\s*\)|\bfunction\b[^()]*${among}|(?<![\w$.])(?:${name}|${among})\s*=>)\s*`,
  );
  let rest = text;
  for (let found = head.exec(rest); found; found = head.exec(rest))
    rest = rest.slice(0, found.index) + rest.slice(endOfPart(rest, found.index + found[0].length));
  return rest;
};

/** What is read of an expression, in a text. */
const readOf = (it: string, text: string, depth = 0): Reading => {
  const found = new Map<string, Field>();
  const body = /^[\w$\\]+$/.test(it) ? withoutOthers(it, text) : text;
  let isWhole = false;
  for (const { 0: whole, index } of body.matchAll(new RegExp(String.raw`(?<![\w$]|(?<!\.\.)\.\s*)${it}(?![\w$])`, 'g'))) {
    const after = body.slice(index + whole.length, index + whole.length + 80);
    const pattern = /(\{(?:[^{}]|\{[^{}]*\})*\})\s*=\s*$/.exec(body.slice(Math.max(0, index - 300), index))?.[1];
    const name = /^\s*\??\.\s*([A-Za-z_$][\w$]*)(?![\w$]|\s*(?:\(|[-+*/%&|?]*=(?![=>])|\+\+|--))/.exec(after)?.[1];
    if (pattern !== undefined && !/^\s*[.([?]/.test(after))
      for (const one of patternParts(reader.fieldsOf(pattern), body, false, depth + 1))
        found.set(one.name, { ...one, isFirm: false });
    else if (name === undefined || name === 'length') isWhole = true;
    else if (!found.has(name)) {
      const read = depth < mostDeep ? readOf(String.raw`${it}\s*\??\.\s*${escaped(name)}`, body, depth + 1) : undefined;
      found.set(name, {
        name,
        key: name,
        isFirm: false,
        isThing: read !== undefined && read.fields.length > 0,
        of: read && partsIn(read),
      });
    }
  }
  return { fields: [...found.values()], isWhole };
};

const patternParts = (fields: readonly SpelledField[], body: string, isList: boolean, depth = 0): Field[] =>
  fields.flatMap(({ name, preset, as }, at) => {
    const isPattern = /^[{[]/.test(as) && depth < mostDeep;
    const read = !isPattern && fieldName.test(as) && body !== '' ? readOf(escaped(as), body, depth + 1) : undefined;
    // Nothing is done with it.
    if (read && !read.isWhole && read.fields.length === 0) return [];
    const of = isPattern ? patternParts(reader.fieldsOf(as), body, as.startsWith('['), depth + 1) : read && partsIn(read);
    const isThing = of !== undefined || body.includes(`...${as}`);
    return [{ name, key: isList ? at : name, isFirm: preset === undefined, isThing, of }];
  });

interface Part extends Field {
  readonly way: Way;
}
/** What has to be given is in what a library hands over: where all that is read lies in parts of it, or in one that nobody can give. */
const flat = (fields: readonly Field[], way: Way): Part[] => {
  const isEnvelope = fields.every(({ of }) => of !== undefined);
  return fields.flatMap((field) => {
    const to = [...way, field.key];
    return field.of && (isEnvelope || plumbing.test(field.name)) ? flat(field.of, to) : [{ ...field, way: to }];
  });
};

/** The fields of an object that a function takes, where it is taken apart, at once or bit by bit, and never used as a whole: they are its parameters. */
const partsOf = ({ name, type, isRest, fields }: SpelledParameter, at: number, body: string): readonly Part[] | undefined => {
  const isPlain = type === 'object' && !isRest && fieldName.test(name);
  const read = fields ? patternParts(fields, body, type === 'array') : isPlain ? partsIn(readOf(escaped(name), body)) : undefined;
  const parts = read && flat(read, [at]);
  return parts && parts.length > 0 && parts.every((one) => fieldName.test(one.name)) ? parts : undefined;
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
  /** Where each of them is given. */
  readonly ways: Readonly<Record<string, Way>>;
  /** Which parameter is a function to call when it is done. */
  readonly callback?: number;
  /** Which one it is that whatever has no way of its own is a field of, on top of what it is given. */
  readonly onto?: string;
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
  const names = regained(given, source);
  const isBusy = (one: SpelledParameter): boolean => !isUnused(one) && !isIdle(one);
  const isAlone = given.filter(isBusy).length === 1;
  const typeOf = (name: string): TypeName | undefined => fields.get(name);
  const ways: Record<string, Way> = Object.create(null);
  const found = given.map((parameter, at) => {
    const apart = isBusy(parameter) && (isAlone || isOwn) ? partsOf(parameter, at, whole && isOwn ? body : '') : undefined;
    const parameters = apart?.map(({ name, way, isFirm, isThing }): RawParameter => {
      const called = ways[name] || names.includes(name) ? way.slice(1).join('_') : name;
      ways[called] = way;
      const type = isThing ? 'object' : guessField(name, fields);
      const required = parameter.required && isFirm;
      // Ids elsewhere in the data say little of what this one is.
      const isOpen = type === undefined || /^id$|[a-z]Id$|_id$/.test(name);
      return { name: called, type: type ?? 'string', required, ...(isOpen ? { sourceType: 'any' } : {}) };
    });
    const name = names[at] as string;
    const one = reader.typed({ ...parameter, name }, typeOf);
    if (!parameters) ways[name] = [at];
    return {
      isApart: parameters !== undefined,
      parameters: parameters ?? [isBusy(parameter) ? one : { ...one, required: false }],
    };
  });
  // Where something is taken apart, nobody has to know of what nothing is done with.
  const isShown = ({ isApart }: (typeof found)[number], at: number): boolean =>
    isApart || isBusy(given[at] as SpelledParameter) || !found.some((one) => one.isApart);
  return {
    parameters: found.filter(isShown).flatMap(({ parameters }) => parameters),
    ways,
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

/** The fields of what a function takes at a place, as far as its source tells: it takes it apart, or reads them. */
export const parseFieldsAt = (source: string, at = 0): string[] => {
  const one = reader.spell(source)[at];
  if (!one || one.isRest) return [];
  const read = one.fields ?? readOf(escaped(one.name), source.slice(endOfParameters(source))).fields;
  return read.flatMap(({ name }) => (fieldName.test(name) ? [name] : []));
};
