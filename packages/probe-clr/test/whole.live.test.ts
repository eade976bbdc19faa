/** What was cut is said and can be had, a busy machine reads what an idle one reads, and a process that ends meanwhile is told in words. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { completenessOf, defaultBudget, type ProbeError, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { runDotnet } from '../scripts/dotnet.mjs';
import {
  at,
  build,
  buildProgram,
  createTestProbe,
  describeProcess,
  discover,
  makeFolder,
  missing,
  poll,
  type Started,
  soon,
  start,
  startExample,
  stoppedAfterEach,
} from './clr.js';

const patiently = (): AbortSignal => AbortSignal.timeout(120_000);

const keysOf = (capture: RawCapture): string[] => {
  const keys: string[] = [];
  const walk = (node: RawNode, path: string): void => {
    keys.push(path);
    for (const child of node.children ?? []) walk(child, `${path}/${child.id ?? child.name}`);
  };
  for (const root of capture.roots) walk(root, root.address);
  return keys.sort();
};

/** A program and a library that it was built with and is started without. */
const buildIncomplete = (): string => {
  const folder = makeFolder();
  const project = (items: string, more = ''): string =>
    `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>${more}</PropertyGroup><ItemGroup>${items}</ItemGroup></Project>`;
  mkdirSync(join(folder, 'lost'));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'lost', 'Lost.csproj'), project(''));
  writeFileSync(join(folder, 'lost', 'Coupon.cs'), 'namespace Lost; public class Coupon { public int Percent; }');
  writeFileSync(
    join(folder, 'shop', 'Shop.csproj'),
    project('<ProjectReference Include="../lost/Lost.csproj" />', '<OutputType>Exe</OutputType>'),
  );
  writeFileSync(
    join(folder, 'shop', 'Program.cs'),
    `Offers.Prices.Add(5);
     Desk.Instance.Sold.Add("tea " + args.Length);
     Console.WriteLine("ready");

     await Task.Delay(-1);
     public static class Offers { public static Lost.Coupon Best; public static List<int> Prices = [3, 4]; public static void Redeem(Lost.Coupon coupon) { } public static int Count() => Prices.Count; }
     public sealed class Desk { public static readonly Desk Instance = new(); public List<string> Sold = []; public Lost.Coupon Coupon; public void Use(Lost.Coupon coupon) { } public int Sum(int a) => a + 1; }`,
  );
  const { ok, log } = runDotnet('publish', join(folder, 'shop', 'Shop.csproj'), {
    out: join(folder, 'out'),
    work: join(folder, 'work'),
  });
  expect(ok, log).toBe(true);
  rmSync(join(folder, 'out', 'Lost.dll'));
  return join(folder, 'out', 'Shop');
};

