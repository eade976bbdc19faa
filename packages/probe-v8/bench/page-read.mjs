/**
 * A fresh read of a page beside the accessibility snapshots of two tool servers that agents use, in one run, on the same pages of
 * one browser: `node bench/page-read.mjs` after a build. The tool servers are no dependencies: name a folder that has them with
 * BENCH_TOOLS=DIR (`npm install --prefix DIR @playwright/mcp chrome-devtools-mcp`), or only our own numbers are printed.
 * Also: what polling costs the page, as a share of one core at the default interval.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createV8Probe } from '@substrate/probe-v8';
import CDP from 'chrome-remote-interface';

const rounds = 15;
const interval = 2000;
const soon = () => AbortSignal.timeout(60_000);
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

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
const examples = fileURLToPath(new URL('../../../examples/web/dist/', import.meta.url));
const pages = {
  'shop (React, Redux)': pathToFileURL(join(examples, 'shop/index.html')).href,
  'tasks (Vue, Pinia)': pathToFileURL(join(examples, 'vue-pinia/index.html')).href,
  'table of 48,000 elements': flood,
};

const tools = process.env.BENCH_TOOLS ? join(process.env.BENCH_TOOLS, 'node_modules') : undefined;
const browser = await startChromium();
const started = [];
try {
  const probe = createV8Probe();
  const session = await probe.attach(browser.app, undefined, soon());
  started.push({ stop: () => session[Symbol.asyncDispose]() });
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
  const client = await CDP({ port: browser.port, target: (all) => all.find((target) => target.type === 'page') });
  await client.send('Performance.enable', { timeDomain: 'timeTicks' });
  const busy = async () =>
    (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const read = async () => {
    const capture = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
    return JSON.stringify({ roots: capture.roots, actions: capture.actions, context: capture.context });
  };

  for (const [name, url] of Object.entries(pages)) {
    await client.send('Page.navigate', { url });
    await sleep(1500);
    await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
    const readers = [{ name: 'substrate', read }, ...others];
    const times = new Map(readers.map((reader) => [reader.name, []]));
    const sizes = new Map();
    for (let i = 0; i < rounds; i++) {
      for (const reader of readers) {
        // A reader that needs seconds is asked less often.
        if (times.get(reader.name).reduce((sum, time) => sum + time, 0) > 20_000) continue;
        const begun = performance.now();
        const answer = await reader.read();
        times.get(reader.name).push(performance.now() - begun);
        sizes.set(reader.name, (typeof answer === 'string' ? answer : JSON.stringify(answer)).length);
      }
    }
    await sleep(1000);
    const before = await busy();
    const polls = 10;
    for (let i = 0; i < polls; i++) await read();
    const perPoll = ((await busy()) - before) / polls;
    const own = median(times.get('substrate'));
    console.log(`\n${name}`);
    for (const reader of readers) {
      const time = median(times.get(reader.name));
      console.log(
        `  ${reader.name.padEnd(20)} ${time.toFixed(1).padStart(7)} ms  ${(time / own).toFixed(1).padStart(5)} ×  ${(sizes.get(reader.name) / 1000).toFixed(1)} kB`,
      );
    }
    console.log(
      `  polling: ${perPoll.toFixed(1)} ms of the page's main thread a poll, ${((perPoll / interval) * 100).toFixed(2)} % of a core`,
    );
  }
  await client.close();
} finally {
  for (const each of started) await each.stop();
  await browser.stop();
}
