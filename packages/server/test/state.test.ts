import { SubstrateError, substrateStateSchema } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { action } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';

describe.each(transports)('§4.3 GET /state, %s', (transport) => {
  it('is the SubstrateState, flat, with no wrapper envelope', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/state/101`);
    expect(reply.as(substrateStateSchema)).toEqual(world.shop.captures.latest?.state);
    expect(reply.json).toMatchObject({ objects: world.shop.script.objects, context: world.shop.script.context });
  });

  it('fresh=false returns the latest cached snapshot and runs no cycle', async () => {
    await using world = await openWorld(transport);
    const id = world.shop.poll();
    for (const query of ['', '?fresh=false'])
      expect((await world.get(`${v1}/state/101${query}`)).json).toMatchObject({ capture_id: id });
    expect(world.shop.log.cycles).toBe(0);
  });

  it('fresh=true forces a new probe cycle first', async () => {
    await using world = await openWorld(transport);
    world.shop.script.objects = { a: 'new' };
    expect((await world.get(`${v1}/state/101?fresh=true`)).json).toMatchObject({ objects: { a: 'new' } });
    expect(world.shop.log.cycles).toBe(1);
  });

  it.each(['', '1', 'TRUE', 'yes'])('fresh=%s is invalid_request', async (fresh) => {
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/state/101?fresh=${fresh}`)).error.details).toEqual([
      { path: 'fresh', message: 'Expected true or false.' },
    ]);
  });

  it('§7: 404 not_found, 503 probe_not_ready with fresh and without', async () => {
    await using world = await openWorld(transport, { cold: true });
    const missing = await world.get(`${v1}/state/9`);
    expect([missing.status, missing.error.code]).toEqual([404, 'not_found']);
    for (const query of ['', '?fresh=true']) {
      const reply = await world.get(`${v1}/state/101${query}`);
      expect([reply.status, reply.error.code]).toEqual([503, 'probe_not_ready']);
    }
  });

  it('decisions §3: a fresh cycle that fails is 503 probe_failed; the cached state is still served', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onCycle = () => {
      throw new SubstrateError('probe_failed', 'The target does not answer.');
    };
    const reply = await world.get(`${v1}/state/101?fresh=true`);
    expect([reply.status, reply.error.code, reply.error.message]).toEqual([503, 'probe_failed', 'The target does not answer.']);
    expect((await world.get(`${v1}/state/101`)).status).toBe(200);
  });

  it('sends bytes that are made once for a snapshot', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/state/101`);
    expect(reply.text).toBe(Buffer.from(world.shop.captures.latest?.bytes ?? []).toString());
  });

  describe('decisions §9: prefix and keys', () => {
    const objects = { 'cart.total': 1, 'cart.items[0].name': 'a', cart_note: 'x', 'user.name': 'b', 'map["a b"].c': 2 };

    it.each([
      ['prefix=cart', ['cart.total', 'cart.items[0].name']],
      ['prefix=cart.items', ['cart.items[0].name']],
      ['prefix=cart.items[0]', ['cart.items[0].name']],
      ['prefix=cart.total', ['cart.total']],
      ['prefix=cart.', ['cart.total', 'cart.items[0].name']],
      ['prefix=cart.items[', ['cart.items[0].name']],
      ['prefix=map%5B%22a%20b%22%5D', ['map["a b"].c']],
      ['prefix=', ['cart.total', 'cart.items[0].name', 'cart_note', 'user.name', 'map["a b"].c', 'beyond.one', 'beyond.two']],
      ['prefix=cart&prefix=user', ['cart.total', 'cart.items[0].name', 'user.name']],
      ['keys=user.name', ['user.name']],
      ['keys=user.name&keys=cart_note&keys=nothing', ['cart_note', 'user.name']],
      ['keys=user.name&prefix=cart.items', ['cart.items[0].name', 'user.name']],
      ['keys=user', []],
      ['prefix=nothing', []],
      ['prefix=beyond', ['beyond.one', 'beyond.two']],
      ['keys=beyond.two', ['beyond.two']],
    ])('%s', async (query, keys) => {
      await using world = await openWorld(transport);
      world.shop.script.overflow = { 'beyond.one': 1, 'beyond.two': 2 };
      world.shop.set(objects);
      const state = (await world.get(`${v1}/state/101?${query}`)).as(substrateStateSchema);
      expect(Object.keys(state.objects)).toEqual(keys);
      expect(state.probe_metadata).toMatchObject({ filtered_object_count: keys.length, total_object_count: 7 });
      expect(state.actions).toEqual(world.shop.script.actions);
    });

    it('total_object_count is always there; filtered_object_count is the number of keys returned', async () => {
      await using world = await openWorld(transport);
      world.shop.set(objects);
      const { probe_metadata } = (await world.get(`${v1}/state/101`)).as(substrateStateSchema);
      expect(probe_metadata).toMatchObject({ filtered_object_count: 5, total_object_count: 5 });
    });

    it('work with fresh=true', async () => {
      await using world = await openWorld(transport);
      world.shop.script.objects = { 'a.b': 1, c: 2 };
      expect((await world.get(`${v1}/state/101?fresh=true&prefix=a`)).json).toMatchObject({ objects: { 'a.b': 1 } });
    });

    it('a part has no ETag and is never 304', async () => {
      await using world = await openWorld(transport);
      const { etag = '' } = (await world.get(`${v1}/state/101`)).headers;
      const part = await world.get(`${v1}/state/101?prefix=user`, { headers: { 'if-none-match': etag } });
      expect([part.status, part.headers.etag]).toEqual([200, undefined]);
    });
  });

  describe('decisions §9: ETag', () => {
    it('is weak, stays while nothing changes, and If-None-Match gets 304 without a body', async () => {
      await using world = await openWorld(transport);
      const first = await world.get(`${v1}/state/101`);
      const etag = first.headers.etag ?? '';
      expect(etag).toMatch(/^W\/"[^"]+"$/);
      world.shop.poll();
      for (const asked of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const reply = await world.get(`${v1}/state/101`, { headers: { 'if-none-match': asked } });
        expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag]);
        expect(reply.headers['x-request-id']).toBeTruthy();
      }
      expect((await world.get(`${v1}/state/101`, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    });

    it.each([
      ['objects', { objects: { a: 1 } }],
      ['actions', { actions: { other: action() } }],
      ['context', { context: { url: null, location: '/other', view: null, window_title: null, window_id: null } }],
    ])('changes when %s change', async (_, change) => {
      await using world = await openWorld(transport);
      const etag = (await world.get(`${v1}/state/101`)).headers.etag ?? '';
      Object.assign(world.shop.script, change);
      world.shop.poll();
      const reply = await world.get(`${v1}/state/101`, { headers: { 'if-none-match': etag } });
      expect([reply.status, reply.headers.etag === etag]).toEqual([200, false]);
    });

    it('with fresh=true the cycle runs first', async () => {
      await using world = await openWorld(transport);
      const etag = (await world.get(`${v1}/state/101`)).headers.etag ?? '';
      const ask = () => world.get(`${v1}/state/101?fresh=true`, { headers: { 'if-none-match': etag } });
      expect((await ask()).status).toBe(304);
      world.shop.script.objects = { a: 2 };
      expect((await ask()).status).toBe(200);
    });
  });
});
