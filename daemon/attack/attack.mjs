/**
 * Attacks a real daemon on loopback and counts what was tried and what got through. `--short` is part of the tests; the long form is `pnpm attack`.
 *
 *   node attack/attack.mjs [--short] [--parts requests,endpoints,probes,attaches,kills,soak] [--runtimes node,jvm,clr]
 *     [--inputs N] [--visits N] [--attaches N] [--kills N] [--soak-minutes M] [--minutes M] [--seed N] [--verbose]
 */
import { copyFileSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startApplications } from './applications.mjs';
import { bodies, createDice, headers, rawRequests, routes } from './inputs.mjs';
import {
  ask,
  broke,
  count,
  end,
  endAll,
  ended,
  folder,
  holdingsOf,
  home,
  isWell,
  key,
  start,
  startDaemon,
  stateOf,
  through,
  tried,
  until,
  write,
} from './world.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'requests,endpoints,probes,attaches,kills,soak' },
    runtimes: { type: 'string', default: 'node,jvm,clr' },
    inputs: { type: 'string' },
    kills: { type: 'string' },
    visits: { type: 'string' },
    attaches: { type: 'string' },
    'soak-minutes': { type: 'string' },
    minutes: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const parts = values.parts.split(',');
const inputs = Number(values.inputs ?? (values.short ? 600 : 20_000));
const kills = Number(values.kills ?? (values.short ? 2 : 1000));
const attaches = Number(values.attaches ?? (values.short ? 3 : 1000));
const visits = Number(values.visits ?? (values.short ? 4 : 1000));
const tell = (text) => values.verbose && console.log(text);
const soakMinutes = Number(values['soak-minutes'] ?? (values.short ? 0.1 : 60));

// ── Requests ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const raw = (daemon, bytes) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(daemon.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(done, 1500);
    socket.on('data', (text) => {
      answer += text;
      if (answer.includes('\r\n\r\n')) done();
    });
    socket.on('error', done);
    socket.on('close', done);
  });

const dice = createDice(Number(values.seed));
const judge = (what, { status, text }) => {
  if (status === 500) broke(what, `500 ${text.slice(0, 200)}`);
  if (status >= 400 && !/"code"\s*:/.test(text)) broke(what, `${status} without an error code`);
  if (text.includes(key)) broke(what, 'the key came back');
};
const kinds = [
  async (daemon) => {
    const bytes = dice.pick(rawRequests)(dice);
    count('raw requests');
    if (/^HTTP\/1\.1 (2|500)/.test(await raw(daemon, bytes))) broke('raw request', JSON.stringify(bytes.slice(0, 120)));
  },
  async (daemon, pid) => {
    count('without a key');
    const { status } = await ask(daemon, dice.pick(routes)(dice, pid), { given: dice.pick(headers)(dice) });
    if (status === 200) broke('without a key', 'answered 200');
  },
  async (daemon, pid) => {
    const { route, body } = dice.pick(bodies)(dice, pid);
    count('bodies and expressions');
    judge(`${route} ${body.slice(0, 120)}`, await ask(daemon, route, { body }));
  },
  async (daemon, pid) => {
    const route = dice.pick(routes)(dice, pid);
    count('paths and queries');
    judge(route.slice(0, 120), await ask(daemon, route));
  },
];
/** Which kind follows which: of eight requests one is broken HTTP and one has no key. */
const turns = [3, 3, 3, 2, 2, 2, 1, 0];

