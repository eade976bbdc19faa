// How long a program with a million objects stands still for us, seen from inside, and what a poll of it costs: node bench/million.mjs [--objects N]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createClrProbe } from '../dist/index.js';
import { runDotnet } from '../scripts/dotnet.mjs';

const visits = process.argv.includes('--quick') ? 5 : 20;
const objects = process.argv.includes('--objects') ? process.argv[process.argv.indexOf('--objects') + 1] : '1000000';
const folder = mkdtempSync(join(tmpdir(), 'sclr-bench-'));
const soon = () => AbortSignal.timeout(60_000);
const at = (samples, share) => samples.sort((a, b) => a - b)[Math.min(samples.length - 1, Math.floor(samples.length * share))];
const say = (what, value, goal) => console.log(`${what.padEnd(72)} ${value.padStart(14)}   ${goal && `goal ${goal}`}`);
const leavesOf = (nodes) => nodes.reduce((sum, node) => sum + (node.kind === 'value' ? 1 : 0) + leavesOf(node.children ?? []), 0);
let child;
try {
  const project = fileURLToPath(new URL('./million', import.meta.url));
  const built = runDotnet('publish', project, { out: join(folder, 'app'), work: join(folder, 'work') });
  if (!built.ok) throw new Error(built.log);
  child = spawn(join(folder, 'app', 'Million'), [objects], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  /** What the clock inside saw since the last time. */
  const ask = async () => {
    child.stdin.write('\n');
    const [gap, held, over, allocated, collections] = (await lines.next()).value.split(' ').map(Number);
    return { gap, held, over, allocated, collections };
  };
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const app = { pid: child.pid, startTime: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] };
  const probe = createClrProbe({ directory: join(folder, 'probe') });
  await sleep(2000);
  const alone = [];
  const visited = [];
  const notes = new Set();
  let keys = 0;
  for (let i = 0; i < visits; i++) {
    await ask();
    const began = Date.now();
    const session = await probe.attach(app, undefined, soon());
    const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
    visited.push(await ask());
    const tookMs = Date.now() - began;
    for (const note of capture.notes) notes.add(note);
    keys = leavesOf(capture.roots);
    await session[Symbol.asyncDispose]();
    // As long without us.
    await sleep(1000);
    await ask();
    await sleep(tookMs);
    alone.push(await ask());
  }
  const longest = (windows, part) => `${Math.max(...windows.map((one) => one[part])).toFixed(1)} ms`;
  const middle = (windows, part) =>
    `${at(
      windows.map((one) => one[part]),
      0.5,
    ).toFixed(1)} ms`;
  say(`kept from running by the runtime, longest of ${visits} attaches with a search`, longest(visited, 'held'), '50 ms');
  say('the same, median', middle(visited, 'held'), '');
  say('the same without us, longest and median', `${longest(alone, 'held')}, ${middle(alone, 'held')}`, '');
  say(
    'with the time for a core that was waited for: with us, without',
    `${longest(visited, 'gap')}, ${longest(alone, 'gap')}`,
    '',
  );
  for (const note of notes) console.log(`  note: ${note}`);

  const session = await probe.attach(app, undefined, soon());
  await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  const poll = () => session.capture({ mode: 'poll', budget: defaultBudget }, soon());
  for (let i = 0; i < 300; i++) await poll();
  const before = await ask();
  const again = await ask();
  const polls = [];
  for (let i = 0; i < 2000; i++) {
    const began = performance.now();
    await poll();
    polls.push(performance.now() - began);
  }
  const after = await ask();
  const own = again.allocated - before.allocated;
  say(`poll of ${keys} keys, p50 and p99`, `${at(polls, 0.5).toFixed(2)}, ${at(polls, 0.99).toFixed(2)} ms`, '5 ms');
  say('kept from running by the runtime meanwhile, longest', `${after.held.toFixed(1)} ms`, '');
  say(
    'allocated in the target by a poll',
    `${((after.allocated - again.allocated - own) / polls.length).toFixed(0)} B`,
    'next to nothing',
  );
  await session[Symbol.asyncDispose]();
} finally {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
