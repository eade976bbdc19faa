import type { Primitive, RawNode } from '@substrate/core';
import { digest, endOf, unescaped, type Words } from './literals.js';

/**
 * Tells tables of a program from data: an object or a list that reads, entry by entry, as one that stands in its code was written by who made the program. One pass over
 * the tokens of a script, with a frame for each bracket that is open; a bracket in which all is a literal is a table. What is no literal makes no table of what it stands
 * in, but leaves those beside and within it what they are. Kept are numbers made of them alone.
 */

/** So much of a text, and so many elements of a list tell it from others: what is read of long ones ends somewhere. */
const mostText = 100;
const mostElements = 3;

const ofPrimitive = (value: Primitive): number => digest(`${typeof value}:${String(value).slice(0, mostText)}`);
const ofEntry = (name: string, one: number): number => digest(`${name}:${one}`);
const ofObject = (entries: readonly number[]): number =>
  digest(`{${entries.length}:${entries.reduce((sum, one) => (sum + one) % Number.MAX_SAFE_INTEGER, 0)}`);
const ofList = (length: number, elements: readonly number[]): number =>
  digest(`[${length}:${elements.slice(0, mostElements).join()}`);
/** A variable, or an export, that has that name and nothing but that value. */
const ofConstant = (name: string, one: number): number => digest(`${name}=${one}`);

/** What a table says: of one that says next to nothing there are many by chance. */
const leastSaid = 2;
const saidBy = (value: Primitive): number =>
  typeof value === 'string' ? Number(value !== '') : Number(typeof value === 'number' && Math.abs(value) > 1);

interface Value {
  readonly digest: number;
  readonly said: number;
  /** It is neither an object nor a list. */
  readonly isPlain?: true;
}
/** Where a value is expected there is none yet, one, something that is no literal, or a function, which is not read. */
type Held = 'none' | 'other' | 'function' | Value;

interface Frame {
  readonly open: '{' | '[' | '(' | '${' | '';
  /** What stands at its place before it was opened: the bracket of a call or of an index is no literal. */
  readonly isValue: boolean;
  isTable: boolean;
  readonly entries: number[];
  said: number;
  /** In an object: what may be a name, and what is one. */
  word?: string | undefined;
  name?: string | undefined;
  held: Held;
  /** `-1`, `!0`, `void 0`. */
  sign?: string | undefined;
  readonly constants: number[];
}

const token =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_$#\u0080-\uffff][\w$\u0080-\uffff]*|(?:0[xXbBoO][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)n?|=>|\.\.\.|[\s\S]/y;
const keywordBefore = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|instanceof|await|yield)$/;
const named: Readonly<Record<string, Primitive>> = { true: true, false: false, null: null, undefined: null };

const signed = (sign: string | undefined, value: Primitive): Primitive | undefined => {
  if (sign === undefined) return value;
  if (typeof value !== 'number') return undefined;
  return sign === '-' ? -value : sign === '!' ? !value : sign === 'void' ? null : undefined;
};

