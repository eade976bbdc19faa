import { serve } from '@substrate/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedApplication } from '../../server/test/scripted-application.js';
import { makeKey, openWorld, type World, type WorldOptions } from '../../server/test/world.js';
import { type AppEvent, type Client, createClient, type WatchEvent } from '../src/index.js';

/** The client against the real server on a real socket; only the applications are scripted. */
let world: World;
let client: Client;

const open = async (options: WorldOptions = {}): Promise<void> => {
  world = await openWorld('over a socket', options);
  client = createClient({ url: world.serving?.url ?? '', key: world.key });
};
beforeEach(() => open());
afterEach(() => world[Symbol.asyncDispose]());

const next = async <T>(events: AsyncGenerator<T, void, void>): Promise<T> => (await events.next()).value as T;

describe('endpoints', () => {
  it('are all there', async () => {
    expect(await client.health()).toMatchObject({ status: 'ok', auth_enabled: true });
    expect((await client.apps()).apps[0]?.app_id).toBe('shop');
    const state = await client.state(101);
    expect((await client.schema(101)).actions).toHaveProperty('add_item');
    world.shop.set({ ...state.objects, 'cart.total_items': 4 });
    expect((await client.diff(101, state.capture_id)).changed).toEqual([{ path: 'cart.total_items', before: 3, after: 4 }]);
    expect((await client.verify({ pid: 101, expression: 'cart.total_items === 4' })).passed).toBe(true);
    const lesson = {
      capture_id: state.capture_id,
      schema_version: '1.0.0',
      corrections: [{ observed_key: 'user.note', correct_label: 'user.memo', correct_type: 'string' as const }],
    };
    expect(await client.learn(101, lesson)).toMatchObject({ accepted: 1 });
    expect(await client.action({ app_id: 'shop', action: 'add_item', parameters: { name: 'Cup' } })).toMatchObject({
      success: true,
      executed: true,
    });
    expect(await client.openapi()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  it('read parts of a state, fresh ones, and only changed ones', async () => {
    expect(Object.keys((await client.state(101, { prefix: ['cart', 'user.name'] })).objects)).toEqual([
      'cart.total_items',
      'cart.items[0].name',
      'user.name',
    ]);
    expect((await client.state(101, { keys: ['user.vip'], fresh: true })).objects).toEqual({ 'user.vip': true });
    expect(world.shop.log.cycles).toBe(1);
    const whole = await client.stateIfChanged(101);
    expect(await client.stateIfChanged(101, whole?.etag)).toBeUndefined();
    world.shop.set({ a: 1 });
    expect((await client.stateIfChanged(101, whole?.etag))?.state.objects).toEqual({ a: 1 });
  });
});

describe('narrow reads', () => {
  it('leave out what was not asked for, in the types too', async () => {
    const state = await client.state('shop', { include: ['objects', 'metadata'], limit: 2 });
    expect([Object.keys(state.objects), state.probe_metadata.filtered_object_count]).toEqual([
      ['cart.total_items', 'cart.items[0].name'],
      2,
    ]);
    expect(state).not.toHaveProperty('actions');
    // @ts-expect-error: not asked for
    expect(state.actions).toBeUndefined();
    expect(Object.keys((await client.state(101, { include: ['objects'], maxBytes: 30 })).objects)).toHaveLength(1);
  });

  it('page through a list', async () => {
    world.shop.set({ 'orders[0].id': 'a', 'orders[1].id': 'b', 'orders[2].id': 'c' });
    const { objects } = await client.state('shop', { prefix: 'orders', from: 1, limit: 1 });
    expect(objects).toEqual({ 'orders[1].id': 'b' });
  });

  it('outline and search, by pid and by name', async () => {
    for (const target of [101, 'shop']) {
      const { outline, probe_metadata } = await client.outline(target, { prefix: 'user', maxBytes: 500 });
      expect(outline.map(({ path }) => path)).toEqual(['user.name', 'user.vip', 'user.note']);
      expect(probe_metadata.total_object_count).toBe(5);
      expect((await client.search(target, 'cartTotal')).results[0]?.key).toBe('cart.total_items');
      expect((await client.search(target, 'item', { kind: 'actions', limit: 1 })).results[0]?.action).toBe('add_item');
    }
    expect((await client.app('shop').outline()).outline).toHaveLength(5);
    expect((await client.app('shop').search('vip')).total).toBe(1);
    await expect(client.search('nobody', 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reply: delta leaves out the state after an action', async () => {
    const answer = await client.action({ app_id: 'shop', action: 'look', parameters: {}, reply: 'delta' });
    expect([answer.success, answer.updated_state]).toEqual([true, null]);
  });

  it('watch a part, with values, from a snapshot, by name', async () => {
    const control = new AbortController();
    const events = client.watch('shop', { prefix: 'user', values: true, snapshot: true, signal: control.signal });
    expect(await next(events)).toMatchObject({
      type: 'change',
      sequence: 1,
      values: { 'user.name': 'Ada', 'user.vip': true, 'user.note': null },
    });
    world.shop.set({ ...world.shop.script.objects, 'cart.total_items': 9 });
    world.shop.set({ ...world.shop.script.objects, 'user.name': 'Bob' });
    expect(await next(events)).toMatchObject({ type: 'change', sequence: 2, values: { 'user.name': 'Bob' }, removed_keys: [] });
    control.abort();
    const part = client.watch(101, { keys: ['user.vip'] });
    expect(await next(part)).toMatchObject({ type: 'state', state: { objects: { 'user.vip': true } } });
    await part.return();
  });
});

describe('errors', () => {
  it('are one class with everything that the service said', async () => {
    await expect(client.state(9)).rejects.toMatchObject({
      name: 'SubstrateClientError',
      code: 'not_found',
      status: 404,
      requestId: expect.any(String),
    });
    await expect(createClient({ url: world.serving?.url ?? '' }).apps()).rejects.toMatchObject({
      code: 'missing_key',
      status: 401,
    });
    await expect(client.action({ pid: 101, action: 'add_item', parameters: {} })).rejects.toMatchObject({
      code: 'invalid_parameters',
      executed: false,
      details: [{ path: expect.any(String), message: expect.any(String) }],
      action: undefined,
    });
  });

  it('of what a key may not do say so; a key with all scopes gets a ticket', async () => {
    expect(await client.ticket()).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), expires_at: expect.any(String) });
    const key = await makeKey({ scopes: ['read'] });
    const reader = createClient({ url: world.serving?.url ?? '', key });
    const ready = async (): Promise<boolean> => (await reader.apps().catch(() => undefined)) !== undefined;
    while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(reader.ticket()).rejects.toMatchObject({ code: 'forbidden_scope', status: 403 });
    await expect(reader.action({ pid: 101, action: 'look', parameters: {} })).rejects.toMatchObject({
      code: 'forbidden_scope',
      executed: false,
    });
  });

  it('of an action that ran have its response', async () => {
    const failed = client.action({
      pid: 101,
      action: 'look',
      parameters: {},
      verify_expression: 'user.vip === false',
      verify_timeout_ms: 100,
    });
    await expect(failed).rejects.toMatchObject({
      code: 'verification_failed',
      status: 422,
      executed: true,
      action: { success: false, verification: { passed: false } },
    });
  });

  it('of too many requests are waited out', async () => {
    await world[Symbol.asyncDispose]();
    await open({ limits: { statePerSecond: 5 } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.apps()));
    expect(answers).toHaveLength(8);
    const impatient = createClient({ url: world.serving?.url ?? '', key: world.secondKey, retry: false });
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => impatient.apps()));
    expect(all.filter((one) => one.status === 'rejected').map((one) => one.reason.code)).toContain('rate_limited');
  });
});

