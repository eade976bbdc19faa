import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { requireRuntime } from '@substrate/core/testing';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from './documented.js';
import { missing } from './example-apps.js';
import { createWorkshop, has, type RunningDaemon, type Workshop } from './support.js';

const program = ['chromium', 'chromium-browser', 'google-chrome']
  .filter(has)
  .map((name) => execFileSync('which', [name], { encoding: 'utf8' }).trim())[0];

/** The client in a page of another origin, in a real browser: what it can say of a daemon that does not talk to that page. */
describe.runIf(requireRuntime('v8', missing.v8))('the client in a page', { timeout: 120_000 }, () => {
  let workshop: Workshop;
  let daemon: RunningDaemon;
  let browser: Browser;
  let site: Server;
  let origin: string;

  beforeAll(async () => {
    workshop = createWorkshop();
    const client = path.join(repository, 'packages/client/dist');
    site = createServer((request, response) => {
      const file = path.join(client, path.basename(request.url ?? ''));
      if (request.url === '/') response.setHeader('content-type', 'text/html').end('<title>A page</title>');
      else if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => site.once('listening', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: program as string, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await workshop?.[Symbol.asyncDispose]();
  });

  /** The code of what a call in the page fails with, or how many applications there are. */
  const call = async (url: string): Promise<string | number> => {
    const page = await browser.newPage();
    await page.goto(origin);
    const answer = await page.evaluate(
      `import('/index.js').then(({ createClient }) => createClient({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(daemon.key)}, retry: false }).apps())
        .then(({ total }) => total, (error) => error.code)`,
    );
    await page.close();
    return answer as string | number;
  };

  test('tells an origin that is refused from a daemon that is not there', async () => {
    daemon = await workshop.daemon();
    expect(await call(daemon.url)).toBe('forbidden_origin');
    expect(await daemon.stop()).toBe(0);
    expect(await call(daemon.url)).toBe('unreachable');
    daemon = await workshop.daemon({ SUBSTRATE_SERVER__ALLOWED_ORIGINS: JSON.stringify([origin]) });
    expect(await call(daemon.url)).toBe(0);
  });
});
