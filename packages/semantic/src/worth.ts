import type { RawNode } from '@substrate/core';
import { bias, type Feature, featureNames, features, type Place, shareOf, traitsOf } from './features.js';
import { columnsOf, type Facts, type Leaf, recordOf, type Slot, wayTo } from './labels.js';
import { addTo, countIn, keptFor } from './memo.js';

/**
 * How much a person or an agent would care about a place: a sum over one table of features with fitted weights
 * (features.ts), above 0 for what is worth serving. A pure function of the place and of what it and its holders hold now; all elements
 * of a list count together, so that what holds for a field holds in every record.
 */

type Traits = ReturnType<typeof traitsOf>;

/** So many elements of a list tell what all are like. */
const mostHolders = 20;

/** A list or a map of objects, here or a little further down. */
const holdsRecords = (node: RawNode, levels: number): boolean => {
  const children = node.children ?? [];
  if (node.kind === 'list' || node.kind === 'map') return children.some((child) => child.kind === 'object');
  return levels > 0 && children.some((child) => holdsRecords(child, levels - 1));
};

export const placesOf = ({ leaves, holders, roots }: Facts): Map<Slot, Place> => {
  const traits = new Map<Slot | null, Traits[]>();
  for (const { slot, node } of holders) if ((traits.get(slot)?.length ?? 0) < mostHolders) addTo(traits, slot, traitsOf(node));
  /** The mean over the nodes that one slot stands for. */
  const traitOf = (slot: Slot | null, name: keyof Traits): number => {
    const some = traits.get(slot) ?? [];
    return some.reduce((sum, one) => sum + one[name], 0) / Math.max(1, some.length);
  };
  /** The most that any object or list on the way shows. */
  const mostTo = (slot: Slot, name: keyof Traits): number =>
    Math.max(...wayTo(slot).map((step) => (step === slot ? 0 : traitOf(step, name))));
  const isForeign = (slot: Slot, column: readonly Leaf[]): boolean => {
    if (column[0]?.node.foreign !== undefined) return column[0].node.foreign;
    const record = recordOf(slot);
    for (let at = slot.parent; at; at = at === record ? null : at.parent) {
      const more = traitOf(at, 'foreign') - traitOf(at, 'own');
      if (more !== 0) return more > 0;
    }
    return false;
  };
  const columns = columnsOf(leaves);
  // What else is told in the same root.
  const around = keptFor((root: Slot) => {
    const records = holdsRecords(roots.get(root)!, 2);
    return { names: new Map<string, number>(), values: new Map<unknown, number>(), records };
  });
  for (const [slot, column] of columns) {
    const { names, values } = around(wayTo(slot)[0]!);
    countIn(names, slot.sourceName);
    for (const value of new Set(column.map((leaf) => leaf.value))) countIn(values, value);
  }
  const places = new Map<Slot, Place>();
  for (const [slot, column] of columns) {
    const { names, values, records } = around(wayTo(slot)[0]!);
    places.set(slot, {
      slot,
      leaves: column,
      idle: traitOf(slot.parent, 'idle'),
      written: traitOf(slot.parent, 'written'),
      constants: mostTo(slot, 'constants'),
      own: mostTo(slot, 'own'),
      foreign: isForeign(slot, column),
      namesakes: names.get(slot.sourceName) as number,
      repeated: Math.min(...column.map(({ value }) => values.get(value) as number)),
      records,
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
