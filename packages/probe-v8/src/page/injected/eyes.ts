import type { Eyes } from '../../injected/sight.js';

/** A page has no way to tell a proxy, and knows the kinds of things by their tags. */
export function createEyes(): Eyes {
  const tag = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  return {
    isProxy: () => false,
    kindOf: (value) => {
      for (const maker of [Map, Set, Error]) if (value instanceof maker) return maker.name;
      const kind = tag(value);
      return kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer' ? 'Bytes' : kind;
    },
  };
}
