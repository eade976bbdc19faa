import type { Objects, Primitive } from '@substrate/core';
import { isElement, type Labels, type Leaf, recordOf, type Slot } from './labels.js';
import { addTo, entryIn } from './memo.js';

/**
 * What is served, and in which order: what is worth it, the best first, and `maxKeys` is the only bound. A place is served or not, with
 * all it holds, so that the records of a list are whole; where there is no room for all, the last elements go. What was served stays
 * while it exists: it has its place before what is new.
 */

export interface Selection {
  /** In the order of worth. */
  readonly served: readonly Leaf[];
  readonly rest: readonly Leaf[];
}

/** The further back in a list, the later it is told. */
const positionCost = 0.35;
/** What is worth nearly the same stands together, as the program has it. */
const step = 0.3;
/** What is worth less is not served. A little below nothing: what is in doubt is told, and comes last. */
export const leastWorth = -0.2;
/** The places that are served, each with what it is worth. Whoever serves an element tells how many there are. */
const chosenPlaces = (leaves: readonly Leaf[], worthOf: (slot: Slot) => number): Map<Slot, number> => {
  const chosen = new Map<Slot, number>();
  const slots = new Set(leaves.map(({ slot }) => slot));
  for (const slot of slots) {
    const worth = slot.entry.confirmed ? Math.max(9, worthOf(slot)) : worthOf(slot);
    if (worth >= leastWorth || slot.entry.served) chosen.set(slot, worth);
  }
  for (const [slot, worth] of [...chosen]) {
    for (let at: Slot | null = slot; at; at = at.parent) {
      const count = isElement(at) ? at.parent?.children.get('#count') : undefined;
      // How many there are is told before the first of them.
      if (count && slots.has(count)) chosen.set(count, Math.max(chosen.get(count) ?? worth, worth + step));
    }
  }
  return chosen;
};

export const select = (leaves: readonly Leaf[], maxKeys: number, worthOf: (slot: Slot) => number): Selection => {
  const chosen = chosenPlaces(leaves, worthOf);
  const rest: Leaf[] = [];
  const ranks = new Map<number, Leaf[]>();
  for (const leaf of leaves) {
    const worth = chosen.get(leaf.slot);
    if (worth === undefined || leaf.cut) {
      rest.push(leaf);
      continue;
    }
    const back = leaf.position === 0 ? 0 : positionCost * Math.log2(1 + leaf.position);
    const rank = Math.round((worth - back) / step);
    addTo(ranks, rank, leaf);
  }
  const fit = [...ranks.keys()].sort((a, b) => b - a).flatMap((rank) => ranks.get(rank) as Leaf[]);
  if (fit.length <= maxKeys) return { served: fit, rest };
  const kept = withinLimit(fit, maxKeys);
  for (const leaf of fit) if (!kept.has(leaf)) rest.push(leaf);
  return { served: fit.filter((leaf) => kept.has(leaf)), rest };
};

/** Whole records, those that were served before first, the best first. */
const withinLimit = (fit: readonly Leaf[], maxKeys: number): ReadonlySet<Leaf> => {
  const units = new Map<string, { readonly leaves: Leaf[]; before: boolean }>();
  for (const leaf of fit) {
    const record = recordOf(leaf.slot);
    const unit = record ? `${record.pattern}\n${leaf.at}` : leaf.key;
    const found = entryIn(units, unit, () => ({ leaves: [], before: false }));
    found.leaves.push(leaf);
    found.before ||= leaf.slot.entry.served === true;
  }
  const kept = new Set<Leaf>();
  for (const before of [true, false]) {
    for (const unit of units.values()) {
      if (unit.before !== before || kept.size + unit.leaves.length > maxKeys) continue;
      for (const leaf of unit.leaves) kept.add(leaf);
    }
  }
  return kept;
};

/** Remembers what is served now. */
export const remember = (labels: Labels, served: readonly Leaf[]): void => {
  for (const { slot } of served) if (!slot.entry.served) labels.update(slot, { ...slot.entry, served: true }, false);
};

/** The keys of a map in their order, for as long as it lives. */
const keysOf = new WeakMap<Objects, readonly string[]>();

/** The map of what was selected; `before` itself when it says the same in the same order. */
export const toObjects = (leaves: readonly Leaf[], before: Objects | undefined): Objects => {
  const old = before && keysOf.get(before);
  if (old?.length === leaves.length && leaves.every(({ key, value }, at) => key === old[at] && before?.[key] === value))
    return before as Objects;
  const objects = Object.create(null) as Record<string, Primitive>;
  for (const leaf of leaves) objects[leaf.key] = leaf.value;
  keysOf.set(
    objects,
    leaves.map(({ key }) => key),
  );
  return objects;
};

/** Which of these lie above others: `a.b` above `a.b.c` and `a.b[0]`. */
const holdersAmong = (keys: ReadonlySet<string>): ReadonlySet<string> => {
  const above = new Set<string>();
  for (const key of keys) {
    for (let i = key.length - 1; i > 0; i--) {
      if ((key[i] === '.' || key[i] === '[') && keys.has(key.slice(0, i))) above.add(key.slice(0, i));
    }
  }
  return above;
};

/** Only leaves are keys: a value that stands where others have their place is told as theirs. */
export const withoutNesting = (leaves: readonly Leaf[]): readonly Leaf[] => {
  // Templates first: there are few to look at, and seldom one above another.
  if (holdersAmong(new Set(leaves.map(({ slot }) => slot.entry.key))).size === 0) return leaves;
  const keys = new Set(leaves.map(({ key }) => key));
  const nested = holdersAmong(keys);
  return leaves.flatMap((leaf) => {
    if (!nested.has(leaf.key)) return [leaf];
    const key = `${leaf.key}.value`;
    return leaf.value === null || keys.has(key) ? [] : [{ ...leaf, key }];
  });
};
