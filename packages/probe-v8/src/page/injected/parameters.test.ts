import { expect, test } from 'vitest';
import { createParameterReader } from '../../injected/parameters.js';
import { createParameters } from './parameters.js';
import type { ValueReader } from './values.js';

const values = {
  own: (holder: unknown, name: string) => (holder as Record<string, unknown> | undefined)?.[name],
  names: (holder: object) => Object.keys(holder),
  unwrap: (value: unknown) => value,
  sourceOf: (fn: object) => Function.prototype.toString.call(fn),
} as unknown as ValueReader;
const { parametersOf, callWith } = createParameters({ values, reader: createParameterReader() });

test.each([
  [(category: unknown, key: unknown) => [category, key], 'category: string, key: string'],
  [(message: unknown, maxAge: unknown) => [message, maxAge], 'message: string, maxAge: number'],
  [(x: unknown, offsetY: unknown) => [x, offsetY], 'arg1: string, offsetY: number'],
  [(rowIndex: unknown, items: unknown) => [rowIndex, items], 'rowIndex: number, items: array'],
  [(isDone: unknown, options = {}) => [isDone, options], 'isDone: boolean, options?: object'],
  [(trophy: { won: unknown }, $of: { a: unknown }) => [trophy.won, $of.a], 'trophy: object, $of: object'],
  [(ratio: number, { left, top }: Record<string, number>) => [ratio * 2, left, top], 'ratio: number, options1: object'],
  [
    (room: unknown, hold: (...all: unknown[]) => void) => {
      hold('fetch-room', { room });
      hold(typeof room === 'string' ? "it's" : 'n-room');
    },
    'room: string, hold: string',
  ],
  [(message: object, say: (...all: unknown[]) => void) => say('send-message', { ...message }), 'message: object, say: string'],
  [(word: string, list: unknown[]) => [word.trim(), word.length, list.length], 'word: string, list: array'],
])('%s', (fn, expected) => {
  const shape = parametersOf(fn).map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`);
  expect(shape.join(', ')).toBe(expected);
});

test('a parameter called as one of a list in the state is one of them', () => {
  const state = { trophies: [{ won: true }], skates: [{ size: 42 }], words: ['one'] };
  const take = (trophy: unknown, skate: unknown, word: unknown) => [trophy, skate, word];
  expect(parametersOf(take, state).map(({ type }) => type)).toEqual(['object', 'object', 'string']);
});

test('one of a list in the state is named by what it says, unless it is put there', () => {
  const state = { timers: [{ label: 'Risotto', running: true }, { label: 'Dough' }], add: 1 };
  const toggle = (timer: { running: boolean }) => {
    timer.running = !timer.running;
    return timer;
  };
  expect(parametersOf(toggle, state)).toMatchObject([{ name: 'timer', type: 'string' }]);
  expect(callWith(toggle, state, { timer: 'risotto' }, state)).toBe(state.timers[0]);
  expect(state.timers[0]?.running).toBe(false);
  expect(() => callWith(toggle, state, { timer: 'Soup' }, state)).toThrow('None of them says “Soup”.');
  const add = (timer: { label: string }) => state.timers.push(timer);
  expect(parametersOf(add, state)).toMatchObject([{ name: 'timer', type: 'object' }]);
});
