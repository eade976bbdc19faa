import type { Room } from './room.js';

/** Models keep their data in `attributes`, collections their models in a list. */
export const backbone: Room = {
  name: 'Backbone',
  globals: /^Backbone$/,
  fields: /^(_events|_listeners|_listenId|_previousAttributes)$/,
  classes: /^Listening$/,
  inside: ({ own, has }) => ({
    unwrap: (value) => {
      const attributes = has(value, 'cid') ? own(value, 'attributes') : undefined;
      if (typeof attributes === 'object') return attributes;
      const models = has(value, '_byId') ? own(value, 'models') : undefined;
      return Array.isArray(models) ? models : value;
    },
  }),
  finder: ({ values: { own }, collector, holders }) => ({
    holders: [
      {
        test: (value) => Array.isArray(own(value, 'models')) && own(value, '_byId') !== undefined,
        take: (collection, hint) => {
          const index = holders.number('backbone');
          const name = holders.named(hint, index === 0 ? 'collection' : `collection${index + 1}`);
          const value = own(collection, 'models');
          collector.place({ address: `backbone:${name}`, name, source: 'store', library: 'Backbone', value });
        },
      },
    ],
  }),
};
