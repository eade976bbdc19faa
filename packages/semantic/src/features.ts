import type { Primitive, RootSource } from '@substrate/core';
import { type Place, share } from './evidence.js';
import { depthOf, isCount, isElement, isNameless, recordOf, type Slot, wayTo } from './labels.js';
import { keptFor, remembered } from './memo.js';
import { sourceIs } from './sources.js';
import { machineryWords, settingWords } from './vocabulary.js';
import { splitWords } from './words.js';

/**
 * How much a person or an agent would care about a place: a sum over one table, above 0 for what is worth serving. Each line of the table says how much it counts, a
 * number from 0 to 1, and what that says to a person. The weights are fitted on judged captures (scripts/fit.mjs). What a name says is a few weak lines among them.
 */

/** What a value is, as bits. */
export const valueBits = { none: 1, off: 2, words: 4, place: 8 } as const;

/** An address of something, or a time. */
const place =
  /^(?:[a-z][a-z+]*:\/\/\S+|(?:[A-Z]:)?[/\\][^\s/\\]+[/\\]\S+|[^\s@]+@[^\s@]+\.[a-z]{2,}|\S+:\d{2,5}|\d{4}-\d\d-\d\d(?:T\S+)?)$/i;

const bitsOfText = remembered((text): number => {
  if (place.test(text)) return valueBits.place;
  return /\S\s+\S/.test(text) ? valueBits.words : 0;
});

export const bitsOfValue = (value: Primitive): number => {
  if (typeof value === 'string') return bitsOfText(value);
  if (value === null) return valueBits.none;
  return value === false || value === 0 || value === -1 ? valueBits.off : 0;
};

const wordsOf = (name: string): string[] => splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
const isMachinery = remembered((name) => wordsOf(name).some((word) => machineryWords.has(word)));

const machineryAbove = keptFor(
  (slot: Slot): number => wayTo(slot).filter((step) => step !== slot && !isElement(step) && isMachinery(step.sourceName)).length,
);
const endsIn = (words: ReadonlySet<string>, slot: Slot): boolean => words.has(wordsOf(slot.sourceName).at(-1) ?? '');

/** A record tells by its fields what it is, also where what holds it has no name; so does a name of several words, which no minifier leaves by chance. */
const unnamedAbove = (slot: Slot): number => {
  if (!wayTo(slot).some((step) => step !== slot && isNameless(step))) return 0;
  const record = recordOf(slot);
  return (record && record !== slot) || wordsOf(slot.sourceName).length > 1 ? 0.5 : 1;
};

/** A field of the records of a list that tells them apart, or may: of three or more not all have the same. */
const tellsRecords = ({ slot, leaves }: Place): boolean => {
  const record = recordOf(slot);
  return record !== undefined && record !== slot && (leaves.length < 3 || leaves.some(({ value }) => value !== leaves[0]?.value));
};

type Look = (place: Place) => number | boolean;
/** The same where the insides of programs lie, nothing in places made for data. */
const inside =
  (of: Look): Look =>
  (place) =>
    !sourceIs(place.slot.source, 'data') && of(place);
const part =
  (bit: number): Look =>
  ({ leaves }) =>
    share(leaves, ({ value }) => bitsOfValue(value) & bit);
/** Of the texts of which that is known, and of all that is no text: that is written down where it is said so. */
const literal: Look = ({ leaves }) => {
  const known = leaves.filter(({ node, value }) => node.literal !== undefined || typeof value !== 'string');
  return share(known, ({ node }) => node.literal);
};
const from =
  (...sources: RootSource[]): Look =>
  ({ slot }) =>
    sources.includes(slot.source);

export const weightsVersion = 12;

export const bias = 1.32;

/** The weights are made by scripts/fit.mjs, not to be changed by hand; that of `nameless` is set, not fitted. */
export const features = {
  // Where it was found.
  kept: [0.66, from('store'), 'It lies in a store made to hold the state of the application.'],
  screen: [0.99, from('dom', 'window'), 'It is shown on the screen.'],
  component: [-0.3, from('component'), 'It is the state of a part of the user interface: data, or how that part looks.'],
  module: [-0.51, from('module'), 'It is a variable of a module: data as often as wiring.'],
  heap: [-0.74, from('instance'), 'It was found on the heap, without anything that points to it by name.'],
  static: [-0.91, from('static'), 'It is a static field: often a constant.'],
  records: [0.59, inside(({ records }) => records), 'It lies beside lists of records.'],
  own: [1.2, inside(({ own }) => own), "It lies in an object of one of the application's own classes."],
  // How it lies there.
  spoken: [0.8, ({ spoken }) => spoken, 'It lies beside a text as people write it.'],
  shown: [0.9, inside(({ shown }) => shown), 'It lies beside something that the screen shows, too, or below that.'],
  depth: [-0.15, inside(({ slot }) => Math.min(1, depthOf(slot) / 8)), 'It lies deep.'],
  idle: [-0.56, inside(({ idle }) => idle), 'What it lies beside is mostly unset.'],
  record: [0.4, inside(tellsRecords), 'It is a field of records in a list, which differ in it.'],
  count: [
    -0.49,
    ({ slot }) => isCount(slot) || slot.role === 'entry',
    'It tells of a list how many there are, or of an entry without a name which one it is.',
  ],
  namesakes: [-1.19, inside(({ namesakes }) => Math.min(1, Math.log2(namesakes) / 6)), 'Many others have the same name.'],
  // What is there now.
  repeated: [-0.7, inside(({ repeated }) => Math.min(1, Math.log2(repeated) / 6)), 'The same value stands in many places.'],
  none: [-1.06, part(valueBits.none), 'It is null.'],
  off: [-0.5, part(valueBits.off), 'It is false, zero or minus one: nothing happened to it yet, as often as not.'],
  words: [0.16, part(valueBits.words), 'It is a text of several words.'],
  place: [0.25, part(valueBits.place), 'It is an address, a path, an e-mail address or a date.'],
  literal: [-0.5, literal, "It stands as it is in the program's own code."],
  constants: [
    -0.87,
    // What a screen shows or a process has is no table.
    (place) => (place.slot.source === 'store' ? place.constants : inside(({ constants }) => constants)(place)),
    'It lies in a table of constants that a developer wrote down.',
  ],
  // What its name says.
  nameless: [
    -6,
    ({ slot, foreign }) => isNameless(slot) || (foreign && unnamedAbove(slot) > 0),
    "Nothing says what it is, or, of a library's, what holds it.",
  ],
  unnamed: [-1.2, ({ slot }) => unnamedAbove(slot), 'Nothing says what holds it.'],
  machineryAbove: [
    -1.26,
    inside(({ slot }) => Math.min(1, machineryAbove(slot) / 3)),
    'It lies within the workings of the program.',
  ],
  setting: [
    0.56,
    inside(({ slot: { parent } }) => parent !== null && !isElement(parent) && endsIn(settingWords, parent)),
    'It is a setting that somebody chose.',
  ],
} satisfies Record<string, readonly [weight: number, share: Look, says: string]>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

export const shareOf = (feature: Feature, place: Place): number => Number(features[feature][1](place));

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
