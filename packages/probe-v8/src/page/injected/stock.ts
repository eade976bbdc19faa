import type { PageElement } from './dom-types.js';
import type { ValueReader } from './values.js';

/** Tells by their shape what an application keeps, whatever it is called. */
export interface Stock {
  isElement(value: object): boolean;
  /** What makes an object of a class; nothing for literals, lists and what the browser has. */
  makerOf(value: object): object | undefined;
  /** A plain container of data: an array or object literal, or an instance of a class with fields. */
  isData(value: object): boolean;
  /** A list of alike things. */
  isRecords(value: object): boolean;
  /** Records, or a literal of nothing but data that is not all of one kind, as tables are. */
  isStock(value: unknown): boolean;
  /** A literal that an application keeps everything in. */
  isWide(value: object): boolean;
}

export function createStock(kit: { values: ValueReader }): Stock {
  const { values } = kit;
  const { own } = values;

  const nodes = (globalThis as { Node?: new () => PageElement }).Node;
  const isElement = (value: object): boolean => nodes !== undefined && value instanceof nodes;

  const makerOf = (value: object): object | undefined => {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null || prototype === Object.prototype || Array.isArray(value)) return undefined;
    const isMaker = (value: unknown): value is object => typeof value === 'function' && !values.isNative(value);
    const maker = own(prototype, 'constructor');
    if (maker !== undefined) return isMaker(maker) ? maker : undefined;
    // A prototype that was put together by hand forgets who makes its things; what they can do is from the same place.
    for (const name of values.names(prototype).slice(0, 20)) {
      const method = own(prototype, name);
      if (isMaker(method)) return method;
    }
    return undefined;
  };

  /** What is kept beside however many methods: records, or a literal that has some. */
  const holdsRecords = (held: unknown, levels = 1): boolean =>
    typeof held === 'object' &&
    held !== null &&
    (isRecords(held) ||
      (levels > 0 &&
        Object.getPrototypeOf(held) === Object.prototype &&
        values
          .names(held)
          .slice(0, 30)
          .some((name) => holdsRecords(own(held, name), levels - 1))));

  const isData = (value: object): boolean => {
    if (isElement(value) || value === globalThis) return false;
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind === 'Map' || kind === 'Set') return (value as Set<unknown>).size > 0;
    if (Array.isArray(value)) return value.length === 0 || value.some((item) => typeof item !== 'function' && item !== undefined);
    if (kind !== 'Object') return false;
    const names = values.names(value);
    const asked = values.hasGetters(value);
    let data = 0;
    for (let i = 0; i < names.length && i < 30; i++) {
      const found = Object.getOwnPropertyDescriptor(value, names[i] as string);
      if (found && ('value' in found ? typeof found.value !== 'function' : asked || found.set)) data++;
    }
    if (values.hidden.isVeiled(value)) return true;
    if (data === 0) return false;
    return data * 3 >= Math.min(names.length, 30) || names.slice(0, 30).some((name) => holdsRecords(own(value, name)));
  };

  /** A list of alike things. */
  const isRecords = (value: object): boolean => {
    if (!Array.isArray(value) || value.length === 0 || value.length > 5000) return false;
    const first: unknown = value[0];
    if (typeof first !== 'object' || first === null || isElement(first)) return false;
    const names = values.names(first).filter((name) => name.length > 1);
    // Records that can do something are definitions.
    if (names.some((name) => typeof own(first, name) === 'function')) return false;
    return (
      names.length >= 2 && names.some((name) => typeof own(first, name) === 'string' || typeof own(first, name) === 'number')
    );
  };

  const isFilled = (value: object): boolean => (value instanceof Map || value instanceof Set) && value.size > 0;

  /** A literal that an application keeps everything in: many fields by name, different in kind, some of them records. What could be set has none. */
  const isWide = (object: object): boolean => {
    const names = values.names(object);
    if (names.length < 12 || names.length > 400) return false;
    const kinds = new Set<string>();
    let functions = 0;
    for (const name of names) {
      if (/[^\w$]/.test(name) || name.length < 3) return false;
      const held = own(object, name);
      if (typeof held === 'function') functions++;
      if (typeof held === 'object' && held !== null && (isRecords(held) || isFilled(held))) kinds.add('records');
      kinds.add(Array.isArray(held) ? 'array' : held === null ? 'null' : typeof held);
    }
    return kinds.size >= 4 && kinds.has('records') && functions * 3 < names.length;
  };

  /** Records, or a literal of nothing but data, and not all of one kind as tables are: what a library keeps in its modules is mostly something else. */
  const isStock = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    if (value instanceof Map) {
      const [first] = Map.prototype.values.call(value);
      return isStock(first) || isRecords([first]);
    }
    if (Array.isArray(value)) return isRecords(value);
    const names = values.names(value);
    const isPlain = Object.getPrototypeOf(value) === Object.prototype;
    const kinds = new Set(names.map((name) => typeof own(value, name)));
    return isPlain && kinds.size > 1 && !kinds.has('function') && isData(value);
  };

  return { isElement, makerOf, isData, isRecords, isStock, isWide };
}
