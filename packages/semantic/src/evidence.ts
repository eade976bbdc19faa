import type { Primitive, RawNode } from '@substrate/core';
import { columnsOf, type Facts, isScreen, type Leaf, recordOf, type Slot, wayTo } from './labels.js';
import { addTo, countIn, keptFor, remembered } from './memo.js';

/**
 * What can be seen of a place in its values and in what holds them, without knowing a word of the program. All elements of a list count together, so that what holds for
 * a field holds in every record.
 */

/** Letters and digits alone: `Content-Type`, `contentType` and `CONTENT_TYPE` are one. */
const squeezed = remembered((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

const isEcho = (name: string, value: Primitive): boolean => {
  if (typeof value !== 'string' || value.length < 2 || value.length > 60) return false;
  const [said, own] = [squeezed(value), squeezed(name)];
  return (
    said === own || (own.length > 3 && Math.abs(said.length - own.length) === 1 && (said.startsWith(own) || own.startsWith(said)))
  );
};

/** Values that a thing has while nothing happened to it. */
const isDull = (value: Primitive): boolean =>
  value === null || typeof value === 'boolean' || value === 0 || value === 1 || value === -1 || value === '';

/** A text as people write it, and programs seldom do: a word with a capital, or in a script that has none, comes first. */
const isSpoken = remembered((text) => /^(?:\p{Lu}\p{Ll}+|\p{Lo}+)(?:$|[\s'’.,:!?-])/u.test(text));

const textOf = (value: Primitive): string => (value === null || typeof value === 'boolean' ? '' : String(value));
/** A text of the screen, and its words; what is shorter says too little. */
const wordsShown = remembered((text) => [text, ...text.split(/[\s,;:|·–—()/]+/)].filter(({ length }) => length > 2));

/** A name in capitals: a constant, by the custom of most languages. */
const isConstantName = (name: string): boolean => name.length >= 3 && /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name);

export const share = <T>(items: readonly T[], holds: (item: T) => unknown): number =>
  items.filter(holds).length / Math.max(1, items.length);

/** What an object, a map or a list shows of itself; each from 0 to 1. */
const traitsOf = keptFor((node: RawNode) => {
  const children = node.children ?? [];
  const list = node.kind === 'list';
  const whose = { own: node.foreign === false ? 1 : 0, foreign: node.foreign ? 1 : 0 };
  const values = children.filter(({ kind }) => kind === 'value');
  const spoken = values.some(({ value }) => typeof value === 'string' && isSpoken(value)) ? 1 : 0;
  if (children.length < 2) return { constants: node.literal ? 1 : 0, idle: 0, spoken, ...whose };
  const constants = [
    list ? 0 : share(children, ({ name }) => isConstantName(name)) - 0.2,
    share(children, (child) => isEcho(list ? node.name : child.name, child.value ?? null)),
  ];
  return {
    // It stands in the code as it is, has names in capitals, or values that say their own name: what a developer wrote down.
    constants: node.literal || constants.some((one) => one >= 0.6) ? 1 : 0,
    // A part that is not at work.
    idle: values.length >= 4 ? share(values, ({ value }) => isDull(value ?? null)) : 0,
    spoken,
    ...whose,
  };
});

type Traits = ReturnType<typeof traitsOf>;

/** So many elements of a list tell what all are like. */
const mostHolders = 20;

/** A list or a map of objects, here or a little further down. */
const holdsRecords = (node: RawNode, levels: number): boolean => {
  const children = node.children ?? [];
  if (node.kind === 'list' || node.kind === 'map') return children.some((child) => child.kind === 'object');
  return levels > 0 && children.some((child) => holdsRecords(child, levels - 1));
};

export type Place = ReturnType<typeof placesOf>[number];

/** What is looked at of each place, in all its elements together. */
export const placesOf = ({ leaves, holders, roots }: Facts) => {
  const traits = new Map<Slot | null, Traits[]>();
  for (const { slot, node } of holders) if ((traits.get(slot)?.length ?? 0) < mostHolders) addTo(traits, slot, traitsOf(node));
  /** The mean over the nodes that one slot stands for. */
  const traitOf = (slot: Slot | null, name: keyof Traits): number => {
    const some = traits.get(slot) ?? [];
    return some.reduce((sum, one) => sum + one[name], 0) / Math.max(1, some.length);
  };
  /** The most that any object or list on the way is a table of constants, or of a class of the application's. */
  const mostTo = (slot: Slot, name: keyof Traits): number =>
    Math.max(...wayTo(slot).map((step) => (step === slot ? 0 : traitOf(step, name))));
  /** The nearest of those on the way that are somebody's, up to the record that it is in, is a library's. */
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
  const shown = new Set(leaves.flatMap(({ slot, value }) => (isScreen(slot) ? wordsShown(textOf(value)) : [])));
  /** Those that hold a value which stands on the screen, too. */
  const showing = new Set<Slot | null>();
  for (const { slot, value } of leaves) if (shown.has(textOf(value))) showing.add(slot.parent);
  return [...columns].map(([slot, column]) => {
    const { names, values, records } = around(wayTo(slot)[0]!);
    return {
      slot,
      /** Facts there now: more than one below a list. */
      leaves: column as readonly Leaf[],
      /** How much of what it lies beside is unset, and in how many such objects there is a text as people write it. */
      idle: traitOf(slot.parent, 'idle'),
      spoken: traitOf(slot.parent, 'spoken'),
      shown: wayTo(slot).some((step) => showing.has(step)),
      constants: mostTo(slot, 'constants'),
      own: mostTo(slot, 'own'),
      foreign: isForeign(slot, column),
      /** How many places of the root are called the same, and how many say the same. */
      namesakes: names.get(slot.sourceName) as number,
      repeated: Math.min(...column.map(({ value }) => values.get(value) as number)),
      records,
    };
  });
};
