import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completenessOf, defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startNode, urlOf } from './node-process.js';

/** What a capture does not tell of a Node.js process is counted, and can be read place by place. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
let app: Started;
let session: ProbeSession;
let capture: RawCapture;

beforeAll(async () => {
  app = await startNode({ args: [join(fixtures, 'orders.cjs')], cwd: fixtures });
  session = await createV8Probe().attach(app.app, undefined, soon());
  capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
});
afterAll(async () => {
  await session?.[Symbol.asyncDispose]();
  await app?.stop();
});

const rootOf = (name: string, of = capture): RawCapture['roots'][number] | undefined =>
  of.roots.find((root) => root.name === name);
const read = async (name: string, path: readonly string[], from = 0, limit = 10): Promise<RawNode | null | undefined> =>
  await session.read?.({ root: rootOf(name)?.address ?? '', path, from, limit, budget: defaultBudget }, soon());
const plain = (node: RawNode | null | undefined): unknown => {
  if (!node) return node;
  if (node.kind === 'value') return node.value;
  return Object.fromEntries((node.children ?? []).map((child) => [child.name, plain(child)]));
};

describe('a capture', () => {
  test('tells of every list how long it is', () => {
    expect(rootOf('orders')).toMatchObject({ kind: 'list', size: 1500 });
    expect(rootOf('orders')?.children).toHaveLength(200);
    expect(rootOf('customers')).toMatchObject({ kind: 'map', size: 1500 });
    expect(rootOf('tags')).toMatchObject({ kind: 'list', size: 300 });
    expect(rootOf('empty')).toMatchObject({ kind: 'list', size: 0 });
    expect(rootOf('prices')).toMatchObject({ size: 1200 });
    expect(rootOf('orders')?.children?.[7]?.children?.find((one) => one.name === 'lines')?.size).toBe(2);
  });

  test('tells of a text that was cut how long it is', () => {
    expect(rootOf('note')?.length).toBe(9000);
  });

  test('counts what it read; elements beyond the share of a list are no loss', () => {
    expect(capture.counts?.nodesRead).toBeGreaterThan(2500);
    expect(capture.counts).toMatchObject({ nodesCut: 0, nodesFailed: 0 });
    expect(capture.counts?.rootsReached).toBe(capture.counts?.rootsKnown);
    expect(completenessOf(capture.counts)).toBe(1);
    expect(capture.unreached).toBeUndefined();
  });

  test('reads the same on a busy machine', async () => {
    const busy = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      await using other = await createV8Probe().attach(app.app, undefined, soon());
      const crowded = await other.capture({ mode: 'discover', budget: defaultBudget }, soon());
      const shape = ({ roots, counts }: RawCapture): unknown => [
        roots.map(({ address, children, size }) => [address, children?.length, size]),
        counts,
      ];
      expect(shape(crowded)).toEqual(shape(capture));
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
  });

  test('that is cut tells whole elements only, and says how much it left out', async () => {
    await using other = await createV8Probe().attach(app.app, undefined, soon());
    const budget = { ...defaultBudget, maxNodes: 400 };
    const cut = await other.capture({ mode: 'discover', budget }, soon());
    const fields = rootOf('orders', cut)?.children?.map((one) => one.children?.length);
    expect(fields?.length).toBeGreaterThan(5);
    expect(new Set(fields)).toEqual(new Set([4]));
    expect(cut.counts?.nodesCut).toBeGreaterThan(0);
    expect(completenessOf(cut.counts)).toBeLessThan(1);
  });
});

describe('a read', () => {
  test('of elements that no capture tells', async () => {
    const node = await read('orders', [], 700, 10);
    expect(node).toMatchObject({ kind: 'list', size: 1500 });
    expect(node?.children?.map((one) => one.name)).toEqual(Array.from({ length: 10 }, (_, at) => String(700 + at)));
    expect(plain(node?.children?.[3])).toEqual({
      id: 703,
      sku: 'sku-703',
      status: 'open',
      lines: { 0: { qty: 703 }, 1: { qty: 704 } },
    });
  });

  test('of one field of one of them, and of what is below', async () => {
    expect(await read('orders', ['702', 'status'])).toEqual({ name: 'status', kind: 'value', value: 'shipped' });
    expect(await read('orders', ['1499', 'lines'], 1, 5)).toMatchObject({ size: 2, children: [{ name: '1' }] });
    expect(await read('orders', ['1499', 'lines', '1', 'qty'])).toMatchObject({ value: 1500 });
  });

  test('of a map, a set and an object, by key and by number', async () => {
    expect(plain(await read('customers', ['c1234']))).toEqual({ name: 'Customer 1234', password: '[redacted]' });
    expect((await read('customers', [], 1498, 10))?.children?.map((one) => one.name)).toEqual(['c1498', 'c1499']);
    expect(await read('tags', [], 250, 2)).toMatchObject({ size: 300, children: [{ value: 'tag-250' }, { value: 'tag-251' }] });
    expect(await read('prices', ['p1100'])).toMatchObject({ value: 275 });
    expect(plain(await read('prices', [], 1000, 2))).toEqual({ p1000: 250, p1001: 250.25 });
  });

  test('of a text, as long as it is asked for', async () => {
    const budget = { ...defaultBudget, maxString: 20_000 };
    const root = rootOf('note')?.address ?? '';
    const node = await session.read?.({ root, path: [], from: 0, limit: 1, budget }, soon());
    expect(String(node?.value)).toMatch(/^n{9000}!*$/);
  });

  test.each([
    ['orders', ['1500']],
    ['orders', ['-1']],
    ['orders', ['length']],
    ['orders', ['7', 'toString']],
    ['orders', ['7', '__proto__']],
    ['orders', ['7', 'status', '0']],
    ['customers', ['nobody']],
    ['nothing', []],
  ])('of nothing that there is: %s %j', async (name, path) => {
    expect(await read(name, path)).toBeNull();
  });

  test('that the budget cuts tells whole elements only, so that it can be gone on with', async () => {
    const budget = { ...defaultBudget, maxNodes: 100 };
    const root = rootOf('orders')?.address ?? '';
    const seen: string[] = [];
    for (let from = 600; from < 640; ) {
      const node = await session.read?.({ root, path: [], from, limit: 640 - from, budget }, soon());
      const told = node?.children ?? [];
      expect(told.length).toBeGreaterThan(0);
      for (const one of told) expect(plain(one)).toMatchObject({ lines: { 0: { qty: Number(one.name) }, 1: {} } });
      seen.push(...told.map((one) => one.name));
      from += told.length;
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => String(600 + at)));
  });

  test('is of now: what a variable holds since', async () => {
    await fetch(`${urlOf(app)}/fewer`, { signal: soon() });
    expect(await read('orders', [], 890, 20)).toMatchObject({ size: 900 });
    expect((await read('orders', [], 890, 20))?.children).toHaveLength(10);
    expect(await read('orders', ['800', 'status'])).toMatchObject({ value: 'archived' });
    expect(await read('orders', ['1400'])).toBeNull();
  });
});
