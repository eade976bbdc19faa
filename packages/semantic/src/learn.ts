import {
  type Correction,
  type KeySegment,
  type LearnRequest,
  type LearnResponse,
  parseKey,
  type RejectionReason,
  type Reversibility,
  reversibilities,
  SubstrateError,
  type TypeName,
  typeNames,
} from '@substrate/core';
import type { Leaf } from './labels.js';
import { type ActionEntry, bumped, type CorrectionRecord, type KeyEntry, type Schema, toRecord } from './schema.js';
import { firstUntaken, formatTemplate, isOpen, meet, parseTemplate, type TemplateSegment } from './template.js';
import { type Interpretation, traceOf } from './trace.js';
import { reservedRoots } from './vocabulary.js';
import { isIdentifier } from './words.js';

/**
 * Corrections by people. What one says about a key holds for the pattern behind it, so for the same field of every element, and beats
 * whatever the engine infers. Corrections of one request are applied in their order, each on what the ones before made.
 */

export type Learned = ReturnType<typeof learn>;

type Draft = ReturnType<typeof draftOf>;

const historyLimit = 5000;

export const learn = (
  schema: Schema,
  interpretation: Interpretation,
  request: LearnRequest,
  at: string = new Date().toISOString(),
) => {
  const feedbackType = request.feedback_type ?? 'label_correction';
  const details = request.corrections.flatMap(({ correct_label }, at) => {
    const message = troubleWith(correct_label, feedbackType);
    return message === undefined ? [] : [{ path: `corrections.${at}.correct_label`, message }];
  });
  if (details.length > 0) throw new SubstrateError('invalid_request', details[0]?.message, { details });
  const rejections: LearnResponse['rejections'] = [];
  const draft = draftOf(schema, interpretation);
  const records: CorrectionRecord[] = [];
  let version = schema.version;
  for (const correction of request.corrections) {
    const reason = request.schema_version === schema.version ? apply(draft, feedbackType, correction) : 'stale_schema_version';
    if (reason !== null) {
      rejections.push({ observed_key: correction.observed_key, reason });
      continue;
    }
    version = bumped(version, 'patch');
    records.push({
      at,
      feedbackType,
      capture: request.capture_id,
      observedKey: correction.observed_key,
      correctLabel: correction.correct_label,
      correctType: correction.correct_type,
      confidence: correction.confidence ?? 1,
      ...(correction.notes !== undefined && { notes: correction.notes }),
      ...saidOfAction(correction),
      version,
    });
  }
  const accepted = records.length;
  const corrections = [...schema.corrections, ...records].slice(-historyLimit);
  const next: Schema = { ...schema, version, keys: toRecord(draft.keys), actions: toRecord(draft.actions), corrections };
  const message = messageOf(accepted, rejections);
  const response: LearnResponse = { accepted, rejected: rejections.length, new_schema_version: version, message, rejections };
  return { schema: accepted === 0 ? schema : next, response, lowered: draft.lowered };
};

const saidOfAction = ({ reversibility, description }: Correction): Pick<ActionEntry, 'reversibility' | 'description'> => ({
  ...(reversibility !== undefined && { reversibility }),
  ...(description !== undefined && { description }),
});

const messageOf = (accepted: number, rejections: LearnResponse['rejections']): string => {
  const count = (n: number): string => `${n} correction${n === 1 ? '' : 's'}`;
  if (rejections.length === 0) return `${count(accepted)} accepted; in force from the next cycle.`;
  const reasons = [...new Set(rejections.map((rejection) => rejection.reason))].join(', ');
  return `${count(accepted)} accepted, ${rejections.length} rejected (${reasons}).`;
};

/** Why a label can't be a key, or an action's name: a mistake of the request. */
const troubleWith = (label: string, feedbackType: string): string | undefined => {
  if (feedbackType === 'type_correction') return undefined;
  if (feedbackType === 'action_correction')
    return isIdentifier(label) && !(label in Object.prototype)
      ? undefined
      : `"${label}" can't be the name of an action: use letters, digits and _.`;
  const segments = parseKey(label);
  if (!segments) return `"${label}" is not a valid key: write identifiers joined by dots, [n] for elements.`;
  if (reservedRoots.has(String(segments[0]))) return `A key can't begin with the reserved word "${segments[0]}".`;
  return segments.includes('__proto__') ? `"__proto__" can't be part of a key.` : undefined;
};

const draftOf = (schema: Schema, interpretation: Interpretation) => {
  const trace = traceOf(interpretation);
  const { objects, overflow } = interpretation;
  const leaves = trace?.leaves ?? [];
  const isObserved = ({ key, slot: { pattern } }: Leaf): boolean =>
    (key in objects || key in overflow) && schema.keys[pattern]?.key === interpretation.schema.keys[pattern]?.key;
  return {
    keys: new Map(Object.entries(schema.keys)),
    actions: new Map(Object.entries(schema.actions)),
    /** Patterns that hold values now. */
    live: new Set(leaves.map(({ slot }) => slot.pattern)),
    /** What was observed, as long as the schema still calls it so. */
    observed: new Map(leaves.filter(isObserved).map(({ key, slot }) => [key, slot.pattern])),
    inferred: trace?.acted.inferred ?? new Map<string, Reversibility>(),
    /** Names of actions that are not the application's own. */
    builtins: new Set([
      ...(trace?.capture.actions ?? []).filter(({ kind }) => kind === 'builtin').map(({ name }) => name),
      ...Object.values(schema.actions).flatMap(({ name, builtin }) => (builtin ? [name] : [])),
    ]),
    /** Actions that look safer now than the engine says: for the audit log. */
    lowered: [] as { readonly action: string; readonly inferred: Reversibility; readonly reversibility: Reversibility }[],
  };
};

