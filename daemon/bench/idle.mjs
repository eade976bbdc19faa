import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What the daemon takes of a core while nothing happens, with a thousand real processes on the machine and one Node.js application attached. */
const count = Number(process.argv[2] ?? 1000);
const seconds = 20;
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-idle-'));
const children = [];
const start = (program, args, options = {}) => {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  children.push(child);
  return child;
};
const cpuSeconds = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
/** Processes and threads that were started since boot, by anybody: a busy machine is no idle one. */
const started = () => Number(/^processes (\d+)/m.exec(readFileSync('/proc/stat', 'utf8'))[1]);
const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

try {
  for (let at = 0; at < count; at++) start('sleep', ['600']);
  start(process.execPath, [
    '-e',
    `/* ${folder} */ const cart = { total: 2 }; require('node:http').createServer((q, r) => r.end(JSON.stringify(cart))).listen(0, '127.0.0.1')`,
  ]);
  await sleep(3000);
  const daemon = start(process.execPath, [fileURLToPath(new URL('../dist/cli.js', import.meta.url))], {
    env: {
      ...process.env,
      SUBSTRATE_HOME: path.join(folder, 'home'),
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_PROBE__ATTACH: 'listed',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
    },
  });
  await sleep(15_000);
  const before = cpuSeconds(daemon.pid);
  const startedBefore = started();
  await sleep(seconds * 1000);
  const share = (cpuSeconds(daemon.pid) - before) / seconds;
  console.log(
    JSON.stringify({
      processes: count,
      idle_share_of_a_core: Number(share.toFixed(4)),
      started_meanwhile: started() - startedBefore,
      resident_mb: Math.round(residentMb(daemon.pid)),
      below_2_percent: share < 0.02,
    }),
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  await sleep(200);
  rmSync(folder, { recursive: true, force: true });
}
