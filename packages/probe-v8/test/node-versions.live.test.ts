import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type ProbeSession, type RawCapture } from '@substrate/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { listeningSockets } from '../src/sockets.js';
import { type Started, startNode, urlOf } from './node-process.js';
import { connectRaw } from './raw-client.js';

/**
 * The same visit to every Node.js from 18 on. The one that runs the tests is always there; others are looked for where CI puts them, each in a
 * folder that `npm install --prefix FOLDER node@VERSION` makes.
 */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'substrate-ci');
const versions = [18, 20, 22, 24].map((version) => {
  const isOurs = process.version.startsWith(`v${version}.`);
  return { version, executable: isOurs ? process.execPath : join(cache, `node-${version}/node_modules/node/bin/node`) };
});
const there = versions.filter(({ executable }) => existsSync(executable));
const missing = versions.filter((one) => !there.includes(one)).map(({ version }) => version);
if (missing.length > 0) console.warn(`skipped: Node.js ${missing.join(', ')}, missing in ${cache}.`);

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const eventually = { timeout: 30_000, interval: 20 };
const count = (text: string, part: string): number => text.split(part).length - 1;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

describe.each(there)('Node.js $version', ({ version, executable }) => {
  const start = async (script: string, flags: readonly string[] = []): Promise<Started> => {
    const app = await startNode({
      executable,
      args: [...flags, join(fixtures, script)],
      cwd: fixtures,
      ready: /listening on http|^ready/m,
    });
    cleanups.push(app.stop);
    return app;
  };
  const attach = async (app: Started): Promise<ProbeSession> => {
    const session = await createV8Probe().attach(app.app, undefined, soon());
    cleanups.push(async () => await session[Symbol.asyncDispose]());
    return session;
  };
  const ports = async (app: Started): Promise<number> => (await listeningSockets(app.app.pid))?.length ?? 0;
  const discover = (session: ProbeSession): Promise<RawCapture> =>
    session.capture({ mode: 'discover', budget: defaultBudget }, soon());

  test('an ECMAScript module: read, called, and its port closed', async () => {
    const app = await start('app.mjs');
    const session = await attach(app);
    expect(session.notice).toBeUndefined();
    await expect.poll(() => ports(app), eventually).toBe(1);
    const capture = await discover(session);
    expect(capture.roots.map((root) => root.name)).toEqual(expect.arrayContaining(['orders', 'served']));
    const close = capture.actions.find((action) => action.name === 'close');
    const call = { address: close?.address ?? '', parameters: { id: 'a1' }, timeoutMs: 5000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true, value: 1 });
    expect(await (await fetch(urlOf(app), { signal: soon() })).json()).toEqual([{ status: 'closed', total: 12.5 }, 1]);
  });

  test('a CommonJS module: read, left, and attached again without a word', async () => {
    const app = await start('plain.cjs');
    const first = await attach(app);
    expect((await discover(first)).roots.some((root) => root.name === 'state')).toBe(true);
    await expect.poll(() => app.output(), eventually).toContain('Debugger ending');
    const printed = app.output();
    await first[Symbol.asyncDispose]();
    expect((await discover(await attach(app))).roots.some((root) => root.name === 'state')).toBe(true);
    expect(app.output()).toBe(printed);
  });

  test('worker threads are read through the same way', async () => {
    const session = await attach(await start('worker-main.cjs'));
    await discover(session);
    await expect
      .poll(async () => {
        const capture = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
        return capture.roots.some((root) => root.source === 'thread');
      }, eventually)
      .toBe(true);
  });

  test('what threads say while the process is at work arrives whole', async () => {
    const app = await start('threads-busy.cjs');
    await attach(app);
    const client = await connectRaw(`/tmp/substrate-${process.geteuid?.()}/node-${app.app.pid}-${app.app.startTime}-1.sock`);
    cleanups.push(async () => client.socket.destroy());
    client.send({ id: 1, method: 'NodeWorker.enable', params: { waitForDebuggerOnStart: false } });
    const threads = (): string[] =>
      [...client.text().matchAll(/NodeWorker\.attachedToWorker","params":\{"sessionId":"(\w+)"/g)].map(([, id = '']) => id);
    await expect.poll(() => threads().length, eventually).toBe(3);
    app.child.stdin?.write('work\n');
    const times = 300;
    for (let id = 2; id < times + 2; id++) {
      const expression = `'x'.repeat(${(id * 997) % 20_000})`;
      for (const sessionId of threads()) {
        const message = JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression, returnByValue: true } });
        client.send({ id, method: 'NodeWorker.sendMessageToWorker', params: { sessionId, message } });
      }
    }
    await expect
      .poll(() => client.isClosed || count(client.text(), 'receivedMessageFromWorker') === 3 * times, eventually)
      .toBe(true);
    expect(client.isClosed).toBe(false);
    for (const line of client.text().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('an inspector of its own stays open', async () => {
    const app = await start('app.mjs', ['--inspect=127.0.0.1:0']);
    const session = await attach(app);
    expect(session.notice).toBeUndefined();
    expect((await discover(session)).roots.length).toBeGreaterThan(2);
    expect(await ports(app)).toBe(2);
  });

  test.each([
    ['natural', 0],
    ['exit', 7],
    ['error', 1],
  ])('ends by %s while it is read', async (ending, code) => {
    const app = await start('endings.cjs', ending === 'exit' ? ['--inspect=127.0.0.1:0'] : []);
    const session = await attach(app);
    await discover(session);
    const closed = once(app.child, 'close');
    app.child.stdin?.write(`${ending}\n`);
    expect((await closed)[0]).toBe(code);
    expect(app.output()).not.toContain('Waiting for the debugger');
    expect(await session.gone).toBeTruthy();
  });

  test.runIf(version >= 22)('signals that its own flags switch off are not sent', async () => {
    const app = await start('plain.cjs', ['--disable-sigusr1']);
    await expect(attach(app)).rejects.toMatchObject({ refusal: { reason: 'signal_unsafe' } });
  });
});
