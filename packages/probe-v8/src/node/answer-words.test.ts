import { expect, test } from 'vitest';
import { answerWords } from './answer-words.js';

test.each([
  [undefined, ''],
  [null, ''],
  [true, 'true'],
  [{ id: 2, title: 'Emma' }, '{"id":2,"title":"Emma"}'],
  [{ user: 'ada', password: 'correct horse' }, '{"user":"ada","password":"[redacted]"}'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl', '"[redacted]"'],
])('%j reads %s', (value, words) => {
  expect(answerWords('run', value)).toBe(words);
});

test('the answer of what is named after a secret is one', () => {
  expect(answerWords('getDbPassword', 'correct horse')).toBe('"[redacted]"');
});

test('a long answer is cut', () => {
  expect(answerWords('run', 'x'.repeat(5000)).length).toBeLessThan(700);
});
