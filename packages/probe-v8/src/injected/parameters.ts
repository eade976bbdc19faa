import type { RawParameter, TypeName } from '@substrate/core';

/**
 * What the source of a function says of its parameters. JavaScript declares no types: they are taken from default values, from
 * what the body does with the parameter, and from fields of the same name in the application's own data.
 */
export interface ParameterReader {
  /** Nothing for what has no list of parameters that can be read. */
  spell(source: string): readonly SpelledParameter[];
  /** The likely type of something that is only known by its name. */
  guess(name: string, typeOfField: TypeOfField): TypeName | undefined;
  typed(parameter: SpelledParameter, typeOfField: TypeOfField): RawParameter;
  /** Where the body begins, after the parameters; -1 where that can't be read. */
  endOfParameters(source: string): number;
  /** What a pattern takes apart. */
  fieldsOf(pattern: string): readonly SpelledField[];
}

export interface SpelledField {
  readonly name: string;
  readonly preset?: string;
  /** What it is called from there on, or how it is taken apart itself. */
  readonly as: string;
}

/** A parameter as its function alone tells. */
export interface SpelledParameter {
  readonly name: string;
  /** Absent where the source says nothing of it. */
  readonly type?: TypeName | undefined;
  /** It takes one or a list of them. */
  readonly isOneOrMany?: boolean;
  readonly required: boolean;
  readonly isRest: boolean;
  readonly description?: string;
  /** The fields of an object that is taken apart where it is declared. */
  readonly fields?: readonly SpelledField[];
  /** The fields that the body asks it for, where it calls none of its functions. */
  readonly asks?: readonly string[];
}

/** The type of a field of that name in the application's data. */
export type TypeOfField = (name: string) => TypeName | undefined;

