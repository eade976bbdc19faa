import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * How long `GET /apps` takes while applications are in their cold probe: real processes with much state each, a daemon that meets them all at once, and a
 * caller that asks again as soon as it has its answer. A bare server in a process of its own is asked in turn: what the machine does to it, it does to both.
 * Beside it, the longest turns of the loop that answers, in processor time (`stretch.mjs`).
 *
 *   node bench/cold.mjs [COUNT, 10] [node | java MEGABYTES]
 */
const count = Number(process.argv[2] ?? 10);
const kind = process.argv[3] ?? 'node';
const megabytes = process.argv[4] ?? '200';
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-cold-'));
const children = new Set();
const start = (args, { program = process.execPath, ...options } = {}) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], cwd: folder, ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};
const write = (name, text) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const line = (child, pattern) =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (text) => {
      const found = pattern.exec(text);
      if (found) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

const program = (at) => `
const orders = Array.from({ length: 400 }, (_, i) => ({ id: i, customer: 'Customer ' + i, total: i * 3 + ${at}, lines: [{ sku: 'A' + i, quantity: i % 7 }], paid: i % 2 === 0 }));
const settings = { region: 'north', currency: 'EUR', limit: ${at} };
const byCity = new Map(['Berlin', 'Paris', 'Rome'].map((city) => [city, orders.filter((order) => order.id % 3 === city.length % 3)]));
exports.addOrder = function addOrder(customer) { orders.push({ id: orders.length, customer, total: 0, lines: [], paid: false }); };
require('node:http').createServer((q, r) => r.end(JSON.stringify([orders.length, settings, byCity.size]))).listen(0, '127.0.0.1', () => console.log('ready 1'));
`;
const bareProgram = () => {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1', () =>
    console.log(`port ${server.address().port}`),
  );
};

const p = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const say = (name, values) =>
  console.log(
    `${name.padEnd(12)} ${String(values.length).padStart(6)} requests   p50 ${p(values, 0.5).toFixed(1)} ms   p99 ${p(values, 0.99).toFixed(1)} ms   worst ${Math.max(...values).toFixed(1)} ms`,
  );

try {
  if (kind === 'java') {
    const sources = ['Hoard', 'Plenty'].map((name) =>
      fileURLToPath(new URL(`../../packages/probe-jvm/bench/${name}.java`, import.meta.url)),
    );
    execFileSync('javac', ['-d', path.join(folder, 'classes'), ...sources]);
  }
  // A heap that is large, and one with much to tell, in turns.
  const java = (at) =>
    start(['-Xmx2g', '-cp', path.join(folder, 'classes'), ...(at % 2 === 0 ? ['Hoard', megabytes, '10'] : ['Plenty', '20000'])], {
      program: 'java',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const apps = Array.from({ length: count }, (_, at) => {
    if (kind === 'java') return java(at);
    write(`app${at}/package.json`, JSON.stringify({ name: `cold-${at}`, version: '1.0.0' }));
    return start([write(`app${at}/main.js`, program(at))]);
  });
  await Promise.all(apps.map((app) => line(app, /^(ready)/)));
  const bare = `http://127.0.0.1:${await line(start([write('bare.mjs', `import { createServer } from 'node:http';\n(${bareProgram})();`)]), /^port (\d+)/)}`;
  const stretches = path.join(folder, 'stretches.json');
  const preload = new URL('stretch.mjs', import.meta.url).href;
  const daemon = start(['--import', preload, fileURLToPath(new URL('../dist/cli.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      STRETCH_FILE: stretches,
      SUBSTRATE_HOME: path.join(folder, 'home'),
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_AUTH__REQUIRE_KEY: 'false',
      SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
      SUBSTRATE_PROBE__ATTACH: 'listed',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
    },
  });
  const url = await line(daemon, /^substrate listening on (\S+)/);
  const ask = async (from) => {
    const begun = performance.now();
    const answer = await (await fetch(from)).json();
    return { ms: performance.now() - begun, answer };
  };
  await ask(bare);
  const times = { apps: [], bare: [] };
  const from = performance.now();
  const wanted = new Set(apps.map(({ pid }) => pid));
  const isCold = ({ pid, probe_status }) => wanted.has(pid) && /detecting|attaching|cold_probe/.test(probe_status);
  let most = 0;
  for (let seen = 0; ; ) {
    const { ms, answer } = await ask(`${url}/substrate/v1/apps`);
    times.apps.push(ms);
    times.bare.push((await ask(bare)).ms);
    seen = Math.max(seen, answer.apps.length);
    const cold = answer.apps.filter(isCold).length;
    most = Math.max(most, cold);
    if (seen >= count && cold === 0) break;
    if (performance.now() - from > 120_000) throw new Error('They did not become active.');
    await sleep(2);
  }
  console.log(
    `${count} applications, at most ${most} of them cold at once, ${((performance.now() - from) / 1000).toFixed(1)} s until the last was active`,
  );
  say('GET /apps', times.apps);
  say('bare http', times.bare);
  // The first polls are turns too.
  await sleep(5000);
  console.log(
    `longest turns of the loop, ms of processor: ${existsSync(stretches) ? readFileSync(stretches, 'utf8') : 'none above 1'}`,
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
