import type { Room } from './room.js';

export const zustand: Room = {
  name: 'Zustand',
  finder: ({ values: { own }, collector, holders }) => {
    const isFn = (value: unknown): value is () => unknown => typeof value === 'function';
    return {
      holders: [
        {
          test: (value) => ['getState', 'setState', 'subscribe'].every((name) => isFn(own(value, name))),
          take: (api, hint) => {
            const state = (own(api, 'getState') as () => unknown)();
            const data = typeof state === 'object' && state !== null ? state : { value: state };
            const name = holders.named(hint, 'store');
            const sign = holders.sign(api, data);
            const address = collector.place({
              address: `zustand:${sign}`,
              name,
              source: 'store',
              library: 'Zustand',
              value: data,
            });
            holders.methods('store', address, data, data, /^_|^\$/);
          },
        },
      ],
    };
  },
};
