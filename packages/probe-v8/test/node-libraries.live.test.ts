import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { afterEach, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { startNode, urlOf } from './node-process.js';

/** What a program has libraries keep for it, and has them do. */

const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const discover = { mode: 'discover', budget: defaultBudget } as const;
const poll = { mode: 'poll', budget: defaultBudget } as const;
const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const library = `
class Depot {
  crates = []; isPaused = false; waiting = [];
  load(crate, done) { if (crate.weight > 90) return done(new Error('too heavy')); this.crates.push(crate); done(null, this.crates.length); }
  order(name, callback) { this.waiting.push(callback); this.crates.push({ name }); }
  async weigh(name, options) { return this.crates.find((one) => one.name === name).weight; }
  pause() { this.isPaused = true; }
  each(fn) { this.crates.forEach((one) => fn(one)); }
  toJSON() { return this.crates; }
}
exports.Depot = Depot;
class Service { constructor(schema) { this.schema = schema; this.name = schema.name; schema.created.call(this); } }
exports.Broker = class Broker { services = []; procedures = {}; add(schema) { this.services.push(new Service(schema)); } };
exports.procedure = (input, resolver) => {
  const procedure = (request) => { if (!request.raw) throw new Error('not for you'); return resolver({ input: request.raw(), ctx: {} }); };
  procedure._def = { inputs: [{ type: 'object', properties: input }], resolver };
  return procedure;
};
class Store { sessions = Object.create(null); put(id, session) { this.sessions[id] = JSON.stringify(session); } }
exports.sessions = () => {
  const store = new Store();
  store.put('a1b2c3d4e5f6a7b8c9', { user: 'nils', basket: [{ article: 'kettle', count: 2 }] });
  return (request, response) => { store.put('b1b2c3d4e5f6a7b8c9', { user: 'eva', basket: [] }); response.end(); };
};
const berths = {};
const words = new Map();
const harbours = { Kiel: { deep: true } };
exports.moor = (name, one) => { berths[name] = one; words.set(name, harbours.Kiel.deep ? 'deep' : 'flat'); };
exports.keeper = () => {
  const held = new Map();
  return { keep: (name, one) => held.set(name, one), greet: () => [...held.values()].map((one) => one.hail()) };
};`;
const program = `
const { Depot, keeper, sessions } = require('harbour');
const depot = new Depot();
const alarms = ['smoke'];
function clearAlarms() { alarms.length = 0; }
process.on('SIGUSR2', clearAlarms);
class Boat { constructor(name) { this.name = name; } hail() { return this.name; } }
const boats = keeper();
for (const name of ['Aurora', 'Borealis']) boats.keep(name, new Boat(name));
process.on('SIGWINCH', boats.greet);
const shop = sessions();
require('node:http').createServer((request, response) => { depot.crates.length += 0; alarms.length; shop(request, response); })
  .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port); });`;

const start = async (text = program, shelf = library) => {
  const project = mkdtempSync(join(tmpdir(), 'substrate-libraries-'));
  cleanups.push(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, 'node_modules/harbour'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"quay"}');
  writeFileSync(join(project, 'node_modules/harbour/package.json'), '{"name":"harbour","main":"harbour.cjs"}');
  writeFileSync(join(project, 'node_modules/harbour/harbour.cjs'), shelf);
  writeFileSync(join(project, 'quay.cjs'), text);
  const app = await startNode({ args: ['quay.cjs'], cwd: project });
  cleanups.push(app.stop);
  return app;
};
const attach = async (app: Awaited<ReturnType<typeof start>>, known?: RawCapture['known']) => {
  const session = await probe.attach(app.app, known, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return session;
};
const at = (capture: RawCapture, root: string, ...path: string[]): unknown => {
  const found = path.reduce<RawNode | undefined>(
    (node, name) => node?.children?.find((child) => child.name === name),
    capture.roots.find(({ name }) => name === root),
  );
  return found?.kind === 'value' ? found.value : found?.kind;
};

test('methods of an object that the program got from a library are offered, and waited for when they call back', async () => {
  const session = await attach(await start());
  const { actions } = await session.capture(discover, soon());
  const taken = (name: string) =>
    actions
      .find((action) => action.name === name)
      ?.parameters.map(({ name: one, type, required }) => `${one}${required ? '' : '?'}: ${type}`);
  expect(taken('load')).toEqual(['crate: object']);
  expect(taken('weigh')).toEqual(['name: string', 'options?: object']);
  expect(taken('pause')).toEqual([]);
  for (const name of ['each', 'toJSON']) expect(taken(name)).toBeUndefined();
  const call = (name: string, parameters: Record<string, unknown>) =>
    session.invoke({ address: `fn:quay.cjs/depot.${name}`, parameters, timeoutMs: 20_000 }, soon());
  expect(await call('load', { crate: { name: 'tea', weight: 40 } })).toMatchObject({ ok: true, value: 1 });
  expect(await call('load', { crate: { name: 'safe', weight: 400 } })).toMatchObject({ ok: false, message: 'Error: too heavy' });
  // One that keeps the function for later is not waited for.
  expect(await call('order', { name: 'salt' })).toMatchObject({ ok: true });
  expect(await call('weigh', { name: 'tea' })).toMatchObject({ ok: true, value: 40 });
  expect(await call('pause', {})).toMatchObject({ ok: true });
  const capture = await session.capture(poll, soon());
  expect(at(capture, 'depot', 'crates', '1', 'name')).toBe('salt');
  expect(at(capture, 'depot', 'isPaused')).toBe(true);
});

test('a function that no variable holds is offered by who was handed it, and found again', async () => {
  const app = await start();
  const session = await attach(app);
  const { known } = await session.capture(discover, soon());
  await session[Symbol.asyncDispose]();
  const again = await attach(app, known);
  const { actions } = await again.capture(poll, soon());
  const address = actions.find(({ name }) => name === 'clearAlarms')?.address ?? '';
  expect(await again.invoke({ address, parameters: {}, timeoutMs: 20_000 }, soon())).toMatchObject({ ok: true });
  expect(at(await again.capture(poll, soon()), 'alarms')).toBe('list');
  expect(at(await again.capture(poll, soon()), 'alarms', '0')).toBeUndefined();
});

test('a program that is all in one function that ran once offers what it would at the top', async () => {
  const session = await attach(
    await start(
      "const { Depot } = require('harbour'); const open = () => { const depot = new Depot(); const add = (crate) => depot.crates.push(crate); const weighed = () => depot.crates.length; require('node:http').createServer((request, response) => { add({ name: 'tea' }); response.end(String(weighed())); }).listen(0, () => console.log('listening')); }; open();",
    ),
  );
  const { actions } = await session.capture(discover, soon());
  const names = actions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['add', 'load', 'pause']));
  expect(names).not.toContain('weighed');
  const address = actions.find(({ name }) => name === 'add')?.address ?? '';
  expect(await session.invoke({ address, parameters: { crate: { name: 'salt' } }, timeoutMs: 20_000 }, soon())).toMatchObject({
    ok: true,
  });
  expect(at(await session.capture(poll, soon()), 'depot', 'crates', '0', 'name')).toBe('salt');
});

