import type { ActionSchema, AppContext, Objects, RawCapture, RawRoot } from '@substrate/core';
import { type Actions, type Binding, interpretActions, rebind } from './actions.js';
import { type ConfidenceParts, confidenceOf, confidenceParts } from './confidence.js';
import { addRoot, emptyFlat } from './flatten.js';
import { type Labels, type Leaf, labelsOf, type Slot } from './labels.js';
import { mergeFacts, withoutRepeats } from './same-fact.js';
import { emptySchema, type Schema } from './schema.js';
import { remember, select, settle, toObjects, withoutNesting } from './select.js';
import { rootSlot } from './slots.js';
import { compareSources, sourceIs } from './sources.js';
import { isWritten } from './survey.js';
import { targetKeys } from './targets.js';
import { type Chosen, isStill, keepSelection, type Settings, sameItems, type Trace } from './trace.js';
import { contextOf } from './view.js';
import { type Facts, placesOf, worthOf } from './worth.js';

/**
 * From what a probe read to what an agent can rely on. The stages, each in its own file:
 *
 *   flatten     every value gets its key, by the schema or by a new name     (flatten, slots, naming, words)
 *   merge       one fact in several places is served once                     (same-fact)
 *   select      what is worth serving, and in which order                     (select, worth, features, weights)
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
  /** Next to nothing of the application's own was found: that a process runs, or a page is open, is not yet its state. */
  readonly sparse: boolean;
  /** With what this capture taught; the given one (===) when that is nothing. */
  readonly schema: Schema;
  readonly rawObjectCount: number;
}

const traces = new WeakMap<Interpretation, Trace>();

/** What `learn` needs to know of a cycle beyond what it says. */
export const traceOf = (interpretation: Interpretation): Trace | undefined => traces.get(interpretation);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By what they are and are called; the address is the last to decide. */
const inOrder = (roots: readonly RawRoot[]): RawRoot[] =>
  [...roots].sort(
    (a, b) =>
      compareSources(a.source, b.source) ||
      compare(a.name, b.name) ||
      compare(a.type ?? '', b.type ?? '') ||
      compare(a.address, b.address),
  );

const flattenAll = (labels: Labels, capture: RawCapture): Facts => {
  const all = emptyFlat();
  const roots = new Map<Slot, RawRoot>();
  for (const root of inOrder(capture.roots)) {
    const slot = rootSlot(labels, root);
    if (!roots.has(slot)) roots.set(slot, root);
    addRoot(labels, root, slot, all);
  }
  return { ...all, roots };
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
    const settling = settle(before.settling, before.settling.places);
    if (settling.doubted.size === 0) {
      const same = { ...previous, rawObjectCount: capture.rawObjectCount };
      traces.set(same, { ...before, capture, settling });
      return same;
    }
  }
  labels.isWritten = () => isWritten(capture);
  const facts = flattenAll(labels, capture);
  const isNew = ({ pattern }: Slot): boolean => !before?.present.has(pattern);
  if (facts.leaves.some(({ slot }) => isNew(slot))) mergeFacts(labels, facts.leaves, isNew);
  const present = new Set(facts.leaves.map(({ slot }) => slot.pattern));
  const settled = settle(before?.settling, present.size);
  const kept = before && settled.doubted.size === 0 ? keepSelection(before, facts, settings) : undefined;
  const chosen = kept ?? chooseAnew(facts, before, settings, settled.doubted);
  const settling = remember(labels, chosen.served, settled);

  const acted = actionsOf(capture, schema, labels, chosen.copies, previous, before);
  const extra: { known?: Schema['known']; actions?: Schema['actions'] } = {};
  if (Object.keys(acted.entries).length > 0) extra.actions = Object.assign(Object.create(null), schema.actions, acted.entries);
  if (capture.known && JSON.stringify(capture.known) !== JSON.stringify(schema.known)) extra.known = capture.known;
  const next = labels.publish(schema, extra as Partial<Schema>);

  const parts = confidenceParts(chosen, capture, next);
  const interpretation: Interpretation = {
    objects: toObjects(chosen.served, previous?.objects),
    overflow: toObjects(chosen.rest, previous?.overflow),
    actions: acted.actions,
    bindings: acted.bindings,
    context: contextOf(capture, previous?.context),
    confidence: confidenceOf(parts),
    confidenceParts: parts,
    sparse: isSparse(chosen.served),
    schema: next,
    rawObjectCount: capture.rawObjectCount,
  };
  traces.set(interpretation, {
    ...chosen,
    ...facts,
    settings,
    capture,
    present,
    settling,
    actionEntries: next.actions,
    inferred: acted.inferred,
  });
  return interpretation;
};

const isSparse = (served: readonly Leaf[]): boolean => {
  let own = 0;
  for (const { slot } of served) if (!sourceIs(slot.source, 'around') && ++own >= 5) return false;
  return true;
};

/** What each place is worth; a fact that stands in several is worth what the best of them is. */
const worthsOf = (facts: Facts, copies: ReadonlyMap<Slot, ReadonlySet<Slot>>): ((slot: Slot) => number) => {
  const places = placesOf(facts);
  const worths = new Map<Slot, number>();
  for (const [slot, place] of places) worths.set(slot, worthOf(place));
  const own = (slot: Slot): number => worths.get(slot) ?? Number.NEGATIVE_INFINITY;
  return (slot) => Math.max(own(slot), ...[...(copies.get(slot) ?? [])].map(own));
};

const chooseAnew = (
  facts: Facts,
  before: Trace | undefined,
  { labels, maxKeys }: Settings,
  doubted: ReadonlySet<Slot>,
): Chosen => {
  const standing = withoutRepeats(labels, facts.leaves, before?.misses);
  const single = withoutNesting(standing.leaves);
  const selection = select(single, maxKeys, worthsOf(facts, standing.copies), doubted);
  const { misses, mains, copies } = standing;
  return { ...selection, misses, mains, copies, plain: single === standing.leaves };
};

const actionsOf = (
  capture: RawCapture,
  schema: Schema,
  labels: Labels,
  copies: Chosen['copies'],
  previous: Interpretation | undefined,
  before: Trace | undefined,
): Actions => {
  const targetsOf = (addresses: readonly string[]): readonly string[] => targetKeys(labels, capture.roots, addresses, copies);
  if (previous && before && before.actionEntries === schema.actions && sameItems(before.capture.actions, capture.actions)) {
    const bindings = sameItems(before.capture.roots, capture.roots) ? previous.bindings : rebind(previous.bindings, targetsOf);
    return { actions: previous.actions, bindings, entries: {}, inferred: before.inferred };
  }
  const made = interpretActions(capture.actions, schema, targetsOf);
  const same = previous && JSON.stringify(previous.actions) === JSON.stringify(made.actions);
  return same ? { ...made, actions: previous.actions } : made;
};
