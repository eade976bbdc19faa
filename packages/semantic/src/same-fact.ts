import { columnsOf, depthOf, isCount, isElement, isScreen, type Labels, type Leaf, type Slot, wayTo } from './labels.js';
import { addTo, entryIn } from './memo.js';
import { redacted } from './redact.js';
import { compareSources, sourceIs } from './sources.js';

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

/** `1,234.50 €` on a screen is 1234.5 elsewhere. */
const amount = /^\D{0,4}?(-?\d[\d.,' \u00a0]*)\D{0,4}$/;

/** What a value says, whatever way a place spells it. */
const textOf = (leaf: Leaf): string => {
  const text = String(leaf.value).trim().toLowerCase();
  if (typeof leaf.value !== 'string' || text.length > 24 || !isScreen(leaf.slot)) return text;
  const digits = amount.exec(text)?.[1]?.replace(/[' \u00a0]/g, '');
  if (digits === undefined) return text;
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (point < 0 ? digits : digits.slice(0, point)).replace(/[.,]/g, '');
  const decimals = point < 0 ? '' : digits.slice(point + 1);
  const number = Number(decimals.length === 3 ? whole + decimals : `${whole}.${decimals === '' ? '0' : decimals}`);
  return Number.isFinite(number) ? String(number) : text;
};

/** A moment to the millisecond, of the years from 2001 to 2033, or written out. */
const isMoment = (value: number | string): boolean =>
  typeof value === 'number' ? value >= 1e12 && value < 2e12 : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

/** How much an equal value tells, in bits, roughly. */
const bitsOf = (value: Leaf['value']): number => {
  // Two secrets look alike, and tell nothing of each other.
  if (value === null || value === '' || value === 0 || value === 1 || value === redacted) return 0;
  // What is done together has the same moment, in one run and not in the next.
  if (typeof value === 'boolean' || isMoment(value)) return 1;
  if (typeof value === 'number') return Math.min(24, Math.log2(Math.abs(value) + 1) + (Number.isInteger(value) ? 0 : 8));
  return Math.min(32, value.trim().length * 2.5);
};

const columnBits = (column: readonly Leaf[]): number => {
  const values = new Map(column.map((leaf) => [textOf(leaf), leaf.value]));
  return [...values.values()].reduce<number>((sum, value) => sum + bitsOf(value), 0);
};

/** The nearest that has a name, at or above a slot. */
const namedAt = (slot: Slot | null): Slot | undefined =>
  slot
    ? wayTo(slot).findLast((at) => !isElement(at) && (at.entry.key !== '' || (!at.parent && at.entry.inner !== '')))
    : undefined;

/** Whether two with the same values are one fact. */
const areOne = (a: Slot, b: Slot, column: readonly Leaf[]): boolean => {
  if (a.address === b.address) return a.parent === b.parent && a.name === b.name;
  // Two lists may be as long as each other: they are one by what is in them.
  if (isCount(a)) return false;
  let [one, other] = [namedAt(a), namedAt(b)];
  let shared = 0;
  for (; one && other && one.name === other.name; shared++) [one, other] = [namedAt(one.parent), namedAt(other.parent)];
  const whole = !one && !other;
  const screen = isScreen(a) || isScreen(b);
  // Without a word in common only a whole column that tells a lot counts.
  if (shared === 0) return screen && column.length > 1 && columnBits(column) >= many;
  if (!(whole || screen || sourceIs(a.source, 'view') || sourceIs(b.source, 'view'))) return false;
  return columnBits(column) >= (whole || screen ? few : many);
};

/** The better to be served comes first. */
const better = (a: Slot, b: Slot): number =>
  Number(b.entry.confirmed ?? false) - Number(a.entry.confirmed ?? false) ||
  Number(a.entry.sameAs !== undefined) - Number(b.entry.sameAs !== undefined) ||
  // A record stays whole where the program keeps it; the screen shows parts.
  Number(isScreen(a)) - Number(isScreen(b)) ||
  Number(a.sought) - Number(b.sought) ||
  compareSources(a.source, b.source) ||
  // A second window that shows the same takes nothing from the first.
  Number(b.entry.served ?? false) - Number(a.entry.served ?? false) ||
  depthOf(a) - depthOf(b) ||
  (a.pattern < b.pattern ? -1 : 1);

/**
 * Looks for facts that are one, wherever one of two has just come: which of them stays does not
 * depend on who was first, but between places of one sort, as two windows are. Two that were
 * there side by side before are two.
 */
export const mergeFacts = (labels: Labels, leaves: readonly Leaf[], isNew: (slot: Slot) => boolean): void => {
  const columns = columnsOf(leaves);
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
        labels.update(slot, { ...slot.entry, sameAs: main.pattern });
        pairs.set(slot.parent, main.parent);
        if (slot.parent && main.parent && isElement(slot.parent)) pairs.set(slot.parent.parent, main.parent.parent);
      }
    }
  };
  merge((main, other) => areOne(main, other, columns.get(other) as Leaf[]));
  // Two records that share a telling fact share those that tell little too, and two lists with the same elements their length.
  merge((main, other) => main.name === other.name && main.parent !== other.parent && pairs.get(other.parent) === main.parent);
};

/** The facts to serve: without those that another place serves. */
export const withoutRepeats = (labels: Labels, leaves: readonly Leaf[], before: ReadonlyMap<string, number> = new Map()) => {
  const mains = new Set(leaves.map(({ slot }) => slot.entry.sameAs));
  const served = new Map<string, Leaf>();
  for (const leaf of leaves) if (mains.has(leaf.slot.pattern)) served.set(`${leaf.slot.pattern}\n${leaf.at}`, leaf);
  const mainOf = ({ slot: { entry }, at }: Leaf): Leaf | undefined =>
    entry.sameAs === undefined ? undefined : served.get(`${entry.sameAs}\n${at}`);
  /** Cycles in a row in which a pattern said something else than the fact it was taken for. */
  const misses = new Map<string, number>();
  const parted = leaves.filter(mainOf).filter((leaf) => textOf(mainOf(leaf) as Leaf) !== textOf(leaf));
  for (const slot of new Set(parted.map((leaf) => leaf.slot))) {
    const times = (before.get(slot.pattern) ?? 0) + 1;
    const { sameAs: _, ...entry } = slot.entry;
    if (times < patience) misses.set(slot.pattern, times);
    else labels.update(slot, { ...entry, distinct: true });
  }
  /** Where else a fact stands: it is worth what its best place is. */
  const copies = new Map<Slot, Set<Slot>>();
  const kept = leaves.filter((leaf) => {
    const main = mainOf(leaf);
    if (main) entryIn(copies, main.slot, () => new Set()).add(leaf.slot);
    return !main;
  });
  return { leaves: kept, misses, copies };
};
