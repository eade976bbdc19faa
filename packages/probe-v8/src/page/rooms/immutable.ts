import type { Room } from './room.js';

/** Immutable collections are made to be turned into plain data. */
export const immutable: Room = {
  name: 'Immutable',
  inside: ({ own, meter }) => ({
    unwrap: (value) => {
      if (own(value, '_root') === undefined && own(value, '_tail') === undefined) return value;
      const { toJS } = value as { toJS?: unknown };
      return Object.getPrototypeOf(value) && typeof toJS === 'function' && meter.nodes > 0
        ? (toJS.call(value) as unknown)
        : value;
    },
  }),
};
