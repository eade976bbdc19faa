import { expect, test } from 'vitest';
import { createHeapForecast } from './closures.js';
import { createTrailBook } from './trail-book.js';

const entry = { found: [{ name: 'Plan', instance: true, trail: ['window', 'editors', '0'] }], whole: true };

test('trails belong to a site, and outlive the book as known roots', () => {
  const book = createTrailBook([]);
  book.note('https://plans.example/a?x=1', entry);
  expect(book.at('https://plans.example/b')).toEqual(entry);
  expect(book.at('https://plans.example:8443/b')).toBeUndefined();
  expect(book.at('no address')).toBeUndefined();
  expect(createTrailBook(JSON.parse(JSON.stringify(book.roots()))).at('https://plans.example/')).toEqual(entry);
});

test('what is no trail is not taken for one', () => {
  const roots = [
    null,
    {},
    { found: [{ name: 1, trail: [] }] },
    { found: [{ name: 'x', trail: [1] }] },
    { found: 'x' },
    { found: [null] },
  ];
  const book = createTrailBook(
    roots.map((locator, i) => ({ address: `site:https://${i}.example`, source: 'instance', locator })),
  );
  expect(roots.map((_, i) => book.at(`https://${i}.example/`))).toEqual(roots.map(() => undefined));
});

test('each page of a site has its own, and one that was not searched what the last one had', () => {
  const book = createTrailBook([]);
  const other = { found: [], whole: true };
  book.note('https://plans.example/a', entry);
  book.note('https://plans.example/b', other);
  const again = createTrailBook(JSON.parse(JSON.stringify(book.roots())));
  for (const one of [book, again])
    expect(['a?x=2', 'b', 'c'].map((page) => one.at(`https://plans.example/${page}`))).toEqual([entry, other, other]);
});

test('the sites that were seen last are kept', () => {
  const book = createTrailBook([]);
  for (let i = 0; i < 60; i++) book.note(`https://${i}.example/`, entry);
  expect(book.roots()).toHaveLength(50);
  expect(book.at('https://9.example/')).toBeUndefined();
  expect(book.at('https://59.example/')).toEqual(entry);
});

test('a search is foretold from what the one before took', () => {
  const forecast = createHeapForecast();
  const told = (...sizes: number[]) => sizes.map((size) => forecast.of(size));
  expect(told(1.5e6, 3e6, 11e6, Number.POSITIVE_INFINITY)).toEqual(['unnoticed', 'blink', 'long', 'long']);
  forecast.learn(30, 6e6);
  expect(told(9e6, 11e6, 51e6)).toEqual(['unnoticed', 'blink', 'long']);
  forecast.learn(0, 6e6);
  expect(told(9e6)).toEqual(['unnoticed']);
});