let sent = 0;
const attackRequests = async (daemon, pid, times) => {
  const last = sent + times;
  const lane = async () => {
    while (sent < last && !isStopping) {
      const turn = sent++;
      try {
        await kinds[turns[turn % turns.length]](daemon, pid);
      } catch (error) {
        // The client itself refuses to send some of it; what it sent must be answered.
        if (error.name === 'TimeoutError') broke('a request', 'no answer within 20 s');
        else if (!(await isWell(daemon).catch(() => false))) broke('a request', `the daemon is not well: ${error.message}`);
      }
      if (turn % 500 === 499 && !(await isWell(daemon).catch(() => false))) broke('requests', 'the daemon is not well');
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
};

// ── Endpoints ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Programs that are taken for browsers, and whose debugging port answers as no browser would. */
const attackEndpoints = async (daemon) => {
  const program = path.join(folder, 'bin', 'chromium');
  mkdirSync(path.dirname(program));
  try {
    linkSync(process.execPath, program);
  } catch {
    copyFileSync(process.execPath, program);
  }
  const script = fileURLToPath(new URL('./endpoint.mjs', import.meta.url));
  const ways = [
    'brackets',
    'endless',
    'targets',
    'redirect',
    'rubbish',
    'elsewhere',
    'deep-message',
    'huge-frame',
    'silent',
    'null',
  ];
  const asked = write('asked.txt', '');
  const fakes = ways.map((way) => start(program, [script, way, asked, '--remote-debugging-port=0']));
  count('endpoints', ways.length);
  let slowest = 0;
  const look = async () => {
    const begun = performance.now();
    const trouble = await isWell(daemon).then(
      (well) => (well ? '' : 'no 200'),
      (error) => String(error.cause ?? error),
    );
    if (trouble !== '') broke('endpoints', `the daemon is not well: ${trouble}`);
    slowest = Math.max(slowest, performance.now() - begun);
  };
  const isAsked = async () => {
    await look();
    const seen = readFileSync(asked, 'utf8').split('\n');
    return ways.every((way) => seen.includes(way));
  };
  await until(isAsked, 'a daemon that asked every endpoint');
  for (const last = Date.now() + (values.short ? 3000 : 20_000); Date.now() < last; await sleep(100)) await look();
  if (/nobody (caught|handled)/.test(daemon.errors())) broke('endpoints', 'an error that nobody caught');
  for (const fake of fakes) await end(fake, 'SIGKILL');
  tell(`slowest /health beside hostile endpoints: ${slowest.toFixed(0)} ms`);
};

// ── Attaching, killing, soaking ────────────────────────────────────────────────────────────────────────────────────────────────────

const living = (what, applications) => {
  for (const { name, child } of applications) {
    if (!ended(child)) continue;
    broke(what, `the application of ${name} ended (${child.exitCode ?? child.signalCode})`);
    return false;
  }
  return true;
};

/** What the applications hold while nobody is attached to them. It is compared once what the last daemon left had its time to go. */
const left = (applications) =>
  applications.map(({ child, tidy }) => {
    tidy?.(child.pid);
    return holdingsOf(child.pid);
  });
/** Of memory, in kB: runtimes keep what they compiled, and give back little of what they freed. */
const mostMore = 32 * 1024;
const judgeLeft = async (what, applications, before) => {
  for (const [at, { name, child, tidy }] of applications.entries()) {
    tidy?.(child.pid);
    const { memory, threads, descriptors } = before[at];
    let now;
    const isClean = () => {
      now = holdingsOf(child.pid);
      return now.threads <= threads && now.descriptors <= descriptors && now.memory <= memory + mostMore;
    };
    await until(isClean, '', 30_000).catch(() =>
      broke(what, `${name} held ${JSON.stringify(before[at])}, now ${JSON.stringify(now)}`),
    );
    tell(`${what}, ${name}: ${JSON.stringify(before[at])} at first, ${JSON.stringify(now)} in the end`);
  }
};

/** A long part says where it is, and ends at the limit: what it did until then counts. */
const createProgress = (what, times) => {
  const begun = Date.now();
  return (done) => {
    const minutes = (Date.now() - begun) / 60_000;
    if (!values.short && done % 50 === 0) console.error(`${what}: ${done} of ${times} in ${minutes.toFixed(1)} min`);
    if (minutes < Number(values.minutes)) return;
    isStopping = true;
    console.error(`${what}: ended after ${done} of ${times}, at the limit of ${values.minutes} min`);
  };
};

/** The probes alone: guests that attach and let go, nine times of ten in peace, and are killed while they are attached. */
const attackByProbes = async (applications) => {
  const what = 'visits';
  const script = fileURLToPath(new URL('./guest.mjs', import.meta.url));
  const visit = async ({ runtime, name, child }, times) => {
    const guest = start(
      process.execPath,
      [script, String(child.pid), runtime, String(times), folder],
      ['ignore', 'pipe', 'pipe'],
    );
    let said = '';
    let trouble = '';
    guest.stdout.on('data', (text) => {
      said += text;
    });
    guest.stderr.on('data', (text) => {
      trouble = (trouble + text).slice(-2000);
    });
    const lines = () => said.split('\n').slice(0, -1);
    await until(() => lines().length >= times || ended(guest) || ended(child), `${times} visits of ${name}`, 60_000 * times);
    if (lines().length < times) broke(what, `${name} was not read: ${trouble}`);
    if (lines().includes('0')) broke(what, `nothing of ${name} was found`);
    await end(guest, 'SIGKILL');
    count(`${what} of ${name}`, lines().length);
  };
  const progress = createProgress(what, visits);
  let before;
  for (let done = 0; done < visits && !isStopping; ) {
    const times = Math.min(values.short ? 2 : 10, visits - done);
    await Promise.all(applications.map((application) => visit(application, times)));
    done += times;
    if (!living(what, applications) || through.length > 0) return;
    if (!before && done >= Math.min(50, visits / 2)) before = left(applications);
    progress(done);
  }
  if (before) await judgeLeft(what, applications, before);
};

/** Cycles of a daemon that attaches to every application, does `work` and ends with the signal. */
const cycle = async (what, applications, times, signal, work) => {
  const progress = createProgress(what, times);
  let before;
  for (let round = 0; round < times && !isStopping; round++) {
    const daemon = await startDaemon();
    const states = await Promise.all(applications.map(({ child }) => stateOf(daemon, child.pid)));
    const judge = await work(daemon, states, round);
    await end(daemon.child, signal);
    judge?.();
    for (const { name } of applications) count(`${what} of ${name}`);
    if (!living(what, applications)) return;
    // The first cycles load what the later ones find.
    if (round === Math.min(20, times - 2)) before = left(applications);
    progress(round + 1);
  }
  if (before) await judgeLeft(what, applications, before);
};

const attackAttaches = (applications) => cycle('attach cycles', applications, attaches, 'SIGTERM', () => {});

/** Every daemon is killed right behind the answer to a correction. */
const attackKills = (applications) =>
  cycle('kill -9', applications, kills, 'SIGKILL', async (daemon, states, round) => {
    const shop = applications.findIndex(({ runtime }) => runtime === 'node');
    if (shop < 0) return;
    const { capture_id, schema_version, objects } = states[shop];
    const label = `shop.till.money_${round}`;
    const lesson = {
      capture_id,
      schema_version,
      feedback_type: 'label_correction',
      corrections: [
        { observed_key: Object.keys(objects).find((one) => /till/.test(one)), correct_label: label, correct_type: 'number' },
      ],
    };
    const { status, text } = await ask(daemon, `/learn/${applications[shop].child.pid}`, { body: JSON.stringify(lesson) });
    if (status !== 200 || JSON.parse(text).accepted !== 1)
      return () => broke('kill -9', `round ${round}: the correction was not accepted: ${text.slice(0, 200)}`);
    count('corrections');
    return () => {
      const stored = readFileSync(path.join(home, 'schemas/attacked.json'), 'utf8');
      if (!stored.includes(`money_${round}"`)) broke('kill -9', `an accepted correction is lost (${label})`);
    };
  });

/** Fresh reads of every application and a few hostile requests, once a second. */
const soak = async (daemon, applications) => {
  const watched = [{ name: 'the daemon', child: daemon.child }, ...applications];
  const samples = watched.map(() => []);
  for (const last = Date.now() + soakMinutes * 60_000; Date.now() < last && !isStopping; await sleep(1000)) {
    for (const { child } of applications) await ask(daemon, `/state/${child.pid}?fresh=true`);
    await attackRequests(daemon, applications[0].child.pid, 6);
    if (!living('soak', watched)) return;
    for (const [at, { child }] of watched.entries()) samples[at].push(holdingsOf(child.pid));
    count('soak rounds');
  }
  const quarter = Math.ceil(samples[0].length / 4);
  for (const [at, { name }] of watched.entries()) {
    const least = (part, what) => Math.min(...part.map((sample) => sample[what]));
    for (const what of ['memory', 'descriptors', 'threads']) {
      const early = least(samples[at].slice(quarter, 2 * quarter), what);
      const late = least(samples[at].slice(-quarter), what);
      tell(`soak, ${name}: ${what} ${early} in the second quarter, ${late} in the last`);
      if (late > 1.25 * early) broke('soak', `${what} of ${name} grew from ${early} to ${late}`);
    }
  }
};

// Who is told to stop says how far it came.
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    isStopping = true;
  });

