import type { Primitive, TypeName } from '@substrate/core';
import type { SeenType } from './schema.js';

/** The type of a key that was `before` and now holds `value`. Of null nothing is known. */
export const seenType = (before: SeenType | undefined, value: Primitive): SeenType | undefined => {
  if (value === null || typeof value === before) return before;
  return before === undefined ? (typeof value as SeenType) : 'mixed';
};

/** The value as the type that a correction gave, where it can be one; the value itself otherwise. */
export const convert = (value: Primitive, type: TypeName): Primitive => {
  if (value === null) return value;
  if (type === 'string') return String(value);
  if (type === 'number') {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value !== 'string' || value.trim() === '') return value;
    const number = Number(value.trim());
    return Number.isFinite(number) ? number : value;
  }
  if (type === 'boolean') {
    if (value === 'true' || value === 1 || value === '1') return true;
    if (value === 'false' || value === 0 || value === '0') return false;
  }
  return value;
};
