import type { RawParameter } from '@substrate/core';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Stores, and action creators, which nothing but closures leads to: once met they are remembered, and offered with the store that they fit. */
function createRedux({ values, collector, holders }: RoomKit): Finder {
  const { own } = values;
  /** Of this reading. */
  const stores = new Map<object, string>();
  const isFn = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';

  /** Action creators of Redux Toolkit tell their type. Once found they are remembered: nothing but closures leads to them. */
  interface Payload {
    readonly parameters: RawParameter[];
    readonly whole: boolean;
  }
  const creators = new Map<
    string,
    {
      readonly ref: WeakRef<(...args: unknown[]) => unknown>;
      readonly reducer: string | undefined;
      /** What the payload held for this very state, which is never changed but replaced. */
      told?: { readonly slice: unknown; readonly payload: Payload };
    }
  >();
  const creator = (fn: unknown, reducer?: unknown): boolean => {
    if (!isFn(fn)) return false;
    const type = own(fn, 'type');
    if (typeof type !== 'string' || /^(@@|listenerMiddleware\/)|\/(pending|fulfilled|rejected)$/.test(type)) return false;
    if (!isFn(own(fn, 'match'))) return false;
    const text = isFn(reducer) ? Function.prototype.toString.call(reducer).slice(0, 4000) : creators.get(type)?.reducer;
    if (creators.size < 300) creators.set(type, { ref: new WeakRef(fn), reducer: text });
    return true;
  };

  /** What a payload holds, as the text of the reducer uses it. */
  const payloadOf = (reducer: string | undefined, slice: unknown): Payload => {
    const whole = (type: RawParameter['type'], required: boolean) => ({
      parameters: [{ name: 'payload', type, required }],
      whole: true,
    });
    if (reducer === undefined) return whole('object', false);
    const alias = /payload\s*:\s*([\w$]+)/.exec(reducer)?.[1];
    const name = alias ? `\\b${alias}` : 'payload';
    const inner = /payload\s*:\s*\{([^}]*)\}/.exec(reducer)?.[1];
    const fields = inner
      ? inner.split(',').map((part) => (part.split(/[:=]/)[0] ?? '').trim())
      : [...reducer.matchAll(new RegExp(`${name}\\.([A-Za-z_$][\\w$]*)\\b(?!\\s*\\()`, 'g'))].map((match) => match[1] as string);
    const named = [...new Set(fields)].filter((field) => field && field !== 'length');
    if (named.length > 0) return { parameters: collector.typed(named, slice), whole: false };
    if (!new RegExp(name).test(reducer)) return { parameters: [], whole: false };
    const compared =
      new RegExp(`\\.([\\w$]+)\\s*[!=]==?\\s*[\\w$.]*${name}`).exec(reducer)?.[1] ??
      new RegExp(`${name}\\s*[!=]==?\\s*[\\w$]+\\.([\\w$]+)`).exec(reducer)?.[1];
    if (compared) return whole(collector.typed([compared], slice)[0]?.type ?? 'string', true);
    if (new RegExp(`[-+*/]=?\\s*[\\w$.]*${name}`).test(reducer)) return whole('number', true);
    if (new RegExp(`push\\([\\w$.]*${name}|\\.\\.\\.[\\w$.]*${name}|assign\\(`).test(reducer)) return whole('object', true);
    const assigned = new RegExp(`\\.([\\w$]+)\\s*=\\s*[\\w$.]*${name}`).exec(reducer)?.[1];
    return whole(assigned ? (collector.typed([assigned], slice)[0]?.type ?? 'string') : 'string', true);
  };

  const offer = (): void => {
    for (const [type, known] of creators) {
      const { ref, reducer } = known;
      const fn = ref.deref();
      const slice = type.split('/')[0] as string;
      const stateOf = (store: object): unknown => own((own(store, 'getState') as () => object)(), slice);
      const all = [...stores];
      const [store, address] = all.find(([candidate]) => stateOf(candidate) !== undefined) ?? all[0] ?? [];
      if (!fn || !store) continue;
      const dispatch = own(store, 'dispatch') as (action: unknown) => unknown;
      const now = stateOf(store);
      if (!known.told || known.told.slice !== now) known.told = { slice: now, payload: payloadOf(reducer, now) };
      const { parameters, whole } = known.told.payload;
      collector.callable({
        address: `redux/${type}`,
        name: type.split('/').slice(1).join('_') || type,
        kind: 'store_action',
        source: 'store',
        owner: slice,
        description: `Dispatches ${type}.`,
        parameters,
        certainty: 0.88,
        targets: [`${address}/${slice}`],
        call: (given) => dispatch(whole ? fn(given.payload) : parameters.length === 0 ? fn() : fn({ ...given })),
      });
    }
  };

  return {
    reset: () => {
      stores.clear();
    },
    finish: offer,
    adoptFunction: (fn) => creator(fn),
    holders: [
      {
        test: (value) => ['getState', 'dispatch', 'subscribe'].every((name) => isFn(own(value, name))),
        take: (store, hint) => {
          const name = holders.named(hint, 'store');
          const value = (own(store, 'getState') as () => unknown)();
          const address = `redux:${holders.sign(store, value)}`;
          stores.set(store, collector.place({ address, name, source: 'store', library: 'Redux', value }));
          for (const key of ['replaceReducer', 'subscribe', 'dispatch']) collector.functions.add(own(store, key));
        },
      },
      {
        // What Redux Toolkit makes a slice from.
        test: (value) => typeof own(value, 'actionCreators') === 'object' && own(value, 'sliceCaseReducersByName') !== undefined,
        take: (slice) => {
          const creators = own(slice, 'actionCreators');
          for (const key of Object.keys(creators ?? {}))
            creator(own(creators, key), own(own(slice, 'sliceCaseReducersByName'), key));
        },
      },
    ],
  };
}

export const redux: Room = {
  name: 'Redux',
  globals: /^__REDUX/,
  leads: /[rR]educer/,
  finder: createRedux,
};
