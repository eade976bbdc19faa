import type { Base, Crawling, ExpandedScope, Expanding, Fn, Hidden, Keeps, Owners, Platform, Scope, Selves } from './kit.js';

/** Takes up the scopes that the inspector handed out: goes on crawling from their variables and tells what they are. Closed. */
export const createExpanding = (kit: Base & Owners & Hidden & Keeps & Platform & Crawling & Selves): Expanding => {
  /** Of scopes of one function so many are told, and so many gone on from: wrappers and lazy routes each lead elsewhere. */
  const most = 3;
  const mostFollowed = 60;
  const mostStrange = 3;
  /** A scope with so many variables is a bundle: every look at it is dear. */
  const manyNames = 300;
  const classes: Expanding['classes'] = new Map();
  /** So many of a scope's objects are enough to tell it from another one. */
  const mostCompared = 40;
  /** Which one of the scopes of that label it is; -1 when it was seen before. Does not list the names of one that was. */
  const instanceOf = (label: string, variables: object): number => {
    const known = kit.contexts.get(label) ?? [];
    kit.contexts.set(label, known);
    const isSame = (other: ReadonlyMap<string, WeakRef<object>>): boolean =>
      other.size > 0 && [...other].every(([name, ref]) => kit.slot(variables, name) === ref.deref());
    if (known.length >= mostFollowed || known.some(isSame)) return -1;
    const held = new Map<string, WeakRef<object>>();
    for (const name of kit.variables(variables)) {
      const value = kit.slot(variables, name);
      if (kit.isHeld(value) && held.set(name, new WeakRef(value)).size >= mostCompared) break;
    }
    if (held.size === 0 && known.length > 0) return -1;
    return known.push(held) - 1;
  };

  const isData = (value: unknown): boolean => {
    if (typeof value === 'function') return false;
    if (!kit.isHeld(value)) return true;
    return (!kit.isOpaque(value) || kit.added(value).length > 0) && !kit.isModule(value);
  };

  const noteClass = (name: string, value: unknown): void => {
    if (typeof value !== 'function' || kit.isProxy(value) || classes.size > 500) return;
    const prototype = kit.slot(value, 'prototype');
    if (prototype === null || typeof prototype !== 'object' || kit.isProxy(prototype)) return;
    const text = kit.sourceOf(value);
    if (!/^class\b/.test(text) && Object.getOwnPropertyNames(prototype).length < 2) return;
    // Built-in ones have instances all over the heap.
    if (kit.isNative(value) || kit.isOpaque(Object.create(prototype))) return;
    classes.set(prototype, name);
  };

  const noteDeclared = (name: string, value: unknown, isAdopted: boolean): void => {
    if (typeof value !== 'function' || kit.isProxy(value) || kit.slot(value, 'name') !== name) return;
    const declare = (fn: object): void => {
      kit.claim(fn, isAdopted ? '+' : '');
      kit.declared.set(fn, true);
    };
    declare(value);
    const prototype = kit.slot(value, 'prototype');
    if (!kit.isHeld(prototype)) return;
    for (const member of Object.getOwnPropertyNames(prototype)) {
      const method = kit.slot(prototype, member);
      if (typeof method === 'function' && method !== value) declare(method);
    }
  };

  const expand: Expanding['expand'] = (functions, chains) => {
    kit.rejudge();
    let hidden = false;
    const expanded = functions.map(({ hop, at, own, prefix, library, adopted, declares, stores }, place) => {
      const entry = kit.batch[at];
      const chain = (chains[place] ?? []) as readonly Scope[];
      if (!entry) return { hop, scopes: [] };
      if (own || library !== undefined) kit.claim(entry.fn, own ? (adopted ? '+' : '') : (library ?? ''));
      kit.noteSelf(entry.fn, entry.origin);
      kit.hops.set(hop, new WeakRef(entry.fn as Fn));
      const local = Array.from(chain).filter((scope) => !/^(Global|Script)/.test(scope.description)).length;
      const scopes: ExpandedScope[] = [];
      for (let index = 0; index < chain.length; index++) {
        const scope = chain[index];
        if (!scope || /^(Global|With|Catch|Eval)/.test(scope.description) || !kit.isHeld(scope.object)) continue;
        const isModule = /^(Module|Script)/.test(scope.description) || (index === local - 1 && scope.description === 'Closure');
        // The module scope of a library is its own affair; what it keeps there, or closed over, for its caller is not.
        if (isModule && !own) {
          if (stores && instanceOf(`${prefix}/`, scope.object) === 0)
            scopes.push({ index, kind: 'module', label: '', nth: 0, data: stores.length });
          continue;
        }
        const label = isModule ? '' : (/\((.*)\)$/.exec(scope.description)?.[1] ?? '');
        const nth = instanceOf(`${prefix}/${isModule ? '' : `${label}()`}`, scope.object);
        if (nth < 0) continue;
        const names = kit.variables(scope.object);
        // A scope that only holds private fields is read for their sake.
        const fields = own ? names.filter((name) => kit.noteHidden(name, kit.slot(scope.object, name))).length : 0;
        if (fields > 0) hidden = true;
        const data = fields + names.filter((name) => isData(kit.slot(scope.object, name))).length;
        if (nth < most && (own || !kit.isOfModule(scope.object, names)))
          scopes.push({ index, kind: isModule ? 'module' : 'closure', label, nth, data });
        const strange = own ? 0 : (entry.origin.strange ?? 0) + 1;
        if (strange > mostStrange) continue;
        const from = {
          from: `hop:${hop}`,
          strange,
          ...(entry.origin.server === undefined ? {} : { server: entry.origin.server }),
        };
        if (own && (isModule || names.length > manyNames)) {
          // In a bundle, what bears the name of its variable was most likely declared right there, and closes over nothing else.
          for (const name of names.length > manyNames ? names : (declares ?? []))
            noteDeclared(name, kit.slot(scope.object, name), adopted ?? false);
          for (const name of names) noteClass(name, kit.slot(scope.object, name));
        }
        for (const name of names) kit.scan(kit.slot(scope.object, name), { ...from, path: [`${index}:${name}`] });
      }
      return { hop, scopes };
    });
    if (hidden) kit.rescan();
    return expanded;
  };

  return { expand, classes };
};
