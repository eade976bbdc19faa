import path from 'node:path';
import { changedBetween, movedAmong, movedBetween, namedBy, noiseOf, outcomes, tells, toldIn, waysTo } from './judge.mjs';
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

const mostWays = 3;

/** Has an action need no confidence, by a correction, so that it is known whether a refusal was right. */
const withoutGate = async (daemon, pid, name) => {
  const { capture_id, schema_version } = await daemon.state(pid);
  const corrections = [{ observed_key: name, correct_label: name, correct_type: 'object', reversibility: 'reversible_read' }];
  const { body } = await daemon.ask(`/learn/${pid}`, {
    capture_id,
    schema_version,
    feedback_type: 'action_correction',
    corrections,
  });
  if (body.accepted !== 1) return false;
  const isLowered = async () => (await daemon.ask(`/schema/${pid}`)).body.actions[name]?.reversibility === 'reversible_read';
  return until(isLowered, 'the correction', 6_000).catch(() => false);
};

/**
 * Does tasks as an agent would: the first actions that their words name and that take their values. What changes by itself, between the tasks, is
 * nothing that an action did.
 */
const createHand = (daemon, pid) => {
  const restless = new Set();
  let last;

  const read = async () => {
    const { objects, confidence } = await daemon.state(pid);
    return { objects, confidence };
  };
  const toldBy = ({ effect }, { objects }) => {
    const entries = Object.entries(objects);
    return entries.filter(([key, value]) => tells(effect, key, value, entries)).length;
  };
  /** An effect is seen where more keys tell it than before: a view that is one of three in a list of views is not the one on the screen. */
  const isSeen = (task, before, after) => {
    const now = toldBy(task, after);
    return task.effect.gone ? now === 0 : now > before;
  };

  /** Runs an action and looks at what came of it. */
  const run = async (task, told, { name, parameters }) => {
    const before = await read();
    const { status, body } = await daemon.ask('/action', {
      pid,
      action: name,
      parameters,
      verify_expression: 'true',
      reply: 'delta',
    });
    const says = `${name}(${JSON.stringify(parameters)}): ${status} ${String(body.message ?? body.error?.message ?? JSON.stringify(body)).slice(0, 200)}`;
    if (body.error?.code === 'confidence_too_low') return { outcome: 'refused for confidence', why: says };
    const look = async () => {
      last = await read();
      return isSeen(task, told, last);
    };
    if (await until(look, 'the effect', 6_000).catch(() => false)) return { outcome: 'done', by: name };
    if (body.executed !== true) return { outcome: 'refused', why: says };
    const changed = changedBetween(before.objects, last.objects).filter((key) => !restless.has(key));
    const outcome = changed.length > 0 ? 'did something else' : 'did nothing that is seen';
    return { outcome, why: `${says}${changed.length > 0 ? `; changed: ${changed.slice(0, 6).join(' ')}` : ''}` };
  };

  return async (task) => {
    const app = await daemon.app(pid);
    await nextReading(daemon, pid, app?.last_captured_at);
    const before = await read();
    if (last) for (const key of changedBetween(last.objects, before.objects)) restless.add(key);
    last = before;
    const told = toldBy(task, before);
    if (task.effect.gone && told === 0) return { task: task.task, outcome: 'so already' };
    const { body } = await daemon.ask(`/schema/${pid}`);
    const tried = [];
    for (const way of waysTo(task, body.actions).slice(0, mostWays)) {
      const { confidence: state } = last;
      const { name, reversibility, confidence } = way;
      const one = { task: task.task, ...(await run(task, told, way)), state, confidence, reversibility };
      if (one.outcome === 'refused for confidence' && (await withoutGate(daemon, pid, name)))
        one.otherwise = (await run(task, told, way)).outcome;
      tried.push(one);
      if (one.outcome === 'done' || one.otherwise === 'done') return one;
    }
    tried.sort((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome));
    const named = namedBy(task, body.actions).map(([name, { signature }]) => `${name} ${signature}`);
    const why = `${Object.keys(body.actions).length} offered${named.length > 0 ? `, does not take its values: ${named.slice(0, 4).join(', ')}` : ''}`;
    return tried[0] ?? { task: task.task, outcome: 'no action', why };
  };
};

const doTasks = async (daemon, pid, tasks = []) => {
  const hand = createHand(daemon, pid);
  const done = [];
  for (const task of tasks) done.push(await hand(task));
  return done;
};

const onWorkbench = async (program, got, use) => {
  const bench = await createWorkbench(program.trial, got, program.folder);
  try {
    return await use(bench, program);
  } finally {
    await bench[Symbol.asyncDispose]();
  }
};

export const measure = (program, got) => onWorkbench(program, got, measureOn);

/** The tasks alone: nothing else is counted. */
export const measureTasks = (program, got) =>
  onWorkbench(program, got, async (bench, { facts: { tasks } }) => {
    const pid = await bench.begin();
    const daemon = await bench.daemon(path.join(bench.own, 'substrate'));
    await untilActive(daemon, pid);
    await settled(daemon, pid);
    return { tasks: await doTasks(daemon, pid, tasks) };
  });

const untilActive = (daemon, pid) =>
  until(async () => isActive(await daemon.app(pid)), 'an active application', 90_000).catch(async (error) => {
    throw new Error(`${error.message}: ${JSON.stringify(await daemon.app(pid))}`);
  });

const measureOn = async (bench, { name, runtime, trial, facts: written }) => {
  const home = path.join(bench.own, 'substrate');
  const began = Date.now();
  let pid = await bench.begin();
  const started = Date.now();
  let daemon = await bench.daemon(home);
  await untilActive(daemon, pid);
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

  const tasks = await doTasks(daemon, pid, written.tasks);
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
