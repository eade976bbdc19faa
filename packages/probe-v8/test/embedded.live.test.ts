import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProcess } from '@substrate/core';
import { startTimeOf } from '@substrate/core/probing';
import { describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { actionNamed, buildExamples, discover, invoke, soon, until, valueAt } from './chromium.js';

/** A browser that Chromium is a part of. It is no part of this repository: the test runs where it is installed, as in CI. */
const qutebrowser = (process.env.PATH ?? '')
  .split(':')
  .map((folder) => join(folder, 'qutebrowser'))
  .find((path) => existsSync(path));
if (qutebrowser === undefined)
  console.warn('skipped: the live test of an embedded Chromium needs qutebrowser, which is missing here.');

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
};

describe.runIf(qutebrowser !== undefined)('qutebrowser', () => {
  test('a page in it is read and acted on', { timeout: 120_000 }, async () => {
    const pages = await buildExamples('shop');
    const folder = mkdtempSync(join(tmpdir(), 'substrate-qute-'));
    const port = await freePort();
    const drawn = ['-s', 'qt.force_software_rendering', 'qt-quick'];
    const args = ['--basedir', folder, ...drawn, '--qt-flag', `remote-debugging-port=${port}`, pages.url('shop')];
    const child = spawn(qutebrowser as string, args, {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', QT_QUICK_BACKEND: 'software', QTWEBENGINE_DISABLE_SANDBOX: '1' },
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      const answers = async (): Promise<boolean> =>
        await fetch(`http://127.0.0.1:${port}/json/version`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(answers, { timeout: 60_000, interval: 200 }).toBe(true);
      const pid = child.pid as number;
      const app: AppProcess = {
        pid,
        startTime: startTimeOf(pid) ?? '',
        startedAt: new Date().toISOString(),
        runtime: 'v8',
        flavor: 'qtwebengine',
        runtimeName: 'Qt WebEngine',
        appId: 'qutebrowser',
        appName: 'qutebrowser',
        executable: null,
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean),
        cwd: null,
        recognizedBy: 'test',
      };
      await using session = await createV8Probe().attach(app, undefined, soon());
      await session.capture(discover, soon());
      const capture = await until(session, (now) => valueAt(now, 'redux:catalog/session/visits') === 7, 'the shop');
      expect(valueAt(capture, 'redux:catalog/catalog/products/2/supplier')).toBe('Foundry');
      const add = actionNamed(capture, 'addItem');
      expect(await invoke(session, add.address, { id: 'tea' })).toMatchObject({ ok: true });
      await until(session, (now) => valueAt(now, 'redux:catalog/cart/items/0/id') === 'tea', 'the tea in the cart');
    } finally {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      pages.remove();
    }
  });
});
