import * as v from 'valibot';
import { actionFields, correctionFields, isLater, keyFields, type Schema, schemaFormat, toRecord } from './schema.js';
import { compare } from './words.js';

/** A schema as text: its form on disk, what is read back, and what becomes of two that were written side by side. */

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
  const { keys, actions, ...rest } = read.output;
  return { schema: { ...(rest as Omit<Schema, 'keys' | 'actions'>), keys: toRecord(keys), actions: toRecord(actions) } };
};

/** Two schemas of one application that grew apart: nothing that a person confirmed is lost; of two that did, the later stays. */
export const mergeSchemas = (ours: Schema, theirs: Schema): Schema => {
  const [first, second] = isLater(ours.version, theirs.version) ? [ours, theirs] : [theirs, ours];
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
