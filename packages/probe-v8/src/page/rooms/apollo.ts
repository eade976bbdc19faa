import type { Room } from './room.js';

export const apollo: Room = {
  name: 'Apollo Client',
  globals: /^__APOLLO/,
  finder: ({ values: { own }, collector }) => ({
    holders: [
      {
        test: (value) => own(value, 'queryManager') !== undefined && own(own(value, 'cache'), 'data') !== undefined,
        take: (client) => {
          const data = own(own(own(client, 'cache'), 'data'), 'data');
          collector.place({ address: 'apollo', name: 'store', source: 'store', library: 'Apollo Client', value: data });
        },
      },
    ],
  }),
};
