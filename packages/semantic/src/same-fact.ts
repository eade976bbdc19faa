import { isElement, isScreen, type Labels, type Leaf, type Slot } from './labels.js';
import { addTo, entryIn } from './memo.js';
import { compareSources, sourceIs } from './sources.js';
import { bitsOf, textOf } from './value-text.js';

/**
 * One fact is served once. A store holds it, a component copies it, the page shows it: the best name stays, the others are remembered
 * as the same (`sameAs`) and step back while the first is there.
 *
 * Two facts are taken for one when their values are equal, element by element, they end in the same word, and one of them is a view of
 * something else by nature, or both are called the same all the way. The values must tell something: a boolean tells nothing, an e-mail
 * address a lot. Values that part again for three cycles show that it was chance; then both are served for good.
 */

/** Bits that equal values must tell: of two that are called the same, or one of which is shown; of others. */
const few = 2;
const many = 16;
/** Cycles in which values may differ before two are two. */
const patience = 3;

const columnBits = (column: readonly Leaf[]): number => {
  const seen = new Set<string>();
  let bits = 0;
  for (const leaf of column) {
    const text = textOf(leaf);
    if (seen.has(text)) continue;
    seen.add(text);
    bits += bitsOf(leaf.value);
  }
  return bits;
};

/** The nearest that has a name, at or above a slot. */
const namedAt = (slot: Slot | null): Slot | null => {
  let at = slot;
  while (at && (isElement(at) || (at.entry.key === '' && (at.parent !== null || at.entry.inner === '')))) at = at.parent;
  return at;
};

const isNameless = ({ origin }: Slot): boolean => origin === 'none';

/** Whether two with the same values are one fact. */
const areOne = (a: Slot, b: Slot, column: readonly Leaf[]): boolean => {
  if (a.address === b.address) return a.parent === b.parent && a.name === b.name;
  let [one, other] = [namedAt(a), namedAt(b)];
  let shared = 0;
  for (; one && other && one.name === other.name; shared++) [one, other] = [namedAt(one.parent), namedAt(other.parent)];
  const whole = one === null && other === null;
  const screen = isScreen(a) || isScreen(b);
  // Without a word in common only a whole column that tells a lot counts, or what has no words.
  if (shared === 0) return screen && (column.length > 1 || isNameless(a) || isNameless(b)) && columnBits(column) >= many;
  if (!(whole || screen || sourceIs(a.source, 'view') || sourceIs(b.source, 'view'))) return false;
  return columnBits(column) >= (whole || screen ? few : many);
};

/** The better to be served comes first. */
const better = (a: Slot, b: Slot): number =>
  Number(b.entry.confirmed ?? false) - Number(a.entry.confirmed ?? false) ||
  Number(a.entry.sameAs !== undefined) - Number(b.entry.sameAs !== undefined) ||
  // A variable whose name a build took says nothing by itself; what stands in a record is lent the other's name.
  Number(isNameless(a) && a.parent === null) - Number(isNameless(b) && b.parent === null) ||
  // A record stays whole where the program keeps it; the screen shows parts.
  Number(isScreen(a)) - Number(isScreen(b)) ||
  Number(isDefault(a)) - Number(isDefault(b)) ||
  compareSources(a.source, b.source) ||
  a.depth - b.depth ||
  (a.pattern < b.pattern ? -1 : 1);

/** What would hold where nobody chose: the same value is told of what does hold. */
const isDefault = (slot: Slot): boolean => /default/i.test(slot.parent?.sourceName ?? '');

/**
 * Looks for facts that are one, wherever one of two has just come: which of them stays does not depend on who was first. Two that were
 * there side by side before are two.
 */
