import type { Base, Owners, Platform } from './kit.js';

/**
 * Objects of the platform that hold the application's data where own properties do not show it, or show it as the platform's own affairs: pairs of names and
 * texts, blobs, what was put on a stream. They are known by the platform's own classes, which are not loaded for it, and read by those alone. Closed.
 */
export const createPlatform = (kit: Base & Owners): Platform => {
  const { getOwnPropertyDescriptor } = Object;
  const paired = ['URLSearchParams', 'Headers', 'FormData'];
  const facets: Record<string, readonly string[]> = { File: ['name', 'size', 'type', 'lastModified'], Blob: ['size', 'type'] };

  type Reading = (value: object) => readonly (readonly [string, unknown])[];
  const readings = new WeakMap<object, Reading | null>();
  const readingOf = (prototype: object): Reading | null => {
    const of = (name: string): object | undefined => {
      const found = kit.slot(kit.slot(globalThis, name), 'prototype');
      return found === prototype ? prototype : undefined;
    };
    for (const name of paired) {
      const entries = kit.slot(of(name), 'entries');
      if (typeof entries === 'function') return (value) => Array.from(entries.call(value) as Iterable<[string, unknown]>);
    }
    for (const [name, fields] of Object.entries(facets)) {
      if (!of(name)) continue;
      const getters = fields.flatMap((field) => {
        for (let at: object | null = prototype; at !== null; at = kit.prototypeOf(at)) {
          const get = getOwnPropertyDescriptor(at, field)?.get;
          if (get) return [[field, get] as const];
        }
        return [];
      });
      return (value) => getters.map(([field, get]) => [field, get.call(value)] as const);
    }
    return null;
  };
  const platform: Platform['platform'] = (value) => {
    const prototype = kit.prototypeOf(value);
    if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) return undefined;
    let reading = readings.get(prototype);
    if (reading === undefined) {
      reading = readingOf(prototype);
      readings.set(prototype, reading);
    }
    try {
      return reading?.(value);
    } catch {
      // Something that only looks like one.
      return undefined;
    }
  };

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
  const hasStatics: Platform['hasStatics'] = (value) =>
    kit.own.has(value) && Object.keys(value).some((name) => !['function', 'undefined'].includes(typeof kit.slot(value, name)));

  const added: Platform['added'] = (value) => {
    const prototype = kit.prototypeOf(value);
    const base = prototype && baseOf(prototype);
    if (!base) return [];
    return Object.keys(value).filter((name) => !base.has(name) && !later.has(name) && !name.startsWith('_'));
  };

  return { platform, hasStatics, added };
};
