import { feedbackTypes, type KnownRoots, reversibilities, typeNames } from '@substrate/core';
import * as v from 'valibot';
import { compare } from './words.js';

/**
 * What is remembered of an application, whichever process ran it: how each address is called, how actions are called, which roots
 * discovery found, and what people corrected. Plain JSON. Never changed in place.
 */

export const schemaFormat = 1;

/**
 * Counts the releases that name better. A stored schema of an earlier one keeps every name that says something; what had none is named
 * again, and that raises its version as any renaming does.
 */
export const labelling = 3;

const mark = v.exactOptional(v.literal(true));

const seenTypes = ['string', 'number', 'boolean', 'mixed'] as const;

/** The type of the values seen under a key; `mixed` once it was of two. Absent while only null was seen. */
export type SeenType = (typeof seenTypes)[number];

const keyFields = {
  /** The template of the key: `cart.items[*].name`. Empty while the node itself never had one, only what is below it. */
  key: v.string(),
  /** The template that keys below begin with, where it is another: a wrapper lends its place to what it holds. */
  inner: v.exactOptional(v.string()),
  type: v.exactOptional(v.picklist(seenTypes)),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** A person said so. */
  confirmed: mark,
  /** What values are converted to, by a correction. */
  correctType: v.exactOptional(v.picklist(typeNames)),
  /** The names below are data: entries of a map, though the source calls it an object. */
  entries: mark,
  /** Its names are ids that the next run does not have: it is told as a list of records that hold them. */
  listed: mark,
  /** The pattern of the same fact under a better name: shown once, there. */
  sameAs: v.exactOptional(v.string()),
  /** Looked like another fact for a while and was not. */
  distinct: mark,
  /** Was worth serving once: it stays served while it exists. */
  served: mark,
};

/** What a correction may say of an action. */
const said = { reversibility: v.exactOptional(v.picklist(reversibilities)), description: v.exactOptional(v.string()) };

const actionFields = {
  name: v.string(),
  confirmed: mark,
  confidence: v.exactOptional(v.number()),
  ...said,
  /** What every application of its kind can do: no correction changes it. */
  builtin: mark,
};

const correctionFields = {
  at: v.string(),
  feedbackType: v.picklist(feedbackTypes),
  capture: v.string(),
  observedKey: v.string(),
  correctLabel: v.string(),
  correctType: v.string(),
  confidence: v.number(),
  notes: v.exactOptional(v.string()),
  ...said,
  /** The version that the correction made. */
  version: v.string(),
};

type Fields<T extends v.ObjectEntries> = Readonly<v.InferOutput<v.ObjectSchema<T, undefined>>>;
export type KeyEntry = Fields<typeof keyFields>;
export type ActionEntry = Fields<typeof actionFields>;
export type CorrectionRecord = Fields<typeof correctionFields>;

export interface Schema {
  readonly format: typeof schemaFormat;
  readonly version: string;
  /** The labelling that gave the names; 1 where nothing is said. */
  readonly labelling?: number;
  readonly known?: KnownRoots;
  /** By address pattern. */
  readonly keys: Readonly<Record<string, KeyEntry>>;
  /** By the address of the action. */
  readonly actions: Readonly<Record<string, ActionEntry>>;
  readonly corrections: readonly CorrectionRecord[];
}

/** By name, without a prototype: an address may be any text. */
export const toRecord = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> => {
  const record = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries) record[name] = value;
  return record;
};

export const emptySchema = (): Schema => ({
  format: schemaFormat,
  version: '1.0.0',
  labelling,
  keys: toRecord<KeyEntry>([]),
  actions: toRecord<ActionEntry>([]),
  corrections: [],
});

/** What people said, without what was inferred: corrections are never forgotten. */
export const onlyConfirmed = (schema: Schema | undefined): Schema => {
  if (!schema) return emptySchema();
  const confirmed = <T extends { readonly confirmed?: true }>(entries: Readonly<Record<string, T>>): Record<string, T> =>
    toRecord(Object.entries(entries).filter(([, entry]) => entry.confirmed));
  const { known: _known, ...rest } = schema;
  return { ...rest, keys: confirmed(schema.keys), actions: confirmed(schema.actions) };
};