export const mergeFacts = (labels: Labels, leaves: readonly Leaf[], isNew: (slot: Slot) => boolean): void => {
  const columns = new Map<Slot, Leaf[]>();
  for (const leaf of leaves) {
    const column = entryIn(columns, leaf.slot, () => []);
    if (column.length < 50) column.push(leaf);
  }
  const groups = new Map<string, Slot[]>();
  for (const [slot, column] of columns) {
    if (slot.entry.distinct) continue;
    const signature = column.map((leaf) => `${leaf.at}=${textOf(leaf)}`).join('\n');
    addTo(groups, signature, slot);
  }
  const pairs = new Map<Slot | null, Slot | null>();
  const merge = (isOne: (main: Slot, other: Slot) => boolean): void => {
    for (const group of groups.values()) {
      if (group.length < 2 || group.length > 200) continue;
      group.sort(better);
      for (const [at, slot] of group.entries()) {
        if (slot.entry.sameAs !== undefined || slot.entry.confirmed) continue;
        const main = group
          .slice(0, at)
          .find((other) => other.entry.sameAs === undefined && (isNew(slot) || isNew(other)) && isOne(other, slot));
        if (!main) continue;
        labels.update(slot, { ...slot.entry, sameAs: main.pattern }, false);
        pairs.set(slot.parent, main.parent);
        if (slot.parent && main.parent && isElement(slot.parent)) pairs.set(slot.parent.parent, main.parent.parent);
      }
    }
  };
  merge((main, other) => areOne(main, other, columns.get(other) as Leaf[]));
  // Two records that share a telling fact share those that tell little too, and two lists with the same elements their length.
  merge((main, other) => main.name === other.name && main.parent !== other.parent && pairs.get(other.parent) === main.parent);
};

export interface Standing {
  readonly leaves: readonly Leaf[];
  /** Cycles in a row in which a pattern said something else than the fact it was taken for. */
  readonly misses: ReadonlyMap<string, number>;
  /** Patterns that others repeat. */
  readonly mains: ReadonlySet<string>;
  /** Where else a fact stands: it is worth what its best place is. */
  readonly copies: ReadonlyMap<Slot, ReadonlySet<Slot>>;
}

const noMisses: ReadonlyMap<string, number> = new Map();
const noCopies: Standing['copies'] = new Map();

/** The facts to serve: without those that another place serves. */
export const withoutRepeats = (
  labels: Labels,
  leaves: readonly Leaf[],
  before: ReadonlyMap<string, number> = noMisses,
): Standing => {
  const mains = new Set<string>();
  for (const { slot } of leaves) if (slot.entry.sameAs !== undefined) mains.add(slot.entry.sameAs);
  if (mains.size === 0) return { leaves, misses: noMisses, mains, copies: noCopies };
  const served = new Map<string, Leaf>();
  for (const leaf of leaves) if (mains.has(leaf.slot.pattern)) served.set(`${leaf.slot.pattern}\n${leaf.at}`, leaf);
  const kept: Leaf[] = [];
  const parted = new Map<string, Slot>();
  const copies = new Map<Slot, Set<Slot>>();
  for (const leaf of leaves) {
    const main = leaf.slot.entry.sameAs === undefined ? undefined : served.get(`${leaf.slot.entry.sameAs}\n${leaf.at}`);
    if (!main) {
      kept.push(leaf);
      continue;
    }
    if (textOf(main) !== textOf(leaf)) parted.set(leaf.slot.pattern, leaf.slot);
    entryIn(copies, main.slot, () => new Set()).add(leaf.slot);
  }
  if (parted.size === 0) return { leaves: kept, misses: noMisses, mains, copies };
  const misses = new Map<string, number>();
  let again = false;
  for (const [pattern, slot] of parted) {
    const times = (before.get(pattern) ?? 0) + 1;
    if (times < patience) misses.set(pattern, times);
    else {
      const { sameAs: _, ...entry } = slot.entry;
      labels.update(slot, { ...entry, distinct: true }, false);
      again = true;
    }
  }
  return again ? { ...withoutRepeats(labels, leaves), misses } : { leaves: kept, misses, mains, copies };
};
