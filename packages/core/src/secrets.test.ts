import { describe, expect, it, test } from 'vitest';
import { secrets, secretTable } from './secret-table.js';
import { createSecrets } from './secrets.js';
import { secretCases, secretTrees } from './testing/secret-cases.js';

test('there are cases enough to hold four languages to one idea', () => {
  expect(secretCases.length + secretTrees.length).toBeGreaterThan(400);
});

describe.each([true, false])('cut: %s', (cut) => {
  const cases = secretCases.filter((one) => one.cut === cut);
  it.each(cases.map((one) => [one.name, one.value] as const))('%s: %s', (name, value) => {
    expect(secrets.cuts(secrets.name(name), value)).toBe(cut);
  });
});

it.each(secretTrees.map((tree) => [JSON.stringify(tree), tree] as const))('%s', (text, tree) => {
  const expected = text.replace(/"cut-[^"]*"/g, '"[redacted]"');
  expect(JSON.stringify(secrets.told('answer', tree))).toBe(expected);
});

test('is a closed function: its text alone does the same', () => {
  const again = new Function('table', `const __name = (x) => x; return (${createSecrets.toString()})(table)`)(
    secretTable,
  ) as typeof secrets;
  for (const { name, value, cut } of secretCases) expect(again.cuts(again.name(name), value), name).toBe(cut);
});

test.each([
  ['https://u:p@example.com/x', 'https://[redacted]@example.com/x'],
  ['https://example.com/cb?code=abc&state=1#top', 'https://example.com/cb?code=[redacted]&state=1#top'],
  ['https://example.com/#access_token=abc&x=1', 'https://example.com/#access_token=[redacted]&x=1'],
  ['/orders?page=2', '/orders?page=2'],
  ['https://example.com/x;jsessionid=0123ABCD?page=2', 'https://example.com/x;jsessionid=[redacted]?page=2'],
  [
    'https://b.example.com/k?X-Amz-Signature=0123&X-Amz-Expires=60',
    'https://b.example.com/k?X-Amz-Signature=[redacted]&X-Amz-Expires=60',
  ],
])('the address %s', (url, shown) => {
  expect(secrets.address(url)).toBe(shown);
});

test('an answer is secret by the name of what gave it', () => {
  expect(secrets.told('get_db_password', 'hunter2')).toBe('[redacted]');
  expect(secrets.told('getUser', { name: 'ada', password: 'x' })).toEqual({ name: 'ada', password: '[redacted]' });
  expect(secrets.told('listTokens', ['abcdefgh1'])).toEqual(['[redacted]']);
});
