/** How long /health takes while twenty hostile applications are read, as a ratio to a quiet daemon. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const count = 20;
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-hostile-'));
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const children = [];

/** Values that are slow to judge, names that are long, and everything is another at each reading. */
const hostile = `
const store = {};
const change = () => { for (let i = 0; i < 600; i++) store['k' + i + '_' + 'x'.repeat(200)] = '?a=' + 'a.'.repeat(1900) + Math.random(); };
change();
exports.store = store;
setInterval(change, 300);
require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1');
`;

const p99 = async (url) => {
  const times = [];
  for (let at = 0; at < 400; at++) {
    const begun = performance.now();
    await (await fetch(`${url}/health`)).text();
    times.push(performance.now() - begun);
    await sleep(15);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)];
};

try {
  const env = {
    ...process.env,
    SUBSTRATE_HOME: path.join(folder, 'home'),
    SUBSTRATE_SERVER__PORT: '0',
    SUBSTRATE_PROBE__ATTACH: 'listed',
    SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
  };
  const daemon = spawn(process.execPath, [cli], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(daemon);
  const url = await new Promise((resolve) => {
    let out = '';
    daemon.stdout.on('data', (text) => {
      out += text;
      const found = /listening on (http:\S+)/.exec(out)?.[1];
      if (found) resolve(found);
    });
  });
  await sleep(2000);
  const quiet = await p99(url);
  for (let at = 0; at < count; at++) {
    mkdirSync(path.join(folder, `app-${at}`));
    const script = path.join(folder, `app-${at}`, 'main.js');
    writeFileSync(script, hostile);
    children.push(spawn(process.execPath, [script], { stdio: 'ignore' }));
  }
  await sleep(10_000);
  const busy = await p99(url);
  console.log(
    `/health p99: quiet ${quiet.toFixed(1)} ms, beside ${count} hostile applications ${busy.toFixed(1)} ms (x${(busy / quiet).toFixed(1)})`,
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  await sleep(300);
  rmSync(folder, { recursive: true, force: true });
}
