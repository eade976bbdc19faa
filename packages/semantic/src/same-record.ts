import { addTo, isScreen, type Labels, type Leaf, type Slot, wayTo } from './labels.js';
import { compareSources } from './sources.js';
import { bitsOf, textOf } from './value-text.js';

/**
 * One object that several ways lead to: a configuration that every part of a program holds on to. It is told where the way is shortest;
 * elsewhere its fields are the same facts. Two objects are taken for one when they have the same name and nearly all the fields they
 * share say the same, with enough said.
 */

interface Record {
  readonly slot: Slot;
  readonly fields: ReadonlyMap<string, Leaf>;
}

const leastFields = 3;
const leastBits = 40;
/** Of the fields that both have, so many must say the same. */
const leastShare = 0.9;

/** Objects with their plain fields, where no element lies on the way. */
const recordsOf = (leaves: readonly Leaf[]): Map<Slot, Map<string, Leaf>> => {
  const records = new Map<Slot, Map<string, Leaf>>();
  for (const leaf of leaves) {
    const { slot } = leaf;
    if (slot.parent === null || slot.open > 0 || isScreen(slot) || slot.entry.distinct) continue;
    const fields = records.get(slot.parent);
    if (fields) fields.set(slot.sourceName, leaf);
    else records.set(slot.parent, new Map([[slot.sourceName, leaf]]));
  }
  return records;
};

const isAbove = (a: Slot, b: Slot): boolean => wayTo(b).includes(a);

const isSame = (a: Record, b: Record): boolean => {
  let shared = 0;
  let equal = 0;
  let bits = 0;
  for (const [name, leaf] of b.fields) {
    const other = a.fields.get(name);
    if (!other) continue;
    shared++;
    if (textOf(leaf) !== textOf(other)) continue;
    equal++;
    bits += bitsOf(leaf.value);
  }
  return shared >= leastFields && equal >= shared * leastShare && bits >= leastBits;
};

const nearest = (a: Record, b: Record): number =>
  Number(b.slot.entry.confirmed ?? false) - Number(a.slot.entry.confirmed ?? false) ||
  a.slot.depth - b.slot.depth ||
  compareSources(a.slot.source, b.slot.source) ||
  (a.slot.pattern < b.slot.pattern ? -1 : 1);

/** `columns` are the facts of each slot, element by element. */
export const mergeRecords = (labels: Labels, leaves: readonly Leaf[], columns: Columns, isNew: (slot: Slot) => boolean): void => {
  const merging = { labels, columns, isNew };
  const named = new Map<string, Record[]>();
  for (const [slot, fields] of recordsOf(leaves)) {
    if (fields.size >= leastFields && slot.name !== '') addTo(named, slot.name, { slot, fields });
  }
  for (const group of named.values()) mergeGroup(merging, group);
};

interface Merging {
  readonly labels: Labels;
  readonly columns: Columns;
  readonly isNew: (slot: Slot) => boolean;
}

const mergeGroup = (merging: Merging, group: Record[]): void => {
  if (group.length < 2 || group.length > 100) return;
  group.sort(nearest);
  const mains: Record[] = [];
  for (const record of group) {
    const main = mains.find((one) => !isAbove(one.slot, record.slot) && isSame(one, record));
    if (main) markSame(merging, main.slot, record.slot);
    else mains.push(record);
  }
};

type Columns = ReadonlyMap<Slot, readonly Leaf[]>;

const isSameColumn = (a: readonly Leaf[], b: readonly Leaf[]): boolean =>
  a.length === b.length && a.every((leaf, at) => leaf.at === b[at]?.at && textOf(leaf) === textOf(b[at]));

/** Field by field, and down into what both hold. */
const markSame = (merging: Merging, main: Slot, copy: Slot): void => {
  const { labels, columns, isNew } = merging;
  for (const [name, slot] of copy.children) {
    const other = main.children.get(name);
    if (!other || other === slot) continue;
    const [mine, own] = [columns.get(other), columns.get(slot)];
    const open = slot.entry.sameAs === undefined && !slot.entry.confirmed && (isNew(slot) || isNew(other));
    if (mine && own && open && other.entry.sameAs === undefined && isSameColumn(mine, own))
      labels.update(slot, { ...slot.entry, sameAs: other.pattern }, false);
    markSame(merging, other, slot);
  }
};
