/**
 * What a visit costs: attach to the first capture of a known program of 150 keys, a poll of 1,000 keys, and the share of a core that a
 * target with a small and with a large heap spends while it is polled every two seconds. Times are compared with a bare `jcmd` and with the same JVM left alone, in one run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createJvmProbe } from '../dist/index.js';

const work = mkdtempSync(join(tmpdir(), 'substrate-jvm-bench-'));
const limit = () => AbortSignal.timeout(60_000);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const running = new Set();
process.on('exit', () => {
  for (const child of running) {
    child.kill('SIGKILL');
    rmSync(`/tmp/.java_pid${child.pid}`, { force: true });
  }
  rmSync(work, { recursive: true, force: true });
});

const stat = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
/** Milliseconds of processor time so far; the clock ticks a hundred times a second. */
const cpu = (pid) => (Number(stat(pid)[11]) + Number(stat(pid)[12])) * 10;

const launch = async (...program) => {
  const child = spawn('java', ['-Xmx1g', '-cp', work, ...program], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    app: { pid: child.pid, startTime: stat(child.pid)[19], runtime: 'jvm', command: [] },
    stop: () => child.kill('SIGKILL'),
  };
};

const start = (keys) => launch('Plenty', String(keys));

const leaves = (node) => (node.kind === 'value' ? 1 : (node.children ?? []).reduce((sum, child) => sum + leaves(child), 0));
const capture = (session, mode) => session.capture({ mode, budget: defaultBudget }, limit());
const probe = createJvmProbe();
execFileSync('javac', [
  '-d',
  work,
  ...['Plenty.java', 'Hoard.java'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
]);

let known;
const cold = [];
const tool = [];
for (let round = 0; round < 7; round++) {
  const { app, stop } = await start(150);
  const begin = performance.now();
  const session = await probe.attach(app, known, limit());
  const first = await capture(session, known ? 'poll' : 'discover');
  if (known) cold.push(performance.now() - begin);
  known ??= first.known;
  await session[Symbol.asyncDispose]();
  const bare = performance.now();
  execFileSync('jcmd', [String(app.pid), 'VM.version'], { stdio: 'ignore' });
  tool.push(performance.now() - bare);
  stop();
}
console.log(
  `attach to first capture, 150 keys, known: ${median(cold).toFixed(0)} ms (a bare jcmd: ${median(tool).toFixed(0)} ms)`,
);

const { app, stop } = await start(1000);
const session = await probe.attach(app, undefined, limit());
const { roots } = await capture(session, 'discover');
for (let i = 0; i < 200; i++) await capture(session, 'poll');
const polls = [];
for (let i = 0; i < 200; i++) {
  const begin = performance.now();
  await capture(session, 'poll');
  polls.push(performance.now() - begin);
}
console.log(`a poll of ${roots.reduce((sum, root) => sum + leaves(root), 0)} keys: ${median(polls).toFixed(2)} ms`);

await session[Symbol.asyncDispose]();
stop();

/** A small heap with much to tell, and one that is too large to be walked. */
for (const [what, program, ...args] of [
  ['1,000 keys', 'Plenty', '1000'],
  ['a heap of 300 MB', 'Hoard', '300', '10'],
]) {
  const { app: watched, stop: leave } = await launch(program, ...args);
  const spent = async (work_) => {
    const before = cpu(watched.pid);
    const begin = Date.now();
    for (let i = 0; i < 20; i++) {
      await work_();
      await sleep(2000);
    }
    return `${(((cpu(watched.pid) - before) / (Date.now() - begin)) * 100).toFixed(2)} %`;
  };
  await sleep(5000);
  const idle = await spent(() => {});
  const watching = await probe.attach(watched, undefined, limit());
  await capture(watching, 'discover');
  const young = await spent(() => capture(watching, 'poll'));
  const later = await spent(() => capture(watching, 'poll'));
  console.log(
    `${what}: the target's share of a core, polled every 2 s: ${young} in the first 40 s, while our code is compiled, ${later} in the next; left alone ${idle}`,
  );
  await watching[Symbol.asyncDispose]();
  leave();
}
process.exit(0);
