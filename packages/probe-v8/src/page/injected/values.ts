import type { RawNode } from '@substrate/core';
import type { Containers } from './containers.js';
import type { Meter } from './meter.js';
import type { Secrets } from './secrets.js';

/**
 * Reads any value of the page into nodes. Only data properties are read: a getter is application code. Containers that libraries
 * wrap around data (signals, observables, refs, models) are seen through by their own data fields.
 */
export interface ValueReader extends Containers {
  /** Null for what holds no state: functions, elements, promises, wrappers of nothing. */
  read(name: string, value: unknown, how?: ReadHow): RawNode | null;
  /** Begins to note what is met and whether a branch had more in it than its share of the budget. */
  attempt(): { starved(): boolean; undo(): void };
  /** Whether it is part of a tree that a framework keeps for itself. */
  isMachinery(value: object): boolean;
}

export interface ReadHow {
  /** What has a place of its own, and so is left out below the top. */
  readonly elsewhere?: ReadonlySet<unknown>;
  /** Objects that were read before, wherever that was, are left out below the top: all of them, or only those with much in them. */
  readonly once?: 'all' | 'large';
  readonly maxDepth?: number;
  /** How many times its even share of the budget a branch may take. */
  readonly generosity?: number;
}

export function createValueReader(kit: { meter: Meter; secrets: Secrets; containers: Containers }): ValueReader {
  const { meter, secrets, containers } = kit;
  const { own, has, names, crowdOf, unwrap, met } = containers;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  // Those of a subclass would be application code.
  const { entries: mapEntries, keys: mapKeys, values: mapValues } = Map.prototype;
  const { values: setValues } = Set.prototype;
  const sizeOf = (prototype: object) => getOwnPropertyDescriptor(prototype, 'size')?.get as () => unknown;
  const mapSize = sizeOf(Map.prototype);
  const setSize = sizeOf(Set.prototype);
  const tag = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  const nodes = (globalThis as { Node?: new () => object }).Node;
  const above: object[] = [];
  let how: ReadHow = {};
  let siblings = 0;
  let fresh: unknown[] = [];
  let starved = false;
  /** Objects that are still to be read as fields of an object near the top, and how deep that is: they are not told further down. */
  const due = new Map<unknown, number>();
  const plumbing =
    /^(\$\$|__(?!typename|ref)|_react|ng[A-Z]|_zone|zone_)|^(_events|_listeners|_listenId|_previousAttributes|_callbacks|_subscribers|observers|listeners|subscribers|nativeElement|elementRef|changeDetectorRef|cdr|destroy\$|_owner|_store|_tracking|owner|scheduler|isHydrating)$/;

  const leaf = (name: string, value: string | number | boolean | null, type?: string): RawNode | null => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (secrets.isSecretName(name) && value !== '') {
        return meter.take(20 + name.length) ? { name, kind: 'value', value: '[redacted]', secret: true } : null;
      }
    }
    let kept = value;
    if (typeof kept === 'string') {
      if (secrets.isSecretValue(kept)) {
        return meter.take(20 + name.length) ? { name, kind: 'value', value: '[redacted]', secret: true } : null;
      }
      if (kept.length > meter.limits.maxString) kept = `${kept.slice(0, meter.limits.maxString)}…`;
    }
    if (!meter.take(16 + name.length + (typeof kept === 'string' ? kept.length : 8))) return null;
    return type ? { name, kind: 'value', value: kept, type } : { name, kind: 'value', value: kept };
  };

  const list = (name: string, length: number, at: (i: number) => unknown, depth: number, type?: string): RawNode | null => {
    if (!meter.take(24 + name.length)) return null;
    const children: RawNode[] = [];
    const most = meter.limits.maxElements;
    // A grid is mostly empty: there, only what is filled counts.
    let empty = 0;
    for (let i = 0; i < length && i < 100; i++) if (at(i) === null || at(i) === undefined) empty++;
    const sparse = length > 10 && empty * 2 > Math.min(length, 100);
    for (let i = 0; i < length && i < 10_000 && children.length < most; i++) {
      if (sparse && (at(i) === null || at(i) === undefined)) continue;
      if (meter.nodes <= 0 || meter.late()) {
        meter.cut = true;
        break;
      }
      const child = visit(String(i), at(i), depth + 1);
      if (child) children.push(child);
    }
    const node: RawNode = { name, kind: 'list', children };
    const sized = children.length < length ? { ...node, size: length } : node;
    return type && type !== 'Array' ? { ...sized, type } : sized;
  };

  const fields = (name: string, target: object, depth: number, kind: 'object' | 'map', type?: string): RawNode | null => {
    if (!meter.take(24 + name.length)) return null;
    const children: RawNode[] = [];
    // Vue 2 turns data into getters of its own and marks the object: those are made to be read.
    const observed = has(target, '__ob__');
    const all = names(target);
    const crowd = crowdOf(target);
    if (crowd !== undefined) return { name, kind: 'map', children, size: crowd };
    const most = kind === 'map' ? meter.limits.maxElements : 1000;
    let size = 0;
    let told = kind;
    if (kind === 'object' && depth <= 2)
      for (const key of all.slice(0, 200)) {
        const held = plumbing.test(key) ? undefined : own(target, key);
        if (typeof held === 'object' && held !== null && !due.has(held)) due.set(held, depth + 1);
      }
    for (let at = 0; at < all.length; at++) {
      const key = all[at] as string;
      if (plumbing.test(key)) continue;
      const found = getOwnPropertyDescriptor(target, key);
      if (!found || (!found.enumerable && !observed && kind === 'map')) continue;
      size++;
      if (children.length >= most || meter.nodes <= 0 || meter.late()) {
        meter.cut = true;
        continue;
      }
      let value: unknown = found.value;
      if (!('value' in found)) {
        if (!observed || key === '__ob__') continue;
        try {
          value = (target as Record<string, unknown>)[key];
        } catch {
          children.push({ name: key, kind: 'omitted', omitted: 'threw' });
          continue;
        }
      }
      // How many are still to come tells how much this one may take.
      siblings = kind === 'object' ? all.length - at : 0;
      const child = visit(key, value, depth + 1);
      // A field without a name is what its owner is about: what is in it is told as the owner's own.
      if (key === '_' && child?.children) {
        children.push(...child.children.filter((inner) => !has(target, inner.name)));
        if (child.kind === 'map') told = 'map';
      } else if (child) children.push(child);
    }
    if (children.length === 0) return null;
    const node: RawNode = { name, kind: told, children };
    const sized = kind === 'map' && size > children.length && size > most ? { ...node, size } : node;
    return type ? { ...sized, type } : sized;
  };

  /** As many as would be shown: a collection may have millions. */
  const first = <T>(items: IterableIterator<T>): T[] => {
    const some: T[] = [];
    for (const item of items) {
      some.push(item);
      if (some.length > meter.limits.maxElements) break;
    }
    return some;
  };

  const structured = (name: string, value: object, depth: number): RawNode | null => {
    if (Array.isArray(value)) return list(name, value.length, (i) => own(value, String(i)), depth);
    if (value instanceof Date) {
      const time = Date.prototype.getTime.call(value);
      return Number.isNaN(time) ? leaf(name, null, 'Date') : leaf(name, new Date(time).toISOString(), 'Date');
    }
    const kind = tag(value);
    if (value instanceof Map || kind === 'Map') {
      const held = value as Map<unknown, unknown>;
      const size = mapSize.call(held) as number;
      const simple = first(mapKeys.call(held)).every(
        (key) => typeof key !== 'object' && typeof key !== 'function' && typeof key !== 'symbol',
      );
      if (!simple) {
        const items = first(mapValues.call(held));
        return list(name, size, (i) => items[i], depth, 'Map');
      }
      if (!meter.take(24 + name.length)) return null;
      const children: RawNode[] = [];
      for (const [key, item] of first(mapEntries.call(held))) {
        if (meter.nodes <= 0) break;
        const child = visit(String(key), item, depth + 1);
        if (child) children.push(child);
      }
      const node: RawNode = { name, kind: 'map', children };
      if (size <= children.length) return node;
      meter.cut = true;
      return { ...node, size };
    }
    if (value instanceof Set || kind === 'Set') {
      const held = value as Set<unknown>;
      const items = first(setValues.call(held));
      return list(name, setSize.call(held) as number, (i) => items[i], depth, 'Set');
    }
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      const bytes = (value as ArrayBuffer).byteLength;
      return meter.take(40) ? { name, kind: 'omitted', omitted: 'binary', size: bytes } : null;
    }
    if (kind === 'RegExp' || kind === 'URL') return leaf(name, String(value), kind);
    if (kind === 'Error' || value instanceof Error) {
      const message = own(value, 'message');
      return leaf(name, typeof message === 'string' ? message : String(tag(value)), 'Error');
    }
    if (kind === 'Number' || kind === 'String' || kind === 'Boolean')
      return leaf(name, (value as { valueOf(): string }).valueOf());
    // Whatever the browser itself provides is no state: elements, events, observers, promises, weak maps …
    if (kind !== 'Object' && !isPlainTagged(value)) return null;
    if (nodes !== undefined && value instanceof nodes) return null;
    if (has(value, '$$typeof') || has(value, '__v_isVNode') || isMachinery(value)) return null;
    const proto = getPrototypeOf(value) as object | null;
    const maker = proto ? own(proto, 'constructor') : undefined;
    const made = typeof maker === 'function' && maker !== Object ? own(maker, 'name') : undefined;
    const plain = proto === null || proto === Object.prototype || getPrototypeOf(proto) === null;
    return fields(
      name,
      value,
      depth,
      plain && looksKeyed(value) ? 'map' : 'object',
      typeof made === 'string' && made.length > 2 ? made : undefined,
    );
  };

  /** Trees that frameworks keep for themselves, met from the outside: fibers, vnodes, views, editors' own elements. */
  const isMachinery = (value: object): boolean =>
    (has(value, 'memoizedProps') && has(value, 'stateNode')) ||
    (has(value, 'containerInfo') && has(value, 'current')) ||
    has(value, '_internalRoot') ||
    (has(value, 'subTree') && has(value, 'vnode')) ||
    (has(value, '__k') && has(value, 'constructor')) ||
    (has(value, 'ctx') && has(value, 'fragment') && has(value, 'dirty')) ||
    (has(value, 'jquery') && has(value, 'length'));

  /** A class may name itself by `Symbol.toStringTag`; the browser's own objects inherit theirs from native prototypes. */
  const isPlainTagged = (value: object): boolean => {
    if (has(value, Symbol.toStringTag)) return true;
    const proto = getPrototypeOf(value) as object | null;
    const maker = proto ? own(proto, 'constructor') : undefined;
    return typeof maker === 'function' && !/\[native code\]/.test(Function.prototype.toString.call(maker));
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

  /** Small things are told again: which of many is the chosen one is a fact of its own. */
  const isRepeated = (value: object): boolean => {
    if (how.once === undefined || !met.has(value)) return false;
    if (how.once === 'all') return true;
    let left = 20;
    const count = (object: object, levels: number): void => {
      for (const key of names(object)) {
        if (left-- <= 0) return;
        const held = own(object, key);
        if (levels > 0 && typeof held === 'object' && held !== null) count(held, levels - 1);
      }
    };
    count(value, 3);
    return left <= 0;
  };

  const visit = (name: string, given: unknown, depth: number): RawNode | null => {
    let value = given;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return leaf(name, value);
      case 'number':
        return leaf(name, Number.isFinite(value) ? value : null);
      case 'bigint':
        return leaf(name, value.toString(), 'bigint');
      case 'undefined':
      case 'symbol':
        return null;
    }
    if (value === null) return leaf(name, null);
    meter.looked++;
    try {
      value = unwrap(value);
      if (typeof value === 'function' || value === undefined) return null;
      if (typeof value !== 'object' || value === null) return visit(name, value, depth);
      if (above.includes(value)) return null;
      if (depth > 1 && (how.elsewhere?.has(value) || isRepeated(value) || depth > (due.get(given) ?? depth))) return null;
      if (depth >= Math.min(meter.limits.maxDepth, how.maxDepth ?? 100))
        return meter.take(40) ? { name, kind: 'omitted', omitted: 'depth' } : null;
      above.push(value);
      for (const object of [value, given])
        if (!met.has(object)) {
          met.add(object);
          fresh.push(object);
        }
      // No branch takes all that is left, nor many times its even share: what is near the top tells most.
      const saved = meter.nodes;
      const even = Math.ceil(saved * Math.min(0.5, (6 * (how.generosity ?? 1)) / (siblings + 1)));
      const share = depth > 1 && depth < 6 ? Math.min(saved, Math.max(100, even)) : saved;
      meter.nodes = share;
      try {
        siblings = 0;
        return structured(name, value, depth);
      } finally {
        above.pop();
        if (meter.nodes <= 0 && share < saved) starved = true;
        meter.nodes = saved - (share - meter.nodes);
      }
    } catch {
      return meter.take(40) ? { name, kind: 'omitted', omitted: 'threw' } : null;
    }
  };

  return Object.assign(containers, {
    isMachinery,
    attempt: () => {
      fresh = [];
      starved = false;
      return {
        starved: () => starved,
        undo: () => {
          for (const object of fresh) met.delete(object);
        },
      };
    },
    read: (name: string, value: unknown, wanted: ReadHow = {}) => {
      above.length = 0;
      due.clear();
      how = wanted;
      return visit(name, value, 1);
    },
  });
}
