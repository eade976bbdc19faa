/**
 * What a poll costs a Node.js process: its processor time and the longest stop of its event loop, idle, polled in routine and read
 * whole, in one run, for a small program and for one with much state. Reads the built package: `pnpm build` first.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createV8Probe } from '../dist/index.js';

const server = `
const { monitorEventLoopDelay } = require('node:perf_hooks');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
require('node:http').createServer((request, response) => {
  const answer = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, items: items.length };
  delay.reset();
  response.end(JSON.stringify(answer));
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;
const programs = {
  'small: 500 records': `const items = Array.from({ length: 500 }, (_, id) => ({ id, title: 'Item ' + id, tags: ['a', 'b'], price: id / 10 }));`,
  'large: 60 stores of 200 records, 60 counters, 300,000 keys': `
const items = [];
const crowd = Object.fromEntries(Array.from({ length: 300000 }, (_, id) => ['key-' + id, id]));
const stores = Array.from({ length: 60 }, (_, nth) => {
  let changes = 0;
  const records = Array.from({ length: 200 }, (_, id) => ({ id, title: nth + ' of ' + id, nested: { price: id } }));
  return { add: () => { changes++; records.push(crowd.length); }, count: () => records.length + changes };
});
const handlers = stores.map((store) => [store.add, store.count]);
setInterval(() => handlers.length, 60000);`,
};
const cwd = fileURLToPath(new URL('.', import.meta.url));
const row = (name, value) => console.log(`  ${name}`.padEnd(58), value);

const measure = async (name, state) => {
  const child = spawn(process.execPath, ['-e', state + server], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
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
      command: [process.execPath, '-e', state + server],
      cwd,
      recognizedBy: 'bench',
    };
    const session = await createV8Probe().attach(app, undefined, AbortSignal.timeout(20_000));
    const request = (mode, routine) => session.capture({ mode, budget: defaultBudget, routine }, AbortSignal.timeout(60_000));
    await ask();
    await request('discover', false);
    const discovered = await ask();
    for (let i = 0; i < 20; i++) await request('poll', true);
    const polled = async (routine, times) => {
      await ask();
      const before = cpu();
      const took = [];
      for (let i = 0; i < times; i++) {
        const started = performance.now();
        await request('poll', routine);
        took.push(performance.now() - started);
        await sleep(50);
      }
      took.sort((a, b) => a - b);
      return { ...(await ask()), perPoll: (cpu() - before) / times, median: took[times >> 1] };
    };
    await ask();
    await sleep(3000);
    const idle = await ask();
    const routine = await polled(true, 80);
    const whole = await polled(false, 40);
    await session[Symbol.asyncDispose]();
    console.log(name);
    row('processor time, routine / whole (ms)', `${routine.perPoll.toFixed(1)} / ${whole.perPoll.toFixed(1)}`);
    row('share of a core at one routine poll every 2 s', `${((routine.perPoll / 2000) * 100).toFixed(2)} %`);
    row('time of a poll, median, routine / whole (ms)', `${routine.median.toFixed(1)} / ${whole.median.toFixed(1)}`);
    row('event-loop delay p99, idle / routine / whole (ms)', [idle, routine, whole].map((one) => one.p99.toFixed(1)).join(' / '));
    row('event-loop delay max, idle / routine / whole (ms)', [idle, routine, whole].map((one) => one.max.toFixed(1)).join(' / '));
    row('event-loop delay max while it is discovered (ms)', discovered.max.toFixed(1));
  } finally {
    child.kill('SIGKILL');
  }
};

for (const [name, state] of Object.entries(programs)) await measure(name, state);
