import type { RawParameter } from '@substrate/core';
import type { Collector } from './collector.js';
import type { ReduxActions } from './redux-actions.js';
import type { ValueReader } from './values.js';

/** What is asked of Ember's containers; see ember.ts. */
export interface Ember {
  isContainer(value: unknown): value is object;
  /** The container that an object belongs to, if it is one of Ember's. */
  containerOf(value: object): object | undefined;
  take(container: object): void;
}

/**
 * Recognises a state holder by its shape, wherever it was met: in a context, a hook, a closure, a global or on the heap. Methods
 * are called only where the holder is made for it (`getState`).
 */
export interface Holders {
  /** Registers the holder and what can be called on it; false when the value is none. */
  adopt(value: unknown, hint?: string): boolean;
  /** An action creator, with the reducer that handles it: its text tells what the payload holds. */
  adoptCreator(fn: unknown, reducer: unknown): boolean;
  /** The holder that an object leads to, though it is none itself. */
  leadOf(value: object): object | undefined;
  /** The name to go by: the hint when a person wrote it, the fallback when a minifier did. */
  named(hint: string | undefined, fallback: string): string;
  /** Begins a new reading. */
  reset(): void;
  /** Ends the search of a reading: what belongs to a store that was found meanwhile is added. */
  finish(): void;
}

