import {
  actionResponseSchema,
  type Demand,
  type Primitive,
  type Supply,
  substrateStateSchema,
  verifyResponseSchema,
} from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { openWorld, transports, type World } from './world.js';

const v1 = '/substrate/v1';
const total = 1500;

const orders = (from: number, to: number): Record<string, Primitive> => {
  const made: Record<string, Primitive> = {};
  for (let i = from; i < to; i++)
    Object.assign(made, { [`orders[${i}].id`]: i + 1, [`orders[${i}].status`]: i % 7 === 0 ? 'open' : 'paid' });
  return made;
};

/** The application holds all orders, the snapshot 200 of them. */
const holdsAll = (demands: readonly Demand[]): Partial<Supply> => {
  const [{ path, from = 0, to = total } = { path: '' }] = demands;
  if (!path.startsWith('orders')) return {};
  const one = /^orders\[(\d+)\]/.exec(path);
  const [first, last] = one ? [Number(one[1]), Number(one[1]) + 1] : [from, Math.min(to, total, from + 1000)];
  return {
    met: one || last === Math.min(to, total) ? [...demands] : [{ path, from: first, to: last }],
    objects: { ...orders(first, last), ...(one ? {} : { 'orders.count': total }) },
    extents: one ? new Map() : new Map([['orders', { kind: 'list' as const, size: total, read: [[first, last]] as const }]]),
  };
};

const cut = (world: World): void => {
  Object.assign(world.shop.script, {
    objects: { ...orders(0, 50), 'orders.count': total, 'done.count': 0 },
    overflow: orders(50, 200),
    extents: new Map([
      ['orders', { kind: 'list', size: total, read: [[0, 200]] }],
      ['done', { kind: 'list', size: 0 }],
    ]),
    onSupply: holdsAll,
  });
  world.shop.poll();
};

const verify = async (world: World, expression: string) =>
  (await world.post(`${v1}/verify`, { pid: 101, expression, timeout_ms: 100 })).as(verifyResponseSchema);

describe.each(transports)('decisions §10: an expression never takes what was not read for absent, %s', (transport) => {
  it.each([
    ['orders.every(o => o.id <= 200)', false],
    ['!orders.some(o => o.id === 1000)', false],
    ['orders.some(o => o.id === 1000)', true],
    ['orders.filter(o => o.status === "open").length === 215', true],
    ['orders[700].status === "open"', true],
    ['orders.length === orders.count && orders.length === 1500', true],
    ['done.length === 0 && done.length === done.count', true],
  ])('%s is %s', async (expression, passed) => {
    await using world = await openWorld(transport);
    cut(world);
    expect(await verify(world, expression)).toMatchObject({ passed, computed_value: passed });
  });

  it('does not pass where it can not be read, and says what', async () => {
    await using world = await openWorld(transport);
    cut(world);
    world.shop.script.onSupply = () => ({});
    expect(await verify(world, 'orders.every(o => o.id > 0)')).toMatchObject({
      passed: false,
      computed_value: null,
      explanation: expect.stringContaining('orders[200] to orders[1499] were not read'),
    });
  });

  it('reads nothing where what was read decides', async () => {
    await using world = await openWorld(transport);
    cut(world);
    expect((await verify(world, 'orders.some(o => o.id === 150)')).passed).toBe(true);
    expect(world.shop.log.demands).toEqual([]);
  });

  it('holds for the verification of an action', async () => {
    await using world = await openWorld(transport);
    cut(world);
    const act = (verify_expression: string) =>
      world.post(`${v1}/action`, {
        pid: 101,
        action: 'add_item',
        parameters: { name: 'Tea' },
        verify_expression,
        verify_timeout_ms: 100,
      });
    const seen = await act('orders.some(o => o.id === 1000)');
    expect([seen.status, seen.as(actionResponseSchema).verification?.passed]).toEqual([200, true]);
    expect((await act('!orders.some(o => o.id === 1000)')).status).toBe(422);
  });
});

describe.each(transports)('decisions §10: keys and prefix reach what was not read, %s', (transport) => {
  const read = async (world: World, query: string) => (await world.get(`${v1}/state/101?${query}`)).as(substrateStateSchema);

  it('a key that no capture told', async () => {
    await using world = await openWorld(transport);
    cut(world);
    expect((await read(world, 'keys=orders[700].status')).objects).toEqual({ 'orders[700].status': 'open' });
    expect((await read(world, 'keys=orders[7].status')).objects).toEqual({ 'orders[7].status': 'open' });
    expect(world.shop.log.demands).toEqual([{ path: 'orders[700].status' }]);
  });

  it('pages through a list', async () => {
    await using world = await openWorld(transport);
    cut(world);
    const page = await read(world, 'prefix=orders&from=200&limit=100');
    expect(page.objects).toEqual({ ...orders(200, 300), 'orders.count': total });
    expect(page.probe_metadata).toMatchObject({
      filtered_object_count: 201,
      truncated: [{ path: 'orders', shown: 100, total, reason: 'list' }],
    });
    expect(Object.keys((await read(world, 'prefix=orders&from=1490')).objects)).toHaveLength(21);
    world.shop.log.demands.length = 0;
    expect((await read(world, 'prefix=orders&from=10&limit=5')).objects).toEqual({ ...orders(10, 15), 'orders.count': total });
    expect(world.shop.log.demands).toEqual([]);
  });

  it('a whole list, as far as one request goes, and says what is left', async () => {
    await using world = await openWorld(transport);
    cut(world);
    const { objects, probe_metadata } = await read(world, 'prefix=orders');
    expect(Object.keys(objects)).toHaveLength(2001);
    expect(probe_metadata.truncated).toEqual([{ path: 'orders', shown: 1000, total, reason: 'list' }]);
  });

  it('what was read whole is not read again', async () => {
    await using world = await openWorld(transport);
    cut(world);
    expect((await read(world, 'prefix=done')).objects).toEqual({ 'done.count': 0 });
    expect((await read(world, 'prefix=nobody')).objects).toEqual({});
    expect(world.shop.log.demands).toEqual([]);
  });

  it.each(['from=1', 'from=1&prefix=a&prefix=b', 'from=1&prefix=a&keys=b', 'prefix=a&from=x', 'prefix=a&from=-1'])(
    '%s is invalid_request',
    async (query) => {
      await using world = await openWorld(transport);
      expect((await world.get(`${v1}/state/101?${query}`)).error.code).toBe('invalid_request');
    },
  );
});
