import { expect, test } from 'vitest';
import { toldResult } from './told-result.js';

test('an answer is told without its secrets, and so is the message about it', () => {
  expect(toldResult('getDbPassword', { ok: true, value: 'hunter2', message: 'It returned hunter2.' })).toEqual({
    ok: true,
    value: '[redacted]',
    message: 'It returned [redacted].',
  });
  const user = { name: 'ada', password: 'hunter2' };
  expect(toldResult('getUser', { ok: true, value: user, message: JSON.stringify(user) })).toEqual({
    ok: true,
    value: { name: 'ada', password: '[redacted]' },
    message: '{"name":"ada","password":"[redacted]"}',
  });
  expect(toldResult('list', { ok: true, value: [1, 2] })).toEqual({ ok: true, value: [1, 2] });
});

test('what was thrown too', () => {
  const message = 'no connection to postgres://app:hunter2@db/shop';
  expect(toldResult('save', { ok: false, dispatched: true, reason: 'threw', message })).toMatchObject({ message: '[redacted]' });
  expect(toldResult('save', { ok: false, dispatched: true, reason: 'threw', message: 'Not found' })).toMatchObject({
    message: 'Not found',
  });
});
