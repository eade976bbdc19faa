import type { Containers } from './containers.js';

/** Tells by its shape what is no state: machinery, tables, presets, other ways to what was told already. */
export interface Shapes {
  /** A table that a program is given rather than what it keeps: names of what it can do, words in many languages. */
  isTable(value: object): boolean;
  /** The fields of something that was read, of which presets would have the same. */
  noteFields(names: readonly string[]): void;
  /** The presets of something that was read before: nearly all its fields are fields of that. */
  isPreset(value: object): boolean;
  isPresetName(name: string): boolean;
  /** The way from a part back to its whole, which is told from the top. */
  leadsUp(name: string, value: unknown): boolean;
  isIndex(target: object, all: readonly string[]): boolean;
  isPlainTagged(value: object): boolean;
  looksKeyed(value: object): boolean;
  /** Begins a reading. */
  reset(): void;
}

export function createShapes(kit: { containers: Containers }): Shapes {
  const { own, has, names, crowdOf, isNative, met } = kit.containers;
  const { getPrototypeOf } = Object;

  const upwards = /^_*parent(Node|View|Component)?$/;
  const isInstance = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && getPrototypeOf(value) !== Object.prototype && !Array.isArray(value);

  /** What would hold if nobody had set anything, beside what was set. */
  const presets = /^_?(defaults?|default(Options|Settings|Config)|\w+Defaults)$/;

  /** Another way to things that were told already, by their ids or names. */
  const isIndex = (target: object, all: readonly string[]): boolean => {
    if (all.length < 3 || all.length > 2000) return false;
    return all.every((key) => {
      const held = own(target, key);
      return typeof held === 'object' && held !== null && met.has(held);
    });
  };

  /** The names of fields of what was read with many of them, in this reading. */
  const wide: (readonly string[])[] = [];
  const isPreset = (value: object): boolean => {
    const mine = names(value);
    if (mine.length < 12 || getPrototypeOf(value) !== Object.prototype) return false;
    return wide.some((theirs) => {
      if (theirs === mine) return false;
      const known = new Set(theirs);
      return mine.filter((name) => known.has(name)).length >= mine.length * 0.8;
    });
  };

  const isTable = (value: object): boolean => {
    if (Array.isArray(value) || getPrototypeOf(value) !== Object.prototype) return false;
    const all = names(value);
    if (all.length < 8) return false;
    let same = 0;
    let tongues = 0;
    for (const key of all) {
      const held = own(value, key);
      if (typeof held === 'string' && held.toLowerCase() === key.toLowerCase()) same++;
      else if (/^[a-z]{2}([-_][a-zA-Z]{2,4})?$/.test(key) && typeof held === 'object') tongues++;
    }
    return same * 10 > all.length * 8 || tongues * 10 > all.length * 8;
  };

  /** A class may name itself by `Symbol.toStringTag`; the browser's own objects inherit theirs from native prototypes. */
  const isPlainTagged = (value: object): boolean => {
    if (has(value, Symbol.toStringTag)) return true;
    const proto = getPrototypeOf(value) as object | null;
    const maker = proto ? own(proto, 'constructor') : undefined;
    return typeof maker === 'function' && !isNative(maker);
  };

  /** Keys that are data rather than names of fields: ids, numbers, addresses. */
  const looksKeyed = (value: object): boolean => {
    const all = names(value);
    if (all.length === 0) return crowdOf(value) !== undefined;
    let odd = 0;
    for (let i = 0; i < all.length && i < 8; i++) {
      const key = all[i] as string;
      if (
        /^\d+$/.test(key) ||
        key.length > 40 ||
        /[\s/:.@]/.test(key) ||
        /^[0-9a-f]{8}-|^(?=.*\d)(?=.*[a-zA-Z])[\w-]{12,}$/.test(key)
      )
        odd++;
    }
    return odd * 2 > Math.min(all.length, 8);
  };

  return {
    isTable,
    noteFields: (all) => {
      if (all.length >= 12) wide.push(all);
    },
    isPreset,
    isPresetName: (name) => presets.test(name),
    leadsUp: (name, value) => upwards.test(name) && isInstance(value),
    isIndex,
    isPlainTagged,
    looksKeyed,
    reset: () => {
      wide.length = 0;
    },
  };
}
