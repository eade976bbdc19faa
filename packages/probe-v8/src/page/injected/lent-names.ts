import type { Sight } from '../../injected/sight.js';

/**
 * The names that the fields of a class go by where a build took them: those of the accessors, or of the functions that ask for one thing, which hand them out
 * (`get isReadOnly() { return this.Go }`, `getZoom() { return this.l }`). Their sources tell it, and nothing is called.
 */
export interface LentNames {
  /** Names by field; nothing for a thing of a class that has its names still. */
  of(target: object): ReadonlyMap<string, string> | undefined;
  /** The field that goes by a name. */
  fieldOf(target: object, name: string): string | undefined;
  /** Whether a build may have made that name. */
  isTaken(field: string): boolean;
}

export function createLentNames(kit: { sight: Sight }): LentNames {
  const { own, names, sourceOf } = kit.sight;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const handsOut = /\{\s*return\s+this\.([\w$]{1,3})\s*;?\s*\}$/;
  const mostSource = 200;
  const mostNames = 600;
  const mostLevels = 8;
  /** Nobody writes such names for fields: where a class has none, those of few letters are its author's, as `x` is, though an accessor calls it `left`. */
  const unwritten = /^(?:[c-fl-qs-v]|(?=.*[A-Z\d$])[\w$]{1,3})$/;
  const fewest = 2;
  const none: ReadonlyMap<string, string> = new Map();
  const classes = new WeakMap<object, ReadonlyMap<string, string>>();

  const fieldIn = (fn: unknown): string | undefined => {
    if (typeof fn !== 'function' || own(fn, 'length') !== 0) return undefined;
    const text = sourceOf(fn);
    return text.length > mostSource ? undefined : handsOut.exec(text)?.[1];
  };
  const ofClass = (proto: object | null, levels: number): ReadonlyMap<string, string> => {
    if (proto === null || proto === Object.prototype || levels === 0) return none;
    const known = classes.get(proto);
    if (known) return known;
    const all = new Map(ofClass(getPrototypeOf(proto) as object | null, levels - 1));
    for (const name of names(proto).slice(0, mostNames)) {
      const found = getOwnPropertyDescriptor(proto, name);
      const about = found?.get ? name : /^(?:get|is|has)([A-Z]\w*)$/.exec(name)?.[1];
      const field = about === undefined ? undefined : fieldIn(found?.get ?? found?.value);
      if (field === undefined || field === name || name.startsWith('_')) continue;
      const called = found?.get ? name : `${(about as string).charAt(0).toLowerCase()}${(about as string).slice(1)}`;
      // An accessor is as the author wants it to be used; of two the one that was declared first.
      if (found?.get || !all.has(field)) all.set(field, called);
    }
    classes.set(proto, all);
    return all;
  };
  const isRenamed = (lent: ReadonlyMap<string, string>): boolean =>
    lent.size >= fewest && [...lent.keys()].filter((field) => unwritten.test(field)).length >= fewest;
  const of = (target: object): ReadonlyMap<string, string> | undefined => {
    const proto = Array.isArray(target) ? null : (getPrototypeOf(target) as object | null);
    if (proto === null || proto === Object.prototype) return undefined;
    const lent = ofClass(proto, mostLevels);
    return isRenamed(lent) ? lent : undefined;
  };

  return {
    of,
    fieldOf(target, name) {
      for (const [field, called] of of(target) ?? none) if (called === name) return field;
      return undefined;
    },
    isTaken: (field) => field.length < 4,
  };
}
