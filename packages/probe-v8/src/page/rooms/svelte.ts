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
    return {
      find(document) {
        // A live list gives its first elements without listing all of them.
        const all = document.getElementsByTagName('*');
        let library: string | undefined;
        for (let i = 0; i < 2000; i++) {
          const element = all[i];
          if (!element) break;
          if (Reflect.ownKeys(element).length === 0) continue;
          // Handlers that are delegated hang on the element: Svelte 5 has the function itself (`__click`) or all by their events, Solid (`$$click`) too.
          for (const key of Object.getOwnPropertyNames(element)) {
            if (!/^(__[a-z]+|\$\$[a-z]+)$/.test(key)) continue;
            const held = own(element, key);
            const handler = Array.isArray(held) ? held[0] : held;
            if (typeof handler !== 'function') continue;
            collector.functions.add(handler);
            library ??= key.startsWith('$') ? 'Solid' : 'Svelte';
          }
          const events = Object.getOwnPropertySymbols(element).find(({ description }) => description === 'events');
          const handlers = events && own(element, events);
          if (typeof handlers !== 'object' || handlers === null) continue;
          for (const key of Object.keys(handlers)) {
            const handler = own(handlers, key);
            if (typeof handler === 'function') collector.functions.add(handler);
          }
        }
        return library;
      },
    };
  },
};
