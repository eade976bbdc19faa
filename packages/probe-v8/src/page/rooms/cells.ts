import type { Room } from './room.js';

/**
 * Signals of whatever library, known by what reading one does: it hands the signal itself to who notes that it was read, and gives out one of its fields. All
 * else that such an object has is who depends on it, and since when.
 */
export const cells: Room = {
  name: 'cells',
  inside: ({ own, has, sourceOf }) => {
    const mostSource = 4000;
    /** What a function gives out in the end, where that is a field. */
    const fieldIn = (text: string): string | undefined => /(?:\breturn\s+|[,:?]\s*)this\.([\w$]+)\s*;?[\s}]*$/.exec(text)?.[1];
    const fieldOf = (proto: object): string => {
      const get = own(proto, 'get') ?? Object.getOwnPropertyDescriptor(proto, 'value')?.get;
      if (typeof get !== 'function' || own(get, 'length') !== 0) return '';
      const text = sourceOf(get).slice(0, mostSource);
      // Nobody asks for what the note brings: `noted(this);`.
      if (!/(?:[;{},]|\breturn)\s*[\w$.]+\(this\)\s*[;,}]/.test(text)) return '';
      const [, inner = ''] = /\breturn this\.([\w$]+)\(/.exec(text) ?? [];
      const asked = own(proto, inner);
      return (typeof asked === 'function' ? fieldIn(sourceOf(asked).slice(0, mostSource)) : fieldIn(text)) ?? '';
    };
    const fields = new WeakMap<object, string>();
    return {
      unwrap: (value) => {
        const proto = Array.isArray(value) ? null : (Object.getPrototypeOf(value) as object | null);
        if (!proto || proto === Object.prototype) return value;
        const field = fields.get(proto) ?? fieldOf(proto);
        fields.set(proto, field);
        return field !== '' && has(value, field) ? own(value, field) : value;
      },
    };
  },
};
