import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultBudget, type KnownRoots, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startNode } from './node-process.js';

/** What servers keep of those who are connected to them, and of what libraries keep for them. Somebody is connected, so no heap is searched. */

const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const discover = { mode: 'discover', budget: defaultBudget } as const;
const poll = { mode: 'poll', budget: defaultBudget } as const;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Starts `main.mjs` of a folder with these files in it. */
const start = async (files: Readonly<Record<string, string>>): Promise<Started> => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-server-'));
  cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ 'package.json': '{"name":"served"}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const app = await startNode({ args: ['main.mjs'], cwd: folder, ready: /port \d+/ });
  cleanups.push(app.stop);
  return app;
};
const library = (name: string, text: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: `{"name":"${name}","type":"module","exports":"./index.js"}`,
  [`node_modules/${name}/index.js`]: text,
});
const attach = async ({ app }: Started, known?: KnownRoots): Promise<ProbeSession> => {
  const session = await probe.attach(app, known, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return session;
};

/** Connects, says the lines, and stays once each was answered. */
const visit = async (app: Started, ...lines: string[]): Promise<Socket> => {
  const port = Number(/port (\d+)/.exec(app.output())?.[1]);
  const socket = connect(port, '127.0.0.1');
  cleanups.push(async () => socket.destroy());
  let heard = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('data', (data) => {
      heard += data.toString();
      if (heard.split('\n').length > lines.length) resolve();
    });
    for (const line of lines) socket.write(`${line}\n`);
  });
  return socket;
};

const named = (capture: RawCapture, name: string): RawNode | undefined => capture.roots.find((root) => root.name === name);
const value = (node: RawNode | undefined, ...path: string[]): unknown => {
  const found = path.reduce<RawNode | undefined>((at, name) => at?.children?.find((child) => child.name === name), node);
  return found?.kind === 'value' ? found.value : found?.kind;
};
const listens = `.listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port); })`;
const lineServer = (answer: string): string => `createServer((socket) => {
  ${answer}
  socket.on('error', () => undefined);
})${listens};`;

