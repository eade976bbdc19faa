import type { Room } from './room.js';

/** The administration of an object has one observable value per name; arrays and maps keep theirs in a field. */
export const mobx: Room = {
  name: 'MobX',
  globals: /^__mobx/,
  inside: ({ own, has, met, symbolNamed }) => {
    /** What the field of a value is called: its own build for production renames what nobody else uses, and leaves the order. */
    let field = 'value_';
    const isValue = (box: object): boolean => has(box, 'enhancer') && has(box, 'dehancer');
    const learn = (box: object): void => {
      const all = Object.keys(box);
      if (isValue(box) && !has(box, field)) field = all[all.indexOf('dehancer') - 1] ?? field;
    };
    const listIn = (box: object): unknown =>
      Object.keys(box)
        .map((key) => own(box, key))
        .find((held) => Array.isArray(held) || held instanceof Map);
    return {
      unwrap: (value) => {
        // One value by itself.
        if (isValue(value)) {
          learn(value);
          return own(value, field);
        }
        const symbol = symbolNamed(value, 'mobx administration');
        const admin = symbol && (own(value, symbol) as object | undefined);
        if (!admin) return value;
        const held = own(admin, 'values') ?? listIn(admin) ?? (Object.keys(admin).length === 0 ? listIn(value) : undefined);
        // The heap has the target and the proxy, and each would be taken for a store of its own.
        for (const key of Object.keys(admin)) if (own(admin, key) !== held) met.add(own(admin, key));
        if (Array.isArray(held)) return held;
        if (!(held instanceof Map)) return value;
        for (const item of held.values()) if (typeof item === 'object' && item !== null) learn(item);
        const plain: Record<string, unknown> = {};
        held.forEach((item: unknown, key: unknown) => {
          if (typeof item !== 'object' || item === null) return;
          // A computed value that nobody uses has not been computed.
          const told = own(item, field) ?? own(item, 'value');
          const failed = typeof told === 'object' && told !== null && has(told, 'cause');
          if (own(item, 'derivation') === undefined || !failed) plain[String(key)] = told;
        });
        return plain;
      },
    };
  },
  finder: ({ values, collector, holders }) => {
    const { own } = values;
    /** What an object and the proxy for it have in common. Maps and sets have no administration of their own. */
    const adminOf = (value: object): object | undefined => {
      const symbol = values.symbolNamed(value, 'mobx administration');
      return symbol && (values.has(value, 'data_') ? value : (own(value, symbol) as object | undefined));
    };
    const held = (value: object): unknown[] => {
      const data = values.unwrap(value) as object;
      return values.names(data).map((name) => own(data, name));
    };
    const makerOf = (store: object): unknown => own(Object.getPrototypeOf(store), 'constructor');
    /** The first store of each class, in this reading; and all of them by what administers them, with what they are called where they were met. */
    const makers = new Map<unknown, object>();
    const found = new Map<object, { readonly store: object; readonly name: string }>();
    const mostLooked = 2000;

    /** What stores hold, each of which would be taken for one of its own: elements of a list, and what nothing has a name for. */
    const partsOf = (): Set<object> => {
      const parts = new Set<object>();
      let looked = 0;
      const look = (whole: object, part: unknown, inList: boolean, depth: number): void => {
        if (typeof part !== 'object' || part === null || depth > 4 || looked++ > mostLooked) return;
        const admin = adminOf(part);
        if (!admin || admin === whole) return;
        const known = found.get(admin);
        if (known && (inList || known.name === '') && !parts.has(whole)) parts.add(admin);
        const isList = Array.isArray(part);
        for (const one of held(part).slice(0, 100)) look(whole, one, isList, depth + 1);
      };
      for (const [admin, { store }] of found) for (const one of held(store)) look(admin, one, false, 0);
      return parts;
    };

    const put = (store: object, called: string): void => {
      const proto = Object.getPrototypeOf(store) as object | null;
      const name = called || 'store';
      const data = values.unwrap(store);
      const sign = called || holders.sign(store, data);
      const address = collector.place({ address: `mobx:${sign}`, name, source: 'store', library: 'MobX', value: data });
      holders.methods(name, address, store, data, /^_|^constructor$/);
      if (proto && proto !== Object.prototype) holders.methods(name, address, proto, data, /^_|^constructor$/, store, 0.85);
    };
    return {
      reset: () => {
        makers.clear();
        found.clear();
      },
      holders: [
        {
          // Many of one class are things that a store keeps, and are told with it.
          test: (value) =>
            !Array.isArray(value) &&
            adminOf(value) !== undefined &&
            [undefined, value].includes(makers.get(makerOf(value)) as object | undefined),
          take: (store, hint) => {
            const made = makerOf(store);
            const isOfClass = typeof made === 'function' && made !== Object;
            if (isOfClass) makers.set(made, store);
            const name = holders.named(isOfClass ? String(own(made, 'name')) : undefined, holders.named(hint, ''));
            const admin = adminOf(store) as object;
            if (!found.has(admin)) found.set(admin, { store, name });
          },
        },
      ],
      finish: () => {
        const parts = partsOf();
        const fieldsOf = ({ store }: { store: object }): string => values.names(values.unwrap(store) as object).join();
        // Which of several without a name comes first depends on what they hold, not on who was found first.
        const wholes = [...found].flatMap(([admin, one]) => (parts.has(admin) ? [] : [{ ...one, fields: fieldsOf(one) }]));
        for (const { store, name } of wholes.sort((a, b) => (a.fields < b.fields ? -1 : a.fields > b.fields ? 1 : 0)))
          put(store, name);
      },
    };
  },
};
