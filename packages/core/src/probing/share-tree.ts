import type { RawNode, RawRoot } from '../capture.js';

/** Captures share what did not change: identity is the proof that nothing below is new. */

export const isSameNode = (a: RawNode, b: RawNode): boolean =>
  a.name === b.name &&
  a.kind === b.kind &&
  a.value === b.value &&
  a.size === b.size &&
  a.length === b.length &&
  a.literal === b.literal &&
  a.fixed === b.fixed &&
  a.shared === b.shared &&
  a.recent === b.recent &&
  a.foreign === b.foreign &&
  a.type === b.type &&
  a.omitted === b.omitted &&
  a.id === b.id &&
  a.label === b.label &&
  a.shown === b.shown &&
  a.secret === b.secret &&
  (a.children === undefined) === (b.children === undefined);

/** What only roots have is undefined of both elsewhere. */
export const isSameRoot = (a: Partial<RawRoot>, b: Partial<RawRoot>): boolean =>
  a.address === b.address &&
  a.source === b.source &&
  a.library === b.library &&
  a.file === b.file &&
  a.qualifiedName === b.qualifiedName &&
  a.ofRuntime === b.ofRuntime &&
  a.sought === b.sought &&
  a.element?.of === b.element?.of &&
  a.element?.at === b.element?.at;

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
  if (reused && isSameNode(before, after) && isSameRoot(before, after)) return before;
  return after.children === undefined ? after : { ...after, children };
};

/** The same for all roots of a capture, by their addresses. */
export const shareRoots = (before: readonly RawRoot[], after: readonly RawRoot[]): RawRoot[] => {
  const known = new Map(before.map((root) => [root.address, root]));
  return after.map((root) => shareTree(known.get(root.address), root));
};
