import type { ActionSchema, AppContext, Objects, RawCapture, RawRoot } from '@substrate/core';
import { type Actions, type Binding, interpretActions, rebind } from './actions.js';
import { type ConfidenceParts, confidenceOf, confidenceParts } from './confidence.js';
import { flattenRoot } from './flatten.js';
import { type Labels, type Leaf, labelsOf } from './labels.js';
import { mergeFacts, withoutRepeats } from './same-fact.js';
import { emptySchema, type Schema } from './schema.js';
import { select, toObjects, withoutNesting } from './select.js';
import { surveyOf } from './survey.js';
import { targetKeys } from './targets.js';
import {
  activePatterns,
  type Chosen,
  decisionsOf,
  isStill,
  keepSelection,
  type Settings,
  sameItems,
  type Trace,
} from './trace.js';
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

const traces = new WeakMap<Interpretation, Trace>();

/** What `learn` needs to know of a cycle beyond what it says. */
export const traceOf = (interpretation: Interpretation): Trace | undefined => traces.get(interpretation);

const inOrder = (roots: readonly RawRoot[]): RawRoot[] =>
  [...roots].sort(
    (a, b) => sourceOrder[a.source] - sourceOrder[b.source] || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0),
  );

/** In the order in which they are told, which is not the one in which they are named. */
const flattenAll = (labels: Labels, capture: RawCapture): Leaf[] => {
  const told: (readonly Leaf[])[] = inOrder(capture.roots).map((root) => flattenRoot(labels, root));
  const leadOf = (leaves: readonly Leaf[]): number => leaves[0]?.slot.lead ?? 0;
  told.sort((a, b) => leadOf(a) - leadOf(b));
  const leaves: Leaf[] = [];
  for (const some of told) for (const leaf of some) leaves.push(leaf);
  return leaves;
};

/** The facts of a capture, one key each, with what was merged. */
const factsOf = (labels: Labels, capture: RawCapture): Leaf[] => {
  const leaves = flattenAll(labels, capture);
  const cache = labels.cache;
  mergeFacts(labels, leaves);
  // A name lent from the screen changed keys that were rendered already.
  return labels.cache === cache ? leaves : flattenAll(labels, capture);
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

  const settings = { labels, maxKeys, redactSecrets };
  if (previous && before && schema === previous.schema && isStill(before, capture, settings)) {
    const same = { ...previous, rawObjectCount: capture.rawObjectCount };
    traces.set(same, { ...before, capture, sameServed: true, sameRest: true });
    return same;
  }
  labels.survey = surveyOf(capture);
  const leaves = factsOf(labels, capture);
  const kept = before && previous && keepSelection(before, leaves, settings);
  const chosen = kept ?? chooseAnew(leaves, before, previous, settings);

  const acted = actionsOf(capture, schema, labels, previous, before);
  const extra: { known?: Schema['known']; actions?: Schema['actions'] } = {};
  if (Object.keys(acted.entries).length > 0) extra.actions = Object.assign(Object.create(null), schema.actions, acted.entries);
  if (capture.known && JSON.stringify(capture.known) !== JSON.stringify(schema.known)) extra.known = capture.known;
  const next = labels.publish(schema, extra as Partial<Schema>);

  const parts = confidenceParts(chosen.served, capture, next);
  const interpretation: Interpretation = {
    objects: chosen.sameServed && previous ? previous.objects : toObjects(chosen.served, previous?.objects),
    overflow: chosen.sameRest && previous ? previous.overflow : toObjects(chosen.rest, previous?.overflow),
    actions: acted.actions,
    bindings: acted.bindings,
    context: contextOf(capture, previous?.context),
    confidence: confidenceOf(parts),
    confidenceParts: parts,
    schema: next,
    rawObjectCount: capture.rawObjectCount,
  };
  traces.set(interpretation, { ...chosen, settings, capture, leaves, actionEntries: next.actions, inferred: acted.inferred });
  return interpretation;
};

const chooseAnew = (
  leaves: readonly Leaf[],
  before: Trace | undefined,
  previous: Interpretation | undefined,
  { labels, maxKeys }: Settings,
): Chosen => {
  const standing = withoutRepeats(labels, leaves, before?.misses);
  const active = activePatterns(leaves, before);
  const single = withoutNesting(standing.leaves);
  const { served, rest } = select(single, { maxKeys, before: previous?.objects, active, lifted: standing.lifted });
  return {
    served,
    rest,
    misses: standing.misses,
    mains: standing.mains,
    active,
    decisions: single === standing.leaves ? decisionsOf(leaves, standing.leaves, served) : undefined,
    sameServed: false,
    sameRest: false,
  };
};

const actionsOf = (
  capture: RawCapture,
  schema: Schema,
  labels: Labels,
  previous: Interpretation | undefined,
  before: Trace | undefined,
): Actions => {
  const targetsOf = (addresses: readonly string[]): readonly string[] => targetKeys(labels, capture.roots, addresses);
  if (previous && before && before.actionEntries === schema.actions && sameItems(before.capture.actions, capture.actions)) {
    const bindings = sameItems(before.capture.roots, capture.roots) ? previous.bindings : rebind(previous.bindings, targetsOf);
    return { actions: previous.actions, bindings, entries: {}, inferred: before.inferred };
  }
  const made = interpretActions(capture.actions, schema, { targetsOf, typed: capture.runtime !== 'v8' });
  const same = previous && JSON.stringify(previous.actions) === JSON.stringify(made.actions);
  return same ? { ...made, actions: previous.actions } : made;
};
