import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { isAlive } from '@substrate/core/probing';
import { afterEach, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startNode, urlOf } from './node-process.js';

/** Worker threads are read and acted in like processes of their own; one that is busy holds nobody up. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const address = 'worker:test/fixtures/node/worker-printer.cjs#0';
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const attach = async (): Promise<{ app: Started; session: ProbeSession }> => {
  const app = await startNode({ args: [join(fixtures, 'worker-main.cjs')], cwd: fixtures });
  cleanups.push(app.stop);
  const session = await createV8Probe().attach(app.app, undefined, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  return { app, session };
};
const poll = (session: ProbeSession): Promise<RawCapture> => session.capture({ mode: 'poll', budget: defaultBudget }, soon());
const at = (capture: RawCapture, ...path: string[]): RawNode | undefined =>
  path.reduce<RawNode | undefined>(
    (node, name) => node?.children?.find((child) => child.name === name),
    capture.roots.find((root) => root.address === address),
  );
/** A thread answers in its own time: asks until it has. */
const until = async (session: ProbeSession, holds: (capture: RawCapture) => boolean): Promise<RawCapture> => {
  const { signal } = { signal: soon() };
  for (;;) {
    const capture = await poll(session);
    if (holds(capture)) return capture;
    signal.throwIfAborted();
  }
};

test('the state of a thread is a root of its own, and its functions can be called', async () => {
  const { app, session } = await attach();
  await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  const capture = await until(session, (one) => at(one, 'queue', 'jobs') !== undefined);
  expect(capture.roots.find((root) => root.address === address)).toMatchObject({ source: 'thread', name: 'worker-printer' });
  expect(at(capture, 'queue', 'jobs', '0', 'title')?.value).toBe('Invoice');
  const add = capture.actions.find((action) => action.address.startsWith(address) && action.name === 'add');
  expect(add?.parameters).toMatchObject([{ name: 'title' }, { name: 'pages', type: 'number', required: false }]);
  const call = { address: add?.address ?? '', parameters: { title: 'Größe → 😀', pages: 3 }, timeoutMs: 20_000 };
  expect(await session.invoke(call, soon())).toMatchObject({ ok: true, value: 2 });
  const answer = (await (await fetch(urlOf(app), { signal: soon() })).json()) as { asked: number; jobs: unknown };
  expect(answer).toEqual({
    asked: 1,
    jobs: [
      { title: 'Invoice', pages: 2 },
      { title: 'Größe → 😀', pages: 3 },
    ],
  });
  const later = await until(session, (one) => at(one, 'asked')?.value === 1);
  expect(at(later, 'queue', 'jobs', '1', 'title')?.value).toBe('Größe → 😀');
});

test('threads end while they are read, and go on when the probe has left', async () => {
  const { app, session } = await attach();
  await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  await session[Symbol.asyncDispose]();
  expect(await (await fetch(urlOf(app), { signal: soon() })).json()).toMatchObject({ asked: 1 });
  const again = await createV8Probe().attach(app.app, undefined, soon());
  cleanups.push(async () => await again[Symbol.asyncDispose]());
  await until(again, (one) => one.roots.some((root) => root.address === address));
  expect(await (await fetch(`${urlOf(app)}/end`, { signal: soon() })).json()).toEqual([1, 1]);
  await until(again, (one) => !one.roots.some((root) => root.address === address));
  expect(isAlive(app.app.pid)).toBe(true);
});
