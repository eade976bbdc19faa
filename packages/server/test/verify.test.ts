import { SubstrateError, verifyResponseSchema } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports, type World } from './world.js';

const path = '/substrate/v1/verify';
const ask = (world: World, expression: string, more: object = {}) => world.post(path, { pid: 101, expression, ...more });

describe.each(transports)('§4.8 POST /verify, %s', (transport) => {
  it('is immediate when the expression is true on the first evaluation: poll_cycles 1, nothing changed, no probe', async () => {
    await using world = await openWorld(transport);
    const reply = await ask(world, 'cart.total_items === 3');
    expect(reply.status).toBe(200);
    expect(reply.as(verifyResponseSchema)).toEqual({
      passed: true,
      expression: 'cart.total_items === 3',
      computed_value: true,
      explanation: expect.stringContaining('cart.total_items'),
      latency_ms: expect.any(Number),
      poll_cycles: 1,
      changed_fields: [],
      actual_value: 3,
      evaluated_at: expect.any(String),
    });
    expect([world.shop.log.cycles, world.shop.log.invocations]).toEqual([0, []]);
  });

  it('otherwise runs a fresh probe on every iteration until it is true', async () => {
    await using world = await openWorld(transport);
    let cycle = 0;
    world.shop.script.onCycle = () => {
      cycle++;
      world.shop.script.objects = {
        ...world.shop.script.objects,
        'cart.total_items': 3 + cycle,
        ...(cycle === 2 && { added: true }),
      };
    };
    const body = (await ask(world, 'cart.total_items > 5')).as(verifyResponseSchema);
    expect(body).toMatchObject({ passed: true, poll_cycles: 4, computed_value: true, actual_value: 6 });
    expect(world.shop.log.cycles).toBe(3);
    expect(body.changed_fields).toEqual([
      { path: 'cart.total_items', before: 3, after: 6 },
      { path: 'added', before: null, after: true },
    ]);
  });

  it('is 200 when it stays false until the timeout', async () => {
    await using world = await openWorld(transport);
    const reply = await ask(world, 'cart.total_items > 5', { timeout_ms: 250 });
    const body = reply.as(verifyResponseSchema);
    expect([reply.status, body.passed, body.computed_value, body.actual_value]).toEqual([200, false, false, 3]);
    expect(body.poll_cycles).toBe(world.shop.log.cycles + 1);
    expect(body.poll_cycles).toBeGreaterThan(1);
  });

  it('decisions §6: the explanation says in words what each compared key held', async () => {
    await using world = await openWorld(transport);
    const body = (await ask(world, 'cart.total_items > 5', { timeout_ms: 100 })).as(verifyResponseSchema);
    expect(body.explanation).toContain('cart.total_items is 3, expected > 5');
  });

  it('has no actual_value when no single key can be inferred', async () => {
    await using world = await openWorld(transport);
    const body = (await ask(world, 'cart.total_items === 3 && user.vip')).as(verifyResponseSchema);
    expect('actual_value' in body).toBe(false);
  });

  it.each([
    ['user.name', true, 'Ada'],
    ['user.note', false, null],
    ['cart.total_items * 2', true, 6],
    ['nothing.at.all', false, null],
    ['cart.total_items / 0', true, null],
    ['context.location === "/cart"', true, true],
    ['context.url.includes("shop.test")', true, true],
    ['cart.items.length === 1', true, true],
    ['user.name.includes("d") || false', true, true],
    ['beyond.budget === 7', true, true],
  ])('every key and context are in scope: %s is %s', async (expression, passed, computed_value) => {
    await using world = await openWorld(transport);
    world.shop.script.overflow = { 'beyond.budget': 7 };
    world.shop.poll();
    expect((await ask(world, expression, { timeout_ms: 100 })).json).toMatchObject({ passed, computed_value });
  });

  it('takes app_id, or both when they name the same application', async () => {
    const other = createScriptedApplication({ pid: 102, appId: 'other' });
    other.poll();
    await using world = await openWorld(transport, { others: [other] });
    const named = (name: object) => world.post(path, { ...name, expression: 'true' });
    expect((await named({ app_id: 'shop' })).status).toBe(200);
    expect((await named({ pid: 101, app_id: 'shop' })).status).toBe(200);
    expect((await named({ pid: 101, app_id: 'other' })).error.code).toBe('invalid_request');
    for (const name of [{ pid: 9 }, { app_id: 'nobody' }, { pid: 9, app_id: 'nobody' }]) {
      const reply = await named(name);
      expect([reply.status, reply.error.code]).toEqual([404, 'pid_not_found']);
    }
  });

  it('decisions §3: in order: expression size, resolution, probe ready, syntax', async () => {
    await using world = await openWorld(transport, { cold: true });
    const long = `${'1+'.repeat(1024)}1(`;
    const codes = [
      (await world.post(path, { pid: 9, expression: long })).error.code,
      (await world.post(path, { pid: 9, expression: '(' })).error.code,
    ];
    codes.push((await ask(world, '(')).error.code);
    world.shop.poll();
    codes.push((await ask(world, '(')).error.code);
    expect(codes).toEqual(['verify_expression_too_large', 'pid_not_found', 'probe_not_ready', 'invalid_expression']);
  });

  it('§8: an expression of 2048 bytes is taken, one of 2049 is not; bytes, not characters', async () => {
    await using world = await openWorld(transport);
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect((await ask(world, text(2048))).status).toBe(200);
    const reply = await ask(world, text(2049));
    expect([reply.status, reply.error.code]).toEqual([400, 'verify_expression_too_large']);
    expect((await ask(world, `"${'é'.repeat(1024)}"`)).error.code).toBe('verify_expression_too_large');
  });

  it('decisions §3: the limit is verify.max_expression_bytes', async () => {
    await using world = await openWorld(transport, { settings: { maxExpressionBytes: 4 } });
    expect((await ask(world, 'true')).status).toBe(200);
    expect((await ask(world, 'false')).error.code).toBe('verify_expression_too_large');
  });

  it.each(['', '(', 'a = 1', 'new Date()', '/x/.test(user.name)', 'a; b'])(
    'decisions §3: %j is 400 invalid_expression with line and column',
    async (expression) => {
      await using world = await openWorld(transport);
      const reply = await ask(world, expression);
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_expression']);
      expect(reply.error.message).toMatch(/^Line \d+, column \d+/);
    },
  );

  it('one failed cycle is not the end', async () => {
    await using world = await openWorld(transport);
    let cycle = 0;
    world.shop.script.onCycle = () => {
      if (++cycle === 1) throw new SubstrateError('probe_failed');
      world.shop.script.objects = { 'cart.total_items': 9 };
    };
    expect((await ask(world, 'cart.total_items === 9')).json).toMatchObject({ passed: true });
  });

  it('decisions §3: 503 probe_failed when no fresh cycle succeeded', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onCycle = () => {
      throw new SubstrateError('probe_failed', 'Lost.');
    };
    const reply = await ask(world, 'cart.total_items === 9', { timeout_ms: 150 });
    expect([reply.status, reply.error.code]).toEqual([503, 'probe_failed']);
  });

  it('a client that goes away stops the polling', async () => {
    await using world = await openWorld(transport);
    const controller = new AbortController();
    const asked = world
      .post(path, { pid: 101, expression: 'false', timeout_ms: 30_000 }, { signal: controller.signal })
      .catch(() => {});
    while (world.shop.log.cycles < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const cycles = world.shop.log.cycles;
    // Long enough for several cycles, of which none is to come.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([world.shop.log.cycles, world.defects]).toEqual([cycles, []]);
  });
});
