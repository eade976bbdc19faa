import type { Collector } from './collector.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Scopes } from './scopes.js';
import type { Stock } from './stock.js';
import type { ValueReader } from './values.js';

/**
 * Ways from where anybody can begin to an object that a search of the heap found, so that it is found without one in the next document. A trail begins at the
 * window, at a place that was found otherwise, at what a listener's closure holds, or at an element that the page hangs objects on, and goes on by the names
 * of fields, by the keys of maps, be they texts or elements (libraries keep so what belongs to an element without a mark on it), and by those of variables in
 * closures of functions, of private fields and of what functions are bound to, which the debugger has to open.
 */
export interface Trails {
  /** The shortest trail to each of the objects to which there is one. Yields after every little piece of work. */
  find(wanted: ReadonlySet<object>): Generator<undefined, Map<object, readonly string[]>>;
  /**
   * Goes wherever there is a way: begins `anew`, or goes on with what was opened since. What it can't pass, nearest first, is the next that is `closed`. Yields as
   * the other.
   */
  wander(anew: boolean): Generator<undefined, void>;
  /** The objects that it came to, and forgets then: nothing is kept alive by having been come to. */
  gathered(): object[];
  /** What lies at the end of a trail now. */
  walk(trail: readonly string[]): object | undefined;
  /** Functions, and objects with private fields, that a walk came to and could not pass, and those that might lead to what `find` did not find; each is told once. */
  closed(): object[];
  /** What a function closes over, innermost scope first, or the private fields of an object: held weakly. */
  open(one: object, around: readonly object[]): void;
}

