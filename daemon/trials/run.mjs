import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { record } from './lib/captures.mjs';
import { writeCalibration, writeDocument } from './lib/document.mjs';
import { install } from './lib/install.mjs';
import { measure, measureTasks } from './lib/measure.mjs';
import { createWorkbench } from './lib/workbench.mjs';

/**
 * pnpm trials [NAME…] [--held-out] [--start | --record | --tasks] [--json FILE] [--states FOLDER] [--write]
 *
 * Runs programs of the corpus, with a daemon of their own, and prints what is told of the facts that were written down about them. Without a name all
 * that are not held out; `--held-out` runs those alone and says counts only. Results are kept in `results.json`; `--write` makes docs/fidelity.md and the tables of docs/confidence.md of them (`pnpm trials none --write`: of what is there).
 * `--states` keeps what was read, of programs that are not held out. `--start` gets the programs and brings them to their known state, and nobody reads
 * them: to see that a new one runs, before its facts are committed. `--record` keeps a trimmed capture of each that is not held out for the engine's tests.
 * `--tasks` does the tasks alone and leaves the other counts of an earlier run as they are.
 */
const here = path.dirname(fileURLToPath(import.meta.url));
const results = path.join(here, 'results.json');
const runtimes = ['page', 'node', 'jvm', 'clr'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'held-out': { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    tasks: { type: 'boolean', default: false },
    json: { type: 'string' },
    states: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

if (values.record && values['held-out']) throw new Error('Nobody looks at what is held out: it is not recorded.');

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const programs = runtimes.flatMap((runtime) => {
  const folder = path.join(here, runtime);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const facts = path.join(folder, name, 'facts.json');
    if (existsSync(facts)) return [{ name, runtime, folder: path.join(folder, name), facts: read(facts) }];
    console.warn(`${runtime}/${name}: left out, it has no facts.json`);
    return [];
  });
});
const wanted = programs.filter(
  ({ name, runtime, facts }) =>
    (values.start || facts.heldOut === values['held-out']) &&
    (positionals.length === 0 || positionals.some((one) => one === name || one === runtime)),
);

/** What came of each task: how it ended, and with how much confidence of the state and of the action; what came of it without the gate, where that refused it. */
const countsOfTasks = (tasks) => ({
  tasks: tasks.length,
  done: tasks.filter(({ outcome }) => outcome === 'done').length,
  outcomes: tasks.map(({ outcome, state, confidence, reversibility, otherwise }) =>
    [outcome, ...(reversibility ? [reversibility, state, confidence] : []), ...(otherwise ? [otherwise] : [])].join('; '),
  ),
});

/** Nobody looks at what is missing of a program that is held out: its counts are all that leaves here. */
const countsOf = ({ state: _, facts, tasks, moved, ...rest }) => {
  const among = (...places) => facts.filter(({ where }) => places.includes(where)).length;
  return {
    ...rest,
    facts: facts.length,
    served: among('first', 'served'),
    first: among('first'),
    read: among('read'),
    missing: among('missing'),
    ...countsOfTasks(tasks),
    moved: Object.fromEntries(Object.entries(moved).map(([step, one]) => [step, { moved: one.moved.length, of: one.of }])),
  };
};

const told = (one) => {
  if (one.error) return `${one.runtime}/${one.name}: failed: ${one.error}`;
  const moves = Object.entries(one.moved).map(([step, { moved, of }]) => `${step} ${moved}/${of}`);
  return `${one.runtime}/${one.name}: ${one.served} of ${one.facts} facts in objects, ${one.first} in the first 150, ${one.read} read and not served, ${one.missing} not read; ${one.keys} keys, ${Math.round(one.noise * 100)} % noise; ${one.done} of ${one.tasks} tasks; moved: ${moves.join(', ')}; ${Math.round(one.ms.active / 100) / 10} s to active, ${Math.round(one.ms.all / 1000)} s`;
};

