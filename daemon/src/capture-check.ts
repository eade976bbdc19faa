import { type CaptureBudget, type CaptureCounts, ProbeError, type RawCapture, type RawNode } from '@substrate/core';

const fail = (message: string): never => {
  throw new ProbeError({ reason: 'bad_capture', message: `The probe returned ${message}.`, retry: true });
};

const countNames = ['rootsKnown', 'rootsReached', 'nodesRead', 'nodesCut', 'nodesFailed'] as const;
const areCounts = (counts: CaptureCounts | undefined): boolean =>
  countNames.every((name) => Number.isFinite(counts?.[name]) && (counts?.[name] ?? -1) >= 0);

/** Looks at trees that share one budget. */
const nodeCheck = (budget: CaptureBudget, roots: number): ((node: RawNode, depth: number) => void) => {
  // Twice the budget: a probe may count a little differently, but not by an order of magnitude.
  const limit = { nodes: 2 * budget.maxNodes + roots, depth: 2 * budget.maxDepth + 4, text: 2 * budget.maxBytes };
  const seen = { nodes: 0, text: 0 };
  const walk = (node: RawNode, depth: number): void => {
    if (typeof node !== 'object' || node === null || typeof node.name !== 'string') fail('a node without a name');
    if (++seen.nodes > limit.nodes) fail('more nodes than it was asked for');
    if (depth > limit.depth) fail('a deeper tree than it was asked for');
    const { value, children } = node;
    if (value !== undefined && value !== null && typeof value === 'object') fail('a value that is no primitive');
    seen.text += node.name.length + (typeof value === 'string' ? value.length : 0);
    if (seen.text > limit.text) fail('more text than it was asked for');
    if (children === undefined) return;
    if (!Array.isArray(children)) fail('children that are no list');
    for (const child of children) walk(child, depth + 1);
  };
  return walk;
};

/** Whether what was read on demand is a node. */
export const checkNode = (node: RawNode, budget: CaptureBudget): void => nodeCheck(budget, 1)(node, 0);

/**
 * Whether a capture is one: a probe talks to code that somebody else wrote, and rubbish or a flood from there must end here, as a failed cycle. Subtrees
 * that are the very ones of the capture before were checked then.
 */
export const checkCapture = (capture: RawCapture, budget: CaptureBudget, before?: RawCapture): void => {
  if (typeof capture !== 'object' || capture === null) fail('no capture');
  if (!Array.isArray(capture.roots) || !Array.isArray(capture.actions)) fail('a capture without roots or actions');
  if (typeof capture.context !== 'object' || capture.context === null) fail('a capture without a context');
  if (!areCounts(capture.counts)) fail('a capture without counts');
  if (capture.roots.length > budget.maxNodes || capture.actions.length > budget.maxNodes)
    fail('more roots or actions than it was asked for');
  const checked = new Set<RawNode>(before?.roots ?? []);
  const walk = nodeCheck(budget, capture.roots.length);
  for (const root of capture.roots) {
    if (checked.has(root)) continue;
    if (typeof root?.address !== 'string') fail('a root without an address');
    walk(root, 0);
  }
  for (const action of capture.actions) {
    if (typeof action?.address !== 'string' || typeof action.name !== 'string' || !Array.isArray(action.parameters))
      fail('an action without an address');
  }
};
