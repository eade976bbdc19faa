import {
  type Extent,
  type Primitive,
  type RawCapture,
  type RawNode,
  type RawRoot,
  type Secrecy,
  secrets,
  type Truncation,
  type TypeName,
  unknownName,
} from '@substrate/core';
import { type Facts, type Flat, innerOf, type Labels, type Leaf, type Measure, piecesOf, type Slot } from './labels.js';
import { isWritten } from './naming.js';
import { redacted, redactValue, secrecyOf } from './redact.js';
import type { SeenType } from './schema.js';
import { countSlot, elementSlot, fieldSlots, isContainer, isMap, ownKey, rootSlot, seenAs, settleForm } from './slots.js';
import { compareSources } from './sources.js';
import { elementText, render, templatePieces } from './template.js';
import { compare } from './words.js';

/**
 * From a tree of nodes to a flat list of facts with their keys, and the objects and lists that hold them. What a node gave is kept for as long as the node lives: a probe
 * that hands over the same node again says that nothing below it changed, and nothing below it is walked again.
 */

interface Place extends Pick<Leaf, 'at' | 'position' | 'cut'> {
  /** The elements on the way as the parts of a key. */
  readonly elements: readonly string[];
}

const start: Place = { elements: [], at: '', position: 0, cut: false };

/** One element further in; `limit` is how many of them are served. */
const inside = (place: Place, position: number, text: string, limit: number): Place => ({
  elements: [...place.elements, text],
  at: place.at + text,
  position: Math.max(place.position, position),
  cut: place.cut || position >= limit,
});

/** By what they are and are called; the address is the last to decide. */
const inOrder = (roots: readonly RawRoot[]): RawRoot[] =>
  [...roots].sort(
    (a, b) =>
      Number(a.sought ?? false) - Number(b.sought ?? false) ||
      compareSources(a.source, b.source) ||
      compare(a.name, b.name) ||
      compare(a.type ?? '', b.type ?? '') ||
      compare(a.address, b.address),
  );

export const flattenAll = (labels: Labels, capture: RawCapture): Facts => {
  labels.isWritten = () => isWritten(capture);
  const all = emptyFlat();
  const roots = new Map<Slot, RawRoot>();
  for (const root of inOrder(capture.roots)) {
    const slot = rootSlot(labels, root);
    if (!roots.has(slot)) roots.set(slot, root);
    addNode(labels, root, slot, root.element ? inside(start, root.element.at, `[${root.element.at}]`, rootLimit) : start, all);
  }
  return { ...all, roots };
};

export const flattenAt = (labels: Labels, node: RawNode, slot: Slot, elements: readonly string[]): Flat => {
  const flat = emptyFlat();
  addNode(labels, node, slot, { ...start, elements, at: elements.join('') }, flat);
  return flat;
};

const flatten = (labels: Labels, given: RawNode, slot: Slot, place: Place): Flat => {
  const { at, cut } = place;
  const known = labels.cache.get(given);
  if (known && known.slot === slot && known.at === at && known.cut === cut) return known;
  settleForm(labels, slot, given);
  const node = seenAs(given, slot);
  const map = isMap(node, slot);
  const flat = { slot, at, cut, ...emptyFlat() };
  flat.measures.push(...measureOf(node, slot, place.elements));
  flat.holders.push({ slot, node });
  if (node.kind === 'list' || map) flattenElements(labels, node, slot, place, map, flat);
  else flattenFields(labels, node, slot, place, flat);
  labels.cache.set(given, flat);
  return flat;
};

export const emptyFlat = (): Flat => ({ leaves: [], holders: [], measures: [] });

const addNode = (labels: Labels, node: RawNode, slot: Slot, place: Place, into: Flat, secrecy = slot.secrecy): void => {
  if (isContainer(node)) {
    const { leaves, holders, measures } = flatten(labels, node, slot, place);
    for (const leaf of leaves) into.leaves.push(leaf);
    for (const holder of holders) into.holders.push(holder);
    for (const measure of measures) into.measures.push(measure);
    return;
  }
  into.measures.push(...measureOf(node, slot, place.elements));
  if (node.kind === 'value') into.leaves.push(leafOf(labels, slot, node, place, secrecy));
  else if (node.omitted === 'binary' && node.size !== undefined)
    into.leaves.push(countLeaf(labels, slot, 'bytes', node.size, place));
};

const flattenFields = (labels: Labels, node: RawNode, slot: Slot, place: Place, flat: Flat): void => {
  const children = node.children ?? [];
  // What is new here, and whatever is new below it, takes its names before the order of the fields comes into play.
  for (const made of fieldSlots(labels, slot, node))
    if (made.kind !== 'value') addNode(labels, made, slot.children.get(made.id ?? made.name) as Slot, place, emptyFlat());
  const hidden = labels.redacting ? secrets.among(children) : [];
  children.forEach((child, i) => {
    const below = slot.children.get(child.id ?? child.name) as Slot;
    addNode(labels, hidden.includes(i) ? hiddenNode(child) : child, below, place, flat);
  });
};

/** What the fields beside it say is a secret. */
const hiddenNode = (node: RawNode): RawNode =>
  node.kind === 'value' && (node.value === null || typeof node.value === 'boolean')
    ? node
    : { name: node.name, kind: 'value', value: redacted, secret: true };

