import type { RawParameter, TypeName } from '@substrate/core';

/**
 * What the source of a function says of its parameters. JavaScript declares no types: they are taken from default values, from
 * what the body does with the parameter, and from fields of the same name in the application's own data.
 */

/** The text between the parentheses of the parameter list; null for what has none that can be read. */
const parameterList = (source: string): string | null => {
  const text = source.trimStart();
  const single = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(text);
  if (single) return single[1] ?? null;
  const open = text.indexOf('(');
  if (open < 0) return null;
  const close = matching(text, open);
  return close < 0 ? null : text.slice(open + 1, close);
};

/** Where the body begins, after the parameters; -1 where that can't be read. */
export const endOfParameters = (source: string): number => {
  const single = /^\s*(?:async\s+)?[A-Za-z_$][\w$]*\s*=>/.exec(source);
  if (single) return single[0].length;
  const open = source.indexOf('(');
  const close = open < 0 ? -1 : matching(source, open);
  return close < 0 ? -1 : close + 1;
};

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The place of the bracket that closes the one at `open`; -1 when the text ends before. Steps over strings and comments. */
const matching = (text: string, open: number): number => {
  const stack: string[] = [];
  for (let at = open; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' || char === "'" || char === '`') {
      at = endOfString(text, at);
      if (at < 0) return -1;
    } else if (text.startsWith('/*', at)) {
      at = text.indexOf('*/', at) + 1;
      if (at <= 0) return -1;
    } else if (text.startsWith('//', at)) {
      at = text.indexOf('\n', at);
      if (at < 0) return -1;
    } else if (pairs[char] !== undefined) stack.push(pairs[char]);
    else if (char === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return at;
    }
  }
  return -1;
};

const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return -1;
};

