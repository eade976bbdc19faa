import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkshop, nodeShop, until, type Workshop } from './support.js';

let shop: Workshop;
beforeEach(() => {
  shop = createWorkshop();
});
afterEach(() => shop[Symbol.asyncDispose]());

const listening = (pid: number): number => {
  const sockets = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9]),
  );
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return sockets.has(/socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? '');
    } catch {
      return false;
    }
  }).length;
};

test.runIf(process.platform === 'linux')('doctor tells what can be attached to, and touches nothing', async () => {
  const child = shop.start(process.execPath, [shop.write('server.js', nodeShop)]);
  await until(() => listening(child.pid!) === 1, 'the server');
  const { code, stdout } = await shop.run(['doctor', '--json']);
  expect(code).toBe(0);
  const { checks, probes, apps } = JSON.parse(stdout);
  expect(Object.keys(probes)).toEqual(['v8', 'jvm', 'clr']);
  expect(apps).toMatchObject([{ pid: child.pid, app_id: 'server', runtime: 'v8', attachable: true, remedy: null }]);
  expect(listening(child.pid!)).toBe(1);
  const outcomes = Object.fromEntries(checks.map((check: { name: string; outcome: string }) => [check.name, check.outcome]));
  const root = process.getuid?.() === 0 ? { root: 'note' } : {};
  expect(outcomes).toMatchObject({ home: 'ok', daemon: 'note', port: 'ok', key: 'bad', ...root });
  const told = (await shop.run(['doctor'])).stdout;
  expect(told.includes('root: the daemon runs as root')).toBe(process.getuid?.() === 0);
  expect(told).toMatch(/ok\s+\d+\s+server \(Node\.js\)/);
  expect((await shop.run(['doctor', '--what'])).code).toBe(2);
});

test.runIf(process.platform === 'linux')('doctor tells how the home is set up, and what the filter hides', async () => {
  const child = shop.start(process.execPath, [shop.write('server.js', nodeShop)]);
  await until(() => listening(child.pid!) === 1, 'the server');
  const daemon = await shop.daemon();
  const filter = { SUBSTRATE_SCAN__INCLUDE: '["nothing-has-this-name"]' };
  const told = async (env: Record<string, string>) => (await shop.run(['doctor'], { ...filter, ...env })).stdout;
  const good = await told({ SUBSTRATE_KEY: daemon.key ?? '' });
  expect(good).toContain(`ok  daemon: version`);
  expect(good).toContain(`ok  port: the daemon listens at ${daemon.url}`);
  expect(good).toContain('ok  key: from SUBSTRATE_KEY, accepted');
  expect(good).toMatch(/- {3}filter: scan\.include hides .*\w+ \(\d+\)/);
  expect(await told({ SUBSTRATE_KEY: 'sk_substrate_wrong' })).toMatch(/no {2}key: from SUBSTRATE_KEY: .*substrate keygen --save/);
  const url = new URL(daemon.url);
  const elsewhere = { SUBSTRATE_HOME: `${shop.folder}/other`, SUBSTRATE_SERVER__PORT: url.port };
  expect(await told(elsewhere)).toMatch(/ok {2}daemon: version .* at /);
  expect(await daemon.stop()).toBe(0);
});

test('stop ends the daemon of the home; a daemon that nobody started is no success', async () => {
  const daemon = await shop.daemon();
  const { code, stdout } = await shop.run(['stop']);
  expect([code, stdout]).toEqual([0, `stopped: pid ${daemon.child.pid}\n`]);
  await until(() => daemon.child.exitCode !== null, 'the end of the daemon');
  expect(daemon.child.exitCode).toBe(0);
  expect(await shop.run(['stop'])).toMatchObject({ code: 1, stderr: expect.stringContaining('No daemon runs') });
});

test.runIf(process.platform === 'linux')('an application is left as it was found', async () => {
  const child = shop.start(process.execPath, [shop.write('server.js', nodeShop)]);
  await until(() => listening(child.pid!) === 1, 'the server');
  const daemon = await shop.daemon();
  await until(async () => (await daemon.app(child.pid!))?.probe_status === 'active', 'active');
  // The inspector's port is closed again by the time that anything is read.
  expect(listening(child.pid!)).toBe(1);
  expect(await daemon.stop()).toBe(0);
  expect(listening(child.pid!)).toBe(1);
  expect(child.exitCode).toBeNull();
});

test('launch starts an application so that it can be attached to, and ends as it does', async () => {
  const script = shop.write('args.js', 'console.log(JSON.stringify(process.execArgv)); process.exit(7)');
  const node = await shop.run(['launch', '--', process.execPath, script]);
  expect(node).toMatchObject({ code: 7, stdout: '["--inspect=0"]\n' });
  expect((await shop.run(['launch', '--', 'no-such-program'])).code).toBe(1);
  expect((await shop.run(['launch'])).code).toBe(2);
});
