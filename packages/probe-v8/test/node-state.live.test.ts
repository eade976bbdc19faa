import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type ProbeSession, type RawCapture, type RawNode, type RawRoot } from '@substrate/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startExample, startNode, urlOf } from './node-process.js';

/** What is read of a Node.js process and what can be done with it. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const discover = { mode: 'discover', budget: defaultBudget } as const;
const poll = { mode: 'poll', budget: defaultBudget } as const;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const attach = async (started: Started): Promise<ProbeSession> => {
  cleanups.push(started.stop);
  const session = await probe.attach(started.app, undefined, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return session;
};
const plain = async (env: Record<string, string> = {}): Promise<{ app: Started; session: ProbeSession }> => {
  const app = await startNode({ args: [join(fixtures, 'plain.cjs')], cwd: fixtures, env });
  return { app, session: await attach(app) };
};
const named = (capture: RawCapture, name: string): RawNode | undefined => capture.roots.find((root) => root.name === name);
const value = (node: RawNode | undefined, ...path: string[]): unknown => {
  const found = path.reduce<RawNode | undefined>((at, name) => at?.children?.find((child) => child.name === name), node);
  return found?.kind === 'value' ? found.value : found?.kind;
};
const addressOf = (capture: RawCapture, name: string): string => {
  const found = capture.actions.find((action) => action.name === name);
  if (!found) throw new Error(`No action ${name} among ${capture.actions.map((action) => action.name).join(', ')}`);
  return found.address;
};

describe('reading', () => {
  test('runs no getter, no proxy trap and no iterator of the application', async () => {
    const { app, session } = await plain();
    for (const request of [discover, poll, { mode: 'heap', budget: defaultBudget } as const, poll])
      await session.capture(request, soon());
    const answer = (await (await fetch(urlOf(app))).json()) as { touched: number };
    expect(answer.touched).toBe(0);
    const capture = await session.capture(poll, soon());
    expect(named(capture, 'trap')?.children).toMatchObject([{ name: 'price', kind: 'omitted', omitted: 'getter' }]);
    expect(value(named(capture, 'watched'), 'inner')).toBe(1);
    expect(value(named(capture, 'cycle'), 'name')).toBe('ring');
  });

  test('never tells the environment, and cuts secrets out', async () => {
    const { session } = await plain({ REGION: 'eu-west', DB_PASSWORD: 'hunter2hunter2', UNUSED_SETTING: 'not-for-you' });
    const capture = await session.capture(discover, soon());
    const text = JSON.stringify(capture);
    expect(text).not.toContain('hunter2hunter2');
    expect(text).not.toContain('not-for-you');
    expect(value(named(capture, 'config'), 'region')).toBe('eu-west');
    expect(value(named(capture, 'config'), 'password')).toBe('[redacted]');
  });

  test("a project that a framework's command runs: its own state first, the framework's as a library's", async () => {
    const project = mkdtempSync(join(tmpdir(), 'substrate-project-'));
    cleanups.push(async () => rmSync(project, { recursive: true, force: true }));
    const host = join(project, 'node_modules/launcher');
    mkdirSync(host, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{"name":"household"}');
    writeFileSync(join(project, 'chores.cjs'), "const chores = [{ title: 'Rent', owner: 'Ada' }]; exports.list = () => chores;");
    writeFileSync(join(host, 'package.json'), '{"name":"launcher","main":"bin.cjs"}');
    writeFileSync(join(host, 'wheels.cjs'), 'const wheels = { spun: 7 }; exports.spin = () => wheels.spun++;');
    writeFileSync(
      join(host, 'bin.cjs'),
      "const { spin } = require('./wheels.cjs'); const { list } = require('../../chores.cjs'); console.log('up', list().length); setInterval(spin, 5000);",
    );
    const session = await attach(await startNode({ args: ['node_modules/launcher/bin.cjs'], cwd: project, ready: /up/ }));
    const capture = await session.capture(discover, soon());
    const chores = named(capture, 'chores') as RawRoot | undefined;
    expect(value(chores, '0', 'owner')).toBe('Ada');
    expect(chores).not.toHaveProperty('library');
    for (const root of capture.roots.filter(({ name }) => name === 'wheels')) expect(root.library).toBe('launcher');
    expect(capture.actions.map(({ name }) => name)).toContain('list');
    expect(capture.actions.map(({ name }) => name)).not.toContain('spin');
  });

  test.each(['main.cjs', 'main.mjs'])('of %s, that exports nothing, what changes its own data can be called', async (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'substrate-main-'));
    cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'package.json'), '{"name":"harbour"}');
    writeFileSync(
      join(folder, file),
      `const berths = new Map([['north', { ship: 'Vega' }]]);
       const horn = { blown: 0 };
       let calls = 0;
       function moor(berth, ship) { berths.get(berth).ship = ship; }
       const blow = () => { horn.blown += 1; };
       const hail = (ship) => { const words = []; words.push(ship); return words.join(); };
       function depth(metres) { return metres * 2; }
       function callIn() { calls++; }
       const tide = () => { moor('north', hail('Vega')); blow(); callIn(); depth(1); };
       process.on('SIGUSR2', tide);
       setInterval(tide, 1e9);
       console.log('ready');`,
    );
    const session = await attach(await startNode({ args: [join(folder, file)], cwd: folder }));
    const capture = await session.capture(discover, soon());
    expect(capture.actions.map(({ name }) => name).sort()).toEqual(['blow', 'callIn', 'horn blown', 'moor']);
    const call = { address: addressOf(capture, 'moor'), parameters: { berth: 'north', ship: 'Skarven' }, timeoutMs: 20_000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true });
    expect(value(named(await session.capture(poll, soon()), 'berths'), 'north', 'ship')).toBe('Skarven');
  });

  test('modules that only routes lead to which were made alike and loaded late', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'substrate-lazy-'));
    cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'package.json'), '{"name":"pantry"}');
    const shelves = ['flour', 'lentils', 'rice', 'salt', 'tea'];
    for (const shelf of shelves)
      writeFileSync(
        join(folder, `${shelf}.mjs`),
        `const ${shelf}Jars = [{ grams: 800 }]; export default () => ${shelf}Jars.length;`,
      );
    writeFileSync(
      join(folder, 'main.mjs'),
      `import { createServer } from 'node:http';
      const lazy = (load) => { let found; const ready = load().then((loaded) => { found = loaded.default; }); return { ready, handle: () => found?.() }; };
      const build = () => {
        const tree = { context: { parts: { byPath: { } } } };
        const routes = {};
        const all = ${JSON.stringify(shelves)}.map((shelf) => { const made = lazy(() => import('./' + shelf + '.mjs')); routes['/' + shelf] = tree.context.parts.byPath['/' + shelf] = { data: { handlers: { all: made.handle } } }; return made.ready; });
        return { all, match: (path) => tree && routes[path]?.data.handlers.all };
      };
      const { all, match } = build();
      await Promise.all(all);
      createServer((request, response) => response.end(String(match(request.url)?.()))).listen(0, () => console.log('ready'));`,
    );
    const session = await attach(await startNode({ args: ['main.mjs'], cwd: folder }));
    const capture = await session.capture(discover, soon());
    for (const shelf of shelves) expect(value(named(capture, `${shelf}Jars`), '0', 'grams')).toBe(800);
  });

  test('a module whose functions stand in fields alone, and only a library holds them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'substrate-held-'));
    cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'node_modules/keeper'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"held"}');
    writeFileSync(join(folder, 'node_modules/keeper/package.json'), '{"name":"keeper","type":"module","exports":"./index.js"}');
    writeFileSync(
      join(folder, 'node_modules/keeper/index.js'),
      'const kept = new WeakMap(); export const keep = (given) => { const answer = (_, response) => response.end(String(kept.get(answer).Query.count())); kept.set(answer, given); return answer; };',
    );
    writeFileSync(
      join(folder, 'main.mjs'),
      `import { createServer } from 'node:http';
       import { keep } from 'keeper';
       const recipes = [{ title: 'Dal', minutes: 45 }];
       let lookups = 0;
       createServer(keep({ Query: { count: () => { lookups += 1; return recipes.length; } } })).listen(0, '127.0.0.1', () => console.log('up'));`,
    );
    const session = await attach(await startNode({ args: ['main.mjs'], cwd: folder, ready: /up/ }));
    const capture = await session.capture(discover, soon());
    expect(value(named(capture, 'recipes'), '0', 'title')).toBe('Dal');
    expect(value(named(capture, 'lookups'))).toBe(0);
  });

  test('only what changed is a new object', async () => {
    const app = await startExample('todo-server');
    const session = await attach(app);
    const first = await session.capture(discover, soon());
    await fetch(`${urlOf(app)}/todos`, { method: 'POST', body: JSON.stringify({ title: 'New' }) });
    const second = await session.capture(poll, soon());
    const before = named(first, 'todos');
    const after = named(second, 'todos');
    expect(after?.children).toHaveLength(4);
    expect(after).not.toBe(before);
    expect(after?.children?.[0]).toBe(before?.children?.[0]);
    expect(named(second, 'account')).toBe(named(first, 'account'));
    expect(value(named(second, 'requests'), 'served')).toBe(1);
  });

  test('variables of ECMAScript modules, closures and private fields, and the routes of the server', async () => {
    const app = await startExample('shop');
    const session = await attach(app);
    await fetch(`${urlOf(app)}/cart`, { method: 'POST', body: JSON.stringify({ id: 'tea', quantity: 2 }) });
    const capture = await session.capture(discover, soon());
    expect(value(named(capture, 'products'), 'tea', 'stock')).toBe(10);
    expect(value(named(capture, 'cart'), 'lines', '0', 'quantity')).toBe(2);
    expect(value(named(capture, 'statistics'), 'visits')).toBe(1);
    expect(named(capture, 'orders')).toMatchObject({ kind: 'list', children: [] });
    // What can be done is told as actions; as state, how many there are, and to who asks for them all.
    expect(named(capture, 'routes')).toMatchObject({ kind: 'list', children: [], size: expect.any(Number) });
    const all = await session.read?.({ root: 'routes', path: [], from: 0, limit: 100, budget: defaultBudget }, soon());
    const routes = all?.children?.map((route) => `${value(route, 'method')} ${value(route, 'path')}`);
    expect(routes).toEqual(expect.arrayContaining(['GET /products', 'PUT /products/:id/price', 'POST /cart', 'POST /checkout']));
    await fetch(`${urlOf(app)}/checkout`, { method: 'POST' });
    const later = await session.capture(poll, soon());
    expect(value(named(later, 'orders'), '0', 'total')).toBe(9);
    expect(named(later, 'revenue')?.value).toBe(9);
    expect(named(later, 'cart')?.children?.find((child) => child.name === 'lines')?.children).toEqual([]);
  });

  test('an object that only the handlers of a server hold, found again at the next attach', async () => {
    const app = await startNode({ args: [join(fixtures, 'handler-instance.cjs')], cwd: fixtures });
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    expect(capture.roots.find((root) => root.address === 'instance/Desk')).toMatchObject({ source: 'endpoint' });
    expect(value(named(capture, 'Desk'), 'shelf', 'books', '0')).toBe('Emma');
    await fetch(urlOf(app), { method: 'POST', signal: soon() });
    expect(value(named(await session.capture(poll, soon()), 'Desk'), 'shelf', 'books', '1')).toBe('Persuasion');
    const put = capture.actions.find((action) => action.address === 'fn:instance/Shelf.put');
    expect(put).toMatchObject({ name: 'put', owner: 'Shelf', parameters: [{ name: 'title', type: 'string' }] });
    const names = capture.actions.map((action) => action.name);
    expect(names).toContain('drop');
    // Who can be asked and told keeps something; functions side by side do not.
    const targetsOf = (name: string) => capture.actions.find((action) => action.name === name)?.targets;
    expect(targetsOf('clear')).toHaveLength(1);
    expect(names).toContain('twice');
    expect(targetsOf('twice')).toBeUndefined();
    for (const name of ['handle', 'push', 'slice']) expect(names).not.toContain(name);
    await session[Symbol.asyncDispose]();
    const again = await probe.attach(app.app, capture.known, soon());
    cleanups.push(async () => await again[Symbol.asyncDispose]());
    const later = await again.capture(poll, soon());
    expect(value(named(later, 'Desk'), 'shelf', 'books', '1')).toBe('Persuasion');
    expect(later.actions.map((action) => action.address)).toContain('fn:instance/Shelf.put');
    const call = { address: 'fn:instance/Shelf.put', parameters: { title: 'Middlemarch' }, timeoutMs: 20_000 };
    expect(await again.invoke(call, soon())).toMatchObject({ ok: true });
    const drop = { address: 'fn:instance/Till.drop', parameters: { count: 4 }, timeoutMs: 20_000 };
    expect(await again.invoke(drop, soon())).toMatchObject({ ok: true });
    expect(value(named(await again.capture(poll, soon()), 'Desk'), 'shelf', 'books', '2')).toBe('Middlemarch');
  });

  test('a program that is used from its prompt', async () => {
    const app = await startNode({ args: [join(fixtures, 'prompt.cjs')], cwd: fixtures });
    app.child.stdin?.write("var holiday = { place: 'Bergen' }\n");
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    expect(named(capture, 'prompt')?.value).toBe('ledger> ');
    expect(value(named(capture, 'budget'), 'food')).toBe(320);
    expect(value(named(capture, 'holiday'), 'place')).toBe('Bergen');
    expect(value(named(capture, 'ledger'), 'limit')).toBe(100);
    for (const name of ['console', 'global', 'module', 'book']) expect(named(capture, name)).toBeUndefined();
    await session[Symbol.asyncDispose]();
    const again = await probe.attach(app.app, capture.known, soon());
    cleanups.push(async () => await again[Symbol.asyncDispose]());
    const later = await again.capture(poll, soon());
    expect(value(named(later, 'holiday'), 'place')).toBe('Bergen');
    const run = async (name: string, parameters: Record<string, unknown>) =>
      await again.invoke({ address: addressOf(later, name), parameters, timeoutMs: 20_000 }, soon());
    expect(await run('writeLine', { line: 'budget.food = 333; ledger.limit = 7' })).toMatchObject({ ok: true });
    expect(await run('book', { account: 'rent', amount: 9 })).toMatchObject({ ok: true });
    const last = await again.capture(poll, soon());
    expect(value(named(last, 'budget'), 'food')).toBe(333);
    expect(value(named(last, 'ledger'), 'limit')).toBe(7);
  });

  test('what is found again is told as far as what was found', async () => {
    const project = mkdtempSync(join(tmpdir(), 'substrate-again-'));
    cleanups.push(async () => rmSync(project, { recursive: true, force: true }));
    const library = join(project, 'node_modules/winch');
    mkdirSync(library, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{"name":"quay"}');
    writeFileSync(join(library, 'package.json'), '{"name":"winch","main":"winch.cjs"}');
    writeFileSync(
      join(library, 'winch.cjs'),
      'exports.Winch = class Winch { constructor(rope) { this.rope = rope; this.gears = { first: { teeth: { count: 12, worn: { left: 1, right: { edge: 2 } } } } }; this.spares = Array.from({ length: 400 }, (_, at) => ({ at, gear: { teeth: at } })); } pull() { return this.rope; } };',
    );
    writeFileSync(
      join(project, 'quay.cjs'),
      "const { Winch } = require('winch'); const winch = new Winch(40); const boats = [{ name: 'Aurora' }]; const moor = () => boats.push({ name: String(winch.pull()) }); exports.moor = moor; require('node:http').createServer(moor).listen(0, () => console.log('up'));",
    );
    const app = await startNode({ args: ['quay.cjs'], cwd: project, ready: /up/ });
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    expect(value(named(capture, 'winch'), 'rope')).toBe(40);
    await session[Symbol.asyncDispose]();
    const again = await probe.attach(app.app, capture.known, soon());
    cleanups.push(async () => await again[Symbol.asyncDispose]());
    const later = await again.capture(poll, soon());
    expect(named(later, 'winch')).toEqual(named(capture, 'winch'));
    expect(named(later, 'boats')).toEqual(named(capture, 'boats'));
  });

  test('servers, timers and the process itself', async () => {
    const app = await startExample('todo-server');
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    expect(value(named(capture, 'servers'), '0', 'port')).toBe(Number(new URL(urlOf(app)).port));
    expect(value(named(capture, 'timers'), '0', 'callback')).toBe('remind');
    expect(value(named(capture, 'process'), 'version')).toBe(process.version);
    expect(value(named(capture, 'process'), 'memory', 'rss_mb')).toBeGreaterThan(10);
  });
});

test('what a minifier renamed is told by the fields that it left their names', async () => {
  const project = mkdtempSync(join(tmpdir(), 'substrate-minified-'));
  cleanups.push(async () => rmSync(project, { recursive: true, force: true }));
  writeFileSync(
    join(project, 'bundle.js'),
    "var t=class{orders=[{guest:'Elif'}];takings=162;order(e){this.orders.push({guest:e});this.takings+=42}};var n=new t;require('node:http').createServer((e,r)=>{n.order('Wren');r.end()}).listen(0,'127.0.0.1',function(){console.log('listening on http://127.0.0.1:'+this.address().port)});",
  );
  const app = await startNode({ args: ['bundle.js'], cwd: project });
  const session = await attach(app);
  const capture = await session.capture(discover, soon());
  expect(value(named(capture, 'orders'), '0', 'guest')).toBe('Elif');
  expect(capture.roots.filter(({ name }) => name === 'takings')).toMatchObject([
    { address: 'scope:bundle.js/n/takings', value: 162 },
  ]);
  await session.invoke({ address: addressOf(capture, 'order'), parameters: { e: 'Ada' }, timeoutMs: 20_000 }, soon());
  expect(value(named(await session.capture(poll, soon()), 'takings'))).toBe(204);
  const place = { root: 'scope:bundle.js/n/takings', path: [], from: 0, limit: 10, budget: defaultBudget };
  expect(await session.read?.(place, soon())).toMatchObject({ value: 204 });
});

test('what only a timer holds, of whatever duration', async () => {
  const app = await startNode({ args: [join(fixtures, 'odd-timer.cjs')], cwd: fixtures });
  const capture = await (await attach(app)).capture(discover, soon());
  expect(value(named(capture, 'lamp'), 'colour')).toBe('green');
  expect(value(named(capture, 'timers'), '0', 'ms')).toBe(86_413_577);
  expect(named(capture, 'timers')?.children).toHaveLength(1);
});

describe('calling', () => {
  test('fields of the application’s objects can be set, unless they are secret, frozen, in a list or a library’s', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'substrate-set-'));
    cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(
      join(folder, 'mill.cjs'),
      `class Wheel { turns = 7; #blades = 12; turn() { this.turns += this.#blades; } }
       const wheel = new Wheel();
       const mill = { miller: 'Aino', password: 'rye', stones: { upper: { diameter: 120 } }, sacks: [{ grain: 'oats' }] };
       const seal = Object.freeze({ motto: 'Slow' });
       let watched = 0;
       const watch = new Proxy({ warning: 'none' }, { set: (on, key, value) => { watched += 1; return Reflect.set(on, key, value); } });
       setInterval(() => { wheel.turn(); mill.sacks.length; seal.motto; watch.warning; watched; }, 1e9);
       console.log('ready');`,
    );
    const session = await attach(await startNode({ args: ['mill.cjs'], cwd: folder }));
    const capture = await session.capture(discover, soon());
    const setters = capture.actions.filter(({ kind }) => kind === 'setter');
    expect(setters.map(({ name }) => name).sort()).toEqual(['mill miller', 'upper diameter', 'watch warning', 'wheel turns']);
    const set = async (name: string, given: unknown) =>
      await session.invoke({ address: addressOf(capture, name), parameters: { value: given }, timeoutMs: 20_000 }, soon());
    expect(await set('mill miller', 'Veikko')).toMatchObject({ ok: true });
    expect(await set('upper diameter', 118)).toMatchObject({ ok: true });
    expect(await set('watch warning', 'flood')).toMatchObject({ ok: true });
    const after = await session.capture(poll, soon());
    expect(value(named(after, 'mill'), 'miller')).toBe('Veikko');
    expect(value(named(after, 'mill'), 'stones', 'upper', 'diameter')).toBe(118);
    expect(value(named(after, 'watch'), 'warning')).toBe('flood');
    expect(named(after, 'watched')?.value).toBe(1);
    const [miller] = setters.filter(({ name }) => name === 'mill miller');
    expect(miller?.reads).toBe('scope:mill.cjs/mill/miller');
  });

  test('values arrive as they are, defaults apply, and results come back', async () => {
    const { session } = await plain();
    const capture = await session.capture(discover, soon());
    const echo = { address: addressOf(capture, 'echo'), timeoutMs: 20_000 };
    expect(await session.invoke({ ...echo, parameters: { value: [1, { a: null }] } }, soon())).toMatchObject({
      ok: true,
      value: { value: [1, { a: null }], factor: 3, kind: 'object' },
    });
    expect(await session.invoke({ ...echo, parameters: { value: 'x', factor: 0 } }, soon())).toMatchObject({
      value: { factor: 0 },
    });
    await session.invoke({ address: addressOf(capture, 'label'), parameters: { text: 'changed' }, timeoutMs: 20_000 }, soon());
    expect(value(named(await session.capture(poll, soon()), 'state'), 'label')).toBe('changed');
  });

  test('what throws or rejects says so in its own words; what never ends is not waited for', async () => {
    const { app, session } = await plain();
    const capture = await session.capture(discover, soon());
    const call = (name: string, parameters = {}, timeoutMs = 20_000) =>
      session.invoke({ address: addressOf(capture, name), parameters, timeoutMs }, soon());
    expect(await call('fail', { code: '7' })).toEqual({
      ok: false,
      dispatched: true,
      reason: 'threw',
      message: 'RangeError: refused with 7',
    });
    expect(await call('reject')).toEqual({ ok: false, dispatched: true, reason: 'threw', message: 'Error: not today' });
    const [never, during] = await Promise.all([call('never', {}, 3000), session.capture(poll, soon())]);
    expect(never).toMatchObject({ ok: false, dispatched: true, reason: 'timeout_still_running' });
    expect(during.roots.length).toBeGreaterThan(2);
    expect((await fetch(urlOf(app))).ok).toBe(true);
  });

  test('a route is called by a real request, and its refusal is no success', async () => {
    const app = await startExample('shop');
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    const route = (name: string, parameters: Record<string, unknown>) =>
      session.invoke({ address: addressOf(capture, name), parameters, timeoutMs: 19_999.5 }, soon());
    expect(await route('PUT /products/:id/price', { id: 'mug', price: 11 })).toMatchObject({
      ok: true,
      value: { status: 200, body: { price: 11 } },
    });
    const refused = await route('POST /cart', { id: 'pot', quantity: 1 });
    expect(refused).toMatchObject({ ok: false, dispatched: true, reason: 'http_status' });
    expect(refused).toMatchObject({ message: expect.stringContaining('Only 0 of Iron pot left') });
    expect(value(named(await session.capture(poll, soon()), 'products'), 'mug', 'price')).toBe(11);
  });

  test('parameters have the names and types of the source', async () => {
    const app = await startExample('todo-server');
    const session = await attach(app);
    const { actions } = await session.capture(discover, soon());
    const parameters = (name: string) =>
      actions.find((action) => action.name === name)?.parameters.map(({ name: one, type, required }) => [one, type, required]);
    expect(parameters('addTodo')).toEqual([
      ['title', 'string', true],
      ['priority', 'string', false],
    ]);
    expect(parameters('setDone')).toEqual([
      ['id', 'number', true],
      ['done', 'boolean', false],
    ]);
  });
});