test('handlers that were put down by name take what is read of what a library hands them, on the object it made', async () => {
  const session = await attach(
    await start(`
const { Broker, procedure } = require('harbour');
const broker = new Broker();
const moorings = [];
broker.add({
  name: 'trams',
  created() { this.fleet = { red: { faults: 0 } }; this.washed = 'never'; },
  actions: {
    report: { params: { line: 'string', count: 'number' }, handler({ params: { line, count } }) { this.fleet[line].faults = count; } },
    wash: { params: { day: 'string' }, handler(context) { this.washed = context.params.day; } },
    send: { handler(context) { return context.call('others.send', this.fleet); } },
  },
});
broker.procedures = {
  moor: procedure({ boat: { type: 'string' }, metres: { type: 'number' } }, ({ input, ctx }) => moorings.push({ ...input, by: ctx.user })),
  leave: procedure({}, () => { moorings.length = 0; }),
};
require('node:http').createServer((request, response) => response.end(JSON.stringify([broker, moorings]))).listen(0, () => console.log('listening'));`),
  );
  const { actions } = await session.capture(discover, soon());
  const offered = (name: string) => actions.find((action) => action.name === name);
  const taken = (name: string) =>
    offered(name)?.parameters.map(({ name: one, type, required }) => `${one}${required ? '' : '?'}: ${type}`);
  expect(taken('report')).toEqual(['line: string', 'count: number']);
  expect(taken('wash')).toEqual(['day?: string']);
  expect(taken('send')).toBeUndefined();
  expect(taken('moor')).toEqual(['input?: object', 'user?: string', 'boat?: string', 'metres?: number']);
  const call = (name: string, parameters: Record<string, unknown>) =>
    session.invoke({ address: offered(name)?.address ?? '', parameters, timeoutMs: 20_000 }, soon());
  expect(await call('report', { line: 'red', count: 3 })).toMatchObject({ ok: true });
  expect(await call('wash', { day: 'Monday' })).toMatchObject({ ok: true });
  expect(await call('moor', { boat: 'Tern', metres: 9, user: 'Ada' })).toMatchObject({ ok: true });
  const capture = await session.capture(poll, soon());
  expect(at(capture, 'broker', 'services', '0', 'fleet', 'red', 'faults')).toBe(3);
  expect(at(capture, 'broker', 'services', '0', 'washed')).toBe('Monday');
  expect(at(capture, 'moorings', '0', 'metres')).toBe(9);
  expect(at(capture, 'moorings', '0', 'by')).toBe('Ada');
});

