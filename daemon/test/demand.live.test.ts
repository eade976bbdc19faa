import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { VerifyResponse } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, startPage } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until } from './support.js';

/** A page that holds 1,500 orders, asks its server what to do, and does not answer anybody while it is told to be busy. */
const page = (
  name: string,
) => `<!doctype html><title>Today</title><main><h1>Welcome</h1><p id="note">Open all day</p></main><script>
var ${name} = { orders: Array.from({ length: 1500 }, (_, i) => ({ id: i + 1, status: i % 7 ? 'paid' : 'open' })), customer: { name: 'Ada', city: 'London' }, done: [] };
setInterval(async () => {
  const told = await (await fetch('/told')).text();
  if (told === 'busy') for (const end = Date.now() + 7000; Date.now() < end; );
  else if (told) location.href = told;
}, 200);
</script>`;

const workshop = createWorkshop();
let told = '';
const serve = (name: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url !== '/told') return void response.end(page(name));
      response.end(told);
      told = '';
    }).listen(0, '127.0.0.1', () => resolve(server));
  });
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

describe.runIf(requireRuntime('v8', missing.v8))('a page with more in it than is served', () => {
  let servers: Server[];
  let daemon: RunningDaemon;
  let pid: number;
  beforeAll(async () => {
    servers = [await serve('shop'), await serve('bakery')];
    startPage(workshop, urlOf(servers[0] as Server));
    daemon = await workshop.daemon({});
    const app = await until(
      async () => (await daemon.apps()).find(({ probe_status, object_count }) => probe_status === 'active' && object_count > 20),
      'the page to be read',
      90_000,
    );
    pid = app.pid;
    await until(async () => (await daemon.state(pid)).objects['shop.orders.count'] === 1500, 'the orders');
  }, 180_000);
  afterAll(async () => {
    await workshop[Symbol.asyncDispose]();
    for (const server of servers ?? []) server.close();
  });

  const verify = async (expression: string): Promise<VerifyResponse> =>
    (await daemon.post('/verify', { pid, expression, timeout_ms: 3000 })).body as unknown as VerifyResponse;

  test('says what was cut', async () => {
    const { probe_metadata, objects } = await daemon.state(pid);
    const served = new Set(Object.keys(objects).flatMap((key) => /^shop\.orders\[\d+\]/.exec(key) ?? []));
    expect(probe_metadata.truncated).toContainEqual({ path: 'shop.orders', shown: served.size, total: 1500, reason: 'list' });
  });

  test.each([
    ['shop.orders.every(o => o.id <= 200)', false],
    ['!shop.orders.some(o => o.id === 1000)', false],
    ['shop.orders.some(o => o.id === 1000)', true],
    ['shop.orders.filter(o => o.status === "open").length === 215', true],
    ['shop.orders[700].status === "open" && shop.orders.at(-1).id === 1500', true],
    ['shop.orders.length === 1500 && shop.orders.length === shop.orders.count', true],
    ['shop.done.length === 0', true],
  ])('%s is %s', async (expression, passed) => {
    expect(await verify(expression)).toMatchObject({ passed, computed_value: passed });
  });

  test('every key is within reach, and lists can be paged through', async () => {
    expect((await daemon.state(pid, '?keys=shop.orders[700].status')).objects).toEqual({ 'shop.orders[700].status': 'open' });
    const { objects, probe_metadata } = await daemon.state(pid, '?prefix=shop.orders&from=1000&limit=50');
    expect(Object.keys(objects)).toHaveLength(101);
    expect(objects['shop.orders[1049].id']).toBe(1050);
    expect(probe_metadata.truncated).toContainEqual({ path: 'shop.orders', shown: 50, total: 1500, reason: 'list' });
  });

  test('keeps its state while it does not answer, and says that it is old', async () => {
    const before = await daemon.state(pid);
    expect(before.probe_metadata.stale).toEqual([]);
    told = 'busy';
    const silent = await until(async () => {
      const state = await daemon.state(pid);
      return state.probe_metadata.stale.length > 0 && state;
    }, 'the silence');
    expect(silent.objects).toEqual(before.objects);
    expect(Object.keys(silent.actions).sort()).toEqual(Object.keys(before.actions).sort());
    expect(silent.probe_metadata.stale).toContain('shop');
    expect(silent.confidence).toBeLessThan(before.confidence);
    expect((await daemon.app(pid))?.probe_status).toBe('active');
    await until(async () => (await daemon.state(pid)).probe_metadata.stale.length === 0, 'its answer');
  });

  test('has a schema of its site alone', async () => {
    const { schema_version } = await daemon.state(pid);
    told = urlOf(servers[1] as Server);
    await until(async () => (await daemon.state(pid)).objects['bakery.orders.count'] === 1500, 'the other site');
    expect(Object.keys((await daemon.state(pid)).objects).filter((key) => key.startsWith('shop'))).toEqual([]);
    told = urlOf(servers[0] as Server);
    await until(async () => (await daemon.state(pid)).objects['shop.orders.count'] === 1500, 'the first site again');
    expect((await daemon.state(pid)).schema_version).toBe(schema_version);
    const sites = () => readdirSync(path.join(daemon.home, 'schemas')).filter((name) => name.includes('@http_127.0.0.1_'));
    await until(() => sites().length === 2, 'a schema for each site');
  });
});
