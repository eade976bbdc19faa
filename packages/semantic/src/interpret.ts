import type { RawCapture } from '@substrate/core';
import { type Actions, bind, interpretActions, type TargetsOf } from './actions.js';
import { confidenceOf, confidenceParts } from './confidence.js';
import { placesOf } from './evidence.js';
import { worthOf } from './features.js';
import { flattenAll } from './flatten.js';
import { type Facts, isNameless, type Leaf, type Slot, takeLabels, toObjects } from './labels.js';
import { unlessSame } from './memo.js';
import { targetKeys } from './places.js';
import { mergeFacts, withoutRepeats } from './same-fact.js';
import { emptySchema, type Schema } from './schema.js';
import { remember, select, settle, withoutNesting } from './select.js';
import { sourceIs } from './sources.js';
import { type Chosen, type Interpretation, isStill, readingOf, sameItems, type Trace, traceOf, traces } from './trace.js';
import { contextOf } from './view.js';

/**
 * From what a probe read to what an agent can rely on. The stages, each in its own file:
 *
 *   flatten     every value gets its key, by the schema or by a new name     (flatten, slots, naming, words)
 *   merge       one fact in several places is served once                     (same-fact)
 *   select      what is worth serving, and in which order                     (select, features, evidence)
 *   actions     names, signatures, reversibility, bindings                    (actions)
 *   confidence  how much of it is right                                       (confidence)
 *
 * What they learn of names goes into `Labels`, which are this call's own from `takeLabels` to `publish`.
 */

export interface InterpretOptions {
  /** What is remembered of the application; that of `previous` when not given. */
  readonly schema?: Schema;
  /** The cycle before: what did not change is not done again. */
  readonly previous?: Interpretation;
  readonly maxKeys?: number;
  readonly redactSecrets?: boolean;
  /** An action was dispatched: what was true before, and what changes without it. What it changed is served from then on. */
  readonly deed?: { readonly before: Interpretation; readonly isRestless: (key: string) => boolean };
}

export const interpret = (capture: RawCapture, options: InterpretOptions = {}): Interpretation => {
  const { previous, maxKeys = 2000, redactSecrets = true, deed } = options;
  const schema = options.schema ?? previous?.schema ?? emptySchema();
  const before = previous && traceOf(previous);
  const labels = takeLabels(schema, redactSecrets);
  if (previous && before && schema === previous.schema && isStill(before, capture, labels, maxKeys)) {
    const settling = settle(before.settling, labels, before.settling.places, before.settling.written);
    if (settling.doubted.size === 0) {
      const same = { ...previous };
      traces.set(same, { ...before, capture, settling });
      labels.publish(schema, {});
      return same;
    }
  }
  const facts = flattenAll(labels, capture);
  const known = new Set(before?.leaves.map(({ slot }) => slot.pattern));
  const isNew = ({ pattern }: Slot): boolean => !known.has(pattern);
  if (facts.leaves.some(({ slot }) => isNew(slot))) mergeFacts(labels, facts.leaves, isNew);
  const written = facts.leaves.filter(({ node }) => node.literal).length;
  const settled = settle(before?.settling, labels, new Set(facts.leaves.map(({ slot }) => slot)).size, written);
  const choose = (): Chosen => {
    const { leaves, ...standing } = withoutRepeats(labels, facts.leaves, before?.misses);
    return { ...standing, ...select(withoutNesting(leaves), maxKeys, worthsOf(facts, standing.copies), settled.doubted) };
  };
  const found = choose();
  const touched = deed && traceOf(deed.before)?.capture.site === capture.site ? touchedBy(deed, found.rest) : [];
  for (const slot of touched) labels.update(slot, { ...slot.entry, served: true });
  const chosen = touched.length > 0 ? choose() : found;
  const settling = remember(labels, chosen.served, settled);

  // While the labels are ours they answer; whoever asks later gets what was true of this capture.
  let finished: Interpretation | undefined;
  const targetsOf: TargetsOf = (addresses) =>
    targetKeys((finished && readingOf(finished)) ?? { labels, capture, copies: chosen.copies }, addresses);
  const acted = actionsOf(capture, schema, previous, before, targetsOf);
  const extra: { known?: Schema['known']; actions?: Schema['actions'] } = {};
  if (Object.keys(acted.entries).length > 0) extra.actions = Object.assign(Object.create(null), schema.actions, acted.entries);
  if (capture.known && JSON.stringify(capture.known) !== JSON.stringify(schema.known)) extra.known = capture.known;
  const next = labels.publish(schema, extra as Partial<Schema>);

  const parts = confidenceParts(chosen, capture, next);
  finished = {
    objects: previous && sameFacts(before?.served, chosen.served) ? previous.objects : toObjects(chosen.served),
    overflow: previous && sameFacts(before?.rest, chosen.rest) ? previous.overflow : toObjects(chosen.rest),
    actions: acted.actions,
    bindings: bind(acted.bound, targetsOf),
    context: unlessSame(previous?.context, contextOf(capture)),
    confidence: confidenceOf(parts),
    confidenceParts: parts,
    sparse: chosen.served.filter(({ slot }) => !sourceIs(slot.source, 'around')).length < 5,
    schema: next,
  };
  traces.set(finished, { ...chosen, ...facts, labels, maxKeys, capture, settling, acted });
  return finished;
};

const mostTouched = 12;
/** What is not served, has a name, and was something else before an action that is all that happened. */
const touchedBy = ({ before, isRestless }: NonNullable<InterpretOptions['deed']>, rest: readonly Leaf[]): Slot[] => {
  const isTouched = ({ key, value, cut, slot }: Leaf): boolean =>
    !cut && key in before.overflow && before.overflow[key] !== value && !isNameless(slot) && !isRestless(key);
  return [...new Set(rest.filter(isTouched).map(({ slot }) => slot))].slice(0, mostTouched);
};

const sameFacts = (before: readonly Leaf[] | undefined, now: readonly Leaf[]): boolean =>
  before?.length === now.length && now.every(({ key, value }, at) => key === before[at]?.key && value === before[at]?.value);

/** What each place is worth; a fact that stands in several is worth what the best of them is. */
const worthsOf = (facts: Facts, copies: Chosen['copies']): ((slot: Slot) => number) => {
  const worths = new Map(placesOf(facts).map((place) => [place.slot, worthOf(place)]));
  const own = (slot: Slot): number => worths.get(slot) ?? Number.NEGATIVE_INFINITY;
  return (slot) => Math.max(own(slot), ...[...(copies.get(slot) ?? [])].map(own));
};

const actionsOf = (
  capture: RawCapture,
  schema: Schema,
  previous: Interpretation | undefined,
  before: Trace | undefined,
  targetsOf: TargetsOf,
): Actions => {
  if (previous && before && previous.schema.actions === schema.actions && sameItems(before.capture.actions, capture.actions))
    return { ...before.acted, entries: {} };
  const made = interpretActions(capture.actions, schema, targetsOf);
  return { ...made, actions: unlessSame(previous?.actions, made.actions) };
};
