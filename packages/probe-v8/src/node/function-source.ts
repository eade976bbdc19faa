import type { RawParameter, TypeName } from '@substrate/core';
import { createParameterReader } from '../injected/parameters.js';

/** What the source of a function says, read on this side. */

const reader = createParameterReader();

export const { endOfParameters } = reader;

/** The types of fields in the application's data, where those of a name agree. */
export type FieldTypes = ReadonlyMap<string, TypeName>;

/** The likely type of something that is only known by its name. */
export const guessType = (name: string, fields: FieldTypes): TypeName | undefined => reader.guess(name, (one) => fields.get(one));

export const parseParameters = (source: string, fields: FieldTypes = new Map()): RawParameter[] =>
  reader.spell(source).map((parameter) => reader.typed(parameter, (name) => fields.get(name)));

/** The fields of a request's body that a handler reads, as far as its source tells. */
export const parseBodyFields = (source: string): string[] => {
  const fields = new Set<string>();
  const body = String.raw`(?:req|request|ctx\.request|context\.request|c\.req|event)\.body`;
  for (const found of source.matchAll(
    new RegExp(
      String.raw`\{([^{}]*)\}\s*=\s*(?:await\s+)?(?:${body}|c\.req\.json\(\)|req\.json\(\)|request\.json\(\)|JSON\.parse\([^;]*\)|body\b)`,
      'g',
    ),
  )) {
    for (const part of (found[1] ?? '').split(',')) {
      const name = /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1];
      if (name !== undefined && !part.trim().startsWith('...')) fields.add(name);
    }
  }
  const named = new RegExp(String.raw`(?:${body}|(?<![\w$.])body)\??\.([A-Za-z_$][\w$]*)(?!\s*\()`, 'g');
  for (const found of source.matchAll(named)) if (found[1]) fields.add(found[1]);
  return [...fields];
};
