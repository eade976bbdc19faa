import { secrets } from '@substrate/core';
import { secretCases } from '@substrate/core/testing';
import { expect, it } from 'vitest';
import { redacted, redactValue, secrecyOf } from './redact.js';

it.each(secretCases.map((one) => [one.name, one.value, one.cut] as const))('%s: %s', (name, value, cut) => {
  expect(redactValue(secrecyOf(0, name), value)).toBe(cut ? redacted : value);
});

it('follows what the names above it say', () => {
  expect(redactValue(secrecyOf(secrets.name('cookies'), 'theme'), 'x')).toBe(redacted);
  expect(redactValue(secrecyOf(secrets.name('credentials'), 'description'), 'The key to use')).toBe('The key to use');
});

it('follows the words beside it on the screen', () => {
  expect(secrets.cuts(secrecyOf(0, 'field1', 'Password'), 'x')).toBe(true);
  expect(secrets.cuts(secrecyOf(0, 'password', 'Enter the name of your dog'), 'x')).toBe(true);
  expect(secrets.cuts(secrecyOf(0, 'field1', 'Password hint'), 'x')).toBe(false);
});