/** Numbers for the tables of a script, and for its constants. */
export const tablesIn = (source: string): Words => {
  const found = new Set<number>();
  const frameOf = (open: Frame['open'], isValue: boolean): Frame => ({
    open,
    isValue,
    isTable: true,
    entries: [],
    said: 0,
    held: 'none',
    constants: [],
  });
  const frames: Frame[] = [frameOf('', false)];
  let top = frames[0] as Frame;
  const put = (value: Held): void => {
    if (top.held === 'function') return;
    top.held = top.held === 'none' ? value : value === 'function' ? value : 'other';
  };
  /** Ends an entry of the bracket that is open. */
  const end = (): void => {
    const { open, name, word, held } = top;
    if (open === '{' && (name === undefined ? word !== undefined || held !== 'none' : held === 'none')) top.isTable = false;
    if (held === 'other' || (held === 'function' && open !== '{')) top.isTable = false;
    if (typeof held === 'object') {
      top.entries.push(open === '{' && name !== undefined ? ofEntry(name, held.digest) : held.digest);
      top.said += held.said;
      if (held.isPlain && name !== undefined && held.said > 0) top.constants.push(ofConstant(name, held.digest));
    }
    top.name = undefined;
    top.word = undefined;
    top.sign = undefined;
    top.held = 'none';
  };
  const primitive = (value: Primitive, text: string): void => {
    if (top.open === '{' && top.name === undefined) {
      if (top.word !== undefined || top.held !== 'none') top.isTable = false;
      top.word = text;
      return;
    }
    const meant = signed(top.sign, value);
    top.sign = undefined;
    put(meant === undefined ? 'other' : { digest: ofPrimitive(meant), said: saidBy(meant), isPlain: true });
  };
  const open = (mark: Frame['open']): void => {
    // A method: `name(…) { … }`.
    if (mark === '(' && top.open === '{' && top.name === undefined && top.word !== undefined) {
      top.name = top.word;
      top.held = 'function';
    } else if (mark !== '(' && top.open === '{' && top.name === undefined && top.held === 'none') top.isTable = false;
    frames.push(frameOf(mark, top.held === 'none' && top.sign === undefined));
    top = frames.at(-1) as Frame;
  };
  const close = (mark: string): void => {
    if (frames.length === 1) return;
    if (top.held !== 'none' || top.word !== undefined || top.name !== undefined) end();
    const { open: opened, isTable, entries, said, isValue, constants } = top;
    const isLiteral = isTable && ((opened === '{' && mark === '}') || (opened === '[' && mark === ']'));
    const only = opened === '(' && isTable && entries.length === 1 ? entries[0] : undefined;
    frames.pop();
    top = frames.at(-1) as Frame;
    if (!isLiteral) {
      if (isValue && only !== undefined) put({ digest: only, said });
      else put('other');
      return;
    }
    const value = { digest: opened === '{' ? ofObject(entries) : ofList(entries.length, entries), said };
    if (said >= leastSaid) {
      found.add(value.digest);
      for (const one of constants) found.add(one);
    }
    put(isValue ? value : 'other');
  };

  let isOperand = false;
  token.lastIndex = 0;
  for (let at = 0; at < source.length; ) {
    token.lastIndex = at;
    const text = token.exec(source)?.[0] ?? source.charAt(at);
    const start = at;
    at += text.length;
    const first = text.charCodeAt(0);
    if (first <= 32 || first === 160 || (first === 47 && text.length > 1)) continue;
    if (text === '"' || text === "'" || text === '`' || (text === '/' && !isOperand) || (text === '}' && top.open === '${')) {
      const isTemplate = text === '`' || text === '}';
      if (text === '}') {
        frames.pop();
        top = frames.at(-1) as Frame;
      }
      const until = endOf(source, at, isTemplate ? '`' : text);
      if (until < 0) continue;
      at = until;
      isOperand = true;
      if (isTemplate && source[until - 1] === '{') {
        put('other');
        isOperand = false;
        frames.push(frameOf('${', false));
        top = frames.at(-1) as Frame;
      } else if (text === '}') continue;
      else if (text === '/') {
        const flags = /[a-z]*/y;
        flags.lastIndex = at;
        at += flags.exec(source)?.[0].length ?? 0;
        primitive(source.slice(start, at), '');
      } else {
        const said = unescaped(source.slice(start + 1, until - 1));
        primitive(said, said);
      }
      continue;
    }
    if ((first >= 48 && first <= 57) || (first === 46 && text.length > 1 && text !== '...')) {
      const value = Number(text.replace(/_|n$/g, ''));
      primitive(value, String(value));
      isOperand = true;
      continue;
    }
    if (first >= 128 || first === 36 || first === 35 || first === 95 || ((first | 32) - 97) >>> 0 < 26) {
      isOperand = !keywordBefore.test(text);
      if (top.open === '{' && top.name === undefined) {
        if (top.word !== undefined || top.held !== 'none') top.isTable = false;
        top.word = text;
      } else if (Object.hasOwn(named, text)) primitive(named[text] as Primitive, text);
      else if (text === 'void' && top.held === 'none') top.sign = text;
      else put(text === 'function' || text === 'async' || text === 'class' ? 'function' : 'other');
      continue;
    }
    isOperand = text === ')' || text === ']' || text === '}';
    if (text === '{' || text === '[' || text === '(') open(text);
    else if (isOperand) close(text);
    else if (text === ',') end();
    else if (text === ';') {
      end();
      top.isTable = false;
    } else if (text === ':' && top.open === '{' && top.name === undefined && top.word !== undefined) {
      top.name = top.word;
      top.word = undefined;
    } else if (text === '=>') {
      top.held = 'none';
      put('function');
    } else if ((text === '-' || text === '!') && top.held === 'none' && top.sign === undefined) top.sign = text;
    else if (text === '...') top.isTable = false;
    else put('other');
  }
  for (const one of constantsIn(source)) found.add(one);
  return found;
};

