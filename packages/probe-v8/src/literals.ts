import type { RawNode } from '@substrate/core';

/**
 * Tells words of a program from data: a text that stands in its code as a literal was written by who made the program. Only scripts of some length count: what a
 * short one holds is what the page is about, in a long one it is one of thousands of words.
 */

/** Shorter texts stand in every program, longer ones hardly as one literal. */
const [shortest, longest] = [3, 400];

/** What may stand before a slash that begins a regular expression rather than divides. */
const beforePattern = /(?:^|[([{,;=:?!&|^~<>+\-*%]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|instanceof))\s*$/;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };
export const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi, (_, long, four, two, one) =>
        one === undefined
          ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(long ?? four ?? two, 16)))
          : (escapes[one] ?? one),
      )
    : text;

/** Where a text or a pattern that begins at `from` ends, behind its closing mark; -1 where it never does. */
export const endOf = (source: string, from: number, mark: string): number => {
  let inClass = false;
  for (let i = from; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === '\n' && mark !== '`') return -1;
    else if (mark === '/' && (char === '[' || char === ']')) inClass = char === '[';
    else if (mark === '`' && char === '$' && source[i + 1] === '{') return i + 2;
    else if (char === mark && !inClass) return i + 1;
  }
  return -1;
};

/** The texts that stand in a script as literals. */
export const literalsOf = function* (source: string): Generator<string, void> {
  const token = /["'`{}]|\/[/*]?/g;
  /** For each template that something is put into just now, the braces that are open there. */
  const open: number[] = [];
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [mark] = found;
    const from = found.index + mark.length;
    if (mark === '//' || mark === '/*') {
      const end = source.indexOf(mark === '//' ? '\n' : '*/', from);
      if (end < 0) return;
      token.lastIndex = end + (mark === '//' ? 1 : 2);
      continue;
    }
    if (mark === '/' && !beforePattern.test(source.slice(Math.max(0, from - 21), from - 1))) continue;
    if (mark === '{' || mark === '}') {
      if (open.length === 0) continue;
      const left = (open.at(-1) as number) + (mark === '{' ? 1 : -1);
      open[open.length - 1] = left;
      if (left > 0) continue;
      open.pop();
    }
    // Behind a brace that closes, the template goes on.
    const end = endOf(source, from, mark === '}' ? '`' : mark);
    if (end < 0) continue;
    token.lastIndex = end;
    if (source[end - 1] === '{' && mark !== '"' && mark !== "'" && mark !== '/') open.push(1);
    else if (mark !== '}' && mark !== '/' && end - from > shortest && end - from <= longest)
      yield unescaped(source.slice(from, end - 1));
  }
};

/** A number for a text: a set of them takes a fraction of what the texts would, and holds on to none. */
export const digest = (text: string): number => {
  let [a, b] = [0x811c9dc5, text.length];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b, 31) + code;
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff);
};

export type Words = ReadonlySet<number>;

/** `least`: shorter ones are left out. */
export const wordsOf = (source: string, least = shortest): Words => {
  const words = new Set<number>();
  for (const text of literalsOf(source)) if (text.length >= least) words.add(digest(text));
  return words;
};

/** The words that a script has, as names or in its texts. */
export const namesOf = (source: string): Words => {
  const names = new Set<number>();
  for (const [name] of source.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(digest(name));
  return names;
};
export const isAmong = (name: string, words: Words): boolean => words.has(digest(name));

/**
 * Says of every text whether it stands in one of the scripts, and of what lies within a library's object whether the library put it there: `isLent` tells its names.
 * What the application put there, and what lies in that, is the application's. `isTable`: that is an object or a list as it stands in the code, or a constant, whatever
 * is in it. `isOwn`, where that is one file: what has several such names is the application's, whatever its class. What did not change since is the very node it was.
 */
export const createMarker = (
  scripts: readonly Words[],
  isLent?: (name: string) => boolean,
  isTable: (node: RawNode, isVariable: boolean) => boolean = () => false,
  isOwn?: (name: string) => boolean,
): (<N extends RawNode>(root: N) => N) => {
  /** Of the application's, and of libraries', in tables and not: whose the same node is may turn out later. */
  const marks = [0, 1, 2, 3].map(() => new WeakMap<RawNode, RawNode>());
  /** In a bundle every class looks like the application's; the names of fields, which no minifier changes, tell those that are. */
  const whose = ({ foreign, kind, children = [] }: RawNode): boolean | undefined => {
    if (!isOwn || foreign || kind !== 'object') return foreign;
    const own = children.filter(({ name }) => isOwn(name)).length;
    return own > 1 && own * 4 >= children.length ? false : foreign === false ? true : undefined;
  };
  const mark = <N extends RawNode>(node: N, isTheirs: boolean, isField: boolean, isWritten: boolean): N => {
    const of = whose(node);
    const theirs = isLent !== undefined && (of ?? (isTheirs && (!isField || isLent(node.name))));
    const known = marks[(theirs ? 1 : 0) + (isWritten ? 2 : 0)] as WeakMap<RawNode, RawNode>;
    const before = known.get(node);
    if (before) return before as N;
    let marked = node;
    const written = isWritten || isTable(node, false);
    if (node.children) {
      const children = node.children.map((child) => mark(child, theirs, node.kind === 'object', written));
      if (children.some((child, at) => child !== node.children?.[at])) marked = { ...node, children };
    }
    if (written) marked = { ...marked, literal: true };
    else if (typeof node.value === 'string' && node.value.length >= shortest && node.length === undefined && !node.secret) {
      const one = digest(node.value);
      // Patterns are written by who writes code, also where they are put together from several.
      marked = { ...node, literal: node.type === 'RegExp' || scripts.some((words) => words.has(one)) };
    }
    if (of !== undefined ? of !== node.foreign : theirs) marked = { ...marked, foreign: theirs };
    known.set(node, marked);
    return marked;
  };
  /** A letter is everybody's name; then the fields tell. */
  const isOfLibraries = ({ name, children = [] }: RawNode): boolean =>
    isLent?.(name) === true || (name.length < 3 && children.length > 1 && children.every((child) => isLent?.(child.name)));
  return (root) => {
    const isTheirs = ('library' in root && root.library !== undefined) || (isOwn !== undefined && isOfLibraries(root));
    return mark(root, isTheirs, false, isTable(root, true));
  };
};