/** Splits at commas that stand outside brackets and strings. */
const splitTop = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' || char === "'" || char === '`') {
      const end = endOfString(text, at);
      if (end < 0) break;
      at = end;
    } else if (pairs[char] !== undefined) {
      const end = matching(text, at);
      if (end < 0) break;
      at = end;
    } else if (char === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');

const typeOfLiteral = (text: string): TypeName | undefined => {
  if (/^['"`]/.test(text)) return 'string';
  if (/^[-+]?[\d.]/.test(text)) return 'number';
  if (/^(true|false)\b/.test(text)) return 'boolean';
  if (text.startsWith('[')) return 'array';
  if (text.startsWith('{')) return 'object';
  return undefined;
};

const escapeName = (name: string): string => name.replace(/[$]/g, '\\$&');

/** What a body does with a name tells what it takes it for. */
const typeFromUse = (name: string, body: string): TypeName | undefined => {
  const n = `(?<![\\w$.])${escapeName(name)}`;
  const uses = (pattern: string): boolean => new RegExp(pattern).test(body);
  if (
    uses(
      `Array\\.isArray\\(${n}\\)|${n}\\.(map|forEach|filter|reduce|push|some|every|flatMap)\\(|of ${n}\\s*\\)|\\.\\.\\.${n}\\s*\\]`,
    )
  )
    return 'array';
  if (
    uses(
      `typeof ${n}\\s*[!=]==?\\s*['"]number['"]|Number\\.(isInteger|isFinite|isNaN|isSafeInteger)\\(${n}|isNaN\\(${n}|${n}\\.toFixed\\(|${n}\\s*[-*/%]\\s*[\\w(]|[\\w)]\\s*[-*/%]\\s*${n}\\b|${n}\\s*(<|>|<=|>=)\\s*-?\\d|[-+]=\\s*${n}\\b`,
    )
  )
    return 'number';
  if (
    uses(
      `typeof ${n}\\s*[!=]==?\\s*['"]string['"]|${n}\\??\\.(trim|toLowerCase|toUpperCase|split|startsWith|endsWith|replace|replaceAll|padStart|match|charAt|localeCompare)\\(`,
    )
  )
    return 'string';
  if (uses(`typeof ${n}\\s*[!=]==?\\s*['"]boolean['"]|${n}\\s*[!=]==?\\s*(true|false)`)) return 'boolean';
  if (
    uses(
      `typeof ${n}\\s*[!=]==?\\s*['"]object['"]|\\.\\.\\.${n}\\b|Object\\.(keys|entries|values|assign)\\(${n}|${n}\\??\\.(?!length\\b)[A-Za-z_$]\\w*\\s*(?!\\()[;,)=.\\s]`,
    )
  )
    return 'object';
  return undefined;
};

/** The word that says what it is: a `maxAge` is an age, a `message` is none. */
const lastWord = (name: string): string => (/[A-Z]?[a-z]+(?=[\d_$]*$)|[A-Z]+(?=[\d_$]*$)/.exec(name)?.[0] ?? name).toLowerCase();

/** What people call things that are of a type. */
const typeFromName = (name: string): TypeName | undefined => {
  if (
    /^(is|has|should|can|enable|disable|allow|include|exclude|force|dry)[A-Z_]|^(enabled|disabled|done|completed|checked|active|visible|force|verbose|recursive)$/.test(
      name,
    )
  )
    return 'boolean';
  if (
    /^(count|qty|quantity|amount|price|total|index|limit|offset|size|width|height|age|year|month|port|ms|seconds|minutes|percent|rate|delay|timeout)$/.test(
      lastWord(name),
    )
  )
    return 'number';
  if (/^(ids|items|list|array|names|values|keys|tags|entries|rows|elements|args)$/.test(lastWord(name))) return 'array';
  if (
    /^(options|opts|config|params|props|settings|data|payload|body|filter|query|patch|changes|fields|input|attrs|attributes|state|obj|object|context|ctx|meta|metadata)$/i.test(
      name,
    )
  )
    return 'object';
  return undefined;
};

/** The type of a field of that name in the application's data, where they agree. */
export type FieldTypes = ReadonlyMap<string, TypeName>;

const typeFromData = (name: string, fields: FieldTypes): TypeName | undefined => {
  const direct = fields.get(name);
  if (direct !== undefined) return direct;
  // `todoId`, `user_id`: the id of one of them.
  return /[a-z]Id$|_id$/.test(name) ? fields.get('id') : undefined;
};

/** The likely type of something that is only known by its name. */
export const guessType = (name: string, fields: FieldTypes): TypeName | undefined =>
  typeFromData(name, fields) ?? typeFromName(name);

export const parseParameters = (source: string, fields: FieldTypes = new Map()): RawParameter[] => {
  const list = parameterList(source);
  if (list === null) return [];
  const body = withoutComments(source.slice(source.indexOf(list) + list.length));
  return splitTop(withoutComments(list)).map((part, at): RawParameter => {
    const isRest = part.startsWith('...');
    const text = isRest ? part.slice(3).trim() : part;
    if (text.startsWith('{') || text.startsWith('[')) {
      const type = text.startsWith('{') ? 'object' : 'array';
      const end = matching(text, 0);
      const members = splitTop(text.slice(1, end < 0 ? undefined : end)).map((member) => member.split(/[:=]/)[0]?.trim());
      const hasDefault = end >= 0 && /^\s*=/.test(text.slice(end + 1));
      return {
        name: type === 'object' ? `options${at === 0 ? '' : at}` : `list${at === 0 ? '' : at}`,
        type,
        required: !hasDefault,
        ...(members.length > 0 ? { description: `Has ${members.join(', ')}.` } : {}),
      };
    }
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).trim();
    const fallback = equals < 0 ? undefined : text.slice(equals + 1).trim();
    if (isRest) return { name, type: 'array', required: false };
    const known =
      (fallback === undefined ? undefined : typeOfLiteral(fallback)) ?? typeFromUse(name, body) ?? guessType(name, fields);
    return {
      name,
      type: known ?? 'string',
      required: fallback === undefined && !isOptional(name, body),
      ...(known === undefined ? { sourceType: 'any' } : {}),
    };
  });
};

/** The body itself provides for its absence. */
const isOptional = (name: string, body: string): boolean => {
  const n = escapeName(name);
  return new RegExp(
    `(?<![\\w$.])${n}\\s*(\\?\\?|\\|\\||\\?\\?=|\\|\\|=)|(?<![\\w$.])${n}\\s*===?\\s*undefined|typeof ${n}\\s*===?\\s*['"]undefined['"]|(?<![\\w$.])${n}\\?\\.`,
  ).test(body);
};

/** The fields of a request's body that a handler reads, as far as its source tells. */
export const parseBodyFields = (source: string): string[] => {
  const fields = new Set<string>();
  const body = String.raw`(?:req|request|ctx\.request|context\.request|c\.req|event)\.body`;
  for (const found of source.matchAll(
    new RegExp(
      String.raw`\{([^{}]*)\}\s*=\s*(?:await\s+)?(?:${body}|c\.req\.json\(\)|req\.json\(\)|request\.json\(\)|JSON\.parse\([^;]*\)|body\b)`,
      'g',
    ),
  )) {
    for (const part of (found[1] ?? '').split(',')) {
      const name = /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1];
      if (name !== undefined && !part.trim().startsWith('...')) fields.add(name);
    }
  }
  const named = new RegExp(String.raw`(?:${body}|(?<![\w$.])body)\??\.([A-Za-z_$][\w$]*)(?!\s*\()`, 'g');
  for (const found of source.matchAll(named)) if (found[1]) fields.add(found[1]);
  return [...fields];
};