let applications = [];
try {
  applications = await startApplications(values.runtimes.split(','));
  const [{ child: shop }] = applications;
  if (parts.some((part) => ['requests', 'endpoints', 'soak'].includes(part))) {
    const daemon = await startDaemon();
    await Promise.all(applications.map(({ child }) => stateOf(daemon, child.pid)));
    if (parts.includes('requests')) await attackRequests(daemon, shop.pid, inputs);
    if (parts.includes('endpoints')) await attackEndpoints(daemon);
    if (parts.includes('soak')) await soak(daemon, applications);
    await end(daemon.child, 'SIGTERM');
    if (daemon.child.exitCode !== 0) broke('the end', `exit code ${daemon.child.exitCode}`);
    living('the daemon', applications);
  }
  if (parts.includes('probes')) await attackByProbes(applications);
  if (parts.includes('attaches')) await attackAttaches(applications);
  if (parts.includes('kills')) await attackKills(applications);
} catch (error) {
  broke('the suite', error.stack);
  living('the suite', applications);
} finally {
  await endAll();
}
const total = Object.values(tried).reduce((sum, number) => sum + number, 0);
const list = Object.entries(tried).map(([what, number]) => `${number} ${what}`);
console.log(`attack: ${total} tried, ${through.length} got through (${list.join(', ')})`);
process.exitCode = through.length === 0 ? 0 : 1;
