import { expect, test } from 'vitest';
import { lineOf, newHistory, note } from '../site/history.js';

test('numbers are kept as points, texts only flash', () => {
  const history = newHistory();
  note(history, ['count', 'name'], { count: 1, name: 'x' }, 5);
  note(history, ['count'], { count: 2, name: 'x' }, 9);
  expect(history.points.get('count')).toEqual([1, 2]);
  expect(history.points.has('name')).toBe(false);
  expect(history.flashes.get('count')).toBe(9);
  expect(history.flashes.get('name')).toBe(5);
});

test('what is kept has an end', () => {
  const history = newHistory();
  for (let at = 0; at < 500; at++) note(history, ['count'], { count: at }, at);
  expect(history.points.get('count')).toHaveLength(60);
  expect(history.points.get('count')?.at(-1)).toBe(499);
});

test('a line stays within its box', () => {
  expect(lineOf([5, 5], 60, 16)).toBe('0.0,14.0 60.0,14.0');
  expect(lineOf([0, 10], 60, 16)).toBe('0.0,14.0 60.0,2.0');
});
