import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireRuntime } from '@substrate/core/testing';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../server/test/world.js';

/** The client in a real browser, on a page whose origin the daemon allows. */

const findBrowser = (): string | undefined => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {}
  }
  return undefined;
};

/** Runs in the page. */
const script = `
import { createClient } from '/client.js';
const told = [];
try {
  const { url, key } = await (await fetch('/settings')).json();
  const client = createClient({ url, key });
  told.push((await client.apps()).apps[0].app_id);
  told.push((await client.verify({ app_id: 'shop', expression: 'user.vip' })).passed);
  told.push(await client.state(9).catch((error) => error.code));
  told.push(await client.watch(9).next().catch((error) => error.code));
  for await (const event of client.watch(101)) {
    told.push(event.type);
    if (event.type === 'state') await fetch('/change', { method: 'POST' });
    else break;
  }
} catch (error) {
  told.push(String(error));
}
await fetch('/told', { method: 'POST', body: JSON.stringify(told) });
`;

const browser = findBrowser();

describe.runIf(requireRuntime('v8', browser ? null : 'a Chromium browser'))('in a browser', () => {
  let world: World;
  let page: Server;
  let child: ChildProcess | undefined;
  let profile: string;
  let code = '';
  let tell: (told: unknown) => void = () => {};
  const told = new Promise<unknown>((resolve) => {
    tell = resolve;
  });

  beforeAll(async () => {
    const made = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: { entry: fileURLToPath(new URL('../src/index.ts', import.meta.url)), formats: ['es'] },
      },
    });
    const [bundle] = [made].flat();
    if (!bundle || !('output' in bundle)) throw new Error('no bundle');
    code = bundle.output[0].code;
    page = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const type = request.url?.endsWith('.js')
        ? 'text/javascript'
        : request.url === '/settings'
          ? 'application/json'
          : 'text/html';
      response.setHeader('Content-Type', type);
      if (request.url === '/client.js') response.end(code);
      else if (request.url === '/page.js') response.end(script);
      else if (request.url === '/settings') response.end(JSON.stringify({ url: world.serving?.url, key: world.key }));
      else if (request.url === '/change') response.end(world.shop.set({ 'cart.total_items': 99 }));
      else if (request.url === '/told') {
        response.end();
        tell(JSON.parse(body));
      } else response.end('<!doctype html><script type="module" src="/page.js"></script>');
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    world = await openWorld('over a socket', { settings: { allowedOrigins: [origin] } });
    profile = mkdtempSync(join(tmpdir(), 'substrate-browser-'));
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
    child = spawn(browser as string, [...flags, origin], { stdio: 'ignore', detached: true });
  });

  afterAll(async () => {
    const gone = child && new Promise((resolve) => child?.on('exit', resolve));
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
    await gone;
    page?.close();
    await world?.[Symbol.asyncDispose]();
    if (profile) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('imports nothing, and reads, verifies, watches and fails as it should', async () => {
    expect(code).not.toMatch(/^\s*import\s/m);
    expect(await told).toEqual(['shop', true, 'not_found', 'not_found', 'state', 'change']);
  });
});
