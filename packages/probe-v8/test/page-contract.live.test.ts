import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { probeContract, secretCases, secretTrees } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { actionNamed, buildExamples, type Chromium, hasChromium, startChromium, valueAt } from './chromium.js';

const loaded = async (browser: Chromium, expression: string): Promise<void> => {
  const client = await browser.page();
  for (let i = 0; i < 100; i++) {
    const { result } = await client.send('Runtime.evaluate', { expression });
    if (result.value === true) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.close();
};

describe.runIf(hasChromium)('the contract of a probe, on a page in a real browser', () => {
  let pages: Awaited<ReturnType<typeof buildExamples>>;
  const running = new Map<number, Chromium>();
  beforeAll(async () => {
    pages = await buildExamples('shop', 'vanilla');
  });
  afterAll(async () => {
    pages.remove();
    for (const browser of running.values()) await browser.stop();
  });

  const start = (name: string) => async () => {
    const browser = await startChromium(pages.url(name));
    running.set(browser.app.pid, browser);
    await loaded(browser, 'document.querySelector("button") !== null');
    return { app: browser.app, stop: () => browser.stop() };
  };
  const healthy = async ({ pid }: { pid: number }): Promise<boolean> => {
    const client = await (running.get(pid) as Chromium).page();
    const { result } = await client.send('Runtime.evaluate', { expression: 'document.querySelectorAll("button").length' });
    await client.close();
    return Number(result.value) > 0;
  };

  describe('React and Redux', () => {
    const cases = probeContract({
      probe: () => createV8Probe(),
      start: start('shop'),
      healthy,
      act: (capture) => ({
        address: actionNamed(capture, 'Add to cart').address,
        parameters: { row: 1 },
        happened: (after) => valueAt(after, 'redux:catalog/cart/items/0/name') === 'Stone mug',
      }),
      secret: 'tok-5d1f0c1e-secret',
      // A page that holds the cases of secrets in globals of its own.
      holder: async (folder) => {
        const entries = secretCases.map(({ name, value }) => ({ [name]: value }));
        const lists = Array.from({ length: Math.ceil(entries.length / 100) }, (_, i) => entries.slice(i * 100, i * 100 + 100));
        const cases = Object.fromEntries(lists.map((list, i) => [`heldCases${i}`, list]));
        const held = JSON.stringify({ ...cases, heldTrees: secretTrees }).replaceAll('<', '\\u003c');
        const page = join(folder, 'index.html');
        writeFileSync(
          page,
          `<!doctype html><meta charset="utf-8"><title>Holder</title><button>Hold</button><script>Object.assign(window, ${held})</script>`,
        );
        const browser = await startChromium(pathToFileURL(page).href);
        await loaded(browser, 'window.heldTrees !== undefined');
        return { app: browser.app, stop: () => browser.stop() };
      },
    });
    for (const { name, run } of cases) test(name, run);
  });

  describe('no framework', () => {
    const cases = probeContract({
      probe: () => createV8Probe(),
      start: start('vanilla'),
      healthy,
      act: (capture) => ({
        address: actionNamed(capture, 'Water all').address,
        parameters: {},
        happened: (after) => valueAt(after, 'closure:/waterings') === 1,
      }),
      secret: 'greenhouse-9f8e7d6c5b4a',
    }).filter(({ name }) => /secret|action does|known roots|unchanged root/.test(name));
    for (const { name, run } of cases) test(name, run);
  });
});
