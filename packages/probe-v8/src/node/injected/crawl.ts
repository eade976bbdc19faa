import type { Fn, Kit, Origin } from './kit.js';

/**
 * Finds functions: from what the process holds on to (servers, listeners, timers, globals, modules) through plain properties.
 * What a function closes over only the inspector can tell, so found functions wait in a queue until the probe has asked it and
 * hands their scopes back. A path is a list of steps: a property name, `^name` a method of the prototype, `@name` the function
 * behind an accessor, `=key` the value of a map, `#n` the nth element of a set. Closed.
 */
export const addCrawl = (kit: Kit): void => {
  const { getOwnPropertyDescriptor, getOwnPropertyNames } = Object;
  const mapEntries = Map.prototype.entries;
  const setValues = Set.prototype.values;
  const types = kit.builtin('util')?.types as Record<string, (value: unknown) => boolean> | undefined;
  const { setTimeout, clearTimeout } = (kit.builtin('timers') ?? globalThis) as Pick<
    typeof globalThis,
    'setTimeout' | 'clearTimeout'
  >;
  const mostQueued = 6000;
  const mostLooked = 20_000;

  kit.queue = [];
  kit.own = new WeakSet();
  kit.hops = new Map();
  kit.batch = [];
  kit.last = new Map();
  let seen = new WeakSet<object>();
  let queued = 0;
  let looked = 0;

  const enqueue = (fn: Fn, origin: Origin): void => {
    if (seen.has(fn) || queued >= mostQueued) return;
    seen.add(fn);
    queued++;
    kit.queue.push({ fn, origin });
  };

  const below = (origin: Origin, step: string): Origin => ({ ...origin, path: [...origin.path, step] });
  /** A property whose name looks like another kind of step is marked as what it is. */
  const plain = (name: string): string => (/^[\^@=#.]/.test(name) ? `.${name}` : name);

  const lookAt = (value: unknown, origin: Origin, level: number): void => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
    if (looked++ > mostLooked || kit.isProxy(value) || value === process.env || value === globalThis) return;
    if (!seen.has(value)) kit.noticeRoutes(value, origin);
    if (typeof value === 'function') {
      if (seen.has(value)) return;
      enqueue(value as Fn, origin);
      const prototype = kit.slot(value, 'prototype');
      if (prototype !== null && typeof prototype === 'object') methods(prototype, below(origin, 'prototype'));
    } else {
      if (seen.has(value)) return;
      seen.add(value);
    }
    if (level <= 0) return;
    if (Array.isArray(value)) {
      const end = Math.min(value.length, 200);
      for (let at = 0; at < end; at++) lookAt(kit.slot(value, at), below(origin, String(at)), level - 1);
      return;
    }
    if (types?.isMap?.(value)) {
      let at = 0;
      for (const [key, child] of mapEntries.call(value as Map<unknown, unknown>)) {
        if (at++ >= 100) break;
        if (typeof key === 'string' || typeof key === 'number') lookAt(child, below(origin, `=${key}`), level - 1);
      }
      return;
    }
    if (types?.isSet?.(value)) {
      let at = 0;
      for (const child of setValues.call(value as Set<unknown>)) {
        if (at >= 100) break;
        lookAt(child, below(origin, `#${at++}`), level - 1);
      }
      return;
    }
    let count = 0;
    for (const name of getOwnPropertyNames(value)) {
      if (count++ >= 200) break;
      if (name === 'prototype' || name === 'caller' || name === 'arguments' || name === 'constructor') continue;
      let slot: PropertyDescriptor | undefined;
      try {
        slot = getOwnPropertyDescriptor(value, name);
      } catch {
        continue;
      }
      if (!slot) continue;
      if ('value' in slot) lookAt(slot.value, below(origin, plain(name)), level - 1);
      else if (slot.get && !kit.isProxy(slot.get)) enqueue(slot.get as Fn, below(origin, `@${name}`));
    }
    if (typeof value === 'object') {
      const prototype = kit.prototypeOf(value);
      if (prototype && prototype !== Object.prototype && !kit.isOpaque(value)) methods(prototype, origin, '^');
    }
  };

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

  kit.scan = (value, origin) => lookAt(value, origin, 4);

  /** Servers and other things that the event loop waits for, in a stable order. */
  const handles = (): object[] => {
    const list = (process as unknown as { _getActiveHandles?: () => object[] })._getActiveHandles;
    if (typeof list !== 'function') return [];
    const socket = kit.slot(kit.slot(kit.builtin('net'), 'Socket'), 'prototype') as object | undefined;
    return list
      .call(process)
      .filter((handle) => !(socket && Object.prototype.isPrototypeOf.call(socket, handle)) || kit.slot(handle, 'fd') === 0);
  };

  const server = kit.slot(kit.slot(kit.builtin('net'), 'Server'), 'prototype') as object | undefined;
  const isServer = (handle: object): boolean => server !== undefined && Object.prototype.isPrototypeOf.call(server, handle);
  kit.servers = () => handles().flatMap((handle, at) => (isServer(handle) ? [{ at, server: handle }] : []));

  /** Timers of one duration form a ring; a timer of our own, gone at once, shows us the ring. */
  const timersOf = (ms: number): object[] => {
    const found: object[] = [];
    const mine = setTimeout(() => undefined, ms);
    mine.unref();
    let next = kit.slot(mine, '_idlePrev');
    for (let at = 0; at < 100 && next && next !== mine; at++) {
      if (typeof kit.slot(next, '_onTimeout') === 'function') found.push(next as object);
      next = kit.slot(next, '_idlePrev');
    }
    clearTimeout(mine);
    return found;
  };

  kit.timers = () => {
    const found: object[] = [];
    const usual =
      '10 20 25 50 100 150 200 250 300 400 500 600 750 800 1000 1200 1500 2000 2500 3000 4000 5000 6000 7500 8000 10000 12000 15000 20000 25000 30000 40000 45000 60000 90000 120000 180000 240000 300000 600000 900000 1200000 1800000 3600000 7200000 10800000 14400000 21600000 43200000 86400000';
    for (const ms of usual.split(' ')) found.push(...timersOf(Number(ms)));
    return found;
  };

  kit.start = (from) => {
    const at = from.indexOf(':');
    const kind = at < 0 ? from : from.slice(0, at);
    const rest = from.slice(at + 1);
    if (kind === 'process') return kit.slot(process, '_events');
    if (kind === 'global') return globalThis;
    if (kind === 'handle') return handles()[Number(rest)];
    if (kind === 'module') return kit.slot(kit.slot(kit.cache(), rest), 'exports');
    if (kind === 'timer') {
      const [ms, nth] = rest.split('.').map(Number);
      return timersOf(ms as number)[nth as number];
    }
    return undefined;
  };

  const quiet = new Set(
    'global clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa performance fetch navigator crypto'.split(
      ' ',
    ),
  );
  kit.globals = () =>
    Object.keys(globalThis).filter((name) => !quiet.has(name) && 'value' in (getOwnPropertyDescriptor(globalThis, name) ?? {}));

  kit.seed = (files) => {
    kit.renew();
    handles().forEach((handle, at) => {
      const origin = { from: `handle:${at}`, path: [], ...(isServer(handle) ? { server: at } : {}) };
      lookAt(kit.slot(handle, '_events'), below(origin, '_events'), 5);
      lookAt(handle, origin, 3);
    });
    for (const file of files) lookAt(kit.start(`module:${file}`), { from: `module:${file}`, path: [] }, 4);
    lookAt(kit.slot(process, '_events'), { from: 'process', path: [] }, 3);
    for (const name of kit.globals()) lookAt(kit.slot(globalThis, name), { from: 'global', path: [name] }, 4);
    const counts = new Map<number, number>();
    for (const timer of kit.timers()) {
      const ms = Number(kit.slot(timer, '_idleTimeout'));
      const nth = counts.get(ms) ?? 0;
      counts.set(ms, nth + 1);
      lookAt(kit.slot(timer, '_onTimeout'), { from: `timer:${ms}.${nth}`, path: ['_onTimeout'] }, 2);
      lookAt(kit.slot(timer, '_timerArgs'), { from: `timer:${ms}.${nth}`, path: ['_timerArgs'] }, 2);
    }
  };

  kit.take = (count) => {
    kit.batch = kit.queue.splice(0, count);
    return kit.batch;
  };

  kit.follow = (start, path) => {
    let at: unknown = start;
    for (const step of path) {
      if (at === null || (typeof at !== 'object' && typeof at !== 'function') || kit.isProxy(at)) return undefined;
      const rest = step.slice(1);
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
      else if (step[0] === '=' && types?.isMap?.(at)) {
        const map = at as Map<unknown, unknown>;
        at = Map.prototype.get.call(map, rest) ?? Map.prototype.get.call(map, Number(rest));
      } else if (step[0] === '#' && types?.isSet?.(at)) at = [...setValues.call(at as Set<unknown>)][Number(rest)];
      else at = kit.slot(at, step);
    }
    return at;
  };

  kit.forget = () => {
    kit.queue = [];
    seen = new WeakSet();
    queued = 0;
    looked = 0;
    kit.tables = [];
  };
};
