import type { RawParameter } from '@substrate/core';
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

export function createParameters(kit: { values: ValueReader }): Parameters {
  const { values } = kit;
  const wrappers = new Set<object>();

  const guess = (name: string, like: unknown, isHolder = false): RawParameter['type'] => {
    const known = values.own(like, name);
    // What a function asks for fields, and a word that means a thing with fields, is not taken for the text of that name: an `element` beside a selector.
    const isThing =
      isHolder ||
      /^(payload|options?|opts|data|item|obj|object|params|props|config|patch|changes|fields|record|input|element|node|entry)$/i.test(
        name,
      );
    if (typeof known === 'number' || typeof known === 'boolean' || (typeof known === 'string' && !isThing))
      return typeof known as 'string';
    if (Array.isArray(known)) return 'array';
    if (typeof known === 'object' && known !== null && values.names(known).length > 0) return 'object';
    if (/^(is|has|should|can)[A-Z_]|^(checked|enabled|disabled|active|done|completed|open|visible|value[A-Z]?flag)$/.test(name))
      return 'boolean';
    // The word that says what it is: a `maxAge` is an age, a `message` is none.
    const last = (/[A-Z]?[a-z]+(?=[\d_$]*$)|[A-Z]+(?=[\d_$]*$)/.exec(name)?.[0] ?? name).toLowerCase();
    if (
      /^(hours|minutes|seconds|days|degrees|years|level|score|rating|percent|age|volume|count|qty|quantity|index|amount|price|total|num|number|size|page|limit|offset|width|height|delta|step|by|x|y|zoom|row|col|column|opacity|angle|speed|time|duration|position)$/.test(
        last,
      )
    )
      return 'number';
    if (/^(list|ids|items|array|values|rows|columns|nodes|elements|points|children)$/.test(last)) return 'array';
    if (isThing) return 'object';
    return 'string';
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
        const one = key.replace(/ies$/, 'y').replace(/s$/, '');
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
    readonly parts: readonly string[];
    readonly passesOn: boolean;
    /** The parameters that it asks for fields of their own: `task.title`. */
    readonly holders: ReadonlySet<string>;
  }
  /** Texts, numbers and lists have methods and a length; a field that is no method belongs to a thing. */
  const asksForFields = (name: string, text: string): boolean =>
    /^[\w$]{2,}$/.test(name) &&
    new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$&')}\\??\\.(?!length\\b)[A-Za-z_$][\\w$]*(?![\\w$]|\\s*\\()`).test(text);

  /** What the text of a function says of its parameters: it stays the same. */
  const spellings = new WeakMap<object, Spelled>();
  const spellingOf = (fn: object): Spelled => {
    let found = spellings.get(fn);
    if (!found) {
      const text = Function.prototype.toString.call(fn).slice(0, 4000);
      const { length: count } = fn as { length: number };
      const match =
        /^(?:async\s*)?(?:function\s*\*?\s*[\w$]*\s*|[\w$]+\s*|\[[^\]]*\]\s*)?\(([^)]*)\)|^(?:async\s+)?([\w$]+)\s*=>/.exec(text);
      const listed = match ? (match[1] ?? match[2] ?? '') : '';
      const unnamed = /native code/.test(text) || /[{[]/.test(listed.replace(/=.*$/, ''));
      const parts = (unnamed ? '' : listed)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      const passesOn = count === 0 && parts.length === 0 && /\barguments\b/.test(text.slice(0, 600));
      const holders = new Set(parts.filter((part) => asksForFields(part, text)));
      found = { count, parts, passesOn, holders };
      spellings.set(fn, found);
    }
    return found;
  };

  const parametersIn = (fn: unknown, like?: unknown): RawParameter[] => {
    if (typeof fn !== 'function') return [];
    const { count, parts, passesOn, holders } = spellingOf(fn);
    if (passesOn) return anything;
    const sample = like === undefined ? undefined : sampleOf(like);
    const parameters: RawParameter[] = [];
    for (let i = 0; i < Math.max(parts.length, count); i++) {
      const part = parts[i] ?? '';
      if (part.startsWith('...')) return anything;
      const [left, preset] = part.split('=').map((side) => side.trim());
      const spelled = left && /^[\w$]+$/.test(left) ? left : '';
      const name = spelled.length > 1 ? spelled : count <= 1 && parts.length <= 1 ? 'value' : `arg${i + 1}`;
      let type = guess(name, sample, holders.has(part));
      if (preset !== undefined) {
        if (/^-?\d/.test(preset)) type = 'number';
        else if (/^(true|false|!0|!1)$/.test(preset)) type = 'boolean';
        else if (/^['"`]/.test(preset)) type = 'string';
        else if (preset.startsWith('{')) type = 'object';
        else if (preset.startsWith('[')) type = 'array';
      }
      parameters.push({ name, type, required: i < count && preset === undefined });
    }
    return parameters;
  };

  return {
    wrappers,
    parametersOf,
    originalOf,
    adoptOriginal(wrapper, original) {
      if (typeof original === 'function') originals.set(wrapper, new WeakRef(original));
    },
    typed(names, like) {
      const sample = sampleOf(like);
      return names.map((name) => ({ name, type: guess(name, sample), required: true }));
    },
    callWith(fn, target, given, like) {
      const parameters = parametersOf(fn, like);
      const rest = parameters[0]?.name === 'args' && Array.isArray(given.args) ? given.args : undefined;
      const args = rest ?? parameters.map((parameter) => given[parameter.name]);
      while (args.length > 0 && args[args.length - 1] === undefined) args.pop();
      return Reflect.apply(fn as (...args: unknown[]) => unknown, target, args);
    },
    reset() {
      wrappers.clear();
      samples.clear();
    },
  };
}
