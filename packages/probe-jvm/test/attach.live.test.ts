import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AppProcess, defaultBudget, type Probe, ProbeError, type RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { readArtifacts } from '../src/artifacts.js';
import { connect } from '../src/connection.js';
import { openHome, readPort } from '../src/home.js';
import { request, socketPath } from '../src/hotspot.js';
import { createJvmProbe } from '../src/index.js';
import { readProcess } from '../src/proc.js';
import { describeProcess, jvms, missing, type Running, type StartOptions, start } from './jvm.js';

const half = () => AbortSignal.timeout(30_000);
const started: Running[] = [];

const run = async (main: string, options: StartOptions = {}): Promise<Running> => {
  const running = await start(main, options);
  started.push(running);
  return running;
};

const alive = (app: AppProcess): Promise<boolean> =>
  readProcess(app.pid).then((facts) => facts?.startTime === app.startTime && facts.state !== 'Z');

const readOnce = async (probe: Probe, app: AppProcess): Promise<RawCapture> => {
  await using session = await probe.attach(app, undefined, half());
  await session.capture({ mode: 'discover', budget: defaultBudget }, half());
  return await session.capture({ mode: 'discover', budget: defaultBudget }, half());
};

const refusalOf = async (probe: Probe, app: AppProcess): Promise<string> => {
  const checked = await probe.check(app);
  const attached = await probe.attach(app, undefined, half()).then(
    async (session) => {
      await session[Symbol.asyncDispose]();
      return 'attached';
    },
    (error: unknown) => (error instanceof ProbeError ? error.refusal.reason : String(error)),
  );
  expect(attached).toBe(checked?.reason ?? 'attached');
  return attached;
};

const customers = (capture: RawCapture): boolean => JSON.stringify(capture.roots).includes('ada@example.org');

