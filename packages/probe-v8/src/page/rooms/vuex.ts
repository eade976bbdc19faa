import type { RawParameter } from '@substrate/core';
import type { Room } from './room.js';

/** One store, and its tables of actions and mutations. */
export const vuex: Room = {
  name: 'Vuex',
  finder: ({ values, collector }) => {
    const { own } = values;

    /** What a handler takes beside the store: the parameter after the first, or the fields that it takes that apart into. */
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

    const take = (store: object): void => {
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
          if (typeof run !== 'function') continue;
          const { parameters, whole } = payload(own(own(own(store, table), key), '0'), state);
          collector.callable({
            address: `vuex/${how}/${key}`,
            name: key,
            kind: 'store_action',
            source: 'store',
            owner: 'store',
            parameters,
            certainty: how === 'dispatch' ? 0.9 : 0.8,
            targets: ['vuex'],
            call: (given) => run.call(store, key, whole ? given[parameters[0]?.name ?? ''] : { ...given }) as unknown,
          });
        }
      }
    };
    return {
      holders: [{ test: (value) => own(value, '_mutations') !== undefined && own(value, '_actions') !== undefined, take }],
    };
  },
};
