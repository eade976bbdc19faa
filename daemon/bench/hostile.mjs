/** How long /health takes while twenty hostile applications are read, beside a server that does nothing on the same machine. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
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

const bareServer = `
const server = require('node:http').createServer((request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port));
`;

/** The 99th percentile of each, asked in turn: a machine that is busy with other things is so for all of them. */
const p99 = async (urls) => {
  const times = urls.map(() => []);
  for (let round = 0; round < 1000; round++) {
    for (const [at, url] of urls.entries()) {
      const begun = performance.now();
      await (await fetch(url)).text();
      times[at].push(performance.now() - begun);
    }
    await sleep(15);
  }
  return times.map((all) => all.sort((x, y) => x - y)[Math.floor(all.length * 0.99)]);
};

const listening = (child) =>
  new Promise((resolve) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
      const found = /listening on (http:\S+)/.exec(out)?.[1];
      if (found) resolve(found);
    });
  });

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
  const bare = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(bare);
  const urls = [`${await listening(daemon)}/health`, await listening(bare)];
  await sleep(2000);
  const quiet = await p99(urls);
  for (let at = 0; at < count; at++) {
    mkdirSync(path.join(folder, `app-${at}`));
    const script = path.join(folder, `app-${at}`, 'main.js');
    writeFileSync(script, hostile);
    children.push(spawn(process.execPath, [script], { stdio: 'ignore' }));
  }
  await sleep(10_000);
  const beside = await p99(urls);
  const told = ([health, plain]) => `${health.toFixed(1)} ms (a server that does nothing: ${plain.toFixed(1)} ms)`;
  console.log(
    `/health p99: quiet ${told(quiet)}, beside ${count} hostile applications ${told(beside)}; load ${loadavg()[0].toFixed(1)}`,
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  await sleep(300);
  rmSync(folder, { recursive: true, force: true });
}
