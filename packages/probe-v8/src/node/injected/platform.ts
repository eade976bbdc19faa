import type { Base, Fn, Owners, Platform } from './kit.js';

/** What the application put on objects of the platform: on streams, sockets, child processes and its own functions. Closed. */
export const createPlatform = (kit: Base & Owners): Platform => {
  // What streams and sockets have by themselves, as new ones show.
  const bases: { readonly prototype: object; readonly names: ReadonlySet<PropertyKey> }[] = [];
  const learn = (module: string, name: string): void => {
    const maker = kit.slot(kit.builtin(module), name);
    const prototype = kit.slot(maker, 'prototype');
    // Not where somebody has put something of his own before it.
    if (
      typeof maker !== 'function' ||
      kit.isProxy(maker) ||
      !kit.isHeld(prototype) ||
      kit.slot(prototype, 'constructor') !== maker
    )
      return;
    try {
      const one = Reflect.construct(maker, [{ autoDestroy: false }]) as object;
      bases.push({ prototype, names: new Set(Reflect.ownKeys(one)) });
    } catch {
      // Then what was put on those is not told.
    }
  };
  if (kit.isLoaded('net')) learn('net', 'Socket');
  for (const name of ['Transform', 'Duplex', 'Readable', 'Writable']) if (kit.isLoaded('stream')) learn('stream', name);
  // To make a child process is to start one.
  const child = kit.isLoaded('child_process')
    ? kit.slot(kit.slot(kit.builtin('child_process'), 'ChildProcess'), 'prototype')
    : null;
  if (kit.isHeld(child))
    bases.push({
      prototype: child,
      names: new Set([
        'connected',
        'signalCode',
        'exitCode',
        'killed',
        'spawnfile',
        'spawnargs',
        'pid',
        'stdin',
        'stdout',
        'stderr',
        'stdio',
        'channel',
        'send',
        'disconnect',
        'domain',
      ]),
    });
  // What HTTP and TLS put on sockets.
  const later = new Set<PropertyKey>([
    'server',
    'parser',
    'timeout',
    'authorized',
    'authorizationError',
    'encrypted',
    'alpnProtocol',
    'secureConnecting',
    'servername',
    'ssl',
  ]);
  /** The names that objects of that class have by themselves; null when it is none of a stream that the application may have put something on. */
  const baseOf = (prototype: object): ReadonlySet<PropertyKey> | null => {
    for (let at: object | null = prototype; at !== null; at = kit.prototypeOf(at)) {
      const base = bases.find((one) => one.prototype === at);
      if (base) return base.names;
      // Of other classes' fields nobody can tell whose they are.
      if (!kit.isOwnClass(at)) return null;
    }
    return null;
  };
  const mayHaveStatics: Platform['mayHaveStatics'] = (value) => {
    if (kit.isProxy(value) || kit.foreign.has(value)) return false;
    const holds = Object.keys(value).some((name) => !['function', 'undefined'].includes(typeof kit.slot(value, name)));
    if (holds && !kit.own.has(value)) kit.doubt(value as Fn);
    return holds;
  };
  const hasStatics: Platform['hasStatics'] = (value) => mayHaveStatics(value) && kit.own.has(value);

  const added: Platform['added'] = (value) => {
    const prototype = kit.prototypeOf(value);
    const base = prototype && baseOf(prototype);
    if (!base) return [];
    return Object.keys(value).filter((name) => !base.has(name) && !later.has(name) && !name.startsWith('_'));
  };

  // Prompts that answer with promises are of another class, which has no more than its maker in common with the first.
  const prompts = ['readline', 'readline/promises'].flatMap((module) => {
    const prototype = kit.hasLoaded(module) ? kit.slot(kit.slot(kit.builtin(module), 'Interface'), 'prototype') : undefined;
    return kit.isHeld(prototype) ? [prototype] : [];
  });
  const isPrompt: Platform['isPrompt'] = (value) =>
    prompts.some((prototype) => Object.prototype.isPrototypeOf.call(prototype, value));

  return { mayHaveStatics, hasStatics, added, isPrompt };
};
