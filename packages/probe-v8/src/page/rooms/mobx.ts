import type { Room } from './room.js';

/** The administration of an object has one observable value per name; arrays and maps keep theirs in a field. */
export const mobx: Room = {
  name: 'MobX',
  globals: /^__mobx/,
  inside: ({ own, has, met, symbolNamed }) => ({
    unwrap: (value) => {
      // One value by itself.
      if (has(value, 'value_') && has(value, 'enhancer')) return own(value, 'value_');
      const symbol = symbolNamed(value, 'mobx administration');
      const admin = symbol && (own(value, symbol) as object | undefined);
      if (!admin) return value;
      // The heap has both, and each would be taken for a store of its own.
      met.add(own(admin, 'target_')).add(own(admin, 'proxy_'));
      const held = own(admin, 'values_') ?? own(admin, 'values') ?? own(value, 'data_');
      if (Array.isArray(held)) return held;
      if (!(held instanceof Map)) return value;
      const plain: Record<string, unknown> = {};
      held.forEach((item: unknown, key: unknown) => {
        if (typeof item !== 'object' || item === null) return;
        // A computed value that nobody uses has not been computed.
        const told = own(item, 'value_') ?? own(item, 'value');
        const failed = typeof told === 'object' && told !== null && has(told, 'cause');
        if (own(item, 'derivation') === undefined || !failed) plain[String(key)] = told;
      });
      return plain;
    },
  }),
  finder: ({ values, collector, holders }) => {
    const { own } = values;
    /** The first store of each class, in this reading. */
    const makers = new Map<unknown, object>();
    return {
      reset: () => makers.clear(),
      holders: [
        {
          // Many of one class are things that a store keeps, and are told with it.
          test: (value) =>
            !Array.isArray(value) &&
            values.symbolNamed(value, 'mobx administration') !== undefined &&
            [undefined, value].includes(makers.get(own(Object.getPrototypeOf(value), 'constructor')) as object | undefined),
          take: (store, hint) => {
            const proto = Object.getPrototypeOf(store) as object | null;
            const made = own(proto, 'constructor');
            const isOfClass = typeof made === 'function' && made !== Object;
            if (isOfClass) makers.set(made, store);
            const type = isOfClass ? String(own(made, 'name')) : undefined;
            const name = holders.named(type, holders.named(hint, `store${holders.number('mobx') || ''}`));
            const address = `mobx:${name}`;
            collector.seen.add(store);
            const data = values.unwrap(store);
            collector.place({ address, name, source: 'store', library: 'MobX', value: data });
            holders.methods(name, address, store, data, /^_|^constructor$/);
            if (proto && proto !== Object.prototype) holders.methods(name, address, proto, data, /^_|^constructor$/, store, 0.85);
          },
        },
      ],
    };
  },
};
