import { childAddress, type RawCapture, type RawNode, type RawRoot } from '@substrate/core';

/**
 * A cycle that was cut short says nothing about what it did not reach: what was there before is told again, and said to be old, for so long.
 * Then it goes. A pure function of both captures and the time.
 */

export const carriedMs = 30_000;

export interface Carried {
  readonly capture: RawCapture;
  /** Addresses of what is from an earlier cycle, and when that was read. */
  readonly stale: ReadonlyMap<string, number>;
}

export interface Earlier extends Carried {
  readonly at: number;
}

const isSameNode = (a: RawNode, b: RawNode): boolean => {
  const names = Object.keys(a) as (keyof RawNode)[];
  return names.length === Object.keys(b).length && names.every((name) => name === 'children' || a[name] === b[name]);
};

const sameNodes = (a: readonly RawNode[], b: readonly RawNode[]): boolean =>
  a.length === b.length && a.every((node, at) => node === b[at]);

const segmentOf = (node: RawNode): string => node.id ?? node.name;

export const carryOver = (earlier: Earlier | undefined, capture: RawCapture, now: number): Carried => {
  const stale = new Map<string, number>();
  // What another page held is nobody's state any more.
  if (!earlier || earlier.capture.site !== capture.site) return { capture, stale };

  /** Keeps what an earlier cycle read at an address, while it is not too old. */
  const keep = (address: string): boolean => {
    const at = earlier.stale.get(address) ?? earlier.at;
    if (now - at > carriedMs) return false;
    stale.set(address, at);
    return true;
  };

  /** The node with what a budget left out of it put back; the very one of before where that makes them the same. */
  const filled = <N extends RawNode>(before: N | undefined, node: N, address: string): N => {
    if (!before || before === node) return node;
    if (node.kind === 'omitted' && node.omitted === 'budget' && before.kind !== 'omitted') return keep(address) ? before : node;
    if (!node.children || !before.children || node.kind !== before.kind) return node;
    const known = new Map(before.children.map((child) => [segmentOf(child), child]));
    const children = node.children.map((child) => filled(known.get(segmentOf(child)), child, childAddress(address, child)));
    if (node.kind === 'object' && (node.size ?? 0) > node.children.length) {
      const there = new Set(children.map(segmentOf));
      for (const child of before.children)
        if (!there.has(segmentOf(child)) && keep(childAddress(address, child))) children.push(child);
    }
    if (sameNodes(children, node.children)) return node;
    return sameNodes(children, before.children) && isSameNode(before, node) ? before : { ...node, children };
  };

  const known = new Map(earlier.capture.roots.map((root) => [root.address, root]));
  const there = new Set(capture.roots.map((root) => root.address));
  const cut = capture.counts.nodesCut > 0;
  const roots: RawRoot[] = cut
    ? capture.roots.map((root) => filled(known.get(root.address), root, root.address))
    : [...capture.roots];
  for (const address of capture.unreached ?? []) {
    const root = known.get(address);
    if (root && !there.has(address) && keep(address)) roots.push(root);
  }
  if (stale.size === 0) return { capture, stale };
  const acts = new Set(capture.actions.map((action) => action.address));
  const silent = (capture.unreached?.length ?? 0) > 0;
  return {
    stale,
    capture: {
      ...capture,
      roots: sameNodes(roots, earlier.capture.roots) ? earlier.capture.roots : roots,
      ...(silent && {
        hints: { ...earlier.capture.hints, ...capture.hints },
        actions: [...capture.actions, ...earlier.capture.actions.filter((action) => !acts.has(action.address))],
      }),
    },
  };
};
