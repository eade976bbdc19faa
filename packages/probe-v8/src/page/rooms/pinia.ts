import type { Room } from './room.js';

/** All stores of an application, by their ids. */
export const pinia: Room = {
  name: 'Pinia',
  finder: ({ values, collector, holders }) => {
    const { own } = values;
    return {
      holders: [
        {
          test: (value) => own(value, '_s') instanceof Map && own(value, '_e') !== undefined,
          take: (found) => {
            (own(found, '_s') as Map<unknown, unknown>).forEach((store, id) => {
              const raw = values.unwrap(store);
              if (typeof raw !== 'object' || raw === null) return;
              const data: Record<string, unknown> = {};
              for (const key of Object.keys(raw))
                if (!/^[$_]/.test(key) && typeof own(raw, key) !== 'function') data[key] = own(raw, key);
              const address = `pinia:${String(id)}`;
              collector.place({ address, name: String(id), source: 'store', library: 'Pinia', value: data });
              // An action works on the reactive store, never on what it wraps.
              holders.methods(String(id), address, raw, data, /^[$_]|^use[A-Z]/, store);
            });
          },
        },
      ],
    };
  },
};
