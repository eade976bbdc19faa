import type { Room } from './room.js';

/** A shared type keeps its content in a chain of items, of which some are deleted, and in a map of the last item by key. */
export const yjs: Room = {
  name: 'Yjs',
  globals: /^__ \$YJS\$ __$/,
  inside: ({ own, has, meter }) => {
    const mostItems = 10_000;
    const isDeleted = (item: unknown): boolean => (Number(own(item, 'info')) & 4) !== 0;
    /** What an item holds: texts and values, and other shared types. */
    const contentOf = (item: unknown): unknown[] => {
      const content = own(item, 'content');
      const held = own(content, 'arr');
      if (Array.isArray(held)) return held;
      for (const field of ['str', 'type', 'embed', 'content']) {
        const one = own(content, field);
        if (one !== undefined) return [one];
      }
      return [];
    };
    return {
      unwrap: (value) => {
        if (!has(value, '_start') || !has(value, '_dEH') || meter.nodes <= 0) return value;
        const keyed = own(value, '_map');
        const named: Record<string, unknown> = {};
        for (const [key, item] of keyed instanceof Map ? (keyed as Map<unknown, unknown>) : [])
          if (!isDeleted(item)) named[String(key)] = contentOf(item).at(-1);
        const listed: unknown[] = [];
        let item = own(value, '_start');
        for (let i = 0; i < mostItems && item; i++, item = own(item, 'right'))
          if (!isDeleted(item)) for (const one of contentOf(item)) listed.push(one);
        if (has(value, '_pending')) return listed.filter((one) => typeof one === 'string').join('');
        const nodeName = own(value, 'nodeName');
        if (typeof nodeName === 'string') return { nodeName, ...named, children: listed };
        return listed.length > 0 || own(value, '_searchMarker') !== null ? listed : named;
      },
    };
  },
  finder: ({ values: { own }, collector, holders }) => {
    const isDocument = (value: unknown): value is object =>
      own(value, 'share') instanceof Map && own(value, 'store') !== undefined && typeof own(value, 'guid') === 'string';
    return {
      holders: [
        {
          test: isDocument,
          take: (document, hint) => {
            const index = holders.number('yjs');
            const name = holders.named(hint, index === 0 ? 'document' : `document${index + 1}`);
            const types = own(document, 'share') as Map<string, unknown>;
            for (const type of types.values()) collector.seen.add(type);
            collector.place({ address: `yjs:${name}`, name, source: 'store', library: 'Yjs', value: Object.fromEntries(types) });
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