/** Closed. */
export function createParameterReader(): ParameterReader {
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

  /** The parameters between the parentheses, and what comes behind them; null for what has none that can be read. */
  const partsOf = (source: string): { readonly list: string; readonly end: number } | null => {
    const single = /^\s*(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(source);
    if (single) return { list: single[1] ?? '', end: single[0].length };
    const open = source.indexOf('(');
    const close = open < 0 ? -1 : matching(source, open);
    return close < 0 ? null : { list: source.slice(open + 1, close), end: close + 1 };
  };

  const typeOfLiteral = (text: string): TypeName | undefined => {
    if (/^['"`]/.test(text)) return 'string';
    if (/^[-+]?[\d.]/.test(text)) return 'number';
    if (/^(true|false)\b|^!\d/.test(text)) return 'boolean';
    if (text.startsWith('[')) return 'array';
    if (text.startsWith('{')) return 'object';
    return undefined;
  };

  const around = 40;
  /** What `typeof` is compared with. */
  const types = /^.(number|string|boolean|object|undefined|function).$/;
  const mostUses = 20;
  /** What stands around the uses of each name in a body, with `§` in place of the name. */
  const usesIn = (body: string, names: readonly string[]): ReadonlyMap<string, string> => {
    const found = new Map(names.map((name) => [name, [] as string[]]));
    // Words in a text are no uses: the `room` of 'fetch-room' is not subtracted from anything.
    const code = body.replace(/(['"])(?:\\.|(?!\1)[^\\\n]){1,80}\1/g, (text, quote) => (types.test(text) ? text : quote + quote));
    for (const { 0: name, index } of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const uses = found.get(name);
      if (!uses || uses.length >= mostUses) continue;
      const before = code.slice(Math.max(0, index - around), index);
      if (before.endsWith('.') && !before.endsWith('...')) continue;
      uses.push(`${before}§${code.slice(index + name.length, index + name.length + around)}`);
    }
    return new Map([...found].map(([name, uses]) => [name, uses.join('\n')]));
  };

  /** What a body does with a name tells what it takes it for. The first that fits counts. */
  const typesOfUses: readonly (readonly [TypeName, RegExp])[] = [
    [
      'array',
      /Array\.isArray\(§\)|§ instanceof Array\b|§\.(map|forEach|filter|reduce|push|some|every|flatMap)\(|of §\s*\)|\.\.\.§\s*[\])]/,
    ],
    [
      'number',
      /typeof §\s*[!=]==?\s*['"]number['"]|Number\.(isInteger|isFinite|isNaN|isSafeInteger)\(§|isNaN\(§|§\.toFixed\(|§\s*[-*/%]\s*[\w(]|(?:[\w)]\s*[-*/%]|[-+]=)\s*§(?!\s*\??[.[(])|§\s*(<|>|<=|>=)\s*-?\d/,
    ],
    [
      'string',
      /typeof §\s*[!=]==?\s*['"]string['"]|§\??\.(trim|toLowerCase|toUpperCase|split|startsWith|endsWith|replace|replaceAll|padStart|match|charAt|localeCompare)\(/,
    ],
    ['boolean', /typeof §\s*[!=]==?\s*['"]boolean['"]|§\s*[!=]==?\s*(true|false)/],
    // Texts, numbers and lists have methods and a length; a field that is no method belongs to a thing.
    [
      'object',
      /typeof §\s*[!=]==?\s*['"]object['"]|\.\.\.§|Object\.(keys|entries|values|assign)\(§|\}\s*=\s*§\s*(?:[;,\n]|$)|§\??\.(?!length\b)[A-Za-z_$][\w$]*(?![\w$]|\s*\()/,
    ],
  ];
  /** It is put into a list, or handed on as it is, where it is none: it may be one of them as well. */
  const isOneOrMany = (uses: string): boolean =>
    (/Array\.isArray\(§\)/.test(uses) && /[=:?(]\s*\[§\]/.test(uses)) ||
    (/(?<!!\s*)Array\.isArray\(§\)|(?<!!\s*\()§ instanceof Array\b/.test(uses) &&
      Array.from(uses.matchAll(/([\w$]+)\(§\)/g)).some(
        ([, called = '']) => !/^(?:isArray|if|while|switch|Boolean)$/.test(called),
      ));
  const typeOfUse = (uses: string): TypeName | undefined => typesOfUses.find(([, form]) => form.test(uses))?.[0];

  /** The body itself provides for its absence: it asks whether it is there before it asks it for something. */
  const isOptional = (uses: string, name: string): boolean =>
    /§\s*(\?\?|\|\|)|§\s*[!=]==?\s*(undefined|null|void 0)\b|typeof §\s*[!=]==?\s*['"]undefined['"]|§\?\.|\bif\s*\(\s*§\s*(\)|&&)/.test(
      uses,
    ) || Array.from(uses.matchAll(/§\s*(?:\?|&&)\s*([\w$]+)\s*[.[]/g)).some(([, asked]) => asked === name);

  const asksFor = (uses: string): string[] =>
    /§\??\.[A-Za-z_$][\w$]*\s*\(|§\??\[/.test(uses)
      ? []
      : [...new Set(Array.from(uses.matchAll(/§\??\.([A-Za-z_$][\w$]*)/g), ([, field]) => field as string))];

  /** The word that says what it is: a `maxAge` is an age, a `message` is none. */
  const lastWord = (name: string): string =>
    (/[A-Z]?[a-z]+(?=[\d_$]*$)|[A-Z]+(?=[\d_$]*$)/.exec(name)?.[0] ?? name).toLowerCase();

  /** What people call things that are of a type. */
  const flags =
    /^(is|has|should|can|enable|disable|allow|include|exclude|force|dry)[A-Z_]|^(enabled|disabled|done|completed|checked|active|open|visible|force|verbose|recursive)$/;
  const numbers =
    /^(count|qty|quantity|amount|price|total|num|number|index|limit|offset|size|page|width|height|age|years?|month|port|ms|days|hours|minutes|seconds|time|duration|delay|timeout|percent|rate|rating|score|level|volume|speed|degrees|angle|opacity|zoom|delta|step|position|row|col|column)$/;
  const lists = /^(ids|items|list|array|names|values|keys|tags|entries|rows|columns|elements|nodes|points|children|args)$/;
  const things =
    /^(options?|opts|config|params|props|settings|data|payload|body|filter|query|patch|changes|fields|input|attrs|attributes|state|obj|object|item|record|element|node|entry|context|ctx|meta|metadata)$/i;
  const typeFromName = (name: string): TypeName | undefined => {
    if (flags.test(name)) return 'boolean';
    const word = lastWord(name);
    if (numbers.test(word) || /[a-z_][XY]$|^by$/.test(name)) return 'number';
    if (lists.test(word)) return 'array';
    return things.test(name) ? 'object' : undefined;
  };

  const typeFromData = (name: string, typeOfField: TypeOfField): TypeName | undefined => {
    const direct = typeOfField(name);
    // A word that means a thing with fields is not taken for the text of that name: an `element` beside a selector.
    if (direct !== undefined) return direct === 'string' && things.test(name) ? 'object' : direct;
    // `todoId`, `user_id`: the id of one of them.
    return /[a-z]Id$|_id$/.test(name) ? typeOfField('id') : undefined;
  };
  const guess = (name: string, typeOfField: TypeOfField): TypeName | undefined =>
    typeFromData(name, typeOfField) ?? typeFromName(name);

  const fieldsOf: ParameterReader['fieldsOf'] = (pattern) => {
    const end = matching(pattern, 0);
    return splitTop(pattern.slice(1, end < 0 ? undefined : end)).map((member) => {
      const [, key, rest = member] = /^([\w$]+)\s*:\s*([\s\S]*)$/.exec(member) ?? [];
      const close = /^[{[]/.test(rest) ? matching(rest, 0) + 1 : rest.search(/\s*=|$/);
      const as = rest.slice(0, close);
      const preset = /^\s*=\s*([^>=][\s\S]*)$/.exec(rest.slice(close))?.[1]?.trim();
      return { name: key ?? as, as, ...(preset === undefined ? {} : { preset }) };
    });
  };

  /** A parameter that is taken apart where it is declared. */
  const spellApart = (text: string, at: number): SpelledParameter => {
    const type = text.startsWith('{') ? 'object' : 'array';
    const end = matching(text, 0);
    const fields = fieldsOf(text);
    const hasDefault = end >= 0 && /^\s*=/.test(text.slice(end + 1));
    return {
      name: `${type === 'object' ? 'options' : 'list'}${at === 0 ? '' : at}`,
      type,
      required: !hasDefault,
      isRest: false,
      ...(fields.length > 0 ? { description: `Has ${fields.map(({ name }) => name).join(', ')}.`, fields } : {}),
    };
  };

  const spell = (source: string): SpelledParameter[] => {
    const found = partsOf(source);
    const parts = found ? splitTop(withoutComments(found.list)) : [];
    const nameOf = (part: string): string => (/^[\w$]+/.exec(part)?.[0] ?? part).trim();
    const uses = usesIn(withoutComments(source.slice(found?.end ?? 0)), parts.map(nameOf));
    return parts.map((part, at) => {
      if (part.startsWith('...')) return { name: part.slice(3).trim(), type: 'array', required: false, isRest: true };
      if (part.startsWith('{') || part.startsWith('[')) return spellApart(part, at);
      const name = nameOf(part);
      const equals = part.indexOf('=');
      const preset = equals < 0 ? undefined : part.slice(equals + 1).trim();
      const used = uses.get(name) ?? '';
      const asks = asksFor(used);
      return {
        name,
        type: (preset === undefined ? undefined : typeOfLiteral(preset)) ?? typeOfUse(used),
        ...(isOneOrMany(used) && { isOneOrMany: true }),
        ...(asks.length > 0 && { asks }),
        required: preset === undefined && !isOptional(used, name),
        isRest: false,
      };
    });
  };

  const typed: ParameterReader['typed'] = ({ name, type, required, description, isOneOrMany }, typeOfField) => {
    const known = isOneOrMany ? undefined : (type ?? guess(name, typeOfField));
    // That a list or a record elsewhere is called so makes none of what is handed on without a look: it may be anything.
    const isGuessed = type === undefined && (known === 'array' || known === 'object') && typeFromName(name) !== known;
    return {
      name,
      type: known ?? 'string',
      required,
      ...(known === undefined || isGuessed ? { sourceType: 'any' } : {}),
      ...(description === undefined ? {} : { description }),
    };
  };

  return { spell, guess, typed, fieldsOf, endOfParameters: (source) => partsOf(source)?.end ?? -1 };
}
