import type { CaptureBudget, RawNode } from '@substrate/core';

/** Brings a tree that was made on this side within a budget; what is read in the target is bounded there. */
export const clipTree = <T extends RawNode>(node: T, budget: CaptureBudget, spent: { nodes: number }): T => {
  spent.nodes++;
  if (typeof node.value === 'string' && node.value.length > budget.maxString) {
    return { ...node, value: `${node.value.slice(0, budget.maxString - 1)}…` };
  }
  if (!node.children) return node;
  const most = node.kind === 'object' ? node.children.length : budget.maxElements;
  const children: RawNode[] = [];
  for (const child of node.children) {
    if (children.length >= most || spent.nodes >= budget.maxNodes) break;
    children.push(clipTree(child, budget, spent));
  }
  return children.length < node.children.length ? { ...node, children, size: node.children.length } : { ...node, children };
};
