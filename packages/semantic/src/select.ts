import type { Objects, Primitive } from '@substrate/core';
import type { Leaf, Slot } from './labels.js';
import { normalizeLabel } from './words.js';
import { isCrowded, isDull, leastWorth, mixedSources, strongSources, worthOf } from './worth.js';

/** What is served and what waits to be asked for: worth first, then within the budget what changes, is shown, and was served before. */

export interface Selection {
  readonly served: readonly Leaf[];
  readonly rest: readonly Leaf[];
}

export interface SelectionContext {
  readonly maxKeys: number;
  readonly before: Objects | undefined;
  /** Patterns that were seen to change. */
  readonly active: ReadonlySet<string>;
  /** What copies of a fact elsewhere are worth, where that is more. */
  readonly lifted?: ReadonlyMap<Leaf, number> | undefined;
}

/** Beyond this number only what is clearly worth it is served. */
const softLimit = 600;
const clearWorth = 90;
/** Where the application keeps its state in places made for it, this much of chance finds is enough, and only of this worth. */
const mixedLimit = 150;
const mixedWorth = 45;
/** Up to here everything of some worth is served; the more there is, the more each has to be worth. */
const easyLimit = 150;
const steepness = 0.1;
/** Facts of one root that stand side by side without a loss. */
const rootShare = 40;
/** The same for what lies directly in one object, and in one that somebody chose the values of. */
const objectShare = 24;
const settingsShare = 80;

/** With less than this a program has told nothing; then so much of what its libraries hold is served. */
const fewFacts = 12;
/** With so many facts that have names, those without are left out. */
const enoughNamed = 8;
const enoughKeys = 30;
/** Where these are, what is not served is not worth it. */
const tellingSources: ReadonlySet<Slot['source']> = new Set(['store', 'window', 'dom', 'component', 'module']);

const anyText = /^(text|label|heading|caption)(_?\d+)?$/;

/** `draft_box`, `search_field`: its text is what somebody wrote there. */
const isTyped = (slot: Slot | null): boolean => /(^|_)(text_?)?(box|field|input|area|editor)(_?\d+)?$/.test(slot?.name ?? '');

/** Texts of the page that only say the name of what stands beside them, and a word or two that never changed. */
const captionsOf = (leaves: readonly Leaf[], active: ReadonlySet<string>): ReadonlySet<Leaf> => {
  const captions = new Set<Leaf>();
  const names = new Set<string>();
  const texts: Leaf[] = [];
  for (const leaf of leaves) {
    if (leaf.slot.source !== 'dom' && leaf.slot.source !== 'window') continue;
    if (anyText.test(leaf.slot.name) && !isTyped(leaf.slot.parent)) texts.push(leaf);
    else names.add(leaf.slot.name);
    for (let at: Slot | null = leaf.slot; at; at = at.parent) {
      if (at !== leaf.slot) names.add(at.name);
      if (at.label !== '') names.add(at.label);
    }
  }
  for (const leaf of texts) {
    if (typeof leaf.value !== 'string' || active.has(leaf.slot.pattern)) continue;
    const fixed = /^[^\d\s]+( [^\d\s]+){0,2}$/.test(leaf.value.trim()) && !/heading/.test(leaf.slot.name);
    if (fixed || (leaf.value.length < 60 && names.has(normalizeLabel(leaf.value)))) captions.add(leaf);
  }
  return captions;
};

const isLongText = (value: Primitive): boolean => typeof value === 'string' && value.length > 1000;

