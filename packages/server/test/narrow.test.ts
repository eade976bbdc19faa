import { narrowStateSchema, type OutlineEntry, searchResponseSchema, substrateStateSchema } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { openWorld, transports, type World } from './world.js';

const v1 = '/substrate/v1';
const parts = ['objects', 'actions', 'context', 'probe_metadata'];

describe.each(transports)('decisions §10: narrow reads, %s', (transport) => {
  it.each([
    ['objects', ['objects']],
    ['actions', ['actions']],
    ['context,metadata', ['context', 'probe_metadata']],
    ['objects,actions,context,metadata', parts],
  ])('include=%s', async (include, expected) => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/state/101?include=${include}`);
    const body = reply.as(narrowStateSchema);
    expect(parts.filter((part) => part in body).sort()).toEqual([...expected].sort());
    const { capture_id, app_id, app_name, pid, runtime } = world.shop.captures.latest?.state ?? {};
    expect(body).toMatchObject({ capture_id, app_id, app_name, pid, runtime });
    expect(reply.headers.etag).toBeUndefined();
  });

  it('limit: the first keys in the order served', async () => {
    await using world = await openWorld(transport);
    const body = (await world.get(`${v1}/state/101?limit=2`)).as(substrateStateSchema);
    expect(Object.keys(body.objects)).toEqual(Object.keys(world.shop.script.objects).slice(0, 2));
    expect(body.probe_metadata).toMatchObject({ filtered_object_count: 2, total_object_count: 5 });
    const part = (await world.get(`${v1}/state/101?limit=1&prefix=user`)).as(substrateStateSchema);
    expect(Object.keys(part.objects)).toEqual(['user.name']);
  });

  it('max_bytes: the first keys that fit', async () => {
    await using world = await openWorld(transport);
    for (const most of [1, 20, 25, 60, 80, 1000]) {
      const { objects } = (await world.get(`${v1}/state/101?max_bytes=${most}`)).as(substrateStateSchema);
      const keys = Object.keys(world.shop.script.objects);
      expect(Object.keys(objects)).toEqual(keys.slice(0, Object.keys(objects).length));
      if (most > 1) expect(Buffer.byteLength(JSON.stringify(objects))).toBeLessThanOrEqual(most);
      const next = keys[Object.keys(objects).length];
      if (next === undefined) continue;
      const more = { ...objects, [next]: world.shop.script.objects[next] };
      expect(Buffer.byteLength(JSON.stringify(more))).toBeGreaterThan(most);
    }
  });

  it('outline=true: in place of objects, within max_bytes', async () => {
    await using world = await openWorld(transport);
    world.shop.set(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`orders[${i}].state`, 'open'])));
    const read = async (query: string) => (await world.get(`${v1}/state/101?outline=true${query}`)).as(narrowStateSchema);
    const { objects, outline = [], actions } = await read('');
    expect([objects, actions === undefined]).toEqual([undefined, false]);
    expect(outline).toEqual([expect.objectContaining({ path: 'orders', keys: 900, type: 'array' })] satisfies OutlineEntry[]);
    world.shop.set(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`group_${i % 9}.field_${i}`, i])));
    for (const most of [500, 4096]) {
      const small = await read(`&include=objects${most === 4096 ? '' : `&max_bytes=${most}`}`);
      expect(Buffer.byteLength(JSON.stringify(small.outline))).toBeLessThanOrEqual(most);
      expect(small.outline?.reduce((keys, entry) => keys + entry.keys, 0)).toBe(900);
    }
    expect((await read('&prefix=group_3')).outline?.every(({ path }) => path.startsWith('group_3'))).toBe(true);
  });

  it.each([
    'include=',
    'include=objects,foo',
    'include=objects&include=actions',
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'max_bytes=0',
    'outline=1',
    'depth=2',
  ])('%s is 400 invalid_request', async (query) => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/state/101?${query}`);
    expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
  });

  it('outline=false with nothing else is a whole read', async () => {
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/state/101?outline=false`)).headers.etag).toBeTruthy();
  });
});

describe.each(transports)('decisions §10: GET /search, %s', (transport) => {
  const search = async (world: World, query: string) => (await world.get(`${v1}/search/101?${query}`)).as(searchResponseSchema);

  it('finds keys over objects and overflow, with what they hold', async () => {
    await using world = await openWorld(transport);
    world.shop.script.overflow = { 'debug.cart_total': 9 };
    const id = world.shop.poll();
    expect(await search(world, 'q=totalCart')).toEqual({
      pid: 101,
      app_id: 'shop',
      capture_id: id,
      total: 2,
      results: [
        { key: 'cart.total_items', value: 3, served: true, matched: 'total, cart in the key' },
        { key: 'debug.cart_total', value: 9, served: false, matched: 'total, cart in the key' },
      ],
    });
  });

  it('kind=actions finds actions; limit bounds the results and not the total', async () => {
    await using world = await openWorld(transport);
    expect((await search(world, 'q=item&kind=actions')).results).toEqual([
      {
        action: 'add_item',
        signature: 'fn(name: string, count?: number) -> void',
        reversibility: 'reversible_write',
        matched: 'item in the name',
      },
    ]);
    expect(await search(world, 'q=user&limit=1')).toMatchObject({ total: 3, results: [{ key: 'user.name' }] });
    expect((await search(world, 'q=nothing_of_the_kind')).results).toEqual([]);
  });

  it.each(['', 'q=', 'q=%20%20', 'q=a&kind=foo', 'q=a&limit=0', 'q=a&limit=1001', 'q=a&q=b', 'q=a&depth=1'])(
    '%j is 400 invalid_request',
    async (query) => {
      await using world = await openWorld(transport);
      const reply = await world.get(`${v1}/search/101?${query}`);
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  it('404, 400 and 503 as the other reads, and the read limit', async () => {
    await using world = await openWorld(transport, { cold: true, limits: { statePerSecond: 3 } });
    const codes = [];
    for (const pid of ['9', 'x', '101', '101']) codes.push((await world.get(`${v1}/search/${pid}?q=a`)).error.code);
    expect(codes).toEqual(['not_found', 'invalid_pid', 'probe_not_ready', 'rate_limited']);
  });
});

describe.each(transports)('decisions §10: routes by name, %s', (transport) => {
  it('are the same as the routes by pid', async () => {
    await using world = await openWorld(transport);
    const since = world.shop.captures.latest?.state.capture_id;
    world.shop.set({ ...world.shop.script.objects, 'cart.total_items': 4 });
    for (const [name, query] of [
      ['state', ''],
      ['state', '?prefix=user'],
      ['schema', ''],
      ['search', '?q=cart'],
      ['diff', `?since=${since}`],
    ]) {
      const byPid = await world.get(`${v1}/${name}/101${query}`);
      const byName = await world.get(`${v1}/apps/shop/${name}${query}`);
      expect([byName.status, byName.text]).toEqual([200, byPid.text]);
    }
    const lesson = {
      capture_id: since,
      schema_version: '1.0.0',
      corrections: [{ observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' }],
    };
    expect((await world.post(`${v1}/apps/shop/learn`, lesson)).status).toBe(200);
    expect(world.shop.log.lessons).toHaveLength(1);
  });

  it('an app_id that no process has is 404 not_found; an unknown part is route_not_found', async () => {
    await using world = await openWorld(transport);
    for (const name of ['state', 'schema', 'search?q=a', `diff?since=${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`]) {
      const reply = await world.get(`${v1}/apps/nobody/${name}`);
      expect([reply.status, reply.error.code]).toEqual([404, 'not_found']);
    }
    expect((await world.get(`${v1}/apps/shop/foo`)).error.code).toBe('route_not_found');
    expect((await world.post(`${v1}/apps/shop/state`, {})).error.code).toBe('method_not_allowed');
    expect((await world.get(`${v1}/apps/shop/watch`)).error.code).toBe('upgrade_required');
  });
});

describe.each(transports)('decisions §10: POST /action, %s', (transport) => {
  it.each([
    [undefined, false],
    ['full', false],
    ['delta', true],
  ])('reply %s: updated_state null is %s', async (reply, isNull) => {
    await using world = await openWorld(transport);
    world.shop.script.onInvoke = () => {
      world.shop.script.objects = { ...world.shop.script.objects, 'cart.total_items': 4 };
      return { ok: true, value: null };
    };
    const answer = await world.act({ pid: 101, action: 'add_item', parameters: { name: 'Milk' }, ...(reply && { reply }) });
    expect(answer.json).toMatchObject({ success: true, state_delta: { 'cart.total_items': { before: 3, after: 4 } } });
    expect((answer.json as { updated_state: unknown }).updated_state === null).toBe(isNull);
  });

  it.each([{ parameters: [] }, { parameters: {}, reply: 'short' }])(
    '%j is 400 invalid_request, and nothing runs',
    async (over) => {
      await using world = await openWorld(transport);
      const answer = await world.act({ pid: 101, action: 'look', ...over });
      expect([answer.status, answer.error.code]).toEqual([400, 'invalid_request']);
      expect(answer.json).toMatchObject({ executed: false });
      expect(world.shop.log.invocations).toEqual([]);
    },
  );
});

describe('counts', () => {
  it('raw_object_count is never below what is told', async () => {
    await using world = await openWorld('in process');
    world.shop.script.overflow = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`beyond.f${i}`, i]));
    world.shop.poll();
    for (const query of ['', '?prefix=', '?limit=1']) {
      const { probe_metadata } = (await world.get(`${v1}/state/101${query}`)).as(substrateStateSchema);
      expect(probe_metadata.raw_object_count).toBeGreaterThanOrEqual(probe_metadata.filtered_object_count);
      expect(probe_metadata.raw_object_count).toBeGreaterThanOrEqual(probe_metadata.total_object_count);
    }
  });
});