describe.runIf(requireRuntime('clr', missing()))('what is read', () => {
  const run = stoppedAfterEach();

  beforeAll(() => {
    for (const example of ['minimal-api', 'worker', 'game'] as const) build(example);
  }, 600_000);

  test('elements beyond those that a capture holds can be read, one by one and in pages', async () => {
    const target = await run(startExample('minimal-api'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    await session.capture(discover, soon());
    for (let i = 0; i < 20; i++)
      await session.invoke(
        { address: 'route:POST /todos', parameters: { draft: { title: `Task ${i}` } }, timeoutMs: 5000 },
        soon(),
      );
    const small = { ...poll, budget: { ...defaultBudget, maxElements: 5, maxString: 4 } };
    const capture = await session.capture(small, soon());
    const list = capture.roots.find((root) => root.address === 'endpoint:Program/todos') as RawNode;
    const size = list.size as number;
    expect(list.children).toHaveLength(5);
    expect(size).toBeGreaterThan(20);
    const title = list.children?.[4]?.children?.find((child) => child.name === 'Title');
    expect(title?.value).toMatch(/^.{4}…$/);
    expect(title?.length).toBeGreaterThan(4);
    expect(capture.counts).toMatchObject({ nodesCut: 0, nodesFailed: 0, rootsReached: capture.counts?.rootsKnown });
    expect(capture.unreached).toEqual([]);

    const read = (path: string[], from = 0, limit = 3) =>
      session.read?.({ root: 'endpoint:Program/todos', path, from, limit, budget: defaultBudget }, soon());
    const page = await read([], size - 2);
    expect(page?.size).toBe(size);
    expect(page?.children?.map((child) => child.name)).toEqual([String(size - 1), String(size)]);
    expect(page?.children?.[1]?.children?.find((child) => child.name === 'Title')?.value).toBe('Task 19');
    expect(await read([String(size), 'Title'])).toMatchObject({ name: 'Title', kind: 'value', value: 'Task 19' });
    expect(await read([String(size + 1), 'Title'])).toBeNull();
    expect(await read(['nothing'])).toBeNull();
    expect(await session.read?.({ root: 'di:Nobody', path: [], from: 0, limit: 1, budget: defaultBudget }, soon())).toBeNull();
  });

  test('a type that can’t be loaded is left out alone, and the notes say so', { timeout: 300_000 }, async () => {
    const target = await run(start(buildIncomplete()));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    for (const request of [discover, poll, discover]) {
      const capture = await session.capture(request, soon());
      expect(at(capture, 'static:Offers', 'Prices', '1')?.value).toBe(4);
      expect(at(capture, 'static:Desk', 'Instance', 'Sold', '0')?.value).toBe('tea 0');
      const calls = capture.actions.map((action) => action.address);
      expect(calls).toEqual(expect.arrayContaining(['call:static:Offers.Count()', 'call:static:Desk/Instance.Sum(Int32)']));
      expect(calls.join()).not.toContain('Redeem');
      expect(capture.notes.join('\n')).toMatch(/Offers\.Best could not be read: FileNotFoundException/);
    }
    const call = { address: 'call:static:Offers.Count()', parameters: {}, timeoutMs: 5000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true, value: 3 });
  });

  test('a budget that runs out is counted, and what was not reached is named', async () => {
    const target = await run(startExample('minimal-api'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const whole = await session.capture(discover, soon());
    const cut = await session.capture({ ...poll, budget: { ...defaultBudget, maxNodes: 30 } }, soon());
    expect(completenessOf(whole.counts)).toBe(1);
    expect(cut.counts?.nodesCut).toBeGreaterThan(0);
    expect(completenessOf(cut.counts)).toBeLessThan(1);
    const few = await session.capture({ ...poll, budget: { ...defaultBudget, maxBytes: 10 } }, soon());
    expect(few.unreached?.length).toBeGreaterThan(0);
    expect(few.roots.map((root) => root.address)).toEqual(expect.arrayContaining([...(few.unreached ?? [])]));
  });

  /** What is told of a program, and what can be done with it, once that stays the same. */
  const settled = async (target: Started): Promise<{ keys: string[]; actions: string[] }> => {
    await using session = await createTestProbe().attach(target.app, undefined, patiently());
    let capture = await session.capture(discover, patiently());
    // What the program itself does next may come a moment later on a busy machine.
    await expect
      .poll(
        async () => {
          const before = keysOf(capture).join('\n');
          capture = await session.capture(poll, patiently());
          return keysOf(capture).join('\n') === before && !capture.notes.some((note) => note.includes('not searched'));
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(true);
    expect(capture.counts).toMatchObject({ nodesCut: 0, nodesFailed: 0 });
    return { keys: keysOf(capture), actions: capture.actions.map((action) => action.address).sort() };
  };

  const beside = async <T>(loops: number, work: () => Promise<T>): Promise<T> => {
    const busy = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }));
    try {
      return await work();
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
  };

  test.for(['minimal-api', 'worker', 'game'] as const)(
    'the same beside four busy loops as alone: %s',
    { timeout: 300_000 },
    async (example) => {
      const look = async () => settled(await run(startExample(example, 'default', example === 'game' ? { args: ['Same'] } : {})));
      const alone = await look();
      expect(alone.keys.length).toBeGreaterThan(10);
      expect(await beside(4, look)).toEqual(alone);
    },
  );

  test('the same beside eight busy loops as alone: agents, a loop, and a heap that takes a few milliseconds', {
    timeout: 600_000,
  }, async () => {
    const program = buildProgram('orchard', 'Orchard');
    const look = async () => settled(await run(start(program, ['200000'])));
    const alone = await look();
    expect(alone.actions).toContain('call:heap:Orchard.Gate.Enter(String)');
    for (let i = 0; i < 2; i++) expect(await beside(8, look)).toEqual(alone);
  });

  test('a process that ends or has only just begun while it is attached to is told in words', { timeout: 300_000 }, async () => {
    const executable = build('worker') as string;
    const outcomes: string[] = [];
    for (let i = 0; i < 20; i++) {
      const child = spawn(executable, [], { stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
      const kill = setTimeout(() => child.kill('SIGKILL'), i * 25);
      const outcome = await createTestProbe()
        .attach(describeProcess(child.pid as number), undefined, soon())
        .then(
          async (session) => {
            const told = await session.capture(discover, soon()).then(
              () => 'read',
              (error: ProbeError) => error.refusal?.reason ?? `plain: ${error}`,
            );
            await session[Symbol.asyncDispose]();
            return told;
          },
          (error: ProbeError) => error.refusal?.reason ?? `plain: ${error}`,
        );
      outcomes.push(outcome);
      clearTimeout(kill);
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      await sleep(0);
    }
    expect(outcomes.filter((one) => !['read', 'gone', 'no_socket'].includes(one))).toEqual([]);
    expect(outcomes).toContain('gone');
  });

  test.for([
    ['worker', 'default'],
    ['console', 'single_file'],
  ] as const)(
    'a runtime whose start has no turn while its port answers is waited for: %s, %s',
    { timeout: 300_000 },
    async ([example, variant]) => {
      const executable = build(example, variant) as string;
      // The thread that starts the runtime; the one that answers at its port has its turns.
      const give = (pid: number, policy: '--idle' | '--other'): void => {
        execFileSync('chrt', [policy, '--pid', '0', String(pid)], { stdio: 'ignore' });
      };
      const startAndStall = async (afterMs: number): Promise<void> => {
        const child = spawn(executable, [], { stdio: 'ignore' });
        const pid = child.pid as number;
        const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
        while (!readdirSync('/tmp').some((name) => name.startsWith(`dotnet-diagnostic-${pid}-`))) await sleep(1);
        await sleep(afterMs);
        give(pid, '--idle');
        const turn = setTimeout(() => give(pid, '--other'), 400);
        const outcome = await createTestProbe()
          .attach(describeProcess(pid), undefined, soon())
          .then(
            (session) => session[Symbol.asyncDispose](),
            (error: ProbeError) => error.refusal?.reason ?? error,
          );
        clearTimeout(turn);
        child.kill('SIGKILL');
        expect([outcome, await ended]).toEqual([undefined, 'SIGKILL']);
      };
      await beside(availableParallelism(), async () => {
        for (let round = 0; round < 16; round++) await startAndStall(round * 3);
      });
    },
  );
});