export const bumped = (version: string, what: 'minor' | 'patch'): string => {
  const [major = 1, minor = 0, patch = 0] = version.split('.').map(Number);
  return what === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
};

// ── A schema as text: its form on disk, what is read back, and what becomes of two that were written side by side ──────────────────────

const file = v.object({
  format: v.literal(schemaFormat),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  labelling: v.exactOptional(v.number()),
  known: v.exactOptional(
    v.looseObject({
      format: v.number(),
      roots: v.array(v.looseObject({ address: v.string(), source: v.string(), locator: v.unknown() })),
    }),
  ),
  keys: v.array(v.tuple([v.string(), v.looseObject(keyFields)])),
  actions: v.array(v.tuple([v.string(), v.looseObject(actionFields)])),
  corrections: v.array(v.looseObject(correctionFields)),
});

type ReadSchema = { readonly schema: Schema } | { readonly trouble: 'damaged' | 'newer_format'; readonly message: string };

/** Entries are pairs on disk, one a line: an address may be any text, `__proto__` too, and a person can read and compare the file. */
export const formatSchema = (schema: Schema): string => {
  const { keys, actions, ...rest } = schema;
  const told = (value: unknown): string =>
    Array.isArray(value) && value.length > 0
      ? `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
  const fields = Object.entries({ ...rest, keys: Object.entries(keys), actions: Object.entries(actions) });
  return `{\n${fields.map(([name, value]) => `  "${name}": ${told(value)}`).join(',\n')}\n}\n`;
};

export const parseSchema = (text: string): ReadSchema => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { trouble: 'damaged', message: `it is not JSON (${(error as Error).message})` };
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > schemaFormat) {
    return { trouble: 'newer_format', message: `it has format ${format}, and this version reads up to ${schemaFormat}` };
  }
  const read = v.safeParse(file, json);
  if (!read.success) {
    const issue = read.issues[0];
    return { trouble: 'damaged', message: `${v.getDotPath(issue) ?? 'it'}: ${issue.message}` };
  }
  const { keys, actions, ...rest } = read.output;
  return { schema: { ...(rest as Omit<Schema, 'keys' | 'actions'>), keys: toRecord(keys), actions: toRecord(actions) } };
};

/** Two schemas of one application that grew apart: nothing that a person confirmed is lost; of two that did, the later stays. */
export const mergeSchemas = (ours: Schema, theirs: Schema): Schema => {
  // By numbers, and without a locale, which takes long to load.
  const inOrder = ({ version }: Schema): string => version.replace(/\d+/g, (part) => part.padStart(9, '0'));
  const [first, second] = inOrder(ours) >= inOrder(theirs) ? [ours, theirs] : [theirs, ours];
  const merged = <T extends { readonly confirmed?: true }>(
    a: Readonly<Record<string, T>>,
    b: Readonly<Record<string, T>>,
    nameOf: (entry: T) => string,
  ): Record<string, T> => {
    const all = new Map(Object.entries(a));
    for (const [name, entry] of Object.entries(b)) {
      const held = all.get(name);
      if (!held || (entry.confirmed && !held.confirmed)) all.set(name, entry);
    }
    // Two that took the same name apart from each other: the confirmed one keeps it, else the first.
    const taken = new Set<string>();
    for (const [name, entry] of [...all].sort(([, x], [, y]) => Number(y.confirmed ?? false) - Number(x.confirmed ?? false))) {
      const called = nameOf(entry);
      if (taken.has(called)) all.delete(name);
      else if (called !== '') taken.add(called);
    }
    return toRecord(all);
  };
  const said = new Map([...first.corrections, ...second.corrections].map((one) => [JSON.stringify(one), one]));
  const corrections = [...said.values()].sort((a, b) => compare(a.at, b.at));
  const known = ours.known ?? theirs.known;
  return {
    format: schemaFormat,
    version: first.version,
    // What an earlier labelling left without a name is named again.
    labelling: Math.min(ours.labelling ?? 1, theirs.labelling ?? 1),
    ...(known && { known }),
    keys: merged(first.keys, second.keys, ({ key }) => key),
    actions: merged(first.actions, second.actions, ({ name }) => name),
    corrections,
  };
};
