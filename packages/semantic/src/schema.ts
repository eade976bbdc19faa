import { feedbackTypes, type KnownRoots, reversibilities, typeNames } from '@substrate/core';
import * as v from 'valibot';

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

export const keyFields = {
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

export const actionFields = {
  name: v.string(),
  confirmed: mark,
  confidence: v.exactOptional(v.number()),
  ...said,
  /** What every application of its kind can do: no correction changes it. */
  builtin: mark,
};

export const correctionFields = {
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

const bumped = (version: string, at: number): string =>
  version
    .split('.')
    .map((part, i) => (i < at ? part : i === at ? Number(part) + 1 : 0))
    .join('.');

export const bumpMinor = (version: string): string => bumped(version, 1);
export const bumpPatch = (version: string): string => bumped(version, 2);

/** Whether a version is the same as another, or came after it. */
export const isLater = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) >= 0;
