import { type Extents, isBelow, type KeySegment, largestFirst, parseKey, type RawNode, type Truncation } from '@substrate/core';
import { elementIndex, emptyFlat, entryName, flattenAt, pathOf } from './flatten.js';
import { innerOf, isElement, type Measure, piecesOf, type Slot, toObjects, wayTo } from './labels.js';
import { countIn, entryIn, keptFor } from './memo.js';
import { contentSegment, idSegment, placeIn, recordOf } from './opaque.js';
import { isMap, isSecretName, rootPattern, seenAs } from './slots.js';
import { elementText, isOpen, meet, parseTemplate, render, templatePieces } from './template.js';
import { type Interpretation, type Reading, readingOf, type Trace, traceOf } from './trace.js';

/**
 * Keys and the places they stand for: what of a place was not read, where to read it, and what the keys of what was read there are. All of it
 * from an interpretation, which is left as it is.
 */

// ── What was not read ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const extentsIn = keptFor((measures: readonly Measure[]): Extents => new Map(measures.map(({ path, extent }) => [path, extent])));
/** Of a reading, which a quiet cycle has from the one before. */
const truncations = new WeakMap<readonly Measure[], readonly Truncation[]>();

/** What is known of places beyond their keys. */
export const extentsOf = (interpretation: Interpretation): Extents => extentsIn(traceOf(interpretation)?.measures ?? []);

/** What is not told in full of what is served. */
export const truncatedOf = (interpretation: Interpretation): readonly Truncation[] => {
  const trace = traceOf(interpretation);
  return trace ? entryIn(truncations, trace.measures, () => truncationsOf(trace)) : [];
};

const truncationsOf = ({ served, measures }: Trace): readonly Truncation[] => {
  // Every path that a served key lies below, and of lists how many elements are served.
  const prefixes = new Set<string>(['']);
  const elements = new Map<string, number>();
  for (const { key } of served)
    for (let path = key; !prefixes.has(path); ) {
      const up = parentOf(path);
      if (path[up.length] === '[') countIn(elements, up);
      prefixes.add(path);
      path = up;
    }
  const found = new Map<string, Truncation>();
  for (const { path, cut } of measures) if (cut && (prefixes.has(path) || prefixes.has(parentOf(path)))) found.set(path, cut);
  for (const [path, { kind, size }] of extentsIn(measures)) {
    if (kind !== 'list' || size === null || !prefixes.has(path)) continue;
    const shown = elements.get(path) ?? 0;
    if (shown < size) found.set(path, { path, shown, total: size, reason: 'list' });
    else found.delete(path);
  }
  return largestFirst(found.values());
};

/** Where the last segment of a path begins; what is above a root is everything. */
const parentOf = (path: string): string =>
  path.slice(0, Math.max(0, path.search(/(?:\.[^.[\]]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])$/)));

// ── What lies at an address ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const unescapeSegment = (segment: string): string => segment.replace(/~1/g, '/').replace(/~0/g, '~');

