import { isScreen, type Leaf } from './labels.js';
import { redacted } from './redact.js';

/** What a value says, whatever way a place spells it. */

/** `1,234.50 €` on a screen is 1234.5 elsewhere. */
const amount = /^\D{0,4}?(-?\d[\d.,' \u00a0]*)\D{0,4}$/;

export const textOf = (leaf: Leaf): string => {
  const text = String(leaf.value).trim().toLowerCase();
  if (typeof leaf.value !== 'string' || text.length > 24 || !isScreen(leaf.slot)) return text;
  const digits = amount.exec(text)?.[1]?.replace(/[' \u00a0]/g, '');
  if (digits === undefined) return text;
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (point < 0 ? digits : digits.slice(0, point)).replace(/[.,]/g, '');
  const decimals = point < 0 ? '' : digits.slice(point + 1);
  const number = Number(decimals.length === 3 ? whole + decimals : `${whole}.${decimals === '' ? '0' : decimals}`);
  return Number.isFinite(number) ? String(number) : text;
};

/** A moment to the millisecond, of the years from 2001 to 2033, or written out. */
const isMoment = (value: number | string): boolean =>
  typeof value === 'number' ? value >= 1e12 && value < 2e12 : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

/** How much an equal value tells, in bits, roughly. */
export const bitsOf = (value: Leaf['value']): number => {
  // Two secrets look alike, and tell nothing of each other.
  if (value === null || value === '' || value === 0 || value === 1 || value === redacted) return 0;
  // What is done together has the same moment, in one run and not in the next.
  if (typeof value === 'boolean' || isMoment(value)) return 1;
  if (typeof value === 'number') return Math.min(24, Math.log2(Math.abs(value) + 1) + (Number.isInteger(value) ? 0 : 8));
  return Math.min(32, value.trim().length * 2.5);
};