export function createHolders(kit: {
  values: ValueReader;
  collector: Collector;
  reduxActions: ReduxActions;
  ember: Ember;
}): Holders {
  const { values, collector, reduxActions, ember } = kit;
  const { own, names } = values;
  const isFn = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
  const counts = new Map<string, number>();

  const named = (hint: string | undefined, fallback: string): string =>
    hint &&
    hint.length > 2 &&
    !/^(value|store|state|api|client|ref|memo|use\w+|default|context|props|data|\d+|[a-z]{1,2}\d*)$/i.test(hint)
      ? hint
      : fallback;

  const number = (kind: string): number => {
    const next = counts.get(kind) ?? 0;
    counts.set(kind, next + 1);
    return next;
  };

  /** Functions that a holder keeps among its data: its actions. */
  const methods = (
    owner: string,
    address: string,
    holder: object,
    like: unknown,
    skip: RegExp,
    target: unknown = holder,
  ): void => {
    for (const key of names(holder)) {
      const fn = own(holder, key);
      if (!isFn(fn) || skip.test(key) || Object.getOwnPropertySymbols(fn).some((symbol) => symbol.description === 'SIGNAL'))
        continue;
      collector.callable({
        address: `${address}/${key}()`,
        name: key,
        kind: 'store_action',
        source: 'store',
        owner,
        parameters: collector.parametersOf(fn, like),
        certainty: 0.9,
        targets: [address],
        call: (given) => collector.callWith(fn, target, given, like),
      });
    }
  };

  const redux = (store: object, hint?: string): void => {
    const index = number('redux');
    const address = `redux#${index}`;
    const getState = own(store, 'getState') as () => unknown;
    collector.place({
      address,
      name: named(hint, index === 0 ? 'store' : `store${index + 1}`),
      source: 'store',
      library: 'Redux',
      value: getState(),
    });
    for (const key of ['replaceReducer', 'subscribe', 'dispatch']) collector.functions.add(own(store, key));
    stores.push(store);
  };
  /** Stores of this reading, for the action creators that closures bring up. */
  const stores: object[] = [];
  let ngrx: object | undefined;

  const ngrxStore = (store: object): void => {
    ngrx = store;
    collector.place({ address: 'ngrx', name: 'store', source: 'store', library: 'NgRx', value: own(store, 'source') });
  };

  const zustand = (api: object, hint?: string): void => {
    const index = number('zustand');
    const state = (own(api, 'getState') as () => unknown)();
    const data = typeof state === 'object' && state !== null ? state : { value: state };
    // A store has no name of its own; its fields tell it from the others, and stay the same.
    const field = Object.keys(data).find((key) => !isFn(own(data, key)));
    const address = `zustand:${field ?? index}`;
    collector.place({
      address,
      name: named(hint, index === 0 ? 'store' : `store${index + 1}`),
      source: 'store',
      library: 'Zustand',
      value: data,
    });
    methods('store', address, data, data, /^_|^\$/);
  };

  const reactQuery = (client: object): void => {
    const cache = own(client, 'queryCache') ?? hidden(client, 'getQueryCache');
    if (typeof cache !== 'object' || cache === null) return;
    const queries = own(cache, 'queries') ?? own(cache, 'queriesMap') ?? hidden(cache, 'getAll');
    const all: unknown[] = Array.isArray(queries) ? queries : queries instanceof Map ? [...queries.values()] : [];
    const data: Record<string, unknown> = {};
    for (const query of all) {
      const state = own(query, 'state') as object | undefined;
      const key = own(query, 'queryKey');
      if (!state) continue;
      const name = Array.isArray(key)
        ? key.map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part))).join('/')
        : String(own(query, 'queryHash'));
      data[name] = {
        status: own(state, 'status'),
        data: own(state, 'data'),
        error: own(state, 'error'),
        fetchStatus: own(state, 'fetchStatus'),
      };
    }
    collector.place({ address: 'query-cache', name: 'queries', source: 'store', library: 'TanStack Query', value: data });
  };

  /** A method that only hands out what it keeps in a private field. */
  const hidden = (target: object, method: string): unknown => {
    const fn = (target as Record<string, unknown>)[method];
    return isFn(fn) ? fn.call(target) : undefined;
  };

  const apollo = (client: object): void => {
    const data = own(own(own(client, 'cache'), 'data'), 'data');
    collector.place({ address: 'apollo', name: 'apollo', source: 'store', library: 'Apollo Client', value: data });
  };

  const pinia = (found: object): void => {
    const stores = own(found, '_s');
    if (!(stores instanceof Map)) return;
    stores.forEach((store: unknown, id: unknown) => {
      const raw = values.unwrap(store);
      if (typeof raw !== 'object' || raw === null) return;
      const data: Record<string, unknown> = {};
      for (const key of Object.keys(raw)) if (!/^[$_]/.test(key) && !isFn(own(raw, key))) data[key] = own(raw, key);
      const address = `pinia:${String(id)}`;
      collector.place({ address, name: String(id), source: 'store', library: 'Pinia', value: data });
      // An action works on the reactive store, never on what it wraps.
      methods(String(id), address, raw, data, /^[$_]|^use[A-Z]/, store);
    });
  };

  /** What a handler of Vuex takes beside its store: the parameter after the first, or the fields that it takes that apart into. */
  const payload = (handler: unknown, state: unknown): { parameters: RawParameter[]; whole: boolean } => {
    const unknown: RawParameter = {
      name: 'payload',
      type: 'object',
      required: false,
      description: 'What it is given, if anything.',
    };
    const original = collector.originalOf(handler);
    if (!original) return { parameters: [unknown], whole: true };
    const text = Function.prototype.toString.call(original).slice(0, 600);
    const fields = /^[^(]*\((?:[\w$]+|\{[^{}]*\})\s*,\s*\{([^{}]*)\}\s*\)/.exec(text)?.[1];
    if (fields !== undefined) {
      const names = fields.split(',').map((part) => (part.split(/[:=]/)[0] ?? '').trim());
      return { parameters: collector.typed(names.filter(Boolean), state), whole: false };
    }
    const second = /^[^(]*\((?:[\w$]+|\{[^{}]*\})\s*,\s*([\w$]+)/.exec(text)?.[1];
    if (second === undefined) return { parameters: [], whole: true };
    return { parameters: second.length > 1 ? collector.typed([second], state) : [unknown], whole: true };
  };

  const vuex = (store: object): void => {
    const live = values.unwrap(own(store, '_state'));
    // Vue 2 makes every field of its data a getter of its own.
    const old = own(own(store, '_vm'), '_data') as { $$state?: unknown } | undefined;
    const state = values.unwrap(own(live, 'data')) ?? old?.$$state;
    collector.place({ address: 'vuex', name: 'store', source: 'store', library: 'Vuex', value: state });
    for (const [table, how] of [
      ['_actions', 'dispatch'],
      ['_mutations', 'commit'],
    ] as const) {
      for (const key of Object.keys((own(store, table) as object | undefined) ?? {})) {
        const run = own(store, how) ?? (store as Record<string, unknown>)[how];
        if (!isFn(run)) continue;
        const handler = own(own(own(store, table), key), '0');
        const { parameters, whole } = payload(handler, state);
        collector.callable({
          address: `vuex/${how}/${key}`,
          name: key,
          kind: 'store_action',
          source: 'store',
          owner: 'store',
          parameters,
          certainty: how === 'dispatch' ? 0.9 : 0.8,
          targets: ['vuex'],
          call: (given) => run.call(store, key, whole ? given[parameters[0]?.name ?? ''] : { ...given }),
        });
      }
    }
  };

  const xstate = (actor: object, hint?: string): void => {
    const machine = own(actor, 'logic');
    const snapshot = own(actor, '_snapshot');
    const id = own(machine, 'id');
    const name = named(hint, typeof id === 'string' && !/^\(|^x:/.test(id) ? id : 'machine');
    const address = `xstate:${name}`;
    const data: Record<string, unknown> = {};
    for (const key of ['value', 'context', 'status', 'output', 'error']) {
      const held = own(snapshot, key);
      if (held !== undefined) data[key] = held;
    }
    collector.place({ address, name, source: 'store', library: 'XState', value: data });
    const events = own(machine, 'events');
    const send = (actor as { send?: unknown }).send;
    for (const type of Array.isArray(events) ? (events as unknown[]) : []) {
      if (typeof type !== 'string' || type === '*' || !isFn(send)) continue;
      collector.callable({
        address: `${address}/${type}`,
        name: type.toLowerCase(),
        kind: 'store_action',
        source: 'store',
        owner: name,
        description: `Sends the event ${type}.`,
        parameters: [{ name: 'payload', type: 'object', required: false, description: 'The other fields of the event.' }],
        certainty: 0.85,
        targets: [address],
        call: (given) => send.call(actor, { ...(given.payload as object | undefined), type }),
      });
    }
  };

  const backbone = (collection: object, hint?: string): void => {
    const index = number('backbone');
    const name = named(hint, index === 0 ? 'collection' : `collection${index + 1}`);
    collector.place({
      address: `backbone:${name}`,
      name,
      source: 'store',
      library: 'Backbone',
      value: own(collection, 'models'),
    });
  };

  const mobx = (store: object, hint?: string): void => {
    const made = own(Object.getPrototypeOf(store), 'constructor');
    if (isFn(made) && made !== Object) makers.set(made, store);
    const type = isFn(made) && made !== Object ? String(own(made, 'name')) : undefined;
    const name = named(type, named(hint, `store${number('mobx') || ''}`));
    const address = `mobx:${name}`;
    if (collector.seen.has(store)) return;
    collector.seen.add(store);
    const data = values.unwrap(store);
    collector.place({ address, name, source: 'store', library: 'MobX', value: data });
    const proto = Object.getPrototypeOf(store) as object | null;
    methods(name, address, store, data, /^_|^constructor$/);
    if (proto && proto !== Object.prototype) {
      for (const key of Object.getOwnPropertyNames(proto)) {
        const fn = own(proto, key);
        if (!isFn(fn) || /^(_|constructor$)/.test(key)) continue;
        collector.callable({
          address: `${address}/${key}()`,
          name: key,
          kind: 'store_action',
          source: 'store',
          owner: name,
          parameters: collector.parametersOf(fn, data),
          certainty: 0.85,
          targets: [address],
          call: (given) => collector.callWith(fn, store, given, data),
        });
      }
    }
  };

  /** The first store of each class that uses MobX, in this reading. */
  const makers = new Map<unknown, object>();
  const nothing = (): void => undefined;
  const kinds: { test(value: object): boolean; take(value: object, hint?: string): void }[] = [
    { test: (v) => isFn(own(v, 'getState')) && isFn(own(v, 'dispatch')) && isFn(own(v, 'subscribe')), take: redux },
    { test: (v) => isFn(own(v, 'getState')) && isFn(own(v, 'setState')) && isFn(own(v, 'subscribe')), take: zustand },
    {
      test: (v) => isFn((Object.getPrototypeOf(v) as Record<string, unknown> | null)?.getQueryCache),
      take: reactQuery,
    },
    // Observers of a query show what the cache has already.
    { test: (v) => isFn((Object.getPrototypeOf(v) as Record<string, unknown> | null)?.getOptimisticResult), take: nothing },
    { test: (v) => own(v, 'queryManager') !== undefined && own(own(v, 'cache'), 'data') !== undefined, take: apollo },
    { test: (v) => own(v, '_s') instanceof Map && own(v, '_e') !== undefined, take: pinia },
    { test: (v) => own(v, '_mutations') !== undefined && own(v, '_actions') !== undefined, take: vuex },
    { test: (v) => own(v, 'actionsObserver') !== undefined && own(v, 'source') !== undefined, take: ngrxStore },
    {
      test: (v) => own(v, '_snapshot') !== undefined && own(v, 'logic') !== undefined && own(v, '_parent') === undefined,
      take: xstate,
    },
    { test: ember.isContainer, take: ember.take },
    { test: (v) => Array.isArray(own(v, 'models')) && own(v, '_byId') !== undefined, take: backbone },
    {
      // Many of one class are things that a store keeps, and are told with it.
      test: (v) =>
        !Array.isArray(v) &&
        Object.getOwnPropertySymbols(v).some((symbol) => symbol.description === 'mobx administration') &&
        [undefined, v].includes(makers.get(own(Object.getPrototypeOf(v), 'constructor')) as object | undefined),
      take: mobx,
    },
  ];

  return {
    named,
    leadOf: ember.containerOf,
    reset() {
      counts.clear();
      makers.clear();
      stores.length = 0;
      ngrx = undefined;
    },
    finish: () => reduxActions.offer(stores, ngrx),
    adoptCreator: reduxActions.adopt,
    adopt(value, hint) {
      if (typeof value === 'function') return reduxActions.adopt(value);
      if (typeof value !== 'object' || value === null) return false;
      if (collector.seen.has(value)) return true;
      try {
        for (const kind of kinds) {
          if (!kind.test(value)) continue;
          kind.take(value, hint);
          collector.seen.add(value);
          return true;
        }
      } catch {
        return false;
      }
      return false;
    },
  };
}
