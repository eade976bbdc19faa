import type { RawNode, RawRoot, TypeName } from '@substrate/core';

const sameShape = (a: RawNode, b: RawNode): boolean =>
  a.name === b.name &&
  a.kind === b.kind &&
  a.value === b.value &&
  a.size === b.size &&
  a.type === b.type &&
  a.omitted === b.omitted &&
  a.secret === b.secret &&
  a.id === b.id;

/** The new tree, with every subtree that did not change replaced by the very node of the old one. */
export const shareTree = <T extends RawNode>(before: T | undefined, after: T): T => {
  if (before === undefined || before === after) return after;
  const old = before.children ?? [];
  const now = after.children ?? [];
  // Elements keep their place in a list and their name elsewhere.
  const byName = after.kind === 'list' ? undefined : new Map(old.map((node) => [node.name, node]));
  let reused = old.length === now.length;
  const children = now.map((node, at) => {
    const match = byName ? byName.get(node.name) : old[at];
    const shared = shareTree(match, node);
    if (shared !== old[at]) reused = false;
    return shared;
  });
  if (reused && sameShape(before, after) && (before.children === undefined) === (after.children === undefined)) return before;
  return after.children === undefined ? after : { ...after, children };
};

/** The types of the fields of objects, by name, where all that bear the name agree. */
export const readFieldTypes = (roots: readonly RawRoot[]): Map<string, TypeName> => {
  const types = new Map<string, TypeName | null>();
  const visit = (node: RawNode, isField: boolean): void => {
    if (isField && node.omitted === undefined) {
      const type: TypeName | undefined =
        node.kind === 'list'
          ? 'array'
          : node.kind === 'object' || node.kind === 'map'
            ? 'object'
            : typeof node.value === 'string'
              ? 'string'
              : typeof node.value === 'number'
                ? 'number'
                : typeof node.value === 'boolean'
                  ? 'boolean'
                  : undefined;
      if (type !== undefined) types.set(node.name, types.has(node.name) && types.get(node.name) !== type ? null : type);
    }
    for (const child of node.children ?? []) visit(child, node.kind === 'object');
  };
  for (const root of roots) visit(root, false);
  return new Map([...types].flatMap(([name, type]) => (type === null ? [] : [[name, type] as const])));
};
