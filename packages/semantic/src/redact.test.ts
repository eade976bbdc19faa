import { describe, expect, it } from 'vitest';
import { redact, redacted, redactUrl } from './redact.js';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

describe('secrets by name', () => {
  it.each([
    ['password', 'hunter2'],
    ['userPassword', 'hunter2'],
    ['passwd', 'x'],
    ['db_pwd', 'x'],
    ['apiKey', 'abc'],
    ['api-key', 'abc'],
    ['clientSecret', 'abc'],
    ['accessToken', 'opaque'],
    ['refresh_token', 'opaque'],
    ['csrfToken', 'abc'],
    ['Authorization', 'Basic abc'],
    ['cookie', 'a=b'],
    ['privateKey', '...'],
    ['sessionId', '9f8e7d'],
    ['connectionString', 'Server=x'],
    ['cvv', 123],
    ['pin', 4711],
    ['otp', '123456'],
    ['Card number', '4111'],
    ['Passwort', 'geheim'],
    ['passphrase', 'a b c'],
    ['password_confirmation', 'x'],
    ['passwordField', 'x'],
    ['tokenValue', 'abc'],
    ['token2', 'abc'],
  ])('%s', (name, value) => {
    expect(redact(name, value)).toBe(redacted);
  });
});

describe('secrets by value', () => {
  it.each([
    ['JSON web token', jwt],
    ['bearer header', `Bearer ${jwt}`],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE...'],
    ['cloud key', 'AKIAIOSFODNN7EXAMPLE'],
    ['forge token', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['chat token', 'xoxb-123456789012-abcdefghij'],
    ['payment key', 'sk_live_0123456789abcdefghij'],
    ['our own key', 'sk_substrate_0123456789abcdefghijklmnop'],
    ['card', '4111 1111 1111 1111'],
    ['card in a text', 'paid with 5500-0000-0000-0004 today'],
    ['connection string', 'Server=db;User=sa;Password=hunter22;'],
    ['address with credentials', 'postgres://app:hunter2@db:5432/shop'],
    ['token in an address', 'https://example.com/cb?access_token=0123456789abcdef'],
    ['cookie header', 'theme=dark; sessionid=0123456789abcdef; lang=en'],
  ])('%s', (_, value) => {
    expect(redact('note', value)).toBe(redacted);
  });
  it('as a number', () => {
    expect(redact('value', 4111111111111111)).toBe(redacted);
  });
});

describe('no secrets', () => {
  it.each([
    ['tokenCount', 1200],
    ['tokens_used', 900],
    ['max_tokens', 4096],
    ['token', 7],
    ['passwordStrength', 'strong'],
    ['password_min_length', 8],
    ['showPassword', 'yes'],
    ['hasPassword', true],
    ['password', null],
    ['forgot_password_url', '/reset'],
    ['cookieBannerDismissed', 'true'],
    ['secretary', 'Ms. Moneypenny'],
    ['keyboard', 'qwerty'],
    ['key', 'ArrowLeft'],
    ['primaryKey', 'id'],
    ['passenger', 'Alice'],
    ['compass', 'north'],
    ['pinned', 'left'],
    ['pin', 'left'],
    ['spinner', 'on'],
    ['author', 'Bob'],
    ['sessionCount', 3],
    ['tokenizer', 'bpe'],
    ['tokenMarker', 'text'],
    ['cookie_jar_path', '/tmp/x'],
    ['default_token_class', 'x'],
    ['bypass', 'rule'],
    ['orderNumber', '4111111111111112'],
    ['createdAt', 1731640000000],
    ['timestamp', '1731640000000'],
    ['phone', '+49 30 1234567'],
    ['iban_hint', 'DE..'],
    ['uuid', '0b8d8c1e-6f7a-4c2b-9d9d-1f2e3d4c5b6a'],
    ['hash', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['text', 'The password is changed under Settings'],
    ['url', 'https://example.com/search?q=tokens&page=2'],
    ['isbn', '978-3-16-148410-0'],
    ['zeros', '0000000000000000'],
  ])('%s: %s', (name, value) => {
    expect(redact(name, value)).toBe(value);
  });
});

it('follows what the source says', () => {
  expect(redact('field', 'x', { secret: true })).toBe(redacted);
  expect(redact('theme', 'x', { within: true })).toBe(redacted);
});

it.each([
  ['https://u:p@example.com/x', 'https://[redacted]@example.com/x'],
  ['https://example.com/cb?code=abc&state=1#top', 'https://example.com/cb?code=[redacted]&state=1#top'],
  ['https://example.com/#access_token=abc&x=1', 'https://example.com/#access_token=[redacted]&x=1'],
  ['/orders?page=2', '/orders?page=2'],
])('the address %s', (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});
