import type { RootSource } from '@substrate/core';
import { isScreen } from './captions.js';
import { isConstantName, type Traits, valueBits } from './evidence.js';
import type { Slot } from './labels.js';
import { askedWords, machineryWords, settingWords } from './vocabulary.js';
import { isMeaningful, splitWords } from './words.js';

/**
 * What is looked at to judge a place: one table, each line a number from 0 to 1. How much each counts is fitted on judged captures
 * (scripts/fit.mjs) and stands in weights.ts. What a name says is a few weak lines among them.
 */

/** What is known of a place in the capture at hand. */
export interface Place {
  readonly slot: Slot;
  /** Facts there now: more than one below a list. */
  readonly count: number;
  /** Of them, how many have each bit of their values. */
  readonly bits: ReadonlyMap<number, number>;
  /** How many of them differ. */
  readonly distinct: number;
  readonly shown: boolean;
  /** Texts that stand as literals in the program's code, of those where that is known. */
  readonly literal: number;
  /** What holds it. */
  readonly holder: Traits;
  /** The most that any object or list on the way shows. */
  readonly above: Traits;
  /** Where else the fact stands. */
  readonly copies: ReadonlySet<Slot>;
  /** How many places the root has, how many of them are called the same, and how many say the same. */
  readonly rootSize: number;
  readonly namesakes: number;
  readonly repeated: number;
  /** The root belongs to a library. */
  readonly library: boolean;
  /** The root holds a list or a map of objects. */
  readonly records: boolean;
  /** A text of the screen that names what stands beside it. */
  readonly caption: boolean;
}

/** Made to hold data: what is there is data, whatever it is called. */
const madeForData: ReadonlySet<RootSource> = new Set(['store', 'dom', 'window', 'tabs', 'process']);

interface NameTraits {
  readonly meaningful: number;
  readonly hidden: number;
  readonly constant: number;
  readonly machinery: number;
  readonly machineryAbove: number;
  readonly asked: number;
  readonly setting: number;
  readonly fallback: number;
  readonly again: number;
}