describe('waitFor', () => {
  it('resolves when the expression comes true, by pid or by app_id', async () => {
    expect((await client.waitFor(101, 'user.vip')).passed).toBe(true);
    world.shop.script.onCycle = () => {
      world.shop.script.objects = { 'cart.total_items': world.shop.log.cycles };
    };
    expect((await client.waitFor('shop', 'cart.total_items >= 2', { timeoutMs: 20_000 })).computed_value).toBe(true);
  });

  it('throws when it does not, with the reason', async () => {
    await expect(client.waitFor(101, 'cart.total_items > 5', { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'wait_timeout',
      message: expect.stringContaining('cart.total_items is 3, expected > 5'),
    });
    await expect(client.waitFor(101, 'a b')).rejects.toMatchObject({ code: 'invalid_expression' });
  });
});

describe('watch', () => {
  it('tells changes until the process exits', async () => {
    const events = client.watch(101);
    expect(await next<WatchEvent>(events)).toMatchObject({ type: 'state', reason: 'start' });
    const captureId = world.shop.set({ 'cart.total_items': 9 });
    expect(await next<WatchEvent>(events)).toMatchObject({
      type: 'change',
      capture_id: captureId,
      sequence: 1,
      changed_keys: expect.arrayContaining(['cart.total_items']),
    });
    world.shop.captures.close('process_exited');
    expect((await events.next()).done).toBe(true);
  });

  it.each([
    ['not_found', 9, undefined],
    ['invalid_key', 101, 'sk_substrate_wrong'],
  ] as const)('throws %s', async (code, pid, key) => {
    const other = createClient({ url: world.serving?.url ?? '', key: key ?? world.key });
    await expect(other.watch(pid).next()).rejects.toMatchObject({ code });
  });

  it('comes back when the daemon does', async () => {
    const events = client.watch(101, { reconnect: { startMs: 20, capMs: 100 } });
    expect(await next<WatchEvent>(events)).toMatchObject({ reason: 'start' });
    const again = next<WatchEvent>(events);
    const port = world.serving?.port ?? 0;
    await world.serving?.[Symbol.asyncDispose]();
    await using _second = await serve(world.app, { host: '127.0.0.1', port });
    expect(await again).toMatchObject({ type: 'state', reason: 'reconnect' });
    const captureId = world.shop.set({ a: 1 });
    expect(await next<WatchEvent>(events)).toMatchObject({ type: 'change', capture_id: captureId });
    await events.return();
  });

  it('takes big messages', async () => {
    const events = client.watch(101);
    await next<WatchEvent>(events);
    const objects = Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`list[${i}].name_of_something`, i]));
    world.shop.set(objects);
    const event = await next<WatchEvent>(events);
    expect(event.type === 'change' && event.changed_keys.length).toBeGreaterThanOrEqual(6000);
    await events.return();
  });
});

