import type { RawNode, RawRoot } from '../capture.js';

/** Captures share what did not change: identity is the proof that nothing below is new. */

const fields = [
  'name',
  'kind',
  'value',
  'size',
  'length',
  'literal',
  'type',
  'omitted',
  'id',
  'label',
  'shown',
  'secret',
  'address',
  'source',
  'library',
];

const sameShape = (a: RawNode, b: RawNode): boolean =>
  fields.every((field) => a[field as keyof RawNode] === b[field as keyof RawNode]) &&
  (a.children === undefined) === (b.children === undefined);

/** The new tree, with every subtree that did not change replaced by the very node of the old one. */
export const shareTree = <T extends RawNode>(before: T | undefined, after: T): T => {
  if (before === undefined || before === after) return after;
  const old = before.children ?? [];
  const now = after.children ?? [];
  // Elements keep their place in a list and their name elsewhere.
  const byName = after.kind === 'list' ? undefined : new Map(old.map((node) => [node.id ?? node.name, node]));
  let reused = old.length === now.length;
  const children = now.map((node, at) => {
    const shared = shareTree(byName ? byName.get(node.id ?? node.name) : old[at], node);
    if (shared !== old[at]) reused = false;
    return shared;
  });
  if (reused && sameShape(before, after)) return before;
  return after.children === undefined ? after : { ...after, children };
};

/** The same for all roots of a capture, by their addresses. */
export const shareRoots = (before: readonly RawRoot[], after: readonly RawRoot[]): RawRoot[] => {
  const known = new Map(before.map((root) => [root.address, root]));
  return after.map((root) => shareTree(known.get(root.address), root));
};
