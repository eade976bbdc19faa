import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';
const limits = { statePerSecond: 100, actionPerSecond: 10, snapshotPerMinute: 2 };
const look = { pid: 101, action: 'look', parameters: {}, dry_run: true };

describe.each(transports)('limits, %s', (transport) => {
  describe('§8 rate limits', () => {
    it('apps, state, schema, diff, verify and the prefixed health share 100 a second', async () => {
      const now = 0;
      await using world = await openWorld(transport, { limits, now: () => now });
      const since = world.shop.captures.latest?.state.capture_id;
      const reads = [
        () => world.get(`${v1}/apps`),
        () => world.get(`${v1}/state/101`),
        () => world.get(`${v1}/schema/101`),
        () => world.get(`${v1}/diff/101?since=${since}`),
        () => world.post(`${v1}/verify`, { pid: 101, expression: 'true' }),
        () => world.get(`${v1}/health`),
      ];
      for (let i = 0; i < 100; i++) expect((await reads[i % reads.length]?.())?.status).toBe(200);
      for (const read of reads) expect((await read()).status).toBe(429);
    });

    it('action and learn share 10 a second; decisions §4: capacity is one second of them, refilled continuously', async () => {
      let now = 0;
      await using world = await openWorld(transport, { limits, now: () => now });
      const lesson = {
        capture_id: world.shop.captures.latest?.state.capture_id,
        schema_version: '1.0.0',
        corrections: [{ observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' }],
      };
      const learn = () => world.post(`${v1}/learn/101`, lesson);
      for (let i = 0; i < 10; i++) expect((await (i % 2 ? learn() : world.act(look))).status).toBe(200);
      for (const reply of [await world.act(look), await learn()])
        expect([reply.status, reply.error.code]).toEqual([429, 'rate_limited']);
      now += 99;
      expect((await world.act(look)).status).toBe(429);
      now += 1;
      expect((await world.act(look)).status).toBe(200);
      expect((await world.act(look)).status).toBe(429);
      expect((await world.get(`${v1}/apps`)).status).toBe(200);
    });

    it('§7: a 429 has retry_after_ms and a Retry-After of whole seconds, at least 1', async () => {
      const now = 0;
      await using world = await openWorld(transport, { limits: { ...limits, statePerSecond: 1 }, now: () => now });
      await world.get(`${v1}/apps`);
      const reply = await world.get(`${v1}/apps`);
      expect([reply.error.retry_after_ms, reply.headers['retry-after']]).toEqual([1000, '1']);
    });

    it('§5.10: buckets are per key', async () => {
      const now = 0;
      await using world = await openWorld(transport, { limits: { ...limits, statePerSecond: 1 }, now: () => now });
      await world.get(`${v1}/apps`);
      expect((await world.get(`${v1}/apps`)).status).toBe(429);
      expect((await world.get(`${v1}/apps`, { key: world.secondKey })).status).toBe(200);
    });

    it('decisions §4: without required keys all callers share one bucket set', async () => {
      const now = 0;
      await using world = await openWorld(transport, {
        limits: { ...limits, statePerSecond: 1 },
        requireKey: false,
        now: () => now,
      });
      await world.get(`${v1}/apps`, { key: 'a' });
      expect((await world.get(`${v1}/apps`, { key: 'b' })).status).toBe(429);
    });

    it('/health, openapi.json and watch have no limit', async () => {
      const now = 0;
      await using world = await openWorld(transport, { limits: { ...limits, statePerSecond: 1 }, now: () => now });
      for (let i = 0; i < 5; i++) {
        expect((await world.get('/health')).status).toBe(200);
        expect((await world.get(`${v1}/openapi.json`)).status).toBe(200);
        expect((await world.get(`${v1}/watch/101`)).status).toBe(426);
      }
    });

    it('§8 enabled = false: no limit', async () => {
      await using world = await openWorld(transport, { limits: { enabled: false, statePerSecond: 1 } });
      for (let i = 0; i < 5; i++) expect((await world.get(`${v1}/apps`)).status).toBe(200);
    });

    describe('decisions §4: the snapshot bucket, two a minute', () => {
      it('is taken by an action with fresh_state', async () => {
        let now = 0;
        await using world = await openWorld(transport, { limits: { ...limits, actionPerSecond: 1000 }, now: () => now });
        const act = () => world.act({ pid: 101, action: 'look', parameters: {}, fresh_state: true });
        expect([(await act()).status, (await act()).status]).toEqual([200, 200]);
        const third = await act();
        expect([third.status, third.error.code, third.error.retry_after_ms, third.headers['retry-after']]).toEqual([
          429,
          'rate_limited',
          30_000,
          '30',
        ]);
        expect(third.json).toMatchObject({ executed: false });
        expect(world.shop.log.invocations).toHaveLength(2);
        expect((await world.act({ pid: 101, action: 'look', parameters: {} })).status).toBe(200);
        now += 30_000;
        expect((await act()).status).toBe(200);
      });

      it('is not taken by an action that a gate stops', async () => {
        const now = 0;
        await using world = await openWorld(transport, { limits, now: () => now });
        for (let i = 0; i < 4; i++)
          expect((await world.act({ pid: 101, action: 'lok', parameters: {}, fresh_state: true })).error.code).toBe(
            'unknown_action',
          );
        expect((await world.act({ pid: 101, action: 'look', parameters: {}, fresh_state: true })).status).toBe(200);
      });

      it('is taken by a fresh read of an application whose fresh cycle needs a heap snapshot, and by no other', async () => {
        const now = 0;
        await using world = await openWorld(transport, { limits, now: () => now });
        const fresh = () => world.get(`${v1}/state/101?fresh=true`);
        for (let i = 0; i < 4; i++) expect((await fresh()).status).toBe(200);
        expect(world.shop.log.heapCycles).toBe(0);
        world.shop.script.needsHeap = true;
        expect([(await fresh()).status, (await fresh()).status]).toEqual([200, 200]);
        expect(world.shop.log.heapCycles).toBe(2);
        expect((await fresh()).error.code).toBe('rate_limited');
        expect((await world.get(`${v1}/state/101`)).status).toBe(200);
      });
    });
  });

  describe('decisions §3: overloaded', () => {
    it('past max_in_flight requests are 503 with Retry-After, /health is not', async () => {
      await using world = await openWorld(transport, { settings: { maxInFlight: 2 } });
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      world.shop.script.onCycle = () => held;
      const waiting = [world.get(`${v1}/state/101?fresh=true`), world.get(`${v1}/state/101?fresh=true`)];
      while (world.shop.log.cycles < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      const reply = await world.get(`${v1}/apps`);
      expect([reply.status, reply.error.code, reply.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
      const act = await world.act(look);
      expect([act.status, act.json]).toEqual([503, expect.objectContaining({ executed: false })]);
      expect((await world.get('/health')).status).toBe(200);
      release();
      for (const reply of await Promise.all(waiting)) expect(reply.status).toBe(200);
      expect((await world.get(`${v1}/apps`)).status).toBe(200);
    });

    it('a late event loop is 503 with Retry-After', async () => {
      let late = 1001;
      await using world = await openWorld(transport, { loopDelayMs: () => late });
      const reply = await world.get(`${v1}/state/101`);
      expect([reply.status, reply.error.code, reply.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
      late = 1000;
      expect((await world.get(`${v1}/state/101`)).status).toBe(200);
    });

    it('past action.queue_max waiting actions of one application; others are not touched', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other' });
      other.poll();
      await using world = await openWorld(transport, { settings: { queueMax: 2 }, others: [other] });
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      world.shop.script.onInvoke = async () => {
        await held;
        return { ok: true, value: null };
      };
      const act = (pid = 101) => world.act({ pid, action: 'look', parameters: {} });
      const running = act();
      while (world.shop.log.invocations.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
      const waiting = [act(), act()];
      while (world.shop.log.plans.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      const over = await act();
      expect([over.status, over.error.code, over.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
      expect(over.json).toMatchObject({ executed: false });
      expect((await act(102)).status).toBe(200);
      release();
      for (const reply of await Promise.all([running, ...waiting])) expect(reply.status).toBe(200);
      expect(world.shop.log.invocations).toHaveLength(3);
    });
  });

  describe('timeouts', () => {
    const never = () => new Promise<void>(() => {});

    it('decisions §3: a fresh read past the time is 504 probe_timeout; the cycle goes on and its result is cached', async () => {
      await using world = await openWorld(transport, { settings: { requestTimeoutMs: 50 } });
      let release = (): void => {};
      world.shop.script.onCycle = () =>
        new Promise((resolve) => {
          release = resolve;
        });
      const reply = await world.get(`${v1}/state/101?fresh=true`);
      expect([reply.status, reply.error.code]).toEqual([504, 'probe_timeout']);
      expect((await world.get(`${v1}/state/101`)).status).toBe(200);
      world.shop.script.objects = { late: 1 };
      release();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await world.get(`${v1}/state/101`)).json).toMatchObject({ objects: { late: 1 } });
    });

    it('decisions §3: request_timeout_ms on any other endpoint is 504 request_timeout', async () => {
      await using world = await openWorld(transport, { settings: { requestTimeoutMs: 50 } });
      world.shop.script.onLearn = () => never().then(() => expect.fail());
      const reply = await world.post(`${v1}/learn/101`, {
        capture_id: world.shop.captures.latest?.state.capture_id,
        schema_version: '1.0.0',
        corrections: [{ observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' }],
      });
      expect([reply.status, reply.error.code]).toEqual([504, 'request_timeout']);
    });

    it('decisions §3: for /verify the limit is its timeout_ms and 5 s', async () => {
      await using world = await openWorld(transport, { settings: { requestTimeoutMs: 3000 } });
      world.shop.script.onCycle = never;
      const reply = await world.post(`${v1}/verify`, { pid: 101, expression: 'false', timeout_ms: 100 });
      expect([reply.status, reply.error.code]).toEqual([504, 'request_timeout']);
      expect(reply.error.message).toContain('5100 ms');
    });
  });
});
