import type { RawNode, RawRoot } from '@substrate/core';
import { entryName } from './flatten.js';
import { isElement, type Labels, type Slot } from './labels.js';
import { elementIndex } from './measure.js';
import type { Reading } from './reading.js';
import { isMap, rootPattern, seenAs } from './slots.js';
import { elementText, render, templatePieces } from './template.js';

/** From addresses of nodes to the keys they have now, or that the keys below them begin with. */

export const unescapeSegment = (segment: string): string => segment.replace(/~1/g, '/').replace(/~0/g, '~');

type Copies = Reading['copies'];

export const targetKeys = (
  { labels, capture, copies }: Pick<Reading, 'labels' | 'capture' | 'copies'>,
  addresses: readonly string[],
): string[] => {
  if (addresses.length === 0) return [];
  const roots = new Map(capture.roots.map((root) => [root.address, root]));
  return [...new Set(addresses.flatMap((address) => keysAt(labels, roots, address, copies)))];
};

const keysAt = (labels: Labels, roots: ReadonlyMap<string, RawRoot>, address: string, copies: Copies): string[] => {
  let end = address.length;
  while (end > 0 && !roots.has(address.slice(0, end))) end = address.lastIndexOf('/', end - 1);
  const root = roots.get(address.slice(0, Math.max(0, end)));
  let slot = root && labels.roots.get(rootPattern(root));
  if (!root || !slot) return [];
  let node: RawNode = seenAs(root, slot);
  const elements: string[] = root.element ? [`[${root.element.at}]`] : [];
  for (const segment of address
    .slice(end + 1)
    .split('/')
    .filter((part) => part !== '')) {
    const wanted = unescapeSegment(segment);
    const at: number = node.children?.findIndex((child) => (child.id ?? child.name) === wanted) ?? -1;
    const child: RawNode | undefined = node.children?.[at];
    if (!child) return [];
    const map = isMap(node, slot);
    if (map || node.kind === 'list') elements.push(map ? elementText(entryName(child, slot)) : `[${elementIndex(child, at)}]`);
    const next: Slot | undefined = slot.children.get(map || node.kind === 'list' ? '*' : (child.id ?? child.name));
    if (!next) return [];
    [node, slot] = [seenAs(child, next), next];
  }
  return [...prefixes(slot, elements), ...mainsOf(slot, elements, copies)];
};

/** The keys of facts that are told elsewhere: what stands at the target, or below it, repeats them. */
const mainsOf = (slot: Slot, elements: readonly string[], copies: Copies): string[] => {
  const keys: string[] = [];
  for (const [main, repeats] of copies) {
    if (main.open !== elements.length) continue;
    for (const { pattern } of repeats)
      if (pattern === slot.pattern || pattern.startsWith(`${slot.pattern}/`)) keys.push(render(main.pieces, elements));
  }
  return keys;
};

/** A wrapper has no key of its own: what it holds stands for it. */
const prefixes = (slot: Slot, elements: readonly string[]): string[] => {
  const shared = slot.entry.inner !== undefined || slot.entry.key === '';
  if (!shared) return [render(templatePieces(slot.entry.key), elements)];
  return [...slot.children.values()]
    .filter((child) => !isElement(child) || slot.entry.key !== '')
    .flatMap((child) => prefixes(child, elements));
};
