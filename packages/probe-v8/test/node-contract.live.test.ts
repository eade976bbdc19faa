import { fileURLToPath } from 'node:url';
import type { AppProcess, RawCapture, RawNode } from '@substrate/core';
import { probeContract } from '@substrate/core/testing';
import { describe, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startExample, startNode, urlOf } from './node-process.js';

const holder = fileURLToPath(new URL('./fixtures/node/holder/holder.js', import.meta.url));

const started = new Map<number, Started>();

const start = async (name: string) => {
  const one = await startExample(name);
  started.set(one.app.pid, one);
  return one;
};

const asks = async (app: AppProcess, path: string): Promise<boolean> => {
  const one = started.get(app.pid);
  const response = one && (await fetch(`${urlOf(one)}${path}`, { signal: AbortSignal.timeout(10_000) }));
  return response?.ok === true && Array.isArray(await response.json());
};

const root = (capture: RawCapture, address: string): RawNode | undefined => capture.roots.find((one) => one.address === address);
const child = (node: RawNode | undefined, ...path: string[]): RawNode | undefined =>
  path.reduce<RawNode | undefined>((at, name) => at?.children?.find((one) => one.name === name), node);

describe('a CommonJS server keeps the contract', () => {
  for (const { name, run } of probeContract({
    probe: () => createV8Probe(),
    start: () => start('todo-server'),
    healthy: (app) => asks(app, '/todos'),
    act: () => ({
      address: 'fn:store.js/exports.addTodo',
      parameters: { title: 'Learn to fly' },
      happened: (after) => child(root(after, 'scope:store.js/todos'), '3', 'title')?.value === 'Learn to fly',
    }),
    secret: 'tok-3f9a7c51e0b84d26',
    holder: (folder) => startNode({ args: [holder, folder] }),
  }))
    test(name, run, 180_000);
});

describe('an ECMAScript module server keeps the contract', () => {
  for (const { name, run } of probeContract({
    probe: () => createV8Probe(),
    start: () => start('shop'),
    healthy: (app) => asks(app, '/products'),
    act: () => ({
      address: 'fn:orders.js/orders.place',
      parameters: { total: 12.5, note: 'gift' },
      happened: (after) => root(after, 'closure:orders.js/createOrders/revenue')?.value === 12.5,
    }),
  }))
    test(name, run, 180_000);
});
