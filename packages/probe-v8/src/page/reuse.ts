import type { RawNode } from '@substrate/core';

const sameFields = (a: RawNode, b: RawNode): boolean => {
  const left = a as unknown as Record<string, unknown>;
  const right = b as unknown as Record<string, unknown>;
  const keys = Object.keys(right);
  if (keys.length !== Object.keys(left).length) return false;
  for (const key of keys) if (key !== 'children' && left[key] !== right[key]) return false;
  return true;
};

/** The new tree with every subtree that did not change replaced by the old one's very node. */
export const reuse = <N extends RawNode>(before: N | undefined, now: N): N => {
  if (!before) return now;
  if (!now.children) return !before.children && sameFields(before, now) ? before : now;
  const old = before.children ?? [];
  // Elements of a list move; a node is looked for at its own place first, then by what names it.
  let byName: Map<string, RawNode> | undefined;
  let same = old.length === now.children.length;
  const children = now.children.map((child, i) => {
    let match = old[i];
    if (match && (match.id ?? match.name) !== (child.id ?? child.name)) {
      byName ??= new Map(old.map((node) => [node.id ?? node.name, node]));
      match = byName.get(child.id ?? child.name);
    }
    const kept = reuse(match, child);
    if (kept !== old[i]) same = false;
    return kept;
  });
  if (same && before.children && sameFields(before, now)) return before;
  return { ...now, children };
};
