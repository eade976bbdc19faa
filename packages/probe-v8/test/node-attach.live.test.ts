import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, ProbeError, type ProbeSession } from '@substrate/core';
import { isAlive } from '@substrate/core/probing';
import CDP from 'chrome-remote-interface';
import { afterEach, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { listeningSockets } from '../src/sockets.js';
import { type Started, type StartOptions, startNode, urlOf } from './node-process.js';

/** How a probe comes to a Node.js process and leaves it, and all the ways in which that may go wrong. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const discover = { mode: 'discover', budget: defaultBudget } as const;
const poll = { mode: 'poll', budget: defaultBudget } as const;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const start = async (script: string, options: Partial<StartOptions> = {}, flags: readonly string[] = []): Promise<Started> => {
  const started = await startNode({ args: [...flags, join(fixtures, script)], cwd: fixtures, ...options });
  cleanups.push(started.stop);
  return started;
};
const attach = async (started: Started, limit = soon()): Promise<ProbeSession> => {
  const session = await probe.attach(started.app, undefined, limit).catch((error: unknown) => {
    throw started.ended() === undefined ? error : new Error(started.ended(), { cause: error });
  });
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return session;
};
const refusalOf = async (work: Promise<unknown>): Promise<ProbeError['refusal']> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProbeError)) throw new Error(`Expected a refusal, got ${String(error)}`);
  return error.refusal;
};
const ask = async (started: Started, path = '/'): Promise<{ touched: number; globals: number; url: string | null }> =>
  (await (await fetch(`${urlOf(started)}${path}`, { signal: soon() })).json()) as {
    touched: number;
    globals: number;
    url: string | null;
  };
/** A port that nobody else comes through: for what must be seen undisturbed by whoever else attaches on this machine. */
const quietPort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `--inspect-port=127.0.0.1:${port}`;
};
const doorOf = ({ app }: Started): string => `/tmp/substrate-${process.geteuid?.()}/node-${app.pid}-${app.startTime}-1.sock`;
const eventually = { timeout: 30_000, interval: 50 };
const ports = async (started: Started): Promise<number[]> =>
  ((await listeningSockets(started.app.pid)) ?? []).map((one) => one.port).sort();

