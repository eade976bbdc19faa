import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** jQuery listens in the place of whoever wants to hear. The listeners themselves, whose closures lead to the application, it keeps in a table of each element. */
function createJquery({ values, collector, mounts }: RoomKit): Finder {
  const { own } = values;
  const mostListeners = 40;
  /** What hangs on an element, or, in old versions, lies in one cache under its number. */
  const eventsOf = (element: object): object | undefined => {
    for (const key of Object.getOwnPropertyNames(element)) {
      if (!/^jQuery\d{6,}$/.test(key)) continue;
      const held = own(element, key);
      const data = typeof held === 'number' ? own(own(own(globalThis, 'jQuery'), 'cache'), String(held)) : held;
      const events = own(data, 'events');
      if (typeof events === 'object' && events !== null) return events;
    }
    return undefined;
  };
  return {
    find(document) {
      const tables = mounts(document, eventsOf).map(({ found }) => found);
      const listeners = new Map<string, unknown>();
      for (const events of [eventsOf(globalThis), ...tables]) {
        for (const type of Object.keys(events ?? {})) {
          const list = own(events, type);
          for (const entry of Array.isArray(list) ? list.slice(0, 20) : []) {
            const handler = own(entry, 'handler');
            if (typeof handler === 'function') listeners.set(Function.prototype.toString.call(handler), handler);
          }
        }
      }
      // Of very many, some of every part of the page.
      const all = [...listeners.values()];
      const step = Math.max(1, all.length / mostListeners);
      for (let at = 0; at < all.length; at += step) collector.functions.add(all[Math.floor(at)]);
    },
  };
}

export const jquery: Room = {
  name: 'jQuery',
  globals: /^(\$|jQuery\d*)$/,
  generatedNames: /^(ui-id|yui)[-_]\w*\d/,
  inside: ({ has }) => ({ isMachinery: (value) => has(value, 'jquery') && has(value, 'length') }),
  finder: createJquery,
};
