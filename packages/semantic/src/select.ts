import type { Objects, Primitive } from '@substrate/core';
import type { Leaf, Slot } from './labels.js';
import { normalizeLabel } from './words.js';
import { depthCost, emptyCost, leastWorth, strongSources } from './worth.js';

/** What is served and what waits to be asked for: worth first, then within the budget what changes, is shown, and was served before. */

export interface Selection {
  readonly served: readonly Leaf[];
  readonly rest: readonly Leaf[];
}

export interface SelectionContext {
  readonly maxKeys: number;
  readonly before: Objects | undefined;
  /** Patterns that were seen to change. */
  readonly active: ReadonlySet<string>;
}

/** Beyond this number only what is clearly worth it is served. */
const softLimit = 600;
const clearWorth = 78;

const worthOf = (leaf: Leaf): number => {
  const { slot } = leaf;
  const empty = leaf.value === null && slot.entry.type === undefined ? emptyCost(slot.source) : 0;
  return slot.worth - depthCost(slot.depth, slot.source) - empty + (leaf.shown ? 15 : 0);
};

const anyText = /^(text|label|heading|caption)(_?\d+)?$/;

/** Texts of the page that only say the name of what stands beside them. */
const captionsOf = (leaves: readonly Leaf[]): ReadonlySet<Leaf> => {
  const captions = new Set<Leaf>();
  const names = new Set<string>();
  const texts: Leaf[] = [];
  for (const leaf of leaves) {
    if (leaf.slot.source !== 'dom' && leaf.slot.source !== 'window') continue;
    if (anyText.test(leaf.slot.name)) texts.push(leaf);
    else names.add(leaf.slot.name);
    for (let at: Slot | null = leaf.slot; at; at = at.parent) {
      if (at !== leaf.slot) names.add(at.name);
      if (at.label !== '') names.add(at.label);
    }
  }
  for (const leaf of texts) {
    if (typeof leaf.value === 'string' && leaf.value.length < 60 && names.has(normalizeLabel(leaf.value))) captions.add(leaf);
  }
  return captions;
};

const isLongText = (value: Primitive): boolean => typeof value === 'string' && value.length > 1000;

export const select = (leaves: readonly Leaf[], { maxKeys, before, active }: SelectionContext): Selection => {
  const served: Leaf[] = [];
  const rest: Leaf[] = [];
  const strong = leaves.some((leaf) => strongSources.has(leaf.slot.source));
  const captions = captionsOf(leaves);
  for (const leaf of leaves) {
    const little = worthOf(leaf) < leastWorth || (strong && leaf.slot.weak && !leaf.shown) || captions.has(leaf);
    if (leaf.cut || (little && !leaf.slot.entry.confirmed)) rest.push(leaf);
    else served.push(leaf);
  }
  const limit = Math.min(maxKeys, softLimit);
  if (served.length <= limit) return { served, rest };
  const rank = (leaf: Leaf): number =>
    worthOf(leaf) +
    (leaf.slot.entry.confirmed ? 100 : 0) +
    (active.has(leaf.slot.pattern) ? 10 : 0) +
    (before && leaf.key in before ? 5 : 0) -
    Math.min(40, leaf.position * 0.5) -
    (isLongText(leaf.value) ? 15 : 0);
  const ranked = served.map((leaf, at) => ({ leaf, at, rank: rank(leaf) })).sort((a, b) => b.rank - a.rank || a.at - b.at);
  let kept = limit;
  while (kept < maxKeys && kept < ranked.length && (ranked[kept] as { rank: number }).rank >= clearWorth) kept++;
  const inPlace = (some: typeof ranked): Leaf[] => some.sort((a, b) => a.at - b.at).map((one) => one.leaf);
  return { served: inPlace(ranked.slice(0, kept)), rest: [...rest, ...inPlace(ranked.slice(kept))] };
};

/** The map of what was selected; `before` itself when it says the same. */
export const toObjects = (leaves: readonly Leaf[], before: Objects | undefined): Objects => {
  const objects = Object.create(null) as Record<string, Primitive>;
  let same = before !== undefined;
  let count = 0;
  for (const leaf of leaves) {
    if (leaf.key in objects) continue;
    objects[leaf.key] = leaf.value;
    count++;
    if (same && (before as Objects)[leaf.key] !== leaf.value) same = false;
  }
  return same && before && count === Object.keys(before).length ? before : objects;
};

/** Only leaves are keys: a value that stands where others have their place is told as theirs. */
export const withoutNesting = (leaves: readonly Leaf[]): readonly Leaf[] => {
  const keys = new Set<string>();
  for (const leaf of leaves) keys.add(leaf.key);
  const blocked = new Set<string>();
  for (const key of keys) {
    for (let i = key.length - 1; i > 0; i--) {
      const char = key[i];
      if ((char === '.' || char === '[') && keys.has(key.slice(0, i))) blocked.add(key.slice(0, i));
    }
  }
  if (blocked.size === 0) return leaves;
  return leaves.flatMap((leaf) => {
    if (!blocked.has(leaf.key)) return [leaf];
    const key = `${leaf.key}.value`;
    return leaf.value === null || keys.has(key) ? [] : [{ ...leaf, key }];
  });
};