export const select = (leaves: readonly Leaf[], { maxKeys, before, active, lifted }: SelectionContext): Selection => {
  const served: Leaf[] = [];
  const rest: Leaf[] = [];
  const strong = leaves.some((leaf) => strongSources.has(leaf.slot.source));
  const captions = captionsOf(leaves, active);
  let own = 0;
  let nameless = 0;
  for (const leaf of leaves) {
    const worth = Math.max(worthOf(leaf), lifted?.get(leaf) ?? 0);
    const little = worth < leastWorth || (strong && leaf.slot.weak && !leaf.shown) || captions.has(leaf);
    if (leaf.cut || (little && !leaf.slot.entry.confirmed)) rest.push(leaf);
    else {
      served.push(leaf);
      if (!surroundings.has(leaf.slot.source)) own++;
      if (isNameless(leaf)) nameless++;
    }
  }
  if (!strong && nameless > 0 && own - nameless >= enoughNamed) moveNameless(served, rest);
  if (own < fewFacts && !leaves.some(({ slot }) => tellingSources.has(slot.source))) return withMore(served, rest);
  if (served.length <= Math.min(maxKeys, easyLimit)) return { served, rest };
  const isMixed = (leaf: Leaf): boolean => strong && mixedSources.has(leaf.slot.source) && !leaf.slot.entry.confirmed;
  const ranks = ranksOf(served, { maxKeys, before, active, lifted });
  const chosen = new Uint8Array(served.length).fill(1);
  if (strong) {
    for (let i = 0; i < ranks.length; i++) if ((ranks[i] as number) < mixedWorth && isMixed(served[i] as Leaf)) chosen[i] = 0;
    const others = served.length - served.filter(isMixed).length;
    keepBest(ranks, chosen, others < mixedLimit ? 2 * mixedLimit : mixedLimit, (at) => isMixed(served[at] as Leaf));
  }
  keepWorthy(ranks, chosen, maxKeys);
  const kept: Leaf[] = [];
  for (let i = 0; i < served.length; i++) (chosen[i] === 1 ? kept : rest).push(served[i] as Leaf);
  return { served: kept, rest };
};

/** What is there whatever the program is about. */
const surroundings: ReadonlySet<Slot['source']> = new Set(['process', 'thread', 'endpoint', 'tabs', 'dom', 'window']);

const isNameless = ({ key, slot }: Leaf): boolean => slot.weak && key.startsWith('unknown_0x') && !slot.entry.confirmed;

/** A place without a name is of use where nothing has one. */
const moveNameless = (served: Leaf[], rest: Leaf[]): void => {
  let kept = 0;
  for (const leaf of served)
    if (isNameless(leaf)) rest.push(leaf);
    else served[kept++] = leaf;
  served.length = kept;
};

/** Nothing to speak of was found but what libraries hold: the best of that is more than nothing. */
const withMore = (served: readonly Leaf[], rest: readonly Leaf[]): Selection => {
  const more = new Map<Leaf, number>();
  for (const leaf of rest) if (!leaf.cut && !leaf.slot.weak && leaf.value !== null) more.set(leaf, worthOf(leaf));
  const best = [...more.keys()].sort((a, b) => (more.get(b) as number) - (more.get(a) as number)).slice(0, enoughKeys);
  const chosen = new Set(best);
  return { served: [...served, ...rest.filter((leaf) => chosen.has(leaf))], rest: rest.filter((leaf) => !chosen.has(leaf)) };
};

const ranksOf = (leaves: readonly Leaf[], { before, active, lifted }: SelectionContext): Float64Array => {
  const ranks = Float64Array.from(
    leaves,
    (leaf) =>
      Math.max(worthOf(leaf), lifted?.get(leaf) ?? 0) +
      (leaf.slot.entry.confirmed ? 100 : 0) +
      (active.has(leaf.slot.pattern) ? 10 : 0) +
      (before && leaf.key in before ? 5 : 0) -
      Math.min(40, leaf.position * 0.5) -
      (isLongText(leaf.value) ? 15 : 0),
  );
  loseToCrowd(
    leaves,
    ranks,
    ({ slot }) => slot.parent,
    ({ slot }) => (slot.chosen ? settingsShare : objectShare),
  );
  loseToCrowd(
    leaves,
    ranks,
    ({ slot }) => (slot.open === 0 && !slot.chosen ? slot.address : undefined),
    () => rootShare,
  );
  loseToCrowd(
    leaves,
    ranks,
    ({ slot }) => (slot.open > 0 ? slot.address : undefined),
    () => 2 * rootShare,
  );
  return ranks;
};

/** What lies in one place beyond its share is worth less and less: no place takes the room of all others. */
const loseToCrowd = (
  leaves: readonly Leaf[],
  ranks: Float64Array,
  placeOf: (leaf: Leaf) => unknown,
  shareOf: (leaf: Leaf) => number,
): void => {
  const places = new Map<unknown, number[]>();
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[i] as Leaf;
    if (!isCrowded(leaf.slot.source)) continue;
    const place = placeOf(leaf);
    if (place === undefined) continue;
    const found = places.get(place);
    if (found) found.push(i);
    else places.set(place, [i]);
  }
  for (const members of places.values()) {
    if (isIdle(leaves, members)) for (const at of members) ranks[at]! -= 15;
    const share = shareOf(leaves[members[0] as number] as Leaf);
    if (members.length <= share) continue;
    members.sort((a, b) => (ranks[b] as number) - (ranks[a] as number) || a - b);
    for (let k = share; k < members.length; k++) ranks[members[k] as number]! -= Math.min(30, (k - share) * 0.4);
  }
};