const wordsOf = (name: string): string[] => splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
const isMachinery = (words: readonly string[]): boolean => words.some((word) => machineryWords.has(word));
const isHidden = (name: string): boolean => /^(?:__|\$\$|@@|ɵ|this\$)/.test(name);
/** `com.acme.Shop.MAX_ITEMS` and whatever lies below it: what a developer wrote down once. */
const isConstant = (slot: Slot): boolean => !isElement(slot) && isConstantName(slot.sourceName.split(/[.$+#]/).at(-1) ?? '');
const isElement = (slot: Slot): boolean => slot.pattern.endsWith('/*');

const nameTraitsOf = (slot: Slot): NameTraits => {
  const words = wordsOf(slot.sourceName);
  let [machineryAbove, again, hidden, setting, fallback] = [0, 0, isHidden(slot.sourceName) ? 1 : 0, 0, 0];
  let constant = isConstant(slot) ? 1 : 0;
  const isFallback = (some: readonly string[]): boolean => some.some((word) => word === 'default' || word === 'defaults');
  if (isFallback(words)) fallback = 1;
  const seen = new Set<string>();
  for (let at = slot.parent; at; at = at.parent) {
    if (isElement(at)) continue;
    const above = wordsOf(at.sourceName);
    if (isMachinery(above)) machineryAbove++;
    if (isHidden(at.sourceName)) hidden = 1;
    if (isConstant(at)) constant = 1;
    if (isFallback(above)) fallback = 1;
    if (at === slot.parent && settingWords.has(above.at(-1) ?? '')) setting = 1;
    if (seen.has(at.sourceName)) again++;
    seen.add(at.sourceName);
  }
  return {
    meaningful: isMeaningful(slot.sourceName) || isElement(slot) || slot.label !== '' ? 1 : 0,
    hidden,
    constant,
    machinery: isMachinery(words) ? 1 : 0,
    machineryAbove: Math.min(1, machineryAbove / 3),
    asked: askedWords.has(words.at(-1) ?? '') ? 1 : 0,
    setting,
    fallback,
    again: Math.min(1, again / 2),
  };
};

const names = new WeakMap<Slot, NameTraits>();

/** Names of places never change: looked at once. */
const nameOf = (slot: Slot): NameTraits => {
  let traits = names.get(slot);
  if (!traits) {
    traits = nameTraitsOf(slot);
    names.set(slot, traits);
  }
  return traits;
};

/** The same where the insides of programs lie, nothing in places made for data. */
const inside = (place: Place, value: number): number => (madeForData.has(place.slot.source) ? 0 : value);
/** The same for what may be a table: what a screen shows or a process has is none. */
const written = (place: Place, value: number): number => (place.slot.source === 'store' ? value : inside(place, value));
const part = (place: Place, bit: number): number => (place.bits.get(bit) ?? 0) / place.count;
const from =
  (...sources: RootSource[]) =>
  ({ slot }: Place): number =>
    sources.includes(slot.source) ? 1 : 0;
const isCount = (slot: Slot): boolean => /\/#\w+$/.test(slot.pattern);

export const features = {
  // Where it was found.
  kept: from('store'),
  screen: from('dom', 'window'),
  view: from('component'),
  module: from('module'),
  managed: from('bean'),
  measured: from('mbean'),
  chance: from('closure', 'global'),
  heap: from('instance'),
  static: from('static'),
  running: from('task', 'endpoint'),
  around: from('process', 'tabs'),
  aside: from('thread', 'cache'),
  library: (place) => (place.library ? 1 : 0),
  records: (place) => inside(place, place.records ? 1 : 0),
  // How it lies there.
  depth: (place) => inside(place, Math.min(1, place.slot.depth / 8)),
  element: (place) => (place.slot.open > 0 ? 1 : 0),
  nested: (place) => (place.slot.open > 1 ? 1 : 0),
  again: (place) => inside(place, nameOf(place.slot).again),
  crowd: (place) => inside(place, place.holder.crowd),
  idle: (place) => inside(place, place.holder.idle),
  lone: (place) => inside(place, place.slot.parent === null ? 1 : 0),
  count: (place) => (isCount(place.slot) ? 1 : 0),
  vast: (place) => inside(place, Math.min(1, Math.log2(place.rootSize) / 10)),
  namesakes: (place) => inside(place, Math.min(1, Math.log2(place.namesakes) / 6)),
  entity: (place) => inside(place, place.holder.entity),
  copied: (place) => (place.copies.size > 0 ? 1 : 0),
  onScreen: (place) => ([...place.copies].some(isScreen) ? 1 : 0),
  // What is there now.
  empty: (place) => (isCount(place.slot) ? part(place, valueBits.off) : 0),
  repeated: (place) => inside(place, Math.min(1, Math.log2(place.repeated) / 6)),
  shown: (place) => (place.shown ? 1 : 0),
  none: (place) => part(place, valueBits.none),
  off: (place) => part(place, valueBits.off),
  on: (place) => part(place, valueBits.on),
  number: (place) => part(place, valueBits.number),
  words: (place) => part(place, valueBits.words),
  place: (place) => part(place, valueBits.place),
  code: (place) => inside(place, part(place, valueBits.code)),
  echo: (place) => inside(place, part(place, valueBits.echo)),
  long: (place) => part(place, valueBits.long),
  literal: (place) => place.literal,
  differs: (place) => (place.count > 1 ? (place.distinct - 1) / (place.count - 1) : 0),
  alike: (place) => (place.count > 3 && place.distinct === 1 ? 1 : 0),
  // Tables that a developer wrote down.
  constants: (place) => written(place, place.above.constants),
  uniform: (place) => written(place, place.above.uniform),
  monotone: (place) => written(place, place.above.monotone),
  manual: (place) => written(place, place.above.manual),
  looks: (place) => written(place, place.above.looks),
  caption: (place) => (place.caption ? 1 : 0),
  // What its name says.
  nameless: (place) => inside(place, 1 - nameOf(place.slot).meaningful),
  hidden: (place) => inside(place, nameOf(place.slot).hidden),
  capitals: (place) => inside(place, nameOf(place.slot).constant),
  machinery: (place) => inside(place, nameOf(place.slot).machinery),
  machineryAbove: (place) => inside(place, nameOf(place.slot).machineryAbove),
  asked: (place) => inside(place, nameOf(place.slot).asked),
  setting: (place) => inside(place, nameOf(place.slot).setting),
  fallback: (place) => inside(place, nameOf(place.slot).fallback),
} satisfies Record<string, (place: Place) => number>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];
