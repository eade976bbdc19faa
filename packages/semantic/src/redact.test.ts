import { describe, expect, it } from 'vitest';
import { isPrivatePart, redact, redacted, redactUrl } from './redact.js';

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
    ['cookie in a header', 'Cookie: connect.sid=s%3Aq1w2e3r4t5y6u7i8'],
    ['basic header', 'Authorization: Basic dXNlcjpwYXNzd29yZA=='],
    ['bearer in a text', 'curl -H "Bearer 0a1b2c3d4e5f6a7b8c9d" https://example.org'],
    ['key header', 'X-Api-Key: 9f8e7d6c5b4a'],
    ['proxy header', 'proxy-authorization: Digest 0123456789abcdef'],
    ['password alone in an address', 'redis://:hunter2@cache:6379'],
    ['token in an address', 'https://0123456789abcdef0123@forge.example.org/x.git'],
    ['Oracle address', 'jdbc:oracle:thin:scott/tiger@//db:1521/shop'],
    ['JDBC address', 'jdbc:mysql://db/shop?user=app&password=hunter2'],
    ['quoted connection string', 'Server=db;Pwd="hunter 2";Database=shop'],
    ['shared access key', 'Endpoint=sb://x.example.org/;SharedAccessKey=abcdefgh1234='],
    ['JSON', '{"user":"ada","password":"hunter2"}'],
    ['environment file', 'PORT=1\nDB_PASSWORD=hunter2\n'],
    ['client secret', 'GOCSPX-0123456789abcdefghijkl'],
    ['directory secret', 'abc8Q~0123456789abcdefghijklmnopqrstu'],
    ['webhook', 'https://hooks.slack.com/services/T000/B000/abcdef'],
    ['webhook secret', 'whsec_0123456789abcdefghij'],
    ['forge token of another kind', 'gldt-0123456789abcdefghij'],
    ['registry token', 'pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw'],
    ['bot token', '123456789:AAabcdefghijklmnopqrstuvwxyz01234567'],
    ['hashed password', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    ['unix password', '$6$saltsalt$abcdefghijklmnop'],
    ['session in a path', 'https://example.org/shop;jsessionid=0123456789ABCDEF'],
    ['private web key', '{"kty":"EC","crv":"P-256","x":"f8","y":"x0","d":"jpsQ"}'],
    ['putty key', 'PuTTY-User-Key-File-3: ssh-ed25519'],
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
    ['default_token', 'identifier'],
    ['next_token', 'COMMA'],
    ['credentials_file', '/etc/app/credentials.json'],
    ['key_code', 65],
    ['api_key_required', 'yes'],
    ['password_validation', 'at least 3 letters'],
    ['help', 'usage: app --password=<password> --api-key=${KEY}'],
    ['text', 'password: required'],
    ['text', 'Basic understanding of accounting'],
    ['text', 'Basic internationalization'],
    ['message', 'The token is: not valid'],
    ['label', 'Authorization: none'],
    ['route', '/users/:id/tokens'],
    ['mail', 'mailto:ada@example.org'],
    ['repository', 'git@forge.example.org:acme/shop.git'],
    ['address', 'http://127.0.0.1:8080/a@b'],
    ['name', 'SQL0000000001-b6b2c0ae-01a1-ddfa-c33e-000017609eb8'],
    ['path', '/home/ada/.ssh/known_hosts'],
    ['query', '?page=2&sort=key'],
    ['price', '$5.00 for two'],
    ['disk', 'sk-1'],
  ])('%s: %s', (name, value) => {
    expect(redact(name, value)).toBe(value);
  });
});

it('follows what the source says', () => {
  expect(redact('field', 'x', { secret: true })).toBe(redacted);
  expect(redact('theme', 'x', { within: true })).toBe(redacted);
  expect(redact('description', 'The key to use', { within: true })).toBe('The key to use');
});

it.each([
  ['https://u:p@example.com/x', 'https://[redacted]@example.com/x'],
  ['https://example.com/cb?code=abc&state=1#top', 'https://example.com/cb?code=[redacted]&state=1#top'],
  ['https://example.com/#access_token=abc&x=1', 'https://example.com/#access_token=[redacted]&x=1'],
  ['/orders?page=2', '/orders?page=2'],
  ['https://example.com/x;jsessionid=0123ABCD?page=2', 'https://example.com/x;jsessionid=[redacted]?page=2'],
  ['https://0123456789abcdef0123@example.com/x', 'https://[redacted]@example.com/x'],
])('the address %s', (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});

it('hides the private parts of a web key', () => {
  const parts = ['kty', 'n', 'e', 'd', 'p'];
  expect(parts.filter((name) => isPrivatePart(name, parts))).toEqual(['d', 'p']);
  expect(isPrivatePart('d', ['x', 'y', 'd'])).toBe(false);
});
