import type { Base, Fn, Hidden, Owners, Registered, Registers, Routing, Shells, Veils } from './kit.js';

/**
 * What a program has put down by name for others to call: commands in a map, methods of an interface in a table, records that have a name and a
 * function, services of a framework. Whoever keeps them, a library or the program, they are found by their form: words that lead to functions of the
 * application. A framework may have wrapped a function of its own around each; then that one is called, and the inner one tells what it takes. Closed.
 */
export const createRegisters = (kit: Base & Shells & Owners & Hidden & Veils & Routing): Registers => {
  const mostLooked = 2000;
  const mostDeep = 5;
  const mostFields = 100;
  const mostEntries = 60;
  const mostFound = 120;
  const mostWrapped = 3;
  const mostText = 4000;
  /** A word or a few: what a machine made up, a path or a sentence is none. */
  const spoken = /^(?=.{2,40}$)\p{L}[\p{L}\p{N}]*(?:[._:-][\p{L}\p{N}]+)*$/u;
  const names = ['name', 'command', 'method', 'event', 'topic', 'id', 'key'];

  const isPlain = (value: object): boolean => {
    const prototype = kit.prototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  const isFunction = (value: unknown): value is Fn =>
    typeof value === 'function' && !kit.isProxy(value) && !kit.isNative(value) && !/^class\b/.test(kit.sourceOf(value as Fn));
  /** It takes whatever it is given: it passes that on. */
  const isLoose = (fn: Fn): boolean => /^[^(]*\(\s*\.\.\.[\w$]+\s*\)/.test(kit.sourceOf(fn).slice(0, 200));
  /** The function of the application in it: itself, or the one that it was wrapped around. */
  const innerOf = (fn: Fn, depth = 0): Fn | undefined => {
    const isOwn = kit.own.has(fn) && !kit.adopted.has(fn);
    if (isOwn && !isLoose(fn)) return fn;
    if (!isOwn && !kit.foreign.has(fn)) kit.doubt(fn);
    for (const name of depth < mostWrapped ? kit.names(fn).slice(0, 12) : []) {
      const held = name === 'prototype' || name === 'caller' || name === 'arguments' ? undefined : kit.slot(fn, name);
      const inner = isFunction(held) && held !== fn ? innerOf(held, depth + 1) : undefined;
      if (inner) return inner;
    }
    return isOwn ? fn : undefined;
  };
  /** What it calls itself is what it is called on. */
  const isAtHome = (fn: Fn, of: object): boolean =>
    Array.from(
      kit
        .sourceOf(fn)
        .slice(0, mostText)
        .matchAll(/(?<![\w$.])this\.([\w$]+)/g),
    ).every(([, name = '']) => isThere(of, name));
  const isThere = (value: object | null, name: string): boolean =>
    value !== null && !kit.isProxy(value) && (kit.has(value, name) || isThere(kit.prototypeOf(value), name));
  interface Look {
    readonly value: object;
    readonly label: string;
    readonly depth: number;
  }
  interface Entry {
    readonly step: string;
    readonly name: string;
    readonly held: unknown;
  }
  const entriesOf = (value: object): Entry[] => {
    if (Array.isArray(value))
      return Array.from({ length: Math.min(value.length, mostEntries) }, (_, at) => ({
        step: String(at),
        name: '',
        held: kit.bare(kit.slot(value, at)),
      }));
    if (kit.kindOf(value) === 'Map')
      return [...kit.entriesOf(value, 0, mostEntries, false)].map(([key, held]) => ({
        step: `=${String(key)}`,
        name: String(key),
        held: kit.bare(held),
      }));
    return [
      ...kit
        .names(value)
        // Who only listens was handed over for that.
        .filter((name) => name !== '_events')
        .slice(0, mostFields)
        .map((name) => [name, kit.slot(value, name)] as const),
      ...kit.privateFields(value),
      ...kit.hiddenFields(value),
    ].map(([name, held]) => ({ step: name, name: name.replace(/^[#_$]+/, ''), held: kit.bare(held) }));
  };
  const isThing = (value: unknown): value is object =>
    value !== null &&
    typeof value === 'object' &&
    !kit.isProxy(value) &&
    !kit.isOpaque(value) &&
    !kit.isModule(value) &&
    !kit.routing.has(value);

  /** The functions of one thing that was put down under a name. */
  const workOf = (value: object, name: string, label: string): Registered[] => {
    const work = entriesOf(value).flatMap(({ step, held }) => {
      const inner = isFunction(held) && /^[A-Za-z]\w*$/.test(step) ? innerOf(held) : undefined;
      return inner && (inner !== held || isAtHome(inner, value)) ? [{ step, inner }] : [];
    });
    const says = names.map((one) => kit.slot(value, one)).find((one) => typeof one === 'string' && spoken.test(one));
    const called = name !== '' ? name : (says as string | undefined);
    if (called === undefined || !kit.isTelling(called) || !spoken.test(called)) return [];
    return work.map(({ step, inner }) => ({
      of: value,
      step,
      inner,
      // The one thing that can be done with it is what it is there for.
      ...(work.length === 1 ? { label, name: called } : { label: called, name: step }),
    }));
  };

  const registered: Registers['registered'] = (starts) => {
    const found: Registered[] = [];
    const seen = new Set<object>();
    let looks: Look[] = starts.flatMap(([label, value]) => {
      const held = kit.bare(value);
      return isThing(held) ? [{ value: held, label: kit.isTelling(label) ? label : '', depth: 0 }] : [];
    });
    for (let looked = 0; looks.length > 0; ) {
      const next: Look[] = [];
      for (const { value, label, depth } of looks) {
        if (seen.has(value) || ++looked > mostLooked || found.length >= mostFound) continue;
        seen.add(value);
        const entries = entriesOf(value);
        const isKeyed = kit.kindOf(value) === 'Map' || (depth > 0 && isPlain(value));
        if (isKeyed) {
          const work = entries.filter(({ held }) => typeof held === 'function');
          if (work.length > 1 && work.length === entries.length)
            for (const { step, name, held } of work) {
              const inner = isFunction(held) && spoken.test(name) && kit.isTelling(name) ? innerOf(held) : undefined;
              if (inner && (inner !== held || isAtHome(inner, value))) found.push({ of: value, step, name, label, inner });
            }
        }
        for (const { name, held } of entries) {
          if (!isThing(held)) continue;
          if (isKeyed || Array.isArray(value)) {
            const isRecord = isPlain(held) || isModelled(held);
            if (isRecord) found.push(...workOf(held, isKeyed ? name : '', label));
          }
          if (depth < mostDeep)
            next.push({ value: held, label: kit.isTelling(name) && !/^\d+$/.test(name) ? name : label, depth: depth + 1 });
        }
      }
      looks = next;
    }
    return found.slice(0, mostFound);
  };
  /** Made from another object, rather than by a class: what a framework puts before what it was given. */
  const isModelled = (value: object): boolean => {
    const prototype = kit.prototypeOf(value);
    return prototype !== null && prototype !== Object.prototype && !kit.isProxy(prototype) && !kit.has(prototype, 'constructor');
  };

  const isSaid = (value: unknown): boolean =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const recordIn: Registers['recordIn'] = (of) => {
    for (let at: object | null = of; at && at !== Object.prototype && !kit.isProxy(at); at = kit.prototypeOf(at))
      for (const { held } of entriesOf(at)) {
        if (!isThing(held) || !(Array.isArray(held) || kit.kindOf(held) === 'Map' || isPlain(held))) continue;
        const some = entriesOf(held).slice(0, 3);
        const isRecord = (one: unknown): boolean =>
          isThing(one) && isPlain(one) && entriesOf(one).some(({ held: value }) => isSaid(value));
        if (some.length > 0 && some.every(({ held: one }) => isRecord(one)))
          return entriesOf(some[0]?.held as object).flatMap(({ step, held: value }) => {
            const type = Array.isArray(value) ? 'array' : value === null ? 'string' : typeof value;
            const isType = type === 'string' || type === 'number' || type === 'boolean' || type === 'array' || type === 'object';
            return isType && /^[A-Za-z]\w*$/.test(step) ? [{ name: step, type, required: false }] : [];
          });
      }
    return undefined;
  };

  return { registered, recordIn, isThing };
};
