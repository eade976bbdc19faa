import type { AppProcess, Objects, SubstrateState } from '@substrate/core';
import { createCaptures } from '@substrate/server';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from './config.js';
import { createLog } from './log.js';
import { type Captured, createInbox, createOutbox } from './room-protocol.js';
import { createRooms, type Rooms } from './rooms.js';
import { defaultTiming } from './timing.js';

const open: Rooms[] = [];
afterEach(async () => {
  for (const rooms of open.splice(0)) await rooms[Symbol.asyncDispose]();
});

const setUp = (shared = 1) => {
  const lines: string[] = [];
  const cell = { current: undefined, replace: () => {}, saved: async () => {}, release: () => {} };
  const rooms = createRooms({
    shelf: { open: async () => cell, [Symbol.asyncDispose]: async () => {} },
    log: createLog({ level: 'debug', write: (line) => lines.push(line) }),
    onLost: () => {},
    settings: { intervalMs: 20, minAgeMs: 0, maxKeys: 2000, redactSecrets: true, capturesPerPid: 64 },
    timing: defaultTiming,
    probes: loadConfig({ env: {}, home: '/nowhere' }),
    file: new URL('../test/fixtures/stalling-room.mjs', import.meta.url),
    limits: { shared, alone: 2, pingMs: 100, missed: 10, provedMs: 1500, firstBanMs: 60_000, lastBanMs: 60_000 },
  });
  open.push(rooms);
  return { rooms, lines };
};

const process_ = (pid: number, appId: string): AppProcess => ({
  pid,
  startTime: String(pid),
  startedAt: '2026-01-01T00:00:00.000Z',
  runtime: 'v8',
  flavor: 'node',
  runtimeName: 'Node.js',
  appId,
  appName: appId,
  executable: '/usr/bin/node',
  command: ['node'],
  cwd: '/',
  recognizedBy: 'executable node',
});

