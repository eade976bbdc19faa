import type { Base, Fn, Keeps, Owners, Scope } from './kit.js';

/**
 * What an object's functions keep between them. A factory of a library hands out an object of functions, and the data is in variables that they close over:
 * the object has no fields, and only the inspector can tell. Of the application's own factories the scopes are roots themselves. Closed.
 */
export const createKeeps = (kit: Base & Owners): Keeps => {
  const mostKeepers = 40;
  const mostNames = 60;
  const mostVariables = 400;
  /** Functions of an object that are asked about, those that they call in turn among them. */
  const mostAsked = 12;
  interface Keeper {
    readonly of: WeakRef<object>;
    /** Every function that was thought of. */
    readonly met: WeakSet<object>;
    /** Those that may tell something that others do not. */
    functions: WeakRef<Fn>[];
    count: number;
  }
  /** Those that are asked about: the first that a whole reading comes to, whatever was known of them when. */
  let keepers: Keeper[] = [];
  const all = new WeakMap<object, Keeper>();
  let asked: { readonly keeper: Keeper; readonly fn: WeakRef<Fn> }[] = [];
  const kept = new WeakMap<object, readonly (readonly [name: string, value: unknown])[]>();

  const think = (keeper: Keeper, fn: unknown): void => {
    if (typeof fn !== 'function' || keeper.met.has(fn) || keeper.count >= mostAsked || kit.isProxy(fn) || kit.isNative(fn))
      return;
    keeper.met.add(fn);
    keeper.count++;
    keeper.functions.push(new WeakRef(fn as Fn));
  };
  const keptFields: Keeps['keptFields'] = (value, functions) => {
    // Who has a function of the application is the application's.
    if (functions.some((fn) => kit.own.has(fn))) return [];
    const keeper = all.get(value) ?? keeperOf(value, functions);
    if (!keeper) return [];
    if (!keepers.includes(keeper)) {
      if (keepers.length >= mostKeepers) return [];
      keepers.push(keeper);
    }
    return kept.get(value) ?? [];
  };
  const keeperOf = (value: object, functions: readonly Fn[]): Keeper | undefined => {
    if (!functions.some((fn) => kit.foreign.has(fn))) {
      const [first] = functions.filter((fn) => !kit.isProxy(fn) && !kit.isNative(fn));
      if (first) kit.doubt(first);
      return undefined;
    }
    const keeper: Keeper = { of: new WeakRef(value), met: new WeakSet(), functions: [], count: 0 };
    for (const fn of functions) think(keeper, fn);
    if (keeper.count === 0) return undefined;
    all.set(value, keeper);
    return keeper;
  };
  const renewKeepers: Keeps['renewKeepers'] = () => {
    keepers = [];
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
  const isOfModule: Keeps['isOfModule'] = (variables, names) =>
    names.some((name) => name === 'exports' || name === 'module' || isExported(kit.slot(variables, name)));

  /** What is in the scopes of a function. Those that it calls in turn are thought of. */
  const variablesOf = (chain: readonly Scope[], keeper: Keeper): Map<string, unknown> => {
    const found = new Map<string, unknown>();
    const scopes = Array.from(chain).filter(({ description }) => !/^(Global|Script|Module|With|Catch|Eval)/.test(description));
    for (const [at, { description, object }] of scopes.entries()) {
      // The outermost one of a CommonJS module is the module.
      if (!kit.isHeld(object) || (at === scopes.length - 1 && description === 'Closure')) continue;
      const names = kit.variables(object);
      if (isOfModule(object, names)) break;
      for (const name of names.slice(0, mostVariables)) {
        const value = kit.slot(object, name);
        think(keeper, value);
        if (found.has(name) || typeof value === 'function' || kit.isModule(value)) continue;
        if (kit.isHeld(value) ? !kit.isOpaque(value) : kit.isTelling(name)) found.set(name, value);
      }
    }
    return found;
  };

  const isAsked = (fn: Fn | undefined): boolean => {
    if (!fn || kit.own.has(fn)) return false;
    if (kit.foreign.has(fn)) return true;
    kit.doubt(fn);
    return false;
  };

  return {
    keptFields,
    renewKeepers,
    isOfModule,
    keepers: (nth, of) => {
      keepers = keepers.filter((one) => one.of.deref() !== undefined);
      const few = keepers.length <= 2 * of;
      asked = keepers
        .filter((_, at) => few || at % of === nth)
        .flatMap((keeper) =>
          keeper.functions.flatMap((fn) => {
            const one = fn.deref();
            return isAsked(one) ? [{ keeper, fn }] : [];
          }),
        );
      return asked.map(({ fn }) => fn.deref());
    },
    tellKept: (chains) => {
      const told = new Map<Keeper, Map<string, unknown>>();
      let learnt = 0;
      for (const [at, { keeper, fn }] of asked.entries()) {
        const fields = told.get(keeper) ?? new Map<string, unknown>();
        told.set(keeper, fields);
        const before = { fields: fields.size, count: keeper.count };
        for (const [name, value] of variablesOf(chains[at] ?? [], keeper))
          if (!fields.has(name) && value !== keeper.of.deref()) fields.set(name, value);
        // Who says nothing that others did not say need not be asked again.
        if (fields.size === before.fields) keeper.functions = keeper.functions.filter((one) => one !== fn);
        learnt += keeper.count - before.count;
      }
      for (const [{ of }, fields] of told) {
        const value = of.deref();
        if (!value) continue;
        learnt += Math.abs(fields.size - (kept.get(value)?.length ?? 0));
        kept.set(value, [...fields]);
      }
      return learnt;
    },
  };
};
