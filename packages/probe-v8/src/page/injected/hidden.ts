import type { WeakFields } from '../../injected/weak-fields.js';
import type { Answers } from './answers.js';
import type { Containers } from './containers.js';

/**
 * Fields that no property of an object holds. Decorators (`@tracked`) and compilers (private fields) keep the values of all
 * instances in a WeakMap that only a closure knows: the accessor's, or the constructor's. A WeakMap tells what it has for an object, and the
 * debugger tells the variables of a closure, so no accessor need be called. Each function is asked for once; what it led to is kept by class.
 * Classes of some frameworks keep what they declare on the prototype, until it is set. Private fields of the language are told by the debugger alone,
 * for each object and anew at each reading: those that have some are noted. So are objects of functions alone: what a factory returned, whose state is the
 * variables that those functions share, and what those answer that are there for being asked.
 */
export interface Hidden {
  /** Names and values of what is kept elsewhere for an object, as far as it is known by now. */
  fieldsOf(target: object): readonly (readonly [name: string, value: unknown])[];
  /** Whether things of its class may have such fields. */
  isVeiled(target: object): boolean;
  /** Whether functions are all that it is made of, which share what they keep. */
  isFace(target: object): boolean;
  /** How many private fields its class declares. */
  declared(target: object): number;
  /** Whether it declares any, by whatever names. */
  hasPrivate(target: object): boolean;
  /** Whether its class hands out what it keeps in signals: compilers make such accessors of the state that a class declares. */
  isKeeper(target: object): boolean;
  /** What a WeakMap in the closure of a certain accessor has for an object. */
  behind(accessor: { readonly of: object; readonly name: string }, target: object): unknown;
  /** Functions whose closures are still to be looked into. */
  wanted(): object[];
  /** The variables around a function that was wanted, innermost scope first. */
  learn(fn: object, scopes: readonly object[]): void;
  /** Objects that were met and whose classes declare private fields. */
  bearers(): object[];
  /** How many they are, and how many of them were met since they were last asked for their fields. */
  counts(): { bearers: number; unasked: number };
  /** A function of each object that was met and is made of little else. */
  faces(): object[];
  /** What the functions of the object that one was told for keep to themselves, as it is now; `read` tells it of the object: nothing for what never keeps any. */
  unmask(fn: object, read: (face: object) => readonly (readonly [name: string, value: unknown])[] | undefined): void;
  /** The private fields of some objects as they are now. */
  tell(bearers: readonly object[], fields: readonly (readonly (readonly [name: string, value: unknown])[])[]): void;
}

