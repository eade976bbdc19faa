import type { Secrets } from '@substrate/core';
import type { createCollections as CollectionsMaker } from '../../injected/collections.js';
import type { createLeaves as LeavesMaker } from '../../injected/leaves.js';
import type { createSight as SightMaker } from '../../injected/sight.js';
import type { createWeakFields as WeakFieldsMaker } from '../../injected/weak-fields.js';
import type { Inside, Looking } from '../../page/rooms/parts.js';
import type { createEyes as EyesMaker } from './eyes.js';
import type { Base, Dict } from './kit.js';

/** What is made in pages in the same way. */
export interface Makers {
  readonly createEyes: typeof EyesMaker;
  readonly createSight: typeof SightMaker;
  readonly createLeaves: typeof LeavesMaker;
  readonly createCollections: typeof CollectionsMaker;
  readonly createWeakFields: typeof WeakFieldsMaker;
  /** How things of libraries that servers use too are seen through. */
  readonly insides: readonly ((look: Looking) => Inside)[];
}

/** The ground of the kit: looking at values without running any of the application's code. Closed. */
export const createBase = (
  load: (name: string) => unknown,
  secrets: Secrets,
  { createEyes, createSight, createLeaves, createCollections, createWeakFields, insides }: Makers,
): Base => {
  const { getPrototypeOf } = Object;

  // The inspector takes ten times as long to carry a tree as it takes to carry its text.
  const { stringify } = JSON;
  const pack: Base['pack'] = (made) => (made instanceof Promise ? made.then((value) => stringify(value)) : stringify(made));

  const builtin: Base['builtin'] = (name) => {
    try {
      return load(name) as Dict;
    } catch {
      return undefined;
    }
  };
  const types = (builtin('util')?.types ?? {}) as Record<string, ((value: unknown) => boolean) | undefined>;
  const looking = createSight(createEyes(builtin));
  const { own: slot, ...sight } = looking;

  const isPromise: Base['isPromise'] = (value) => (types.isPromise ? types.isPromise(value) : false);

  // Public modules that are loaded already: asking for another one would load it.
  const loaded = new Set(
    ((process as unknown as { moduleLoadList?: string[] }).moduleLoadList ?? []).map((entry) =>
      entry.replace(/^\w+ (Module )?/, ''),
    ),
  );
  const hasLoaded: Base['hasLoaded'] = (name) => loaded.has(name);
  const isLoaded: Base['isLoaded'] = (name) => loaded.size === 0 || loaded.has(name);
  const names =
    'assert async_hooks buffer child_process cluster crypto dgram dns events fs http http2 https module net os path perf_hooks querystring readline stream string_decoder timers tls url util v8 vm worker_threads zlib';
  const modules = new WeakSet<object>();
  for (const name of names.split(' ')) {
    const exports = isLoaded(name) ? builtin(name) : undefined;
    if (exports) modules.add(exports);
  }
  modules.add(process);

  const opaque = new WeakSet<object>();
  const verdicts = new WeakMap<object, boolean>();
  const close = (...path: string[]): void => {
    const [name = '', ...rest] = path;
    if (!isLoaded(name)) return;
    const found = rest.reduce<unknown>((owner, key) => slot(owner, key), builtin(name));
    const prototype = slot(found, 'prototype');
    if (prototype) opaque.add(prototype as object);
  };
  close('stream');
  close('stream', 'Stream');
  close('net', 'Server');
  close('http', 'Agent');
  close('child_process', 'ChildProcess');
  close('worker_threads', 'Worker');
  close('worker_threads', 'MessagePort');
  close('async_hooks', 'AsyncLocalStorage');
  close('async_hooks', 'AsyncResource');
  close('crypto', 'KeyObject');
  close('vm', 'Script');
  close('dgram', 'Socket');
  close('module');
  for (const value of [
    Promise,
    WeakMap,
    WeakSet,
    WeakRef,
    AbortController,
    AbortSignal,
    FinalizationRegistry,
    TextDecoder,
    TextEncoder,
  ])
    opaque.add(value.prototype);
  for (const value of Object.getOwnPropertyNames(Intl)) {
    const prototype = slot(slot(Intl, value), 'prototype');
    if (prototype) opaque.add(prototype as object);
  }
  const timer = setTimeout(() => undefined, 1);
  clearTimeout(timer);
  opaque.add(getPrototypeOf(timer));

  const isOpaque: Base['isOpaque'] = (value) => {
    let prototype = sight.prototypeOf(value);
    if (prototype === null) return false;
    const first = prototype;
    const known = verdicts.get(first);
    if (known !== undefined) return known;
    let verdict = false;
    for (let depth = 0; prototype !== null && depth < 20 && !verdict; depth++) {
      verdict = opaque.has(prototype);
      prototype = sight.prototypeOf(prototype);
    }
    verdicts.set(first, verdict);
    return verdict;
  };

  const cache: Base['cache'] = () => (slot(builtin('module'), '_cache') ?? {}) as Dict;

  let counted = -1;
  let exported = new WeakSet<object>();
  const renew: Base['renew'] = () => {
    const modulesByFile = cache();
    const files = Object.keys(modulesByFile);
    if (files.length === counted) return;
    counted = files.length;
    exported = new WeakSet();
    for (const file of files) {
      const exports = slot(slot(modulesByFile, file), 'exports');
      if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) exported.add(exports as object);
    }
  };
  /** What bundlers, as Node.js itself, keep of a module beside what it exports. */
  const isModuleRecord = (value: object): boolean =>
    !sight.isProxy(value) &&
    sight.has(value, 'exports') &&
    (['id', 'loaded'].every((name) => sight.has(value, name)) || sight.names(value).length === 1);
  const isModule: Base['isModule'] = (value) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
    if (modules.has(value) || exported.has(value) || isModuleRecord(value)) return true;
    // What compilers wrap around a required module: `{ default: module }`.
    const inner = slot(value, 'default');
    return (
      inner !== null && (typeof inner === 'object' || typeof inner === 'function') && (modules.has(inner) || exported.has(inner))
    );
  };

  const isTelling: Base['isTelling'] = (name) => name.length > 2 || /^(id|ip|db|os|ui|io|tz|ws|fs|vm|[A-Z]{2})$/.test(name);

  let environment: Set<string> | undefined;
  const isSecretVariable = (text: string): boolean => {
    if (!environment) {
      environment = new Set();
      for (const name of Object.keys(process.env)) {
        const value = process.env[name];
        if (value !== undefined && value.length >= 8 && secrets.cuts(secrets.name(name), value)) environment.add(value);
      }
    }
    return environment.has(text);
  };
  const isSecretText: Base['isSecretText'] = (text) => text.length >= 8 && (secrets.holds(text) || isSecretVariable(text));

  const look: Pick<Looking, keyof Looking> = {
    ...looking,
    has: (value, name) => sight.isHeld(value) && !sight.isProxy(value) && sight.has(value, name),
    symbolNamed: (value, text) => sight.symbols(value).find(({ description }) => description === text),
    // What was met is known by other means here, and nothing is held on to.
    met: { add: () => look.met } as unknown as Looking['met'],
    meter: { nodes: 1 } as Looking['meter'],
    reactive: false,
  };
  const unwraps = insides.flatMap((open) => open(look).unwrap ?? []);
  const unshare: Base['unshare'] = (value) => {
    if (value === null || typeof value !== 'object' || sight.isProxy(value)) return value;
    for (const unwrap of unwraps) {
      const held = unwrap(value);
      if (held !== value) return held;
    }
    return value;
  };

  return {
    ...sight,
    ...createLeaves({ sight: looking, secrets, isKnownSecret: isSecretVariable }),
    ...createCollections({ sight: looking, isSecretText }),
    ...createWeakFields({ sight: looking }),
    unshare,
    secrets,
    slot,
    pack,
    builtin,
    isPromise,
    isLoaded,
    hasLoaded,
    isOpaque,
    cache,
    renew,
    isModule,
    isTelling,
    isSecretText,
  };
};