test('a function without a name is offered as what it was handed over for, and found again', async () => {
  const app = await start(
    `const { Depot } = require('harbour');
    const bus = new (require('node:events'))();
    const yards = new Map([['north', new Depot()]]);
    const orders = [];
    bus.on('order/new', (ware, count) => { orders.push({ ware, count }); });
    bus.on('end', () => { orders.length = 0; });
    bus.on('much later', () => console.log('late'));
    bus.on('guest', (guest) => { guest.greet(); orders.push(guest.name); });
    bus.on('count', function (by) { this.total += by; orders.push(by); });
    require('node:net').createServer((socket) => { bus.emit('order/new', 'tea', 1); yards.get('north').order('tea'); socket.on('data', () => socket.end()); })
      .on('end', () => undefined).listen(0, () => console.log('listening'));`,
  );
  const session = await attach(app);
  const { known, actions: first } = await session.capture(discover, soon());
  await session[Symbol.asyncDispose]();
  const again = await attach(app, known);
  const { actions } = await again.capture(poll, soon());
  for (const offered of [first, actions]) {
    const names = offered.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['order_new', 'pause']));
    // What servers and connections tell as well, what describes and changes nothing here, what nobody can give, and what is called on somebody.
    for (const name of ['end', 'guest', 'count', 'data', 'much later']) expect(names).not.toContain(name);
  }
  const call = (name: string, parameters: Record<string, unknown>) => {
    const address = actions.find((action) => action.name === name)?.address ?? '';
    return again.invoke({ address, parameters, timeoutMs: 20_000 }, soon());
  };
  expect(await call('order_new', { ware: 'salt', count: 3 })).toMatchObject({ ok: true });
  expect(await call('pause', {})).toMatchObject({ ok: true });
  const capture = await again.capture(poll, soon());
  expect(at(capture, 'orders', '0', 'ware')).toBe('salt');
  expect(at(capture, 'yards', 'north', 'isPaused')).toBe(true);
});

test('who comes back is told the same: what classes hold, what is behind private fields, and what is inherited', async () => {
  const app = await start(
    `const { Depot } = require('harbour');
    class Gauge { static readings = 3; read() { Gauge.readings += 1; } }
    class Shed extends Depot { sweep() { this.clean = true; } }
    class Pier { #sheds = new Map(); constructor(name) { this.name = name; } build(name) { this.#sheds.set(name, new Shed()); } }
    class Yard { #piers = [new Pier('east'), new Pier('west')]; open() { for (const pier of this.#piers) pier.build('main'); } }
    const yard = new Yard();
    const shed = new Shed();
    yard.open();
    require('node:net').createServer(() => { new Gauge().read(); yard.open(); shed.sweep(); }).listen(0, () => console.log('listening'));`,
  );
  const session = await attach(app);
  const first = await session.capture(discover, soon());
  await session[Symbol.asyncDispose]();
  const again = await (await attach(app, first.known)).capture(poll, soon());
  for (const capture of [first, again]) expect(at(capture, 'Gauge', 'readings')).toBe(3);
  const addresses = (capture: RawCapture): string[] => capture.actions.map(({ address }) => address).sort();
  expect(addresses(first)).toEqual(
    expect.arrayContaining(['fn:quay.cjs/shed.sweep', 'fn:quay.cjs/shed.pause', 'fn:instance/Pier east.build']),
  );
  expect(addresses(again)).toEqual(addresses(first));
});

