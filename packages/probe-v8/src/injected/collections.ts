import type { Sight } from './sight.js';

/**
 * What has parts that are no properties: maps, and objects of the platform that hold names and values. The built-in ones are read through their own prototypes,
 * since those of a subclass would be application code.
 */
export interface Collections {
  /** The number of elements of what has elements. */
  sizeOf(value: object): number | undefined;
  /** The entries of a map from one on up to another, by names that differ. Keys that are objects are called by what they call themselves. */
  entriesOf(map: object, from: number, to: number, secretKeys: boolean): Generator<Entry, void>;
  /** The names and values of `Headers`, `FormData` and the like, facts of a `File` or `Blob`; undefined for anything else. */
  pairsOf(value: object): readonly Entry[] | undefined;
}

export type Entry = readonly [name: string, value: unknown];

export function createCollections(kit: { sight: Sight; isSecretText(text: string): boolean }): Collections {
  const { sight, isSecretText } = kit;
  const { own, isProxy, kindOf, prototypeOf } = sight;
  const { getOwnPropertyDescriptor } = Object;
  const mapEntries = Map.prototype.entries;
  const mapSize = getOwnPropertyDescriptor(Map.prototype, 'size')?.get as () => number;
  const setSize = getOwnPropertyDescriptor(Set.prototype, 'size')?.get as () => number;

  /** What an object that serves as a key is called, by itself. */
  const idOf = (key: unknown): string | undefined => {
    if (key === null || typeof key !== 'object') return undefined;
    for (const field of ['id', 'name', 'key', 'path', 'url']) {
      const id = own(key, field);
      if (typeof id === 'number' || (typeof id === 'string' && id !== '' && id.length <= 100 && !isSecretText(id)))
        return String(id);
    }
    return undefined;
  };

  /** A plain object or list that is not empty. */
  const hasParts = (value: unknown): boolean => {
    if (value === null || typeof value !== 'object' || isProxy(value)) return false;
    const prototype = prototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
    return isPlain && Object.keys(value).length > 0;
  };

  /** A name that no entry before it has: keys that differ in type may read the same. */
  const distinct = (): ((name: string) => string) => {
    const names = new Set<string>();
    return (name) => {
      const once = names.has(name) ? `${name}#${names.size}` : name;
      names.add(once);
      return once;
    };
  };

  const entriesOf: Collections['entriesOf'] = function* (map, from, to, secretKeys) {
    const once = distinct();
    let at = 0;
    for (const [key, value] of mapEntries.call(map as Map<unknown, unknown>)) {
      if (at >= to) return;
      // Under a secret name the keys are the secrets.
      const isPlain =
        !secretKeys && (typeof key === 'string' ? !isSecretText(key) : typeof key === 'number' || typeof key === 'boolean');
      const said = secretKeys ? undefined : isPlain ? String(key) : idOf(key);
      const name = once(said ?? `#${at}`);
      // What a key without a name says is a part of the entry.
      const isTold = said !== undefined || secretKeys || !hasParts(key);
      if (at++ >= from) yield [name, isTold ? value : { key, value }];
    }
  };

  type Reading = (value: object) => readonly Entry[];
  const paired = ['URLSearchParams', 'Headers', 'FormData'];
  const facets: Record<string, readonly string[]> = { File: ['name', 'size', 'type', 'lastModified'], Blob: ['size', 'type'] };
  const readings = new WeakMap<object, Reading | null>();
  /** Known by the platform's own classes, which are not loaded for it, and read by those alone. */
  const readingOf = (prototype: object): Reading | null => {
    const isOf = (name: string): boolean => own(own(globalThis, name), 'prototype') === prototype;
    if (paired.some(isOf)) {
      const entries = own(prototype, 'entries');
      return (value) => Array.from((entries as () => Iterable<[string, unknown]>).call(value));
    }
    const fields = Object.entries(facets).find(([name]) => isOf(name))?.[1];
    if (!fields) return null;
    const getters = fields.flatMap((field) => {
      for (let at: object | null = prototype; at !== null; at = prototypeOf(at)) {
        const get = getOwnPropertyDescriptor(at, field)?.get;
        if (get) return [[field, get] as const];
      }
      return [];
    });
    return (value) => getters.map(([field, get]) => [field, get.call(value)] as const);
  };

  return {
    sizeOf: (value) => {
      if (Array.isArray(value)) return value.length;
      const kind = kindOf(value);
      return kind === 'Map' ? mapSize.call(value) : kind === 'Set' ? setSize.call(value) : undefined;
    },
    entriesOf,
    pairsOf: (value) => {
      const prototype = prototypeOf(value);
      if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) return undefined;
      let reading = readings.get(prototype);
      if (reading === undefined) {
        reading = readingOf(prototype);
        readings.set(prototype, reading);
      }
      try {
        const once = distinct();
        return reading?.(value).map(([name, held]) => [once(name), held] as const);
      } catch {
        // Something that only looks like one.
        return undefined;
      }
    },
  };
}
