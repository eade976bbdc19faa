import type { Collector } from './collector.js';
import type { Holders } from './holders.js';
import type { HookNames } from './hook-names.js';
import type { Stock } from './stock.js';
import type { ValueReader } from './values.js';

type Fields = Record<string, unknown>;

/**
 * What a component keeps, by the best name that there is. What a build took the name of is handed on under one: the state of a component to another as a
 * property, or to all below in a context. A tree is walked from its top, so whoever is handed something comes after whoever has it.
 */
export interface KeptFields {
  /** Begins a tree. */
  reset(): void;
  /** A state that is called nothing better: where it is handed on by a name, that one takes its place and is told to `learn`. */
  put(fields: Fields, called: string, held: unknown, learn?: (name: string) => void): void;
  /** What a component keeps beside its state, by the names that its source has for it. */
  refs(fields: Fields, component: unknown, all: readonly unknown[]): void;
  /** What an instance keeps beside its state; `skip` is what the framework put there. */
  ofInstance(fields: Fields, instance: object, skip: RegExp): void;
  /** Data that has no place of its own yet. */
  isKept(held: unknown): boolean;
  /** A state, or what sets one. */
  know(held: unknown): void;
  /** What a component is handed, or all that ask a context. */
  meet(given: unknown): void;
  /** What a context holds beside states and what sets them: all of it is of the application, as those are. Nothing where there are none. */
  beside(given: unknown): Fields;
}

export function createKeptFields(kit: {
  values: ValueReader;
  collector: Collector;
  holders: Holders;
  hookNames: HookNames;
  stock: Stock;
}): KeptFields {
  const { values, collector, holders, hookNames, stock } = kit;
  const { own } = values;
  const sought = new Map<unknown, (name: string) => void>();
  const known = new Set<unknown>();
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const isPlain = (value: unknown): value is object => isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  const isKept = (held: unknown): boolean =>
    isObject(held) &&
    !collector.seen.has(held) &&
    !values.isMachinery(held) &&
    /^\[object (Object|Array|Map|Set)\]$/.test(Object.prototype.toString.call(held)) &&
    stock.isData(held);
  return {
    reset() {
      sought.clear();
      known.clear();
    },
    put(fields, called, held, learn) {
      fields[called] = held;
      if (!isObject(held)) return;
      sought.set(held, (better) => {
        if (fields[called] !== held || better in fields) return;
        delete fields[called];
        fields[better] = held;
        learn?.(better);
      });
    },
    refs(fields, component, all) {
      const given = hookNames.refsOf(component);
      if (given.length !== all.length) return;
      all.forEach((held, i) => {
        const name = given[i] as string;
        // Where a build took the names, those of libraries are no other than those of the application.
        if (name.length > 2 && !known.has(held) && (isKept(held) || /^(number|string)$/.test(typeof held))) fields[name] = held;
      });
    },
    ofInstance(fields, instance, skip) {
      for (const name of Object.keys(instance)) {
        const held = own(instance, name);
        // What is made of functions alone is what the component works with.
        if (name.length > 2 && !(name in fields) && !skip.test(name) && isKept(held) && !values.hidden.isFace(held as object))
          fields[name] = held;
      }
    },
    isKept,
    know(held) {
      if (typeof held === 'function' || isObject(held)) known.add(held);
    },
    meet(given) {
      if (sought.size === 0 || !isPlain(given)) return;
      for (const key of Object.keys(given)) {
        const held = own(given, key);
        const rename = sought.get(held);
        const name = rename && holders.named(key, '');
        if (!name) continue;
        sought.delete(held);
        rename(name);
      }
    },
    beside(given) {
      if (!isPlain(given)) return {};
      const held = Object.keys(given).map((key) => [key, own(given, key)] as const);
      // Fields and menus of a library hand on yes or no and what sets it; an application hands on what it is about.
      if (!held.some(([, value]) => isObject(value) && known.has(value))) return {};
      return Object.fromEntries(held.filter(([, value]) => typeof value !== 'function' && !known.has(value)));
    },
  };
}
