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
        for (let i = 0; i < 2000; i++) {
          const element = all[i];
          if (!element) break;
          if (Reflect.ownKeys(element).length === 0) continue;
          for (const key of Object.getOwnPropertyNames(element)) {
            if (!/^(__[a-z]+|\$\$[a-z]+)$/.test(key)) continue;
            // Delegated handlers: Svelte 5 (`__click`) hangs the function itself on the element, as Solid does (`$$click`).
            const held = own(element, key);
            if (typeof held === 'function') collector.functions.add(held);
            else if (Array.isArray(held) && typeof held[0] === 'function') collector.functions.add(held[0]);
          }
          for (const symbol of Object.getOwnPropertySymbols(element)) {
            const held = own(element, symbol);
            if (typeof held !== 'object' || held === null) continue;
            for (const key of Object.keys(held))
              if (typeof own(held, key) === 'function') collector.functions.add(own(held, key));
          }
        }
      },
    };
  },
};
