import { expect, test } from 'vitest';
import { differenceOf, lineOf, newHistory, note } from '../site/history.js';

const moment = (id: string, objects: Record<string, string | number>, changed: string[]) => ({
  captureId: id,
  at: '2026-01-01T00:00:00.000Z',
  changed,
  objects,
});

test('numbers are kept as points, texts only flash', () => {
  const history = newHistory();
  note(history, moment('a', { count: 1, name: 'x' }, ['count', 'name']), 5);
  note(history, moment('b', { count: 2, name: 'x' }, ['count']), 9);
  expect(history.points.get('count')).toEqual([1, 2]);
  expect(history.points.has('name')).toBe(false);
  expect(history.flashes.get('count')).toBe(9);
  expect(history.flashes.get('name')).toBe(5);
  expect(history.moments.map(({ captureId }) => captureId)).toEqual(['b', 'a']);
});

test('what is kept has an end', () => {
  const history = newHistory();
  for (let at = 0; at < 500; at++) note(history, moment(String(at), { count: at }, ['count']), at);
  expect(history.points.get('count')).toHaveLength(60);
  expect(history.moments).toHaveLength(200);
});

test('the difference of two captures has what was added and removed', () => {
  expect(differenceOf({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual([
    { key: 'a', before: 1, after: undefined },
    { key: 'b', before: 2, after: 3 },
    { key: 'c', before: undefined, after: 4 },
  ]);
});

test('a line stays within its box', () => {
  expect(lineOf([5, 5], 60, 16)).toBe('0.0,15.0 60.0,15.0');
  expect(lineOf([0, 10], 60, 16)).toBe('0.0,15.0 60.0,1.0');
});
