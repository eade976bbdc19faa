import { type ActionSchema, type AppContext, completenessOf, type Objects, type RawCapture } from '@substrate/core';
import type { Actions, Binding } from './actions.js';
import type { ConfidenceParts } from './confidence.js';
import { flattenAll } from './flatten.js';
import { type Facts, Labels } from './labels.js';
import { keptFor } from './memo.js';
import { withoutRepeats } from './same-fact.js';
import type { Schema } from './schema.js';
import type { Selection, Settling } from './select.js';

/** From one cycle to the next: where nothing was read that was not read before, what was decided still holds. */

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
}

export interface Chosen extends Selection, Omit<ReturnType<typeof withoutRepeats>, 'leaves'> {}

export interface Trace extends Chosen, Facts {
  readonly labels: Labels;
  readonly maxKeys: number;
  readonly capture: RawCapture;
  readonly settling: Settling;
  readonly acted: Actions;
}

/** What is known of an interpretation beyond what it says. */
export const traces = new WeakMap<Interpretation, Trace>();
export const traceOf = (interpretation: Interpretation): Trace | undefined => traces.get(interpretation);

export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, at) => item === b[at]));

/** Nothing was read that was not read before, and nothing is left to be decided. */
export const isStill = (before: Trace, capture: RawCapture, labels: Labels, maxKeys: number): boolean =>
  before.labels === labels &&
  before.maxKeys === maxKeys &&
  before.misses.size === 0 &&
  capture.known === undefined &&
  completenessOf(capture.counts) === completenessOf(before.capture.counts) &&
  JSON.stringify(before.capture.context) === JSON.stringify(capture.context) &&
  JSON.stringify(before.capture.hints) === JSON.stringify(capture.hints) &&
  sameItems(before.capture.roots, capture.roots) &&
  sameItems(before.capture.actions, capture.actions);

export type Reading = NonNullable<ReturnType<typeof readingOf>>;

const readers = [true, false].map((redacting) => keptFor((schema: Schema) => new Labels(schema, redacting, true)));

/** An interpretation as it is asked about afterwards: its capture, by the names that its schema has for it, whatever was learnt since. */
export const readingOf = keptFor((interpretation: Interpretation) => {
  const trace = traceOf(interpretation);
  if (!trace) return undefined;
  const { capture } = trace;
  // Its own: names that are met in them for the first time are given as a capture would give them, and not remembered.
  const labels = readers[trace.labels.redacting ? 0 : 1]!(interpretation.schema);
  const facts = flattenAll(labels, capture);
  return { labels, capture, facts, copies: withoutRepeats(labels, facts.leaves).copies };
});