const flattenElements = (labels: Labels, node: RawNode, slot: Slot, place: Place, map: boolean, flat: Flat): void => {
  const children = node.children ?? [];
  const size = Math.max(node.size ?? 0, children.length);
  const limit = slot.open > 0 ? nestedLimit : elementLimit;
  if (children.length > 0) {
    const element = elementSlot(labels, slot, map);
    const cut = map ? secrets.among(children) : secrets.following(children.map((child) => child.value));
    for (let i = 0; i < children.length; i++) {
      const child = children[i] as RawNode;
      const text = map ? elementText(entryName(child, slot)) : `[${elementIndex(child, i)}]`;
      const shown = labels.redacting && cut.includes(i) ? hiddenNode(child) : child;
      const secrecy = map ? secrecyOf(element.secrecy, child.name) : element.secrecy;
      addNode(labels, shown, element, inside(place, i, text, limit), flat, secrecy);
    }
  }
  // Always there: a count that came and went with the length could not be relied on.
  const isCounted = !map || Math.min(children.length, limit) < size || areRecords(children);
  if (isCounted) flat.leaves.push(countLeaf(labels, slot, 'count', size, place));
};

/** How many records a map holds is a fact as of a list, unless an entry of it is called that. */
const areRecords = (entries: readonly RawNode[]): boolean =>
  entries.length > 0 && entries.every(({ kind, name }) => kind === 'object' && name !== 'count');

/** Elements that are served of one list or map, of one that lies in another, and of roots that only a number tells apart. */
const elementLimit = 50;
const nestedLimit = 10;
const rootLimit = 10;

/** A key of a map that is a text of its own is told by its address alone. */
export const entryName = (node: RawNode, slot: Slot): string =>
  node.name.length > 96 ? unknownName(`${slot.pattern}/${node.id ?? node.name}`) : node.name;

const countLeaf = (labels: Labels, slot: Slot, word: string, size: number, place: Place): Leaf =>
  madeLeaf(labels, countSlot(labels, slot, word), size, place, {});

const leafOf = (labels: Labels, slot: Slot, node: RawNode, place: Place, secrecy: Secrecy): Leaf => {
  let value: Primitive = node.value ?? null;
  if (typeof value === 'number' && !Number.isFinite(value)) value = null;
  if (node.secret) value = value === null ? null : redacted;
  else if (labels.redacting) value = redactValue(secrecy, value);
  const type = slot.entry.correctType;
  if (type !== undefined) value = convert(value, type);
  return madeLeaf(labels, slot, value, place, node);
};

const madeLeaf = (labels: Labels, slot: Slot, value: Primitive, place: Place, node: Partial<RawNode>): Leaf => {
  const { elements, at, position, cut } = place;
  if (slot.entry.key === '') ownKey(labels, slot);
  const type = slot.entry.type;
  const seen = seenType(type, value);
  // A first type is news to nobody; a second one changes what the key was said to hold.
  if (seen !== undefined && seen !== type)
    labels.update(slot, { ...slot.entry, type: seen }, type !== undefined && slot.entry.correctType === undefined);
  return { key: render(piecesOf(slot.entry), elements), value, slot, at, position, cut, node };
};

/** The type of a key that was `before` and now holds `value`. Of null nothing is known. */
const seenType = (before: SeenType | undefined, value: Primitive): SeenType | undefined => {
  if (value === null || typeof value === before) return before;
  return before === undefined ? (typeof value as SeenType) : 'mixed';
};

const convert = (value: Primitive, type: TypeName): Primitive => {
  if (value === null) return value;
  if (type === 'string') return String(value);
  if (type === 'boolean') return /^(?:true|1)$/.test(String(value)) || (/^(?:false|0)$/.test(String(value)) ? false : value);
  if (type !== 'number' || String(value).trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
};

// ── How large a place is ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the keys below a slot begin with, or its own key. */
export const pathOf = (slot: Slot, elements: readonly string[]): string => render(templatePieces(innerOf(slot.entry)), elements);

/** Where an element stands in its list: probes leave out what holds nothing, and may read a part alone. */
export const elementIndex = ({ name }: RawNode, at: number): number => (/^(?:0|[1-9]\d{0,14})$/.test(name) ? Number(name) : at);

/** Of a node, without what is below it; none where its keys tell all. */
const measureOf = (node: RawNode, slot: Slot, elements: readonly string[]): Measure[] => {
  const { kind, children = [], value, omitted } = node;
  const cut = (reason: Truncation['reason'], total: number | null, shown: number, extent: Partial<Extent> = {}): Measure[] => {
    const path = pathOf(slot, elements);
    const told = reason === 'list' || reason === 'text' ? reason : 'object';
    return [{ path, extent: { kind: told, size: total, ...extent }, cut: { path, shown, total, reason } }];
  };
  if (kind === 'value') {
    const shown = typeof value === 'string' ? value.length - 1 : 0;
    return node.length !== undefined && !node.secret && shown < node.length ? cut('text', node.length, shown) : [];
  }
  if (kind === 'omitted') return omitted === 'budget' || omitted === 'depth' ? cut(omitted, node.size ?? null, 0) : [];
  const size = Math.max(node.size ?? 0, children.length);
  if (size === children.length) return kind === 'list' ? [{ path: pathOf(slot, elements), extent: { kind, size } }] : [];
  if (kind !== 'list') return cut('object', size, children.length);
  return cut('list', size, children.length, { read: rangesOf(children, size) });
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