test('what is looked up by what comes in is called by that name: paths in a variable, procedures of a bundle, fields of objects', async () => {
  const app = await start(
    `const lamps = { north: 'off' };
    const made = (resolver) => { const made = (call) => { if (!call.raw) throw new Error('not for you'); return resolver(call); }; made._def = { resolver }; return made; };
    const router = { keeper: { relieve: made(({ input }) => { lamps.keeper = input.name; }), warn: made(({ input }) => { lamps.warned = input.name; }) } };
    function dim(to) { this.to = to; }
    exports.dim = dim;
    class Buoy { to = 9; dim = dim; sink() { this.to = 0; } }
    const buoys = new Set([new Buoy(), new Buoy()]);
    const serve = () => {
      const n = { '/light': ({ lamp, colour }) => { lamps[lamp] = colour; }, '/lamp/dark': (e) => { try { lamps[e.lamp] = 'off'; } catch (e) { console.log(e); } } };
      require('node:http').createServer((request, response) => { n[request.url]({}); response.end(String(buoys.size) + router.keeper); }).listen(0, () => console.log('listening'));
    };
    serve();`,
  );
  const session = await attach(app);
  const { actions } = await session.capture(discover, soon());
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const address = actions.find((action) => action.name === name)?.address ?? '';
    expect(await session.invoke({ address, parameters, timeoutMs: 20_000 }, soon()), name).toMatchObject({ ok: true });
    return session.capture(poll, soon());
  };
  expect(at(await call('light', { lamp: 'north', colour: 'red' }), 'lamps', 'north')).toBe('red');
  expect(at(await call('lamp_dark', { lamp: 'north' }), 'lamps', 'north')).toBe('off');
  expect(at(await call('relieve', { name: 'Ida' }), 'lamps', 'keeper')).toBe('Ida');
  // A function that asks itself for what is not beside it is no function of its module.
  expect(actions.filter(({ name }) => name === 'dim').map(({ address }) => address)).toEqual([
    'fn:instance/Buoy 1.dim',
    'fn:instance/Buoy 2.dim',
  ]);
  expect(
    await session.invoke({ address: 'fn:instance/Buoy 2.dim', parameters: { to: 4 }, timeoutMs: 20_000 }, soon()),
  ).toMatchObject({
    ok: true,
  });
});

test('what only says what goes on is nothing to operate, whoever wrote it', async () => {
  const session = await attach(
    await start(
      `const { logger } = require('harbour');
      const diary = logger('quay');
      class Diary { pages = []; info(text) { this.pages.push(text); } warn(text) { this.pages.push(text); } error(text) { this.pages.push(text); } burn() { this.pages = []; } }
      const own = new Diary();
      const sirens = { on: 0, warn(pier) { this.on = pier; }, hush() { this.on = 0; } };
      const berths = [];
      exports.moor = (boat) => { berths.push(boat); diary.info(boat); own.info(boat); sirens.warn(boat); };
      exports.info = (text) => own.info(text);
      require('node:net').createServer(() => exports.moor('Tern')).listen(0, () => console.log('listening'));`,
      `class Logger { constructor(name) { this.name = name; this.level = 1; } info(text) { this.last = text; } warn(text) { this.last = text; } error(text) { this.last = text; } setLevel(level) { this.level = level; } }
      exports.logger = (name) => new Logger(name);`,
    ),
  );
  const { actions } = await session.capture(discover, soon());
  const methods = actions.filter(({ kind }) => kind === 'method').map(({ address }) => address.replace('fn:quay.cjs/', ''));
  expect(methods.sort()).toEqual(['exports.info', 'exports.moor', 'own.burn', 'sirens.hush', 'sirens.warn']);
});

