/**
 * Attacks a real daemon on loopback and counts what was tried and what got through. `--short` is part of the tests; the long form is `pnpm attack`.
 *
 *   node attack/attack.mjs [--short] [--inputs N] [--kills N] [--attaches N] [--soak-minutes M] [--seed N]
 */
import { spawn } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bodies, createDice, headers, rawRequests, routes } from './inputs.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    inputs: { type: 'string' },
    kills: { type: 'string' },
    attaches: { type: 'string' },
    'soak-minutes': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const inputs = Number(values.inputs ?? (values.short ? 600 : 20_000));
const kills = Number(values.kills ?? (values.short ? 5 : 1000));
const attaches = Number(values.attaches ?? (values.short ? 3 : 1000));
const soakMinutes = Number(values['soak-minutes']);

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-attack-'));
const children = new Set();
const tried = {};
const through = [];
const count = (what, number = 1) => {
  tried[what] = (tried[what] ?? 0) + number;
};
const broke = (what, how) => {
  through.push(`${what}: ${how}`);
  console.error(`got through: ${what}: ${how}`);
};

const write = (file, text) => {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
};
const start = (program, args, stdio = 'ignore') => {
  const child = spawn(program, args, { cwd: folder, stdio, env: environment });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};
const ended = (child) => child.exitCode !== null || child.signalCode !== null;
const end = async (child, signal) => {
  if (ended(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
};
const until = async (look, what, ms = 90_000) => {
  for (const last = Date.now() + ms; Date.now() < last; await sleep(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what} never came true`);
};

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SUBSTRATE_'))),
  SUBSTRATE_HOME: path.join(folder, 'home'),
  SUBSTRATE_SERVER__PORT: '0',
  SUBSTRATE_PROBE__ATTACH: 'listed',
  SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
  SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
};

let key;
const startDaemon = async () => {
  const child = start(process.execPath, [cli], ['ignore', 'pipe', 'pipe']);
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err = (err + text).slice(-20_000);
  });
  const url = await until(() => {
    if (ended(child)) throw new Error(`the daemon ended: ${err}`);
    return /listening on (http:\S+)/.exec(out)?.[1];
  }, 'the listening line');
  key = /^key: (\S+)$/m.exec(out)?.[1] ?? key;
  return { child, url, errors: () => err };
};

const ask = async (daemon, route, { body, method, given = { 'X-Substrate-Key': key } } = {}) => {
  const response = await fetch(`${daemon.url}/substrate/v1${route}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...given, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
};
const stateOf = (daemon, pid) =>
  until(async () => {
    const { status, text } = await ask(daemon, `/state/${pid}`);
    return status === 200 && JSON.parse(text);
  }, `a state of ${pid}`);
const isWell = async (daemon) =>
  !ended(daemon.child) && (await fetch(`${daemon.url}/health`, { signal: AbortSignal.timeout(20_000) })).status === 200;

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

const attackRequests = async (daemon, pid) => {
  const dice = createDice(Number(values.seed));
  const judge = (what, { status, text }) => {
    if (status === 500) broke(what, `500 ${text.slice(0, 200)}`);
    if (status >= 400 && !/"code"\s*:/.test(text)) broke(what, `${status} without an error code`);
    if (text.includes(key)) broke(what, 'the key came back');
  };
  for (let at = 0; at < inputs; at++) {
    const kind = at % 8;
    try {
      if (kind === 7) {
        const bytes = dice.pick(rawRequests)(dice);
        count('raw requests');
        if (/^HTTP\/1\.1 (2|500)/.test(await raw(daemon, bytes))) broke('raw request', JSON.stringify(bytes.slice(0, 120)));
      } else if (kind === 6) {
        count('without a key');
        const { status } = await ask(daemon, dice.pick(routes)(dice, pid), { given: dice.pick(headers)(dice) });
        if (status === 200) broke('without a key', 'answered 200');
      } else if (kind >= 3) {
        const { route, body } = dice.pick(bodies)(dice, pid);
        count('bodies and expressions');
        judge(`${route} ${body.slice(0, 120)}`, await ask(daemon, route, { body }));
      } else {
        const route = dice.pick(routes)(dice, pid);
        count('paths and queries');
        judge(route.slice(0, 120), await ask(daemon, route));
      }
    } catch (error) {
      // The client itself refuses to send some of it; what it sent must be answered.
      if (error.name === 'TimeoutError') broke('a request', 'no answer within 20 s');
      else if (!(await isWell(daemon).catch(() => false))) broke('a request', `the daemon is not well: ${error.message}`);
    }
    if (at % 500 === 499 && !(await isWell(daemon).catch(() => false))) broke('requests', 'the daemon is not well');
  }
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
  const fakes = ways.map((way) => start(program, [script, way, folder, '--remote-debugging-port=0']));
  count('endpoints', ways.length);
  let slowest = 0;
  for (const last = Date.now() + 12_000; Date.now() < last; await sleep(100)) {
    const begun = performance.now();
    const trouble = await isWell(daemon).then(
      (well) => (well ? '' : 'no 200'),
      (error) => String(error.cause ?? error),
    );
    if (trouble !== '') broke('endpoints', `the daemon is not well: ${trouble}`);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  if (/nobody (caught|handled)/.test(daemon.errors())) broke('endpoints', 'an error that nobody caught');
  for (const fake of fakes) await end(fake, 'SIGKILL');
  console.log(`slowest /health beside hostile endpoints: ${slowest.toFixed(0)} ms`);
};

// ── Attaching, killing, soaking ────────────────────────────────────────────────────────────────────────────────────────────────────

const attackAttaches = async (application) => {
  for (let cycle = 0; cycle < attaches; cycle++) {
    const daemon = await startDaemon();
    await stateOf(daemon, application.pid);
    await end(daemon.child, 'SIGTERM');
    count('attach cycles');
    if (ended(application)) return broke('attach cycles', 'the application ended');
  }
};

const attackKills = async (application) => {
  let daemon = await startDaemon();
  for (let round = 0; round < kills; round++) {
    const state = await stateOf(daemon, application.pid);
    const cash = Object.keys(state.objects).find((one) => /till/.test(one));
    const label = `shop.till.money_${round}`;
    const lesson = {
      capture_id: state.capture_id,
      schema_version: state.schema_version,
      feedback_type: 'label_correction',
      corrections: [{ observed_key: cash, correct_label: label, correct_type: 'number' }],
    };
    const { status, text } = await ask(daemon, `/learn/${application.pid}`, { body: JSON.stringify(lesson) });
    await end(daemon.child, 'SIGKILL');
    count('kill -9');
    const isAccepted = status === 200 && JSON.parse(text).accepted === 1;
    const stored = readFileSync(path.join(folder, 'home/schemas/attacked.json'), 'utf8');
    if (isAccepted && !stored.includes(`money_${round}"`)) broke('kill -9', `an accepted correction is lost (${label})`);
    if (!isAccepted) console.log(`round ${round}: the correction was not accepted: ${text.slice(0, 200)}`);
    if (ended(application)) return broke('kill -9', 'the application ended');
    daemon = await startDaemon();
  }
  await end(daemon.child, 'SIGTERM');
};

const soak = async (daemon, pid) => {
  const statusOf = (name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${daemon.child.pid}/status`, 'utf8'))?.[1]);
  const samples = [];
  for (const last = Date.now() + soakMinutes * 60_000; Date.now() < last; await sleep(1000)) {
    await ask(daemon, `/state/${pid}?fresh=true`);
    samples.push(statusOf('VmRSS'));
  }
  if (samples.length === 0) return;
  count('soak seconds', samples.length);
  const quarter = Math.ceil(samples.length / 4);
  const [first, final] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((part) => Math.min(...part));
  console.log(`soak: resident memory ${first} kB, later ${final} kB`);
  if (final > 1.5 * first) broke('soak', `memory grew from ${first} to ${final} kB`);
};

const shop = `
const shop = { till: { cash: 10 }, name: 'x' };
exports.shop = shop;
exports.earn = function earn(amount) { shop.till.cash += amount; return shop.till.cash; };
require('node:http').createServer((request, response) => response.end(JSON.stringify(shop))).listen(0, '127.0.0.1');
`;

try {
  write('attacked/package.json', JSON.stringify({ name: 'attacked', version: '1.0.0' }));
  const application = start(process.execPath, [write('attacked/main.js', shop)]);
  const daemon = await startDaemon();
  await stateOf(daemon, application.pid);
  await attackRequests(daemon, application.pid);
  await attackEndpoints(daemon);
  await soak(daemon, application.pid);
  await end(daemon.child, 'SIGTERM');
  if (daemon.child.exitCode !== 0) broke('the end', `exit code ${daemon.child.exitCode}`);
  await attackAttaches(application);
  await attackKills(application);
} catch (error) {
  broke('the suite', error.stack);
} finally {
  for (const child of children) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
const total = Object.values(tried).reduce((sum, number) => sum + number, 0);
const list = Object.entries(tried).map(([what, number]) => `${number} ${what}`);
console.log(`attack: ${total} tried, ${through.length} got through (${list.join(', ')})`);
process.exitCode = through.length === 0 ? 0 : 1;
