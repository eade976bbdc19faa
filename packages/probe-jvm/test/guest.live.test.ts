import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { completenessOf, defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { readArtifacts } from '../src/artifacts.js';
import { connect } from '../src/connection.js';
import { openHome, readDoor } from '../src/home.js';
import { parseCounters } from '../src/hsperfdata.js';
import { createJvmProbe } from '../src/index.js';
import { readProcess } from '../src/proc.js';
import { has, jvms, missing, patience, type Running, type StartOptions, start, until } from './jvm.js';

const started: Running[] = [];

const run = async (main: string, options: StartOptions = {}): Promise<Running> => {
  const running = await start(main, options);
  started.push(running);
  return running;
};

const sockets = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

const threads = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).map((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').trimEnd();
    } catch {
      return '';
    }
  });

const discover = (session: ProbeSession): Promise<RawCapture> =>
  session.capture({ mode: 'discover', budget: defaultBudget }, patience());

const at = (capture: RawCapture, address: string, ...path: string[]): RawNode | undefined =>
  path.reduce<RawNode | undefined>(
    (node, name) => node?.children?.find((child) => child.name === name),
    capture.roots.find((root) => root.address === address),
  );

describe.runIf(requireRuntime('jvm', missing()))('a guest', { timeout: 240_000 }, () => {
  afterEach(async () => {
    for (const running of started.splice(0)) await running.stop();
  });

  for (const java of jvms()) {
    test(`never asks the application's own collections (${java})`, async () => {
      const running = await run('Stubborn', { java });
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const capture = await discover(session);
      const desk = (name: string) => at(capture, 'static:Stubborn', 'desk', name);
      expect(desk('own')).toMatchObject({
        kind: 'object',
        children: [
          { name: 'origin', value: 'far away' },
          { name: 'wanted', value: 3 },
        ],
      });
      expect(desk('ownMap')).toMatchObject({ kind: 'object', children: [{ name: 'table', value: 'customers' }] });
      expect(desk('view')).toMatchObject({ kind: 'object', children: [{ value: 'far away' }, { value: 3 }] });
      expect(desk('liar')?.children?.map(({ value }) => value)).toEqual(['one', 'two']);
      expect(desk('locked')?.children?.map(({ value }) => value)).toEqual(['tea', 'milk']);
      expect(desk('counts')?.children).toMatchObject([{ name: 'tea', value: 2 }]);
      expect(desk('name')).toMatchObject({ value: 'desk-1' });
    });
  }

  test('waits for a management bean once, and leaves no second thread at it', async () => {
    const running = await run('Stubborn');
    const visit = async () => {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const capture = await discover(session);
      expect(capture.unreached).toEqual(['mbean:stubborn:type=Gate']);
      expect(completenessOf(capture.counts)).toBeLessThan(1);
      expect(at(capture, 'static:Stubborn', 'desk', 'name')?.value).toBe('desk-1');
      return capture;
    };
    const first = await visit();
    expect(first.notes.join()).toContain('did not answer');
    for (let restart = 0; restart < 3; restart++) await visit();
    // What serves a visitor ends with the visit; the one that asked the bean waits, and no other does.
    const ours = () =>
      Promise.resolve(
        threads(running.app.pid)
          .filter((name) => name.startsWith('substrate-'))
          .sort(),
      );
    await until(ours, (names) => names.join() === 'substrate-ask s,substrate-liste');
  });

  test.each([
    ['a Unix socket', /^unix$/],
    ['the loopback, as before JDK 16', /^\d+$/],
  ])('over %s gives those who do not know the secret neither a thread nor much time', async (way, told) => {
    const running = await run('StoreServer');
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    // What can't be removed can't be listened at.
    if (way !== 'a Unix socket') mkdirSync(`${home.outside}/agent.sock/in-the-way`, { recursive: true });
    const probe = createJvmProbe();
    await using session = await probe.attach(running.app, undefined, patience());
    await discover(session);
    const door = await readDoor(home);
    expect(String(door)).toMatch(told);
    const before = threads(running.app.pid).length;
    const held = sockets(running.app.pid);
    const strangers: Socket[] = [];
    for (let i = 0; i < 300; i++) {
      const socket =
        way === 'a Unix socket'
          ? createConnection({ path: `${home.outside}/agent.sock` })
          : createConnection({ port: Number(door), host: '127.0.0.1' });
      socket.on('error', () => {});
      if (i % 3 === 0) socket.write('0'.repeat(100));
      if (i % 3 === 1) socket.write(`${'0'.repeat(64)} nothing\n`);
      strangers.push(socket);
    }
    await using second = await probe.attach(running.app, undefined, patience());
    expect((await discover(second)).roots.length).toBeGreaterThan(0);
    // A session has a thread, one for captures and perhaps one that asks beans.
    expect(threads(running.app.pid).length).toBeLessThan(before + 8);
    // All are let go, those too that never say a word; who found the queue full before it is not told.
    await until(
      async () => sockets(running.app.pid),
      (open) => open <= held + 1,
    );
    for (const socket of strangers) socket.destroy();
  });

  test('that is killed leaves what it loaded to the next one', async () => {
    const running = await run('StoreServer');
    const killedVisit = async () => {
      const guest = spawn(process.execPath, [join(import.meta.dirname, 'killed-guest.mjs'), JSON.stringify(running.app)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(guest, 'exit');
      await Promise.race([once(guest.stdout, 'data'), ended]);
      expect(guest.kill('SIGKILL')).toBe(true);
      await ended;
      await until(
        async () => threads(running.app.pid),
        (names) => !names.includes('substrate-sessi'),
      );
    };
    const counters = `/tmp/hsperfdata_${userInfo().username}/${running.app.pid}`;
    const loaded = () => Number(parseCounters(readFileSync(counters)).get('java.cls.loadedClasses'));
    for (let i = 0; i < 3; i++) await killedVisit();
    const before = loaded();
    expect(before).toBeGreaterThan(0);
    for (let i = 0; i < 7; i++) await killedVisit();
    // A visit that loads the core anew loads some 90 classes; the JDK makes a few of its own for what is often called.
    expect(loaded() - before).toBeLessThan(150);
    expect(running.output()).toBe(`${running.firstLine}\n`);
  });

  test('looks at nothing again where no thread has run, and again as soon as one has', async () => {
    const running = await run('Clearing');
    await using _loaded = await createJvmProbe().attach(running.app, undefined, patience());
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    const connection = await connect(home, (await readDoor(home))!, facts, patience());
    const capture = (mode: string) => connection.send('capture', { mode, budget: defaultBudget, timings: true });
    const poll = () => capture('poll');
    await capture('discover');
    for (let kept = 1; kept < 4; kept++) {
      // What was not read took no time.
      await until(poll, ({ timings }) => timings === undefined);
      running.child.stdin?.write(`box ${kept},pier,3\n`);
      await until(
        async () => running.output().split('kept').length,
        (now) => now > kept,
      );
      expect(await poll()).toHaveProperty('timings');
    }
    connection.close();
  });

  test('is told that the application was stopped while it was attached', async () => {
    const running = await run('StoreServer');
    await using session = await createJvmProbe().attach(running.app, undefined, patience());
    const before = await discover(session);
    running.child.kill('SIGSTOP');
    await until(
      () => readProcess(running.app.pid),
      (facts) => facts?.state === 'T',
    );
    await expect(discover(session)).rejects.toMatchObject({ refusal: { reason: 'stopped', retry: true } });
    const call = { address: before.actions[0]!.address, parameters: {}, timeoutMs: 1000 };
    expect(await session.invoke(call, patience())).toMatchObject({ ok: false, dispatched: false, reason: 'stopped' });
    running.child.kill('SIGCONT');
    await until(
      () => readProcess(running.app.pid),
      (facts) => facts?.state !== 'T',
    );
    expect((await discover(session)).roots.length).toBe(before.roots.length);
  });

  test('asks a JVM for its socket no more than it must, and says why it was refused', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'substrate-flags-'));
    const flags = join(directory, 'flags');
    writeFileSync(flags, '+DisableAttachMechanism\n');
    try {
      // Nothing but the file tells: there are no counters.
      const running = await run('StoreServer', { options: ['-XX:-UsePerfData', `-XX:Flags=${flags}`] });
      const probe = createJvmProbe();
      expect(await probe.check(running.app)).toMatchObject({ reason: 'attach_disabled', retry: false });
      // Where the file is gone, nothing tells before the JVM is asked; once is enough.
      rmSync(flags);
      const attempt = () => probe.attach(running.app, undefined, AbortSignal.timeout(2000)).catch((error: unknown) => error);
      await attempt();
      for (let again = 0; again < 4; again++) expect(await attempt()).toMatchObject({ refusal: { reason: 'no_answer' } });
      await until(
        () => Promise.resolve(running.output()),
        (text) => text.includes('Full thread dump'),
      );
      expect(running.output().split('Full thread dump').length - 1).toBe(1);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('an application without a free descriptor says so', async () => {
    const running = await run('StoreServer', { wrapper: ['prlimit', '--nofile=64:64'] });
    execFileSync('prlimit', [
      '--pid',
      String(running.app.pid),
      `--nofile=${readdirSync(`/proc/${running.app.pid}/fd`).length + 2}:64`,
    ]);
    const probe = createJvmProbe();
    expect(await probe.check(running.app)).toMatchObject({ reason: 'no_descriptors', retry: true });
    execFileSync('prlimit', ['--pid', String(running.app.pid), '--nofile=64:64']);
    expect(await probe.check(running.app)).toBeNull();
  });

  // No line of /etc/passwd tells of it.
  const nobodyKnown = 54_321;
  const canChange = process.geteuid?.() === 0 && has('setpriv');
  if (!canChange) console.warn('skipped: a user without a line in passwd needs root and setpriv.');
  test.runIf(canChange)('attaches as a user that the system has no name for', async () => {
    const user = ['setpriv', '--reuid', String(nobodyKnown), '--regid', String(nobodyKnown), '--clear-groups'];
    const running = await run('StoreServer', { wrapper: user, readable: true, cwd: '/tmp' });
    const probe = createJvmProbe();
    expect(await probe.check(running.app)).toBeNull();
    process.setegid?.(nobodyKnown);
    process.seteuid?.(nobodyKnown);
    try {
      await using session = await probe.attach(running.app, undefined, patience());
      expect((await discover(session)).roots.length).toBeGreaterThan(0);
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
      rmSync(`/tmp/.substrate-jvm-${nobodyKnown}`, { recursive: true, force: true });
    }
  });
});
