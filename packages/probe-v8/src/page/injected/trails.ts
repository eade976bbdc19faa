import type { Collector } from './collector.js';
import type { PageDocument } from './dom-types.js';
import type { Scopes } from './scopes.js';
import type { Stock } from './stock.js';
import type { ValueReader } from './values.js';

/**
 * Ways from where anybody can begin to an object that a search of the heap found, so that it is found without one in the next document. A trail begins at the
 * window, at a place that was found otherwise, at what a listener's closure holds, or at an element that the page hangs objects on, and goes on by the names
 * of fields, by the keys of maps, be they texts or elements (libraries keep so what belongs to an element without a mark on it), and by those of variables in
 * closures of functions on the way, which the debugger has to open.
 */
export interface Trails {
  /** The shortest trail to each of the objects to which there is one. Yields after every little piece of work. */
  find(wanted: ReadonlySet<object>): Generator<undefined, Map<object, readonly string[]>>;
  /** What the fields of these lead to, they themselves first. Yields as the other. */
  reach(starts: readonly object[]): Generator<undefined, object[]>;
  /** What lies at the end of a trail now. */
  walk(trail: readonly string[]): object | undefined;
  /** Functions that a walk came to and could not pass, and those that might lead to what `find` did not find; each is told once. */
  closed(): object[];
  /** What a function closes over, innermost scope first: held weakly. */
  open(fn: object, around: readonly object[]): void;
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
  const mostReached = 8000;
  const mostFields = 200;
  const mostElements = 3000;
  const longest = 8;
  /** Functions that are opened at once, and of those that one object has: they mostly share what they close over. */
  const mostClosed = 100;
  const mostAlike = 2;
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

  /**
   * Of the functions that were come upon, those nearest to where trails begin: two of an object or of a scope first, since those mostly share what they close over.
   * The rest of a scope is taken where there is room.
   */
  const closedAmong = (queue: readonly Step[]): object[] => {
    const alike = new Map<unknown, number>();
    const [apart, more]: [object[], object[]] = [[], []];
    for (const { object, before, name } of queue) {
      if (typeof object !== 'function' || values.isNative(object)) continue;
      const owner = before?.object ?? name.replace(/\/.*$/, '');
      const count = alike.get(owner) ?? 0;
      alike.set(owner, count + 1);
      if (opened.has(object)) continue;
      if (count < mostAlike) apart.push(object);
      else if (!before) more.push(object);
    }
    return [...apart, ...more].slice(0, mostClosed);
  };

  return {
    closed() {
      const all = [...shut];
      shut.clear();
      return all;
    },
    open(fn, around) {
      const variables = new Map<string, WeakRef<object>>();
      for (const scope of around)
        for (const name of values.variables(scope)) {
          if (variables.size >= mostFields) break;
          const held = own(scope, name);
          if (isHolder(held) && held !== fn && !variables.has(name)) variables.set(name, new WeakRef(held));
        }
      opened.set(fn, variables);
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
        const variables = [...(opened.get(object)?.keys() ?? [])].map((name) => `${into}${name}`);
        for (const name of [...fieldsOf(object), ...variables]) {
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
      if (trails.size < wanted.size) for (const fn of closedAmong(queue)) shut.add(fn);
      return trails;
    },
    *reach(starts) {
      const met = new Set(starts);
      let looked = 0;
      for (const object of met) {
        if ((++looked & 31) === 0) yield;
        for (const name of fieldsOf(object)) {
          const held = own(object, name);
          if (met.size >= mostReached) return [...met];
          if (typeof held === 'object' && held !== null && held !== globalThis && !stock.isElement(held)) met.add(held);
        }
      }
      return [...met];
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
