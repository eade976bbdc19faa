import type { Collector } from './collector.js';
import type { Scopes } from './scopes.js';
import type { Stock } from './stock.js';
import type { ValueReader } from './values.js';

/**
 * Functions that things keep for who handed them over: listeners of an emitter, callbacks among options. Where a library listens to the page and the
 * application to the library, the application's variables are in the closures of these, and of no listener of the page.
 */
export interface Handed {
  /** Looks for them from what the listeners of the page hold. Yields after every little piece of work. */
  search(): Generator<undefined, void>;
  /** What makes the thing that keeps it, and the function: one after the other. */
  found(): object[];
}

export function createHanded(kit: { values: ValueReader; collector: Collector; scopes: Scopes; stock: Stock }): Handed {
  const { values, collector, scopes, stock } = kit;
  const { own } = values;
  const mostObjects = 4000;
  const mostFound = 120;
  const mostOfOne = 6;
  const mostFields = 120;
  let pairs: { maker: WeakRef<object>; fn: WeakRef<object> }[] = [];

  const heldBy = (object: object): unknown[] => {
    if (Array.isArray(object)) return object.slice(0, mostFields);
    const kind = Object.prototype.toString.call(object).slice(8, -1);
    if (kind === 'Map') return [...Map.prototype.values.call(object)].slice(0, mostFields);
    if (kind === 'Set') return [...Set.prototype.values.call(object)].slice(0, mostFields);
    return values
      .names(object)
      .slice(0, mostFields)
      .map((name) => own(object, name));
  };

  /** What tells a function from others without asking where it is from: a library's are on each of its things. */
  const markOf = (fn: object): string => {
    const text = values.sourceOf(fn);
    return `${text.length} ${text.slice(0, 300)}`;
  };

  return {
    *search() {
      pairs = [];
      const seen = new Set<object>();
      const ofOne = new Map<object, number>();
      const marks = new Set<string>();
      const queue: { object: object; maker: object | undefined }[] = [];
      const add = (object: unknown, above: object | undefined): void => {
        if (typeof object !== 'object' || object === null || seen.has(object) || seen.size >= mostObjects) return;
        if (stock.isElement(object) || object === globalThis) return;
        seen.add(object);
        queue.push({ object, maker: stock.makerOf(object) ?? above });
      };
      for (const object of scopes.near()) add(object, undefined);
      // What a search of the heap found comes too late to lead on: what is told would depend on when.
      for (const { address, value } of collector.places) if (!address.startsWith('heap:')) add(value, undefined);
      for (let at = 0; at < queue.length && pairs.length < mostFound; at++) {
        const { object, maker } = queue[at] as (typeof queue)[number];
        if ((at & 15) === 0) yield undefined;
        let held: unknown[];
        try {
          held = heldBy(object);
        } catch {
          // Windows of other origins and the like let nobody look.
          continue;
        }
        for (const one of held) {
          if (typeof one !== 'function') {
            add(one, maker);
            continue;
          }
          if (!maker || seen.has(one) || values.isNative(one)) continue;
          seen.add(one);
          const mark = markOf(one);
          if (marks.has(mark)) continue;
          marks.add(mark);
          const count = ofOne.get(object) ?? 0;
          ofOne.set(object, count + 1);
          if (count >= mostOfOne || pairs.length >= mostFound) continue;
          scopes.hand(one);
          pairs.push({ maker: new WeakRef(maker), fn: new WeakRef(one) });
        }
      }
    },
    found: () =>
      pairs.flatMap(({ maker, fn }) => {
        const both = [maker.deref(), fn.deref()];
        return both.every((one) => one !== undefined) ? (both as object[]) : [];
      }),
  };
}
