import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * How soon an application is listed after its start, active at its first start and at later ones, and active again after a restart of the daemon that
 * knows it: one program of each runtime.
 *
 *   node bench/restart.mjs [ROUNDS] [BUSY LOOPS BESIDE] [KINDS…]
 *
 * Times in milliseconds: of a program from its start (and from when it was listed), of a restart of the daemon from the listening line; the middle of `rounds`, and the worst.
 */
const rounds = Number(process.argv[2] ?? 5);
const loops = Number(process.argv[3] ?? 0);
const kinds = process.argv.slice(4);
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-restart-'));
const children = new Set();
const start = (program, args, options = {}) => {
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder, ...options });
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
const ended = (child) => new Promise((resolve) => child.once('exit', resolve));
const middle = (values) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);

const node = () => [
  process.execPath,
  [
    write(
      'shop.js',
      "const cart = { total: 2 }; require('node:http').createServer((q, r) => r.end(String(cart.total))).listen(0, '127.0.0.1');",
    ),
  ],
];
const java = () => {
  const text =
    'public class Board { static int open = 3; public static void main(String[] a) throws Exception { while (true) Thread.sleep(1000); } }';
  execFileSync('javac', ['-d', path.join(folder, 'classes'), write('Board.java', text)]);
  return ['java', ['-Xmx64m', '-cp', path.join(folder, 'classes'), 'Board']];
};
const dotnet = () => {
  write(
    'queue/Queue.csproj',
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>',
  );
  write(
    'queue/Program.cs',
    'public static class Queue { public static int Waiting = 2; public static async System.Threading.Tasks.Task Main() { while (true) await System.Threading.Tasks.Task.Delay(1000); } }',
  );
  const out = path.join(folder, 'queue-out');
  const quiet = ['-v', 'q', '--nologo', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
  execFileSync('dotnet', ['build', path.join(folder, 'queue'), '-o', out, ...quiet], { stdio: 'ignore' });
  return ['dotnet', [path.join(out, 'Queue.dll')]];
};

const startDaemon = async () => {
  const child = start(process.execPath, [fileURLToPath(new URL('../dist/cli.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      SUBSTRATE_HOME: path.join(folder, 'home'),
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_AUTH__REQUIRE_KEY: 'false',
      SUBSTRATE_PROBE__ATTACH: 'listed',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
    },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^substrate listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url, at: performance.now() };
  }
  throw new Error('the daemon ended');
};
/** Resolves with the time at which the application fits. */
const when = async ({ url }, pid, fits) => {
  for (const limit = performance.now() + 60_000; performance.now() < limit; await sleep(10)) {
    const { apps } = await (await fetch(`${url}/substrate/v1/apps`)).json();
    if (apps.some((app) => app.pid === pid && fits(app))) return performance.now();
  }
  throw new Error(`pid ${pid} never came that far`);
};
const isActive = (app) => app.probe_status === 'active';

try {
  const all = { node, java, dotnet };
  const unknown = kinds.filter((kind) => !Object.hasOwn(all, kind));
  if (unknown.length > 0) throw new Error(`no such kind: ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}`);
  const programs = Object.fromEntries(
    Object.entries(all).flatMap(([kind, make]) => (kinds.length === 0 || kinds.includes(kind) ? [[kind, make()]] : [])),
  );
  for (let i = 0; i < loops; i++) start(process.execPath, ['-e', 'for (;;);']);
  const results = {};
  const pids = {};
  let daemon = await startDaemon();
  for (const [kind, [program, args]] of Object.entries(programs)) {
    const from = performance.now();
    pids[kind] = start(program, args).pid;
    const listed = await when(daemon, pids[kind], () => true);
    const active = await when(daemon, pids[kind], isActive);
    results[kind] = {
      listed_ms: Math.round(listed - from),
      first_active_ms: Math.round(active - from),
      again: [],
      met: [],
      known: [],
    };
  }
  for (let round = 0; round < rounds; round++) {
    for (const [kind, [program, args]] of Object.entries(programs)) {
      const before = [...children].find(({ pid }) => pid === pids[kind]);
      before.kill('SIGKILL');
      await ended(before);
      await sleep(1000);
      const from = performance.now();
      pids[kind] = start(program, args).pid;
      const listed = await when(daemon, pids[kind], () => true);
      const active = await when(daemon, pids[kind], isActive);
      results[kind].again.push(active - from);
      results[kind].met.push(active - listed);
    }
  }
  for (let round = 0; round < rounds; round++) {
    daemon.child.kill('SIGTERM');
    await ended(daemon.child);
    daemon = await startDaemon();
    const { at } = daemon;
    await Promise.all(
      Object.entries(pids).map(async ([kind, pid]) => results[kind].known.push((await when(daemon, pid, isActive)) - at)),
    );
  }
  for (const [kind, { again, met, known, ...rest }] of Object.entries(results)) {
    const worst = (values) => Math.round(Math.max(...values));
    console.log(
      JSON.stringify({
        kind,
        ...rest,
        again_active_ms: middle(again),
        again_worst_ms: worst(again),
        again_from_listed_ms: middle(met),
        again_from_listed_worst_ms: worst(met),
        known_active_ms: middle(known),
        worst_ms: worst(known),
        below_a_second: middle(known) < 1000 && middle(again) < 1000,
      }),
    );
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  await sleep(200);
  rmSync(folder, { recursive: true, force: true });
}