const tellTasks = (tasks) => {
  for (const { task, outcome, why, otherwise } of tasks)
    if (outcome !== 'done')
      console.log(`    ${outcome}: ${task}${why ? `: ${why}` : ''}${otherwise ? ` (without the gate: ${otherwise})` : ''}`);
};

const today = new Date().toISOString().slice(0, 10);
const kept = existsSync(results) ? read(results) : {};
const keep = (id) =>
  writeFileSync(results, `${JSON.stringify({ ...(existsSync(results) ? read(results) : {}), [id]: kept[id] }, null, 1)}\n`);
const full = [];
for (const program of wanted) {
  const id = `${program.runtime}/${program.name}`;
  try {
    const { default: trial } = await import(pathToFileURL(path.join(program.folder, 'trial.mjs')));
    const got = await install(`${program.runtime}-${program.name}`, program.folder, trial.get ?? {});
    if (values.start || values.record) {
      const bench = await createWorkbench(trial, got, program.folder);
      const done = values.record ? record(`${program.runtime}-${program.name}`, bench) : bench.begin();
      await done.finally(() => bench[Symbol.asyncDispose]());
      console.log(`${id}: ${values.record ? 'recorded' : 'came to its state'}`);
      continue;
    }
    if (values.tasks) {
      const { tasks } = await measureTasks({ ...program, trial }, got);
      const { name, runtime, facts } = program;
      kept[id] = { ...kept[id], name, runtime, heldOut: facts.heldOut, ...countsOfTasks(tasks), tasksRun: today };
      console.log(`${id}: ${kept[id].done} of ${kept[id].tasks} tasks`);
      if (!program.facts.heldOut) tellTasks(tasks);
      keep(id);
      continue;
    }
    const result = await measure({ ...program, trial }, got);
    const counts = countsOf(result);
    kept[id] = { ...counts, run: today };
    console.log(told(counts));
    if (!program.facts.heldOut) {
      full.push({ ...result, state: undefined });
      for (const { fact, where, key } of result.facts)
        if (where !== 'first') console.log(`    ${where}: ${fact}${key ? ` (${key})` : ''}`);
      tellTasks(result.tasks);
      for (const [step, { moved }] of Object.entries(result.moved))
        if (moved.length > 0) console.log(`    moved, ${step}: ${moved.slice(0, 12).join(' ')}`);
      if (values.states) {
        mkdirSync(values.states, { recursive: true });
        writeFileSync(path.join(values.states, `${program.runtime}-${program.name}.json`), JSON.stringify(result, null, 1));
      }
    }
  } catch (error) {
    if (values.start || values.record || values.tasks) {
      console.log(`${id}: failed: ${error.message}`, error.stdout ?? '', error.stderr ?? '');
      continue;
    }
    kept[id] = {
      name: program.name,
      runtime: program.runtime,
      heldOut: program.facts.heldOut,
      error: String(error.message).split('\n')[0].slice(0, 200),
    };
    console.log(told(kept[id]), program.facts.heldOut ? '' : error);
  }
  keep(id);
}
if (values.json)
  writeFileSync(
    values.json,
    JSON.stringify(values['held-out'] ? wanted.map(({ runtime, name }) => kept[`${runtime}/${name}`]) : full, null, 1),
  );
if (values.write) {
  const ids = programs.map(({ runtime, name }) => `${runtime}/${name}`);
  // A program that was opened since it was counted is held out no more.
  const isHeldOut = new Map(programs.map(({ runtime, name, facts }) => [`${runtime}/${name}`, facts.heldOut]));
  const rows = Object.entries(read(results)).map(([id, row]) => [id, { ...row, heldOut: isHeldOut.get(id) ?? row.heldOut }]);
  const counted = Object.fromEntries(rows);
  writeDocument(counted, ids, path.join(here, '../../docs/fidelity.md'));
  writeCalibration(counted, path.join(here, '../../docs/confidence.md'));
}
