/** Attaching, again and again, to every kind of runtime, and what that costs the target. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Artifacts, readArtifacts } from '../src/artifacts.js';
import { attach } from '../src/attach.js';
import { call } from '../src/call.js';
import { Channel } from '../src/channel.js';
import type { Connection } from '../src/connection.js';
import { createDoorbell } from '../src/doorbell.js';
import { launchEnvironment } from '../src/index.js';
import { installArtifacts, isTaken, makeChannelFolder, placeOrder } from '../src/installation.js';
import { readTarget, type TargetProcess } from '../src/target-process.js';
import {
  at,
  build,
  createTestProbe,
  discover,
  makeFolder,
  missing,
  poll,
  type Started,
  soon,
  start,
  startExample,
} from './clr.js';

const full = process.env.SUBSTRATE_FULL === '1';
const attaches = full ? 100 : 3;
const hour = { timeout: 3_600_000 };

interface Stats {
  allocated: number;
  heap: number;
  assemblies: number;
}

const statsOf = async (connection: Connection): Promise<Stats> =>
  (await connection.request({ op: 'stats' }, soon())) as unknown as Stats;

/** A stub that is on its way to wait may take an order before anybody calls. */
const isTakenOnCall = async (order: string): Promise<boolean> => {
  await call(dirname(order));
  return await isTaken(order);
};

/** A visit without a session: a payload that reads this channel, and nobody who beats for it. */
const servedByHand = async (pid: number, directory: string, artifacts: Artifacts, withBell: boolean) => {
  const target = (await readTarget(pid)) as TargetProcess;
  const installed = await installArtifacts(directory, artifacts);
  const folder = await makeChannelFolder(directory, target);
  const nonce = randomBytes(16).toString('hex');
  const channel = new Channel({ path: join(folder, 'channel'), nonce });
  const bell = withBell ? await createDoorbell(join(folder, 'bell'), target, () => channel.wake()) : undefined;
  const order = await placeOrder(directory, target, {
    payload: installed.payload,
    channel: channel.path,
    nonce,
    failure: join(folder, 'failure'),
  });
  await expect.poll(() => isTakenOnCall(order), { timeout: 20_000, interval: 20 }).toBe(true);
  await expect.poll(() => channel.hasEcho(nonce) && bell?.isConnected !== false, { timeout: 20_000, interval: 20 }).toBe(true);
  return { channel, bell };
};

const residentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]) * 1024;

