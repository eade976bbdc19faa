import type { Room } from './room.js';

/** Immutable collections are made to be turned into plain data; a map that can't be is read by its trie. */
export const immutable: Room = {
  name: 'Immutable',
  inside: ({ own, meter }) => {
    const mostEntries = 20_000;
    /** What such a map holds does not change. */
    const known = new WeakMap<object, Map<unknown, unknown>>();
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
    return {
      unwrap: (value) => {
        const root = own(value, '_root');
        if (root === undefined && own(value, '_tail') === undefined) return value;
        const { toJS } = value as { toJS?: unknown };
        if (!Object.getPrototypeOf(value) || meter.nodes <= 0) return value;
        if (typeof toJS === 'function') return toJS.call(value) as unknown;
        const all = known.get(value) ?? entriesBelow(root);
        known.set(value, all);
        return all.size > 0 && all.size === own(value, 'size') ? all : value;
      },
    };
  },
};