export function createTrails(kit: {
  values: ValueReader;
  collector: Collector;
  scopes: Scopes;
  stock: Stock;
  document: PageDocument;
  builtin: ReadonlySet<string>;
}): Trails {
  const { values, collector, scopes, stock, document, builtin } = kit;
  const { own } = values;
  const mostObjects = 60_000;
  const mostFields = 200;
  const mostElements = 3000;
  const longest = 8;
  /** What is opened at once; of the functions that one object or scope has, since they mostly share what they close over; and of those that are written alike, or objects of a class. */
  const mostClosed = 100;
  const mostTogether = 2;
  const mostAlike = 4;
  /** A step into the closure of a function, to an entry of a map, and to what one has for an element. */
  const into = '() ';
  const entry = '[] ';
  const forElement = '# ';
  const mostNamed = 500;
  const { get: getOfMap, entries: entriesOfMap } = Map.prototype;
  const { get: getOfWeak } = WeakMap.prototype;

  const opened = new WeakMap<object, ReadonlyMap<string, WeakRef<object>>>();
  const shut = new Set<object>();

  interface Step {
    readonly object: object;
    readonly before: Step | undefined;
    readonly name: string;
    readonly length: number;
  }

  const isHolder = (value: unknown): value is object =>
    (typeof value === 'object' || typeof value === 'function') && value !== null;

  const elementAt = (selector: string): object | undefined => document.querySelectorAll(selector)[0];

  const selectorOf = (element: { readonly id?: unknown; readonly localName?: unknown }): string | undefined => {
    const { id, localName } = element;
    if (typeof id === 'string' && /^[A-Za-z][\w-]*$/.test(id)) return `#${id}`;
    return typeof localName === 'string' && elementAt(localName) === element ? localName : undefined;
  };

  const nowhere = () => ({ seen: new Set<object>(), queue: [] as Step[], at: 0 });
  let wandered = nowhere();
  const come = (before: Step | undefined, name: string, held: unknown): void => {
    const { seen, queue } = wandered;
    if (!isHolder(held) || seen.has(held) || queue.length >= mostObjects) return;
    if (before && typeof held === 'object' && (held === globalThis || stock.isElement(held))) return;
    seen.add(held);
    queue.push({ object: held, before, name, length: (before?.length ?? 0) + 1 });
  };

  /** What hangs on elements, by whatever name; on those in the shadow of others too. */
  const comeToHung = function* (within: Pick<PageDocument, 'querySelectorAll'>): Generator<undefined, void> {
    const elements = within.querySelectorAll('*');
    for (let i = 0; i < elements.length && i < mostElements; i++) {
      if ((i & 31) === 31) yield;
      const element = elements[i] as PageElement;
      for (const key of Reflect.ownKeys(element)) come(undefined, '', own(element, key as string));
      if (element.shadowRoot) yield* comeToHung(element.shadowRoot);
    }
  };

  /** Elements that a weak map is asked for: it does not tell which it has. */
  let named: readonly (readonly [selector: string, element: object])[] | undefined;
  const namedNow = () => {
    named ??= Array.from(document.querySelectorAll('[id],body')).flatMap((element, at): [string, object][] => {
      const selector = at < mostNamed ? selectorOf(element) : undefined;
      return selector === undefined ? [] : [[selector, element]];
    });
    return named;
  };
  const keysOf = (map: Map<unknown, unknown>): readonly string[] => {
    const keys: string[] = [];
    let looked = 0;
    for (const [key] of entriesOfMap.call(map)) {
      if (++looked > mostFields) break;
      const selector = typeof key === 'object' && key !== null && stock.isElement(key) ? selectorOf(key) : undefined;
      if (typeof key === 'string') keys.push(`${entry}${key}`);
      else if (selector !== undefined) keys.push(`${forElement}${selector}`);
    }
    return keys;
  };

  /** Where trails begin: a name that can be found again, and the object there. */
  const beginnings = function* (): Generator<[string, object]> {
    yield ['window', globalThis];
    for (const { address, value, source } of collector.places)
      if (!address.startsWith('heap:') && source !== 'global' && isHolder(value)) yield [`place ${address}`, value];
    for (const [way, object] of scopes.held()) yield [`closure ${way}`, object];
    const elements = document.querySelectorAll('*');
    for (let i = 0; i < elements.length && i < mostElements; i++) {
      const element = elements[i] as object;
      if (Object.keys(element).length === 0) continue;
      const selector = selectorOf(element);
      if (selector !== undefined) yield [`element ${selector}`, element];
    }
  };

  const fieldsOf = (object: object): readonly string[] => {
    if (object === globalThis) return Object.getOwnPropertyNames(object).filter((name) => !builtin.has(name));
    if (typeof object === 'function') return Object.keys(object).slice(0, mostFields);
    if (Array.isArray(object)) return Array.from({ length: Math.min(object.length, 50) }, (_, i) => String(i));
    if (object instanceof Map) return [...keysOf(object), ...values.names(object)];
    if (object instanceof WeakMap)
      return namedNow().flatMap(([selector, element]) => (getOfWeak.call(object, element) ? [`${forElement}${selector}`] : []));
    return values.names(object).slice(0, mostFields);
  };

  const stepOf = (object: object, name: string): unknown => {
    if (object instanceof Map && name.startsWith(entry)) return getOfMap.call(object, name.slice(entry.length));
    const element = name.startsWith(forElement) ? elementAt(name.slice(forElement.length)) : undefined;
    if (element && object instanceof Map) return getOfMap.call(object, element);
    if (element && object instanceof WeakMap) return getOfWeak.call(object, element);
    if (!name.startsWith(into)) return own(object, name);
    const variables = opened.get(object);
    if (!variables && shut.size < mostClosed) shut.add(object);
    return variables?.get(name.slice(into.length))?.deref();
  };

  const behind = (object: object): readonly string[] => Array.from(opened.get(object)?.keys() ?? [], (name) => `${into}${name}`);

  /** Where one can go on from an object; from windows of other origins, and the like, nowhere. */
  const waysOn = (object: object): readonly string[] => {
    try {
      return [...fieldsOf(object), ...behind(object)];
    } catch {
      return [];
    }
  };

  const look = (step: Step, names: readonly string[]): void => {
    for (const name of names)
      try {
        come(step, name, stepOf(step.object, name));
      } catch {
        // Nobody may look.
      }
  };

  const isBound = (fn: object): boolean => String(own(fn, 'name')).startsWith('bound ') && own(fn, 'prototype') === undefined;

  const isShut = (one: object): boolean => {
    try {
      return typeof one === 'function' ? !values.isNative(one) || isBound(one) : values.hidden.hasPrivate(one);
    } catch {
      return false;
    }
  };

  /** The debugger tells of a function whatever hangs on it, and spells out errors among that: a method of such a class has the same closure. */
  const standIn = (one: object): object => {
    const proto = typeof one === 'function' && Object.keys(one).length > 0 ? own(one, 'prototype') : undefined;
    if (typeof proto !== 'object' || proto === null) return one;
    const methods = Object.getOwnPropertyNames(proto).map((name) => (name === 'constructor' ? undefined : own(proto, name)));
    return methods.find((held): held is object => typeof held === 'function' && Object.keys(held).length === 0) ?? one;
  };
  const standsFor = new WeakMap<object, object>();

  /** What was come upon and is closed still, as far as it is worth to be opened: with `all`, the rest of what one scope has where there is room. */
  const shutAmong = function* (queue: readonly Step[], all: boolean): Generator<undefined, void> {
    const [first, rest]: [object[], object[]] = [[], []];
    const [together, alike] = [new Map<unknown, number>(), new Map<unknown, number>()];
    const isOneOf = (counts: Map<unknown, number>, kind: unknown, most: number): boolean => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= most;
    };
    const isFirst = ({ object, before, name }: Step): boolean =>
      typeof object === 'function'
        ? isOneOf(together, before?.object ?? name.replace(/\/.*$/, ''), mostTogether) &&
          isOneOf(alike, isBound(object) ? own(object, 'name') : values.sourceOf(object), mostAlike)
        : isOneOf(alike, Object.getPrototypeOf(object), mostAlike);
    for (const [at, step] of queue.entries()) {
      if ((at & 127) === 127) yield;
      const { object, before } = step;
      if (!isShut(object)) continue;
      const isNear = isFirst(step);
      if (opened.has(object)) continue;
      if (isNear) first.push(object);
      else if (all && !before && typeof object === 'function') rest.push(object);
    }
    for (const one of [...first, ...rest].slice(0, mostClosed)) shut.add(one);
  };

  return {
    closed() {
      const all = [...shut];
      shut.clear();
      return all.map((one) => {
        const stand = standIn(one);
        standsFor.set(stand, one);
        return stand;
      });
    },
    open(given, around) {
      const one = standsFor.get(given) ?? given;
      const variables = new Map<string, WeakRef<object>>();
      for (const scope of around)
        for (const name of values.variables(scope)) {
          if (variables.size >= mostFields) break;
          const held = own(scope, name);
          if (isHolder(held) && held !== one && !variables.has(name)) variables.set(name, new WeakRef(held));
        }
      opened.set(one, variables);
    },
    *find(wanted) {
      named = undefined;
      const trails = new Map<object, readonly string[]>();
      const seen = new Set<object>();
      const queue: Step[] = [];
      const tops = new Set<object>();
      for (const [name, object] of beginnings()) {
        queue.push({ object, before: undefined, name, length: 1 });
        tops.add(object);
      }
      for (let at = 0; at < queue.length && at < mostObjects && trails.size < wanted.size; at++) {
        if ((at & 31) === 31) yield;
        const step = queue[at] as Step;
        const { object, length } = step;
        if (wanted.has(object) && !trails.has(object)) {
          const names: string[] = [];
          for (let one: Step | undefined = step; one; one = one.before) names.unshift(one.name);
          trails.set(object, names);
        }
        if (length >= longest || queue.length >= mostObjects) continue;
        for (const name of waysOn(object)) {
          let held: unknown;
          try {
            held = stepOf(object, name);
          } catch {
            continue;
          }
          if (!isHolder(held) || seen.has(held) || tops.has(held) || (typeof held === 'object' && stock.isElement(held)))
            continue;
          seen.add(held);
          queue.push({ object: held, before: step, name, length: length + 1 });
        }
      }
      if (trails.size < wanted.size) yield* shutAmong(queue, true);
      return trails;
    },
    *wander(anew) {
      if (anew) {
        named = undefined;
        wandered = nowhere();
        for (const [name, object] of beginnings()) {
          come(undefined, name, object);
          if ((wandered.queue.length & 31) === 31) yield;
        }
        yield* comeToHung(document);
      }
      const { queue } = wandered;
      for (const [at, step] of queue.slice(0, wandered.at).entries()) {
        if ((at & 255) === 255) yield;
        look(step, behind(step.object));
      }
      for (; wandered.at < queue.length; wandered.at++) {
        if ((wandered.at & 31) === 31) yield;
        const step = queue[wandered.at] as Step;
        look(step, waysOn(step.object));
      }
      yield* shutAmong(queue, false);
    },
    gathered() {
      const { queue } = wandered;
      wandered = nowhere();
      return queue.map(({ object }) => object).filter((object) => typeof object === 'object');
    },
    walk([first = '', ...names]) {
      const [kind, rest] = [first.slice(0, first.indexOf(' ')), first.slice(first.indexOf(' ') + 1)];
      let now: unknown = globalThis;
      if (kind === 'element') now = elementAt(rest);
      else if (kind === 'closure') now = scopes.heldAt(rest);
      else if (kind === 'place') now = collector.places.find(({ address }) => address === rest)?.value;
      for (const name of names) now = isHolder(now) ? stepOf(now, name) : undefined;
      return typeof now === 'object' && now !== null ? now : undefined;
    },
  };
}
