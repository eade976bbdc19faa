import { expect, test } from 'vitest';
import { parseBoundedJson } from './bounded-json.js';

const bounds = { maxLength: 10_000_000, maxDepth: 100 };

test.each([
  ['[]', []],
  [`${'['.repeat(100)}${']'.repeat(100)}`, expect.any(Array)],
  [`["${'['.repeat(500)}"]`, ['['.repeat(500)]],
  [`[${JSON.stringify('"[{'.repeat(200))},{"a\\\\":[1]}]`, ['"[{'.repeat(200), { 'a\\': [1] }]],
  [`[${'[],'.repeat(500)}1]`, expect.any(Array)],
])('a value within the bounds: %.20s', (text, value) => {
  expect(parseBoundedJson(text, bounds)).toEqual(value);
});

test.each([
  ['['.repeat(5_000_000), /100 levels deep/],
  ['{"a":'.repeat(1_000_000), /100 levels deep/],
  [`${'['.repeat(101)}${']'.repeat(101)}`, /100 levels deep/],
  [`["\\"",${'['.repeat(200)}`, /100 levels deep/],
  ['x'.repeat(10_000_001), /over 10000000/],
  ['{', /no JSON/],
  ['"'.repeat(100_001), /no JSON/],
])('beyond them: %.20s', (text, message) => {
  expect(() => parseBoundedJson(text, bounds)).toThrow(message);
});
