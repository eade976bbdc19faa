import type { RawNode } from '@substrate/core';
import { bias, type Feature, featureNames, features, type Place, shareOf, type Traits, traitsOf } from './features.js';
import { columnsOf, type Facts, type Leaf, recordOf, type Slot, wayTo } from './labels.js';
import { addTo, countIn, entryIn } from './memo.js';

/**
 * How much a person or an agent would care about a place: a sum over one table of features with fitted weights
 * (features.ts), above 0 for what is worth serving. A pure function of the place and of what it and its holders hold now; all elements
 * of a list count together, so that what holds for a field holds in every record.
 */

/** So many elements of a list tell what all are like. */
const mostHolders = 20;

/** The mean over the nodes that one slot stands for. */
const traitsBySlot = (holders: Facts['holders']): Map<Slot, Traits> => {
  const nodes = new Map<Slot, Traits[]>();
  for (const { slot, node } of holders) if ((nodes.get(slot)?.length ?? 0) < mostHolders) addTo(nodes, slot, traitsOf(node));
  const means = new Map<Slot, Traits>();
  for (const [slot, some] of nodes) {
    const mean = (name: string): number => some.reduce((sum, traits) => sum + traits[name as keyof Traits], 0) / some.length;
    means.set(slot, Object.fromEntries(Object.keys(some[0]!).map((name) => [name, mean(name)])) as unknown as Traits);
  }
  return means;
};

/** A list or a map of objects, here or a little further down. */
const holdsRecords = (node: RawNode, levels: number): boolean => {
  const children = node.children ?? [];
  if (node.kind === 'list' || node.kind === 'map') return children.some((child) => child.kind === 'object');
  return levels > 0 && children.some((child) => holdsRecords(child, levels - 1));
};

/** Everything that is looked at, for each place that holds a value now. */
export const placesOf = ({ leaves, holders, roots }: Facts): Map<Slot, Place> => {
  const traits = traitsBySlot(holders);
  /** The most that any object or list on the way shows. */
  const mostTo = (slot: Slot, name: keyof Traits): number =>
    Math.max(...wayTo(slot).map((step) => (step === slot ? 0 : (traits.get(step)?.[name] ?? 0))));
  const isForeign = (slot: Slot, column: readonly Leaf[]): boolean => {
    if (column[0]?.node.foreign !== undefined) return column[0].node.foreign;
    const record = recordOf(slot);
    for (let at = slot.parent; at; at = at === record ? null : at.parent) {
      const { own = 0, foreign = 0 } = traits.get(at) ?? {};
      if (own !== foreign) return foreign > own;
    }
    return false;
  };
  const withRecords = new Map<Slot, boolean>();
  for (const [slot, root] of roots) withRecords.set(slot, holdsRecords(root, 2));
  const columns = columnsOf(leaves);
  // What else is told in the same root.
  const around = new Map<Slot, { readonly names: Map<string, number>; readonly values: Map<unknown, number> }>();
  for (const [slot, column] of columns) {
    const { names, values } = entryIn(around, wayTo(slot)[0]!, () => ({ names: new Map(), values: new Map() }));
    countIn(names, slot.sourceName);
    for (const value of new Set(column.map((leaf) => leaf.value))) countIn(values, value);
  }
  const places = new Map<Slot, Place>();
  for (const [slot, column] of columns) {
    const root = wayTo(slot)[0]!;
    const { names, values } = around.get(root)!;
    places.set(slot, {
      slot,
      leaves: column,
      idle: traits.get(slot.parent as Slot)?.idle ?? 0,
      written: traits.get(slot.parent as Slot)?.written ?? 0,
      constants: mostTo(slot, 'constants'),
      own: mostTo(slot, 'own'),
      foreign: isForeign(slot, column),
      namesakes: names.get(slot.sourceName) as number,
      repeated: Math.min(...column.map(({ value }) => values.get(value) as number)),
      records: withRecords.get(root) ?? false,
    });
  }
  return places;
};

/** Worth in steps of a tenth: what is nearly the same ranks the same, from cycle to cycle. */
export const stepsOfWorth = (worth: number): number => Math.round(worth * 10) / 10;

const weighed = (feature: Feature, place: Place): number => features[feature][0] * shareOf(feature, place);

export const worthOf = (place: Place): number => {
  let sum = bias;
  for (const name of featureNames) sum += weighed(name, place);
  return stepsOfWorth(sum);
};

/** What a judgement is made of: the features that count here, the heaviest first. */
export const reasonsOf = (place: Place): { readonly feature: Feature; readonly share: number }[] =>
  featureNames
    .map((feature) => ({ feature, share: weighed(feature, place) }))
    .filter(({ share }) => share !== 0)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
