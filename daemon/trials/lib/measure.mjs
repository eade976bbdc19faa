import path from 'node:path';
import { movedAmong, movedBetween, noiseOf, toldIn, waysTo } from './judge.mjs';
import { createWorkbench, until } from './workbench.mjs';

const firstKeys = 150;
const polls = 20;

const keysOf = (state) => Object.keys(state.objects);
const isActive = (app) => app?.probe_status === 'active' && app.has_state;

/** The next reading after the one that `since` names. */
const nextReading = async (daemon, pid, since) => {
  const app = await until(async () => {
    const found = await daemon.app(pid);
    return isActive(found) && found.last_captured_at !== since ? found : undefined;
  }, 'a next reading');
  return { at: app.last_captured_at, state: await daemon.state(pid) };
};

const quietReadings = 12;

/** The state once it has the same keys for six seconds, or as it is after half a minute. */
const settled = async (daemon, pid) => {
  let last = await nextReading(daemon, pid, null);
  let same = 0;
  for (const ends = Date.now() + 30_000; same < quietReadings && Date.now() < ends; ) {
    const next = await nextReading(daemon, pid, last.at);
    same = movedBetween(keysOf(last.state), keysOf(next.state)).moved.length === 0 ? same + 1 : 0;
    last = next;
  }
  return last.state;
};

/** What was read and is not served, or can be had by name: search with the words of the fact and its value, and what was cut near by. */
const elsewhere = async (daemon, pid, fact, entries, truncated) => {
  const words = [fact.key]
    .flat()[0]
    .split(' ')
    .map((group) => group.split('|')[0]);
  const value = typeof fact.value === 'object' ? '' : String(fact.value ?? '');
  for (const text of [words.join(' '), ...words, value].filter((one) => /[\p{L}\p{N}]/u.test(one))) {
    const { status, body } = await daemon.ask(`/search/${pid}?q=${encodeURIComponent(text.slice(0, 200))}&limit=200`);
    const results = status === 200 ? body.results.map((one) => [one.key, one.value]) : [];
    const found = toldIn(fact, results, [...results, ...entries]);
    if (found) return found[0];
  }
  for (const { path: at } of truncated.slice(0, 8)) {
    const { status, body } = await daemon.ask(`/state/${pid}?prefix=${encodeURIComponent(at)}&include=objects`);
    const found = status === 200 ? toldIn(fact, Object.entries(body.objects)) : undefined;
    if (found) return found[0];
  }
  return undefined;
};

/** Does a task as an agent would: the first action that its words name and that takes its values. */
const doTask = async (daemon, pid, task) => {
  const seen = async () => {
    const found = toldIn(task.effect, Object.entries((await daemon.state(pid)).objects));
    return task.effect.gone ? found === undefined : found !== undefined;
  };
  if (await seen()) return { task: task.task, done: false, why: 'its effect is seen before it is done' };
  const { body } = await daemon.ask(`/schema/${pid}`);
  const ways = waysTo(task, body.actions).slice(0, 3);
  if (ways.length === 0) return { task: task.task, done: false, why: 'no action of that name takes its values' };
  let why = '';
  for (const { name, parameters } of ways) {
    const answer = await daemon.ask('/action', { pid, action: name, parameters, verify_expression: 'true', reply: 'delta' });
    why = `${name}: ${answer.status} ${String(answer.body.message ?? JSON.stringify(answer.body.error ?? answer.body)).slice(0, 160)}`;
    const done = await until(seen, 'the effect', 6_000).catch(() => false);
    if (done) return { task: task.task, done: true, by: name };
  }
  return { task: task.task, done: false, why };
};

export const measure = async (program, got) => {
  const bench = await createWorkbench(program.trial, got, program.folder);
  try {
    return await measureOn(bench, program);
  } finally {
    await bench[Symbol.asyncDispose]();
  }
};

const measureOn = async (bench, { name, runtime, trial, facts: written }) => {
  const home = path.join(bench.work, 'home');
  const began = Date.now();
  let pid = await bench.begin();
  const started = Date.now();
  let daemon = await bench.daemon(home);
  await until(async () => isActive(await daemon.app(pid)), 'an active application', 90_000).catch(async (error) => {
    throw new Error(`${error.message}: ${JSON.stringify(await daemon.app(pid))}`);
  });
  const active = Date.now();
  const state = await settled(daemon, pid);

  const entries = Object.entries(state.objects);
  const first = entries.slice(0, firstKeys);
  const verdicts = [];
  for (const fact of written.facts) {
    const served = toldIn(fact, entries);
    const rest = served ? undefined : await elsewhere(daemon, pid, fact, entries, state.probe_metadata.truncated ?? []);
    const where = served ? (toldIn(fact, first, entries) ? 'first' : 'served') : rest ? 'read' : 'missing';
    verdicts.push({ fact: fact.fact, where, key: served?.[0] ?? rest });
  }
  const isNoise = noiseOf(written);

  const readings = [];
  let since = null;
  while (readings.length < polls) {
    const next = await nextReading(daemon, pid, since);
    since = next.at;
    readings.push(keysOf(next.state));
  }
  const moved = { polls: movedAmong(readings) };
  const settledKeys = async () => keysOf(await settled(daemon, pid));
  let before = await settledKeys();
  const compare = async (step) => {
    const after = await settledKeys();
    moved[step] = movedBetween(before, after);
    before = after;
  };
  await daemon.stop();
  daemon = await bench.daemon(home);
  await compare('daemon');
  if (trial.page !== undefined) {
    await bench.reload();
    const { last_captured_at: at } = await daemon.app(pid);
    await nextReading(daemon, pid, at);
    await compare('reload');
  }
  if (trial.restart !== false) {
    await bench.stop();
    pid = await bench.begin();
    await compare('program');
  }

  const tasks = [];
  for (const task of written.tasks ?? []) tasks.push(await doTask(daemon, pid, task));
  const alive = bench.alive();
  await daemon.stop();
  return {
    name,
    runtime,
    heldOut: written.heldOut,
    written: written.written,
    facts: verdicts,
    keys: entries.length,
    confidence: state.confidence,
    noise: first.filter(([key]) => isNoise(key)).length / Math.max(1, first.length),
    tasks,
    moved,
    alive,
    ms: { start: started - began, active: active - started, all: Date.now() - began },
    state,
  };
};
