import { createSharedTypes } from '../../injected/shared-types.js';
import type { Room } from './room.js';

/** Shared documents. */
export const yjs: Room = {
  name: 'Yjs',
  globals: /^__ \$YJS\$ __$/,
  inside: createSharedTypes,
  finder: ({ values: { own }, collector, holders }) => {
    const isDocument = (value: unknown): value is object =>
      own(value, 'share') instanceof Map && own(value, 'store') !== undefined && typeof own(value, 'guid') === 'string';
    return {
      holders: [
        {
          test: isDocument,
          take: (document, hint) => {
            const name = holders.named(hint, 'document');
            const types = own(document, 'share') as Map<string, unknown>;
            for (const type of types.values()) collector.seen.add(type);
            const value = Object.fromEntries(types);
            collector.place({ address: `yjs:${holders.sign(document, value)}`, name, source: 'store', library: 'Yjs', value });
          },
        },
      ],
      leadOf(type) {
        const document = own(type, 'doc');
        return isDocument(document) ? document : undefined;
      },
    };
  },
};