test('records that a library keeps as texts are told as records', async () => {
  const app = await start();
  const session = await attach(app);
  expect(at(await session.capture(discover, soon()), 'Store', 'sessions', '#0', 'basket', '0', 'article')).toBe('kettle');
  await fetch(urlOf(app), { signal: soon() });
  expect(at(await session.capture(poll, soon()), 'Store', 'sessions', '#1', 'user')).toBe('eva');
});

test('what a library keeps in a variable of its module is told once there are things in it, and nothing else of the module', async () => {
  const app = await start(`
    const { moor } = require('harbour');
    const alarms = ['smoke'];
    require('node:http').createServer((request, response) => { alarms.length; moor('north', { boat: 'Aurora', since: 7 }); response.end(); })
      .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port); });`);
  const session = await attach(app);
  const first = await session.capture(discover, soon());
  const theirs = ({ roots }: RawCapture): string[] =>
    roots.flatMap(({ address, library }) => (library === 'harbour' ? [address] : []));
  expect(theirs(first)).toEqual([]);
  await fetch(urlOf(app), { signal: soon() });
  const then = await session.capture(poll, soon());
  expect(theirs(then)).toEqual(['scope:harbour/harbour.cjs/berths']);
  expect(at(then, 'berths', 'north', 'boat')).toBe('Aurora');
  await session[Symbol.asyncDispose]();
  expect(at(await (await attach(app, then.known ?? first.known)).capture(poll, soon()), 'berths', 'north', 'since')).toBe(7);
});

test('a collection that does not change is told as what it holds, and what makes another one of it is no action', async () => {
  const app = await start(
    `const { trie } = require('harbour');
    let berths = trie({ north: trie({ boat: 'Aurora' }) });
    exports.moor = (name, boat, trace) => { if (!boat) throw new Error(trace ? trace.id : 'no boat'); berths = berths.set(name, trie({ boat })); };
    setInterval(() => berths, 1e6);
    console.log('listening on http://127.0.0.1:1');`,
    `class Trie {
      constructor(entries) { this.size = entries.length; this._root = { entries }; this.__ownerID = undefined; }
      set(key, value) { return new Trie([...this._root.entries, [key, value]]); }
      toJS() { process.exit(1); }
    }
    exports.trie = (fields) => new Trie(Object.entries(fields));`,
  );
  const session = await attach(app);
  const first = await session.capture(discover, soon());
  expect(at(first, 'berths', 'north', 'boat')).toBe('Aurora');
  expect(first.actions.filter(({ kind }) => kind === 'method').map(({ name }) => name)).toEqual(['moor']);
  const call = { address: 'fn:quay.cjs/exports.moor', parameters: { name: 'south', boat: 'Borealis' }, timeoutMs: 20_000 };
  expect(await session.invoke(call, soon())).toMatchObject({ ok: true });
  expect(at(await session.capture(poll, soon()), 'berths', 'south', 'boat')).toBe('Borealis');
});

test('of a library that hands out a proxy no trap runs', async () => {
  const app = await start(
    `const harbour = require('harbour');
    harbour.moor('north');
    require('node:http').createServer((request, response) => { response.end(String(globalThis.touched)); })
      .listen(0, '127.0.0.1', function () { globalThis.touched = 0; console.log('listening on http://127.0.0.1:' + this.address().port); });`,
    `const berths = {};
    const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'];
    const counting = (name) => [name, (...given) => { globalThis.touched++; return Reflect[name](...given); }];
    module.exports = new Proxy({ moor: (name) => { berths[name] = { name }; } }, Object.fromEntries(traps.map(counting)));`,
  );
  const session = await attach(app);
  await session.capture(discover, soon());
  await session.capture(poll, soon());
  expect(await (await fetch(urlOf(app), { signal: soon() })).text()).toBe('0');
});

test('who comes back where there were several objects of a class asks to look again', async () => {
  const app = await start();
  const session = await attach(app);
  const capture = await session.capture(discover, soon());
  expect(at(capture, 'Boat', '1', 'name')).toBe('Borealis');
  await session[Symbol.asyncDispose]();
  const again = await attach(app, capture.known);
  expect(await again.capture(poll, soon())).toMatchObject({ lookAgain: true });
  expect(at(await again.capture(discover, soon()), 'Boat', '1', 'name')).toBe('Borealis');
  expect(await again.capture(poll, soon())).not.toHaveProperty('lookAgain');
});