export function createHidden(kit: { containers: Containers; weakFields: WeakFields; answers: Answers }): Hidden {
  const { isWeakMap, hasField, fieldIn, fieldName } = kit.weakFields;
  const { own, names, declares, sourceOf, handedOut } = kit.containers;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const mostFunctions = 600;

  interface Source {
    readonly name: string;
    /** Kept weakly: reading must not keep alive what the page lets go. */
    readonly maps: WeakRef<WeakMap<object, unknown>>[];
    /** What it starts as, where that is made at the first use only. */
    initial?: unknown;
  }
  interface Quest {
    readonly source: Source;
    /** The variable that is meant; any, if it is not known. */
    readonly variable?: string;
    /** It must be in the closure that was made for this one property: what lies further out serves others too. */
    readonly close?: boolean | undefined;
    /** How many functions further it may lie. */
    readonly hops: number;
  }
  const quests = new Map<object, Quest[]>();
  let asked = 0;

  const ask = (fn: object, quest: Quest): void => {
    const list = quests.get(fn);
    if (list) list.push(quest);
    else if (asked++ < mostFunctions) quests.set(fn, [quest]);
  };

  /** Accessors of a class that pass the object on, and variables that its constructor keeps private fields in. */
  const sourcesOf = (proto: object): Source[] => {
    const sources: Source[] = [];
    for (const name of names(proto).slice(0, 200)) {
      const getter = getOwnPropertyDescriptor(proto, name)?.get;
      // One that was written for this very property may compute anything; one that a decorator made returns what it keeps.
      if (!getter || own(getter, 'name') === `get ${name}` || !/\(\s*this\b/.test(sourceOf(getter).slice(0, 2000))) continue;
      const source = { name, maps: [] };
      sources.push(source);
      ask(getter, { source, close: true, hops: 1 });
    }
    const maker = own(proto, 'constructor');
    if (typeof maker !== 'function') return sources;
    for (const name of names(proto)) {
      const initial = own(proto, name);
      if (initial !== undefined && typeof initial !== 'function' && declares(maker, name))
        sources.push({ name, maps: [], initial });
    }
    if (own(maker, 'prototype') !== proto) return sources;
    const variables = new Set<string>();
    for (const [, given, set] of sourceOf(maker)
      .slice(0, 50_000)
      .matchAll(/\(this,\s*(_[\w$]+)\b|\b(_[\w$]+)\.set\(this\b/g))
      variables.add((given ?? set) as string);
    for (const variable of variables) {
      const name = fieldName(variable);
      if (name.length < 3) continue;
      const source = { name, maps: [] };
      sources.push(source);
      ask(maker, { source, variable, hops: 0 });
    }
    return sources;
  };

  const classes = new WeakMap<object, readonly Source[]>();
  /** Those of a class and of what it inherits from. */
  const allOf = (proto: object | null): readonly Source[] => {
    if (proto === null || proto === Object.prototype || proto === Array.prototype) return [];
    const known = classes.get(proto);
    if (known) return known;
    const mine = sourcesOf(proto);
    const above = allOf(getPrototypeOf(proto) as object | null);
    const all = [...mine, ...above.filter(({ name }) => !mine.some((source) => source.name === name))];
    classes.set(proto, all);
    return all;
  };

  const keptFor = ({ maps, initial }: Source, target: object): unknown => {
    for (const ref of maps) {
      const map = ref.deref();
      if (map && hasField(map, target)) return fieldIn(map, target);
    }
    return initial;
  };

  /** What a function without code of its own returns. */
  const literal = (fn: object): unknown => {
    const text = /^(?:function\s*\w*\s*\(\)\s*\{\s*return\s+([^;{}]+);?\s*\}|\(\)\s*=>\s*([^;{}]+))$/.exec(
      sourceOf(fn).slice(0, 200),
    );
    const word = (text?.[1] ?? text?.[2])?.trim();
    if (word === undefined) return undefined;
    if (/^!\d$/.test(word)) return word === '!0';
    const quoted = /^'([^'\\]*)'$/.exec(word)?.[1];
    try {
      return quoted ?? (JSON.parse(word) as unknown);
    } catch {
      return undefined;
    }
  };

  const accessors = new WeakMap<object, Source>();

  const mostBearers = 24;
  let noted: WeakRef<object>[] = [];
  let unasked = 0;
  const told = new WeakMap<object, readonly (readonly [string, unknown])[]>();
  interface Declared {
    /** The names that fields go by: a minifier's by that of the accessor that hands it out. */
    readonly names: ReadonlyMap<string, string>;
    /** How many accessors hand out a signal: what a function makes of the field. */
    readonly signals: number;
    readonly any: boolean;
  }
  const nothingDeclared: Declared = { names: new Map(), signals: 0, any: false };
  const declaring = new WeakMap<object, Declared>();
  /** What a class declares, and what it inherits from. */
  const privateIn = (proto: object | null): Declared => {
    if (proto === null || proto === Object.prototype || proto === Array.prototype) return nothingDeclared;
    let known = declaring.get(proto);
    if (known === undefined) {
      const maker = own(proto, 'constructor');
      const text = typeof maker === 'function' ? sourceOf(maker).slice(0, 50_000) : '';
      const above = privateIn(getPrototypeOf(proto) as object | null);
      const names = new Map(above.names);
      let { signals, any } = above;
      if (text.startsWith('class')) {
        for (const [, name = ''] of text.matchAll(/[{;}\s]#([\w$]+)\s*[=;\n]/g)) {
          any = true;
          if (name.length > 2) names.set(name, name);
        }
        for (const { accessor, field, isMade } of handedOut(text)) {
          if (isMade) signals++;
          if (field.length < 3) names.set(field, accessor);
        }
      }
      known = { names, signals, any };
      declaring.set(proto, known);
    }
    return known;
  };
  const privateOf = (target: object): readonly (readonly [string, unknown])[] => {
    const known = told.get(target);
    if (known || privateIn(getPrototypeOf(target) as object | null).names.size === 0) return known ?? [];
    if (noted.length < mostBearers) {
      noted.push(new WeakRef(target));
      unasked++;
    }
    told.set(target, []);
    return [];
  };

  const mostFaces = 48;
  const mostFunctionsOfFace = 120;
  let masked: { readonly face: WeakRef<object>; readonly fn: WeakRef<object> }[] = [];
  /** What a class makes has its methods from there; a function that is called with `new` may make them around its own variables. */
  const isMadeByClass = (proto: object): boolean => {
    let known = byClass.get(proto);
    if (known === undefined) {
      const maker = own(proto, 'constructor');
      known = typeof maker === 'function' && /^class\b|\[native code\]/.test(sourceOf(maker).slice(0, 200));
      byClass.set(proto, known);
    }
    return known;
  };
  const byClass = new WeakMap<object, boolean>();
  /** Whether what makes things of this kind, or of one that it is made of, makes that function with each. */
  const makes = (proto: object, fn: object): boolean => {
    const text = sourceOf(fn);
    for (let at: object | null = proto; at && at !== Object.prototype; at = getPrototypeOf(at) as object | null) {
      const maker = own(at, 'constructor');
      if (typeof maker === 'function' && sourceOf(maker).includes(text)) return true;
    }
    return false;
  };
  /** One of the functions of an object that share what they keep: it has hardly anything else, or was made with them. */
  const faceOf = (target: object): object | undefined => {
    const proto = getPrototypeOf(target) as object | null;
    if (proto === null || (proto !== Object.prototype && isMadeByClass(proto))) return undefined;
    const all = names(target);
    if (all.length < 2 || all.length > mostFunctionsOfFace) return undefined;
    // Most objects are none, and that is seen at once.
    if (typeof own(target, all[0] as string) !== 'function' && typeof own(target, all.at(-1) as string) !== 'function')
      return undefined;
    const functions = all.map((name) => own(target, name)).filter((held) => typeof held === 'function');
    if (functions.length < 2) return undefined;
    const fn = functions.find((one) => !/^class\b|\[native code\]/.test(sourceOf(one).slice(0, 200)));
    if (!fn || functions.length * 5 >= all.length * 4) return fn;
    if (proto === Object.prototype) return undefined;
    // A prototype that was written as a literal has forgotten who makes its things.
    const isLost = own(proto, 'constructor') === undefined && functions.length * 2 >= all.length;
    return isLost || makes(proto, fn) ? fn : undefined;
  };
  const keptBehind = (target: object): readonly (readonly [string, unknown])[] => {
    const known = told.get(target);
    const fn = known || masked.length >= mostFaces ? undefined : faceOf(target);
    if (fn) {
      masked.push({ face: new WeakRef(target), fn: new WeakRef(fn) });
      unasked++;
      told.set(target, []);
    } else if (!known) return [];
    const fields = new Map(known);
    for (const [of, about] of kit.answers.asking(target, names(target))) {
      const answer = kit.answers.of(target, of);
      if (answer !== null && answer !== undefined && !fields.has(about)) fields.set(about, answer);
    }
    return [...fields];
  };

  return {
    fieldsOf(target) {
      const proto = getPrototypeOf(target) as object | null;
      if (proto === Object.prototype) return keptBehind(target);
      const found: (readonly [string, unknown])[] = [];
      for (const source of allOf(getPrototypeOf(target) as object | null)) {
        const value = keptFor(source, target);
        if (value !== undefined) found.push([source.name, value]);
      }
      return [...found, ...(proto && isMadeByClass(proto) ? privateOf(target) : keptBehind(target))];
    },
    isFace: (target) => faceOf(target) !== undefined,
    isVeiled: (target) =>
      faceOf(target) !== undefined ||
      allOf(getPrototypeOf(target) as object | null).length > 0 ||
      privateIn(getPrototypeOf(target) as object | null).names.size > 0,
    declared: (target) => privateIn(getPrototypeOf(target) as object | null).names.size,
    hasPrivate: (target) => privateIn(getPrototypeOf(target) as object | null).any,
    isKeeper: (target) => privateIn(getPrototypeOf(target) as object | null).signals > 1,
    bearers() {
      unasked = 0;
      noted = noted.filter((ref) => ref.deref());
      return noted.flatMap((ref) => ref.deref() ?? []);
    },
    counts: () => ({ bearers: noted.length + masked.length, unasked }),
    faces() {
      masked = masked.filter(({ face, fn }) => face.deref() && fn.deref());
      return masked.flatMap(({ fn }) => fn.deref() ?? []);
    },
    unmask(fn, read) {
      const face = masked.find((one) => one.fn.deref() === fn)?.face.deref();
      if (!face) return;
      const kept = read(face);
      told.set(face, kept ?? []);
      if (!kept) masked = masked.filter((one) => one.fn.deref() !== fn);
    },
    tell(bearers, fields) {
      for (const [i, bearer] of bearers.entries()) {
        const { names } = privateIn(getPrototypeOf(bearer) as object | null);
        const named = (fields[i] ?? []).flatMap(([field, value]): [string, unknown][] => {
          const name = names.get(field) ?? (field.length < 3 ? undefined : field);
          return name === undefined ? [] : [[name, value]];
        });
        told.set(bearer, named);
      }
    },
    behind({ of, name }, target) {
      for (let at = getPrototypeOf(of) as object | null; at; at = getPrototypeOf(at) as object | null) {
        const getter = getOwnPropertyDescriptor(at, name)?.get;
        if (!getter) continue;
        let source = accessors.get(getter);
        if (!source) {
          source = { name, maps: [] };
          accessors.set(getter, source);
          ask(getter, { source, hops: 1 });
        }
        return keptFor(source, target);
      }
      return undefined;
    },
    wanted: () => [...quests.keys()].slice(0, 100),
    learn(fn, scopes) {
      const list = quests.get(fn) ?? [];
      quests.delete(fn);
      const text = sourceOf(fn).slice(0, 4000);
      const around = (name: string): object | undefined => scopes.find((scope) => getOwnPropertyDescriptor(scope, name));
      for (const { source, variable, close, hops } of list) {
        for (const word of variable ? [variable] : new Set(text.match(/[A-Za-z_$][\w$]*/g))) {
          const scope = around(word);
          const held = own(scope, word);
          if (isWeakMap(held) && (!close || scope === scopes[0])) source.maps.push(new WeakRef(held));
          if (variable || held === null || held === undefined) continue;
          const spelled = word.replace(/\$/g, '\\$');
          if (typeof held === 'function') {
            if (hops === 0 && source.maps.length > 0) source.initial ??= literal(held);
            else if (new RegExp(`(^|[^\\w$.])${spelled}(\\.call)?\\(\\s*this\\b`).test(text))
              ask(held, { source, close, hops: hops - 1 });
          } else if (typeof held === 'object' && hops > 0) {
            // A function of another module.
            const member = new RegExp(`(^|[^\\w$.])${spelled}\\.([\\w$]+)\\)?\\(\\s*this\\b`).exec(text)?.[2];
            const called = member === undefined ? undefined : own(held, member);
            if (typeof called === 'function') ask(called, { source, close, hops: hops - 1 });
          }
        }
      }
    },
  };
}
