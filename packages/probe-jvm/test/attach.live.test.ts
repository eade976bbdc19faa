import { execFile, execFileSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AppProcess, defaultBudget, type Probe, ProbeError, type RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { readArtifacts } from '../src/artifacts.js';
import { request, requestAs, socketPath } from '../src/attach-socket.js';
import { connect } from '../src/connection.js';
import { openHome, readDoor } from '../src/home.js';
import { createJvmProbe } from '../src/index.js';
import { readProcess } from '../src/proc.js';
import { describeProcess, has, jvms, missing, patience, type Running, type StartOptions, start, until } from './jvm.js';

/** The JDK's tools give up on a JVM after ten seconds by themselves. */
const patientTool = '-J-Dsun.tools.attach.attachTimeout=60000';
const started: Running[] = [];

const run = async (main: string, options: StartOptions = {}): Promise<Running> => {
  const running = await start(main, options);
  started.push(running);
  return running;
};

const alive = (app: AppProcess): Promise<boolean> =>
  readProcess(app.pid).then((facts) => facts?.startTime === app.startTime && facts.state !== 'Z');

/** One visit; the walk of the heap comes with the second read. */
const visit = async (probe: Probe, app: AppProcess, reads = 2): Promise<RawCapture> => {
  await using session = await probe.attach(app, undefined, patience());
  const read = () => session.capture({ mode: 'discover', budget: defaultBudget }, patience());
  for (let i = 1; i < reads; i++) await read();
  return await read();
};

const refusalOf = async (probe: Probe, app: AppProcess): Promise<string> => {
  const checked = await probe.check(app);
  const attached = await probe.attach(app, undefined, patience()).then(
    async (session) => {
      await session[Symbol.asyncDispose]();
      return 'attached';
    },
    (error: unknown) => (error instanceof ProbeError ? error.refusal.reason : String(error)),
  );
  expect(attached).toBe(checked?.reason ?? 'attached');
  return attached;
};

/** Visits until what only the heap holds is there; a refusal that promises more is asked again, as the daemon does. */
const findsCustomers = async (probe: Probe, app: AppProcess): Promise<void> => {
  const roots = () =>
    visit(probe, app).then(
      (capture) => JSON.stringify(capture.roots),
      (error: unknown) => {
        if (error instanceof ProbeError && error.refusal.retry) return error.refusal.message;
        throw error;
      },
    );
  await until(roots, (text) => text.includes('ada@example.org'));
};

describe.runIf(requireRuntime('jvm', missing()))('attaching', { timeout: 240_000 }, () => {
  const probe = createJvmProbe();

  afterEach(async () => {
    for (const running of started.splice(0)) await running.stop();
  });

  for (const java of jvms()) {
    test(`works on ${java}, and is found again without another load`, async () => {
      const running = await run('StoreServer', { java });
      const before = running.output();
      await findsCustomers(probe, running.app);
      const after = running.output();
      for (let visit = 0; visit < 3; visit++) await findsCustomers(createJvmProbe(), running.app);
      // The JVM itself may warn of the one load (21 and later); nothing else is ever printed.
      expect(running.output()).toBe(after);
      expect(after.replaceAll(/^WARNING: .*\n/gm, '')).toBe(before);
      // Told to the compiler once, by the one load; an 8 has no such directives.
      const { text } = await request((await readProcess(running.app.pid))!, 'jcmd', ['Compiler.directives_print'], patience());
      expect(text.split('dev/substrate/core').length - 1).toBe(/1\.8\.0|-8-/.test(java) ? 0 : 1);
    });
  }

  test('-Xrs: without a signal, which would kill it', async () => {
    const running = await run('StoreServer', { options: ['-Xrs'] });
    expect((await readProcess(running.app.pid))?.catchesQuit).toBe(false);
    await findsCustomers(probe, running.app);
    expect(await alive(running.app)).toBe(true);
  });

  test('-Xrs and the socket deleted: refused', async () => {
    const running = await run('StoreServer', { options: ['-Xrs'] });
    const facts = await readProcess(running.app.pid);
    rmSync(socketPath(facts!));
    // Which of the two depends on how long it has been running.
    const refused = ['starting', 'no_attach_signal'];
    expect(refused).toContain((await probe.check(running.app))?.reason);
    const error = await probe.attach(running.app, undefined, patience()).catch((thrown: unknown) => thrown);
    expect(refused).toContain((error as ProbeError).refusal.reason);
    expect(await alive(running.app)).toBe(true);
  });

  const argumentFile = join(tmpdir(), `substrate-jvm-arguments-${process.pid}`);
  const disabledBy: [string, StartOptions][] = [
    ['the command line', { options: ['-XX:+DisableAttachMechanism'] }],
    ['the environment', { env: { JAVA_TOOL_OPTIONS: '-XX:+DisableAttachMechanism' } }],
    ['an argument file', { options: [`@${argumentFile}`] }],
  ];
  test.for(disabledBy)('-XX:+DisableAttachMechanism from %s: refused', async ([, options]) => {
    // No counters: the file alone tells.
    writeFileSync(argumentFile, '-XX:-UsePerfData\n-XX:+DisableAttachMechanism\n');
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
    expect(execFileSync('jcmd', [patientTool, String(running.app.pid), 'VM.version'], { encoding: 'utf8' })).toContain('JDK');
  });

  test('-XX:-UsePerfData: works', async () => {
    const running = await run('StoreServer', { options: ['-XX:-UsePerfData'] });
    await findsCustomers(probe, running.app);
  });

  test('no java.instrument: enters through the native library', async () => {
    const running = await run('StoreServer', { options: ['--limit-modules', 'java.base,jdk.httpserver'] });
    await findsCustomers(probe, running.app);
    await findsCustomers(probe, running.app);
  });

  const guardable = jvms().find((file) => /java-(?:1\.8\.0|8|11|1\.11\.0|17|1\.17\.0)-/.test(file));
  const guards: [string, string[]][] = [
    ['of the command line', ['-Djava.security.manager']],
    ['that the program set', ['-Djava.security.manager=allow']],
  ];
  test.runIf(guardable).for(guards)('a security manager %s', async ([, options]) => {
    const running = await run('Guarded', { java: guardable!, options });
    const guarded = ({ roots }: RawCapture) => roots.find((root) => root.address === 'static:Guarded')?.children?.[0];
    const capture = await until(
      () => visit(probe, running.app),
      (seen) => guarded(seen) !== undefined,
    );
    expect(guarded(capture)).toMatchObject({ name: 'visits', value: 3 });
  });

  test('starting up: refused with a promise, or attached; never harmed', async () => {
    const running = await run('StoreServer', { early: true });
    const refusal = () => probe.check(running.app);
    await until(refusal, (reason) => {
      expect(reason?.retry ?? true).toBe(true);
      return reason === null;
    });
    await findsCustomers(probe, running.app);
  });

  // An account that every Linux has, and that owns nothing.
  const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
  const canChangeUser = process.geteuid?.() === 0 && has('setpriv');
  if (!canChangeUser) console.warn('skipped: JVMs of other users need root and setpriv.');
  for (const java of jvms()) {
    test.runIf(canChangeUser)(`the daemon is root, ${java} is not`, async () => {
      const running = await run('StoreServer', { java, wrapper: nobody, readable: true });
      const facts = (await readProcess(running.app.pid))!;
      expect(facts.uid).toBe(65_534);
      await findsCustomers(probe, running.app);
      const { status, text } = await requestAs(facts, 'jcmd', ['VM.version'], patience());
      expect([status, text]).toEqual([0, expect.stringContaining('JDK')]);
    });
  }

  test('stopped: refused until it goes on', async () => {
    const running = await run('StoreServer');
    running.child.kill('SIGSTOP');
    await until(
      () => readProcess(running.app.pid),
      (facts) => facts?.state === 'T',
    );
    expect(await refusalOf(probe, running.app)).toBe('stopped');
    running.child.kill('SIGCONT');
    await until(
      () => readProcess(running.app.pid),
      (facts) => facts?.state !== 'T',
    );
    await findsCustomers(probe, running.app);
  });

  test('six visitors at once, none before them: all get in', async () => {
    const running = await run('StoreServer');
    const before = running.output();
    await Promise.all(Array.from({ length: 6 }, () => findsCustomers(createJvmProbe(), running.app)));
    expect(running.output()).toBe(before);
  });

  test('the socket and our own directory deleted: opened again', async () => {
    const running = await run('StoreServer');
    await visit(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    rmSync(socketPath(facts));
    rmSync((await openHome(facts, readArtifacts()!)).outside, { recursive: true });
    await findsCustomers(probe, running.app);
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
    await findsCustomers(probe, running.app);
    await findsCustomers(probe, running.app);
    const session = await probe.attach(running.app, undefined, patience());
    await session[Symbol.asyncDispose]();
    // Numbers of descriptors that are free again are given to others at once: nobody may close those.
    const others = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'));
    const last = await probe.attach(running.app, undefined, patience());
    await running.stop();
    expect(await last.gone).not.toBe('');
    for (const descriptor of others) {
      expect(fstatSync(descriptor).isCharacterDevice()).toBe(true);
      closeSync(descriptor);
    }
  });

  test.runIf(canUnshare)('another pid namespace: by the pid it has there', async () => {
    const running = await run('StoreServer', { wrapper: ['unshare', '-p', '-m', '--mount-proc', '--fork', '--kill-child'] });
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(running.app.pid)], { encoding: 'utf8' });
    const app = describeProcess(Number(children.trim()), 'StoreServer');
    expect((await readProcess(app.pid))?.nsPid).toBe(1);
    await findsCustomers(probe, app);
  });

  test('a hundred visits leave nothing behind', { timeout: 600_000 }, async () => {
    const running = await run('StoreServer');
    const { pid } = running.app;
    const facts = (await readProcess(pid))!;
    const count = (what: string) => readdirSync(`/proc/${pid}/${what}`).length;
    const left = async () => {
      await request(facts, 'jcmd', ['GC.run'], patience());
      const loaders = (await request(facts, 'jcmd', ['VM.classloaders'], patience())).text;
      return { threads: count('task'), descriptors: count('fd'), loaders: loaders.split('CoreLoader').length - 1 };
    };
    for (let i = 0; i < 10; i++) await visit(probe, running.app);
    const before = await until(left, ({ loaders }) => loaders <= 1);
    // Each tenth walks the heap too.
    for (let i = 0; i < 90; i++) await visit(probe, running.app, i % 10 === 0 ? 2 : 1);
    // Threads end and loaders are collected a while after the visitor has left.
    await until(
      left,
      (now) => now.loaders <= 1 && now.threads <= before.threads + 3 && now.descriptors <= before.descriptors + 3,
    );
    expect(running.output()).toBe(`${running.firstLine}\n`);
  });

  test('classes that the application lets go are free to go while it is watched', async () => {
    const running = await run('Reloading');
    await using session = await probe.attach(running.app, undefined, patience());
    const seen = (capture: RawCapture) => capture.roots.some(({ address }) => address.startsWith('static:Reloading$Plugin'));
    const discover = () => session.capture({ mode: 'discover', budget: defaultBudget }, patience());
    for (let round = 1; round <= 3; round++) {
      await until(discover, seen);
      running.child.stdin?.write('\n');
      await until(
        async () => running.output(),
        (text) => text.includes(`of ${round}\n`),
      );
    }
    // What the last capture led to may stay until the next one.
    await until(
      async () => {
        await session.capture({ mode: 'poll', budget: defaultBudget }, patience());
        const before = running.output().length;
        running.child.stdin?.write('\n');
        return await until(
          async () => running.output().slice(before),
          (line) => line.endsWith('\n'),
        );
      },
      (line) => /^left [01] of /.test(line),
    );
  });

  test('a poll that saw nothing new sends less than a kilobyte; one word that changed little more', async () => {
    const running = await run('StoreServer');
    await visit(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    const connection = await connect(home, (await readDoor(home))!, facts, patience());
    const poll = async () => {
      const before = connection.received();
      await connection.send('capture', { mode: 'poll', budget: defaultBudget, known: ['StoreServer'] });
      return connection.received() - before;
    };
    expect(await poll()).toBeGreaterThan(1500);
    await until(poll, (bytes) => bytes < 1024);
    const address = 'method:instance:StoreServer/payments#reportFailure()V';
    expect(await connection.send('invoke', { address, parameters: {}, timeoutMs: 30_000 })).toMatchObject({ ok: true });
    expect(await poll()).toBeLessThan(2048);
    connection.close();
  });

  test('whoever does not know the secret is let go without a word', async () => {
    const running = await run('StoreServer');
    await visit(probe, running.app);
    const facts = (await readProcess(running.app.pid))!;
    const home = await openHome(facts, readArtifacts()!);
    const port = (await readDoor(home))!;
    const stranger = { ...home, secrets: ['0'.repeat(64), home.secrets[1]] as const };
    await expect(connect(stranger, port, facts, patience())).rejects.toThrow();
    const modes = [home.outside, `${home.outside}/secret`, `${home.outside}/port`].map((path) => statSync(path).mode & 0o077);
    expect(modes.slice(0, 2)).toEqual([0, 0]);
  });

  test('jcmd and jstack work beside us', async () => {
    const running = await run('StoreServer');
    await using session = await probe.attach(running.app, undefined, patience());
    const tool = (name: string, ...args: string[]) => promisify(execFile)(name, [patientTool, String(running.app.pid), ...args]);
    const [, , dump] = await Promise.all([
      session.capture({ mode: 'discover', budget: defaultBudget }, patience()),
      tool('jcmd', 'VM.version'),
      tool('jstack'),
    ]);
    expect(dump.stdout).toContain('Full thread dump');
  });
});