/** An object of many fields, nearly all of them off, empty or 0: a part of the machine that is not at work. */
const isIdle = (leaves: readonly Leaf[], members: readonly number[]): boolean => {
  let dull = 0;
  for (const at of members) if (isDull((leaves[at] as Leaf).value)) dull++;
  return members.length >= 6 && dull * 5 >= members.length * 4;
};

/** The more is served already, the more the next has to be worth. */
const keepWorthy = (ranks: Float64Array, chosen: Uint8Array, maxKeys: number): void => {
  const order: number[] = [];
  for (let i = 0; i < ranks.length; i++) if (chosen[i] === 1) order.push(i);
  order.sort((a, b) => (ranks[b] as number) - (ranks[a] as number) || a - b);
  for (let n = 0; n < order.length; n++) {
    const rank = ranks[order[n] as number] as number;
    const needed = n >= softLimit ? clearWorth : leastWorth + Math.max(0, n - easyLimit) * steepness;
    if (n >= maxKeys || rank < needed) chosen[order[n] as number] = 0;
  }
};

/** Of those chosen that `counts` is true for, only the `limit` best stay; of equal ones the first. */
const keepBest = (ranks: Float64Array, chosen: Uint8Array, limit: number, counts: (at: number) => boolean): void => {
  const among: number[] = [];
  for (let i = 0; i < ranks.length; i++) if (chosen[i] === 1 && counts(i)) among.push(i);
  if (among.length <= limit) return;
  const sorted = Float64Array.from(among, (at) => ranks[at] as number).sort();
  const least = sorted[sorted.length - limit] as number;
  let better = 0;
  for (const at of among) if ((ranks[at] as number) > least) better++;
  let equals = limit - better;
  for (const at of among) {
    const own = ranks[at] as number;
    if (own > least || (own === least && equals-- > 0)) continue;
    chosen[at] = 0;
  }
};

/** The map of what was selected; `before` itself when it says the same. */
export const toObjects = (leaves: readonly Leaf[], before: Objects | undefined): Objects => {
  const objects = Object.create(null) as Record<string, Primitive>;
  let same = before !== undefined;
  for (const leaf of leaves) {
    objects[leaf.key] = leaf.value;
    if (same && (before as Objects)[leaf.key] !== leaf.value) same = false;
  }
  return same && before && leaves.length === Object.keys(before).length ? before : objects;
};

/** Only leaves are keys: a value that stands where others have their place is told as theirs. */
export const withoutNesting = (leaves: readonly Leaf[]): readonly Leaf[] => {
  const suspects = nestedTemplates(leaves);
  if (suspects.size === 0) return leaves;
  const keys = new Set<string>();
  for (const leaf of leaves) keys.add(leaf.key);
  const above = new Set<string>();
  for (const key of keys) {
    for (let i = key.length - 1; i > 0; i--) if (key[i] === '.' || key[i] === '[') above.add(key.slice(0, i));
  }
  return leaves.flatMap((leaf) => {
    if (!suspects.has(leaf.slot.entry.key) || !above.has(leaf.key)) return [leaf];
    const key = `${leaf.key}.value`;
    return leaf.value === null || keys.has(key) ? [] : [{ ...leaf, key }];
  });
};

/** Templates that hold values and lie above others that do: seldom any, and few to look at. */
const nestedTemplates = (leaves: readonly Leaf[]): ReadonlySet<string> => {
  const templates = new Set<string>();
  let last: Slot | undefined;
  for (const leaf of leaves) {
    if (leaf.slot !== last) templates.add(leaf.slot.entry.key);
    last = leaf.slot;
  }
  const nested = new Set<string>();
  for (const template of templates) {
    for (let i = template.length - 1; i > 0; i--) {
      if ((template[i] === '.' || template[i] === '[') && templates.has(template.slice(0, i))) nested.add(template.slice(0, i));
    }
  }
  return nested;
};
