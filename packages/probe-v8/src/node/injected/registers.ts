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
  /** A word or a few, or a path of them: what a machine made up or a sentence is none. */
  const spoken = /^(?=.{2,40}$)\/?\p{L}[\p{L}\p{N}]*(?:[._:/-][\p{L}\p{N}]+)*$/u;
  const names = ['name', 'command', 'method', 'event', 'topic', 'id', 'key'];

  const isPlain = (value: object): boolean => {
    const prototype = kit.prototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  const isFunction = (value: unknown): value is Fn =>
    typeof value === 'function' && !kit.isProxy(value) && !kit.isNative(value) && !/^class\b/.test(kit.sourceOf(value as Fn));
  /** It takes whatever it is given: it passes that on. */
  const isLoose = (fn: Fn): boolean => /^[^(]*\(\s*\.\.\.[\w$]+\s*\)/.test(kit.sourceOf(fn).slice(0, 200));
  interface Work {
    /** What is called is a step of this. */
    readonly of: object;
    readonly step: string;
    /** The function of the application in it, and whether another is wrapped around it. */
    readonly inner: Fn;
    readonly isWrapped?: true;
  }
  const fieldsIn = (fn: Fn): (readonly [name: string, held: unknown])[] =>
    kit
      .names(fn)
      .slice(0, 12)
      .flatMap((name) => (/^(prototype|caller|arguments)$/.test(name) ? [] : [[name, kit.slot(fn, name)] as const]));
  /** It has things with it, and others beside it are written the same: one function made them all, whatever each is for. */
  const isOneOfMany = (of: object, fn: Fn): boolean =>
    fieldsIn(fn).some(([, held]) => isThing(held)) &&
    entriesOf(of).some(({ held }) => held !== fn && isFunction(held) && kit.sourceOf(held) === kit.sourceOf(fn));
  /** The function of the application in another: itself, or the one that it was wrapped around. Who does not pass on what it is given says beside it whom it works for. */
  const workIn = (of: object, step: string, fn: Fn, depth = 0): Work | undefined => {
    const isOwn = kit.own.has(fn) && !kit.adopted.has(fn);
    const isMade = depth === 0 && isOneOfMany(of, fn);
    if (isOwn && !isMade && !isLoose(fn)) return { of, step, inner: fn };
    if (!isOwn && !kit.foreign.has(fn)) kit.doubt(fn);
    for (const [name, held] of depth < mostWrapped ? fieldsIn(fn) : []) {
      const within = isFunction(held) && held !== fn ? workIn(fn, name, held, depth + 1) : undefined;
      if (within) return { of, step, inner: within.inner, isWrapped: true };
      if ((isOwn && !isMade) || !isThing(held) || !isPlain(held)) continue;
      for (const beside of kit.names(held).slice(0, mostFields)) {
        const one = kit.slot(held, beside);
        if (isFunction(one) && kit.own.has(one) && !kit.adopted.has(one)) return { of: held, step: beside, inner: one };
      }
    }
    return isOwn ? { of, step, inner: fn } : undefined;
  };
  const isAtHome: Registers['isAtHome'] = (fn, of) =>
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
    readonly from?: Look;
  }
  /** Whom it is called on: what holds it, or what that is a part of, where that has what it asks itself for. */
  const homeOf = ({ of, inner }: Pick<Work, 'of' | 'inner'>, from: Look | undefined): object | undefined => {
    if (isAtHome(inner, of)) return of;
    for (let at = from; at; at = at.from) if (isAtHome(inner, at.value)) return at.value;
    return undefined;
  };
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

  /** Words that lead to functions, or to what has one: it is no such thing itself. */
  const isTable = (entries: readonly Entry[]): boolean =>
    entries.length > 1 &&
    entries.some(({ held }) => typeof held !== 'function') &&
    entries.every(
      ({ held }) =>
        typeof held === 'function' || (isThing(held) && entriesOf(held).some((one) => typeof one.held === 'function')),
    );
  const told = ({ isWrapped, ...work }: Work, from: Look, name: string, label: string): Registered[] => {
    const on = isWrapped ? work.of : homeOf(work, from);
    if (!on) return [];
    const says = on === work.of ? undefined : kit.slot(on, 'name');
    const declared = kit.declaredBeside(work.of);
    const called = typeof says === 'string' && spoken.test(says) ? says : label;
    return [{ ...work, on, name, label: called, ...(declared.length > 0 ? { declared } : {}) }];
  };
  /** The functions of one thing that was put down under a name. */
  const workOf = (value: object, name: string, from: Look): Registered[] => {
    const entries = entriesOf(value);
    const work = isTable(entries)
      ? []
      : entries.flatMap(({ step, held }) => {
          const one = isFunction(held) && /^[A-Za-z]\w*$/.test(step) ? workIn(value, step, held) : undefined;
          return one ? [{ one, step }] : [];
        });
    const says = names
      .map((one) => kit.slot(value, one) ?? kit.slot(value, `_${one}`))
      .find((one) => typeof one === 'string' && spoken.test(one));
    const called = name !== '' ? name : (says as string | undefined);
    if (called === undefined || !kit.isTelling(called) || !spoken.test(called)) return [];
    // The one thing that can be done with it is what it is there for.
    return work.flatMap(({ one, step }) =>
      work.length === 1 ? told(one, from, called, from.label) : told(one, from, step, called),
    );
  };

  const registered: Registers['registered'] = function* (starts) {
    const found: Registered[] = [];
    const seen = new Set<object>();
    let looks: Look[] = starts.flatMap(([label, value]) => {
      const held = kit.bare(value);
      return isThing(held) ? [{ value: held, label: kit.isTelling(label) ? label : '', depth: 0 }] : [];
    });
    for (let looked = 0; looks.length > 0; ) {
      const next: Look[] = [];
      for (const look of looks) {
        yield;
        const { value, label, depth } = look;
        if (seen.has(value) || ++looked > mostLooked || found.length >= mostFound) continue;
        seen.add(value);
        const entries = entriesOf(value);
        // What a variable holds has members, unless their names are looked up by what comes in.
        const isKeyed =
          kit.kindOf(value) === 'Map' || (isPlain(value) && (depth > 0 || entries.some(({ step }) => !/^[\w$]+$/.test(step))));
        if (isKeyed) {
          const work = entries.filter(({ held }) => typeof held === 'function');
          if (work.length > 1 && (work.length === entries.length || isTable(entries)))
            for (const { step, name, held } of work) {
              const one = isFunction(held) && spoken.test(name) && kit.isTelling(name) ? workIn(value, step, held) : undefined;
              if (one) found.push(...told(one, look, name, label));
            }
        }
        for (const { name, held } of entries) {
          if (!isThing(held)) continue;
          if (isKeyed || Array.isArray(value)) {
            const isRecord = isPlain(held) || isModelled(held) || kit.isForeign(held) === true;
            if (isRecord) found.push(...workOf(held, isKeyed ? name : '', look));
          }
          if (depth < mostDeep)
            next.push({
              value: held,
              label: kit.isTelling(name) && !/^\d+$/.test(name) ? name : label,
              depth: depth + 1,
              from: look,
            });
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

  return { registered, recordIn, isThing, isAtHome };
};
