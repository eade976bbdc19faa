import type { FreeWords } from './free-words.js';
import type { ValueReader } from './values.js';

/** Classes that keep state in fields of their own, as if they were the one object of their kind. */
export interface Statics {
  /** What a class keeps so, by name and as it is now, always in the same object; undefined for what keeps nothing. */
  of(fn: object): object | undefined;
}

/** What a class sets itself is state; what it only declares are its settings and its workings. */
export function createStatics(kit: { values: ValueReader; freeWords: FreeWords }): Statics {
  const { own, has, names, sourceOf } = kit.values;
  const element = (globalThis as { Element?: object }).Element;
  interface Keeper {
    /** The class, and those that it extends. */
    readonly classes: readonly object[];
    readonly fields: readonly string[];
    readonly kept: Record<string, unknown>;
  }
  const keepers = new WeakMap<object, Keeper>();

  const keeperOf = (fn: object): Keeper => {
    const classes: object[] = [];
    for (let at: object | null = fn; at && /^class\b/.test(sourceOf(at)); at = Object.getPrototypeOf(at) as object | null)
      classes.push(at);
    if (element && Object.prototype.isPrototypeOf.call(element, fn)) classes.length = 0;
    const changed = new Set<string>();
    for (const one of classes)
      for (const field of kit.freeWords.changedIn(one, String(own(one, 'name') ?? ''))) changed.add(field);
    const declared = changed.size > 0 ? new Set(classes.flatMap(names)) : changed;
    return { classes, fields: [...declared].filter((field) => changed.has(field)), kept: {} };
  };

  return {
    of(fn) {
      const keeper = keepers.get(fn) ?? keeperOf(fn);
      keepers.set(fn, keeper);
      const { classes, fields, kept } = keeper;
      if (fields.length === 0) return undefined;
      for (const field of fields) {
        // What is set on a class hides what it inherits.
        const value = own(
          classes.find((one) => has(one, field)),
          field,
        );
        if (typeof value === 'function') delete kept[field];
        else kept[field] = value;
      }
      return kept;
    },
  };
}