describe('a server', () => {
  test('tells what it keeps of each connection, in variables of the function that took it', async () => {
    const app = await start({
      'main.mjs': `import { createServer } from 'node:net';
        ${lineServer(`const player = { nick: null, chips: 200 };
        socket.on('data', (data) => {
          for (const line of data.toString().trim().split('\\n')) { player.nick = line; player.chips -= 30; socket.write('ok\\n'); }
        });`)}`,
    });
    await visit(app, 'Zelda');
    const session = await attach(app);
    const nicks = (capture: RawCapture): unknown[] =>
      capture.roots.filter(({ name }) => name === 'player').map((root) => value(root, 'nick'));
    expect(nicks(await session.capture(discover, soon()))).toEqual(['Zelda']);
    await visit(app, 'Rufus', 'Rufus');
    const capture = await session.capture(discover, soon());
    expect(nicks(capture).sort()).toEqual(['Rufus', 'Zelda']);
    expect(capture.roots.filter(({ name }) => name === 'player').map((root) => value(root, 'chips'))).toContain(140);
  });

  test("tells a library's object that it listens to, though only the library holds it; and finds it again", async () => {
    const app = await start({
      ...library(
        'broker',
        `import { EventEmitter } from 'node:events';
         class Broker extends EventEmitter {
           clients = {};
           constructor(id) {
             super();
             this.id = id;
             const that = this;
             this.handle = function (socket) {
               socket.on('error', () => undefined);
               socket.on('data', (data) => { that.clients[data.toString().trim()] = { since: 7, topics: ['valves'] }; that.emit('joined'); socket.write('ok\\n'); });
             };
           }
         }
         export const createBroker = (id) => new Broker(id);`,
      ),
      'main.mjs': `import { createServer } from 'node:net';
        import { createBroker } from 'broker';
        const broker = createBroker('glasshouse');
        let joins = 0;
        broker.on('joined', () => { joins += 1; });
        createServer(broker.handle)${listens};`,
    });
    await visit(app, 'sensor-3');
    const session = await attach(app);
    const capture = await session.capture(discover, soon());
    expect(value(named(capture, 'joins'))).toBe(1);
    const told = (capture: RawCapture): RawNode | undefined => capture.roots.find(({ address }) => address === 'instance/Broker');
    expect(value(told(capture), 'id')).toBe('glasshouse');
    expect(value(told(capture), 'clients', 'sensor-3', 'topics', '0')).toBe('valves');

    await session[Symbol.asyncDispose]();
    const again = await (await attach(app, capture.known)).capture(poll, soon());
    expect(value(told(again), 'clients', 'sensor-3', 'since')).toBe(7);
  });

  test('is read behind proxies, whose traps do not run, and found behind them again', async () => {
    const app = await start({
      ...library(
        'adapter',
        `let touched = 0;
         const traps = Object.fromEntries(['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((name) => [name, (...given) => { touched++; return Reflect[name](...given); }]));
         export const count = () => touched;
         export const adapt = (given) => new Proxy((socket) => {
           socket.on('error', () => undefined);
           socket.on('data', () => socket.write(given.Query.answer() + '\\n'));
         }, traps);
         export const observe = (given) => new Proxy(new Proxy(given, traps), traps);`,
      ),
      'main.mjs': `import { createServer } from 'node:net';
        import { adapt, count, observe } from 'adapter';
        const recipes = [{ title: 'Dal', minutes: 45 }];
        const kitchen = observe({ chef: 'Yotam', seats: 28 });
        createServer(adapt({ Query: { answer: () => recipes.length + ' ' + count() + ' ' + typeof kitchen } }))${listens};`,
    });
    const socket = await visit(app, 'how many');
    const ask = (): Promise<string> =>
      new Promise((resolve) => {
        socket.once('data', (data) => resolve(data.toString().trim()));
        socket.write('how often\n');
      });
    // The runtime itself looks at a listener once.
    const before = await ask();
    const session = await attach(app);
    const check = (capture: RawCapture): void => {
      expect(value(named(capture, 'recipes'), '0', 'title')).toBe('Dal');
      expect(value(named(capture, 'kitchen'), 'chef')).toBe('Yotam');
    };
    const capture = await session.capture(discover, soon());
    check(capture);
    await session[Symbol.asyncDispose]();
    const later = await attach(app, capture.known);
    await later.capture(poll, soon());
    check(await later.capture(poll, soon()));
    expect(await ask()).toBe(before);
  });

  test('tells private fields of what private fields hold', async () => {
    const app = await start({
      'main.mjs': `import { createServer } from 'node:net';
        class Queue { #limit = 2; #waiting = ['waffle']; next() { return this.#waiting[this.#limit]; } }
        class Desk { #queue = new Queue(); look() { return this.#queue.next(); } }
        const desk = new Desk();
        ${lineServer(`socket.on('data', () => socket.write(desk.look() + '\\n'));`)}`,
    });
    await visit(app, 'look');
    const capture = await (await attach(app)).capture(discover, soon());
    expect(value(named(capture, 'desk'), 'queue', 'waiting', '0')).toBe('waffle');
    expect(value(named(capture, 'desk'), 'queue', 'limit')).toBe(2);
  });

  test('is stopped for a search of its heap while it is idle, not while somebody is connected, unless it is asked for', async () => {
    const app = await start({
      'main.mjs': `import { createServer } from 'node:net';
        class Ledger { pages = ['first']; turn() { return this.pages.length; } }
        const later = async () => { const ledger = new Ledger(); await new Promise((go) => { process.resume = go; }); return ledger.turn(); };
        const going = later();
        ${lineServer(`socket.on('data', () => socket.write(typeof Ledger + typeof going + '\\n'));`)}`,
    });
    const ledger = (capture: RawCapture): unknown => value(named(capture, 'Ledger'), 'pages', '0');
    const idle = await attach(app);
    await expect
      .poll(async () => (await idle.capture(discover, soon())).tier, { timeout: 40_000, interval: 300 })
      .toBe('heap_snapshot');
    expect(ledger(await idle.capture(poll, soon()))).toBe('first');
    await idle[Symbol.asyncDispose]();

    await visit(app, 'hello');
    const session = await attach(app);
    const busy = await session.capture(discover, soon());
    expect([busy.tier, ledger(busy)]).toEqual(['aso_fast', undefined]);
    expect(busy.notes.join(' ')).toContain('heap');
    const asked = await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
    expect([asked.tier, ledger(asked)]).toEqual(['heap_snapshot', 'first']);
  });
});
