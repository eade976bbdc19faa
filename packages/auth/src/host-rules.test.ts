import { describe, expect, it } from 'vitest';
import { checkHost, checkOrigin, isAllowedOrigin } from './host-rules.js';

describe('checkHost', () => {
  const rules = { allowedHosts: ['devbox.example', 'Lab.Example:9000', '[fd00::7]'], port: 7842 };

  it.each([
    'localhost',
    'LOCALHOST:7842',
    'localhost.',
    'localhost:9999',
    '127.0.0.1:7842',
    '127.8.9.10',
    '[::1]',
    '[::1]:7842',
    '[0:0:0:0:0:0:0:1]:1',
  ])('takes the loopback name %s', (host) => expect(checkHost(host, rules)).toBe(true));

  it.each(['devbox.example', 'DEVBOX.example:1234', 'lab.example:9000', '[fd00::7]:7842'])('takes the allowed host %s', (host) =>
    expect(checkHost(host, rules)).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:7842',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.localhost',
    'lab.example:9001',
    'lab.example',
    '0.0.0.0',
    '10.0.0.1',
    '[::]',
    'user@localhost',
    'localhost/evil',
    'localhost evil',
    'localhost:99999',
    'localhost:',
    'evil.example#localhost',
    '127.0.0.1,evil.example',
  ])('refuses %s', (host) => expect(checkHost(host, rules)).toBe(false));
});

describe('checkOrigin', () => {
  const rules = {
    allowedOrigins: ['https://tool.example', 'http://Tool.Example:3000/', 'chrome-extension://abcdef'],
    port: 7842,
  };

  it.each([undefined, 'http://localhost:7842', 'http://127.0.0.1:7842', 'http://[::1]:7842', 'http://127.1.1.1:7842'])(
    'takes %s',
    (origin) => expect(checkOrigin(origin, rules)).toBe(true),
  );

  it.each(['https://tool.example', 'https://tool.example:443', 'http://tool.example:3000', 'chrome-extension://abcdef'])(
    'takes the allowed %s',
    (origin) => expect(checkOrigin(origin, rules) && isAllowedOrigin(origin, rules.allowedOrigins)).toBe(true),
  );

  it.each([
    'null',
    '',
    'http://localhost',
    'http://localhost:3000',
    'https://localhost:7842',
    'http://evil.example:7842',
    'http://localhost.evil.example:7842',
    'http://localhost:7842@evil.example',
    'http://tool.example',
    'https://tool.example.evil.example',
    'file://',
    'chrome-extension://other',
  ])('refuses %s', (origin) => expect(checkOrigin(origin, rules)).toBe(false));

  it('knows its own origin at the default port, which browsers leave out', () => {
    expect(checkOrigin('http://localhost', { allowedOrigins: [], port: 80 })).toBe(true);
  });
});
