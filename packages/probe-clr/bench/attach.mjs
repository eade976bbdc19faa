// What an attach and a poll cost, on the ASP.NET Core example: node bench/attach.mjs (after a build; needs the .NET SDK).
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { createClrProbe } from '../dist/index.js';
import { runDotnet } from '../scripts/dotnet.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sclr-bench-'));
const project = fileURLToPath(new URL('../../../examples/clr/minimal-api', import.meta.url));
const children = new Set();
const quick = process.argv.includes('--quick');

const start = async () => {
  const child = spawn(join(folder, 'app', 'TodoApi'), ['--urls', 'http://127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const app = { pid: child.pid, startTime: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] };
  return { app, child };
};
const stop = async (child) => {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  children.delete(child);
};
const at = (samples, share) => samples.sort((a, b) => a - b)[Math.min(samples.length - 1, Math.floor(samples.length * share))];
const soon = () => AbortSignal.timeout(60_000);
const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const ticks = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
};
/** Milliseconds that these threads have run. */
const onCore = (threads) =>
  threads.reduce((sum, thread) => sum + Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6;
/** The probe's thread in the target, and the thread of this script. */
const threadsOf = (pid) => {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
  return [...tasks.filter((task) => readFileSync(`${task}/comm`, 'utf8').trim() === 'substrate'), '/proc/thread-self'];
};
const say = (what, value, goal) => console.log(`${what.padEnd(58)} ${value.padStart(12)}   goal ${goal}`);

try {
  const built = runDotnet('publish', project, { out: join(folder, 'app'), work: join(folder, 'work') });
  if (!built.ok) throw new Error(built.log);
  const probe = createClrProbe({ directory: join(folder, 'probe') });
  let known;
  /** A process of its own each time: what it takes until it answers, and then until its state is there. */
  const visit = async (roots) => {
    const { app, child } = await start();
    let session;
    const attach = await timed(async () => {
      session = await probe.attach(app, roots, soon());
    });
    const mode = roots ? 'poll' : 'discover';
    const capture = await timed(async () => {
      known = (await session.capture({ mode, budget: defaultBudget }, soon())).known ?? known;
    });
    await session[Symbol.asyncDispose]();
    await stop(child);
    return { attach, capture, whole: attach + capture };
  };
  const tell = (what, visits, goal) => {
    const of = (part) =>
      at(
        visits.map((one) => one[part]),
        0.5,
      ).toFixed(0);
    say(what, `${of('whole')} ms`, `${goal} (attach ${of('attach')}, state ${of('capture')})`);
    return at(
      visits.map((one) => one.whole),
      0.5,
    );
  };
  // The four are measured in turns: what else the machine does meets all alike.
  const visits = { first: [], known: [], busyFirst: [], busyKnown: [] };
  for (let i = 0; i < (quick ? 4 : 10); i++) {
    visits.first.push(await visit(undefined));
    visits.known.push(await visit(known));
    const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    for (const loop of loops) children.add(loop);
    visits.busyFirst.push(await visit(undefined));
    visits.busyKnown.push(await visit(known));
    for (const loop of loops) await stop(loop);
  }
  const first = tell('attach to first state, a first time, median', visits.first, '500 ms');
  const again = tell('the same with a known schema', visits.known, '500 ms');
  const busyFirst = tell('a first time beside four busy loops', visits.busyFirst, '');
  const busyAgain = tell('a known schema beside four busy loops', visits.busyKnown, '1000 ms');
  say('known to first, idle and busy', `${(again / first).toFixed(2)}, ${(busyAgain / busyFirst).toFixed(2)}`, 'below 1');

  const { app, child } = await start();
  const session = await probe.attach(app, undefined, soon());
  await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  for (let i = 0; i < 125; i++)
    await session.invoke(
      { address: 'route:POST /todos', parameters: { draft: { title: `Task ${i}` } }, timeoutMs: 5000 },
      soon(),
    );
  const poll = () => session.capture({ mode: 'poll', budget: defaultBudget }, soon());
  for (let i = 0; i < 300; i++) await poll();
  const polls = [];
  const works = [];
  const threads = threadsOf(app.pid);
  for (let i = 0; i < 2000; i++) {
    const before = onCore(threads);
    polls.push(await timed(poll));
    works.push(onCore(threads) - before);
  }
  say('poll of a state of 500 keys, p50', `${at(polls, 0.5).toFixed(2)} ms`, '');
  say('poll of a state of 500 keys, p99', `${at(polls, 0.99).toFixed(2)} ms`, '5 ms');
  // On a busy machine most of a slow poll is waiting for a core.
  say('the same, time on a core of both sides, p99', `${at(works, 0.99).toFixed(2)} ms`, '');
  // A call to nothing is a round trip and nothing else.
  const nothing = { address: 'nothing', parameters: {}, timeoutMs: 1000 };
  const trips = [];
  for (let i = 0; i < 5000; i++) trips.push(await timed(() => session.invoke(nothing, soon())));
  say('round trip, p50', `${(at(trips, 0.5) * 1000).toFixed(0)} µs`, '100 µs');
  if (!quick) {
    const pollFor = async (ms) => {
      for (const end = Date.now() + ms; Date.now() < end; await sleep(2000)) await poll();
    };
    await pollFor(60_000);
    const before = ticks(app.pid);
    const began = Date.now();
    await pollFor(60_000);
    say(
      'CPU of the target, polled every 2 s after a minute',
      `${((ticks(app.pid) - before) / ((Date.now() - began) / 1000)).toFixed(2)} %`,
      '0.5 %',
    );
  }
  await session[Symbol.asyncDispose]();
  await stop(child);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
