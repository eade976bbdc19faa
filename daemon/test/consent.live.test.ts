import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chromium, startDisplay } from './example-apps.js';
import { createWorkshop, has, type RunningDaemon, stallingProbe, until, type Workshop } from './support.js';

/** A browser that a person has open, its own switch for remote debugging on: its dialog is answered as a person would, by keys. */
const missing = ['Xvfb', 'xdotool'].filter((name) => !has(name));
if (missing.length > 0) console.warn(`skipped: the dialog of a browser can't be answered without ${missing.join(' and ')}.`);

/** The established connections of a process to a port of this machine. */
const connections = (pid: number, port: number): number => {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '01' && fields[2]?.endsWith(wanted))
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

describe.runIf(chromium && missing.length === 0)('a browser that asks the person', () => {
  let shop: Workshop;
  let daemon: RunningDaemon;
  let display: string;
  let pid: number;

  beforeEach(async () => {
    shop = createWorkshop();
    display = await startDisplay(shop);
    shop.write('profile/Local State', JSON.stringify({ devtools: { remote_debugging: { 'user-enabled': true } } }));
    const page = shop.write(
      'page.html',
      '<!doctype html><title>till</title><h1>Till</h1><label>Total <output>4273</output></label>',
    );
    const profile = path.join(shop.folder, 'profile');
    const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
    const child = shop.start(chromium as string, [...quiet, '--disable-dev-shm-usage', `--user-data-dir=${profile}`, page], {
      env: { DISPLAY: display },
    });
    pid = child.pid as number;
    await until(() => existsSync(path.join(profile, 'DevToolsActivePort')), 'the debugging port');
    daemon = await shop.daemon({ SUBSTRATE_PROBE__EXTRA: JSON.stringify([stallingProbe]) });
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  const press = (...keys: string[]): void => {
    for (const key of keys)
      execFileSync('xdotool', ['key', '--delay', '100', key], { env: { ...process.env, DISPLAY: display } });
  };
  const reason = async (): Promise<string> => (await daemon.app(pid))?.status_reason ?? '';
  const port = (): number => Number.parseInt(readFileSync(path.join(shop.folder, 'profile/DevToolsActivePort'), 'utf8'), 10);

  test('waits for the consent and says so, then reads over the one connection', { timeout: 120_000 }, async () => {
    await until(async () => /waits for “Allow”/.test(await reason()), 'the wait');
    expect(connections(daemon.child.pid as number, port())).toBe(1);
    const told = JSON.parse((await shop.run(['doctor', '--json'])).stdout);
    expect(told.apps).toMatchObject([{ pid }]);
    press('Tab', 'Return');
    await until(async () => (await daemon.app(pid))?.probe_status === 'active', 'active');
    expect(JSON.stringify((await daemon.state(pid, '?fresh=true')).objects)).toContain('4273');
    expect(connections(daemon.child.pid as number, port())).toBe(1);
  });

  test('an application that stalls the reading costs no second question', { timeout: 180_000 }, async () => {
    await until(async () => /waits for “Allow”/.test(await reason()), 'the wait');
    // So many that one of them is read beside the browser, whichever room that is in.
    const notes = [1, 2, 3].map((number) => shop.write(`note-${number}.note`, 'milk and bread'));
    const stalling = notes.map((note) => shop.start('sh', ['-c', 'while :; do sleep 1; done', note]));
    const isRead = async (id = 0): Promise<boolean> => (await daemon.app(id))?.probe_status === 'active';
    await until(async () => (await Promise.all(stalling.map((one) => isRead(one.pid)))).every(Boolean), 'the notes', 60_000);
    press('Tab', 'Return');
    await until(() => isRead(pid), 'active');
    for (const note of [1, 2, 3]) shop.write(`note-${note}.note`, `${'a'.repeat(60)}!`);
    await until(async () => !(await isRead(pid)), 'the stalled room', 60_000);
    await until(() => isRead(pid), 'active again', 60_000);
    expect(JSON.stringify((await daemon.state(pid, '?fresh=true')).objects)).toContain('4273');
    expect(connections(daemon.child.pid as number, port())).toBe(1);
  });

  test('launch says when the browser that runs took the command over', { timeout: 120_000 }, async () => {
    const profile = `--user-data-dir=${path.join(shop.folder, 'profile')}`;
    const launched = await shop.run(['launch', '--', chromium as string, '--no-sandbox', profile, 'about:blank'], {
      DISPLAY: display,
    });
    expect(launched.code).toBe(0);
    expect(launched.stderr).toContain(`runs already (pid ${pid})`);
  });

  test('a refusal is respected', { timeout: 120_000 }, async () => {
    await until(async () => /waits for “Allow”/.test(await reason()), 'the wait');
    press('Escape');
    await until(async () => /was refused in the dialog/.test(await reason()), 'the refusal');
    expect(await daemon.app(pid)).toMatchObject({ probe_status: 'detecting' });
    expect(connections(daemon.child.pid as number, port())).toBe(0);
    await daemon.stop('SIGTERM');
    daemon = await shop.daemon();
    await until(async () => /was refused in the dialog/.test(await reason()), 'the refusal, remembered');
    expect(connections(daemon.child.pid as number, port())).toBe(0);
  });
});
