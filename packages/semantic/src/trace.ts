import type { RawCapture, Reversibility } from '@substrate/core';
import type { Labels, Leaf } from './labels.js';
import type { Schema } from './schema.js';

/**
 * From one cycle to the next. Where the same facts are there in the same order and only values differ, what was decided about each
 * fact still holds, and a cycle costs little more than what changed.
 */

/** What was decided about a fact: it is served, or waits to be asked for; none of both where it repeats another. */
const isServed = 1;
const isRest = 2;

export interface Settings {
  readonly labels: Labels;
  readonly maxKeys: number;
  readonly redactSecrets: boolean;
}

export interface Chosen {
  readonly served: readonly Leaf[];
  readonly rest: readonly Leaf[];
  readonly misses: ReadonlyMap<string, number>;
  /** Patterns that others repeat. */
  readonly mains: ReadonlySet<string>;
  readonly active: ReadonlySet<string>;
  /** One for each leaf; undefined when leaves were changed on the way. */
  readonly decisions: Uint8Array | undefined;
  readonly sameServed: boolean;
  readonly sameRest: boolean;
}

export interface Trace extends Chosen {
  readonly settings: Settings;
  readonly capture: RawCapture;
  readonly leaves: readonly Leaf[];
  readonly actionEntries: Schema['actions'];
  readonly inferred: ReadonlyMap<string, Reversibility>;
}

export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, at) => item === b[at]));

const sameFields = (a: object, b: object): boolean => {
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return one.length === other.length && one.every(([name, value], at) => other[at]?.[0] === name && other[at]?.[1] === value);
};

/** Nothing was read that was not read before, and nothing is left to be decided. */
export const isStill = (before: Trace, capture: RawCapture, settings: Settings): boolean =>
  sameFields(before.settings, settings) &&
  before.decisions !== undefined &&
  before.misses.size === 0 &&
  settings.labels.born.size === 0 &&
  capture.known === undefined &&
  capture.discovered === before.capture.discovered &&
  capture.moreRoutes === before.capture.moreRoutes &&
  capture.completeness === before.capture.completeness &&
  sameFields(before.capture.context, capture.context) &&
  sameFields(before.capture.hints, capture.hints) &&
  sameItems(before.capture.roots, capture.roots) &&
  sameItems(before.capture.actions, capture.actions);

/** Both lists keep the order of the leaves. */
export const decisionsOf = (leaves: readonly Leaf[], standing: readonly Leaf[], served: readonly Leaf[]): Uint8Array => {
  const decisions = new Uint8Array(leaves.length);
  let next = 0;
  let nextServed = 0;
  for (let i = 0; i < leaves.length; i++) {
    if (leaves[i] !== standing[next]) continue;
    next++;
    const serves = leaves[i] === served[nextServed];
    if (serves) nextServed++;
    decisions[i] = serves ? isServed : isRest;
  }
  return decisions;
};

/** The selection of the cycle before with the values of this one, or undefined where it has to be made anew. */
export const keepSelection = (before: Trace, leaves: readonly Leaf[], settings: Settings): Chosen | undefined => {
  const { decisions, leaves: old } = before;
  const same = before.settings.labels === settings.labels && before.settings.maxKeys === settings.maxKeys;
  if (!decisions || !same || before.misses.size > 0 || settings.labels.born.size > 0 || leaves.length !== old.length)
    return undefined;
  let active = before.active;
  let servedChanged = false;
  let restChanged = false;
  for (let i = 0; i < leaves.length; i++) {
    const now = leaves[i] as Leaf;
    const was = old[i] as Leaf;
    if (now === was) continue;
    if (now.slot !== was.slot || now.key !== was.key || now.cut !== was.cut || now.shown !== was.shown) return undefined;
    if (now.value === was.value) continue;
    if (mattersToChoice(now, was, before)) return undefined;
    if (!active.has(now.slot.pattern)) active = new Set(active).add(now.slot.pattern);
    if (decisions[i] === isServed) servedChanged = true;
    else if (decisions[i] === isRest) restChanged = true;
  }
  // What begins to change may be served instead of something else; where everything fits, nothing moves.
  if (active !== before.active && before.rest.length > 0 && before.served.length >= 150) return undefined;
  if (!servedChanged && !restChanged) return { ...before, active, sameServed: true, sameRest: true };
  const pick = (decision: number): Leaf[] => leaves.filter((_, at) => decisions[at] === decision);
  return {
    ...before,
    served: servedChanged ? pick(isServed) : before.served,
    rest: restChanged ? pick(isRest) : before.rest,
    active,
    sameServed: !servedChanged,
    sameRest: !restChanged,
  };
};

/** A value that may change what is served: one that repeats or is repeated, became or was nothing, or is a text of the screen. */
const mattersToChoice = (now: Leaf, was: Leaf, before: Trace): boolean => {
  const { slot } = now;
  if (slot.entry.sameAs !== undefined || before.mains.has(slot.pattern)) return true;
  if (now.value === null || was.value === null) return true;
  if (typeof now.value !== 'string') return false;
  return slot.source === 'dom' || slot.source === 'window' || now.value.length > 1000;
};

/** Patterns that were seen to change. */
export const activePatterns = (leaves: readonly Leaf[], before: Trace | undefined): ReadonlySet<string> => {
  if (!before) return new Set();
  let active = before.active;
  const count = Math.min(leaves.length, before.leaves.length);
  for (let i = 0; i < count; i++) {
    const now = leaves[i] as Leaf;
    const was = before.leaves[i] as Leaf;
    if (now === was || now.key !== was.key || now.value === was.value || active.has(now.slot.pattern)) continue;
    active = new Set(active).add(now.slot.pattern);
  }
  return active;
};
