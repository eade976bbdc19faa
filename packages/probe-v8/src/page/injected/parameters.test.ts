import { expect, test } from 'vitest';
import { createParameters } from './parameters.js';
import type { ValueReader } from './values.js';

const values = {
  own: (holder: unknown, name: string) => (holder as Record<string, unknown> | undefined)?.[name],
  names: (holder: object) => Object.keys(holder),
  unwrap: (value: unknown) => value,
} as unknown as ValueReader;
const { parametersOf } = createParameters({ values });

test.each([
  [(category: unknown, key: unknown) => [category, key], 'category: string, key: string'],
  [(message: unknown, maxAge: unknown) => [message, maxAge], 'message: string, maxAge: number'],
  [(x: unknown, offsetY: unknown) => [x, offsetY], 'arg1: string, offsetY: number'],
  [(rowIndex: unknown, items: unknown) => [rowIndex, items], 'rowIndex: number, items: array'],
  [(isDone: unknown, options = {}) => [isDone, options], 'isDone: boolean, options?: object'],
])('%s', (fn, expected) => {
  const shape = parametersOf(fn).map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`);
  expect(shape.join(', ')).toBe(expected);
});
