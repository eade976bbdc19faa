/**
 * A fresh read of a page, over HTTP from a running daemon, beside the accessibility snapshots of two tool servers that agents use: in one
 * run, on the same pages of one browser. `node bench/page-read.mjs` after a build of the daemon. The tool servers are no dependencies:
 * name a folder that has them with BENCH_TOOLS=DIR (`npm install --prefix DIR @playwright/mcp chrome-devtools-mcp`), or only our own
 * numbers are printed. Words after it choose the pages whose names have one of them. Also: what polling costs the page, as a share of one core at the default interval.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median, startBrowser, watchPage } from './chromium.mjs';

const rounds = 40;
const interval = 2000;

/** A daemon that attaches to the browser of this bench alone. */
const startDaemon = async (app) => {
  const home = mkdtempSync(join(tmpdir(), 'substrate-bench-home-'));
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../daemon/dist/cli.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      SUBSTRATE_HOME: home,
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_PROBE__ATTACH: 'listed',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([app.command.find((part) => part.startsWith('--user-data-dir='))]),
    },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  const find = async (pattern) => {
    for (let i = 0; i < 600; i++) {
      const found = pattern.exec(out)?.[1];
      if (found) return found;
      await sleep(50);
    }
    throw new Error(`The daemon did not say ${pattern}.`);
  };
  const url = await find(/listening on (http:\S+)/);
  const headers = { 'X-Substrate-Key': await find(/key: (\S+)/) };
  // One connection that stays open, as the tool servers have one pipe.
  const agent = new Agent({ keepAlive: true });
  const get = (route) =>
    new Promise((resolve, reject) => {
      request(`${url}/substrate/v1${route}`, { headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ ok: response.statusCode === 200, text }));
      })
        .on('error', reject)
        .end();
    });
  for (let i = 0; i < 1200; i++) {
    if ((await get(`/state/${app.pid}`)).ok) break;
    await sleep(100);
  }
  return {
    read: async () => (await get(`/state/${app.pid}?fresh=true`)).text,
    stop: async () => {
      agent.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** A tool server over standard input and output. */
const startTool = async (command, args) => {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = line.startsWith('{') ? JSON.parse(line) : {};
      waiting.get(message.id)?.(message);
    }
  });
  let id = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const mine = ++id;
      const timer = setTimeout(() => reject(new Error(`${method} had no answer`)), 60_000);
      waiting.set(mine, (message) => {
        clearTimeout(timer);
        waiting.delete(mine);
        resolve(message.result ?? message.error);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: mine, method, params })}\n`);
    });
  await send('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'bench', version: '0' } });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return { call: (name, input = {}) => send('tools/call', { name, arguments: input }), stop: () => child.kill() };
};

const flood = `data:text/html,${encodeURIComponent('<!doctype html><title>rows</title><h1>rows</h1><table id="t"><thead><tr><th>Name</th><th>Amount</th></tr></thead><tbody></tbody></table><script>document.querySelector("tbody").innerHTML = Array.from({ length: 12000 }, (_, i) => "<tr><td>name " + i + "</td><td><b>" + i + "</b></td></tr>").join("")</script>')}`;
const examples = mkdtempSync(join(tmpdir(), 'substrate-bench-pages-'));
const builder = fileURLToPath(new URL('../../../examples/web/build.mjs', import.meta.url));
execFileSync(process.execPath, [builder, `--out=${examples}`, 'shop', 'vue-pinia'], { stdio: 'ignore' });
const pages = {
  'shop (React, Redux)': pathToFileURL(join(examples, 'shop/index.html')).href,
  'tasks (Vue, Pinia)': pathToFileURL(join(examples, 'vue-pinia/index.html')).href,
  'table of 48,000 elements': flood,
};

const tools = process.env.BENCH_TOOLS ? join(process.env.BENCH_TOOLS, 'node_modules') : undefined;
const browser = await startBrowser();
const started = [];
try {
  const daemon = await startDaemon(browser.app);
  started.push(daemon);
  const others = [];
  const endpoint = `http://127.0.0.1:${browser.port}`;
  if (tools) {
    const playwright = await startTool(join(tools, '@playwright/mcp/cli.js'), ['--cdp-endpoint', endpoint]);
    started.push(playwright);
    others.push({ name: '@playwright/mcp', read: () => playwright.call('browser_snapshot') });
    const devtools = await startTool(join(tools, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'), [
      '--browserUrl',
      endpoint,
    ]);
    started.push(devtools);
    const listed = JSON.stringify(await devtools.call('list_pages'));
    const pageId = Number(/(\d+): /.exec(listed)?.[1] ?? 1);
    others.push({ name: 'chrome-devtools-mcp', read: () => devtools.call('take_snapshot', { pageId }) });
  }
  const { client, busy, go } = await watchPage(browser.port);

  const wanted = process.argv.slice(2);
  for (const [name, url] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    await go(url);
    // Discovery of the new document ends in the background.
    for (let i = 0; i < 5; i++) {
      await daemon.read();
      await sleep(600);
    }
    const readers = [{ name: 'substrate', read: daemon.read }, ...others];
    const times = new Map(readers.map((reader) => [reader.name, []]));
    const sizes = new Map();
    for (let i = 0; i < rounds; i++) {
      // Everyone comes after everyone else, and none has to wait for what the one before left the page to do.
      for (const reader of i % 2 === 0 ? readers : readers.toReversed()) {
        await sleep(30);
        // A reader that needs seconds is asked less often.
        if (times.get(reader.name).reduce((sum, time) => sum + time, 0) > 20_000) continue;
        const begun = performance.now();
        const answer = await reader.read();
        times.get(reader.name).push(performance.now() - begun);
        sizes.set(reader.name, (typeof answer === 'string' ? answer : JSON.stringify(answer)).length);
      }
    }
    // What discovery of the new document was put off by reading ends now. Then nobody else reads: the daemon polls as it always does.
    await sleep(9000);
    const before = await busy();
    const begun = performance.now();
    await sleep(5 * interval);
    const share = ((await busy()) - before) / (performance.now() - begun);
    const own = median(times.get('substrate'));
    console.log(`\n${name}`);
    for (const reader of readers) {
      const time = median(times.get(reader.name));
      console.log(
        `  ${reader.name.padEnd(20)} ${time.toFixed(1).padStart(7)} ms  ${(time / own).toFixed(1).padStart(5)} ×  ${(sizes.get(reader.name) / 1000).toFixed(1)} kB`,
      );
    }
    console.log(`  polling every ${interval / 1000} s: ${(share * 100).toFixed(2)} % of a core of the page's main thread`);
  }
  await client.close();
} finally {
  for (const each of started) await each.stop();
  await browser.stop();
  rmSync(examples, { recursive: true, force: true });
}
