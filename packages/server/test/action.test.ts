import { actionResponseSchema, type RawResult, SubstrateError, type Undo } from '@substrate/core';
import type { ServerSettings } from '@substrate/server';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication, done } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const add = { pid: 101, action: 'add_item', parameters: { name: 'Milk' } };
const settled = <T>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

describe.each(transports)('§4.5 POST /action, %s', (transport) => {
  it('dispatches with the parameters and answers every field', async () => {
    await using world = await openWorld(transport);
    const given: unknown[] = [];
    world.shop.script.onInvoke = (name, parameters) => {
      given.push(name, parameters);
      world.shop.script.objects = {
        'cart.total_items': 4,
        'cart.items[0].name': 'Tea',
        'cart.items[1].name': 'Milk',
        'user.vip': true,
        'user.note': null,
      };
      return { ok: true, value: 'ignored', message: 'Added.' };
    };
    const reply = await world.act({ ...add, parameters: { name: 'Milk', count: 1 } });
    const body = reply.as(actionResponseSchema);
    expect([reply.status, given]).toEqual([200, ['add_item', { name: 'Milk', count: 1 }]]);
    expect(Object.keys(body)).toEqual(Object.keys(actionResponseSchema.entries));
    expect(body).toMatchObject({
      success: true,
      executed: true,
      action: 'add_item',
      runtime: 'v8',
      message: 'Added.',
      verification: null,
    });
    expect(body.action_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(body.updated_state).toEqual(world.shop.captures.latest?.state);
    expect(body.state_delta).toEqual({
      'cart.total_items': { before: 3, after: 4 },
      'cart.items[1].name': { before: null, after: 'Milk' },
      'user.name': { before: 'Ada', after: null },
    });
  });

  describe('undo', () => {
    const open = async (over: Partial<Undo> = {}, settings: Partial<ServerSettings> = {}) => {
      const world = await openWorld(transport, { settings });
      const undo: Undo = {
        action: 'add_item',
        parameters: { name: 'Tea' },
        verify_expression: 'cart.total_items === 3',
        ...over,
      };
      world.shop.script.onPlan = () => ({ undoable: true });
      world.shop.script.onInvoke = () => {
        world.shop.script.objects = { ...world.shop.script.objects, 'cart.total_items': 4 };
        return done;
      };
      world.shop.script.onWayBack = () => undo;
      return { world, undo };
    };

    it('is what the application tells; the state is looked at right before', async () => {
      const { world, undo } = await open();
      await using _ = world;
      world.shop.script.objects = { ...world.shop.script.objects, 'user.name': 'Grace' };
      expect((await world.act(add)).json).toMatchObject({ undo, state_delta: { 'cart.total_items': { before: 3, after: 4 } } });
      expect(world.shop.log.cycles).toBe(2);
    });

    it('is told as well when the verification failed', async () => {
      const { world, undo } = await open();
      await using _ = world;
      const reply = await world.act({ ...add, verify_expression: 'cart.total_items === 9', verify_timeout_ms: 100 });
      expect(reply.json).toMatchObject({ success: false, executed: true, undo });
    });

    it.each([
      ['what it promises was not true before', { verify_expression: 'cart.total_items === 2' }],
      ['its expression does not parse', { verify_expression: 'cart.total_items ===' }],
      ['its expression is too large', { verify_expression: `cart.total_items === 3 || "${'x'.repeat(2100)}"` }],
      ['there is no such action', { action: 'nothing' }],
      ['the state is not known well enough to post it', { action: 'delete_account' }],
    ])('is null when %s', async (_, over) => {
      const { world } = await open(over);
      await using __ = world;
      world.shop.script.confidence = 0.9;
      expect((await world.act(add)).json).toMatchObject({ success: true, undo: null });
    });

    it('is null when others were let pass meanwhile', async () => {
      const { world } = await open({}, { slowActionMs: 20 });
      await using _ = world;
      const { onInvoke } = world.shop.script;
      world.shop.script.onInvoke = async (...call) => {
        await settled(0, 200);
        return onInvoke?.(...call) ?? done;
      };
      expect((await world.act(add)).json).toMatchObject({ success: true, undo: null });
    });

    it('is null when the state could not be looked at before, and when the action has none', async () => {
      const { world } = await open();
      await using _ = world;
      let cycles = 0;
      world.shop.script.onCycle = () => {
        if (++cycles === 1) throw new SubstrateError('probe_failed');
      };
      expect((await world.act(add)).json).toMatchObject({ success: true, undo: null });
      world.shop.script.onPlan = () => ({});
      world.shop.script.objects = { ...world.shop.script.objects, 'cart.total_items': 3 };
      world.shop.poll();
      expect((await world.act(add)).json).toMatchObject({ success: true, undo: null });
    });
  });

  it('an empty delta when nothing changed', async () => {
    await using world = await openWorld(transport);
    expect((await world.act(add)).json).toMatchObject({ success: true, state_delta: {} });
  });

  it('updated_state and state_delta are null when the state cannot be read afterwards; the action still succeeded', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onCycle = () => {
      throw new SubstrateError('probe_failed');
    };
    expect((await world.act(add)).json).toMatchObject({ success: true, executed: true, updated_state: null, state_delta: null });
  });

  it('raw_return is null for V8, set for JVM and CLR; invocation_context is set for JVM methods', async () => {
    const invocation = {
      class_name: 'A',
      method_name: 'b',
      descriptor: '()I',
      is_static: true,
      instance_id: null,
      thread: 'main',
      duration_ms: 1,
    };
    const returned: RawResult = { ok: true, value: { items: [1, null] }, invocation };
    const apps = (['jvm', 'clr', 'v8'] as const).map((runtime, i) =>
      createScriptedApplication({ pid: 200 + i, appId: runtime, runtime, onInvoke: () => returned }),
    );
    for (const app of apps) app.poll();
    await using world = await openWorld(transport, { others: apps });
    const body = async (pid: number) => (await world.act({ ...add, pid })).as(actionResponseSchema);
    expect(await body(200)).toMatchObject({ runtime: 'jvm', raw_return: { items: [1, null] }, invocation_context: invocation });
    expect(await body(201)).toMatchObject({ runtime: 'clr', raw_return: { items: [1, null] } });
    expect(await body(202)).toMatchObject({ runtime: 'v8', raw_return: null });
  });

  describe('fresh_state', () => {
    it('true: a fresh snapshot is captured before dispatch, and the gates look at it', async () => {
      await using world = await openWorld(transport);
      world.shop.script.objects = { 'cart.total_items': 10 };
      let before = -1;
      world.shop.script.onInvoke = () => {
        before = world.shop.log.cycles;
        world.shop.script.objects = { 'cart.total_items': 11 };
        return done;
      };
      const reply = await world.act({ ...add, fresh_state: true });
      expect([before, reply.json]).toEqual([
        1,
        expect.objectContaining({ state_delta: { 'cart.total_items': { before: 10, after: 11 } } }),
      ]);
      world.shop.script.confidence = 0.2;
      expect((await world.act({ ...add, fresh_state: true })).error.code).toBe('confidence_too_low');
      expect(world.shop.log.invocations).toHaveLength(1);
    });

    it('a cycle that fails is 503 probe_failed, and nothing is dispatched', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onCycle = () => {
        throw new SubstrateError('probe_failed', 'Lost.');
      };
      const reply = await world.act({ ...add, fresh_state: true });
      expect([reply.status, reply.error.code, world.shop.log.invocations]).toEqual([503, 'probe_failed', []]);
      expect(reply.json).toMatchObject({ executed: false });
    });

    it('false: the cached state is enough', async () => {
      await using world = await openWorld(transport);
      let before = -1;
      world.shop.script.onInvoke = () => {
        before = world.shop.log.cycles;
        return done;
      };
      await world.act(add);
      expect(before).toBe(0);
    });
  });

  describe('verification', () => {
    it('passes when the expression comes true: 200 with the outcome', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onCycle = () => {
        if (world.shop.log.cycles === 2) world.shop.script.objects = { ...world.shop.script.objects, 'cart.total_items': 4 };
      };
      const reply = await world.act({ ...add, verify_expression: 'cart.total_items === 4', verify_timeout_ms: 5000 });
      const { success, verification, state_delta } = reply.as(actionResponseSchema);
      expect([reply.status, success]).toEqual([200, true]);
      expect(verification).toMatchObject({ passed: true, expression: 'cart.total_items === 4', computed_value: true });
      expect(verification?.poll_cycles).toBe(2);
      expect(verification?.changed_fields).toEqual([{ path: 'cart.total_items', before: 3, after: 4 }]);
      expect(state_delta).toEqual({ 'cart.total_items': { before: 3, after: 4 } });
    });

    it('decisions §6: the application has 200 ms to settle first', async () => {
      await using world = await openWorld(transport);
      let [returned, looked] = [0, 0];
      world.shop.script.onInvoke = () => {
        returned = performance.now();
        return done;
      };
      world.shop.script.onCycle = () => {
        looked ||= performance.now();
      };
      await world.act({ ...add, verify_expression: 'true' });
      // A timer may fire a millisecond early.
      expect(looked - returned).toBeGreaterThan(198);
    });

    it('is evaluated against post-action state, never the state before', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = () => {
        world.shop.script.objects = { 'cart.total_items': 0 };
        return done;
      };
      const reply = await world.act({ ...add, verify_expression: 'cart.total_items === 3', verify_timeout_ms: 100 });
      expect([reply.status, reply.error.code]).toEqual([422, 'verification_failed']);
    });

    it('passed=false is 422 with the whole response and error verification_failed beside it', async () => {
      await using world = await openWorld(transport);
      const reply = await world.act({ ...add, verify_expression: 'cart.total_items > 5', verify_timeout_ms: 100 });
      const body = reply.as(actionResponseSchema);
      expect([reply.status, reply.error.code]).toEqual([422, 'verification_failed']);
      expect(body).toMatchObject({
        success: false,
        executed: true,
        action: 'add_item',
        verification: { passed: false, poll_cycles: world.shop.log.cycles, computed_value: false },
      });
      expect(body.verification?.explanation).toContain('cart.total_items is 3, expected > 5');
      expect(body.updated_state).not.toBeNull();
      expect(reply.error.message).toBe(body.message);
    });

    it('a state that cannot be read does not pass', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onCycle = () => {
        throw new SubstrateError('probe_failed', 'The connection was lost.');
      };
      const reply = await world.act({ ...add, verify_expression: 'true', verify_timeout_ms: 100 });
      const { verification, executed } = reply.as(actionResponseSchema);
      expect([reply.status, executed, verification?.passed]).toEqual([422, true, false]);
      expect(verification?.explanation).toContain('The connection was lost.');
    });

    it('ten cycles at most, however long the timeout', async () => {
      await using world = await openWorld(transport);
      const reply = await world.act({ ...add, verify_expression: 'false', verify_timeout_ms: 600 });
      expect(reply.as(actionResponseSchema).verification?.poll_cycles).toBeLessThanOrEqual(10);
      expect(world.shop.log.cycles).toBeLessThanOrEqual(10);
    });
  });

  describe('decisions §3: 502 action_failed', () => {
    it('the runtime threw: executed true, the message is its own, the full response beside error', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = () => {
        world.shop.script.objects = { half: 'done' };
        return { ok: false, dispatched: true, reason: 'threw', message: 'TypeError: cart is locked' };
      };
      const reply = await world.act({ ...add, verify_expression: 'true' });
      expect([reply.status, reply.error.code, reply.error.message]).toEqual([502, 'action_failed', 'TypeError: cart is locked']);
      const body = reply.as(actionResponseSchema);
      expect(body).toMatchObject({ success: false, executed: true, message: 'TypeError: cart is locked', verification: null });
      expect(body.updated_state?.objects).toEqual({ half: 'done' });
    });

    it('the runtime refused before dispatch: executed false', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = () => ({
        ok: false,
        dispatched: false,
        reason: 'no_target',
        message: 'No element matches #gone.',
      });
      const reply = await world.act(add);
      expect([reply.status, reply.error.code]).toEqual([502, 'action_failed']);
      expect(reply.as(actionResponseSchema)).toMatchObject({ success: false, executed: false, updated_state: null });
      expect(world.audit.at(-1)).toMatchObject({ event: 'finished', executed: false, code: 'action_failed', status: 502 });
    });

    it('a defect after dispatch does not claim that nothing ran', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = () => {
        throw new TypeError('/secret/x.ts exploded');
      };
      const reply = await world.act(add);
      expect([reply.status, reply.error.code]).toEqual([502, 'action_failed']);
      expect(reply.json).toMatchObject({ executed: true });
      expect(reply.text).not.toContain('secret');
      expect(world.defects).toHaveLength(1);
    });
  });

  describe('504 action_timeout', () => {
    it('an action that never returns: the full response; the daemon keeps serving and the next action is answered', async () => {
      await using world = await openWorld(transport, { settings: { actionTimeoutMs: 1500 } });
      world.shop.script.onInvoke = (name) => (name === 'look' ? done : new Promise<RawResult>(() => {}));
      const stuck = world.act(add);
      while (world.shop.log.invocations.length === 0) await settled(0, 5);
      expect((await world.get('/substrate/v1/apps')).status).toBe(200);
      const reply = await stuck;
      expect([reply.status, reply.error.code]).toEqual([504, 'action_timeout']);
      expect(reply.as(actionResponseSchema)).toMatchObject({
        success: false,
        executed: true,
        updated_state: null,
        verification: null,
      });
      expect((await world.act({ pid: 101, action: 'look', parameters: {} })).status).toBe(200);
    });

    it('the next ones do not wait for it', async () => {
      await using world = await openWorld(transport, { settings: { slowActionMs: 50 } });
      let end = (_: RawResult): void => {};
      world.shop.script.onInvoke = (name) =>
        name === 'look'
          ? done
          : new Promise<RawResult>((resolve) => {
              end = resolve;
            });
      const stuck = world.act(add);
      while (world.shop.log.invocations.length === 0) await settled(0, 5);
      expect((await world.act({ pid: 101, action: 'look', parameters: {} })).status).toBe(200);
      end(done);
      expect((await stuck).status).toBe(200);
    });

    it('the probe says so: the call is still running in the application', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = () => ({
        ok: false,
        dispatched: true,
        reason: 'timeout_still_running',
        message: 'Still running.',
      });
      const reply = await world.act(add);
      expect([reply.status, reply.error.code, reply.as(actionResponseSchema).executed]).toEqual([504, 'action_timeout', true]);
    });

    it('while it waits for its turn: nothing was dispatched, and nothing will be', async () => {
      await using world = await openWorld(transport, { settings: { actionTimeoutMs: 2000 } });
      world.shop.script.onInvoke = () => settled(done, 5000);
      const first = world.act(add);
      while (world.shop.log.invocations.length === 0) await settled(0, 5);
      const second = await world.act(add);
      expect(second.status).toBe(504);
      expect(second.as(actionResponseSchema)).toMatchObject({ executed: false, success: false });
      await first;
      await settled(0, 50);
      expect(world.shop.log.invocations).toHaveLength(1);
    });
  });

  describe('two agents at once', () => {
    it("actions of one application run one after another, and each response's delta is its own", async () => {
      await using world = await openWorld(transport);
      let running = 0;
      let most = 0;
      world.shop.script.onInvoke = async (_, parameters) => {
        most = Math.max(most, ++running);
        await settled(0, 20);
        world.shop.script.objects = { ...world.shop.script.objects, [`cart.${String(parameters.name)}`]: true };
        running--;
        return done;
      };
      const names = ['a', 'b', 'c', 'd'];
      const replies = await Promise.all(
        names.map((name, i) => world.act({ ...add, parameters: { name } }, { key: i % 2 ? world.key : world.secondKey })),
      );
      for (const [i, reply] of replies.entries())
        expect(reply.as(actionResponseSchema).state_delta).toEqual({ [`cart.${names[i]}`]: { before: null, after: true } });
      expect(most).toBe(1);
    });

    it('the gates are passed again when it is its turn', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onInvoke = async () => {
        await settled(0, 50);
        world.shop.script.confidence = 0.1;
        return done;
      };
      const first = world.act(add);
      while (world.shop.log.invocations.length === 0) await settled(0, 5);
      const second = await world.act(add);
      expect([(await first).status, second.status, second.error.code]).toEqual([200, 503, 'confidence_too_low']);
      expect(world.shop.log.invocations).toHaveLength(1);
    });

    it('an application that went away while an action waited is never acted on; its successor is, by app_id', async () => {
      const others = [createScriptedApplication({ pid: 300, appId: 'worker' })];
      const [old] = others;
      old?.poll();
      await using world = await openWorld(transport, { others });
      const successor = createScriptedApplication({ pid: 301, appId: 'worker' });
      successor.poll();
      if (!old) return;
      old.script.onInvoke = () => settled(done, 100);
      const first = world.act({ app_id: 'worker', action: 'look', parameters: {} });
      while (old.log.invocations.length === 0) await settled(0, 5);
      const byPid = world.act({ pid: 300, action: 'look', parameters: {} });
      const byName = world.act({ app_id: 'worker', action: 'look', parameters: {} });
      while (old.log.plans.length < 3) await settled(0, 5);
      let running = 0;
      let most = 0;
      successor.script.onInvoke = async () => {
        most = Math.max(most, ++running);
        await settled(0, 600);
        running--;
        return done;
      };
      old.captures.close('process_exited');
      world.restart(old, successor);
      const direct = world.act({ pid: 301, action: 'look', parameters: {} });
      expect((await first).status).toBe(200);
      expect((await byPid).error.code).toBe('pid_not_found');
      expect([(await byName).status, (await direct).status]).toEqual([200, 200]);
      expect([old.log.invocations.length, successor.log.invocations.length, most]).toEqual([1, 2, 1]);
    });
  });

  it('an app_id survives a restart of the application between two actions; the old pid does not', async () => {
    await using world = await openWorld(transport);
    expect((await world.act({ app_id: 'shop', action: 'look', parameters: {} })).status).toBe(200);
    const successor = createScriptedApplication({ pid: 555 });
    successor.poll();
    world.shop.captures.close('process_exited');
    world.restart(world.shop, successor);
    expect((await world.act({ app_id: 'shop', action: 'look', parameters: {} })).status).toBe(200);
    expect((await world.act({ pid: 101, action: 'look', parameters: {} })).error.code).toBe('pid_not_found');
    expect(successor.log.invocations).toEqual(['look']);
  });

  describe('audit', () => {
    it('an action is in the log before it is dispatched and when it is done, without parameter values', async () => {
      await using world = await openWorld(transport);
      let before = 0;
      world.shop.script.onInvoke = () => {
        before = world.audit.length;
        return done;
      };
      const reply = await world.act({ ...add, parameters: { name: 'top secret' }, idempotency_key: 'k1' });
      const { action_id } = reply.as(actionResponseSchema);
      expect(before).toBe(1);
      const common = {
        request_id: reply.headers['x-request-id'],
        action_id,
        key_id: world.keyId,
        pid: 101,
        app_id: 'shop',
        action: 'add_item',
        parameter_names: ['name'],
        reversibility: 'reversible_write',
        idempotency_key: 'k1',
      };
      expect(world.audit).toEqual([
        expect.objectContaining({ ...common, event: 'dispatched', status: null, code: null, executed: true }),
        expect.objectContaining({ ...common, event: 'finished', status: 200, code: null, executed: true }),
      ]);
      expect(JSON.stringify(world.audit)).not.toContain('top secret');
    });

    it('an answer is owed even when the log fails after dispatch', async () => {
      await using world = await openWorld(transport, {
        audit: {
          write: (record) => {
            if (record.event === 'finished') throw new Error('disk full');
          },
        },
      });
      expect((await world.act(add)).json).toMatchObject({ success: true, executed: true });
      expect(world.defects).toHaveLength(1);
    });
  });
});
