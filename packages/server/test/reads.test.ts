import { readFile } from 'node:fs/promises';
import {
  appsResponseSchema,
  costsResponseSchema,
  diffResponseSchema,
  healthSchema,
  schemaResponseSchema,
  timelineResponseSchema,
  whyResponseSchema,
} from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';
const nobody = '0199a8f0-1c3c-7000-8000-000000000001';

describe.each(transports)('reads from memory, %s', (transport) => {
  describe('§4.1 GET /health', () => {
    it('has status, version, uptime_secs, tracked_processes and auth_enabled', async () => {
      await using world = await openWorld(transport);
      const health = (await world.get('/health', { key: null })).as(healthSchema);
      expect(health).toEqual({
        status: 'ok',
        version: '1.2.3',
        uptime_secs: expect.any(Number),
        tracked_processes: 1,
        auth_enabled: true,
      });
    });

    it('does not check individual probes', async () => {
      await using world = await openWorld(transport);
      world.shop.script.status = 'error';
      expect((await world.get('/health')).json).toMatchObject({ status: 'ok' });
      expect(world.shop.log.cycles).toBe(0);
    });

    it('decisions §2: GET /substrate/v1/health has the same body, with a key', async () => {
      await using world = await openWorld(transport);
      const [plain, keyed] = [await world.get('/health'), await world.get(`${v1}/health`)];
      expect(keyed.json).toEqual(plain.json);
    });
  });

  describe('§4.2 GET /apps', () => {
    it('has total and the summaries, and never triggers a probe', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other', status: 'cold_probe' });
      await using world = await openWorld(transport, { others: [other] });
      const { total, apps } = (await world.get(`${v1}/apps`)).as(appsResponseSchema);
      expect([total, apps.map(({ pid, has_state, last_captured_at }) => [pid, has_state, last_captured_at !== null])]).toEqual([
        2,
        [
          [101, true, true],
          [102, false, false],
        ],
      ]);
      expect(world.shop.log.cycles + other.log.cycles).toBe(0);
    });

    it('decisions §5: a summary has status_reason and started_at', async () => {
      await using world = await openWorld(transport);
      Object.assign(world.shop.script, { status: 'error', statusReason: 'Start it with --inspect.' });
      expect((await world.get(`${v1}/apps`)).json).toMatchObject({
        apps: [{ status_reason: 'Start it with --inspect.', started_at: '2026-01-01T00:00:00.000Z' }],
      });
    });
  });

  describe('§4.4 GET /schema', () => {
    it('has the actions with parameters, without objects and probe metadata', async () => {
      await using world = await openWorld(transport);
      const reply = await world.get(`${v1}/schema/101`);
      const { actions } = reply.as(schemaResponseSchema);
      expect(reply.json).toEqual({
        pid: 101,
        app_id: 'shop',
        app_name: 'The Shop',
        schema_version: '1.0.0',
        actions: world.shop.script.actions,
      });
      expect(actions.add_item?.parameters).toHaveLength(2);
    });

    it('§2.3: is the same map as the one of the state endpoint', async () => {
      await using world = await openWorld(transport);
      const [schema, state] = [await world.get(`${v1}/schema/101`), await world.get(`${v1}/state/101`)];
      expect((schema.json as { actions: object }).actions).toEqual((state.json as { actions: object }).actions);
    });

    it('decisions §3: not_found and probe_not_ready', async () => {
      await using world = await openWorld(transport, { cold: true });
      expect((await world.get(`${v1}/schema/9`)).error.code).toBe('not_found');
      const reply = await world.get(`${v1}/schema/101`);
      expect([reply.status, reply.error.code]).toEqual([503, 'probe_not_ready']);
    });
  });

  it('decisions §9: GET openapi.json is the committed document', async () => {
    await using world = await openWorld(transport);
    const committed = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    expect((await world.get(`${v1}/openapi.json`, { key: null })).json).toEqual(committed);
  });

  describe('§4.7 GET /diff', () => {
    it('is computed between since and the most recent capture', async () => {
      await using world = await openWorld(transport);
      const first = world.shop.set({ a: 1, b: 2, c: 3 });
      const last = world.shop.set({ a: 1, b: 20, d: null });
      const reply = await world.get(`${v1}/diff/101?since=${first}`);
      expect(reply.as(diffResponseSchema)).toEqual({
        pid: 101,
        app_id: 'shop',
        capture_id: last,
        prev_capture_id: first,
        changed: [{ path: 'b', before: 2, after: 20 }],
        added: [{ path: 'd', value: null }],
        removed: [{ path: 'c', value: 3 }],
      });
    });

    it('with until: between any two captures that are held, whichever was first', async () => {
      await using world = await openWorld(transport);
      const ids = [world.shop.set({ a: 1, b: 1 }), world.shop.set({ a: 2, b: 1 }), world.shop.set({ a: 3, c: 1 })];
      const between = async (since: number, until: number) =>
        (await world.get(`${v1}/diff/101?since=${ids[since]}&until=${ids[until]}`)).as(diffResponseSchema);
      expect(await between(0, 1)).toMatchObject({
        capture_id: ids[1],
        prev_capture_id: ids[0],
        changed: [{ path: 'a', before: 1, after: 2 }],
        added: [],
        removed: [],
      });
      expect(await between(2, 1)).toMatchObject({
        changed: [{ path: 'a', before: 3, after: 2 }],
        added: [{ path: 'b', value: 1 }],
        removed: [{ path: 'c', value: 1 }],
      });
      expect(await between(1, 1)).toMatchObject({ changed: [], added: [], removed: [] });
      expect((await world.get(`${v1}/diff/101?since=${ids[0]}&until=${nobody}`)).error.code).toBe('capture_not_found');
      expect((await world.get(`${v1}/diff/101?since=${ids[0]}&until=abc`)).error.code).toBe('invalid_request');
    });

    it('if nothing changed all three arrays are empty', async () => {
      await using world = await openWorld(transport);
      const first = world.shop.poll();
      const last = world.shop.poll();
      for (const since of [first, last]) {
        expect((await world.get(`${v1}/diff/101?since=${since}`)).json).toMatchObject({
          capture_id: last,
          changed: [],
          added: [],
          removed: [],
        });
      }
    });

    it('leaves out what changed and changed back', async () => {
      await using world = await openWorld(transport);
      const first = world.shop.set({ a: 1, b: 1 });
      world.shop.set({ a: 2 });
      world.shop.set({ a: 1, b: 1 });
      expect((await world.get(`${v1}/diff/101?since=${first}`)).json).toMatchObject({ changed: [], added: [], removed: [] });
    });

    it('decisions §3: without since, or with one that is no UUID, missing_since', async () => {
      await using world = await openWorld(transport);
      for (const query of ['', '?since=', '?since=abc', '?since=123e4567']) {
        const reply = await world.get(`${v1}/diff/101${query}`);
        expect([reply.status, reply.error.code]).toEqual([400, 'missing_since']);
      }
    });

    it('decisions §3: a capture that nobody has, or that left the history, is 404 capture_not_found', async () => {
      await using world = await openWorld(transport);
      const first = world.shop.set({ a: 0 });
      for (let a = 1; a <= 3; a++) world.shop.set({ a });
      expect((await world.get(`${v1}/diff/101?since=${first}`)).status).toBe(200);
      world.shop.set({ a: 4 });
      for (const since of [first, nobody]) {
        const reply = await world.get(`${v1}/diff/101?since=${since}`);
        expect([reply.status, reply.error.code]).toEqual([404, 'capture_not_found']);
      }
    });

    it('§4.7: since must belong to the same pid: 400 capture_pid_mismatch', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other' });
      const since = other.poll();
      await using world = await openWorld(transport, { others: [other] });
      const reply = await world.get(`${v1}/diff/101?since=${since}`);
      expect([reply.status, reply.error.code]).toEqual([400, 'capture_pid_mismatch']);
      other.captures.close('process_exited');
      expect((await world.get(`${v1}/diff/101?since=${since}`)).error.code).toBe('capture_not_found');
    });

    it('decisions §3: gates in order: form of pid, query, tracked, probe ready, capture', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other' });
      await using world = await openWorld(transport, { cold: true, others: [other] });
      const since = other.poll();
      const codes = [];
      for (const path of ['x?y=1', '9?y=1', '9', `9?since=${since}`, `101?since=${since}`, `102?since=${nobody}`])
        codes.push((await world.get(`${v1}/diff/${path}`)).error.code);
      expect(codes).toEqual([
        'invalid_pid',
        'invalid_request',
        'missing_since',
        'not_found',
        'probe_not_ready',
        'capture_not_found',
      ]);
    });

    it('decisions §3: a detached pid is not tracked any more', async () => {
      await using world = await openWorld(transport);
      const since = world.shop.poll();
      world.shop.captures.close('process_exited');
      for (const path of [`diff/101?since=${since}`, 'state/101', 'schema/101']) {
        const reply = await world.get(`${v1}/${path}`);
        expect([reply.status, reply.error.code]).toEqual([404, 'not_found']);
      }
    });
  });

  it('GET /timeline has the different states that are held, newest first, with what changed in each', async () => {
    await using world = await openWorld(transport);
    const ids = [world.shop.set({ a: 1 }), world.shop.set({ a: 2, b: 1 })];
    world.shop.poll();
    ids.push(world.shop.set({ a: 3, b: 1 }));
    const { captures } = (await world.get(`${v1}/timeline/101`)).as(timelineResponseSchema);
    expect(captures.slice(0, 2).map(({ capture_id, changed, keys }) => [capture_id, changed, keys])).toEqual([
      [ids[2], 1, ['a']],
      [ids[1], 2, ['a', 'b']],
    ]);
    expect(captures.at(-1)?.changed).toBeNull();
    expect(Date.parse(captures[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
    const since = captures.at(-1)?.capture_id;
    expect((await world.get(`${v1}/diff/101?since=${since}&until=${ids[1]}`)).status).toBe(200);
  });

  it('GET /why tells the reasons of a key, and that a key was not read', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/why/101?key=user.name`);
    expect(reply.as(whyResponseSchema)).toMatchObject({ pid: 101, app_id: 'shop', key: 'user.name', rank: 3 });
    expect((await world.get(`${v1}/apps/shop/why?key=user.name`)).json).toEqual(reply.json);
    for (const query of ['', '?key=', '?key=nothing', '?keys=user.name'])
      expect((await world.get(`${v1}/why/101${query}`)).error.code).toBe('invalid_request');
    expect((await world.get(`${v1}/why/9?key=user.name`)).error.code).toBe('not_found');
  });

  it('GET /costs tells what reading each application costs', async () => {
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/costs`)).as(costsResponseSchema)).toEqual({
      window_secs: 60,
      apps: [{ pid: 101, app_id: 'shop', cycles: 30, daemon_cpu_share: 0.004, application_share_at_most: 0.01 }],
    });
  });
});
