import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, runAgent, startDisplay, startJava, startShop, startWorker } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until } from './support.js';

const workshop = createWorkshop();
let daemon: RunningDaemon;
const env = () => ({ SUBSTRATE_URL: daemon.url, SUBSTRATE_KEY: daemon.key ?? '' });
const active = (appId: string) =>
  until(
    async () => (await daemon.apps()).find((app) => app.app_id === appId && app.probe_status === 'active'),
    `${appId} active`,
    90_000,
  );

beforeAll(async () => {
  daemon = await workshop.daemon();
});
afterAll(() => workshop[Symbol.asyncDispose]());

describe.runIf(requireRuntime('v8', missing.v8))('the checkout agent', () => {
  test('buys in the web shop and proves it', async () => {
    await startShop(workshop);
    await active('chromium');
    const { code, said } = await runAgent('checkout.mjs', env());
    expect(said).toContain('done: order 1001 over 15.5');
    expect(code).toBe(0);
    expect(await runAgent('checkout.mjs', env())).toEqual({
      code: 0,
      said: expect.stringContaining('done: order 1002 over 15.5'),
    });
  });
});

describe.runIf(requireRuntime('jvm', missing.jvm))('the agent that changes a setting', () => {
  test('changes it in the desktop program and proves it', async () => {
    await startJava(workshop, 'settings-desktop', 'SettingsDesktop', { DISPLAY: await startDisplay(workshop) });
    await active('settingsdesktop');
    const { code, said } = await runAgent('change-setting.mjs', env());
    expect(said).toContain('settings_window.preferences.server: imap.example.org → imap.example.net');
    expect(said).toContain('done: the setting is saved');
    expect(code).toBe(0);
    expect(await runAgent('change-setting.mjs', env())).toEqual({
      code: 0,
      said: expect.stringContaining('settings_window.preferences.server: imap.example.net → imap.example.org'),
    });
  });
});

describe.runIf(requireRuntime('clr', missing.clr))('the agent that drains a queue', () => {
  test('drains it in the service and proves it', async () => {
    await startWorker(workshop);
    await active('mailworker');
    const { code, said } = await runAgent('drain-queue.mjs', env());
    expect(said).toContain('done: 3 mails delivered');
    expect(code).toBe(0);
    expect(await runAgent('drain-queue.mjs', env())).toEqual({
      code: 0,
      said: expect.stringContaining('done: 1 mails delivered'),
    });
  });
});
