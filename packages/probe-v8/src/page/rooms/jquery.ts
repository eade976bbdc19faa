import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** jQuery listens in the place of whoever wants to hear. The listeners themselves, whose closures lead to the application, it keeps in a table of each element. */
function createJquery({ values, collector, mounts }: RoomKit): Finder {
  const { own } = values;
  const mostListeners = 40;
  const keysIn = (element: object): string[] => Object.getOwnPropertyNames(element).filter((key) => /^jQuery\d{6,}$/.test(key));
  /** To ask the window for every name is a thousand names of the browser's: it is asked now and then. */
  const readingsBetween = 5;
  let ofWindow: string[] = [];
  let readings = 0;
  const keysInWindow = (): string[] => {
    if (readings++ % readingsBetween === 0) ofWindow = keysIn(globalThis);
    return ofWindow;
  };
  /** What hangs on an element, or, in old versions, lies in one cache under its number. */
  const eventsOf = (element: object, keys = keysIn(element)): object | undefined => {
    for (const key of keys) {
      const held = own(element, key);
      const data = typeof held === 'number' ? own(own(own(globalThis, 'jQuery'), 'cache'), String(held)) : held;
      const events = own(data, 'events');
      if (typeof events === 'object' && events !== null) return events;
    }
    return undefined;
  };
  return {
    heard(document, tell) {
      for (const { element, found } of mounts(document, (one) => eventsOf(one)))
        for (const type of Object.keys(found as object)) {
          const list = own(found, type);
          for (const entry of Array.isArray(list) ? list.slice(0, 20) : []) {
            const selector = own(entry, 'selector');
            if (typeof selector !== 'string' || selector === '') continue;
            let parts: ArrayLike<PageElement> = [];
            try {
              parts = element.querySelectorAll(selector);
            } catch {
              // Selectors of its own, that no browser knows.
            }
            for (let i = 0; i < parts.length && i < 200; i++) tell(parts[i] as PageElement, type);
          }
        }
    },
    find(document) {
      const tables = mounts(document, (element) => eventsOf(element)).map(({ found }) => found);
      const listeners = new Map<string, unknown>();
      for (const events of [eventsOf(globalThis, keysInWindow()), ...tables]) {
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
