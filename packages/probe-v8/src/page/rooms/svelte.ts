import type { PageDocument, PageElement } from '../injected/dom-types.js';
import type { Room } from './room.js';

/** Sources of Svelte 5, and components of 4 (`$$.ctx`). What components keep is in closures, to which the handlers on elements lead. */
export const svelte: Room = {
  name: 'Svelte',
  globals: /^__(SVELTE|svelte)/,
  variables: /^(\w+_callbacks|dirty_components|update_scheduled|flushidx|is_hydrating|subscriber_queue)$/,
  generatedNames: /^svelte-/,
  inside: ({ own, has }) => ({
    unwrap: (value) => (has(value, 'reactions') && has(value, 'equals') && has(value, 'v') ? own(value, 'v') : value),
    isSignal: (value) => own(value, 'reactions') !== undefined && own(value, 'equals') !== undefined,
    isMachinery: (value) => has(value, 'ctx') && has(value, 'fragment') && has(value, 'dirty'),
  }),
  finder: ({ values, collector }) => {
    const { own } = values;
    /** What a component of 5 subscribed to, by the names that its source has for it (`$cart`): builds leave those. */
    const subscribed = (value: object): [name: string, store: unknown, now: unknown][] => {
      if (Object.getPrototypeOf(value) !== Object.prototype) return [];
      const names = Object.keys(value);
      if (names.length === 0 || !names.every((name) => name.startsWith('$'))) return [];
      return names.map((name) => {
        const entry = own(value, name);
        return [name.slice(1), own(entry, 'store'), own(own(entry, 'source'), 'v')];
      });
    };
    /** Stores that were told, by their names. */
    const told = new Map<string, unknown[]>();
    /** Handlers that are delegated hang on the element: Svelte 5 has the function itself (`__click`) or all by their events, Solid (`$$click`) too. */
    const delegated = (
      document: PageDocument,
      met: (element: PageElement, type: string, handler: object, of: string) => void,
    ) => {
      // A live list gives its first elements without listing all of them.
      const all = document.getElementsByTagName('*');
      for (let i = 0; i < 2000; i++) {
        const element = all[i];
        if (!element) break;
        if (Reflect.ownKeys(element).length === 0) continue;
        for (const key of Object.getOwnPropertyNames(element)) {
          if (!/^(__[a-z]+|\$\$[a-z]+)$/.test(key)) continue;
          const held = own(element, key);
          const handler = Array.isArray(held) ? held[0] : held;
          if (typeof handler === 'function') met(element, key.slice(2), handler, key.startsWith('$') ? 'Solid' : 'Svelte');
        }
        const events = Object.getOwnPropertySymbols(element).find(({ description }) => description === 'events');
        const handlers = events && own(element, events);
        if (typeof handlers !== 'object' || handlers === null) continue;
        for (const type of Object.keys(handlers)) {
          const handler = own(handlers, type);
          if (typeof handler === 'function') met(element, type, handler, 'Svelte');
        }
      }
    };
    return {
      reset: () => told.clear(),
      holders: [
        {
          test: (value) => {
            const all = subscribed(value);
            return all.length > 0 && all.every(([, store]) => typeof own(store, 'subscribe') === 'function');
          },
          take(value) {
            for (const [name, store, now] of subscribed(value)) {
              const others = told.get(name) ?? [];
              if (others.includes(store)) continue;
              told.set(name, [...others, store]);
              const called = others.length === 0 ? name : `${name}${others.length + 1}`;
              collector.place({ address: `svelte:${called}`, name: called, source: 'store', library: 'Svelte', value: now });
            }
          },
        },
      ],
      heard: (document, tell) => delegated(document, tell),
      find(document) {
        let library: string | undefined;
        delegated(document, (_, __, handler, of) => {
          collector.functions.add(handler);
          library ??= of;
        });
        return library;
      },
    };
  },
};
