import { expect, test } from 'vitest';
import { createSecrets } from './secrets.js';

const { isSecretName, isSecretValue } = createSecrets();

test.each([
  'password',
  'userPassword',
  'access_token',
  'accessToken',
  'apiKey',
  'X-API-Key',
  'client_secret',
  'sessionId',
  'cvc',
  'Card number',
  'privateKey',
])('%s is secret', (name) => expect(isSecretName(name)).toBe(true));
test.each(['passenger', 'tokenizer', 'keyboard', 'monkey', 'secretary', 'company', 'cards', 'author', 'id', 'spinner', 'panel'])(
  '%s is not',
  (name) => expect(isSecretName(name)).toBe(false),
);
test.each([
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2ln',
  'Bearer abcdefghijklmnop',
  'ghp_abcdefghijklmnopqrstuvwxyz',
  'AKIAABCDEFGHIJKLMNOP',
])('the shape of %s gives it away', (value) => expect(isSecretValue(value)).toBe(true));
test.each(['A plain sentence.', '2026-01-01T00:00:00Z', 'https://example.org/a/b', '550e8400-e29b-41d4-a716-446655440000'])(
  '%s is no secret',
  (value) => expect(isSecretValue(value)).toBe(false),
);