describe('app', () => {
  it('follows the application to its next process', async () => {
    const shop = client.app('shop');
    expect(await shop.pid()).toBe(101);
    expect((await shop.state()).pid).toBe(101);
    const successor = createScriptedApplication({ pid: 202 });
    world.restart(world.shop, successor);
    setTimeout(() => successor.poll(), 300);
    expect((await shop.state()).pid).toBe(202);
    expect(await shop.action('look')).toMatchObject({ success: true });
    expect((await shop.verify('user.vip')).passed && (await shop.waitFor('user.vip')).passed).toBe(true);
    expect((await shop.schema()).pid).toBe(202);
    const since = (await shop.state()).capture_id;
    expect((await shop.diff(since)).changed).toEqual([]);
  });

  it('says when no such application runs', async () => {
    await expect(client.app('nothing', { waitMs: 0 }).state()).rejects.toMatchObject({ code: 'pid_not_found' });
  });

  it('watches through a restart', async () => {
    const events = client.app('shop').watch();
    expect(await next<AppEvent>(events)).toEqual({ type: 'started', pid: 101 });
    expect(await next<AppEvent>(events)).toMatchObject({ type: 'state', state: { pid: 101 } });
    const successor = createScriptedApplication({ pid: 202 });
    successor.poll();
    world.restart(world.shop, successor);
    world.shop.captures.close('process_exited');
    expect(await next<AppEvent>(events)).toEqual({ type: 'exited', pid: 101 });
    expect(await next<AppEvent>(events)).toEqual({ type: 'started', pid: 202 });
    expect(await next<AppEvent>(events)).toMatchObject({ type: 'state', state: { pid: 202 } });
    await events.return();
  });
});
