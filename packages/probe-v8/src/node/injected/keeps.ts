import type { Base, Fn, Keeps, Owners, Scope } from './kit.js';

/**
 * What an object's functions keep between them. A factory of a library hands out an object of functions, and the data is in variables that they close over:
 * the object has no fields, and only the inspector can tell. Of the application's own factories the scopes are roots themselves. Closed.
 */
export const createKeeps = (kit: Base & Owners): Keeps => {
  const mostKeepers = 40;
  const mostNames = 60;
  let keepers: { readonly of: WeakRef<object>; readonly fn: WeakRef<Fn> }[] = [];
  const kept = new WeakMap<object, readonly (readonly [name: string, value: unknown])[]>();

  const keptFields: Keeps['keptFields'] = (value, functions) => {
    const known = kept.get(value);
    if (known) return known;
    const fn = functions.find((one) => kit.foreign.has(one));
    if (fn) {
      if (keepers.length < mostKeepers && !keepers.some(({ of }) => of.deref() === value))
        keepers.push({ of: new WeakRef(value), fn: new WeakRef(fn) });
    } else {
      const unknown = functions.find((one) => !kit.own.has(one) && !kit.isProxy(one) && !kit.isNative(one));
      if (unknown) kit.doubt(unknown);
    }
    return [];
  };

  let counted = -1;
  let exported = new WeakSet<object>();
  /** What modules hand out. */
  const isExported = (value: unknown): boolean => {
    const cache = kit.cache();
    const files = Object.keys(cache);
    if (files.length !== counted) {
      counted = files.length;
      exported = new WeakSet();
      for (const file of files) {
        const exports = kit.slot(kit.slot(cache, file), 'exports');
        if (!kit.isHeld(exports) || kit.isProxy(exports)) continue;
        exported.add(exports);
        for (const name of kit.names(exports).slice(0, mostNames)) {
          const member = kit.slot(exports, name);
          if (typeof member === 'function') exported.add(member);
        }
      }
    }
    return kit.isHeld(value) && exported.has(value);
  };
  /** A function around all of a module, as bundlers write it, was called for the module and not for anybody's object. */
  const isOfModule = (variables: object, names: readonly string[]): boolean =>
    names.some((name) => name === 'exports' || name === 'module' || isExported(kit.slot(variables, name)));

  const variablesOf = (chain: readonly Scope[]): Map<string, unknown> => {
    const found = new Map<string, unknown>();
    const scopes = Array.from(chain).filter(({ description }) => !/^(Global|Script|Module|With|Catch|Eval)/.test(description));
    for (const [at, { description, object }] of scopes.entries()) {
      // The outermost one of a CommonJS module is the module.
      if (!kit.isHeld(object) || (at === scopes.length - 1 && description === 'Closure')) continue;
      const names = Object.getOwnPropertyNames(object);
      if (isOfModule(object, names)) break;
      for (const name of names.slice(0, mostNames)) {
        const value = kit.slot(object, name);
        if (found.has(name) || typeof value === 'function' || kit.isModule(value)) continue;
        if (kit.isHeld(value) ? !kit.isOpaque(value) : kit.isTelling(name)) found.set(name, value);
      }
    }
    return found;
  };

  return {
    keptFields,
    keepers: (nth, of) => {
      keepers = keepers.filter((one) => one.of.deref() !== undefined && one.fn.deref() !== undefined);
      const few = keepers.length <= 2 * of;
      return keepers.map(({ fn }, at) => (few || at % of === nth ? fn.deref() : null));
    },
    tellKept: (chains) => {
      let count = 0;
      for (const [at, chain] of chains.entries()) {
        const value = chain ? keepers[at]?.of.deref() : undefined;
        if (!value || !chain) continue;
        const variables = [...variablesOf(chain)].filter(([, held]) => held !== value);
        count += variables.length;
        kept.set(value, variables);
      }
      return count;
    },
  };
};
