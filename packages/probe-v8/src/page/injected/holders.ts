import type { Finder } from '../rooms/parts.js';
import type { Collector } from './collector.js';
import type { ValueReader } from './values.js';

/**
 * Recognises a state holder by its shape, wherever it was met: in a context, a hook, a closure, a global or on the heap. Methods
 * are called only where the holder is made for it (`getState`).
 */
export interface Holders {
  /** Registers the holder and what can be called on it; false when the value is none. */
  adopt(value: unknown, hint?: string): boolean;
  /** The holder that an object leads to, though it is none itself. */
  leadOf(value: object): object | undefined;
  /** The name to go by: the hint when a person wrote it, the fallback when a minifier did. */
  named(hint: string | undefined, fallback: string): string;
  /**
   * Tells a holder without a name from others of its kind: by what its state declares first, or its class, which the next document has too, whichever is met
   * first there. It keeps that while its state changes.
   */
  sign(holder: object, state: unknown): string;
  /** Offers the functions that a holder keeps among its data, but for those whose names are to be skipped. */
  methods(
    owner: string,
    address: string,
    holder: object,
    like: unknown,
    skip: RegExp,
    target?: unknown,
    certainty?: number,
  ): void;
  /** The rooms that know of holders. */
  learn(finders: readonly Finder[]): void;
  /** Begins a new reading. */
  reset(): void;
  /** Ends the search of a reading: what belongs to a store that was found meanwhile is added. */
  finish(): void;
}

export function createHolders(kit: { values: ValueReader; collector: Collector }): Holders {
  const { values, collector } = kit;
  const { own, names } = values;
  const signs = new WeakMap<object, string>();
  let finders: readonly Finder[] = [];
  const leastOfStore = 3;

  const holders: Holders = {
    named: (hint, fallback) =>
      hint &&
      hint.length > 2 &&
      !/^(value|store|state|api|client|ref|memo|use\w+|default|context|props|data|\d+|[a-z]{1,2}\d*)$/i.test(hint)
        ? hint
        : fallback,
    sign(holder, state) {
      const known = signs.get(holder);
      if (known !== undefined) return known;
      const isDeed = (from: unknown, name: string): boolean => name !== 'constructor' && typeof own(from, name) === 'function';
      const isNamed = typeof state === 'object' && state !== null && !Array.isArray(state) && !values.shapes.looksKeyed(state);
      const told = isNamed ? names(state) : [];
      const said = [told.find((name) => !isDeed(state, name)), told.find((name) => isDeed(state, name))];
      const made = typeof holder === 'object' ? (Object.getPrototypeOf(holder) as object | null) : null;
      const taught = told.length > 0 || !made || made === Object.prototype ? [] : Object.getOwnPropertyNames(made);
      const sign = [...said, taught.find((name) => isDeed(made, name))].filter((name) => name !== undefined).join();
      signs.set(holder, sign);
      return sign;
    },
    methods(owner, address, holder, like, skip, target = holder, certainty = 0.9) {
      for (const key of names(holder)) {
        const fn = own(holder, key);
        if (typeof fn !== 'function' || skip.test(key) || values.unwrap(fn) !== fn) continue;
        collector.callable({
          address: `${address}/${key}()`,
          name: key,
          kind: 'store_action',
          source: 'store',
          owner,
          parameters: collector.parametersOf(fn, like),
          certainty,
          targets: [address],
          call: (given) => collector.callWith(fn, target, given, like),
        });
      }
    },
    leadOf(value) {
      for (const { leadOf } of finders) {
        const lead = leadOf?.(value);
        if (lead) return lead;
      }
      return undefined;
    },
    learn(all) {
      finders = all;
    },
    reset() {
      for (const finder of finders) finder.reset?.();
    },
    finish() {
      for (const finder of finders) finder.finish?.();
    },
    adopt(value, hint) {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
      if (collector.seen.has(value)) return true;
      if (typeof value === 'function') {
        if (finders.some((finder) => finder.adoptFunction?.(value))) return true;
        // A store may be a function that has what a store has: `useCart.getState`.
        if (Object.keys(value).length < leastOfStore) return false;
      }
      try {
        for (const finder of finders)
          for (const kind of finder.holders ?? []) {
            if (!kind.test(value)) continue;
            kind.take(value, hint);
            collector.seen.add(value);
            return true;
          }
      } catch {
        return false;
      }
      return false;
    },
  };
  return holders;
}
