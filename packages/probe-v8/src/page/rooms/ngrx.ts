import type { Room } from './room.js';

/** One store; action creators, which nothing but closures leads to, have a type of the form “[Source] Event”. */
export const ngrx: Room = {
  name: 'NgRx',
  finder: ({ values: { own }, collector }) => {
    const creators = new Map<string, WeakRef<(payload: unknown) => unknown>>();
    let store: { dispatch?: unknown } | undefined;
    return {
      reset: () => {
        store = undefined;
      },
      holders: [
        {
          test: (value) => own(value, 'actionsObserver') !== undefined && own(value, 'source') !== undefined,
          take: (found) => {
            store = found;
            collector.place({ address: 'ngrx', name: 'store', source: 'store', library: 'NgRx', value: own(found, 'source') });
          },
        },
      ],
      adoptFunction(fn) {
        const type = own(fn, 'type');
        if (typeof type !== 'string' || !/^\[.+\] ./.test(type)) return false;
        if (creators.size < 300) creators.set(type, new WeakRef(fn as (payload: unknown) => unknown));
        return true;
      },
      finish() {
        const { dispatch } = store ?? {};
        if (typeof dispatch !== 'function') return;
        for (const [type, ref] of creators) {
          const fn = ref.deref();
          const [, owner, name = type] = /^\[(.+)\] (.+)$/.exec(type) ?? [];
          if (!fn) continue;
          collector.callable({
            address: `ngrx/${type}`,
            name,
            kind: 'store_action',
            source: 'store',
            owner,
            description: `Dispatches ${type}.`,
            parameters: [
              { name: 'payload', type: 'object', required: false, description: 'The properties of the action, if it has any.' },
            ],
            certainty: 0.85,
            targets: ['ngrx'],
            call: (given) => dispatch.call(store, fn(given.payload)) as unknown,
          });
        }
      },
    };
  },
};
