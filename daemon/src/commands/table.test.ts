import { expect, test } from 'vitest';
import { cellsOf, cut, table } from './table.js';

test.each([
  ['plain', 5],
  ['漢字', 4],
  ['ｶﾅ', 2],
  ['한국', 4],
  ['🍵', 2],
  ['⚠', 1],
  ['⚠️', 2],
  ['🇩🇪', 2],
  ['é', 1],
  ['e\u0301', 1],
  ['Ａ', 2],
  ['→', 1],
  ['', 0],
])('%s takes %i cells', (text, cells) => {
  expect(cellsOf(text)).toBe(cells);
});

test('columns stand below each other whatever is in them', () => {
  const lines = table(
    ['NAME', 'KEYS'],
    [
      ['お茶 🍵', '1'],
      ['tea', '2'],
    ],
  ).split('\n');
  expect(lines.slice(0, 3).map((line) => cellsOf(line.slice(0, line.search(/\S+$/))))).toEqual([9, 9, 9]);
});

test('a line is cut at the width, and no sign in two', () => {
  expect(cut('漢字漢字', 5)).toBe('漢字…');
  expect(cut('漢字漢字', 6)).toBe('漢字…');
  expect(cut('漢字漢字', 8)).toBe('漢字漢字');
  expect(cut('plain text', 6)).toBe('plain…');
});
