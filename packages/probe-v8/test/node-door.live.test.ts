import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultBudget, ProbeError, type ProbeSession } from '@substrate/core';
import { isAlive, startTimeOf } from '@substrate/core/probing';
import CDP from 'chrome-remote-interface';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { functionSource } from '../src/injected/source.js';
import { openDoor } from '../src/node/injected/door.js';
import { listeningSockets } from '../src/sockets.js';
import { connectLines } from '../src/transport-lines.js';
import { type Started, type StartOptions, startNode, urlOf } from './node-process.js';
import { connectRaw } from './raw-client.js';

/** The private way into a Node.js process: who may use it, what it costs the process when we misbehave, and what stands in its way. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const probe = createV8Probe();
const quiet = createV8Probe({ signalNode: false });
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const discover = { mode: 'discover', budget: defaultBudget } as const;
const eventually = { timeout: 30_000, interval: 20 };
const run = promisify(execFile);
const uid = process.geteuid?.() ?? -1;
const nobody = 65_534;
const folder = `/tmp/substrate-${uid}`;
const stemOf = ({ app }: Started): string => `${folder}/node-${app.pid}-${app.startTime}`;
const doorOf = (started: Started): string => `${stemOf(started)}-1.sock`;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});
const start = async (
  args: readonly string[],
  options: Partial<StartOptions> = {},
  flags: readonly string[] = [],
): Promise<Started> => {
  const started = await startNode({
    args: [...flags, join(fixtures, args[0] ?? ''), ...args.slice(1)],
    cwd: fixtures,
    ...options,
  });
  cleanups.push(started.stop);
  return started;
};
const attach = async (started: Started): Promise<ProbeSession> => {
  const session = await probe.attach(started.app, undefined, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return session;
};
/** A process that has its door, and nobody at it. */
const startWithDoor = async (script: string, flags: readonly string[] = []): Promise<Started> => {
  const app = await start([script], {}, flags);
  await (await attach(app))[Symbol.asyncDispose]();
  await expect.poll(() => app.output(), eventually).toContain('Debugger ending');
  return app;
};
const refusalOf = async (work: Promise<unknown>): Promise<ProbeError['refusal']> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProbeError)) throw new Error(`Expected a refusal, got ${String(error)}`);
  return error.refusal;
};
const ports = async (started: Started): Promise<number[]> =>
  ((await listeningSockets(started.app.pid)) ?? []).map((one) => one.port);
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};
/** What a process answers that is to have its door in that folder, and ends then. */
const openIn = async (parent: string): Promise<unknown> => {
  const request = { name: 'node-1-1-1.sock', parents: [parent], closesPort: false };
  const builtin = `(name) => (name === 'async_hooks' ? { executionAsyncId: () => 0 } : require(name))`;
  const script = `console.log(JSON.stringify((${functionSource(openDoor)})(${builtin}, ${JSON.stringify(request)})))`;
  return JSON.parse((await run(process.execPath, ['-e', script])).stdout) as unknown;
};
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('who comes in', () => {
  test('the folder is open to this user alone', async () => {
    const app = await startWithDoor('plain.cjs');
    const facts = await lstat(folder);
    expect([facts.isDirectory(), facts.uid, facts.mode & 0o777]).toEqual([true, uid, 0o700]);
    expect((await lstat(doorOf(app))).isSocket()).toBe(true);
  });

  test.runIf(uid === 0)('another user is kept out, and finds no port either', async () => {
    const app = await startWithDoor('plain.cjs');
    const script = `const net = require('node:net');
      const attempt = (to) => new Promise((resolve) => { const s = net.connect(to, () => resolve('in')); s.on('error', (e) => resolve(e.code)); });
      Promise.all([attempt(${JSON.stringify(doorOf(app))}), attempt({ port: 9229, host: '127.0.0.1' })]).then((all) => { console.log(all[0]); process.exit(); });`;
    const { stdout } = await run(process.execPath, ['-e', script], { uid: nobody, gid: nobody });
    expect(stdout.trim()).toBe('EACCES');
    expect(await ports(app)).toHaveLength(1);
  });

  test.each([
    ['open to others', (path: string) => mkdir(path, { mode: 0o700 }).then(() => chmod(path, 0o755))],
    ['a link', (path: string) => symlink('/tmp', path)],
    ['a file', (path: string) => writeFile(path, '')],
  ])('a folder that is %s is not used', async (_, squat) => {
    const parent = await mkdtemp(join(tmpdir(), 'probe-v8-'));
    cleanups.push(() => rm(parent, { recursive: true, force: true }));
    await squat(`${parent}/substrate-${uid}`);
    const { path } = (await openIn(parent)) as { path: string };
    expect(path).toMatch(new RegExp(`^${parent}/substrate-${uid}-\\w{6}/node-1-1-1\\.sock$`));
    expect((await lstat(dirname(path))).mode & 0o777).toBe(0o700);
    // The process has ended by now, and took its door along.
    expect(await readdir(dirname(path))).toEqual([]);
  });

  test('a folder whose entries anybody may exchange is not used', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'probe-v8-'));
    cleanups.push(() => rm(parent, { recursive: true, force: true }));
    await chmod(parent, 0o777);
    expect(await openIn(parent)).toEqual({ failed: expect.stringContaining(parent) });
    expect(await readdir(parent)).toEqual([]);
  });

  test('a door in a folder that others can enter is not used', async () => {
    const app = await startWithDoor('plain.cjs');
    await chmod(folder, 0o755);
    try {
      expect(await quiet.check(app.app)).toMatchObject({ reason: 'no_inspector' });
    } finally {
      await chmod(folder, 0o700);
    }
    expect(await quiet.check(app.app)).toBeNull();
  });

  test('what killed processes left is cleared away', async () => {
    const app = await startWithDoor('plain.cjs');
    const session = await attach(app);
    await app.stop();
    await session.gone;
    await expect.poll(() => lstat(doorOf(app)).catch(() => null), eventually).toBeNull();
  });
});