describe('opening the inspector', () => {
  test('by signal: the port is closed as soon as we are in, and nothing but the door is left', async () => {
    const app = await start('plain.cjs');
    const before = await ports(app);
    const session = await attach(app);
    await expect.poll(() => ports(app), eventually).toEqual(before);
    const capture = await session.capture(discover, soon());
    expect(capture.roots.some((root) => root.name === 'state')).toBe(true);
    expect(session.notice).toBeUndefined();
    expect(await ports(app)).toEqual(before);
    await session[Symbol.asyncDispose]();
    expect(await ask(app)).toMatchObject({ touched: 0, globals: 0, url: null });
    expect(app.output().match(/Debugger listening/g)).toHaveLength(1);
  });

  test('the next one comes by the door: no signal, nothing printed', async () => {
    const app = await start('plain.cjs');
    const first = await attach(app);
    await expect.poll(() => app.output(), eventually).toContain('Debugger ending');
    const printed = app.output();
    // Beside the first, as another daemon would be, and after it.
    const quiet = createV8Probe({ signalNode: false });
    expect(await quiet.check(app.app)).toBeNull();
    const second = await quiet.attach(app.app, undefined, soon());
    for (const session of [first, second]) expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await first[Symbol.asyncDispose]();
    expect((await second.capture(poll, soon())).roots.length).toBeGreaterThan(2);
    await second[Symbol.asyncDispose]();
    const third = await quiet.attach(app.app, undefined, soon());
    expect((await third.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await third[Symbol.asyncDispose]();
    expect(app.output()).toBe(printed);
  });

  test('open already: used as it is, and left open', async () => {
    const app = await start('plain.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const before = await ports(app);
    const session = await probe.attach(app.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await session[Symbol.asyncDispose]();
    expect(await ports(app)).toEqual(before);
    expect((await ask(app)).url).not.toBeNull();
  });

  test('opened by the application, where no flag tells of it: found where its threads have names, and left open', async () => {
    const app = await start('own-inspector.cjs', { ready: /listening on http/ });
    const before = await ports(app);
    const comms = readdirSync(`/proc/${app.app.pid}/task`).map((id) =>
      readFileSync(`/proc/${app.app.pid}/task/${id}/comm`, 'utf8'),
    );
    if (comms.includes('InspectorIo\n')) await (await probe.attach(app.app, undefined, soon()))[Symbol.asyncDispose]();
    else expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe('signal_handled');
    expect(await ports(app)).toEqual(before);
    expect((await ask(app)).url).not.toBeNull();
  });

  test('servers that one unknown byte would end hear nothing, whether an inspector opens or not', async () => {
    const port = (await quietPort()).split(':')[1] as string;
    for (const [flag, args, reason] of [
      [await quietPort(), ['0'], null],
      [await quietPort(), ['0', 'deaf'], 'signal_handled'],
      // At the very port where the inspector would open.
      [`--inspect-port=127.0.0.1:${port}`, [port], 'debug_port_taken'],
      ['--inspect-port=127.0.0.1:0', ['0'], 'no_inspector'],
    ] as const) {
      const app = await startNode({ args: [flag, join(fixtures, 'fragile-server.cjs'), ...args], cwd: fixtures });
      cleanups.push(app.stop);
      if (reason) expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe(reason);
      else await attach(app);
      // Nor do they as the servers of an Electron application, whose Node.js is the same.
      const electron = { ...app.app, flavor: 'electron' } as const;
      expect((await refusalOf(probe.attach(electron, undefined, soon()))).reason).toBe('no_debug_port');
      expect(app.output()).not.toContain('unknown');
      expect(isAlive(app.app.pid)).toBe(true);
    }
  });

  test('it opens ports of its own meanwhile: none of them gets a request', async () => {
    const app = await start('opens-ports.cjs', {}, [await quietPort()]);
    await attach(app);
    expect(app.output()).not.toContain('heard');
  });

  test('the port that it would open is taken: refused with the reason, and attached once it is free', async () => {
    const thief = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => thief.once('listening', resolve));
    const { port } = thief.address() as { port: number };
    const app = await start('plain.cjs', {}, [`--inspect-port=127.0.0.1:${port}`]);
    const refusal = await refusalOf(probe.attach(app.app, undefined, soon()));
    expect(refusal).toMatchObject({ reason: 'debug_port_taken', retry: true });
    expect(refusal.message).toContain(String(port));
    await new Promise((resolve) => thief.close(resolve));
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });

  test('another process has a debugger at the port that the command line names: not mistaken for it', async () => {
    const other = await start('plain.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(other.output())?.[1]);
    // It asks for the same port, does not get it, and runs without an inspector.
    const app = await start('plain.cjs', { ready: /listening on http/ }, [`--inspect=127.0.0.1:${port}`]).catch(() => null);
    if (!app) return;
    const refusal = await refusalOf(probe.attach(app.app, undefined, soon()));
    expect(refusal.reason).toBe('debug_port_taken');
  });

  test('the application closes its own: we stay', async () => {
    const app = await start('plain.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const session = await attach(app);
    await session.capture(discover, soon());
    await ask(app, '/close-inspector');
    expect((await session.capture(poll, soon())).roots.length).toBeGreaterThan(2);
  });

  test('the door was taken away: the next attach makes another', async () => {
    const app = await start('plain.cjs');
    const first = await attach(app);
    await first[Symbol.asyncDispose]();
    await rm(doorOf(app));
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    expect(app.output().match(/Debugger listening/g)).toHaveLength(2);
  });

  test('an attach that is given up after the signal leaves no inspector behind, and the next one gets in', async () => {
    const app = await start('plain.cjs', {}, [await quietPort()]);
    const before = await ports(app);
    const given = new AbortController();
    const attaching = probe.attach(app.app, undefined, given.signal);
    // Given up when the inspector is there or about to be.
    await expect.poll(() => app.output(), { timeout: 30_000, interval: 5 }).toContain('Debugger listening');
    given.abort();
    const session = await attaching.catch((error: unknown) => error);
    if (session instanceof ProbeError) expect(session.refusal.reason).toBe('aborted');
    else await (session as ProbeSession)[Symbol.asyncDispose]();
    await expect.poll(() => ports(app), eventually).toEqual(before);
    const again = await attach(app);
    expect((await again.capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });

  test('fifty processes at once', async () => {
    const apps: Started[] = [];
    // Started by tens: the machine may be busy enough.
    while (apps.length < 50) apps.push(...(await Promise.all(Array.from({ length: 10 }, () => start('plain.cjs')))));
    const sessions = await Promise.all(apps.map((app) => attach(app, AbortSignal.timeout(150_000))));
    const captures = await Promise.all(sessions.map((session) => session.capture(discover, AbortSignal.timeout(90_000))));
    expect(
      captures.every((capture) =>
        capture.roots.some((root) => root.address === 'scope:plain.cjs/state' || root.name === 'state'),
      ),
    ).toBe(true);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
    expect(apps.every((app) => isAlive(app.app.pid))).toBe(true);
    await expect
      .poll(async () => (await Promise.all(apps.map(ports))).filter((open) => open.length !== 1), eventually)
      .toEqual([]);
  }, 240_000);

  test('the thread of its inspector has no turn on a busy machine when the port is left: it goes on', async () => {
    const endless = ['-e', 'const end = Date.now() + 60_000; while (Date.now() < end);'];
    for (let n = availableParallelism(); n > 0; n--) {
      const busy = spawn(process.execPath, endless, { stdio: 'ignore' });
      cleanups.push(async () => busy.kill('SIGKILL'));
    }
    let starved = 0;
    const starve = (thread: string): void => {
      try {
        execFileSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' });
        starved++;
      } catch {
        // It came and went.
      }
    };
    const visit = async (): Promise<number> => {
      const app = await start('plain.cjs', {}, [await quietPort()]);
      const threads = (): string[] => (isAlive(app.app.pid) ? readdirSync(`/proc/${app.app.pid}/task`) : []);
      const before = new Set(threads());
      const watch = setInterval(() => {
        const inspector = threads().find((thread) => !before.has(thread));
        if (inspector === undefined) return;
        clearInterval(watch);
        starve(inspector);
      }, 1);
      const session = await probe.attach(app.app, undefined, soon()).catch(() => null);
      clearInterval(watch);
      await session?.[Symbol.asyncDispose]();
      expect((await ask(app)).touched).toBe(0);
      expect(app.ended()).toBeUndefined();
      return session ? 1 : 0;
    };
    let attached = 0;
    for (let round = 0; round < 4; round++)
      attached += (await Promise.all(Array.from({ length: 4 }, visit))).reduce((sum, one) => sum + one, 0);
    // One that has no turn for long is refused, as it should be.
    expect(Math.min(attached, starved)).toBeGreaterThan(0);
  }, 240_000);
});

describe('never a signal where it could do harm', () => {
  test('an entry script that names the signal is not signalled', async () => {
    const app = await start('named-handler.cjs');
    const refusal = await refusalOf(probe.attach(app.app, undefined, soon()));
    expect(refusal.reason).toBe('signal_handled');
    expect(refusal.message).toContain('--inspect');
    expect(await probe.check(app.app)).toMatchObject({ reason: 'signal_handled' });
    expect(app.output()).not.toContain('signal received');
  });

  test('a handler elsewhere gets the signal once, and never again', async () => {
    const app = await start('own-handler.cjs', {}, [await quietPort()]);
    expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe('signal_handled');
    expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe('signal_handled');
    await expect.poll(() => app.output().match(/signal received/g)?.length, eventually).toBe(1);
    expect(isAlive(app.app.pid)).toBe(true);
  });

  test('a program that the signal would end, named node or not, is left alone', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'probe-v8-'));
    cleanups.push(() => rm(dir, { recursive: true, force: true }));
    for (const [name, reason] of [
      ['node', 'signal_unsafe'],
      ['tool', 'no_inspector'],
    ] as const) {
      const executable = join(dir, name);
      await copyFile('/bin/bash', executable);
      const app = await startNode({ executable, args: ['-c', 'echo ready; read line'], cwd: dir });
      cleanups.push(app.stop);
      expect(await probe.check(app.app)).toMatchObject({ reason, retry: false });
      expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe(reason);
      expect(isAlive(app.app.pid)).toBe(true);
    }
  });

  test('signals can be switched off', async () => {
    const app = await start('plain.cjs');
    const quiet = createV8Probe({ signalNode: false });
    expect((await refusalOf(quiet.attach(app.app, undefined, soon()))).reason).toBe('no_inspector');
    expect(await ports(app)).toHaveLength(1);
  });

  test('a stopped process is refused, and attached when it goes on', async () => {
    const app = await start('plain.cjs');
    app.child.kill('SIGSTOP');
    await expect.poll(async () => (await probe.check(app.app))?.reason, eventually).toBe('stopped');
    expect((await refusalOf(probe.attach(app.app, undefined, soon()))).reason).toBe('stopped');
    app.child.kill('SIGCONT');
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });
});

describe('in company', () => {
  test('a debugger beside us: both work; while it holds the process, a capture fails instead of hanging; afterwards it works', async () => {
    const app = await start('plain.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const debuggerClient = await CDP({ target: /ws:\S+/.exec(app.output())?.[0] ?? '', local: true });
    cleanups.push(() => debuggerClient.close());
    await debuggerClient.send('Debugger.enable', {});
    const session = await attach(app);
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    const paused = new Promise((resolve) => debuggerClient.on('Debugger.paused', resolve));
    await debuggerClient.send('Debugger.pause');
    const asked = ask(app);
    await paused;
    const outcome = await session.capture(poll, AbortSignal.timeout(3000)).then(
      () => 'read',
      () => 'failed',
    );
    expect(['read', 'failed']).toContain(outcome);
    await debuggerClient.send('Debugger.resume');
    await asked;
    expect((await session.capture(poll, soon())).roots.length).toBeGreaterThan(2);
    // Our discovery switched its own debugger off; the other one still has its own on.
    await expect(debuggerClient.send('Debugger.setSkipAllPauses', { skip: false })).resolves.toBeDefined();
  });

  test('a process that a debugger holds: not attached to, not harmed, and attached when it goes on', async () => {
    const app = await start('plain.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const other = await CDP({ target: /ws:\S+/.exec(app.output())?.[0] ?? '', local: true });
    cleanups.push(() => other.close());
    await other.send('Debugger.enable', {});
    const paused = new Promise((resolve) => other.on('Debugger.paused', resolve));
    await other.send('Debugger.pause');
    const asked = ask(app);
    await paused;
    expect(await refusalOf(attach(app))).toMatchObject({ reason: 'not_answering', retry: true });
    const { result } = await other.send('Runtime.evaluate', { expression: '1 + 1' });
    expect(result.value).toBe(2);
    await other.send('Debugger.resume');
    await asked;
    expect((await (await attach(app)).capture(discover, soon())).roots.length).toBeGreaterThan(2);
  });

  test('a debugger that asks for no pauses is not stopped for ever by our own', async () => {
    const app = await start('debugger.cjs', { ready: /listening on http/ }, ['--inspect=127.0.0.1:0']);
    const other = await CDP({ target: /ws:\S+/.exec(app.output())?.[0] ?? '', local: true });
    cleanups.push(() => other.close());
    await other.send('Runtime.enable');
    const session = await attach(app);
    // The program runs `debugger` statements all the time.
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    expect((await fetch(urlOf(app), { signal: soon() })).ok).toBe(true);
  });

  test('a busy event loop delays, it does not break', async () => {
    const app = await start('plain.cjs');
    const session = await attach(app);
    await session.capture(discover, soon());
    const blocked = ask(app, '/block');
    const capture = await session.capture(poll, soon());
    expect(capture.roots.length).toBeGreaterThan(2);
    await blocked;
  });
});
