/** Shared documents (Yjs). */
export interface SharedTypes {
  /** What a shared type holds, as plain values; nothing for the store of all items, which are told where they belong; anything else as it is. */
  unwrap(value: unknown): unknown;
}

/** A shared type keeps its content in a chain of items, of which some are deleted, and in a map of the last item by key. Closed. */
export function createSharedTypes({
  own,
  has,
  meter,
}: {
  own(value: unknown, name: string): unknown;
  has(value: unknown, name: string): boolean;
  readonly meter: { readonly nodes: number };
}): SharedTypes {
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
      if (has(value, 'pendingStructs') && own(value, 'clients') instanceof Map) return undefined;
      if (!has(value, '_start') || !has(value, '_dEH') || meter.nodes <= 0) return value;
      const keyed = own(value, '_map');
      const named: Record<string, unknown> = {};
      for (const [key, item] of keyed instanceof Map ? (keyed as Map<unknown, unknown>) : [])
        if (!isDeleted(item)) named[String(key)] = contentOf(item).at(-1);
      const listed: unknown[] = [];
      // Who only passes a document on does not know its types: pieces of text are of a text.
      let isText = has(value, '_pending');
      let item = own(value, '_start');
      for (let i = 0; i < mostItems && item; i++, item = own(item, 'right')) {
        if (isDeleted(item)) continue;
        isText ||= typeof own(own(item, 'content'), 'str') === 'string';
        for (const one of contentOf(item)) listed.push(one);
      }
      if (isText) return listed.filter((one) => typeof one === 'string').join('');
      const nodeName = own(value, 'nodeName');
      if (typeof nodeName === 'string') return { nodeName, ...named, children: listed };
      return listed.length > 0 || (own(value, '_searchMarker') ?? null) !== null ? listed : named;
    },
  };
}
