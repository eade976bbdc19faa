import type { Room } from './room.js';

/** Actors with their snapshot; what their machine listens to can be sent. */
export const xstate: Room = {
  name: 'XState',
  finder: ({ values: { own }, collector, holders }) => ({
    holders: [
      {
        test: (value) =>
          own(value, '_snapshot') !== undefined && own(value, 'logic') !== undefined && own(value, '_parent') === undefined,
        take: (actor, hint) => {
          const machine = own(actor, 'logic');
          const snapshot = own(actor, '_snapshot');
          const id = own(machine, 'id');
          const name = holders.named(hint, typeof id === 'string' && !/^\(|^x:/.test(id) ? id : 'machine');
          const address = `xstate:${name}`;
          const data: Record<string, unknown> = {};
          for (const key of ['value', 'context', 'status', 'output', 'error']) {
            const held = own(snapshot, key);
            if (held !== undefined) data[key] = held;
          }
          collector.place({ address, name, source: 'store', library: 'XState', value: data });
          const events = own(machine, 'events');
          const { send } = actor as { send?: unknown };
          for (const type of Array.isArray(events) ? (events as unknown[]) : []) {
            if (typeof type !== 'string' || type === '*' || typeof send !== 'function') continue;
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
              call: (given) => send.call(actor, { ...(given.payload as object | undefined), type }) as unknown,
            });
          }
        },
      },
    ],
  }),
};
