import type { RawParameter, TypeName } from '@substrate/core';
import { createParameterReader, type SpelledParameter } from '../injected/parameters.js';

/** What the source of a function says, read on this side. */

const reader = createParameterReader();

export const { endOfParameters } = reader;

/** The types of fields in the application's data, where those of a name agree. */
export type FieldTypes = ReadonlyMap<string, TypeName>;

/** The likely type of something that is only known by its name. */
export const guessType = (name: string, fields: FieldTypes): TypeName | undefined => reader.guess(name, (one) => fields.get(one));

/** A place that is left out: who calls it gives something there, and it is not looked at. */
const isUnused = ({ name }: { readonly name: string }): boolean => /^_+\d*$/.test(name);

/** The fields of the one object that a function takes besides its callback, where it is taken apart at once: they are its parameters. */
const parseFields = (spelled: readonly SpelledParameter[], fields: FieldTypes): RawParameter[] | undefined => {
  const [first, ...others] = spelled.filter((one) => !isUnused(one));
  if (first?.type !== 'object' || !first.fields || others.length > 0) return undefined;
  if (first.fields.some(({ name }) => !/^[A-Za-z_$][\w$]*$/.test(name))) return undefined;
  return first.fields.map(({ name, preset }) =>
    reader.typed({ name, required: first.required && preset === undefined, isRest: false }, (one) => fields.get(one)),
  );
};

/** What is called when the work is done, with an error or a value: we give it, nobody has to. */
const isCallback = (name: string, source: string): boolean =>
  /^_?(cb|callback)_?$/i.test(name) ||
  (name === 'done' && /(?<![\w$.])done\s*\((?!\s*\{)/.test(source.slice(endOfParameters(source))));

/** What has to be given to a function that is called from outside. */
export interface Taken {
  readonly parameters: readonly RawParameter[];
  /** Which parameter is a function to call when it is done. */
  readonly callback?: number;
  /** Which one it is that the parameters are fields of. */
  readonly apart?: number;
}
export const parseTaken = (source: string, fields: FieldTypes = new Map()): Taken => {
  const spelled = reader.spell(source);
  const callback = isCallback(spelled.at(-1)?.name ?? '', source) ? spelled.length - 1 : undefined;
  const given = spelled.slice(0, callback);
  const apart = parseFields(given, fields);
  return {
    parameters:
      apart ??
      given.map((parameter) => {
        const one = reader.typed(parameter, (name) => fields.get(name));
        return isUnused(one) ? { ...one, required: false } : one;
      }),
    ...(apart === undefined ? {} : { apart: given.findIndex((one) => !isUnused(one)) }),
    ...(callback === undefined ? {} : { callback }),
  };
};

/** The fields of a request's body that a handler reads, as far as its source tells. */
export const parseBodyFields = (source: string): string[] => {
  const fields = new Set<string>();
  // Minifiers leave a letter of what it is a field of.
  const body = String.raw`(?:req|request|ctx\.request|context\.request|c\.req|event|(?<![\w$.])[\w$]{1,2}(?:\.request)?)\.body`;
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
