import { actionResponseSchema, type ErrorCode, SubstrateError } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { action, createScriptedApplication } from './scripted-application.js';
import { openWorld, type Reply, transports, type World } from './world.js';

const base = { pid: 101, action: 'look', parameters: {} };

/** A refusal before dispatch: the code, `executed: false` beside `error`, nothing done, and a line in the audit log. */
const expectRefused = (world: World, reply: Reply, status: number, code: ErrorCode): void => {
  expect([reply.status, reply.error.code]).toEqual([status, code]);
  expect(reply.json).toMatchObject({ executed: false });
  expect(world.shop.log.invocations).toEqual([]);
  expect(world.audit.at(-1)).toMatchObject({
    event: 'refused',
    executed: false,
    status,
    code,
    request_id: reply.headers['x-request-id'],
  });
};

describe.each(transports)('gates of POST /action, %s', (transport) => {
  it('decisions §3: errors before dispatch carry executed: false beside error: 400, 401, 404, 409, 413, 429, 503', async () => {
    await using world = await openWorld(transport, {
      settings: { maxBodyBytes: 500 },
      limits: { actionPerSecond: 8 },
      now: () => 0,
    });
    const nobody = '0199a8f0-1c3c-7000-8000-000000000001';
    const send = (body: string, headers = { 'content-type': 'application/json' }) =>
      world.send('POST', '/substrate/v1/action', { body, headers });
    expectRefused(world, await send('{}', { 'content-type': 'text/plain' }), 400, 'invalid_content_type');
    expectRefused(world, await send('{'), 400, 'invalid_json');
    expectRefused(world, await send('{}'), 400, 'invalid_request');
    expectRefused(world, await send('x'.repeat(501)), 413, 'body_too_large');
    expectRefused(world, await world.act({ ...base, pid: 9 }), 404, 'pid_not_found');
    expectRefused(world, await world.act({ ...base, if_capture: nobody }), 404, 'capture_not_found');
    world.shop.script.confidence = 0.1;
    world.shop.poll();
    expectRefused(world, await world.act(base), 503, 'confidence_too_low');
    const lines = world.audit.length;
    for (const key of [null, 'sk_substrate_x']) {
      const reply = await world.act(base, { key });
      expect([reply.status, reply.json]).toMatchObject([401, { executed: false }]);
    }
    expect(world.audit).toHaveLength(lines);
    await world.act(base);
    expectRefused(world, await world.act(base), 429, 'rate_limited');
  });

  it('the gates are passed in their order', async () => {
    await using world = await openWorld(transport, { cold: true });
    const { script } = world.shop;
    // Wrong in every way; each step puts the first thing right that is complained about.
    const wrong = { pid: 9, action: 'delete_acount', parameters: { x: 1 }, verify_expression: `${'('.repeat(2049)}` };
    const steps: [ErrorCode, number, object, (() => void)?][] = [
      ['verify_expression_too_large', 400, wrong],
      ['pid_not_found', 404, { ...wrong, verify_expression: '(' }],
      ['probe_not_ready', 503, { ...wrong, verify_expression: '(', pid: 101 }],
      [
        'unknown_action',
        400,
        { ...wrong, verify_expression: '(', pid: 101 },
        () => Object.assign(script, { confidence: 0.1 }) && world.shop.poll(),
      ],
      ['invalid_parameters', 400, { ...wrong, verify_expression: '(', pid: 101, action: 'delete_account' }],
      ['missing_verify_expression', 400, { pid: 101, action: 'delete_account', parameters: {} }],
      ['invalid_expression', 400, { pid: 101, action: 'delete_account', parameters: {}, verify_expression: '(' }],
      ['confidence_too_low', 503, { pid: 101, action: 'delete_account', parameters: {}, verify_expression: 'true' }],
    ];
    for (const [code, status, body, prepare] of steps) {
      prepare?.();
      expectRefused(world, await world.act(body), status, code);
    }
  });

  describe('§4.5 gate 3: expression size', () => {
    it('2048 bytes pass, 2049 do not', async () => {
      await using world = await openWorld(transport);
      const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
      expect((await world.act({ ...base, verify_expression: text(2048), dry_run: true })).status).toBe(200);
      expectRefused(world, await world.act({ ...base, verify_expression: text(2049) }), 400, 'verify_expression_too_large');
    });

    it('the limit is configurable', async () => {
      await using world = await openWorld(transport, { settings: { maxExpressionBytes: 3 } });
      expectRefused(world, await world.act({ ...base, verify_expression: 'true' }), 400, 'verify_expression_too_large');
    });
  });

  describe('resolution', () => {
    it('by pid, by app_id, by both', async () => {
      await using world = await openWorld(transport);
      for (const name of [{ pid: 101 }, { app_id: 'shop' }, { pid: 101, app_id: 'shop' }])
        expect((await world.act({ ...name, action: 'look', parameters: {}, dry_run: true })).status).toBe(200);
    });

    it('decisions §3: pid and app_id must name the same application', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other' });
      other.poll();
      await using world = await openWorld(transport, { others: [other] });
      for (const name of [
        { pid: 101, app_id: 'other' },
        { pid: 101, app_id: 'nobody' },
        { pid: 9, app_id: 'shop' },
      ]) {
        expectRefused(world, await world.act({ ...name, action: 'look', parameters: {} }), 400, 'invalid_request');
      }
    });

    it.each([
      'delete',
      'destroy',
      'purge',
      'wipe',
      'reset',
      'clear_all',
      'terminate',
      'shutdown',
      'kill',
      'user.DeleteAll',
      'do_reset_now',
    ])('§4.5 gate 2: unresolved with the dangerous name %s and no expression: dangerous_action_unverified', async (name) => {
      await using world = await openWorld(transport);
      expectRefused(world, await world.act({ pid: 9, action: name, parameters: {} }), 400, 'dangerous_action_unverified');
      expectRefused(
        world,
        await world.act({ app_id: 'nobody', action: name, parameters: {} }),
        400,
        'dangerous_action_unverified',
      );
      expectRefused(
        world,
        await world.act({ pid: 9, action: name, parameters: {}, verify_expression: 'true' }),
        404,
        'pid_not_found',
      );
      expectRefused(world, await world.act({ pid: 101, action: name, parameters: {} }), 400, 'unknown_action');
    });

    it('§7: neither resolves: 404 pid_not_found', async () => {
      await using world = await openWorld(transport);
      for (const name of [{ pid: 9 }, { app_id: 'nobody' }, { pid: 9, app_id: 'nobody' }])
        expectRefused(world, await world.act({ ...name, action: 'look', parameters: {} }), 404, 'pid_not_found');
    });

    it('a detached application does not resolve', async () => {
      await using world = await openWorld(transport);
      world.shop.captures.close('process_exited');
      expectRefused(world, await world.act(base), 404, 'pid_not_found');
    });
  });

  describe('probe ready', () => {
    it('decisions §3: 503 probe_not_ready before the first snapshot', async () => {
      await using world = await openWorld(transport, { cold: true });
      expectRefused(world, await world.act(base), 503, 'probe_not_ready');
    });

    it.each(['error', 'attaching'] as const)(
      'decisions §3: 503 probe_failed while the application is in %s, with the reason',
      async (status) => {
        await using world = await openWorld(transport);
        Object.assign(world.shop.script, { status, statusReason: 'The connection was lost.' });
        const reply = await world.act(base);
        expectRefused(world, reply, 503, 'probe_failed');
        expect(reply.error.message).toContain('The connection was lost.');
      },
    );
  });

  it('decisions §3: unknown_action names the closest ones', async () => {
    await using world = await openWorld(transport);
    const reply = await world.act({ ...base, action: 'add_itm' });
    expectRefused(world, reply, 400, 'unknown_action');
    expect(reply.error.message).toMatch(/closest are: add_item/);
    for (const name of ['constructor', '__proto__', 'toString'])
      expectRefused(world, await world.act({ ...base, action: name }), 400, 'unknown_action');
  });

  describe('decisions §3: invalid_parameters', () => {
    const typed = (['string', 'number', 'boolean', 'array', 'object'] as const).map((type_name) => ({
      name: type_name,
      type_name,
      required: false,
    }));

    it.each([
      [{}, ['parameters.name']],
      [{ name: 1 }, ['parameters.name']],
      [{ name: 'a', count: '2' }, ['parameters.count']],
      [{ name: 'a', count: null }, ['parameters.count']],
      [{ name: 'a', colour: 'red' }, ['parameters.colour']],
      [{ name: 'a', constructor: 1 }, ['parameters.constructor']],
      [{ nam: 'a' }, ['parameters.name', 'parameters.nam']],
    ])('%j: details name %j', async (parameters, paths) => {
      await using world = await openWorld(transport);
      const reply = await world.act({ pid: 101, action: 'add_item', parameters });
      expectRefused(world, reply, 400, 'invalid_parameters');
      expect(reply.error.details?.map(({ path }) => path)).toEqual(paths);
    });

    it('takes values of every type, and no other', async () => {
      await using world = await openWorld(transport);
      world.shop.script.actions = { all: action({ parameters: typed }) };
      world.shop.poll();
      const good = { string: '', number: 0, boolean: false, array: [], object: {} };
      expect((await world.act({ pid: 101, action: 'all', parameters: good, dry_run: true })).status).toBe(200);
      for (const [name, value] of Object.entries({ string: 1, number: '1', boolean: 0, array: {}, object: [] }))
        expectRefused(
          world,
          await world.act({ pid: 101, action: 'all', parameters: { ...good, [name]: value } }),
          400,
          'invalid_parameters',
        );
      expectRefused(world, await world.act({ pid: 101, action: 'all', parameters: { object: null } }), 400, 'invalid_parameters');
    });

    it('takes any value where the program does not say of which type', async () => {
      await using world = await openWorld(transport);
      world.shop.script.actions = {
        send: action({ parameters: [{ name: 'event', type_name: 'string', required: true, any: true }] }),
      };
      world.shop.poll();
      for (const event of ['STOP', 4, { type: 'STOP' }, ['STOP'], false])
        expect((await world.act({ pid: 101, action: 'send', parameters: { event }, dry_run: true })).status).toBe(200);
      expectRefused(world, await world.act({ pid: 101, action: 'send', parameters: {} }), 400, 'invalid_parameters');
    });
  });

  describe('§4.5 gate 1: irreversible write', () => {
    it('needs verify_expression, else missing_verify_expression', async () => {
      await using world = await openWorld(transport);
      expectRefused(
        world,
        await world.act({ pid: 101, action: 'delete_account', parameters: {} }),
        400,
        'missing_verify_expression',
      );
    });

    it('decisions §5: so does an action whose target reads as irreversible now', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onPlan = () => ({ reversibility: 'irreversible_write' });
      expectRefused(world, await world.act(base), 400, 'missing_verify_expression');
      world.shop.script.confidence = 0.94;
      world.shop.poll();
      expectRefused(world, await world.act({ ...base, verify_expression: 'true' }), 503, 'confidence_too_low');
    });
  });

  it('an expression that runs out of steps is found before dispatch', async () => {
    await using world = await openWorld(transport);
    const list = `[${'1,'.repeat(200)}]`;
    const bomb = `${list}.some(a => ${list}.some(b => false))`;
    expectRefused(world, await world.act({ ...base, verify_expression: bomb }), 400, 'invalid_expression');
  });

  describe('§3.2 confidence gating', () => {
    it.each([
      ['reversible_read', 0.39, 503],
      ['reversible_read', 0.4, 200],
      ['reversible_write', 0.79, 503],
      ['reversible_write', 0.8, 200],
      ['irreversible_write', 0.94, 503],
      ['irreversible_write', 0.95, 200],
      ['reversible_read', 0, 503],
      ['irreversible_write', 1, 200],
    ] as const)('%s at %s: %s', async (reversibility, confidence, status) => {
      await using world = await openWorld(transport);
      Object.assign(world.shop.script, { confidence, actions: { go: action({ reversibility }) } });
      world.shop.poll();
      const reply = await world.act({ pid: 101, action: 'go', parameters: {}, verify_expression: 'true', dry_run: true });
      expect(reply.status).toBe(status);
      if (status === 503) expect(reply.error.code).toBe('confidence_too_low');
    });

    it('decisions §10: what depends on no label passes whatever the confidence', async () => {
      await using world = await openWorld(transport);
      world.shop.script.confidence = 0.01;
      world.shop.poll();
      world.shop.script.onPlan = () => ({ unlabelled: true });
      expect((await world.act({ ...base, dry_run: true })).status).toBe(200);
      world.shop.script.onPlan = () => ({ unlabelled: false });
      expectRefused(world, await world.act({ ...base, dry_run: true }), 503, 'confidence_too_low');
    });
  });

  describe('decisions §9: dry_run', () => {
    it('passes all gates, dispatches nothing, and says what would run', async () => {
      await using world = await openWorld(transport);
      const reply = await world.act({
        pid: 101,
        action: 'add_item',
        parameters: { name: 'Tea' },
        verify_expression: 'true',
        dry_run: true,
      });
      const body = reply.as(actionResponseSchema);
      expect([reply.status, body.success, body.executed]).toEqual([200, true, false]);
      expect(body.message).toMatch(/would run add_item .*shop/);
      expect(body).toMatchObject({
        verification: null,
        updated_state: null,
        state_delta: null,
        raw_return: null,
        invocation_context: null,
      });
      expect([world.shop.log.invocations, world.audit.at(-1)]).toEqual([
        [],
        expect.objectContaining({ event: 'dry_run', executed: false, status: 200 }),
      ]);
    });

    it('is stopped by a gate like any other, if_capture included', async () => {
      await using world = await openWorld(transport);
      expectRefused(
        world,
        await world.act({ pid: 101, action: 'delete_account', parameters: {}, dry_run: true }),
        400,
        'missing_verify_expression',
      );
      const id = world.shop.poll();
      world.shop.set({ 'cart.total_items': 4 });
      const stale = { ...base, dry_run: true, if_capture: id, verify_expression: 'cart.total_items' };
      expectRefused(world, await world.act(stale), 409, 'stale_capture');
    });
  });

  describe('decisions §9: if_capture', () => {
    const act = (world: World, if_capture: string, more: object = {}) =>
      world.act({ ...base, if_capture, verify_expression: 'cart.total_items > 0', ...more });

    it('409 stale_capture when a key that the expression names differs since', async () => {
      await using world = await openWorld(transport);
      const id = world.shop.poll();
      world.shop.set({ ...world.shop.script.objects, 'cart.total_items': 4 });
      const reply = await act(world, id);
      expectRefused(world, reply, 409, 'stale_capture');
      expect(reply.error.message).toContain('cart.total_items');
    });

    it('409 when a key that the target owns differs since; a name stands for what is below it', async () => {
      await using world = await openWorld(transport);
      world.shop.script.onPlan = () => ({ targets: ['user'] });
      const id = world.shop.poll();
      world.shop.set({ ...world.shop.script.objects, 'user.name': 'Bob' });
      expectRefused(world, await act(world, id), 409, 'stale_capture');
    });

    it('passes when another key differs, or it differs no more', async () => {
      await using world = await openWorld(transport);
      const id = world.shop.poll();
      world.shop.set({ ...world.shop.script.objects, 'user.name': 'Bob', 'cart.total_items': 9 });
      world.shop.set({ ...world.shop.script.objects, 'cart.total_items': 3 });
      expect((await act(world, id)).status).toBe(200);
    });

    it('sees a change that no poll has seen yet, and one beyond the budget', async () => {
      await using world = await openWorld(transport);
      const id = world.shop.poll();
      world.shop.script.objects = { ...world.shop.script.objects, 'cart.total_items': 5 };
      expectRefused(world, await act(world, id), 409, 'stale_capture');
      const again = world.shop.poll();
      world.shop.script.overflow = { 'deep.key': 1 };
      expectRefused(world, await act(world, again, { verify_expression: 'deep.key === 1' }), 409, 'stale_capture');
    });

    it('404 capture_not_found for an unknown capture, 400 for that of another application', async () => {
      const other = createScriptedApplication({ pid: 102, appId: 'other' });
      const foreign = other.poll();
      await using world = await openWorld(transport, { others: [other] });
      expectRefused(world, await act(world, '0199a8f0-1c3c-7000-8000-000000000001'), 404, 'capture_not_found');
      expectRefused(world, await act(world, foreign), 400, 'capture_pid_mismatch');
      const old = world.shop.poll();
      for (let i = 0; i < 5; i++) world.shop.set({ ...world.shop.script.objects, 'user.name': `U${i}` });
      expectRefused(world, await act(world, old), 404, 'capture_not_found');
    });

    it('is checked last: a gate before it speaks first', async () => {
      await using world = await openWorld(transport);
      expectRefused(world, await act(world, '0199a8f0-1c3c-7000-8000-000000000001', { action: 'lok' }), 400, 'unknown_action');
    });
  });

  it('trouble while looking at the target is before dispatch', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onPlan = () => {
      throw new SubstrateError('probe_failed', 'The page is gone.');
    };
    expectRefused(world, await world.act(base), 503, 'probe_failed');
  });

  it('nothing is dispatched when the audit log cannot be written', async () => {
    await using world = await openWorld(transport, {
      audit: {
        write: async () => {
          throw new Error('disk full');
        },
      },
    });
    const reply = await world.act(base);
    expect([reply.status, reply.error.code, world.shop.log.invocations]).toEqual([500, 'internal_error', []]);
    expect(reply.json).toMatchObject({ executed: false });
  });
});