describe('a guest that misbehaves', () => {
  test('does not read, and the process ends all the same', async () => {
    const app = await startWithDoor('endings.cjs');
    const client = await connectRaw(doorOf(app));
    client.socket.pause();
    for (let id = 1; id <= 5; id++)
      client.send({ id, method: 'Runtime.evaluate', params: { expression: `'x'.repeat(4e6)`, returnByValue: true } });
    const other = await connectRaw(doorOf(app));
    // Its answers wait by now.
    await expect.poll(() => other.evaluate('process.memoryUsage().arrayBuffers'), eventually).toBeGreaterThan(15_000_000);
    other.socket.destroy();
    const closed = once(app.child, 'close');
    app.child.stdin?.write('natural\n');
    expect((await closed)[0]).toBe(0);
    expect(app.output()).toContain('exit 0');
  });

  test('asks for more than it reads: it is left, and nobody else', async () => {
    const app = await startWithDoor('plain.cjs');
    const client = await connectRaw(doorOf(app));
    client.socket.removeAllListeners('data');
    client.socket.pause();
    for (let id = 1; id <= 40; id++)
      client.send({ id, method: 'Runtime.evaluate', params: { expression: `'x'.repeat(4e6)`, returnByValue: true } });
    const other = await connectRaw(doorOf(app));
    expect(await other.evaluate('2 + 2')).toBe(4);
    client.socket.resume();
    // What waits for it is bounded.
    let most = 0;
    while (!client.isClosed) most = Math.max(most, Number(await other.evaluate('process.memoryUsage().arrayBuffers')));
    expect(most).toBeLessThan(100 * 1024 * 1024);
    expect(await other.evaluate('3 + 3')).toBe(6);
    expect(isAlive(app.app.pid)).toBe(true);
  });

  test('is held up while it is told many small things: it is not left', async () => {
    const app = await startWithDoor('plain.cjs');
    const socket = connect(doorOf(app)).setEncoding('utf8');
    cleanups.push(async () => socket.destroy());
    const asked = Array.from({ length: 1000 }, (_, id) =>
      JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression: '7' } }),
    );
    socket.write(`${asked.join('\n')}\n`);
    // Nothing is taken from it before somebody listens.
    await sleep(800);
    let told = '';
    socket.on('data', (chunk: string) => {
      told += chunk;
      socket.write(`{"taken":${Buffer.byteLength(chunk)}}\n`);
    });
    await expect.poll(() => count(told, '"value":7'), eventually).toBe(asked.length);
  });

  test.each([
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
    ['no object', 'null\n'],
    ['nothing that can be called', '{"id":1,"method":"Runtime.evaluate","params":3}\n'],
    ['a line without end', 'x'.repeat(17 * 1024 * 1024)],
  ])('sends %s: it is left, and the process knows nothing of it', async (_, bytes) => {
    const app = await startWithDoor('plain.cjs');
    const printed = app.output();
    const client = await connectRaw(doorOf(app));
    client.socket.write(bytes);
    await expect.poll(() => client.isClosed, eventually).toBe(true);
    expect(await (await connectRaw(doorOf(app))).evaluate('process.pid')).toBe(app.app.pid);
    expect((await fetch(urlOf(app), { signal: soon() })).ok).toBe(true);
    expect(app.output()).toBe(printed);
  });

  test('comes in great numbers: sixteen at a time', async () => {
    const app = await startWithDoor('plain.cjs');
    const clients = await Promise.all(Array.from({ length: 40 }, () => connectRaw(doorOf(app))));
    await expect.poll(() => clients.filter(({ isClosed }) => isClosed).length, eventually).toBe(24);
    for (const { socket } of clients) socket.destroy();
    await expect.poll(async () => await (await connectRaw(doorOf(app))).evaluate('1').catch(() => null), eventually).toBe(1);
  });

  test('is gone: what it held is let go at once, and its debugger is off', async () => {
    const app = await startWithDoor('plain.cjs', ['--expose-gc']);
    const client = await connectRaw(doorOf(app));
    client.send({ id: 1, method: 'Debugger.enable' });
    client.send({
      id: 2,
      method: 'Runtime.evaluate',
      params: { expression: '(() => { const held = { big: [] }; globalThis.heldBefore = new WeakRef(held); return held; })()' },
    });
    expect(await client.evaluate('1')).toBe(1);
    const later = await connectRaw(doorOf(app));
    await later.evaluate('void setTimeout(gc, 1)');
    expect(await later.evaluate('heldBefore.deref() !== undefined')).toBe(true);
    client.socket.destroy();
    await expect
      .poll(async () => {
        await later.evaluate('void setTimeout(gc, 1)');
        return await later.evaluate('heldBefore.deref() === undefined');
      }, eventually)
      .toBe(true);
  });

  test('a large answer arrives whole', async () => {
    const app = await startWithDoor('plain.cjs');
    await using connection = await connectLines({ path: doorOf(app) });
    const { result } = await connection.send('Runtime.evaluate', {
      expression: `Array.from({ length: 1e6 }, (_, at) => ['ä', '€', '😀'][at % 3] + at).join('')`,
      returnByValue: true,
    });
    expect(result.value).toBe(Array.from({ length: 1e6 }, (_, at) => `${['ä', '€', '😀'][at % 3]}${at}`).join(''));
  });
});

