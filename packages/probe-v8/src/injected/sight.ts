/** Looks at values without running any of the application's code. */
export interface Sight {
  /** The value of an own data property; undefined for accessors, for proxies where those can be told, and for what lets nobody look. */
  own(target: unknown, key: PropertyKey): unknown;
  has(target: object, key: PropertyKey): boolean;
  /** Names of own properties. None of a buffer or a very long list, nor of an object with so many that asking again would be felt: see `crowdOf`. */
  names(target: object): readonly string[];
  /** How many properties an object has that is not asked for their names. */
  crowdOf(target: object): number | undefined;
  /** Names of the variables of a scope. The engine keeps many of them in a table that is shuffled in each process: then in the order of their letters. */
  variables(scope: object): readonly string[];
  /** Symbols of own properties. */
  symbols(target: object): readonly symbol[];
  isProxy(value: unknown): boolean;
  /** Null for a proxy. */
  prototypeOf(value: object): object | null;
  /** The name of its class. */
  typeName(value: object): string | undefined;
  /**
   * What of the language or the platform it is: `Array`, `Map`, `Set`, `Date`, `RegExp`, `Error`, `URL`, a boxed `Number`, `String` …; `Bytes`, or `Numbers` for arrays
   * of those. Anything else for what is none of these.
   */
  kindOf(value: object): string;
  /** An object or a function. */
  isHeld(value: unknown): value is object;
  /** The source of a function. */
  sourceOf(fn: object): string;
  /** Of the source of a class, the private fields that its accessors hand out, and what they make of them first: `get total() { return this.#t }`. */
  handedOut(source: string): { readonly accessor: string; readonly field: string; readonly isMade: boolean }[];
  /** A function that is built into the engine or the platform, or bound. */
  isNative(fn: object): boolean;
}

/** What the platform lends to look with. */
export interface Eyes {
  /** False where the platform has no way to tell. */
  isProxy(value: unknown): boolean;
  kindOf(value: object): string;
}

export function createSight({ isProxy, kindOf }: Eyes): Sight {
  const { getOwnPropertyDescriptor, getOwnPropertySymbols, getPrototypeOf } = Object;
  const { toString: source } = Function.prototype;
  /** Of an array of numbers, whichever window or context made it. */
  const typeOfArray = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get as () => unknown;
  const mostNames = 20_000;
  /** From so many variables on a scope's names have no order of their own. */
  const mostInOrder = 75;
  const crowds = new WeakMap<object, number>();

  const isHeld = (value: unknown): value is object =>
    value !== null && (typeof value === 'object' || typeof value === 'function');

  const own = (target: unknown, key: PropertyKey): unknown => {
    if (!isHeld(target) || isProxy(target)) return undefined;
    try {
      return getOwnPropertyDescriptor(target, key)?.value;
    } catch {
      return undefined;
    }
  };

  const prototypeOf = (value: object): object | null => (isProxy(value) ? null : (getPrototypeOf(value) as object | null));

  return {
    own,
    isHeld,
    isProxy,
    kindOf: (value) => {
      if (Array.isArray(value)) return 'Array';
      if (getPrototypeOf(value) === Object.prototype) return 'Object';
      if (!ArrayBuffer.isView(value)) return kindOf(value);
      const type = typeOfArray.call(value);
      return type === undefined || type === 'Uint8Array' || type === 'Uint8ClampedArray' ? 'Bytes' : 'Numbers';
    },
    prototypeOf,
    has: (target, key) => getOwnPropertyDescriptor(target, key) !== undefined,
    names: (target) => {
      // To ask a buffer is to ask for every byte of it, and to ask a proxy is to run its code.
      if (ArrayBuffer.isView(target) || crowds.has(target) || isProxy(target)) return [];
      if (Array.isArray(target) && target.length > mostNames) return [];
      // Of plain objects the enumerable ones are all there is to know, and asking for those is cheaper by far. Methods of a class are not enumerable.
      const prototype: unknown = getPrototypeOf(target);
      const isPlain =
        typeof target === 'object' &&
        (prototype === Object.prototype || prototype === null) &&
        getOwnPropertyDescriptor(target, 'constructor') === undefined;
      const names = isPlain ? Object.keys(target) : Object.getOwnPropertyNames(target);
      if (names.length <= mostNames) return names;
      crowds.set(target, names.length);
      return [];
    },
    variables: (scope) => {
      const names = Object.getOwnPropertyNames(scope);
      return names.length < mostInOrder ? names : names.sort();
    },
    crowdOf: (target) => crowds.get(target),
    symbols: (target) => (ArrayBuffer.isView(target) || crowds.has(target) ? [] : getOwnPropertySymbols(target)),
    typeName: (value) => {
      const prototype = prototypeOf(value);
      const name = prototype && own(own(prototype, 'constructor'), 'name');
      return typeof name === 'string' && name !== '' ? name : undefined;
    },
    sourceOf: (fn) => source.call(fn),
    handedOut: (text) =>
      Array.from(
        text.matchAll(/\bget ([\w$]{2,})\(\)\s*\{\s*return\s+([\w$.]+\(\s*)?this\.#([\w$]+)\s*\)?;?\s*\}/g),
        ([, accessor = '', made, field = '']) => ({ accessor, field, isMade: made !== undefined }),
      ),
    isNative: (fn) => /\{ \[native code\] \}$/.test(source.call(fn)),
  };
}
