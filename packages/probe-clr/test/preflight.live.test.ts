/** Each thing that would end a target, for real: the refusal, and the target still alive. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { AppProcess, Probe, ProbeError } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readArtifacts } from '../src/artifacts.js';
import { checkStubFile } from '../src/preflight.js';
import { readTarget } from '../src/target-process.js';
import {
  build,
  createTestProbe,
  describeProcess,
  discover,
  makeFolder,
  missing,
  type Started,
  soon,
  start,
  startExample,
} from './clr.js';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').match(/\) (\w)/)?.[1];

const reasonOf = async (probe: Probe, app: AppProcess): Promise<string> =>
  probe.attach(app, undefined, soon()).then(
    async (session) => {
      await session[Symbol.asyncDispose]();
      return 'attached';
    },
    (error: ProbeError) => error.refusal?.reason ?? String(error),
  );

describe.runIf(requireRuntime('clr', missing()))('a refusal leaves the target alive', () => {
  const started: Started[] = [];
  const run = async (starting: Promise<Started>): Promise<Started> => {
    const one = await starting;
    started.push(one);
    return one;
  };
  let executable: string;

  beforeAll(() => {
    executable = build('console') as string;
  }, 300_000);

  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
  });

  test('1: a stopped process', async () => {
    const target = await run(startExample('console'));
    const probe = createTestProbe();
    target.child.kill('SIGSTOP');
    await expect.poll(() => stateOf(target.app.pid)).toBe('T');
    expect((await probe.check(target.app))?.reason).toBe('stopped');
    expect(await reasonOf(probe, target.app)).toBe('stopped');
    target.child.kill('SIGCONT');
    await expect.poll(() => stateOf(target.app.pid)).not.toBe('T');
    expect(target.isAlive()).toBe(true);
    expect(await reasonOf(probe, target.app)).toBe('attached');
  });

  describe('2: who answers at the port', () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.close();
    });

    /** A process that is no .NET, with a diagnostic port that says what the test wants; counts the commands it got. */
    const pretend = async (versions: string[], cookies: string[]): Promise<{ app: AppProcess; commands: number[] }> => {
      const target = await run(start('sh', ['-c', 'echo ready; exec sleep 60']));
      await expect.poll(() => readFileSync(`/proc/${target.app.pid}/comm`, 'utf8').trim()).toBe('sleep');
      const { pid } = describeProcess(target.app.pid);
      const commands: number[] = [];
      const text = (value: string): Buffer => {
        const units = Buffer.from(`${value}\0`, 'utf16le');
        const length = Buffer.alloc(4);
        length.writeUInt32LE(units.length / 2);
        return Buffer.concat([length, units]);
      };
      server = createServer((socket: Socket) => {
        socket.on('error', () => undefined);
        socket.on('data', (bytes) => {
          const turn = commands.length;
          commands.push(bytes[17] as number);
          const head = Buffer.alloc(24);
          head.writeBigUInt64LE(BigInt(pid));
          head.write(cookies[Math.min(turn, cookies.length - 1)] as string, 8, 'hex');
          const version = versions[Math.min(turn, versions.length - 1)] as string;
          const payload = Buffer.concat([head, ...['app', 'Linux', 'x64', 'App', version].map(text)]);
          const frame = Buffer.alloc(20);
          frame.write('DOTNET_IPC_V1\0', 'latin1');
          frame.writeUInt16LE(20 + payload.length, 14);
          frame[16] = 0xff;
          socket.end(Buffer.concat([frame, payload]));
        });
      });
      await new Promise<void>((resolve) => server?.listen(socketOf(target.app), resolve));
      return { app: target.app, commands };
    };
    const socketOf = ({ pid, startTime }: AppProcess): string => join('/tmp', `dotnet-diagnostic-${pid}-${startTime}-socket`);
    const one = '11'.repeat(16);
    const two = '22'.repeat(16);

    test('a runtime before .NET 8', async () => {
      const { app, commands } = await pretend(['7.0.20'], [one]);
      expect(await reasonOf(createTestProbe(), app)).toBe('too_old');
      expect(commands).toEqual([4]);
      expect(started[0]?.isAlive()).toBe(true);
    });

    test.runIf(isRoot)('a socket that another user put there is not spoken to', async () => {
      const { app, commands } = await pretend(['10.0.1'], [one]);
      chownSync(socketOf(app), nobody, nobody);
      expect(await reasonOf(createTestProbe(), app)).toBe('foreign_socket');
      expect(commands).toEqual([]);
      expect(started[0]?.isAlive()).toBe(true);
    });

    test('nor is one that a link leads to', async () => {
      const { app, commands } = await pretend(['10.0.1'], [one]);
      renameSync(socketOf(app), `${socketOf(app)}.real`);
      symlinkSync(`${socketOf(app)}.real`, socketOf(app));
      try {
        expect(await reasonOf(createTestProbe(), app)).toBe('foreign_socket');
      } finally {
        rmSync(socketOf(app));
        rmSync(`${socketOf(app)}.real`);
      }
      expect(commands).toEqual([]);
    });

    test('a runtime that became another one meanwhile', async () => {
      const { app, commands } = await pretend(['10.0.1'], [one, two]);
      expect(await reasonOf(createTestProbe(), app)).toBe('gone');
      expect(commands).toEqual([4, 4]);
      expect(started[0]?.isAlive()).toBe(true);
    });
  });

  test.runIf(isRoot)('3: a stub that the user of the target can’t read, in any folder above it', async () => {
    const target = await run(startExample('console', 'default', { uid: nobody, gid: nobody }));
    const folder = makeFolder();
    const closed = join(folder, 'closed');
    mkdirSync(join(closed, 'probe'), { recursive: true });
    chmodSync(closed, 0o700);
    expect(await reasonOf(createTestProbe(join(closed, 'probe')), target.app)).toBe('stub_unreadable');
    expect(target.isAlive()).toBe(true);
    chmodSync(closed, 0o755);
    expect(await reasonOf(createTestProbe(join(closed, 'probe')), target.app)).toBe('attached');
    expect(target.isAlive()).toBe(true);
  });

  test('3: a stub with other bytes', async () => {
    const target = await run(startExample('console'));
    const stub = join(makeFolder(), 'stub.dll');
    writeFileSync(stub, 'not a stub');
    const seen = await readTarget(target.app.pid);
    const { stub: real } = (await readArtifacts()) as NonNullable<Awaited<ReturnType<typeof readArtifacts>>>;
    expect((await checkStubFile(seen as NonNullable<typeof seen>, stub, real.sha256))?.reason).toBe('stub_unreadable');
    expect(target.isAlive()).toBe(true);
  });

  test('5: another file loaded under the stub’s name', async () => {
    const { stub } = (await readArtifacts()) as NonNullable<Awaited<ReturnType<typeof readArtifacts>>>;
    const library = execFileSync('sh', ['-c', 'ls /lib/*-linux-gnu/libm.so.6 /lib64/libm.so.6 2>/dev/null | head -1'], {
      encoding: 'utf8',
    }).trim();
    const impostor = join(makeFolder(), `${stub.name}.dll`);
    cpSync(library, impostor);
    const target = await run(start(executable, [], { env: { ...process.env, LD_PRELOAD: impostor } }));
    expect(readFileSync(`/proc/${target.app.pid}/maps`, 'utf8')).toContain(basename(impostor));
    expect((await createTestProbe().check(target.app))?.reason).toBe('stub_conflict');
    expect(await reasonOf(createTestProbe(), target.app)).toBe('stub_conflict');
    expect(target.isAlive()).toBe(true);
  });

  test('6: too few free descriptors', async () => {
    const target = await run(start('sh', ['-c', `ulimit -n 75; exec '${executable}'`]));
    expect((await createTestProbe().check(target.app))?.reason).toBe('no_descriptors');
    expect(await reasonOf(createTestProbe(), target.app)).toBe('no_descriptors');
    expect(target.isAlive()).toBe(true);
  });

  test('6: too little memory left in the control group', async () => {
    const own = readFileSync('/proc/self/cgroup', 'utf8').match(/^\d+:memory:(.*)$/m)?.[1];
    const group = join('/sys/fs/cgroup/memory', own ?? '', `substrate-test-${process.pid}`);
    try {
      if (own === undefined) throw new Error('no group of its own');
      mkdirSync(group);
    } catch {
      console.warn('skipped: a memory limit needs the right to make a control group.');
      return;
    }
    try {
      const target = await run(start('sh', ['-c', `echo $$ > '${group}/cgroup.procs'; exec '${executable}'`]));
      expect(await createTestProbe().check(target.app)).toBeNull();
      writeFileSync(
        join(group, 'memory.limit_in_bytes'),
        String(Number(readFileSync(join(group, 'memory.usage_in_bytes'), 'utf8')) + 16 * 1048576),
      );
      expect((await createTestProbe().check(target.app))?.reason).toBe('low_memory');
      expect(await reasonOf(createTestProbe(), target.app)).toBe('low_memory');
      expect(target.isAlive()).toBe(true);
      await target.stop();
    } finally {
      await expect.poll(() => readFileSync(join(group, 'cgroup.procs'), 'utf8')).toBe('');
      rmdirSync(group);
    }
  });

  test('diagnostics switched off', async () => {
    const target = await run(start(executable, [], { env: { ...process.env, DOTNET_EnableDiagnostics: '0' } }));
    const refusal = await createTestProbe().check(target.app);
    expect(refusal).toMatchObject({ reason: 'diagnostics_off', retry: false });
    expect(refusal?.message).toContain('DOTNET_EnableDiagnostics=0');
    expect(await reasonOf(createTestProbe(), target.app)).toBe('diagnostics_off');
    expect(target.isAlive()).toBe(true);
  });

  test('a TMPDIR that is not there; one of its own is followed', async () => {
    const without = await run(start(executable, [], { env: { ...process.env, TMPDIR: '/nowhere/at/all' } }));
    expect(await reasonOf(createTestProbe(), without.app)).toBe('no_socket');
    expect(without.isAlive()).toBe(true);
    const elsewhere = await run(start(executable, [], { env: { ...process.env, TMPDIR: makeFolder() } }));
    expect(await reasonOf(createTestProbe(), elsewhere.app)).toBe('attached');
  });

  test.runIf(isRoot)('a process of another user, for a daemon that is not root', async () => {
    const target = await run(startExample('console'));
    const probe = createTestProbe();
    process.seteuid?.(nobody);
    try {
      expect((await probe.check(target.app))?.reason).toBe('other_user');
      expect(await reasonOf(probe, target.app)).toBe('other_user');
    } finally {
      process.seteuid?.(0);
    }
    expect(target.isAlive()).toBe(true);
  });

  test('a port that another client keeps busy', async () => {
    const target = await run(startExample('console'));
    const { pid, startTime } = target.app;
    const path = join(process.env.TMPDIR ?? tmpdir(), `dotnet-diagnostic-${pid}-${startTime}-socket`);
    const silent = connect(path);
    await new Promise((resolve) => silent.once('connect', resolve));
    try {
      expect(await reasonOf(createTestProbe(), target.app)).toBe('port_blocked');
    } finally {
      silent.destroy();
    }
    expect(target.isAlive()).toBe(true);
    expect(await reasonOf(createTestProbe(), target.app)).toBe('attached');
  });

  test('nothing was built', async () => {
    const target = await run(startExample('console'));
    const { createClrProbe } = await import('../src/index.js');
    const probe = createClrProbe({ directory: makeFolder(), artifacts: '/nowhere' });
    expect(await probe.check(target.app)).toMatchObject({ reason: 'not_built', retry: false });
    expect(await reasonOf(probe, target.app)).toBe('not_built');
  });

  test('a full disk', async () => {
    const small = join(makeFolder(), 'small');
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      console.warn('skipped: a full disk needs the right to mount one.');
      return;
    }
    try {
      const target = await run(startExample('console'));
      expect(await reasonOf(createTestProbe(small), target.app)).toBe('disk_full');
      expect(target.isAlive()).toBe(true);
      expect(existsSync(join(small, 'channels')) ? execFileSync('ls', [join(small, 'channels')], { encoding: 'utf8' }) : '').toBe(
        '',
      );
    } finally {
      execFileSync('umount', [small]);
    }
  });

  test.for(['native_aot', 'native_aot_with_events'] as const)('built as %s', { timeout: 600_000 }, async (variant) => {
    const file = build('console', variant);
    if (file === null) return;
    const target = await run(start(file));
    expect((await createTestProbe().check(target.app))?.reason).toBe('native_aot');
    expect(await reasonOf(createTestProbe(), target.app)).toBe('native_aot');
    expect(target.isAlive()).toBe(true);
  });

  test.runIf(isRoot)('a process of another user, for root: attached, and its files are that user’s', async () => {
    const target = await run(startExample('console', 'default', { uid: nobody, gid: nobody }));
    const session = await createTestProbe().attach(target.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(0);
    await session[Symbol.asyncDispose]();
    expect(target.isAlive()).toBe(true);
  });
});
