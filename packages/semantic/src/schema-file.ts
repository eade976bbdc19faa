import { feedbackTypes, reversibilities, typeNames } from '@substrate/core';
import * as v from 'valibot';
import {
  type ActionEntry,
  type CorrectionRecord,
  type KeyEntry,
  laterVersion,
  type Schema,
  schemaFormat,
  toRecord,
} from './schema.js';

/** A schema as text: its form on disk, what is read back, and what becomes of two that were written side by side. */

const keyEntry = v.looseObject({
  key: v.string(),
  inner: v.optional(v.string()),
  type: v.optional(v.picklist(['string', 'number', 'boolean', 'mixed'])),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  confirmed: v.optional(v.literal(true)),
  correctType: v.optional(v.picklist(typeNames)),
  entries: v.optional(v.literal(true)),
  listed: v.optional(v.literal(true)),
  sameAs: v.optional(v.string()),
  distinct: v.optional(v.literal(true)),
  served: v.optional(v.literal(true)),
});

const actionEntry = v.looseObject({
  name: v.string(),
  confirmed: v.optional(v.literal(true)),
  confidence: v.optional(v.number()),
  reversibility: v.optional(v.picklist(reversibilities)),
  description: v.optional(v.string()),
  builtin: v.optional(v.literal(true)),
});

const correctionRecord = v.looseObject({
  at: v.string(),
  feedbackType: v.picklist(feedbackTypes),
  capture: v.string(),
  observedKey: v.string(),
  correctLabel: v.string(),
  correctType: v.string(),
  confidence: v.number(),
  version: v.string(),
});

const file = v.looseObject({
  format: v.literal(schemaFormat),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  labelling: v.optional(v.number()),
  known: v.optional(
    v.looseObject({
      format: v.number(),
      roots: v.array(v.looseObject({ address: v.string(), source: v.string(), locator: v.unknown() })),
    }),
  ),
  keys: v.array(v.tuple([v.string(), keyEntry])),
  actions: v.array(v.tuple([v.string(), actionEntry])),
  corrections: v.array(correctionRecord),
});

export type ReadSchema = { readonly schema: Schema } | { readonly trouble: 'damaged' | 'newer_format'; readonly message: string };

/** Entries are pairs on disk, one a line: an address may be any text, `__proto__` too, and a person can read and compare the file. */
export const formatSchema = (schema: Schema): string => {
  const lines = (entries: readonly unknown[]): string =>
    entries.length === 0 ? '[]' : `[\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  const known = schema.known === undefined ? '' : `  "known": ${JSON.stringify(schema.known)},\n`;
  const named = schema.labelling === undefined ? '' : `  "labelling": ${schema.labelling},\n`;
  return `{
  "format": ${schema.format},
  "version": ${JSON.stringify(schema.version)},
${named}${known}  "keys": ${lines(Object.entries(schema.keys))},
  "actions": ${lines(Object.entries(schema.actions))},
  "corrections": ${lines(schema.corrections)}
}
`;
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
  const { known, keys, actions, corrections, version, labelling } = read.output;
  return {
    schema: {
      format: schemaFormat,
      version,
      ...(labelling !== undefined && { labelling }),
      ...(known && { known: known as NonNullable<Schema['known']> }),
      keys: toRecord(keys as [string, KeyEntry][]),
      actions: toRecord(actions as [string, ActionEntry][]),
      corrections: corrections as CorrectionRecord[],
    },
  };
};

/** Two schemas of one application that grew apart: nothing that a person confirmed is lost; of two that did, the later stays. */
export const mergeSchemas = (ours: Schema, theirs: Schema): Schema => {
  const oursLater = laterVersion(ours.version, theirs.version) === ours.version;
  const [first, second] = oursLater ? [ours, theirs] : [theirs, ours];
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
    const holders = new Map<string, string>();
    for (const [name, entry] of [...all].sort(([, x], [, y]) => Number(y.confirmed ?? false) - Number(x.confirmed ?? false))) {
      const called = nameOf(entry);
      if (called === '') continue;
      if (holders.has(called)) all.delete(name);
      else holders.set(called, name);
    }
    return toRecord(all);
  };
  const seen = new Set<string>();
  const corrections = [...first.corrections, ...second.corrections]
    .filter((one) => {
      const text = JSON.stringify(one);
      return !seen.has(text) && seen.add(text) !== undefined;
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const known = ours.known ?? theirs.known;
  return {
    format: schemaFormat,
    version: first.version,
    // What an earlier labelling left without a name is named again.
    labelling: Math.min(ours.labelling ?? 1, theirs.labelling ?? 1),
    ...(known && { known }),
    keys: merged(first.keys, second.keys, (entry: KeyEntry) => entry.key),
    actions: merged(first.actions, second.actions, (entry: ActionEntry) => entry.name),
    corrections,
  };
};
