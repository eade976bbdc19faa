import type { RawNode, RawRoot } from '@substrate/core';
import { isAmong, namesOf, type Words } from '../literals.js';

/**
 * Whose names are these? What stands in a long script that the page loaded, and nowhere in what it says itself, in its document and in short scripts, is what a library
 * calls its own things. An object most of whose fields are called so is a library's (`foreign`), until something in it has a name that only the page gives.
 */

/** A shorter name may be one that a minifier made. */
const telling = 4;
/** So many names of the state must stand in the page's own code alone. Else the program itself may be among the long scripts, and nothing is known. */
const leastOwn = 2;

/** The names in the page's own text; of these, those that its code says itself, and not data that was put into it. */
export interface OwnNames {
  readonly said: Words;
  readonly coded: Words;
}

const inline = /<script\b(?![^>]*\bsrc\s*=)(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/gi;
const texts = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)(\s*:)?/g;
/** A single word may well name a field; before a colon it is one of data. */
const withoutTexts = (code: string): string =>
  code.replace(texts, (_, text: string, colon?: string) => (/^["']\w+["']$/.test(text) && !colon ? text : ' '));

export const ownNamesOf = (documents: readonly string[], scripts: readonly string[]): OwnNames => {
  const code = [...documents.flatMap((text) => [...text.matchAll(inline)].map(([, body = '']) => body)), ...scripts];
  return { said: namesOf([...documents, ...scripts].join('\n')), coded: namesOf(withoutTexts(code.join('\n'))) };
};

type Whose = 'page' | 'library' | 'both' | 'unknown';

/** Marks what is a library's. What did not change since is the very node it was. */
export const createWhose = (
  { said, coded }: OwnNames,
  loaded: readonly Words[],
): ((roots: readonly RawRoot[]) => readonly RawRoot[]) => {
  const known = new Map<string, Whose>();
  const whose = (name: string): Whose => {
    if (name.length < telling) return 'unknown';
    let found = known.get(name);
    if (found === undefined) {
      const [own, lent] = [isAmong(name, said), loaded.some((words) => isAmong(name, words))];
      found = own ? (lent ? 'both' : 'page') : lent ? 'library' : 'unknown';
      if (known.size < 20_000) known.set(name, found);
    }
    return found;
  };

  const own = new Set<string>();
  const seekOwn = (node: RawNode): void => {
    if (own.size >= leastOwn) return;
    if (isAmong(node.name, coded) && whose(node.name) === 'page') own.add(node.name);
    node.children?.forEach(seekOwn);
  };

  /** Records of one list are judged together. `outer`: whose the object is that they lie in, which decides where their fields do not. */
  const areTheirs = (objects: readonly RawNode[], outer: boolean): boolean => {
    const names = new Set(objects.flatMap(({ children = [] }) => children.map(({ name }) => name)));
    let [all, lent, given] = [0, 0, 0];
    for (const name of names) {
      const of = whose(name);
      if (name.length >= telling) all++;
      if (of === 'library') lent++;
      if (of === 'page') given++;
    }
    if (all === 0) return outer;
    if (lent === 0 || given >= lent) return false;
    return lent * 2 > all || outer;
  };

  const marks = [new WeakMap<RawNode, RawNode>(), new WeakMap<RawNode, RawNode>()] as const;
  /** `theirs`: whose the object is that it is a field of. An element has been judged with the others. */
  const mark = (node: RawNode, theirs: boolean, role: 'field' | 'element'): RawNode => {
    const of = role === 'field' ? whose(node.name) : 'unknown';
    // A value that both speak of is what the page speaks of.
    const ofPage = of === 'page' || (of === 'both' && !node.children);
    const outer = theirs && !ofPage;
    const memo = marks[outer ? 1 : 0];
    const before = memo.get(node);
    if (before) return before;
    const objects = node.kind === 'object' ? (role === 'field' ? [node] : []) : (node.children ?? []).filter(isObject);
    const inner = objects.length > 0 ? areTheirs(objects, outer) : outer;
    let marked = node;
    if (node.children) {
      const children = node.children.map((child) =>
        node.kind === 'object' ? mark(child, inner, 'field') : mark(child, isObject(child) ? inner : outer, 'element'),
      );
      if (children.some((child, at) => child !== node.children?.[at])) marked = { ...node, children };
    }
    if (node.kind === 'object' ? inner : outer) marked = { ...marked, foreign: true };
    memo.set(node, marked);
    return marked;
  };

  return (roots) => {
    const state = new Set(roots.filter(({ source }) => source !== 'dom'));
    for (const root of state) seekOwn(root);
    if (own.size < leastOwn) return roots;
    return roots.map((root) => (state.has(root) ? (mark(root, false, 'field') as RawRoot) : root));
  };
};

const isObject = ({ kind }: RawNode): boolean => kind === 'object';
