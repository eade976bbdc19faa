import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SubstrateState } from '@substrate/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkshop, type RunningDaemon, until, type Workshop } from './support.js';

/** What a person teaches holds: at the next cycle, for a daemon that was killed right after its answer, and on record where it makes an action look safer. */
const shop = `
const orders = [{ no: '1', qty: '3' }, { no: '2', qty: '5' }];
const shop = { orders, till: { cash: 10 } };
exports.shop = shop;
exports.refund = function refund(amount) { shop.till.cash -= amount; return shop.till.cash; };
require('node:http').createServer((request, response) => response.end(JSON.stringify(shop))).listen(0, '127.0.0.1');
`;

let workshop: Workshop;
let daemon: RunningDaemon;
let pid = 0;
beforeAll(async () => {
  workshop = createWorkshop();
  workshop.write('corner-shop/package.json', JSON.stringify({ name: 'corner-shop', version: '1.0.0' }));
  pid = workshop.start(process.execPath, [workshop.write('corner-shop/main.js', shop)]).pid as number;
  daemon = await workshop.daemon();
});
afterAll(() => workshop[Symbol.asyncDispose]());

const seen = (look: (state: SubstrateState) => boolean): Promise<SubstrateState> =>
  until(async () => {
    const state = (await daemon.app(pid))?.has_state ? await daemon.state(pid) : undefined;
    return state !== undefined && look(state) && state;
  }, 'the state');

const teach = async (feedback_type: string, correction: Record<string, unknown>) => {
  const { capture_id, schema_version } = await daemon.state(pid);
  const corrections = [{ correct_type: 'string', ...correction }];
  return daemon.post(`/learn/${pid}`, { capture_id, schema_version, feedback_type, corrections });
};

const keyLike = (state: SubstrateState, shape: RegExp): string => Object.keys(state.objects).find((key) => shape.test(key)) ?? '';

test('names and types of every element, at the next cycle, and after a kill -9 right behind the answer', async () => {
  const first = await seen((state) => keyLike(state, /\[1\]\.qty$/) !== '');
  const quantity = keyLike(first, /\[1\]\.qty$/);
  const wanted = quantity.replace('.qty', '.quantity');
  expect(
    await teach('label_correction', { observed_key: quantity, correct_label: wanted, correct_type: 'number' }),
  ).toMatchObject({
    status: 200,
    body: { accepted: 1, new_schema_version: '1.0.1' },
  });
  await daemon.stop('SIGKILL');
  daemon = await workshop.daemon();
  const { objects } = await seen((state) => wanted in state.objects);
  expect([objects[wanted], objects[wanted.replace('[1]', '[0]')], objects[quantity]]).toEqual([5, 3, undefined]);
  // Corrected back.
  expect(await teach('label_correction', { observed_key: wanted, correct_label: quantity })).toMatchObject({
    body: { accepted: 1 },
  });
  expect((await seen((state) => quantity in state.objects)).objects[quantity]).toBe('5');
});

test('an action that a person calls safer than it was inferred to be is on record, one that is called less safe is not', async () => {
  const records = (): unknown[] =>
    readFileSync(path.join(daemon.home, 'audit.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const refundOf = (state: SubstrateState): string => Object.keys(state.actions).find((one) => /refund$/.test(one)) ?? '';
  const first = await seen((state) => refundOf(state) !== '');
  const refund = refundOf(first);
  const inferred = first.actions[refund]?.reversibility;
  expect(inferred).toBe('irreversible_write');
  const correct = (reversibility: string) =>
    teach('action_correction', { observed_key: refund, correct_label: refund, reversibility });
  expect(await correct('reversible_write')).toMatchObject({ status: 200, body: { accepted: 1 } });
  const record = {
    at: expect.any(String),
    event: 'reversibility_lowered',
    request_id: expect.any(String),
    key_id: expect.any(String),
    pid,
    app_id: 'corner-shop',
    action: refund,
    inferred,
    reversibility: 'reversible_write',
  };
  expect(records()).toEqual([record]);
  await seen((state) => state.actions[refund]?.reversibility === 'reversible_write');
  expect(await correct('irreversible_write')).toMatchObject({ body: { accepted: 1 } });
  await seen((state) => state.actions[refund]?.reversibility === 'irreversible_write');
  expect(records()).toEqual([record]);
});