const literal = String.raw`(-?(?:0[xX][\da-fA-F]+|\d[\d.]*)|"[^"\\\n]*"|'[^'\\\n]*'|true|false|null)\s*(?=[;,\n])`;
const declared = new RegExp(String.raw`\b(const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*${literal}`, 'g');
const exported = new RegExp(String.raw`\bexports\.([A-Za-z_$][\w$]*)\s*=\s*${literal}`, 'g');
/** What compilers write before the value is there is no value. */
const setAgain = /\bexports\.([A-Za-z_$][\w$]*)\s*(?:=(?![=>]|\s*(?:void 0|exports\.))|[-+*/]=|\+\+|--)/g;

const readLiteral = (text: string): Primitive => {
  if (/^["']/.test(text)) return unescaped(text.slice(1, -1));
  if (Object.hasOwn(named, text)) return named[text] as Primitive;
  return text.startsWith('-') ? -Number(text.slice(1)) : Number(text);
};

const assignment = String.raw`\s*(?:=(?![=>])|(?:[-+*/%&|^]|<<|>>|&&|\|\||\?\?)=|\+\+|--)`;
/** Beyond that a file is one of tables, or minified. */
const mostVariables = 500;

/** Variables that nobody sets to anything else, and what a module exports once. */
const constantsIn = function* (source: string): Generator<number> {
  const variables = new Map<string, Primitive>();
  for (const [, how, name = '', text = ''] of source.matchAll(declared)) {
    if (how === 'const') yield ofConstant(name, ofPrimitive(readLiteral(text)));
    else if (variables.size < mostVariables) variables.set(name, readLiteral(text));
  }
  if (variables.size > 0) {
    const one = String.raw`(${[...variables.keys()].join('|').replaceAll('$', String.raw`\$`)})(?![\w$])`;
    const sets = new RegExp(String.raw`(?<!(?:const|let|var)\s+|[\w$.])${one}${assignment}|(?:\+\+|--)\s*${one}`, 'g');
    for (const [, before, after] of source.matchAll(sets)) variables.delete((before ?? after) as string);
    for (const [name, value] of variables) yield ofConstant(name, ofPrimitive(value));
  }
  const sets = new Map<string, number>();
  for (const [, name = ''] of source.matchAll(setAgain)) sets.set(name, (sets.get(name) ?? 0) + 1);
  for (const [, name = '', text = ''] of source.matchAll(exported))
    if (sets.get(name) === 1) yield ofConstant(name, ofPrimitive(readLiteral(text)));
};

const read = new WeakMap<RawNode, number>();
/** The number of a node that may be a table; -1 for what can't be compared. */
const numberOf = (node: RawNode): number => {
  if (node.kind === 'value') return node.secret ? -1 : ofPrimitive(node.value ?? null);
  const known = read.get(node);
  if (known !== undefined) return known;
  const made = node.kind === 'omitted' ? -1 : ofContainer(node);
  read.set(node, made);
  return made;
};
const ofContainer = ({ kind, children = [], size = children.length }: RawNode): number => {
  if (kind === 'list') {
    const first = children.slice(0, mostElements).map(numberOf);
    return first.includes(-1) || first.length < Math.min(size, mostElements) ? -1 : ofList(size, first);
  }
  const numbers = children.map(numberOf);
  if (numbers.includes(-1) || children.length < size) return -1;
  return ofObject(children.map(({ name }, at) => ofEntry(name, numbers[at] as number)));
};
/** A map that was made of a list of pairs. */
const ofPairs = ({ children = [], size = children.length }: RawNode): number => {
  const first = children.slice(0, mostElements).map((child) => ofList(2, [ofPrimitive(child.name), numberOf(child)]));
  return ofList(size, first);
};

/** Whether a node stands in the code as it was read. `isVariable`: it is what a variable holds. */
export const isTable = (node: RawNode, tables: Words, isVariable: boolean): boolean => {
  if (node.kind === 'value') return isVariable && !node.secret && tables.has(ofConstant(node.name, numberOf(node)));
  const number = numberOf(node);
  return (number >= 0 && tables.has(number)) || (node.kind === 'map' && tables.has(ofPairs(node)));
};