const apply = (draft: Draft, feedbackType: string, correction: Correction): RejectionReason | null => {
  if (feedbackType === 'action_correction') return correctAction(draft, correction);
  if (!(typeNames as readonly string[]).includes(correction.correct_type)) return 'invalid_type';
  const pattern = draft.observed.get(correction.observed_key) ?? patternOf(draft, correction.observed_key);
  const entry = pattern === undefined ? undefined : draft.keys.get(pattern);
  if (pattern === undefined || !entry) return 'unknown_key';
  const { correctType: _, sameAs: __, ...kept } = entry;
  const type = correction.correct_type as TypeName;
  const retyped: KeyEntry = {
    ...kept,
    confidence: correction.confidence ?? 1,
    confirmed: true,
    ...(type !== entry.type && { correctType: type }),
  };
  if (feedbackType === 'type_correction') {
    draft.keys.set(pattern, retyped);
    return null;
  }
  const template = templateOf(correction.correct_label, correction.observed_key, entry.key);
  if (template === null || !makeRoom(draft, pattern, template)) return 'label_conflict';
  const inner = entry.inner ?? (template === entry.key ? undefined : entry.key);
  draft.keys.set(pattern, { ...retyped, key: template, ...(inner !== undefined && { inner }) });
  return null;
};

/** A key that holds no value now, or that an earlier correction made: found by the form of its template. */
const patternOf = (draft: Draft, key: string): string | undefined => {
  const segments = parseKey(key);
  if (!segments) return undefined;
  return [...draft.keys].find(([pattern, entry]) => {
    const template = parseTemplate(entry.key) ?? [];
    return template.length === segments.length && meet(template, segments) && isLeafEntry(draft, pattern, entry);
  })?.[0];
};

const isLeafEntry = (draft: Draft, pattern: string, entry: KeyEntry): boolean =>
  entry.type !== undefined || entry.confirmed === true || draft.live.has(pattern);

/**
 * The template that a label means. `todos[0].title` for the observed `todos[0].a` means the title of every element; so do
 * `todos.title` and, for the last word alone, `title`.
 */
const templateOf = (label: string, observed: string, current: string): string | null => {
  const words = parseKey(label) ?? [];
  const template = parseTemplate(current) ?? [];
  const seen = parseKey(observed) ?? [];
  const wanted: TemplateSegment[] = [...words];
  let from = 0;
  const placed = template.every((segment, i) => {
    if (!isOpen(segment)) return true;
    const at = wanted.indexOf(seen[i] as KeySegment, from);
    if (at >= 0) wanted[at] = segment;
    from = at + 1;
    return at >= 0;
  });
  if (placed) return formatTemplate(wanted);
  if (words.some((word) => typeof word === 'number')) return null;
  const closed = template.filter((segment) => !isOpen(segment));
  if (closed.length === words.length)
    return formatTemplate(template.map((segment) => (isOpen(segment) ? segment : words.shift()!)));
  if (words.length === 1 && typeof template.at(-1) === 'string') return formatTemplate([...template.slice(0, -1), words[0]!]);
  return null;
};

/** Whether a key may be called so. An inferred holder of the name steps aside. */
const makeRoom = (draft: Draft, pattern: string, template: string): boolean => {
  const wanted = parseTemplate(template) ?? [];
  const others = [...draft.keys].filter(([other, { key }]) => other !== pattern && key !== '');
  const isInTheWay = ([other, entry]: (typeof others)[number]): boolean =>
    entry.key === template
      ? entry.confirmed === true
      : isLeafEntry(draft, other, entry) && !entry.sameAs && meet(parseTemplate(entry.key) ?? [], wanted);
  if (others.some(isInTheWay)) return false;
  const taken = new Set([...draft.keys.values()].map((entry) => entry.key));
  for (const [holder, entry] of others.filter(([, { key }]) => key === template))
    draft.keys.set(holder, { ...entry, key: firstUntaken(template, taken), inner: entry.inner ?? entry.key });
  return true;
};

const correctAction = (draft: Draft, correction: Correction): RejectionReason | null => {
  // One control may have been met at several addresses, in each of its states: what is there now is meant.
  const all = [...draft.actions].filter(([, entry]) => entry.name === correction.observed_key);
  const found = all.find(([address]) => draft.inferred.has(address)) ?? all[0];
  if (!found) return 'unknown_key';
  const [address, entry] = found;
  const name = correction.correct_label;
  // What every page can do is called the same on every page.
  if (draft.builtins.has(entry.name) || draft.builtins.has(name)) return 'label_conflict';
  for (const [other, rival] of draft.actions) {
    if (other === address || rival.name !== name) continue;
    if (rival.confirmed) return 'label_conflict';
    const taken = new Set([...draft.actions.values()].map((one) => one.name));
    draft.actions.set(other, { ...rival, name: firstUntaken(name, taken) });
  }
  draft.actions.set(address, {
    ...entry,
    name,
    confirmed: true,
    confidence: correction.confidence ?? 1,
    ...saidOfAction(correction),
  });
  // What is not seen now was inferred as the worst.
  const inferred = draft.inferred.get(address) ?? 'irreversible_write';
  const { reversibility } = correction;
  if (reversibility !== undefined && reversibilities.indexOf(reversibility) < reversibilities.indexOf(inferred))
    draft.lowered.push({ action: name, inferred, reversibility });
  return null;
};
