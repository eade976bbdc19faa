import { addTo, isElement, isNameless, isScreen, type Labels, type Leaf, type Slot, wayTo } from './labels.js';
import { mergeRecords } from './same-record.js';
import { innerOf } from './slots.js';
import { compareSources, sourceIs } from './sources.js';
import { below } from './template.js';
import { bitsOf, textOf } from './value-text.js';
import { splitWords } from './words.js';

/**
 * One fact is served once. A store holds it, a component copies it, the page shows it: the best name stays, the others are remembered
 * as the same (`sameAs`) and step back while the first is there.
 *
 * Two facts are taken for one when their values are equal, element by element, and there is enough evidence: the words of their names
 * from the end backwards, how much the values tell (a boolean tells nothing, an e-mail address a lot), and whether one of them is a
 * view of something else by nature. Values that part again for three cycles show that it was chance; then both are served for good.
 */

const enough = 20;
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

/** The names on the way to a slot, from the end. */
const chainOf = (slot: Slot): string[] => {
  const lends = ({ entry, parent }: Slot): boolean => entry.key === '' && (parent !== null || entry.inner === '');
  return wayTo(slot)
    .flatMap((at) => (isElement(at) || lends(at) ? [] : [at.name]))
    .reverse();
};

const evidence = (a: Slot, b: Slot, column: readonly Leaf[]): number => {
  if (a.address === b.address) return a.parent === b.parent && a.name === b.name ? enough : 0;
  const [one, other] = [chainOf(a), chainOf(b)];
  let shared = 0;
  while (shared < one.length && shared < other.length && one[shared] === other[shared]) shared++;
  const whole = shared === one.length && shared === other.length;
  const screen = isScreen(a) || isScreen(b);
  const view = screen || sourceIs(a.source, 'view') || sourceIs(b.source, 'view');
  if (!view && !whole) return 0;
  const bits = columnBits(column);
  // Without a word in common only values that tell a lot count: a whole column, or what has no name of its own.
  if (shared === 0) return screen && bits >= 24 && (column.length > 1 || isNameless(a) || isNameless(b)) ? enough : 0;
  // Two of a kind have the same fields: what tells little is the same fact only where one name says all that the other does.
  const contained = shared === one.length || shared === other.length;
  if (bits < 16 && !contained && !(screen && bits >= 2)) return 0;
  if (a.source === b.source && !whole) return 0;
  if (bits < 2 && shared < 2 && !whole) return 0;
  return Math.min(bits, 24) + 8 * shared + (screen ? 10 : view ? 4 : 0) + (whole ? 8 : 0);
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
const isDefault = (slot: Slot): boolean =>
  splitWords(slot.parent?.sourceName ?? '').some((word) => word === 'default' || word === 'defaults');

/**
 * Looks for facts that are one, wherever one of two has just come: which of them stays does not depend on who was first. Two that were
 * there side by side before are two.
 */
export const mergeFacts = (labels: Labels, leaves: readonly Leaf[], isNew: (slot: Slot) => boolean): void => {
  const columns = new Map<Slot, Leaf[]>();
  for (const leaf of leaves) {
    const column = columns.get(leaf.slot);
    if (!column) columns.set(leaf.slot, [leaf]);
    else if (column.length < 50) column.push(leaf);
  }
  mergeRecords(labels, leaves, columns, isNew);
  mergeAliases(labels, columns, isNew);
  const groups = new Map<string, Slot[]>();
  const signatures = new Map<Slot, string>();
  for (const [slot, column] of columns) {
    if (slot.entry.distinct) continue;
    const signature = column.map((leaf) => `${leaf.at}=${textOf(leaf)}`).join('\n');
    signatures.set(slot, signature);
    addTo(groups, signature, slot);
  }
  for (const group of groups.values()) {
    if (group.length < 2 || group.length > 200) continue;
    group.sort(better);
    for (let i = 1; i < group.length; i++) {
      const slot = group[i] as Slot;
      if (slot.entry.sameAs !== undefined || slot.entry.confirmed) continue;
      for (let j = 0; j < i; j++) {
        const rival = group[j] as Slot;
        if (rival.entry.sameAs !== undefined || !(isNew(slot) || isNew(rival))) continue;
        if (evidence(rival, slot, columns.get(slot) as Leaf[]) < enough) continue;
        labels.update(slot, { ...slot.entry, sameAs: rival.pattern }, false);
        lendName(labels, rival, slot);
        break;
      }
    }
  }
  mergeCompanions(labels, signatures, isNew);
};

type IsNew = (slot: Slot) => boolean;

/** Two records that share one telling fact share those that tell little too, where names and values are the same. */
const mergeCompanions = (labels: Labels, signatures: ReadonlyMap<Slot, string>, isNew: IsNew): void => {
  const byPattern = new Map([...signatures.keys()].map((slot) => [slot.pattern, slot]));
  const pairs = new Map<Slot, Slot>();
  for (const slot of signatures.keys()) {
    const main = slot.entry.sameAs === undefined ? undefined : byPattern.get(slot.entry.sameAs);
    if (main?.parent && slot.parent && main.parent !== slot.parent && (isNew(slot) || isNew(main)))
      pairs.set(slot.parent, main.parent);
  }
  // Two lists with the same elements have one length.
  for (const [one, other] of [...pairs])
    if (isElement(one) && isElement(other) && one.parent && other.parent) pairs.set(one.parent, other.parent);
  for (const [parent, mainParent] of pairs) {
    for (const slot of parent.children.values()) {
      if (slot.entry.sameAs !== undefined || slot.entry.confirmed || !signatures.has(slot)) continue;
      const main = [...mainParent.children.values()].find(
        (other) => other.name === slot.name && other.entry.sameAs === undefined,
      );
      if (main && main !== slot && (isNew(slot) || isNew(main)) && signatures.get(main) === signatures.get(slot))
        labels.update(slot, { ...slot.entry, sameAs: main.pattern }, false);
    }
  }
};

/** `p` beside `port`, of the same value: an option of a command line under both its names. */
const mergeAliases = (labels: Labels, columns: ReadonlyMap<Slot, readonly Leaf[]>, isNew: IsNew): void => {
  for (const [slot, [leaf]] of columns) {
    if (!leaf || !/^[a-z]$/i.test(slot.sourceName) || !slot.parent || slot.open > 0 || slot.entry.confirmed) continue;
    for (const [name, other] of slot.parent.children) {
      const [long] = columns.get(other) ?? [];
      if (!long || name.length < 2 || name[0]?.toLowerCase() !== slot.sourceName.toLowerCase()) continue;
      if (long.value !== leaf.value || other.entry.sameAs !== undefined || !(isNew(slot) || isNew(other))) continue;
      labels.update(slot, { ...slot.entry, sameAs: other.pattern }, false);
      break;
    }
  }
};

/** A fact without a name takes that of the place that shows it. */
const lendName = (labels: Labels, main: Slot, other: Slot): void => {
  const nameless = isNameless(main) && main.entry.key.endsWith(main.name);
  if (!nameless || isNameless(other) || !main.parent) return;
  const key = below(innerOf(main.parent.entry), other.name);
  if (!labels.isFree(key)) return;
  labels.update(main, { ...main.entry, key, confidence: 0.75 }, true);
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
  let last: Slot | undefined;
  for (const { slot } of leaves) {
    if (slot !== last && slot.entry.sameAs !== undefined) mains.add(slot.entry.sameAs);
    last = slot;
  }
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
    const found = copies.get(main.slot);
    if (found) found.add(leaf.slot);
    else copies.set(main.slot, new Set([leaf.slot]));
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
