import type { Extent, RawNode, Truncation } from '@substrate/core';
import type { Measure, Slot } from './labels.js';
import { innerOf } from './slots.js';
import { render, templatePieces } from './template.js';

/** What the keys below a slot begin with, or its own key. */
export const pathOf = (slot: Slot, elements: readonly string[]): string => render(templatePieces(innerOf(slot.entry)), elements);

/** Where an element stands in its list: probes leave out what holds nothing, and may read a part alone. */
export const elementIndex = ({ name }: RawNode, at: number): number => (/^(?:0|[1-9]\d{0,14})$/.test(name) ? Number(name) : at);

/** Of a node, without what is below it; undefined where its keys tell all. */
export const measureOf = (node: RawNode, slot: Slot, elements: readonly string[]): Measure | undefined => {
  const children = node.children ?? [];
  const path = (): string => pathOf(slot, elements);
  const measured = (kind: Extent['kind'], size: number | null, shown: number, reason: Truncation['reason']): Measure => {
    const here = path();
    return { path: here, extent: { kind, size }, cut: { path: here, shown, total: size, reason } };
  };
  switch (node.kind) {
    case 'value': {
      const shown = typeof node.value === 'string' ? node.value.length - 1 : 0;
      return node.length !== undefined && !node.secret && shown < node.length
        ? measured('text', node.length, shown, 'text')
        : undefined;
    }
    case 'omitted':
      return node.omitted === 'budget' || node.omitted === 'depth'
        ? measured('object', node.size ?? null, 0, node.omitted)
        : undefined;
    case 'list': {
      const size = Math.max(node.size ?? 0, children.length);
      if (size === children.length) return { path: path(), extent: { kind: 'list', size } };
      const { extent, ...rest } = measured('list', size, children.length, 'list');
      return { ...rest, extent: { ...extent, read: rangesOf(children, size) } };
    }
    default:
      return (node.size ?? 0) > children.length ? measured('object', node.size ?? 0, children.length, 'object') : undefined;
  }
};

/** Which elements are there, by their numbers: holes between them hold nothing. */
const rangesOf = (children: readonly RawNode[], size: number): readonly (readonly [number, number])[] => {
  const first = children[0];
  const last = children.at(-1);
  if (!first || !last) return [];
  const from = elementIndex(first, 0);
  // What comes before the first that is told of a whole list is a hole as well.
  return [[from < children.length ? 0 : from, Math.min(size, elementIndex(last, children.length - 1) + 1)]];
};
