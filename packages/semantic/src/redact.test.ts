import { secrets } from '@substrate/core';
import { secretCases } from '@substrate/core/testing';
import { expect, it } from 'vitest';
import { redact, redacted, redactUrl, secrecyOf } from './redact.js';

it.each(secretCases.map((one) => [one.name, one.value, one.cut] as const))('%s: %s', (name, value, cut) => {
  expect(redact(name, value)).toBe(cut ? redacted : value);
});

it('follows the names above', () => {
  expect(secrets.cuts(secrecyOf(secrets.name('cookies'), 'theme'), 'x')).toBe(true);
  expect(secrets.cuts(secrecyOf(secrets.name('credentials'), 'description'), 'The key to use')).toBe(false);
});

it('follows the words beside it on the screen', () => {
  expect(secrets.cuts(secrecyOf(0, 'field1', 'Password'), 'x')).toBe(true);
  expect(secrets.cuts(secrecyOf(0, 'password', 'Enter the name of your dog'), 'x')).toBe(true);
  expect(secrets.cuts(secrecyOf(0, 'field1', 'Password hint'), 'x')).toBe(false);
});

it('cuts an address in its parts', () => {
  expect(redactUrl('https://u:p@example.com/cb?code=abc&state=1')).toBe(
    'https://[redacted]@example.com/cb?code=[redacted]&state=1',
  );
});