describe('a process that does not answer', () => {
  test.each(['loop', 'wait'])('busy (%s): it is not signalled until it has time', async (mode) => {
    const port = await freePort();
    const app = await start(['blocked.cjs', mode, '4000'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    expect(await refusalOf(attach(app))).toMatchObject({ reason: 'not_answering', retry: true });
    expect(app.output()).toBe('ready\n');
    await expect.poll(() => app.output(), eventually).toContain('awake');
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(0);
    expect(count(app.output(), 'Debugger listening')).toBe(1);
  });

  test('in a call that looks idle: signalled once; what opens when it goes on is closed, and the next attach comes in', async () => {
    const port = await freePort();
    const app = await start(['blocked.cjs', 'child', '5'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    for (let again = 0; again < 2; again++) {
      const refusal = await refusalOf(attach(app));
      expect(refusal).toMatchObject({ reason: 'signal_handled', retry: true });
    }
    await expect.poll(() => app.output(), eventually).toContain('Debugger ending');
    await expect.poll(() => ports(app), eventually).toEqual([]);
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(0);
    expect(count(app.output(), 'Debugger listening')).toBe(1);
  });

  test('busy when its port is open already: asked once, and its port closed when it goes on', async () => {
    const port = await freePort();
    const app = await start(['blocked.cjs', 'loop', '6000'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    await writeFile(`${stemOf(app)}.signal`, '');
    app.child.kill('SIGUSR1');
    await expect.poll(() => ports(app), eventually).toContain(port);
    for (let again = 0; again < 3; again++) expect((await refusalOf(attach(app))).reason).toBe('not_answering');
    expect(count(app.output(), 'Debugger attached')).toBe(1);
    await expect.poll(() => ports(app), eventually).toEqual([]);
    expect((await (await attach(app)).capture(discover, soon())).roots.length).toBeGreaterThan(0);
  });

  test('a port that a daemon left open when it died is closed by the next', async () => {
    const port = await freePort();
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    await writeFile(`${stemOf(app)}.signal`, '');
    app.child.kill('SIGUSR1');
    await expect.poll(() => ports(app), eventually).toContain(port);
    await attach(app);
    await expect.poll(() => ports(app), eventually).not.toContain(port);
    expect(await lstat(`${stemOf(app)}.signal`).catch(() => null)).toBeNull();
  });

  test('a debugger at the port that was opened for us is not cut off, and the port is closed when it leaves', async () => {
    const port = await freePort();
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    await writeFile(`${stemOf(app)}.signal`, '');
    app.child.kill('SIGUSR1');
    await expect.poll(() => app.output(), eventually).toMatch(/listening on ws:\S+\s/);
    const other = await CDP({ target: /ws:\S+/.exec(app.output())?.[0] ?? '', local: true });
    let isCut = false;
    other.on('disconnect', () => {
      isCut = true;
    });
    // It waits a while for the port to be closed.
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    expect(isCut).toBe(false);
    expect((await other.Runtime.evaluate({ expression: '6 * 7' })).result.value).toBe(42);
    await other.close();
    await expect.poll(() => ports(app), eventually).not.toContain(port);
  });

  test('a port that somebody opened by hand stays open', async () => {
    const port = await freePort();
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    app.child.kill('SIGUSR1');
    await expect.poll(() => ports(app), eventually).toContain(port);
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await session[Symbol.asyncDispose]();
    expect(await ports(app)).toContain(port);
  });
});

describe('strangers in the way', () => {
  test('the name by which we take turns is held: we come in all the same', async () => {
    const port = await freePort();
    const squatter = createServer().listen(`\0substrate-inspector-${port}`);
    await once(squatter, 'listening');
    cleanups.push(async () => squatter.close());
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    expect((await (await attach(app)).capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });

  test.runIf(uid === 0)("another user's process at the port is named, and the process is not signalled", async () => {
    const port = await freePort();
    const script = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('held'))`;
    const thief = spawn(process.execPath, ['-e', script], { uid: nobody, gid: nobody, stdio: ['ignore', 'pipe', 'inherit'] });
    cleanups.push(async () => thief.kill('SIGKILL'));
    await once(thief.stdout, 'data');
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    const refusal = await refusalOf(attach(app));
    expect(refusal).toMatchObject({ reason: 'debug_port_taken', retry: true });
    expect(refusal.message).toContain(`user with id ${nobody}`);
    expect(app.output()).not.toContain('inspector');
  });
});

describe('somebody at the port in the very moment of the signal', () => {
  test('is noticed, however soon they leave, and the process is asked again', async () => {
    const port = await freePort();
    const app = await start(['plain.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    const kill = process.kill.bind(process);
    const spy = vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
      const other = createServer().listen(port);
      void expect
        .poll(() => app.output(), eventually)
        .toContain('address already in use')
        .finally(() => other.close());
      return kill(pid, signal);
    });
    try {
      expect(await refusalOf(attach(app))).toMatchObject({ reason: 'debug_port_taken', retry: true });
    } finally {
      spy.mockRestore();
    }
    expect((await (await attach(app)).capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });
});

describe('special processes', () => {
  test('a worker of a cluster listens by itself', async () => {
    const primary = await start(['cluster.cjs'], { ready: /ready \d+/ });
    const pid = Number(/ready (\d+)/.exec(primary.output())?.[1]);
    const worker = { ...primary, app: { ...primary.app, pid, startTime: startTimeOf(pid) ?? '' } };
    const session = await attach(worker);
    const capture = await session.capture(discover, soon());
    expect(capture.roots.find((root) => root.name === 'visits')?.children?.[0]?.value).toBe(41);
    expect((await lstat(doorOf(worker))).isSocket()).toBe(true);
  });

  test('one that has no door to give is talked to over its open port, says so, and is let go at its end', async () => {
    const app = await start(['no-session.cjs'], { ready: /^ready/m }, ['--inspect=127.0.0.1:0']);
    const session = await attach(app);
    expect(session.notice).toContain('over its open inspector port');
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(0);
    const closed = once(app.child, 'close');
    app.child.stdin?.write('exit\n');
    expect((await closed)[0]).toBe(7);
    expect(await session.gone).toBeTruthy();
  });

  test('one that has no door to give and no port open is left as it was', async () => {
    const port = await freePort();
    const app = await start(['no-session.cjs'], {}, [`--inspect-port=127.0.0.1:${port}`]);
    expect(await refusalOf(attach(app))).toMatchObject({ reason: 'no_door', retry: false });
    await expect.poll(() => ports(app), eventually).toEqual([]);
  });

  test('one that is denied its inspector by its own flags is not signalled', async () => {
    const app = await start(['plain.cjs'], {}, ['--experimental-permission', '--allow-fs-read=*']);
    expect((await refusalOf(attach(app))).reason).toBe('signal_unsafe');
    expect(isAlive(app.app.pid)).toBe(true);
  });
});
