import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigError, type ConfigSources, isLoopback, loadConfig } from './config.js';

const home = mkdtempSync(path.join(tmpdir(), 'substrate-config-'));
const file = path.join(home, 'config.toml');
afterEach(() => rmSync(file, { force: true }));

const load = (toml: string | undefined, env: Record<string, string> = {}, more: ConfigSources = {}) => {
  if (toml !== undefined) writeFileSync(file, toml);
  return loadConfig({ env: { SUBSTRATE_HOME: home, ...env }, ...more });
};
const problems = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('expected a ConfigError');
};

test('a missing default file means all defaults', () => {
  const config = load(undefined);
  expect(config).toMatchObject({
    home,
    file: null,
    server: {
      host: '127.0.0.1',
      port: 7842,
      max_body_bytes: 1048576,
      request_timeout_ms: 30000,
      action_timeout_ms: 120000,
      max_in_flight: 256,
    },
    auth: { require_key: true, keys_file: path.join(home, 'keys.json') },
    rate_limit: { enabled: true, state_per_second: 100, action_per_second: 10, snapshot_per_minute: 2, bucket_ttl_secs: 3600 },
    scan: { interval_ms: 500, include: [], exclude: [], min_age_ms: 1000 },
    probe: { interval_ms: 2000, attach: 'auto', max_keys: 2000, redact_secrets: true, node_signal: true },
    verify: { max_expression_bytes: 2048 },
    action: { queue_max: 32 },
    audit: { max_bytes: 16777216 },
    history: { captures_per_pid: 1024 },
    log: { level: 'info' },
  });
});

test('the environment wins over the file, a flag over both', () => {
  const toml = '[server]\nport = 1\nmax_in_flight = 1\nmax_body_bytes = 1\n[scan]\ninclude = ["a"]\n';
  const config = load(
    toml,
    { SUBSTRATE_SERVER__PORT: '2', SUBSTRATE_SERVER__MAX_IN_FLIGHT: '2', SUBSTRATE_SCAN__INCLUDE: '["b","c"]' },
    { flags: { 'server.port': '3' } },
  );
  expect(config.server).toMatchObject({ port: 3, max_in_flight: 2, max_body_bytes: 1 });
  expect(config.scan.include).toEqual(['b', 'c']);
  expect(config.file).toBe(file);
});

test('paths: the keys file is relative to where it is named', () => {
  expect(load('[auth]\nkeys_file = "my/keys.json"').auth.keys_file).toBe(path.join(home, 'my/keys.json'));
  expect(load('[auth]\nkeys_file = "~/k.json"').auth.keys_file).not.toContain('~');
});

describe('errors name the place, the key and what was expected', () => {
  test.each<[string, string, RegExp]>([
    ['wrong type', '[server]\nport = "x"', /config\.toml: "server\.port" must be a whole number from 0 to 65535, not "x"/],
    ['out of range', '[server]\nport = 70000', /"server\.port" must be .* not 70000/],
    ['fraction', '[server]\nport = 1.5', /"server\.port" must be a whole number/],
    ['unknown key', '[server]\nporty = 1', /config\.toml: unknown key "server\.porty"; \[server\] has host, port/],
    ['unknown section', '[servers]\nport = 1', /config\.toml: unknown key "servers"; expected one of the sections \[server\]/],
    ['section as value', 'server = 1', /"server" must be a section/],
    ['choice', '[probe]\nattach = "all"', /"probe\.attach" must be one of "auto", "listed", not "all"/],
    ['array', '[scan]\ninclude = "x"', /"scan\.include" must be an array of strings/],
    ['array of numbers', '[scan]\ninclude = [1]', /"scan\.include" must be an array of strings/],
    ['boolean', '[auth]\nrequire_key = "false"', /"auth\.require_key" must be true or false/],
    ['prototype', '[__proto__]\nx = 1', /unknown key "__proto__"/],
    ['syntax', '[server\nport = 1', /config\.toml:1:\d+: is not valid TOML/],
  ])('%s', (_, toml, message) => expect(problems(() => load(toml))).toMatch(message));

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'number',
      { SUBSTRATE_SERVER__PORT: '' },
      /environment variable SUBSTRATE_SERVER__PORT: "server\.port" must be a whole number/,
    ],
    [
      'boolean',
      { SUBSTRATE_AUTH__REQUIRE_KEY: 'no' },
      /SUBSTRATE_AUTH__REQUIRE_KEY: "auth\.require_key" must be true or false, not "no"/,
    ],
    ['unknown key', { SUBSTRATE_SERVER__PROT: '1' }, /environment variable SUBSTRATE_SERVER__PROT: unknown key "server\.prot"/],
    ['unknown section', { SUBSTRATE_X__Y: '1' }, /unknown key "x\.y"/],
    ['array', { SUBSTRATE_SCAN__INCLUDE: 'shop' }, /"scan\.include" must be an array of strings/],
  ])('environment: %s', (_, env, message) => expect(problems(() => load(undefined, env))).toMatch(message));

  test('all problems at once', () => {
    expect(problems(() => load('[server]\nport = "x"\nhost = 1', { SUBSTRATE_LOG__LEVEL: 'loud' })).split('\n')).toHaveLength(3);
  });

  test('a missing named file', () => {
    expect(problems(() => load(undefined, { SUBSTRATE_CONFIG: '/nowhere/x.toml' }))).toMatch(
      /\/nowhere\/x\.toml: can't be read \(ENOENT\).*SUBSTRATE_CONFIG/,
    );
    expect(problems(() => load(undefined, {}, { configFile: '/nowhere/y.toml' }))).toMatch(
      /y\.toml: can't be read \(ENOENT\).*--config/,
    );
  });

  test('an open door without a key', () => {
    expect(problems(() => load(undefined, { SUBSTRATE_SERVER__HOST: '0.0.0.0', SUBSTRATE_AUTH__REQUIRE_KEY: 'false' }))).toMatch(
      /server\.host.*require_key/,
    );
    expect(load(undefined, { SUBSTRATE_SERVER__HOST: '0.0.0.0' }).server.host).toBe('0.0.0.0');
  });
});

test('booleans of the environment in any case', () => {
  expect(load(undefined, { SUBSTRATE_AUTH__REQUIRE_KEY: 'False' }).auth.require_key).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['127.evil.example', false],
])('%s', (host, loopback) => expect(isLoopback(host)).toBe(loopback));
