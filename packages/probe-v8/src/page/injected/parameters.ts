import type { RawParameter, TypeName } from '@substrate/core';
import type { ParameterReader, SpelledParameter, TypeOfField } from '../../injected/parameters.js';
import type { ValueReader } from './values.js';

/** What functions take, as their text names it, and what the state holds under those names. */
export interface Parameters {
  /** Parameters of these names, typed by what the state holds under them. */
  typed(names: readonly string[], like: unknown): RawParameter[];
  /** Calls a function with what was given by name. */
  callWith(fn: unknown, target: unknown, given: Readonly<Record<string, unknown>>, like?: unknown): unknown;
  /** The parameters of a function as its text names them. */
  parametersOf(fn: unknown, like?: unknown): RawParameter[];
  /** Functions that pass on whatever they are given, to something not known yet. */
  readonly wrappers: Set<object>;
  /** The function that a wrapper passes everything on to, where its closure told. */
  originalOf(wrapper: unknown): unknown;
  adoptOriginal(wrapper: object, original: unknown): void;
  /** Begins a reading. */
  reset(): void;
}

export function createParameters(kit: { values: ValueReader; reader: ParameterReader }): Parameters {
  const { values, reader } = kit;
  const wrappers = new Set<object>();

  const typeIn =
    (sample: unknown): TypeOfField =>
    (name): TypeName | undefined => {
      const held = values.own(sample, name);
      if (typeof held === 'number' || typeof held === 'boolean' || typeof held === 'string') return typeof held as TypeName;
      if (Array.isArray(held)) return 'array';
      return typeof held === 'object' && held !== null && values.names(held).length > 0 ? 'object' : undefined;
    };

  const singular = (key: string): string => key.replace(/ies$/, 'y').replace(/s$/, '');

  /** The records of a list of the state that a parameter is one of: the `todo` of `todos`, unless the function puts it there. */
  const recordsFor = (fn: unknown, name: string, like: unknown): readonly object[] => {
    const top = values.unwrap(like);
    if (typeof fn !== 'function' || typeof top !== 'object' || top === null || !/^\w{3,}$/.test(name)) return [];
    const key = values.names(top).find((one) => one !== name && singular(one) === name);
    const list = key === undefined ? undefined : values.unwrap(values.own(top, key));
    const puts = new RegExp(`(push|unshift|add|set|concat)\\(\\s*\\{?\\s*(\\.{3})?${name}\\b|[,[]\\s*${name}\\s*[,\\]]`);
    if (!Array.isArray(list) || puts.test(values.sourceOf(fn).slice(0, 1500))) return [];
    return list.slice(0, 1000).filter((one): one is object => typeof one === 'object' && one !== null);
  };
  /** The record that has these words, or this number, in a field; what is no such word is given as it is. */
  const recordOf = (wanted: unknown, records: readonly object[]): unknown => {
    if (typeof wanted !== 'string' || records.length === 0) return wanted;
    const says = (record: object): boolean => {
      const raw = values.unwrap(record) as object;
      return values.names(raw).some((field) => {
        const held = values.unwrap(values.own(raw, field));
        return (typeof held === 'string' || typeof held === 'number') && String(held).toLowerCase() === wanted.toLowerCase();
      });
    };
    const found = records.find(says);
    if (!found) throw new Error(`None of them says “${wanted}”.`);
    return found;
  };

  /**
   * The first plain object in what holds state, whose fields tell the types of equal names: items of a list, mostly. The first of `todos` is also told
   * as the `todo` that it is.
   */
  const sampleOf = (state: unknown): unknown => {
    const top = values.unwrap(state);
    if (typeof top !== 'object' || top === null) return undefined;
    const known = samples.get(top);
    if (known) return known;
    const merged: Record<string, unknown> = {};
    for (const key of values.names(top)) {
      const held = values.unwrap(values.own(top, key));
      if (typeof held === 'object' && held !== null) {
        const first = Array.isArray(held) ? values.unwrap(values.own(held, '0')) : held;
        if (typeof first !== 'object' || first === null) continue;
        for (const field of values.names(first)) if (!(field in merged)) merged[field] = values.unwrap(values.own(first, field));
        const one = singular(key);
        if (Array.isArray(held) && one !== key) merged[one] ??= first;
      } else if (typeof held !== 'function') merged[key] = held;
    }
    samples.set(top, merged);
    return merged;
  };
  /** Of this reading. */
  const samples = new Map<object, Record<string, unknown>>();

  /** A wrapper that passes on whatever it is given. */
  const anything: RawParameter[] = [{ name: 'args', type: 'array', required: false, description: 'The arguments, in order.' }];

  const originals = new WeakMap<object, WeakRef<object>>();
  const originalOf = (wrapper: unknown): unknown => {
    if (typeof wrapper !== 'function') return undefined;
    const known = originals.get(wrapper)?.deref();
    if (!known) wrappers.add(wrapper);
    return known;
  };

  const parametersOf = (fn: unknown, like?: unknown): RawParameter[] => {
    const found = parametersIn(fn, like);
    if (found !== anything) return found;
    const original = originalOf(fn);
    return original ? parametersIn(original, like) : anything;
  };

  interface Spelled {
    readonly count: number;
    readonly parts: readonly SpelledParameter[];
    readonly passesOn: boolean;
  }
  /** What the text of a function says of its parameters: it stays the same. */
  const spellings = new WeakMap<object, Spelled>();
  const spellingOf = (fn: object): Spelled => {
    let found = spellings.get(fn);
    if (!found) {
      const text = values.sourceOf(fn).slice(0, 1500);
      const { length: count } = fn as { length: number };
      const parts = reader.spell(text);
      const passesOn = count === 0 && parts.length === 0 && /\barguments\b/.test(text.slice(0, 600));
      found = { count, parts, passesOn: passesOn || parts.some(({ isRest }) => isRest) };
      spellings.set(fn, found);
    }
    return found;
  };

  const nothing: Spelled = { count: 0, parts: [], passesOn: false };
  const spellingFor = (fn: unknown): Spelled => {
    const spelled = typeof fn === 'function' ? spellingOf(fn) : nothing;
    const original = spelled.passesOn ? originalOf(fn) : undefined;
    return typeof original === 'function' ? spellingOf(original) : spelled;
  };

  /** An object that a build left a letter for a name of is asked for by the fields that are asked of it. */
  const partsOf = ({ parts, count }: Spelled): readonly string[] => {
    const [one] = parts;
    const isTaken = one !== undefined && parts.length === 1 && count <= 1 && one.name.length < 3 && one.type === 'object';
    return isTaken && one.asks?.every((field) => field.length > 1 && field !== 'length') ? one.asks : [];
  };

  const parametersIn = (fn: unknown, like?: unknown): RawParameter[] => {
    if (typeof fn !== 'function') return [];
    const spelled = spellingOf(fn);
    const { count, parts, passesOn } = spelled;
    if (passesOn) return anything;
    const typeOfField = typeIn(like === undefined ? undefined : sampleOf(like));
    const asked = partsOf(spelled);
    if (asked.length > 0) return asked.map((name) => reader.typed({ name, required: false, isRest: false }, typeOfField));
    return Array.from({ length: Math.max(parts.length, count) }, (_, at) => {
      const part = parts[at] ?? { name: '', required: true, isRest: false };
      // A letter is what a build left of a name.
      const name = part.name.length > 1 ? part.name : count <= 1 && parts.length <= 1 ? 'value' : `arg${at + 1}`;
      const typed = reader.typed({ ...part, name }, typeOfField);
      const isRecord = typed.type === 'object' && recordsFor(fn, name, like).length > 0;
      return isRecord ? { ...typed, type: 'string', description: 'Which one: what one of its fields says.' } : typed;
    });
  };

  return {
    wrappers,
    parametersOf,
    originalOf,
    adoptOriginal(wrapper, original) {
      if (typeof original === 'function') originals.set(wrapper, new WeakRef(original));
    },
    typed(names, like) {
      const typeOfField = typeIn(sampleOf(like));
      return names.map((name) => reader.typed({ name, required: true, isRest: false }, typeOfField));
    },
    callWith(fn, target, given, like) {
      const parameters = parametersOf(fn, like);
      if (partsOf(spellingFor(fn)).length > 0) {
        const whole = Object.fromEntries(parameters.flatMap(({ name }) => (name in given ? [[name, given[name]]] : [])));
        return Reflect.apply(fn as (...args: unknown[]) => unknown, target, [whole]);
      }
      const rest = parameters[0]?.name === 'args' && Array.isArray(given.args) ? given.args : undefined;
      const args = rest ?? parameters.map(({ name }) => recordOf(given[name], recordsFor(fn, name, like)));
      while (args.length > 0 && args[args.length - 1] === undefined) args.pop();
      return Reflect.apply(fn as (...args: unknown[]) => unknown, target, args);
    },
    reset() {
      wrappers.clear();
      samples.clear();
    },
  };
}
