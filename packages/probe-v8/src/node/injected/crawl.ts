import type { Base, Crawling, Fn, Hidden, Origin, Owners, Queued, Routing } from './kit.js';

/**
 * Finds functions: from what the process holds on to (servers, listeners, timers, globals, modules) through plain properties.
 * What a function closes over only the inspector can tell, so found functions wait in a queue until the probe has asked it and
 * hands their scopes back. A path is a list of steps: a property name, `^name` a method of the prototype, `@name` the function
 * behind an accessor, `=key` the value of a map, `#n` the nth element of a set, `%text` what is under a symbol of that description,
 * `*name` what a variable of that name, a WeakMap, holds of it. From a function, the first step is `n:name`, a variable of its nth scope, or `~target`, `~this` and `~given`, what it is bound to, as whom and with which arguments, or what a proxy stands before and its handler. Closed.
 */
export const createCrawling = (kit: Base & Owners & Hidden & Routing): Crawling => {
  const { getOwnPropertyDescriptor, getOwnPropertyNames } = Object;
  const mapEntries = Map.prototype.entries;
  const setValues = Set.prototype.values;
  /** Functions asked about, by how many library functions lie between them and the application. */
  const most = [3000, 600, 300, 150];
  const mostLooked = 20_000;
  const mostKinds = 2000;
  const mostOfKind = 20;
  const mostNamed = 8;
  const mostNameless = 40;

  let queue: Queued[] = [];
  const batch: Crawling['batch'] = [];
  const hops: Crawling['hops'] = new Map();
  const contexts: Crawling['contexts'] = new Map();
  const trail: Crawling['trail'] = new Map();
  const met: Crawling['met'] = new WeakSet();
  const kinds: Crawling['kinds'] = new Map();
  let seen = new WeakSet<object>();
  let queued: number[] = [];
  let looked = 0;

  /** Built into the engine. A bound function reads as one, but leads to another. */
  const isNative = (fn: Fn): boolean => {
    const name = kit.slot(fn, 'name');
    return !(typeof name === 'string' && name.startsWith('bound ')) && kit.isNative(fn);
  };

  const enqueue = (fn: Fn, origin: Origin): void => {
    if (seen.has(fn)) return;
    seen.add(fn);
    if (kit.declared.has(fn)) return;
    const level = Math.min(origin.strange ?? 0, most.length - 1);
    if ((queued[level] ?? 0) >= (most[level] ?? 0) || (!kit.isProxy(fn) && isNative(fn))) return;
    queued[level] = (queued[level] ?? 0) + 1;
    queue.push({ fn, origin });
  };

  const below = (origin: Origin, step: string): Origin => ({ ...origin, path: [...origin.path, step] });
  /** A property whose name looks like another kind of step is marked as what it is. */
  const plain = (name: string): string => (/^[\^@=#.%*]/.test(name) ? `.${name}` : name);

  interface Look {
    readonly value: unknown;
    readonly origin: Origin;
    readonly level: number;
    /** What a scan begins with; `whole` takes all functions of it. */
    readonly start?: { readonly whole: boolean };
  }
  let looks: Look[] = [];
  let next = 0;
  /** Looking goes on in the next call when it takes longer. */
  const lookMs = 8;
  let lookEnd = 0;

  /** How far down the members of a value were looked at. */
  let levels = new WeakMap<object, number>();
  const isDone = (value: object, level: number): boolean => (levels.get(value) ?? -1) >= level;

  /** Breadth first, so that nothing near is missed because it was met far away before. False when it has to go on later. */
  const look = (): boolean => {
    for (let count = 1; next < looks.length && looked < mostLooked; count++) {
      if (count % 32 === 0 && performance.now() > lookEnd) return false;
      const { value, origin, level: given, start } = looks[next++] as Look;
      if (!kit.isHeld(value) || isDone(value, given) || value === process.env || value === globalThis) continue;
      if (kit.isProxy(value)) {
        // What it stands before only the inspector can tell, as of a bound function.
        enqueue(value as Fn, origin);
        continue;
      }
      // What a library exports is the library's; the application's modules are seeds of their own.
      if (!start && kit.isModule(value)) continue;
      looked++;
      const isNew = !levels.has(value);
      // Routers nest in routers: the way to their handlers is long and worth it.
      const level = isNew && kit.noticeRoutes(value, origin) ? Math.max(given, 6) : given;
      levels.set(value, level);
      if (!isNew) {
        // Met far away before, and near now: only what lies further down is new.
      } else if (typeof value === 'function') {
        enqueue(value as Fn, origin);
        const prototype = kit.slot(value, 'prototype');
        if (prototype !== null && typeof prototype === 'object' && !kit.declared.has(value))
          methods(prototype, below(origin, 'prototype'));
      } else {
        const prototype = kit.prototypeOf(value);
        if (prototype) met.add(prototype);
        if (prototype && prototype !== Object.prototype && prototype !== Array.prototype && !kit.isOpaque(value)) {
          const known = kinds.get(prototype) ?? [];
          if (known.length < mostOfKind) known.push({ ref: new WeakRef(value), origin });
          if (kinds.size < mostKinds) kinds.set(prototype, known);
        }
      }
      if (level > 0) members(value, origin, level - 1, start?.whole ?? false);
    }
    looks = [];
    next = 0;
    return true;
  };
  const lookAt = (value: unknown, origin: Origin, level: number, whole = false): void => {
    if (performance.now() > lookEnd + lookMs) lookEnd = performance.now() + lookMs;
    looks.push({ value, origin, level, start: { whole } });
    look();
  };
  const lookOn: Crawling['lookOn'] = () => {
    lookEnd = performance.now() + lookMs;
    return look();
  };

  const usual = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);
  /** Functions that are objects as well: routers, applications, namespaces. */
  const carries = (fn: object): boolean => !kit.isProxy(fn) && kit.names(fn).some((name) => !usual.has(name));

  const members = (value: object, origin: Origin, level: number, whole: boolean): void => {
    const put = (child: unknown, step: string): void => {
      if (kit.isHeld(child) && !isDone(child, level)) looks.push({ value: child, origin: below(origin, step), level });
    };
    if (Array.isArray(value)) {
      const end = Math.min(value.length, 200);
      for (let at = 0; at < end; at++) put(kit.slot(value, at), String(at));
      return;
    }
    const kind = kit.kindOf(value);
    if (kind === 'Map') {
      let at = 0;
      for (const [key, child] of mapEntries.call(value as Map<unknown, unknown>)) {
        if (at++ >= 100) break;
        if (typeof key === 'string' || typeof key === 'number') put(child, `=${key}`);
      }
      return;
    }
    if (kind === 'Set') {
      let at = 0;
      for (const child of setValues.call(value as Set<unknown>)) {
        if (at >= 100) break;
        put(child, `#${at++}`);
      }
      return;
    }
    let functions = 0;
    let nameless = 0;
    for (const name of kit.names(value).slice(0, 300)) {
      if (name === 'prototype' || name === 'caller' || name === 'arguments' || name === 'constructor') continue;
      let slot: PropertyDescriptor | undefined;
      try {
        slot = getOwnPropertyDescriptor(value, name);
      } catch {
        continue;
      }
      const held = slot && ('value' in slot ? slot.value : slot.get);
      if (!slot || !kit.isHeld(held)) continue;
      // An accessor on the object itself was made for it, and may be the only one to know.
      if (!('value' in slot)) {
        if (!kit.isProxy(held)) enqueue(held as Fn, below(origin, `@${name}`));
        continue;
      }
      // The functions of one object mostly come from one place: a few of them tell. Those without a name were handed over, each for something else.
      if (typeof held === 'function' && !whole && !carries(held))
        if (kit.slot(held, 'name') === '' ? ++nameless > mostNameless : ++functions > mostNamed) continue;
      put(held, plain(name));
    }
    for (const symbol of kit.symbols(value)) {
      if (kit.symbolName(symbol) !== undefined) put(kit.slot(value, symbol), `%${symbol.description}`);
    }
    if (typeof value === 'object') {
      for (const [name, child] of kit.hidden(value)) put(child, `*${name}`);
      const prototype = kit.prototypeOf(value);
      if (!prototype || prototype === Object.prototype || kit.isOpaque(value)) return;
      // What was made from another object has that one's fields too.
      if (isModel(prototype)) put(prototype, '^');
      else methods(prototype, origin, '^');
    }
  };

  /** An object that another was made from, rather than the prototype of a class. */
  const isModel = (prototype: object): boolean =>
    !Object.hasOwn(prototype, 'constructor') && kit.prototypeOf(prototype) !== null && kit.names(prototype).length > 0;

  /** One method stands for its class: they all close over the same scopes. */
  const methods = (prototype: object, origin: Origin, mark = ''): void => {
    if (seen.has(prototype) || kit.isProxy(prototype)) return;
    seen.add(prototype);
    for (const name of getOwnPropertyNames(prototype)) {
      const method = name === 'constructor' ? undefined : kit.slot(prototype, name);
      if (typeof method !== 'function' || kit.isProxy(method)) continue;
      enqueue(method as Fn, below(origin, mark === '' ? plain(name) : `${mark}${name}`));
      return;
    }
  };

  const scan: Crawling['scan'] = (value, origin, level = 4, whole = false) => lookAt(value, origin, level, whole);

  const rescan: Crawling['rescan'] = () => {
    for (const known of kinds.values()) {
      for (const { ref, origin } of known) {
        const value = ref.deref();
        for (const [name, child] of value ? kit.hidden(value) : []) lookAt(child, below(origin, `*${name}`), 4);
      }
    }
  };

  const take: Crawling['take'] = (count) => {
    queue = queue.filter(({ fn }) => !kit.declared.has(fn));
    // What is nearer to the application goes first.
    queue.sort((a, b) => (a.origin.strange ?? 0) - (b.origin.strange ?? 0));
    batch.splice(0, batch.length, ...queue.splice(0, count));
    return batch;
  };

  const follow: Crawling['follow'] = (start, path) => {
    let at: unknown = start;
    for (const step of path) {
      if (at === null || (typeof at !== 'object' && typeof at !== 'function') || kit.isProxy(at)) return undefined;
      const rest = step.slice(1);
      if (step === '^') {
        at = kit.prototypeOf(at as object);
        continue;
      }
      if (step[0] === '^') {
        let prototype: object | null = kit.prototypeOf(at as object);
        let found: unknown;
        for (let depth = 0; prototype && found === undefined && depth < 10; depth++) {
          found = kit.slot(prototype, rest);
          prototype = kit.prototypeOf(prototype);
        }
        at = found;
      } else if (step[0] === '.') at = kit.slot(at, rest);
      else if (step[0] === '@') at = getOwnPropertyDescriptor(at, rest)?.get;
      else if (step[0] === '=' && kit.kindOf(at) === 'Map') {
        const map = at as Map<unknown, unknown>;
        at = Map.prototype.get.call(map, rest) ?? Map.prototype.get.call(map, Number(rest));
      } else if (step[0] === '#' && kit.kindOf(at) === 'Set') at = [...setValues.call(at as Set<unknown>)][Number(rest)];
      else if (step[0] === '%') {
        const symbol = kit.symbols(at as object).find((one) => one.description === rest);
        at = symbol && kit.slot(at, symbol);
      } else if (step[0] === '*') at = kit.hidden(at as object).find(([name]) => name === rest)?.[1];
      else at = kit.slot(at, step);
    }
    return at;
  };

  const forget: Crawling['forget'] = () => {
    queue = [];
    seen = new WeakSet();
    levels = new WeakMap();
    queued = [];
    looked = 0;
    looks = [];
    next = 0;
    kit.tables.length = 0;
    contexts.clear();
    hops.clear();
    kinds.clear();
    kit.forgetHidden();
    kit.forgetDoubts();
  };

  return { scan, lookOn, rescan, take, batch, follow, forget, hops, contexts, trail, met, kinds };
};
