import type { Primitive, RawNode, RootSource } from '@substrate/core';
import { isCount, isElement, isNameless, type Leaf, recordOf, type Slot, wayTo } from './labels.js';
import { keptFor, remembered } from './memo.js';
import { sourceIs } from './sources.js';
import { askedWords, machineryWords, settingWords } from './vocabulary.js';
import { splitWords } from './words.js';

/**
 * What is looked at to judge a place: one table, each line a number from 0 to 1 and what it says to a person. How much each counts is
 * fitted on judged captures (scripts/fit.mjs) and stands in weights.ts. What a name says is a few weak lines among them.
 */

// ── What can be seen in values and in what holds them, without knowing a word of the program ───────────────────────────────────────────

/** What a value is, as bits. */
export const valueBits = { none: 1, off: 2, words: 4, place: 8 } as const;

/** An address of something, or a time. */
const place =
  /^(?:[a-z][a-z+]*:\/\/\S+|(?:[A-Z]:)?[/\\][^\s/\\]+[/\\]\S+|[^\s@]+@[^\s@]+\.[a-z]{2,}|\S+:\d{2,5}|\d{4}-\d\d-\d\d(?:T\S+)?)$/i;

/** Letters and digits alone: `Content-Type`, `contentType` and `CONTENT_TYPE` are one. */
const squeezed = remembered((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** Whether a value only says its own name. */
const isEcho = (name: string, value: Primitive): boolean => {
  if (typeof value !== 'string' || value.length < 2 || value.length > 60) return false;
  const [said, own] = [squeezed(value), squeezed(name)];
  return (
    said === own || (own.length > 3 && Math.abs(said.length - own.length) === 1 && (said.startsWith(own) || own.startsWith(said)))
  );
};

const bitsOfText = remembered((text): number => {
  if (place.test(text)) return valueBits.place;
  return /\S\s+\S/.test(text) ? valueBits.words : 0;
});

export const bitsOfValue = (value: Primitive): number => {
  if (typeof value === 'string') return bitsOfText(value);
  if (value === null) return valueBits.none;
  return value === false || value === 0 || value === -1 ? valueBits.off : 0;
};

/** Values that a thing has while nothing happened to it. */
const isDull = (value: Primitive): boolean =>
  value === null || typeof value === 'boolean' || value === 0 || value === 1 || value === -1 || value === '';

/** A name in capitals: a constant, by the custom of most languages. */
const isConstantName = (name: string): boolean => name.length >= 3 && /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name);

/** What an object, a map or a list shows of itself; each from 0 to 1. */
export interface Traits {
  /** It stands in the code as it is, has names in capitals, or values that say their own name: what a developer wrote down. */
  readonly constants: number;
  /** The share of fields that are off, empty or nothing: a part that is not at work. */
  readonly idle: number;
  /** The share of its texts that stand as literals in the code: what lies beside them was written down as well. */
  readonly written: number;
  /** Its class is the application's, or a library's. */
  readonly own: number;
  readonly foreign: number;
}

/** How much of a list is so. */
const share = <T>(items: readonly T[], holds: (item: T) => unknown): number => {
  let count = 0;
  for (const item of items) if (holds(item)) count++;
  return count === 0 ? 0 : count / items.length;
};

export const traitsOf = keptFor((node: RawNode): Traits => {
  const children = node.children ?? [];
  const list = node.kind === 'list';
  const whose = { own: node.foreign === false ? 1 : 0, foreign: node.foreign ? 1 : 0 };
  if (children.length < 2) return { constants: node.literal ? 1 : 0, idle: 0, written: 0, ...whose };
  const values = children.filter(({ kind }) => kind === 'value');
  const texts = values.filter(({ literal, value }) => literal !== undefined && typeof value === 'string');
  const constants = [
    list ? 0 : share(children, ({ name }) => isConstantName(name)) - 0.2,
    share(children, (child) => isEcho(list ? node.name : child.name, child.value ?? null)),
  ];
  return {
    constants: node.literal || constants.some((one) => one >= 0.6) ? 1 : 0,
    idle: values.length >= 4 ? share(values, ({ value }) => isDull(value ?? null)) : 0,
    written: texts.length >= 2 ? share(texts, ({ literal }) => literal) : 0,
    ...whose,
  };
});

// ── What is looked at ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is known of a place in the capture at hand. */
export interface Place {
  readonly slot: Slot;
  /** Facts there now: more than one below a list. */
  readonly leaves: readonly Leaf[];
  /** How much of what it lies beside is unset, and how many of the texts there stand in the code. */
  readonly idle: number;
  readonly written: number;
  /** The most that any object or list on the way is a table of constants, and of a class of the application's. */
  readonly constants: number;
  readonly own: number;
  /** The nearest of those on the way that are somebody's, up to the record that it is in, is a library's. */
  readonly foreign: boolean;
  /** How many places of the root are called the same, and how many say the same. */
  readonly namesakes: number;
  readonly repeated: number;
  /** The root holds a list or a map of objects. */
  readonly records: boolean;
}

const wordsOf = (name: string): string[] => splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
const isMachinery = remembered((name) => wordsOf(name).some((word) => machineryWords.has(word)));

/** Names of places never change: looked at once. */
const nameOf = keptFor((slot: Slot) => {
  const above = wayTo(slot).filter((step) => step !== slot && !isElement(step));
  const last = (name: string): string => wordsOf(name).at(-1) ?? '';
  return {
    machineryAbove: Math.min(1, above.filter((step) => isMachinery(step.sourceName)).length / 3),
    asked: askedWords.has(last(slot.sourceName)) ? 1 : 0,
    setting: slot.parent && !isElement(slot.parent) && settingWords.has(last(slot.parent.sourceName)) ? 1 : 0,
  };
});

/** A record tells by its fields what it is, also where what holds it has no name; so does a name of several words, which no minifier leaves by chance. */
const unnamedAbove = (slot: Slot): number => {
  let at = slot.parent;
  while (at && !isNameless(at)) at = at.parent;
  if (!at) return 0;
  const record = recordOf(slot);
  return (record && record !== slot) || wordsOf(slot.sourceName).length > 1 ? 0.5 : 1;
};

/** A field of the records of a list that tells them apart, or may: of three or more not all have the same. */
const tellsRecords = ({ slot, leaves }: Place): boolean => {
  const record = recordOf(slot);
  return record !== undefined && record !== slot && (leaves.length < 3 || leaves.some(({ value }) => value !== leaves[0]?.value));
};

/** The same where the insides of programs lie, nothing in places made for data. */
const inside = (place: Place, value: number): number => (sourceIs(place.slot.source, 'data') ? 0 : value);
/** The same for what may be a table: what a screen shows or a process has is none. */
const table = (place: Place, value: number): number => (place.slot.source === 'store' ? value : inside(place, value));
const part = ({ leaves }: Place, bit: number): number => share(leaves, ({ bits }) => bits & bit);
/** Of the texts of which that is known, and of all that is no text: that is written down where it is said so. */
const literal = ({ leaves }: Place): number => {
  const known = leaves.filter(({ node, value }) => node.literal !== undefined || typeof value !== 'string');
  return share(known, ({ node }) => node.literal);
};
const from =
  (...sources: RootSource[]) =>
  ({ slot }: Place): number =>
    sources.includes(slot.source) ? 1 : 0;

export const features = {
  // Where it was found.
  kept: [from('store'), 'It lies in a store made to hold the state of the application.'],
  screen: [from('dom', 'window'), 'It is shown on the screen.'],
  component: [from('component'), 'It is the state of a part of the user interface: data, or how that part looks.'],
  module: [from('module'), 'It is a variable of a module: data as often as wiring.'],
  heap: [from('instance'), 'It was found on the heap, without anything that points to it by name.'],
  static: [from('static'), 'It is a static field: often a constant.'],
  records: [(place) => inside(place, place.records ? 1 : 0), 'It lies beside lists of records.'],
  own: [(place) => inside(place, place.own), "It lies in an object of one of the application's own classes."],
  // How it lies there.
  depth: [(place) => inside(place, Math.min(1, place.slot.depth / 8)), 'It lies deep.'],
  idle: [(place) => inside(place, place.idle), 'What it lies beside is mostly unset.'],
  record: [(place) => inside(place, tellsRecords(place) ? 1 : 0), 'It is a field of records in a list, which differ in it.'],
  count: [
    ({ slot }) => (isCount(slot) || slot.role === 'entry' ? 1 : 0),
    'It tells of a list how many there are, or of an entry without a name which one it is.',
  ],
  namesakes: [(place) => inside(place, Math.min(1, Math.log2(place.namesakes) / 6)), 'Many others have the same name.'],
  // What is there now.
  repeated: [(place) => inside(place, Math.min(1, Math.log2(place.repeated) / 6)), 'The same value stands in many places.'],
  none: [(place) => part(place, valueBits.none), 'It is null.'],
  off: [(place) => part(place, valueBits.off), 'It is false, zero or minus one: nothing happened to it yet, as often as not.'],
  words: [(place) => part(place, valueBits.words), 'It is a text of several words.'],
  place: [(place) => part(place, valueBits.place), 'It is an address, a path, an e-mail address or a date.'],
  literal: [literal, "It stands as it is in the program's own code."],
  written: [(place) => inside(place, place.written), "The texts that it lies beside stand in the program's own code."],
  constants: [(place) => table(place, place.constants), 'It lies in a table of constants that a developer wrote down.'],
  // What its name says.
  nameless: [
    ({ slot, foreign }) => (isNameless(slot) || (foreign && unnamedAbove(slot) > 0) ? 1 : 0),
    "Nothing says what it is, or, of a library's, what holds it.",
  ],
  unnamed: [({ slot }) => unnamedAbove(slot), 'Nothing says what holds it.'],
  machineryAbove: [(place) => inside(place, nameOf(place.slot).machineryAbove), 'It lies within the workings of the program.'],
  asked: [(place) => inside(place, nameOf(place.slot).asked), 'Its name is a word that people ask for.'],
  setting: [(place) => inside(place, nameOf(place.slot).setting), 'It is a setting that somebody chose.'],
} satisfies Record<string, readonly [share: (place: Place) => number, says: string]>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

export const shareOf = (feature: Feature, place: Place): number => features[feature][0](place);
