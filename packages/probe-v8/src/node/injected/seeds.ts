import type { Base, Crawling, Fn, Routing, Seeds, Shells } from './kit.js';

/** Where a crawl starts: what keeps the process alive, what it has loaded, what it has made global. Closed. */
export const createSeeds = (kit: Base & Shells & Routing & Crawling): Seeds => {
  const { getOwnPropertyDescriptor } = Object;
  const active = (): object[] => {
    const list = (process as unknown as { _getActiveHandles?: () => object[] })._getActiveHandles;
    return typeof list === 'function' ? list.call(process) : [];
  };
  const socket = kit.slot(kit.slot(kit.builtin('net'), 'Socket'), 'prototype') as object | undefined;
  const isSocket = (handle: object): boolean => socket !== undefined && Object.prototype.isPrototypeOf.call(socket, handle);
  /** Servers and other things that the event loop waits for, in a stable order. */
  const handles = (): object[] => active().filter((handle) => !isSocket(handle) || kit.slot(handle, 'fd') === 0);
  const input: Seeds['input'] = () => active().find((handle) => isSocket(handle) && kit.slot(handle, 'fd') === 0);
  /** Connections that a server has taken and that last: of those on which HTTP is spoken, the requests are all there is. */
  const visitors: Seeds['visitors'] = () =>
    active().filter((handle) => {
      const isHeld = (name: string): boolean => (kit.slot(handle, name) ?? null) !== null;
      return isSocket(handle) && isHeld('_server') && !isHeld('parser');
    });
  const mostVisitors = 20;

  const announced: Seeds['announced'] = () =>
    new Set([process, ...active()].flatMap((one) => Object.keys(kit.slot(one, '_events') ?? {})));

  const server = kit.slot(kit.slot(kit.builtin('net'), 'Server'), 'prototype') as object | undefined;
  const isServer = (handle: object): boolean => server !== undefined && Object.prototype.isPrototypeOf.call(server, handle);
  const servers: Seeds['servers'] = () => handles().flatMap((handle, at) => (isServer(handle) ? [{ at, server: handle }] : []));

  const listeners: Seeds['listeners'] = (of) => {
    const found = kit.slot(kit.slot(of, '_events'), 'request');
    const all: unknown[] = Array.isArray(found) ? found : [found];
    return all.map(kit.bare).filter((one): one is Fn => typeof one === 'function' && !kit.isProxy(one));
  };
  const longestHandler = 40_000;
  const mostHandlers = 20;
  const handlers: Seeds['handlers'] = () =>
    servers()
      .flatMap(({ at: nth, server: of }) =>
        listeners(of).flatMap((listener) =>
          kit.handing(listener).map(({ fn, at }) => ({ server: nth, source: kit.sourceOf(fn).slice(0, longestHandler), at })),
        ),
      )
      .slice(0, mostHandlers);

  // Asking for a module that is not loaded would load it.
  const dgram = kit.hasLoaded('dgram') ? kit.slot(kit.builtin('dgram'), 'Socket') : undefined;
  const datagram = kit.slot(dgram, 'prototype') as object | undefined;
  const datagrams: Seeds['datagrams'] = () =>
    datagram === undefined ? [] : handles().filter((handle) => Object.prototype.isPrototypeOf.call(datagram, handle));

  let rings: object = {};
  const knowTimers: Seeds['knowTimers'] = (given) => {
    rings = given;
  };
  /** Timers of one duration form a ring. */
  const timersOf = (ms: number | string): object[] => {
    const found: object[] = [];
    const ring = kit.slot(rings, String(ms));
    let next = kit.slot(ring, '_idlePrev');
    for (let at = 0; at < 100 && next && next !== ring; at++) {
      if (typeof kit.slot(next, '_onTimeout') === 'function') found.push(next as object);
      next = kit.slot(next, '_idlePrev');
    }
    return found;
  };

  const mostRings = 200;
  const timers: Seeds['timers'] = () =>
    Object.keys(rings)
      .slice(0, mostRings)
      .flatMap((ms) => timersOf(ms));

  /** What a worker thread hears its parent by. */
  const parentPort = (): unknown =>
    kit.hasLoaded('worker_threads') ? kit.slot(kit.builtin('worker_threads'), 'parentPort') : undefined;

  const start: Seeds['start'] = (from) => {
    const at = from.indexOf(':');
    const kind = at < 0 ? from : from.slice(0, at);
    const rest = from.slice(at + 1);
    if (kind === 'process') return kit.slot(process, '_events');
    if (kind === 'global') return globalThis;
    if (kind === 'parent') return parentPort();
    if (kind === 'handle') return handles()[Number(rest)];
    if (kind === 'visitor') return visitors()[Number(rest)];
    if (kind === 'module') return kit.slot(kit.slot(kit.cache(), rest), 'exports');
    if (kind === 'timer') {
      const [ms, nth] = rest.split('.').map(Number);
      return timersOf(ms as number)[nth as number];
    }
    return undefined;
  };

  const quiet = new Set(
    'global clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa performance fetch navigator crypto Deno name'.split(
      ' ',
    ),
  );
  /** What libraries leave for themselves begins with two strokes. */
  const globals: Seeds['globals'] = (of = globalThis) =>
    Object.keys(of).filter(
      (name) => !quiet.has(name) && !name.startsWith('__') && 'value' in (getOwnPropertyDescriptor(of, name) ?? {}),
    );

  const witnesses: Seeds['witnesses'] = (prompts) =>
    prompts.flatMap((prompt) => {
      const context = kit.slot(prompt, 'context');
      const { runInContext, runInThisContext } =
        (kit.hasLoaded('vm') && kit.isHeld(context) ? kit.builtin('vm') : undefined) ?? {};
      const run = context === globalThis ? runInThisContext : runInContext;
      try {
        return typeof run === 'function' ? [run('(() => undefined)', context === globalThis ? undefined : context) as Fn] : [];
      } catch {
        // Something that only looks like a world of its own.
        return [];
      }
    });
  let variables: (readonly [name: string, value: { readonly value: unknown } | WeakRef<object>])[] = [];
  const knowTyped: Seeds['knowTyped'] = (chains) => {
    const scopes = chains.flatMap((chain) => Array.from(chain ?? []).filter(({ description }) => /^Script/.test(description)));
    variables = scopes.flatMap(({ object }) =>
      kit.variables(object).map((name) => {
        const value = kit.slot(object, name);
        return [name, kit.isHeld(value) ? new WeakRef(value) : { value }] as const;
      }),
    );
  };
  const typed: Seeds['typed'] = () =>
    variables.map(([name, value]) => [name, value instanceof WeakRef ? value.deref() : value.value]);

  const seed: Seeds['seed'] = (files) => {
    kit.renew();
    handles().forEach((handle, at) => {
      const origin = { from: `handle:${at}`, path: [], ...(isServer(handle) ? { server: at } : {}) };
      kit.scan(kit.slot(handle, '_events'), { ...origin, path: ['_events'] }, 5);
      kit.scan(handle, origin, 3);
    });
    for (const [at, visitor] of visitors().slice(0, mostVisitors).entries())
      kit.scan(kit.slot(visitor, '_events'), { from: `visitor:${at}`, path: ['_events'] }, 3);
    const port = parentPort();
    // Targets of events keep their listeners under a symbol.
    if (port !== null && typeof port === 'object')
      kit.scan(kit.follow(port, ['%kEvents']), { from: 'parent', path: ['%kEvents'] }, 6);
    for (const file of files) kit.scan(start(`module:${file}`), { from: `module:${file}`, path: [] }, 4, true);
    kit.scan(kit.slot(process, '_events'), { from: 'process', path: [] }, 3);
    for (const name of globals()) kit.scan(kit.slot(globalThis, name), { from: 'global', path: [name] }, 4);
    const counts = new Map<number, number>();
    for (const timer of timers()) {
      const ms = Number(kit.slot(timer, '_idleTimeout'));
      const nth = counts.get(ms) ?? 0;
      counts.set(ms, nth + 1);
      kit.scan(kit.slot(timer, '_onTimeout'), { from: `timer:${ms}.${nth}`, path: ['_onTimeout'] }, 2);
      kit.scan(kit.slot(timer, '_timerArgs'), { from: `timer:${ms}.${nth}`, path: ['_timerArgs'] }, 2);
    }
  };

  return {
    input,
    announced,
    visitors,
    servers,
    listeners,
    handlers,
    datagrams,
    witnesses,
    knowTyped,
    typed,
    knowTimers,
    timers,
    start,
    globals,
    seed,
  };
};
