import { type ActionSchema, type AppContext, completenessOf, type Objects, type RawCapture } from '@substrate/core';
import type { Actions, Binding } from './actions.js';
import type { ConfidenceParts } from './confidence.js';
import { traitsOf } from './evidence.js';
import { type Facts, type Holder, isScreen, type Labels, type Leaf } from './labels.js';
import type { Standing } from './same-fact.js';
import type { Schema } from './schema.js';
import type { Selection, Settling } from './select.js';

/**
 * From one cycle to the next. Where the same facts are there in the same order and what differs is not looked at by any judgement, what
 * was decided still holds, and a cycle costs little more than what changed.
 */

export interface Interpretation {
  /** Null-prototype; the very map of the cycle before when nothing changed. */
  readonly objects: Objects;
  /** Labelled keys beyond the budget or of little worth. */
  readonly overflow: Objects;
  readonly actions: Readonly<Record<string, ActionSchema>>;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly context: AppContext;
  readonly confidence: number;
  readonly confidenceParts: ConfidenceParts;
  /** Next to nothing of the application's own was found: that a process runs, or a page is open, is not yet its state. */
  readonly sparse: boolean;
  /** With what this capture taught; the given one (===) when that is nothing. */
  readonly schema: Schema;
  readonly rawObjectCount: number;
}

export interface Settings {
  readonly labels: Labels;
  readonly maxKeys: number;
}

export interface Chosen extends Selection, Omit<Standing, 'leaves'> {
  /** Leaves are told as they were read: none got another key on the way. */
  readonly plain: boolean;
}

export interface Trace extends Chosen, Facts {
  readonly settings: Settings;
  readonly capture: RawCapture;
  /** Patterns that held a value. */
  readonly present: ReadonlySet<string>;
  readonly settling: Settling;
  readonly actionEntries: Schema['actions'];
  readonly acted: Actions;
}

/** What is known of an interpretation beyond what it says. */
export const traces = new WeakMap<Interpretation, Trace>();
export const traceOf = (interpretation: Interpretation): Trace | undefined => traces.get(interpretation);

export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, at) => item === b[at]));

export const sameFields = (a: object, b: object): boolean => {
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return one.length === other.length && one.every(([name, value], at) => other[at]?.[0] === name && other[at]?.[1] === value);
};

/** Nothing is left to be decided. */
const isDecided = (before: Trace, settings: Settings): boolean =>
  sameFields(before.settings, settings) && before.misses.size === 0 && settings.labels.born.size === 0;

/** Nothing was read that was not read before, either. */
export const isStill = (before: Trace, capture: RawCapture, settings: Settings): boolean =>
  isDecided(before, settings) &&
  capture.known === undefined &&
  capture.discovered === before.capture.discovered &&
  capture.moreRoutes === before.capture.moreRoutes &&
  completenessOf(capture.counts) === completenessOf(before.capture.counts) &&
  sameFields(before.capture.context, capture.context) &&
  sameFields(before.capture.hints, capture.hints) &&
  sameItems(before.capture.roots, capture.roots) &&
  sameItems(before.capture.actions, capture.actions);

/** The selection of the cycle before with the values of this one, or undefined where it has to be made anew. */
export const keepSelection = (before: Trace, facts: Facts, settings: Settings): Chosen | undefined => {
  const { leaves: old } = before;
  const { leaves } = facts;
  if (!before.plain || !isDecided(before, settings) || leaves.length !== old.length) return undefined;
  const changed = new Map<Leaf, Leaf>();
  for (let i = 0; i < leaves.length; i++) {
    const now = leaves[i] as Leaf;
    const was = old[i] as Leaf;
    if (now === was) continue;
    if (now.slot !== was.slot || now.key !== was.key || now.cut !== was.cut || mattersToChoice(now, was, before))
      return undefined;
    changed.set(was, now);
  }
  if (!sameHolders(before.holders, facts.holders)) return undefined;
  const renewed = (some: readonly Leaf[]): readonly Leaf[] =>
    changed.size === 0 ? some : some.map((leaf) => changed.get(leaf) ?? leaf);
  return { ...before, served: renewed(before.served), rest: renewed(before.rest) };
};

/** Whether what a judgement looks at differs: how a value is written, where it repeats another. */
const mattersToChoice = (now: Leaf, was: Leaf, before: Trace): boolean => {
  if (now.bits !== was.bits || now.node.literal !== was.node.literal || now.node.foreign !== was.node.foreign) return true;
  if (now.value === was.value) return false;
  const { slot } = now;
  if (slot.entry.sameAs !== undefined || before.mains.has(slot.pattern)) return true;
  return typeof now.value === 'string' && isScreen(slot);
};

const sameHolders = (before: readonly Holder[], now: readonly Holder[]): boolean =>
  before.length === now.length &&
  now.every(({ slot, node }, at) => {
    const was = before[at] as Holder;
    return slot === was.slot && (node === was.node || sameFields(traitsOf(node), traitsOf(was.node)));
  });