const until = async (holds: () => boolean): Promise<void> => {
  for (let round = 0; round < 3000; round++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(holds()).toBe(true);
};

test('a room that stalls is ended; whoever stalls one alone is left alone, and the others are read again', async () => {
  const { rooms, lines } = setUp();
  const good = ['a', 'b', 'c', 'd'].map((name, at) => rooms.track(process_(10 + at, name), undefined));
  await until(() => good.every(({ status }) => status === 'active'));
  const bad = rooms.track(process_(1, 'stalls'), undefined);
  await until(() => good.some(({ status }) => status === 'error'));
  // More suspects than rooms for them: they wait for each other, and all come back.
  await until(() => /left alone for 60 s/.test(bad.summary().status_reason ?? ''));
  await until(() => good.every(({ status }) => status === 'active'));
  expect(bad.status).toBe('error');
  const signal = AbortSignal.timeout(20_000);
  for (const app of good)
    expect(await app.plan('x', {}, signal)).toEqual({ reversibility: 'reversible_read', targets: [app.appId] });
  await expect(bad.plan('x', {}, signal)).rejects.toMatchObject({ code: 'probe_failed' });
  expect(await bad.invoke('x', {}, 1000, signal)).toMatchObject({ ok: false, dispatched: false, reason: 'gone' });
  expect(lines.join('')).toMatch(/did not answer for 1 s/);
});

test('the first application is read in the room that is there already, the second in another', async () => {
  const { rooms, lines } = setUp(2);
  const opened = (): number => lines.join('').split('a room is open').length - 1;
  await until(() => opened() === 1);
  const first = rooms.track(process_(10, 'a'), undefined);
  await until(() => first.status === 'active');
  expect(opened()).toBe(1);
  const second = rooms.track({ ...process_(11, 'b'), executable: '/usr/bin/other' }, undefined);
  await until(() => second.status === 'active');
  expect(opened()).toBe(2);
});

test('an error keeps its code on the way out of a room', async () => {
  const { rooms } = setUp();
  const app = rooms.track(process_(10, 'a'), undefined);
  await until(() => app.status === 'active');
  await expect(app.fresh(AbortSignal.timeout(20_000))).rejects.toMatchObject({ code: 'unknown_action' });
  app.detach('process_exited');
  expect(app.summary()).toMatchObject({ probe_status: 'detached', has_state: false });
  await app.leave();
});

test('what crosses is what changed, and nothing when nothing did', () => {
  const captures = createCaptures({ limit: 8 });
  const sent: Captured[] = [];
  const receive = createInbox(captures);
  const outbox = createOutbox((captured) => {
    sent.push(structuredClone(captured) as Captured);
    receive(structuredClone(captured));
  });
  const actions = { go: {} } as unknown as SubstrateState['actions'];
  const state = (id: string, objects: Objects): SubstrateState =>
    ({ capture_id: id, context: {}, objects, actions, probe_metadata: {} }) as unknown as SubstrateState;
  const first = { a: 1, b: 2, c: 3 };
  outbox.add(state('1', first), { z: 0 });
  outbox.add(state('2', first), { z: 0 });
  expect(sent[1]).toMatchObject({ objects: undefined, overflow: { values: [] } });
  expect(sent[1]).not.toHaveProperty('actions');
  outbox.add(state('3', { a: 1, b: 5, c: 3 }));
  expect(sent[2]?.objects).toEqual({ values: [['b', 5]] });
  expect(captures.latest).toMatchObject({ state: { capture_id: '3', objects: { a: 1, b: 5, c: 3 }, actions }, overflow: {} });
  expect(captures.since('2')).toMatchObject({ changed: [{ path: 'b', before: 2, after: 5 }], added: [], removed: [] });
  // The order of keys is that of their worth.
  outbox.add(state('4', { c: 3, a: 1, b: 5 }));
  expect(sent[3]?.objects).toEqual({ whole: { c: 3, a: 1, b: 5 } });
  outbox.add(state('5', { c: 3 }));
  expect(captures.latest?.state.objects).toEqual({ c: 3 });
  expect(captures.has('1') && captures.has('5')).toBe(true);
});

test('a state that is large crosses in parts, and is the same state in the same order', () => {
  const captures = createCaptures({ limit: 8 });
  const receive = createInbox(captures);
  let longest = 0;
  let held: string | undefined;
  const outbox = createOutbox((piece) => {
    longest = Math.max(longest, JSON.stringify(piece, (_, value) => (value instanceof Map ? [...value] : value)).length);
    receive(structuredClone(piece));
    held = captures.latest?.state.capture_id;
  });
  const many = (name: string, count: number): Objects =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}[${at}].title`, `Title ${at}`]));
  const extents = (size: number) =>
    new Map(Array.from({ length: 1700 }, (_, at) => [`lists[${at}]`, { kind: 'list' as const, size }]));
  const state = (id: string, objects: Objects): SubstrateState =>
    ({ capture_id: id, context: {}, objects, actions: {}, probe_metadata: {} }) as unknown as SubstrateState;
  const objects = many('books', 2000);
  outbox.add(state('1', objects), many('shelves', 8001), extents(3));
  expect(held).toBe('1');
  expect(longest).toBeLessThan(30_000);
  expect(Object.entries(captures.latest?.state.objects ?? {})).toEqual(Object.entries(objects));
  expect(captures.latest?.overflow).toEqual(many('shelves', 8001));
  expect(captures.latest?.extents).toEqual(extents(3));
  // What was not sent again is as it was; what is another is the other alone.
  outbox.add(state('2', objects), many('shelves', 8001), extents(3));
  expect(captures.latest?.extents).toEqual(extents(3));
  outbox.add(state('3', many('chairs', 700)), {}, extents(4));
  expect(captures.latest).toMatchObject({ state: { objects: many('chairs', 700) }, overflow: {} });
  expect(captures.latest?.extents).toEqual(extents(4));
});
