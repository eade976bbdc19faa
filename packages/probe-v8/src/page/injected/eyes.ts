import type { Eyes } from '../../injected/sight.js';

/** A page has no way to tell a proxy, and knows the kinds of things by their tags, where the engine agrees: collections of libraries give themselves such a tag. */
export function createEyes(): Eyes {
  const tag = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  const getter = (maker: { readonly prototype: object }, name: string): (() => unknown) =>
    Object.getOwnPropertyDescriptor(maker.prototype, name)?.get as () => unknown;
  const weakly = WeakMap.prototype.has;
  /** What the engine does for its own things alone. */
  const proofs: Record<string, (this: object) => unknown> = {
    Map: getter(Map, 'size'),
    Set: getter(Set, 'size'),
    ...(typeof URL === 'function' && { URL: getter(URL, 'href') }),
    ...Object.fromEntries([Number, String, Boolean, BigInt, Symbol].map(({ name, prototype }) => [name, prototype.valueOf])),
    Date: Date.prototype.getTime,
    WeakMap(): unknown {
      return weakly.call(this as WeakMap<object, unknown>, this);
    },
  };
  const isProven = (kind: string, value: object): boolean => {
    try {
      proofs[kind]?.call(value);
      return true;
    } catch {
      return false;
    }
  };
  return {
    isProxy: () => false,
    kindOf: (value) => {
      for (const maker of [Map, Set, Error]) if (value instanceof maker && isProven(maker.name, value)) return maker.name;
      const kind = tag(value);
      if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') return 'Bytes';
      return isProven(kind, value) ? kind : 'Object';
    },
  };
}
