import { isElement, type Labels, type Leaf, recordOf, type Slot, wayTo } from './labels.js';
import { addTo, entryIn } from './memo.js';

/**
 * What is served, and in which order: what is worth it, the best first, and `maxKeys` is the only bound. A place is served or not, with
 * all it holds, so that the records of a list are whole; where there is no room for all, the last elements go. What was served stays
 * while it exists; only where the limit is reached does it give way to what is new and clearly worth more, as what a person has just opened.
 */

export type Selection = ReturnType<typeof select>;

/** The further back in a list, the later it is told. */
const positionCost = 0.35;
/** What a library made is told after what is the application's. */
const foreignCost = 1.2;
/** What is worth nearly the same stands together, as the program has it. */
const step = 0.3;
/** What is worth less is not served. A little below nothing: what is in doubt is told, and comes last. */
export const leastWorth = -0.4;
const none: ReadonlySet<Slot> = new Set();

/** The places that are served, each with what it is worth. Whoever serves an element tells how many there are. */
const chosenPlaces = (
  leaves: readonly Leaf[],
  worthOf: (slot: Slot) => number,
  doubted: ReadonlySet<Slot>,
): Map<Slot, number> => {
  const chosen = new Map<Slot, number>();
  const slots = new Set(leaves.map(({ slot }) => slot));
  for (const slot of slots) {
    const worth = slot.entry.confirmed ? Math.max(9, worthOf(slot)) : worthOf(slot);
    if (worth >= leastWorth || (slot.entry.served && !doubted.has(slot))) chosen.set(slot, worth);
  }
  for (const [slot, worth] of [...chosen]) {
    for (const element of wayTo(slot).filter(isElement)) {
      const count = element.parent?.children.get('#count');
      // How many there are is told before the first of them; within a record it has its place among the fields.
      if (count && slots.has(count))
        chosen.set(count, Math.max(chosen.get(count) ?? worth, count.open > 0 ? worth : worth + step));
    }
  }
  return chosen;
};

/** `doubted` was served before, and is not served for that reason now. */
export const select = (
  leaves: readonly Leaf[],
  maxKeys: number,
  worthOf: (slot: Slot) => number,
  doubted: ReadonlySet<Slot> = none,
) => {
  const chosen = chosenPlaces(leaves, worthOf, doubted);
  const rest: Leaf[] = [];
  const ranks = new Map<number, Leaf[]>();
  for (const leaf of leaves) {
    const worth = chosen.get(leaf.slot);
    const back = (leaf.position === 0 ? 0 : positionCost * Math.log2(1 + leaf.position)) + (leaf.node.foreign ? foreignCost : 0);
    if (worth === undefined || leaf.cut) rest.push(leaf);
    else addTo(ranks, Math.round((worth - back) / step), leaf);
  }
  const ranked = [...ranks].sort(([a], [b]) => b - a);
  const fit = ranked.flatMap(([, some]) => some);
  if (fit.length <= maxKeys) return { served: fit, rest };
  const kept = withinLimit(ranked, maxKeys, doubted);
  return { served: fit.filter((leaf) => kept.has(leaf)), rest: [...rest, ...fit.filter((leaf) => !kept.has(leaf))] };
};

/** Steps that what is new must be better to take the place of what was served. */
const headStart = (slot: Slot, doubted: ReadonlySet<Slot>): number => (!slot.entry.served ? 0 : doubted.has(slot) ? 1 : 3);

/** Whole records, those whose best value stands highest first. */
const withinLimit = (
  ranked: readonly (readonly [rank: number, leaves: readonly Leaf[]])[],
  maxKeys: number,
  doubted: ReadonlySet<Slot>,
): ReadonlySet<Leaf> => {
  const units = new Map<string, { readonly leaves: Leaf[]; highest: number }>();
  for (const [rank, leaves] of ranked)
    for (const leaf of leaves) {
      const record = recordOf(leaf.slot);
      const unit = record ? `${record.pattern}\n${leaf.at}` : leaf.key;
      const found = entryIn(units, unit, () => ({ leaves: [], highest: Number.NEGATIVE_INFINITY }));
      found.leaves.push(leaf);
      found.highest = Math.max(found.highest, rank + headStart(leaf.slot, doubted));
    }
  const kept = new Set<Leaf>();
  for (const unit of [...units.values()].sort((a, b) => b.highest - a.highest))
    if (kept.size + unit.leaves.length <= maxKeys) for (const leaf of unit.leaves) kept.add(leaf);
  return kept;
};

/**
 * What was worth serving while a program came up was judged beside little else, and by what things held before they were set. What it came to serve has to be worth it
 * again whenever there is much more, and once there was no more of it for a while; then it stays.
 */
export interface Settling {
  readonly labels: Labels;
  /** How many places held a value when they were judged last. */
  readonly places: number;
  /** How many values were known to stand in the code. */
  readonly written: number;
  readonly calm: number;
  /** What came to be served since the program is read. */
  readonly served: ReadonlySet<Slot>;
  /** Of it, what is judged anew in this cycle. */
  readonly doubted: ReadonlySet<Slot>;
}

const calmCycles = 10;
const isMuchMore = (now: number, before: number): boolean => now > before * 1.02 + 50;

/** One cycle on. Slots of other labels, which a correction brings, are strangers: what they stood for stays as it is. */
export const settle = (last: Settling | undefined, labels: Labels, places: number, written: number): Settling => {
  if (!last) return { labels, places, written, calm: 0, served: none, doubted: none };
  const before = { ...last, ...(last.labels !== labels && { labels, served: none }), doubted: none };
  // What stands in the code is known later on pages with much of it: what was taken for data until then is judged by that, however late.
  const isLearnt = isMuchMore(written, before.written) && !isMuchMore(places, before.places);
  if (isLearnt) return { ...before, written, doubted: before.served };
  if (before.calm >= calmCycles) return last.labels === labels && last.doubted.size === 0 ? last : before;
  if (isMuchMore(places, before.places)) return { ...before, places, written, calm: 0, doubted: before.served };
  const calm = before.calm + 1;
  return { ...before, calm, doubted: calm < calmCycles ? none : before.served };
};

export const remember = (labels: Labels, served: readonly Leaf[], settling: Settling): Settling => {
  const told = new Set(served.map(({ slot }) => slot));
  for (const slot of settling.doubted) {
    const { served: _, ...entry } = slot.entry;
    if (!told.has(slot) && labels.get(slot.pattern)) labels.update(slot, entry);
  }
  const added = [...told].filter(({ entry }) => !entry.served);
  for (const slot of added) labels.update(slot, { ...slot.entry, served: true });
  return added.length === 0 ? settling : { ...settling, served: new Set([...settling.served, ...added]) };
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
