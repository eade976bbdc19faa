import { actionResponseSchema, type RawResult } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { done } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const add = { pid: 101, action: 'add_item', parameters: { name: 'Milk', count: 1 }, idempotency_key: 'order:1' };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe.each(transports)('decisions §9: idempotency_key, %s', (transport) => {
  it('the same body gets the first response again with Idempotent-Replay: true, and nothing is dispatched', async () => {
    await using world = await openWorld(transport);
    const first = await world.act(add);
    const again = await world.act(add);
    expect([first.headers['idempotent-replay'], again.headers['idempotent-replay']]).toEqual([undefined, 'true']);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(world.shop.log.invocations).toHaveLength(1);
    expect(world.audit.at(-1)).toMatchObject({ event: 'replayed', executed: false, status: 200, idempotency_key: 'order:1' });
  });

  it('the same body is the same whatever the order of its fields', async () => {
    await using world = await openWorld(transport);
    await world.act(add);
    const again = await world.act({
      idempotency_key: 'order:1',
      parameters: { count: 1, name: 'Milk' },
      action: 'add_item',
      pid: 101,
    });
    expect(again.headers['idempotent-replay']).toBe('true');
  });

  it('422, 502 and 504 are given again like 200, under the request id of whoever asks', async () => {
    await using world = await openWorld(transport, { settings: { actionTimeoutMs: 3000 } });
    const results: Record<string, RawResult | Promise<RawResult>> = {
      failed: { ok: false, dispatched: true, reason: 'threw', message: 'Boom.' },
      refused: { ok: false, dispatched: false, reason: 'no_target', message: 'Gone.' },
      stuck: new Promise(() => {}),
      unverified: done,
    };
    world.shop.script.onInvoke = (_, { name }) => results[String(name)] ?? done;
    const seen: unknown[] = [];
    for (const name of Object.keys(results)) {
      const body = { ...add, parameters: { name }, idempotency_key: name, verify_expression: 'false', verify_timeout_ms: 100 };
      const [first, again] = [await world.act(body), await world.act(body)];
      expect(again.headers['idempotent-replay']).toBe('true');
      expect(again.error).toEqual({ ...first.error, request_id: again.headers['x-request-id'] });
      expect(again.as(actionResponseSchema)).toEqual(first.as(actionResponseSchema));
      seen.push([again.status, again.as(actionResponseSchema).executed]);
    }
    expect(seen).toEqual([
      [502, true],
      [502, false],
      [504, true],
      [422, true],
    ]);
    expect(world.shop.log.invocations).toHaveLength(4);
  });

  it('a call still running is waited for: two calls with one key at once dispatch once', async () => {
    await using world = await openWorld(transport);
    let release = (): void => {};
    world.shop.script.onInvoke = () =>
      new Promise((resolve) => {
        release = () => resolve(done);
      });
    const calls = [world.act(add), world.act(add), world.act(add)];
    while (world.shop.log.invocations.length === 0) await pause(5);
    await pause(30);
    release();
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(2);
    expect(new Set(replies.map((reply) => reply.as(actionResponseSchema).action_id)).size).toBe(1);
    expect(world.shop.log.invocations).toHaveLength(1);
  });

  it('another body is 409 idempotency_conflict, also while the first is running', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onInvoke = async () => {
      await pause(50);
      return done;
    };
    const other = { ...add, parameters: { name: 'Tea' } };
    const running = world.act(add);
    while (world.shop.log.invocations.length === 0) await pause(5);
    const during = await world.act(other);
    await running;
    for (const reply of [during, await world.act(other)]) {
      expect([reply.status, reply.error.code]).toEqual([409, 'idempotency_conflict']);
      expect(reply.json).toMatchObject({ executed: false });
    }
    expect(world.shop.log.invocations).toHaveLength(1);
  });

  it('is per API key', async () => {
    await using world = await openWorld(transport);
    await world.act(add);
    const other = await world.act(add, { key: world.secondKey });
    expect([other.status, other.headers['idempotent-replay'], world.shop.log.invocations.length]).toEqual([200, undefined, 2]);
  });

  it('errors before dispatch are not kept', async () => {
    await using world = await openWorld(transport);
    world.shop.script.confidence = 0.1;
    world.shop.poll();
    expect((await world.act(add)).error.code).toBe('confidence_too_low');
    world.shop.script.confidence = 0.97;
    world.shop.poll();
    const reply = await world.act(add);
    expect([reply.status, reply.headers['idempotent-replay']]).toEqual([200, undefined]);
  });

  it('whoever waited for a call that dispatched nothing acts itself', async () => {
    await using world = await openWorld(transport);
    let plans = 0;
    world.shop.script.onPlan = async () => {
      await pause(30);
      return ++plans === 1 ? { reversibility: 'irreversible_write' } : {};
    };
    const replies = await Promise.all([world.act(add), world.act(add)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(world.shop.log.invocations).toHaveLength(1);
  });

  it('a dry run uses no key up', async () => {
    await using world = await openWorld(transport);
    expect((await world.act({ ...add, dry_run: true })).json).toMatchObject({ executed: false });
    const reply = await world.act(add);
    expect([reply.status, reply.headers['idempotent-replay']]).toEqual([200, undefined]);
  });

  it('after a restart of the daemon, a key that the audit log shows as dispatched is 409 and says so', async () => {
    const asked: unknown[] = [];
    await using world = await openWorld(transport, {
      audit: {
        dispatchedWithin: async (...question) => {
          asked.push(question);
          return question[1] === 'order:1';
        },
      },
    });
    const reply = await world.act(add);
    expect([reply.status, reply.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(reply.error.message).toMatch(/audit log.*dispatched/);
    expect(asked).toEqual([[world.keyId, 'order:1', 600_000]]);
    expect(world.shop.log.invocations).toEqual([]);
    expect((await world.act({ ...add, idempotency_key: 'order:2' })).status).toBe(200);
  });

  it('a replay is given even when the application is gone', async () => {
    await using world = await openWorld(transport);
    await world.act(add);
    world.shop.captures.close('process_exited');
    expect((await world.act(add)).headers['idempotent-replay']).toBe('true');
  });
});
