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
            const index = holders.number('zustand');
            const state = (own(api, 'getState') as () => unknown)();
            const data = typeof state === 'object' && state !== null ? state : { value: state };
            // A store has no name of its own; its fields tell it from the others, and stay the same.
            const field = Object.keys(data).find((key) => !isFn(own(data, key)));
            const address = `zustand:${field ?? index}`;
            const name = holders.named(hint, index === 0 ? 'store' : `store${index + 1}`);
            collector.place({ address, name, source: 'store', library: 'Zustand', value: data });
            holders.methods('store', address, data, data, /^_|^\$/);
          },
        },
      ],
    };
  },
};
