import type { Room } from './room.js';

/** Immutable's collections by their tries: nothing of theirs is called. */
export const immutable: Room = {
  name: 'Immutable',
  inside: ({ own }) => {
    const mostEntries = 20_000;
    /** What such a collection holds does not change, unless somebody is about to fill it. */
    const known = new WeakMap<object, object>();
    const entriesBelow = (root: unknown): Map<unknown, unknown> => {
      const all = new Map<unknown, unknown>();
      const nodes = [root];
      // What only looks like a trie may lead back to itself.
      for (let steps = 0; nodes.length > 0 && Math.max(steps, nodes.length, all.size) < mostEntries; steps++) {
        const node = nodes.pop();
        const entry = own(node, 'entry');
        const [entries, below] = [entry === undefined ? own(node, 'entries') : [entry], own(node, 'nodes')];
        if (Array.isArray(entries)) for (const one of entries.slice(0, mostEntries)) all.set(own(one, '0'), own(one, '1'));
        if (Array.isArray(below)) nodes.push(...below.slice(0, mostEntries).reverse());
      }
      return all;
    };
    const numberIn = (value: unknown, name: string): number => {
      const held = own(value, name);
      return typeof held === 'number' && held >= 0 ? held : 0;
    };
    /** A list is a trie by the bits of the places, five a level, and the rest of it beside. */
    const elementsOf = (list: object): unknown[] => {
      const [first, end, top] = [numberIn(list, '_origin'), numberIn(list, '_capacity'), Math.min(numberIn(list, '_level'), 30)];
      const rest = end < 32 ? 0 : ((end - 1) >>> 5) << 5;
      return Array.from({ length: Math.min(Math.max(0, end - first), mostEntries) }, (_, nth) => {
        const at = first + nth;
        let node = own(list, at >= rest ? '_tail' : '_root');
        for (let level = at >= rest ? 0 : top; level > 0; level -= 5) node = own(own(node, 'array'), (at >>> level) & 31);
        return own(own(node, 'array'), at & 31);
      });
    };
    /** The entries of a map, in their order where it keeps one; none of what only looks like one. */
    const entriesOf = (map: object): Map<unknown, unknown> | undefined => {
      const list = own(map, '_list') as object | undefined;
      const ordered =
        list && elementsOf(list).flatMap((one) => (Array.isArray(one) ? [[own(one, 0), own(one, 1)] as const] : []));
      const all = ordered ? new Map(ordered) : entriesBelow(own(map, '_root'));
      return all.size > 0 && all.size === own(map, 'size') ? all : undefined;
    };
    const plain = (all: ReadonlyMap<unknown, unknown>): object =>
      [...all.keys()].every((key) => typeof key === 'string') ? Object.fromEntries(all) : all;
    const isList = (value: unknown): boolean =>
      ['_origin', '_capacity', '_level'].every((name) => typeof own(value, name) === 'number');
    const opened = (value: object): object | undefined => {
      const size = own(value, 'size');
      if (size === undefined) return recordOf(value);
      if (isList(value)) return elementsOf(value);
      if (size === 0 && Object.getOwnPropertyDescriptor(value, '__ownerID'))
        return own(value, '_map') === undefined || own(value, '_list') !== undefined ? {} : [];
      if (own(value, '_root') !== undefined || own(value, '_list') !== undefined) {
        const all = entriesOf(value);
        return all && plain(all);
      }
      // A set is the keys of a map.
      const inner = own(value, '_map') as object | undefined;
      const all = inner && entriesOf(inner);
      return all && [...all.keys()];
    };
    /** A record has its values in the order of the names that its class has. */
    const recordOf = (value: object): object | undefined => {
      const values = own(value, '_values');
      const kind = isList(values) ? Object.getPrototypeOf(value) : undefined;
      const names = own(kind, '_keys');
      if (!Array.isArray(names)) return undefined;
      const held = elementsOf(values as object);
      const preset = own(kind, '_defaultValues');
      return Object.fromEntries(names.slice(0, mostEntries).map((name, nth) => [name, held[nth] ?? own(preset, name)]));
    };
    return {
      unwrap: (value) => {
        const found = known.get(value) ?? opened(value);
        if (found === undefined) return value;
        if (own(value, '__ownerID') === undefined) known.set(value, found);
        return found;
      },
    };
  },
};