/** The keys, or what keys begin with, of nodes at these addresses: their own, and those of facts that are told elsewhere. */
export const targetKeys = (
  { labels, capture, copies }: Pick<Reading, 'labels' | 'capture' | 'copies'>,
  addresses: readonly string[],
): string[] => {
  const roots = new Map(addresses.length === 0 ? [] : capture.roots.map((root) => [root.address, root]));
  const keysOf = (address: string): string[] => {
    let end = address.length;
    while (end > 0 && !roots.has(address.slice(0, end))) end = address.lastIndexOf('/', end - 1);
    const root = roots.get(address.slice(0, Math.max(0, end)));
    let slot = root && labels.roots.get(rootPattern(root));
    if (!root || !slot) return [];
    let node: RawNode = seenAs(root, slot);
    const elements: string[] = root.element ? [`[${root.element.at}]`] : [];
    for (const segment of address.slice(end + 1).match(/[^/]+/g) ?? []) {
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
  return [...new Set(addresses.flatMap(keysOf))];
};

/** The keys of facts that are told elsewhere: what stands at the target, or below it, repeats them. */
const mainsOf = ({ pattern }: Slot, elements: readonly string[], copies: Reading['copies']): string[] => {
  const isWithin = (one: Slot): boolean => one.pattern === pattern || one.pattern.startsWith(`${pattern}/`);
  const mains = [...copies].filter(([main, repeats]) => main.open === elements.length && [...repeats].some(isWithin));
  return mains.map(([main]) => render(piecesOf(main.entry), elements));
};

/** A wrapper has no key of its own: what it holds stands for it. */
const prefixes = (slot: Slot, elements: readonly string[]): string[] => {
  const shared = slot.entry.inner !== undefined || slot.entry.key === '';
  if (!shared) return [render(templatePieces(slot.entry.key), elements)];
  return [...slot.children.values()]
    .filter((child) => !isElement(child) || slot.entry.key !== '')
    .flatMap((child) => prefixes(child, elements));
};

/** The keys, or what keys begin with, of nodes at these addresses. */
export const keysAt = (interpretation: Interpretation, addresses: readonly string[]): readonly string[] => {
  const reading = addresses.length === 0 ? undefined : readingOf(interpretation);
  return reading ? targetKeys({ ...reading, copies: new Map() }, addresses) : [];
};

// ── Where to read ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A place that a probe can be asked to read: see `ReadRequest`. */
export interface ReadablePlace {
  readonly root: string;
  readonly path: readonly string[];
  /** What is known of it: a value, or `undefined` when no capture reached it. */
  readonly kind: RawNode['kind'] | undefined;
  readonly size: number | undefined;
  /** Its own key. Where that is the one that was asked for, elements of it may be. */
  readonly key: string;
  /** Only what is at or below this key is wanted. */
  readonly wanted: string;
  /** Of a map that is told as a list: the entry that is wanted, by its number. */
  readonly entry?: number;
}

interface Located extends ReadablePlace {
  readonly slot: Slot;
  readonly elements: readonly string[];
}

/** The places that a key, and what lies below it, is read from: several where things of several places have names that begin alike. */
export const placesOf = (interpretation: Interpretation, key: string): readonly ReadablePlace[] => {
  const reading = readingOf(interpretation);
  const segments = parseKey(key);
  if (!reading || !segments) return [];
  // `beyond`: the key goes on beyond the slot, or the slot beyond the key; 0 when they end alike. `elements`: those that the key names, as far as it goes.
  const matches: { slot: Slot; beyond: number; elements: readonly KeySegment[] }[] = [];
  const visit = (slot: Slot): void => {
    const text = innerOf(slot.entry);
    const template = parseTemplate(text) ?? [text];
    const beyond = segments.length - template.length;
    const isMet = meet(template, segments);
    if (isMet)
      matches.push({ slot, beyond, elements: segments.filter((_, at) => at < template.length && isOpen(template[at]!)) });
    if (!isMet || beyond > 0) for (const child of slot.children.values()) visit(child);
  };
  for (const slot of reading.labels.roots.values()) visit(slot);
  // What is at the key or below it; else what is nearest above.
  const least = Math.min(...matches.map(({ beyond }) => Math.max(0, beyond)));
  const places = new Map<string, ReadablePlace>();
  for (const { slot, elements } of matches.filter(({ beyond }) => beyond <= least)) {
    const place = locate(slot, elements, key, reading.capture);
    // Of a root without a name that was read whole, everything has a key.
    if (place && (place.key !== '' || place.size !== undefined)) places.set(JSON.stringify([place.root, place.path]), place);
  }
  return [...places.values()].slice(0, 20);
};

/** From a slot and the elements on its way to an address. Where the key names no element, the collection itself is the place. */
const locate = (
  slot: Slot,
  elements: readonly KeySegment[],
  wanted: string,
  { roots }: Reading['capture'],
): Located | undefined => {
  const chain = wayTo(slot);
  const top = chain[0] as Slot;
  const left = [...elements];
  const at = top.open > 0 ? left.shift() : undefined;
  const root = roots.find((one) => rootPattern(one) === top.pattern && one.element?.at === at);
  if (!root) return undefined;
  const texts = at === undefined ? [] : [`[${at}]`];
  let node: RawNode | undefined = root;
  let here = top;
  const path: string[] = [];
  let entry: number | undefined;
  for (const next of chain.slice(1)) {
    const seen: RawNode | undefined = node && seenAs(node, here);
    if (!isElement(next)) {
      const segment = unescapeSegment(next.pattern.slice(here.pattern.length + 1));
      if (segment === idSegment) break;
      node = seen?.children?.find((child) => (child.id ?? child.name) === segment);
      if (segment !== contentSegment) path.push(segment);
    } else {
      const element = left.shift();
      if (element === undefined) break;
      const child = elementOf(seen, here, element);
      const at = here.entry.listed ? Number(element) : placeIn(element);
      if (!child && at !== undefined) {
        entry = at;
        break;
      }
      path.push(child ? (child.id ?? child.name) : String(element));
      texts.push(typeof element === 'number' ? `[${element}]` : elementText(element));
      node = child;
    }
    here = next;
  }
  return {
    root: root.address,
    path,
    kind: node?.kind,
    size: node?.size,
    key: pathOf(here, texts),
    wanted,
    ...(entry !== undefined && { entry }),
    slot: here,
    elements: texts,
  };
};

const elementOf = (node: RawNode | undefined, slot: Slot, element: KeySegment): RawNode | undefined =>
  node?.children?.find((child, at) =>
    typeof element === 'number' && node.kind === 'list'
      ? elementIndex(child, at) === element
      : entryName(child, slot) === String(element),
  );

// ── What was read there ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type PlaceRead = ReturnType<typeof keysOfRead>;

/** An entry whose name is an id. */
const toldByPlace = /^\["#\d+"\]$/;

/** What was read at a place, as it is read in a capture: with the numbers of a whole map, and with the id that an entry of it has. */
const seenOf = (node: RawNode, { slot, path, elements }: Located, from: number | undefined): RawNode => {
  const id = path.at(-1);
  const { parent } = slot;
  const isRecord = parent?.entry.listed || (node.kind === 'object' && toldByPlace.test(elements.at(-1) ?? ''));
  if (!isRecord || !parent || parent.children.get('*') !== slot || id === undefined) return seenAs(node, slot, from);
  return recordOf({ ...node, name: id }, 0, isSecretName({ ...node, name: id }, parent));
};

/** The keys of what was read at a place, secrets cut out. `part` are the elements that were asked for. */
export const keysOfRead = (
  interpretation: Interpretation,
  place: ReadablePlace,
  node: RawNode,
  part?: { readonly from: number; readonly to: number },
) => {
  const labels = readingOf(interpretation)?.labels;
  const at = place as Located;
  const seen = seenOf(node, at, part?.from);
  const { leaves, measures } = labels ? flattenAt(labels, seen, at.slot, at.elements) : emptyFlat();
  const objects = toObjects(leaves.filter(({ key }) => isBelow(key, place.wanted)));
  const told = measures.filter(({ path }) => isBelow(path, place.wanted));
  const extents: Map<string, Measure['extent']> = new Map(told.map(({ path, extent }) => [path, extent]));
  const list = extents.get(place.key);
  if (part && list?.kind === 'list') {
    const size = list.size ?? 0;
    extents.set(place.key, { kind: 'list', size, read: [[part.from, Math.min(part.to, size)]] });
  }
  return { objects, extents, truncated: told.flatMap(({ cut }) => cut ?? []) };
};
