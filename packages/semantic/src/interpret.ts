import type { ActionSchema, AppContext, Objects, RawCapture, RawRoot, Reversibility } from '@substrate/core';
import { type Actions, type Binding, interpretActions } from './actions.js';
import { type ConfidenceParts, confidenceOf, confidenceParts } from './confidence.js';
import { flattenRoot } from './flatten.js';
import { type Labels, type Leaf, labelsOf } from './labels.js';
import { mergeFacts, withoutRepeats } from './same-fact.js';
import { emptySchema, type Schema } from './schema.js';
import { select, toObjects, withoutNesting } from './select.js';
import { targetKeys } from './targets.js';
import { contextOf } from './view.js';
import { sourceOrder } from './worth.js';

/**
 * From what a probe read to what an agent can rely on. The stages, each in its own file:
 *
 *   flatten     every value gets its key, by the schema or by a new name     (flatten, slots, naming, words)
 *   merge       one fact in several places is served once                     (same-fact)
 *   select      what is worth serving, within the budget                      (select, worth)
 *   actions     names, signatures, reversibility, bindings                    (actions)
 *   confidence  how much of it is right                                       (confidence)
 */

export interface InterpretOptions {
  /** What is remembered of the application; that of `previous` when not given. */
  readonly schema?: Schema;
  /** The cycle before: what did not change is not done again. */
  readonly previous?: Interpretation;
  readonly maxKeys?: number;
  readonly redactSecrets?: boolean;
}

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
  /** With what this capture taught; the given one (===) when that is nothing. */
  readonly schema: Schema;
  readonly rawObjectCount: number;
}

/** What the next cycle and `learn` need to know of this one. */
export interface Trace {
  readonly capture: RawCapture;
  readonly leaves: readonly Leaf[];
  readonly misses: ReadonlyMap<string, number>;
  readonly active: ReadonlySet<string>;
  readonly actionEntries: Schema['actions'];
  readonly inferred: ReadonlyMap<string, Reversibility>;
}

const traces = new WeakMap<Interpretation, Trace>();

export const traceOf = (interpretation: Interpretation): Trace | undefined => traces.get(interpretation);

const inOrder = (roots: readonly RawRoot[]): RawRoot[] =>
  [...roots].sort(
    (a, b) => sourceOrder[a.source] - sourceOrder[b.source] || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0),
  );

const flattenAll = (labels: Labels, capture: RawCapture): Leaf[] => {
  const leaves: Leaf[] = [];
  for (const root of inOrder(capture.roots)) {
    for (const leaf of flattenRoot(labels, root)) leaves.push(leaf);
  }
  return leaves;
};

const sameRoots = (a: readonly RawRoot[], b: readonly RawRoot[]): boolean =>
  a === b || (a.length === b.length && a.every((root, at) => root === b[at]));

const activePatterns = (leaves: readonly Leaf[], before: Trace | undefined): ReadonlySet<string> => {
  if (!before) return new Set();
  let active = before.active;
  const values = new Map(before.leaves.map((leaf) => [leaf.key, leaf]));
  for (const leaf of leaves) {
    const old = values.get(leaf.key);
    if (!old || old === leaf || old.value === leaf.value || active.has(leaf.slot.pattern)) continue;
    active = new Set(active).add(leaf.slot.pattern);
  }
  return active;
};

export const interpret = (capture: RawCapture, options: InterpretOptions = {}): Interpretation => {
  const { previous, maxKeys = 2000, redactSecrets = true } = options;
  const schema = options.schema ?? previous?.schema ?? emptySchema();
  const before = previous && traceOf(previous);
  const labels = labelsOf(schema);
  if (labels.redacting !== redactSecrets) {
    labels.redacting = redactSecrets;
    labels.cache = new WeakMap();
  }

  let leaves = flattenAll(labels, capture);
  const cache = labels.cache;
  mergeFacts(labels, leaves);
  // A name lent from the screen changed keys that were rendered already.
  if (labels.cache !== cache) leaves = flattenAll(labels, capture);
  const standing = withoutRepeats(labels, leaves, before?.misses);
  const active = activePatterns(leaves, before);
  const { served, rest } = select(withoutNesting(standing.leaves), { maxKeys, before: previous?.objects, active });

  const acted = actionsOf(capture, schema, labels, previous, before);
  const extra: { known?: Schema['known']; actions?: Schema['actions'] } = {};
  if (Object.keys(acted.entries).length > 0) extra.actions = Object.assign(Object.create(null), schema.actions, acted.entries);
  if (capture.known && JSON.stringify(capture.known) !== JSON.stringify(schema.known)) extra.known = capture.known;
  const next = labels.publish(schema, extra as Partial<Schema>);

  const parts = confidenceParts(served, capture, next);
  const interpretation: Interpretation = {
    objects: toObjects(served, previous?.objects),
    overflow: toObjects(rest, previous?.overflow),
    actions: acted.actions,
    bindings: acted.bindings,
    context: contextOf(capture, previous?.context),
    confidence: confidenceOf(parts),
    confidenceParts: parts,
    schema: next,
    rawObjectCount: capture.rawObjectCount,
  };
  traces.set(interpretation, {
    capture,
    leaves,
    misses: standing.misses,
    active,
    actionEntries: next.actions,
    inferred: acted.inferred,
  });
  return interpretation;
};

const actionsOf = (
  capture: RawCapture,
  schema: Schema,
  labels: Labels,
  previous: Interpretation | undefined,
  before: Trace | undefined,
): Actions => {
  const unchanged = previous && before && before.capture.actions === capture.actions && before.actionEntries === schema.actions;
  if (unchanged && sameRoots(before.capture.roots, capture.roots)) {
    return { actions: previous.actions, bindings: previous.bindings, entries: {}, inferred: before.inferred };
  }
  const made = interpretActions(capture.actions, schema, (addresses) => targetKeys(labels, capture.roots, addresses));
  const same = previous && JSON.stringify(previous.actions) === JSON.stringify(made.actions);
  return same ? { ...made, actions: previous.actions } : made;
};
