import { expect, test } from 'vitest';
import { argumentsOf } from './invoke.js';

test('what is given by its parts is put where they are read', () => {
  const ways = { day: [0, 'params', 'day'], name: [1, 0] };
  expect(argumentsOf({ ways }, { day: 'Monday', name: 'Ada' })).toEqual([[{ params: { day: 'Monday' } }], [['Ada']]]);
  expect(argumentsOf({ ways }, {})).toEqual([[{ params: {} }], [[]]]);
  expect(argumentsOf({ ways: { input: [0] }, onto: 'input' }, { input: { a: 1 }, b: 2 })).toEqual([[{ a: 1, b: 2 }]]);
});

test('a name that the target wrote never reaches a prototype of ours', () => {
  argumentsOf({ ways: { seen: [0, '__proto__', 'seen'] } }, { seen: 'everywhere' });
  argumentsOf({ ways: { seen: [0, 'constructor', 'prototype', 'seen'] } }, { seen: 'everywhere' });
  expect(Object.hasOwn(Object.prototype, 'seen')).toBe(false);
});
