import type { RawCapture } from '@substrate/core';
import { flattenAll } from './flatten.js';
import { type Facts, Labels, type Slot } from './labels.js';
import { entryIn, keptFor } from './memo.js';
import { withoutRepeats } from './same-fact.js';
import type { Schema } from './schema.js';
import { type Interpretation, traceOf } from './trace.js';

/** An interpretation as it is asked about afterwards: its capture, by the names that its schema has for it, whatever was learnt since. */
export interface Reading {
  /** Its own: names that are met in them for the first time are given as a capture would give them, and not remembered. */
  readonly labels: Labels;
  readonly capture: RawCapture;
  readonly facts: Facts;
  /** Where else a fact stands. */
  readonly copies: ReadonlyMap<Slot, ReadonlySet<Slot>>;
}

const readers = [true, false].map(() => new WeakMap<Schema, Labels>());

export const readingOf = keptFor((interpretation: Interpretation): Reading | undefined => {
  const trace = traceOf(interpretation);
  if (!trace) return undefined;
  const { capture } = trace;
  const { redacting } = trace.settings.labels;
  const labels = entryIn(readers[Number(redacting)]!, interpretation.schema, (schema) => new Labels(schema, redacting, true));
  const facts = flattenAll(labels, capture);
  return { labels, capture, facts, copies: withoutRepeats(labels, facts.leaves).copies };
});
