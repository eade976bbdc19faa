import type { CaptureBudget, RawNode } from '@substrate/core';

/** Brings a tree that was made on this side within a budget; what is read in the target is bounded there. What fits is the same tree. */
export const clipTree = <T extends RawNode>(node: T, budget: CaptureBudget, spent: { nodes: number }): T => {
  spent.nodes++;
  if (typeof node.value === 'string' && node.value.length > budget.maxString) {
    return { ...node, value: `${node.value.slice(0, budget.maxString - 1)}…` };
  }
  if (!node.children) return node;
  const all = node.children;
  const most = node.kind === 'object' ? all.length : budget.maxElements;
  const children: RawNode[] = [];
  for (const child of all) {
    if (children.length >= most || spent.nodes >= budget.maxNodes) break;
    children.push(clipTree(child, budget, spent));
  }
  if (children.length < all.length) return { ...node, children, size: all.length };
  return children.every((child, at) => child === all[at]) ? node : { ...node, children };
};
