import type { RawNode } from '@substrate/core';
import { type Traits, traitsOf, valueBits } from './evidence.js';
import { type Feature, featureNames, type Place, shareOf } from './features.js';
import type { Facts, Holder, Leaf, Slot } from './labels.js';
import { countIn, entryIn } from './memo.js';
import { bias, weights } from './weights.js';

/**
 * How much a person or an agent would care about a place: a sum over one table of features (features.ts) with fitted weights
 * (weights.ts), above 0 for what is worth serving. A pure function of the place and of what it and its holders hold now; all elements
 * of a list count together, so that what holds for a field holds in every record.
 */

const noTraits: Traits = { constants: 0, manual: 0, idle: 0 };
const traitNames = Object.keys(noTraits) as (keyof Traits)[];

/** So many elements of a list tell what all are like: holders, and values, of which no more are served. */
const mostHolders = 20;
const mostValues = 50;

/** The mean over the nodes that one slot stands for. */
const traitsBySlot = (holders: readonly Holder[]): Map<Slot, Traits> => {
  const sums = new Map<Slot, { count: number; traits: Record<keyof Traits, number> }>();
  for (const { slot, node } of holders) {
    const sum = sums.get(slot);
    if (!sum) sums.set(slot, { count: 1, traits: { ...traitsOf(node) } });
    else if (sum.count < mostHolders) {
      const traits = traitsOf(node);
      sum.count++;
      for (const name of traitNames) sum.traits[name] += traits[name];
    }
  }
  const means = new Map<Slot, Traits>();
  for (const [slot, { count, traits }] of sums) {
    if (count > 1) for (const name of traitNames) traits[name] /= count;
    means.set(slot, traits);
  }
  return means;
};

interface Column {
  count: number;
  /** How many have each bit of their values. */
  readonly bits: Map<number, number>;
  readonly values: Set<Leaf['value']>;
  literals: number;
  texts: number;
  foreign: number;
}

const allBits = Object.values(valueBits);

const newColumn = (): Column => ({ count: 0, bits: new Map(), values: new Set(), literals: 0, texts: 0, foreign: 0 });

const columnsOf = (leaves: readonly Leaf[]): Map<Slot, Column> => {
  const columns = new Map<Slot, Column>();
  for (const leaf of leaves) {
    const column = entryIn(columns, leaf.slot, newColumn);
    if (column.count >= mostValues) continue;
    column.count++;
    for (const bit of allBits) if (leaf.bits & bit) countIn(column.bits, bit);
    column.values.add(leaf.value);
    if (leaf.node.foreign) column.foreign++;
    if (leaf.literal !== undefined) {
      column.texts++;
      if (leaf.literal) column.literals++;
    }
  }
  return columns;
};

/** A list or a map of objects, here or a little further down. */
const holdsRecords = (node: RawNode, levels: number): boolean => {
  const children = node.children ?? [];
  if (node.kind === 'list' || node.kind === 'map') return children.some((child) => child.kind === 'object');
  return levels > 0 && children.some((child) => holdsRecords(child, levels - 1));
};

/** What else is told in the same root. */
interface Surroundings {
  readonly names: Map<string, number>;
  readonly values: Map<Leaf['value'], number>;
}

const surroundingsOf = (columns: ReadonlyMap<Slot, Column>, rootOf: (slot: Slot) => Slot): Map<Slot, Surroundings> => {
  const roots = new Map<Slot, Surroundings>();
  for (const [slot, { values }] of columns) {
    const around = entryIn(roots, rootOf(slot), () => ({ names: new Map(), values: new Map() }));
    countIn(around.names, slot.sourceName);
    for (const value of values) countIn(around.values, value);
  }
  return roots;
};

/** Everything that is looked at, for each place that holds a value now. */
export const placesOf = ({ leaves, holders, roots }: Facts): Map<Slot, Place> => {
  const own = traitsBySlot(holders);
  const ways = new Map<Slot, Traits>();
  const wayTo = (slot: Slot): Traits => {
    const known = ways.get(slot);
    if (known) return known;
    const [here, before] = [own.get(slot) ?? noTraits, slot.parent ? wayTo(slot.parent) : noTraits];
    const way = { ...here };
    for (const name of traitNames) if (before[name] > way[name]) (way as Record<string, number>)[name] = before[name];
    ways.set(slot, way);
    return way;
  };
  const rootOf = (slot: Slot): Slot => (slot.parent ? rootOf(slot.parent) : slot);
  const withRecords = new Map<Slot, boolean>();
  for (const [slot, root] of roots) withRecords.set(slot, withRecords.get(slot) || holdsRecords(root, 2));
  const columns = columnsOf(leaves);
  const around = surroundingsOf(columns, rootOf);
  const places = new Map<Slot, Place>();
  for (const [slot, column] of columns) {
    const root = rootOf(slot);
    places.set(slot, {
      slot,
      count: column.count,
      bits: column.bits,
      literal: column.texts === 0 ? 0 : column.literals / column.texts,
      foreign: column.foreign / column.count,
      holder: slot.parent ? (own.get(slot.parent) ?? noTraits) : noTraits,
      above: slot.parent ? wayTo(slot.parent) : noTraits,
      namesakes: around.get(root)?.names.get(slot.sourceName) ?? 1,
      repeated: Math.min(...[...column.values].slice(0, 20).map((value) => around.get(root)?.values.get(value) ?? 1)),
      records: withRecords.get(root) ?? false,
    });
  }
  return places;
};

/** Worth in steps of a tenth: what is nearly the same ranks the same, from cycle to cycle. */
export const worthOf = (place: Place): number => {
  let sum = bias;
  for (const name of featureNames) sum += weights[name] * shareOf(name, place);
  return Math.round(sum * 10) / 10;
};

/** What a judgement is made of: the features that count here, the heaviest first. */
export const reasonsOf = (place: Place): { readonly feature: Feature; readonly share: number }[] =>
  featureNames
    .map((feature) => ({ feature, share: weights[feature] * shareOf(feature, place) }))
    .filter(({ share }) => share !== 0)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