describe.runIf(requireRuntime('jvm', missing()))('attaching', { timeout: 240_000 }, () => {
  const probe = createJvmProbe();

  afterEach(async () => {
    for (const running of started.splice(0)) await running.stop();
  });

  for (const java of jvms()) {
    test(`works on ${java}, and is found again without another load`, async () => {
      const running = await run('StoreServer', { java });
      const before = running.output();
      expect(customers(await readOnce(probe, running.app))).toBe(true);
      const after = running.output();
      for (let visit = 0; visit < 3; visit++) expect(customers(await readOnce(createJvmProbe(), running.app))).toBe(true);
      // The JVM itself may warn of the one load (21 and later); nothing else is ever printed.
      expect(running.output()).toBe(after);
      expect(after.replaceAll(/^WARNING: .*\n/gm, '')).toBe(before);
    });
  }

  test('-Xrs: without a signal, which would kill it', async () => {
    const running = await run('StoreServer', { options: ['-Xrs'] });
    expect((await readProcess(running.app.pid))?.catchesQuit).toBe(false);
    expect(customers(await readOnce(probe, running.app))).toBe(true);
    expect(await alive(running.app)).toBe(true);
  });

  test('-Xrs and the socket deleted: refused', async () => {
    const running = await run('StoreServer', { options: ['-Xrs'] });
    const facts = await readProcess(running.app.pid);
    rmSync(socketPath(facts!));
    expect(['starting', 'no_attach_signal']).toContain(await refusalOf(probe, running.app));
    expect(await alive(running.app)).toBe(true);
  });

  const argumentFile = join(tmpdir(), `substrate-jvm-arguments-${process.pid}`);
  const disabledBy: [string, StartOptions][] = [
    ['the command line', { options: ['-XX:+DisableAttachMechanism'] }],
    ['the environment', { env: { JAVA_TOOL_OPTIONS: '-XX:+DisableAttachMechanism' } }],
    ['an argument file', { options: [`@${argumentFile}`] }],
  ];
  test.for(disabledBy)('-XX:+DisableAttachMechanism from %s: refused', async ([, options]) => {
    writeFileSync(argumentFile, '-XX:+DisableAttachMechanism\n');
    try {
      const running = await run('StoreServer', options);
      expect(await refusalOf(probe, running.app)).toBe('attach_disabled');
      expect(await alive(running.app)).toBe(true);
    } finally {
      rmSync(argumentFile);
    }
  });

  test('-XX:-EnableDynamicAgentLoading: refused, and jcmd still works', async () => {
    const running = await run('StoreServer', { options: ['-XX:-EnableDynamicAgentLoading'] });
    expect(await refusalOf(probe, running.app)).toBe('agent_loading_disabled');
    expect(execFileSync('jcmd', [String(running.app.pid), 'VM.version'], { encoding: 'utf8' })).toContain('JDK');
  });

  test('-XX:-UsePerfData: works', async () => {
    const running = await run('StoreServer', { options: ['-XX:-UsePerfData'] });
    expect(customers(await readOnce(probe, running.app))).toBe(true);
  });

  test('no java.instrument: enters through the native library', async () => {
    const running = await run('StoreServer', { options: ['--limit-modules', 'java.base,jdk.httpserver'] });
    expect(customers(await readOnce(probe, running.app))).toBe(true);
    expect(customers(await readOnce(probe, running.app))).toBe(true);
  });

  const guardable = jvms().find((file) => /java-(?:1\.8\.0|8|11|1\.11\.0|17|1\.17\.0)-/.test(file));
  const guards: [string, string[]][] = [
    ['of the command line', ['-Djava.security.manager']],
    ['that the program set', ['-Djava.security.manager=allow']],
  ];
  test.runIf(guardable).for(guards)('a security manager %s', async ([, options]) => {
    const running = await run('Guarded', { java: guardable!, options });
    const capture = await readOnce(probe, running.app);
    const statics = capture.roots.find((root) => root.address === 'static:Guarded');
    expect(statics?.children?.[0]).toMatchObject({ name: 'visits', value: 3 });
  });

  test('starting up: refused with a promise, or attached; never harmed', async () => {
    const running = await run('StoreServer', { early: true });
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      const refusal = await probe.check(running.app);
      expect(refusal?.retry ?? true).toBe(true);
      if (!refusal && customers(await readOnce(probe, running.app))) break;
    }
    expect(customers(await readOnce(probe, running.app))).toBe(true);
  });

  test('stopped: refused until it goes on', async () => {
    const running = await run('StoreServer');
    running.child.kill('SIGSTOP');
    expect(await refusalOf(probe, running.app)).toBe('stopped');
    running.child.kill('SIGCONT');
    expect(customers(await readOnce(probe, running.app))).toBe(true);
  });

  test('the socket and our own directory deleted: opened again', async () => {
    const running = await run('StoreServer');
    await readOnce(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    rmSync(socketPath(facts));
    rmSync(`/tmp/.substrate-jvm-${facts.uid}/${facts.nsPid}-${facts.startTime}`, { recursive: true });
    expect(customers(await readOnce(probe, running.app))).toBe(true);
  });

  test('what is no JVM is left alone', async () => {
    expect(await refusalOf(probe, { ...describeProcess(process.pid, 'node') })).toBe('not_a_jvm');
  });

  const canUnshare = (() => {
    try {
      execFileSync('unshare', ['-n', '-m', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      console.warn('skipped: namespaces need unshare and the right to use it.');
      return false;
    }
  })();

  test.runIf(canUnshare)('another network and mount namespace: over a pair of pipes, twice', async () => {
    const running = await run('StoreServer', { wrapper: ['unshare', '-n', '-m'] });
    expect((await readProcess(running.app.pid))?.sameNetwork).toBe(false);
    expect(customers(await readOnce(probe, running.app))).toBe(true);
    expect(customers(await readOnce(probe, running.app))).toBe(true);
    const session = await probe.attach(running.app, undefined, half());
    await running.stop();
    expect(await session.gone).not.toBe('');
  });

  test.runIf(canUnshare)('another pid namespace: by the pid it has there', async () => {
    const running = await run('StoreServer', { wrapper: ['unshare', '-p', '-m', '--mount-proc', '--fork', '--kill-child'] });
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(running.app.pid)], { encoding: 'utf8' });
    const app = describeProcess(Number(children.trim()), 'StoreServer');
    expect((await readProcess(app.pid))?.nsPid).toBe(1);
    expect(customers(await readOnce(probe, app))).toBe(true);
  });

  test('a hundred visits leave nothing behind', async () => {
    const running = await run('StoreServer');
    const { pid } = running.app;
    const count = (what: string) => readdirSync(`/proc/${pid}/${what}`).length;
    for (let visit = 0; visit < 10; visit++) await readOnce(probe, running.app);
    const settle = async () => {
      const facts = (await readProcess(pid))!;
      for (let i = 0; i < 2; i++) await request(facts, 'jcmd', ['GC.run'], half());
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const loaders = (await request(facts, 'jcmd', ['VM.classloaders'], half())).text;
      return { threads: count('task'), descriptors: count('fd'), loaders: loaders.split('CoreLoader').length - 1 };
    };
    const before = await settle();
    for (let visit = 0; visit < 90; visit++) await readOnce(probe, running.app);
    const after = await settle();
    expect(after.loaders).toBeLessThanOrEqual(1);
    expect(after.threads).toBeLessThanOrEqual(before.threads + 3);
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 3);
    expect(running.output()).toBe(`${running.firstLine}\n`);
  });

  test('a poll that saw nothing new sends less than a kilobyte; one word that changed little more', async () => {
    const running = await run('StoreServer');
    await readOnce(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    const connection = await connect(home, (await readPort(home))!, facts, half());
    const poll = async () => {
      const before = connection.received();
      await connection.send('capture', { mode: 'poll', budget: defaultBudget, known: ['StoreServer'] });
      return connection.received() - before;
    };
    expect(await poll()).toBeGreaterThan(1500);
    expect(await poll()).toBeLessThan(1024);
    const address = 'method:instance:StoreServer/payments#reportFailure()V';
    expect(await connection.send('invoke', { address, parameters: {}, timeoutMs: 5000 })).toMatchObject({ ok: true });
    expect(await poll()).toBeLessThan(2048);
    connection.close();
  });

  test('whoever does not know the secret is let go without a word', async () => {
    const running = await run('StoreServer');
    await readOnce(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    const port = (await readPort(home))!;
    const stranger = { ...home, secrets: ['0'.repeat(64), home.secrets[1]] as const };
    await expect(connect(stranger, port, facts, half())).rejects.toThrow();
    const modes = [home.outside, `${home.outside}/secret`, `${home.outside}/port`].map((path) => statSync(path).mode & 0o077);
    expect(modes.slice(0, 2)).toEqual([0, 0]);
  });

  test('jcmd and jstack work beside us', async () => {
    const running = await run('StoreServer');
    await using session = await probe.attach(running.app, undefined, half());
    const tool = (name: string, ...args: string[]) => promisify(execFile)(name, [String(running.app.pid), ...args]);
    const [, , dump] = await Promise.all([
      session.capture({ mode: 'discover', budget: defaultBudget }, half()),
      promisify(execFile)('jcmd', [String(running.app.pid), 'VM.version']),
      promisify(execFile)('jstack', [String(running.app.pid)]),
      tool('jps').catch(() => null),
    ]);
    expect(dump.stdout).toContain('Full thread dump');
  });
});
