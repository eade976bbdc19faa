import type { Sight } from './sight.js';

/**
 * Fields that compilers and decorators keep beside the class, in WeakMaps of variables (`_Till_total`, or one letter when the code was minified too): a
 * WeakMap tells what it has for an object, once it is known.
 */
export interface WeakFields {
  isWeakMap(value: unknown): value is WeakMap<object, unknown>;
  hasField(map: WeakMap<object, unknown>, target: object): boolean;
  /** What it keeps for an object. */
  fieldIn(map: WeakMap<object, unknown>, target: object): unknown;
  /** The name of the field that a variable was made for. */
  fieldName(variable: string): string;
}

export function createWeakFields(kit: { sight: Sight }): WeakFields {
  const { sight } = kit;
  const { get, has } = WeakMap.prototype;
  return {
    isWeakMap: (value): value is WeakMap<object, unknown> =>
      typeof value === 'object' && value !== null && !sight.isProxy(value) && sight.kindOf(value) === 'WeakMap',
    hasField: (map, target) => has.call(map, target),
    fieldIn: (map, target) => {
      const value = get.call(map, target) as unknown;
      // Some compilers keep a descriptor.
      return sight.own(value, 'writable') === true ? sight.own(value, 'value') : value;
    },
    // Without the class before it, and without the number that tells it from others of its name.
    fieldName: (variable) => variable.replace(/^_+(?:[A-Z][\w$]*?_(?=[a-z]))?/, '').replace(/(?<=\D)\d$/, ''),
  };
}
