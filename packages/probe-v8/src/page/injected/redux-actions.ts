import type { RawParameter } from '@substrate/core';
import type { Collector } from './collector.js';
import type { ValueReader } from './values.js';

/** Action creators, which nothing but closures leads to: once met they are remembered, and offered with the store that they fit. */
export interface ReduxActions {
  /** Remembers an action creator, with the reducer that handles it: its text tells what the payload holds. False when it is none. */
  adopt(fn: unknown, reducer?: unknown): boolean;
  /** Offers what is remembered on the stores of this reading: Redux stores, or the store of NgRx. */
  offer(stores: readonly object[], ngrx: object | undefined): void;
}

export function createReduxActions(kit: { values: ValueReader; collector: Collector }): ReduxActions {
  const { collector } = kit;
  const { own } = kit.values;
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
  const creator = (fn: (...args: unknown[]) => unknown, reducer?: unknown): boolean => {
    const type = own(fn, 'type');
    if (typeof type !== 'string' || /^(@@|@ngrx\/|listenerMiddleware\/)|\/(pending|fulfilled|rejected)$/.test(type)) return false;
    // Those of Redux Toolkit can match an action; those of NgRx have a type of the form “[Source] Event”.
    if (!isFn(own(fn, 'match')) && !/^\[.+\] ./.test(type)) return false;
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

  const offer: ReduxActions['offer'] = (stores, ngrx) => {
    for (const [type, known] of creators) {
      const { ref, reducer } = known;
      const fn = ref.deref();
      if (fn && ngrx && !isFn(own(fn, 'match'))) {
        offerNgrx(type, fn, ngrx);
        continue;
      }
      const slice = type.split('/')[0] as string;
      const stateOf = (store: object): unknown => own((own(store, 'getState') as () => object)(), slice);
      const store = stores.find((candidate) => stateOf(candidate) !== undefined) ?? stores[0];
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
        targets: [`redux#${stores.indexOf(store)}/${slice}`],
        call: (given) => dispatch(whole ? fn(given.payload) : parameters.length === 0 ? fn() : fn({ ...given })),
      });
    }
  };

  const offerNgrx = (type: string, fn: (...args: unknown[]) => unknown, store: object): void => {
    const { dispatch } = store as { dispatch?: unknown };
    const match = /^\[(.+)\] (.+)$/.exec(type);
    if (!isFn(dispatch) || !match) return;
    collector.callable({
      address: `ngrx/${type}`,
      name: match[2] as string,
      kind: 'store_action',
      source: 'store',
      owner: match[1],
      description: `Dispatches ${type}.`,
      parameters: [
        { name: 'payload', type: 'object', required: false, description: 'The properties of the action, if it has any.' },
      ],
      certainty: 0.85,
      targets: ['ngrx'],
      call: (given) => dispatch.call(store, fn(given.payload)),
    });
  };

  return { adopt: (fn, reducer) => isFn(fn) && creator(fn, reducer), offer };
}
