/**
 * What a poll costs a Node.js process: its processor time and its event-loop delay, with and without polling, in one run.
 * Reads the built package: `pnpm build` first.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createV8Probe } from '../dist/index.js';

const script = `
const { monitorEventLoopDelay } = require('node:perf_hooks');
const items = Array.from({ length: 500 }, (_, id) => ({ id, title: 'Item ' + id, tags: ['a', 'b'], price: id / 10 }));
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
require('node:http').createServer((request, response) => {
  const answer = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, items: items.length };
  delay.reset();
  response.end(JSON.stringify(answer));
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;
const cwd = fileURLToPath(new URL('.', import.meta.url));
const child = spawn(process.execPath, ['-e', script], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
try {
  const port = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  const stat = () =>
    readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  const cpu = () => (Number(stat()[11]) + Number(stat()[12])) * 10;
  const ask = async () => await (await fetch(`http://127.0.0.1:${port}/`)).json();
  const app = {
    pid: child.pid,
    startTime: stat()[19],
    startedAt: '',
    runtime: 'v8',
    flavor: 'node',
    runtimeName: 'Node.js',
    appId: 'bench',
    appName: 'bench',
    executable: process.execPath,
    command: [process.execPath],
    cwd,
    recognizedBy: 'bench',
  };
  const session = await createV8Probe().attach(app, undefined, AbortSignal.timeout(20_000));
  const request = (mode) => session.capture({ mode, budget: defaultBudget }, AbortSignal.timeout(60_000));
  await ask();
  await request('discover');
  const discovered = await ask();
  for (let i = 0; i < 30; i++) await request('poll');

  await ask();
  await sleep(5000);
  const idle = await ask();
  const before = cpu();
  const times = [];
  for (let i = 0; i < 100; i++) {
    const started = performance.now();
    await request('poll');
    times.push(performance.now() - started);
    await sleep(50);
  }
  const perPoll = (cpu() - before) / 100;
  const polled = await ask();
  times.sort((a, b) => a - b);
  await session[Symbol.asyncDispose]();
  const row = (name, value) => console.log(name.padEnd(58), value);
  row('poll, median / p95 (ms)', `${times[50].toFixed(1)} / ${times[95].toFixed(1)}`);
  row('processor time of the process per poll (ms)', perPoll.toFixed(1));
  row('share of a core at one poll every 2 s', `${((perPoll / 2000) * 100).toFixed(2)} %`);
  row('event-loop delay max while it is discovered (ms)', discovered.max.toFixed(1));
  row('event-loop delay p99, idle / polled 20 times a second (ms)', `${idle.p99.toFixed(1)} / ${polled.p99.toFixed(1)}`);
  row('event-loop delay max, idle / polled 20 times a second (ms)', `${idle.max.toFixed(1)} / ${polled.max.toFixed(1)}`);
} finally {
  child.kill('SIGKILL');
}
