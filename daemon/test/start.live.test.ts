import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkshop, until, type Workshop } from './support.js';

/** The daemon as a person starts it: what it prints, what it leaves behind, and how it ends. */

let shop: Workshop;
beforeEach(() => {
  shop = createWorkshop();
});
afterEach(() => shop[Symbol.asyncDispose]());

describe('first run', () => {
  test('the first line is the address, then the key, once; the three next things to type are hints', async () => {
    const daemon = await shop.daemon();
    const [first, second, ...rest] = daemon.stdout().split('\n');
    expect(first).toMatch(/^substrate listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(second).toMatch(/^key: sk_substrate_[A-Za-z0-9]{43}$/);
    expect(rest).toEqual(['']);
    for (const hint of ['substrate keygen --save', 'substrate apps', 'substrate state']) expect(daemon.stderr()).toContain(hint);
    expect(daemon.stderr()).not.toContain(daemon.key);
    expect((await daemon.apps()).length).toBe(0);
    const keys = path.join(daemon.home, 'keys.json');
    expect(statSync(keys).mode & 0o777).toBe(0o600);
    expect(statSync(daemon.home).mode & 0o777).toBe(0o700);
    expect(readFileSync(keys, 'utf8')).not.toContain(daemon.key);
    expect(JSON.parse(readFileSync(keys, 'utf8')).keys).toMatchObject([{ label: 'default', enabled: true }]);
    expect(await daemon.stop('SIGINT')).toBe(0);

    const again = await shop.daemon();
    expect(again.stdout()).toMatch(/^substrate listening on \S+\n$/);
    expect((await again.apps()).length).toBe(0);
    expect(await again.stop('SIGTERM')).toBe(0);
    expect(existsSync(path.join(daemon.home, 'daemon.lock'))).toBe(false);
  });

  test.runIf(process.platform === 'linux')('goes on in peace when nobody reads its log any more', async () => {
    const daemon = await shop.daemon();
    daemon.child.stderr?.destroy();
    const child = shop.start(process.execPath, [shop.write('quiet.js', 'setInterval(() => {}, 1000)')]);
    // Two lines of the log at least.
    await until(async () => (await daemon.app(child.pid!))?.probe_status === 'active', 'active');
    const writes = (): number => Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${daemon.child.pid}/io`, 'utf8'))?.[1]);
    // How many it makes in a second, once it has looked into the program.
    const inASecond = async (): Promise<number> => {
      const before = writes();
      await sleep(1000);
      return writes() - before;
    };
    await until(async () => (await inASecond()) < 500, 'a second in which hardly anything is written');
    expect(await daemon.stop()).toBe(0);
  });

  test('without a key required none is made, and the door says so', async () => {
    const daemon = await shop.daemon({ SUBSTRATE_AUTH__REQUIRE_KEY: 'false' });
    expect(daemon.stdout()).not.toContain('key:');
    expect(existsSync(path.join(daemon.home, 'keys.json'))).toBe(false);
    await until(() => daemon.stderr().includes('authentication is disabled'), 'the warning');
    expect(await (await fetch(`${daemon.url}/health`)).json()).toMatchObject({ auth_enabled: false });
    expect((await daemon.apps()).length).toBe(0);
  });

  test('a keys file without a usable key: starts, warns, names the command', async () => {
    shop.write('home/keys.json', '{"keys":[]}');
    const daemon = await shop.daemon();
    expect(daemon.stdout()).not.toContain('key:');
    await until(() => daemon.stderr().includes('substrate keygen'), 'the warning');
  });
});

describe('what stops a start', () => {
  test.each<[string, Record<string, string>, readonly string[], number, RegExp]>([
    ['a wrong value', { SUBSTRATE_SERVER__PORT: 'many' }, [], 1, /SUBSTRATE_SERVER__PORT.*"server\.port" must be a whole number/],
    ['an unknown key', { SUBSTRATE_SERVER__PROT: '1' }, [], 1, /SUBSTRATE_SERVER__PROT.*unknown key/],
    ['a missing file', {}, ['--config', '/nowhere/config.toml'], 1, /\/nowhere\/config\.toml.*--config/],
    ['an open door', { SUBSTRATE_SERVER__HOST: '0.0.0.0', SUBSTRATE_AUTH__REQUIRE_KEY: 'false' }, [], 1, /server\.host/],
    ['an unknown option', {}, ['--nope'], 2, /--nope/],
    ['a wrong option', {}, ['--port', 'x'], 2, /server\.port/],
    ['an unknown command', {}, ['frobnicate'], 2, /frobnicate/],
  ])('%s', async (_, env, args, code, message) => {
    const result = await shop.run(args, env);
    expect(result.stderr).toMatch(message);
    expect(result.stdout).toBe('');
    expect(result.code).toBe(code);
    expect(existsSync(path.join(shop.folder, 'home'))).toBe(false);
  });

  test('a file with a mistake is named with its key', async () => {
    const file = shop.write('home/config.toml', '[probe]\ninterval_ms = "fast"\n');
    const result = await shop.run([]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(`${file}: "probe.interval_ms" must be a whole number`);
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const result = await shop.run(['--port', String(port)]);
    other.close();
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(new RegExp(`port ${port} .*in use.*--port`));
    expect(existsSync(path.join(shop.folder, 'home', 'daemon.lock'))).toBe(false);
  });

  test('a second daemon on the same home is told where the first is; a killed one is no hindrance', async () => {
    const first = await shop.daemon();
    const second = await shop.run([]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(first.url);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    await first.stop('SIGKILL');
    const third = await shop.daemon();
    expect(await third.stop()).toBe(0);
  });
});

test('--help and --version', async () => {
  const version = await shop.run(['--version']);
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  const help = await shop.run(['--help']);
  expect(help.code).toBe(0);
  for (const word of ['start', 'doctor', 'launch']) expect(help.stdout).toContain(word);
  expect((await shop.run(['start', '--help'])).stdout).toContain('--config');
});
