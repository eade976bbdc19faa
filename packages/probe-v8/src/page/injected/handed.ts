import type { Collector } from './collector.js';
import type { FreeWords } from './free-words.js';
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
  /** What makes the things that keep them, and the functions: after each maker all that its things keep, and null between them. */
  found(): (object | null)[];
  /** The functions that short ones of the maker's own script pass on to, in closures of little else: what was handed over is wrapped in them. Told as `found`. */
  within(makers: readonly object[], wrappers: readonly object[], lists: readonly unknown[]): (object | null)[];
}

export function createHanded(kit: {
  values: ValueReader;
  collector: Collector;
  scopes: Scopes;
  stock: Stock;
  freeWords: FreeWords;
}): Handed {
  const { values, collector, scopes, stock, freeWords } = kit;
  const { own } = values;
  const mostObjects = 4000;
  const mostFound = 120;
  const mostOfOne = 6;
  const mostWrappers = 24;
  const mostFields = 120;
  /** A wrapper and what it wraps are a few variables. */
  const mostVariables = 4;
  const mostSource = 300;
  const keptUnder = new WeakMap<object, string>();
  let pairs: { maker: WeakRef<object>; fn: WeakRef<object> }[] = [];

  type Entry = readonly [name: string, held: unknown];
  const heldBy = (object: object): Entry[] => {
    // A list may have holes.
    if (Array.isArray(object))
      return Array.from({ length: Math.min(object.length, mostFields) }, (_, at) => ['', own(object, `${at}`)]);
    const kind = Object.prototype.toString.call(object).slice(8, -1);
    if (kind === 'Map')
      return [...Map.prototype.entries.call(object)]
        .slice(0, mostFields)
        .map(([key, held]) => [typeof key === 'string' ? key : '', held]);
    if (kind === 'Set') return [...Set.prototype.values.call(object)].slice(0, mostFields).map((held) => ['', held]);
    return values
      .names(object)
      .slice(0, mostFields)
      .map((name) => [name, own(object, name)]);
  };
  /** Where all listeners are kept says nothing of what one of them is for. */
  const saysNothing =
    /^(?:|\d+|.{1,2}|[_$].*|\w*(?:handlers?|listeners?|callbacks?|events?|subscribers?|observers?|registry|map|list))$/i;

  /** It calls what it closes over. */
  const isWrapper = (fn: object): boolean => {
    const text = values.sourceOf(fn);
    return (
      text.length <= mostSource &&
      [...freeWords.of(fn)].some(
        (word) => text.includes(`${word}(`) || text.includes(`${word}.call(`) || text.includes(`${word}.apply(`),
      )
    );
  };

  /** What tells a function from others without asking where it is from: a library's are on each of its things. */
  const markOf = (fn: object): string => {
    const text = values.sourceOf(fn);
    return `${text.length} ${text.slice(0, 300)}`;
  };

  /** Every maker is told once: to ask where one is from is a call of the protocol, which the page has to answer. */
  const byMaker = (all: readonly (readonly [maker: object, fn: object])[]): (object | null)[] => {
    const groups = new Map<object, object[]>();
    for (const [maker, fn] of all) {
      const group = groups.get(maker) ?? [];
      groups.set(maker, group);
      group.push(fn);
    }
    return [...groups].flatMap(([maker, fns]) => [maker, ...fns, null]);
  };

  return {
    *search() {
      pairs = [];
      const seen = new Set<object>();
      const ofOne = new Map<object, number>();
      const marks = new Set<string>();
      const queue: { object: object; maker: object | undefined; under: string }[] = [];
      const add = (object: unknown, above: object | undefined, under = ''): void => {
        if (typeof object !== 'object' || object === null || seen.has(object) || seen.size >= mostObjects) return;
        if (stock.isElement(object) || object === globalThis) return;
        seen.add(object);
        queue.push({ object, maker: stock.makerOf(object) ?? above, under });
      };
      for (const object of scopes.near()) add(object, undefined);
      for (const [, object] of scopes.held()) add(object, undefined);
      // What a search of the heap found comes too late to lead on: what is told would depend on when.
      for (const { address, value } of collector.places) if (!address.startsWith('heap:')) add(value, undefined);
      for (let at = 0; at < queue.length && pairs.length < mostFound; at++) {
        const { object, maker, under } = queue[at] as (typeof queue)[number];
        if ((at & 15) === 0) yield undefined;
        let held: Entry[];
        try {
          held = heldBy(object);
        } catch {
          // Windows of other origins and the like let nobody look.
          continue;
        }
        for (const [name, one] of held) {
          const about = saysNothing.test(name) ? under : name;
          if (typeof one !== 'function') {
            add(one, maker, about);
            continue;
          }
          if (!maker || seen.has(one) || values.isNative(one)) continue;
          seen.add(one);
          const mark = markOf(one);
          // Wrappers are written alike, and each has something else in it.
          const wraps = isWrapper(one);
          if (marks.has(mark) && !wraps) continue;
          marks.add(mark);
          const count = ofOne.get(object) ?? 0;
          ofOne.set(object, count + 1);
          if (count >= (wraps ? mostWrappers : mostOfOne) || pairs.length >= mostFound) continue;
          scopes.hand(one);
          keptUnder.set(one, about);
          pairs.push({ maker: new WeakRef(maker), fn: new WeakRef(one) });
        }
      }
    },
    within: (makers, wrappers, lists) =>
      byMaker(
        makers.flatMap((maker, i): (readonly [object, object])[] => {
          const [scope] = scopes.around(lists[i]);
          const all = scope === undefined ? [] : values.names(scope);
          if (scope === undefined || all.length > mostVariables) return [];
          const held = all.map((name) => own(scope, name));
          // A text beside it says for which of several it was handed over: the key, the name of the command.
          const texts = held.filter((one) => typeof one === 'string' && one !== '' && one.length < 20);
          const called = texts.length === 1 ? `${keptUnder.get(wrappers[i] as object) ?? ''} ${texts[0]}`.trim() : undefined;
          return held.flatMap((fn): (readonly [object, object])[] => {
            if (typeof fn !== 'function' || values.isNative(fn)) return [];
            scopes.hand(fn, called);
            return [[maker, fn]];
          });
        }),
      ),
    found: () =>
      byMaker(
        pairs.flatMap(({ maker, fn }): (readonly [object, object])[] => {
          const [made, kept] = [maker.deref(), fn.deref()];
          return made && kept ? [[made, kept]] : [];
        }),
      ),
  };
}
