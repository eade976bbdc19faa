import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** One listener of the document serves all: who is to hear hangs on the elements, and their closures hold the signals. */
function createSolid({ values, collector, mounts }: RoomKit): Finder {
  const mostListeners = 40;
  const heardBy = (element: object): unknown[] | undefined => {
    const keys = Object.getOwnPropertyNames(element).filter((key) => /^\$\$[a-z]+$/.test(key));
    return keys.length === 0
      ? undefined
      : keys.map((key) => values.own(element, key)).filter((held) => typeof held === 'function');
  };
  return {
    find(document) {
      const listeners = new Map<string, unknown>();
      for (const { found } of mounts(document, heardBy))
        for (const fn of found as object[]) listeners.set(Function.prototype.toString.call(fn), fn);
      for (const fn of [...listeners.values()].slice(0, mostListeners)) collector.functions.add(fn);
    },
  };
}

/** A signal is an object behind bound accessors. */
export const solid: Room = {
  name: 'Solid',
  variables: /^(un)?wrappedStore$|^isArray$|^(set)?[tT]ransPending$/,
  inside: ({ own, has, symbolNamed }) => ({
    unwrap: (value) => {
      if (has(value, 'observerSlots') && has(value, 'observers') && has(value, 'value')) return own(value, 'value');
      // A list in a store has its elements when it is asked for them.
      return Array.isArray(value) && symbolNamed(value, 'solid-proxy') ? Array.from(value as unknown[]) : value;
    },
    isSignal: (value) => own(value, 'observerSlots') !== undefined,
    // A store tells its fields when it is asked for them.
    hasGetters: (value) => symbolNamed(value, 'solid-proxy') !== undefined,
  }),
  finder: createSolid,
};