describe.runIf(requireRuntime('clr', missing()))('attaching', () => {
  const started: Started[] = [];
  let artifacts: Artifacts;
  const run = async (starting: Promise<Started>): Promise<Started> => {
    const one = await starting;
    started.push(one);
    return one;
  };

  beforeAll(async () => {
    artifacts = (await readArtifacts()) as Artifacts;
    build('console');
    build('minimal-api');
    build('worker');
    build('till');
  }, 600_000);

  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
  });

  describe('fresh processes of every kind', () => {
    const kinds = [
      'net8.0',
      'net9.0',
      'net10.0',
      'single_file',
      'trimmed_with_hooks',
      'trimmed_kept',
      'trimmed_kept_single_file',
    ] as const;
    test.for(kinds)('%s', hour, async (variant) => {
      const executable = build('console', variant);
      if (executable === null) return;
      const probe = createTestProbe();
      const outcomes = new Map<string, number>();
      const once = async (): Promise<void> => {
        const target = await start(executable);
        try {
          const outcome = await probe.attach(target.app, undefined, soon()).then(
            async (session) => {
              let capture = await session.capture(discover, soon());
              // Main may be at work, and not waiting, at the moment of a look.
              for (let look = 0; look < 3 && !at(capture, 'task:Program.Main/warehouse'); look++) {
                await sleep(200);
                capture = await session.capture(poll, soon());
              }
              await session[Symbol.asyncDispose]();
              return `${capture.roots.some((root) => root.address === 'static:Inventory.Stock')} ${capture.roots.some((root) => root.address === 'task:Program.Main/warehouse')}`;
            },
            (error) => error.refusal?.reason ?? String(error),
          );
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          await sleep(20);
          expect(target.isAlive()).toBe(true);
        } finally {
          await target.stop();
        }
      };
      // A trimmed application lacks what even the stub needs: nothing runs in it, and it lives. Each waits for an echo that never comes, and is
      // then read from outside.
      const atOnce = variant === 'trimmed_with_hooks' ? 5 : 1;
      for (let left = attaches; left > 0; left -= atOnce) await Promise.all(Array.from({ length: Math.min(atOnce, left) }, once));
      expect(Object.fromEntries(outcomes)).toEqual({ 'true true': attaches });
    });
  });

  test('a process that had the stub from its start needs no diagnostic port', async () => {
    const directory = makeFolder();
    const variables = await launchEnvironment({ directory });
    const env = { ...process.env, ...variables, DOTNET_EnableDiagnostics: '0' };
    const target = await run(start(build('console') as string, [], { env }));
    const probe = createTestProbe(directory);
    expect(await probe.check(target.app)).toBeNull();
    await using session = await probe.attach(target.app, undefined, soon());
    expect(at(await session.capture(discover, soon()), 'static:Inventory.Stock', 'Movements')?.value).toBe(3);
  });

  test('a hook is sent once: the stub is found again, from another daemon’s folder too', async () => {
    const target = await run(startExample('console'));
    const stubs = (): string[] =>
      readFileSync(`/proc/${target.app.pid}/maps`, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Substrate.Stub.'))
        .map((line) => line.slice(line.indexOf('/')));
    const first = makeFolder();
    const second = makeFolder();
    for (const directory of [first, second, first]) {
      const session = await createTestProbe(directory).attach(target.app, undefined, soon());
      expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
      await session[Symbol.asyncDispose]();
      expect(new Set(stubs())).toEqual(new Set([join(first, `${artifacts.stub.name}.dll`)]));
    }
  });

  test('two daemons at once, each with its own folder', async () => {
    const target = await run(startExample('worker'));
    const [one, two] = await Promise.all(
      [makeFolder(), makeFolder()].map((folder) => createTestProbe(folder).attach(target.app, undefined, soon())),
    );
    const captures = await Promise.all([one?.capture(discover, soon()), two?.capture(discover, soon())]);
    for (const capture of captures)
      expect(capture && at(capture, 'di:MailWorker.MailQueue', '_pending')?.children?.length).toBe(3);
    await one?.[Symbol.asyncDispose]();
    expect((await two?.capture(poll, soon()))?.roots.length).toBeGreaterThan(2);
    await two?.[Symbol.asyncDispose]();
    expect(target.isAlive()).toBe(true);
  });

  test('another version of the payload beside the one that is there', async () => {
    const target = await run(startExample('console'));
    const directory = makeFolder();
    const old = await attach(target.app, artifacts, directory, soon());
    const upgraded: Artifacts = { ...artifacts, payload: { ...artifacts.payload, name: `${artifacts.payload.name}.next` } };
    const next = await attach(target.app, upgraded, directory, soon());
    expect((await next.request({ op: 'hello' }, soon())).entry).toBe('Inventory');
    expect((await old.request({ op: 'hello' }, soon())).entry).toBe('Inventory');
    await old[Symbol.asyncDispose]();
    await next[Symbol.asyncDispose]();
    expect(target.isAlive()).toBe(true);
  });

  test('round trips and large answers, and what they carry is whole', async () => {
    const target = await run(startExample('console'));
    await using connection = await attach(target.app, artifacts, makeFolder(), soon());
    for (let i = 0; i < 10_000; i++) {
      const { text } = await connection.request({ op: 'ping', text: `ping ${i}` }, soon());
      if (text !== `ping ${i}`) throw new Error(`round trip ${i} said ${text}`);
    }
    const large = 'x'.repeat(300_000);
    expect((await connection.request({ op: 'ping', text: large }, soon())).text).toBe(large);
    for (const repeat of [1_000_000, 8_000_000]) {
      const { filler } = await connection.request({ op: 'ping', repeat }, soon());
      expect((filler as string).length).toBe(repeat);
    }
    expect((await connection.request({ op: 'ping', text: 'ä "quoted" \n 日本 \u0001' }, soon())).text).toBe(
      'ä "quoted" \n 日本 \u0001',
    );
    await expect(connection.request({ op: 'nonsense' }, soon())).rejects.toThrow("There is no operation 'nonsense'.");
  }, 300_000);

  test('without a doorbell both sides poll', async () => {
    const target = await run(startExample('console'));
    // A folder whose path is too long for a local socket.
    const directory = join(makeFolder(), 'a-rather-long-name-of-a-folder'.repeat(4));
    const session = await createTestProbe(directory).attach(target.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await session[Symbol.asyncDispose]();
    expect(target.isAlive()).toBe(true);
  });

  test('a daemon that dies: the payload leaves within ten seconds, and the next attach finds the stub', async () => {
    const app = await run(startExample('console'));
    const directory = makeFolder();
    const probe = createTestProbe(directory);
    await (await probe.attach(app.app, undefined, soon()))[Symbol.asyncDispose]();
    const { channel } = await servedByHand(app.app.pid, directory, artifacts, false);
    // No heartbeat from here on.
    await expect.poll(() => channel.hasTargetLeft, { timeout: 10_500, interval: 50 }).toBe(true);
    channel.close();
    const session = await probe.attach(app.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    await session[Symbol.asyncDispose]();
    expect(app.isAlive()).toBe(true);
  });

  test('a daemon whose end of the doorbell closes is gone: the payload leaves, and the same thread serves the next', async () => {
    const app = await run(startExample('console'));
    const directory = makeFolder();
    const probe = createTestProbe(directory);
    await (await probe.attach(app.app, undefined, soon()))[Symbol.asyncDispose]();
    const { channel, bell } = await servedByHand(app.app.pid, directory, artifacts, true);
    const beats = setInterval(() => channel.beat(), 200);
    try {
      await bell?.[Symbol.asyncDispose]();
      await expect.poll(() => channel.hasTargetLeft, { timeout: 20_000, interval: 20 }).toBe(true);
    } finally {
      clearInterval(beats);
      channel.close();
    }
    await using session = await probe.attach(app.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    const names = readdirSync(`/proc/${app.app.pid}/task`).map((task) =>
      readFileSync(`/proc/${app.app.pid}/task/${task}/comm`, 'utf8').trim(),
    );
    expect(names.filter((name) => name === 'substrate')).toEqual(['substrate']);
  });

  test('a process that is stopped while it is attached is not gone', async () => {
    const target = await run(startExample('console'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    await session.capture(discover, soon());
    target.child.kill('SIGSTOP');
    await expect.poll(() => readFileSync(`/proc/${target.app.pid}/stat`, 'utf8').match(/\) (\w)/)?.[1]).toBe('T');
    await expect(session.capture(poll, AbortSignal.timeout(1000))).rejects.toThrow();
    target.child.kill('SIGCONT');
    expect((await session.capture(poll, soon())).roots.length).toBeGreaterThan(2);
  });

  // The till's state lies on a stack: it is copied, and looked at again with every poll. The view is read on its own thread.
  test.for(['console', 'minimal-api', 'worker', 'avalonia', 'till'] as const)(
    'a thousand polls leave the heap and the memory as they were: %s',
    hour,
    async (example) => {
      if (build(example) === null) return;
      const target = await run(startExample(example, 'default', { input: '' }));
      await using connection = await attach(target.app, artifacts, makeFolder(), soon());
      const polls = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i++) await connection.request({ op: 'capture', discover: false }, soon());
      };
      await connection.request({ op: 'capture', discover: true }, soon());
      // What has run often is compiled anew, with every optimisation: of a window's code 6 MB in the first 700 polls, beside a heap that stays at 1 MB.
      // From then on nothing is added; with tiered compilation switched off there is but garbage, 2 kB a poll with what its own thread makes.
      await polls(example === 'avalonia' ? 800 : 200);
      const before = await statsOf(connection);
      const residentBefore = residentOf(target.app.pid);
      await polls(1000);
      const after = await statsOf(connection);
      expect(after.heap - before.heap).toBeLessThan(200_000);
      expect(residentOf(target.app.pid) - residentBefore).toBeLessThan(8 * 1024 * 1024);
      // A search now and then is in it. A user interface's thread is handed work, and has much on its stack once that is looked at.
      expect((after.allocated - before.allocated) / 1000).toBeLessThan(example === 'avalonia' ? 4000 : 200);
      expect(after.assemblies).toBe(before.assemblies);
    },
  );

  test('attaching again and again leaks no assembly', hour, async () => {
    const target = await run(startExample('console'));
    const directory = makeFolder();
    const once = async (): Promise<Stats> => {
      const connection = await attach(target.app, artifacts, directory, soon());
      await connection.request({ op: 'capture', discover: true }, soon());
      const stats = await statsOf(connection);
      await connection[Symbol.asyncDispose]();
      return stats;
    };
    const total = full ? 100 : 25;
    let first: Stats | undefined;
    let last: Stats | undefined;
    for (let i = 0; i < total; i++) {
      last = await once();
      if (i === 9) first = last;
    }
    // One of the framework's may come late, with the first use of something in it; a leak would be one for every attach.
    expect((last as Stats).assemblies).toBeLessThanOrEqual((first as Stats).assemblies + 1);
    expect((last as Stats).heap - (first as Stats).heap).toBeLessThan(500_000);
    expect(target.isAlive()).toBe(true);
  });
});
