import { type LearnResponse, learnResponseSchema, SubstrateError } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports, type World } from './world.js';

const path = '/substrate/v1/learn/101';
const correction = { observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' };
const nobody = '0199a8f0-1c3c-7000-8000-000000000001';

const lesson = (world: World, over: object = {}) => ({
  capture_id: world.shop.captures.latest?.state.capture_id ?? nobody,
  schema_version: '1.0.0',
  corrections: [correction],
  ...over,
});

describe.each(transports)('§4.9 POST /learn, %s', (transport) => {
  it('hands the corrections to the schema, defaults filled in, and answers what it says', async () => {
    await using world = await openWorld(transport);
    const response: LearnResponse = {
      accepted: 1,
      rejected: 1,
      new_schema_version: '1.0.1',
      message: 'One of two was accepted.',
      rejections: [{ observed_key: 'x', reason: 'unknown_key' }],
    };
    world.shop.script.onLearn = () => response;
    const reply = await world.post(path, lesson(world));
    expect([reply.status, reply.as(learnResponseSchema)]).toEqual([200, response]);
    expect(world.shop.log.lessons).toEqual([
      { ...lesson(world), feedback_type: 'label_correction', corrections: [{ ...correction, confidence: 1 }] },
    ]);
  });

  it('decisions §7: all rejected is still 200, an invalid type too', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onLearn = ({ corrections }) => ({
      accepted: 0,
      rejected: 1,
      new_schema_version: '1.0.0',
      message: 'Nothing was accepted.',
      rejections: corrections.map(({ observed_key }) => ({ observed_key, reason: 'invalid_type' as const })),
    });
    const reply = await world.post(path, lesson(world, { corrections: [{ ...correction, correct_type: 'date' }] }));
    expect([reply.status, reply.as(learnResponseSchema).rejections]).toEqual([
      200,
      [{ observed_key: 'user.name', reason: 'invalid_type' }],
    ]);
  });

  it.each(['user name', 'a..b', '[0].x', '', '1a', 'a.__proto__.b', 'NaN.x', 'undefined', 'Infinity[0]', 'true.x'])(
    'decisions §7: the label %j is no valid key: 400 invalid_request',
    async (correct_label) => {
      await using world = await openWorld(transport);
      const reply = await world.post(path, lesson(world, { corrections: [{ ...correction, correct_label }] }));
      expect([reply.status, reply.error.code, reply.error.details?.[0]?.path]).toEqual([
        400,
        'invalid_request',
        'corrections.0.correct_label',
      ]);
      expect(world.shop.log.lessons).toEqual([]);
    },
  );

  it('a label is brought to the one spelling of keys', async () => {
    await using world = await openWorld(transport);
    await world.post(path, lesson(world, { corrections: [{ ...correction, correct_label: 'user["full_name"]' }] }));
    expect(world.shop.log.lessons[0]?.corrections[0]?.correct_label).toBe('user.full_name');
  });

  it.each(['type_correction', 'action_correction'])('decisions §7: in a %s the label is no key', async (feedback_type) => {
    await using world = await openWorld(transport);
    const corrections = [{ ...correction, correct_label: 'Add an item', reversibility: 'reversible_read', description: 'Adds.' }];
    expect((await world.post(path, lesson(world, { feedback_type, corrections }))).status).toBe(200);
    expect(world.shop.log.lessons[0]).toMatchObject({ feedback_type, corrections });
  });

  it('decisions §3: gates in order: the body is JSON, form of pid, body schema, tracked, probe ready, capture', async () => {
    const other = createScriptedApplication({ pid: 102, appId: 'other' });
    await using world = await openWorld(transport, { cold: true, others: [other] });
    const v1 = '/substrate/v1/learn';
    const foreign = other.poll();
    const codes = [
      (await world.send('POST', `${v1}/x`, { body: '{', headers: { 'content-type': 'application/json' } })).error.code,
      (await world.post(`${v1}/x`, {})).error.code,
      (await world.post(`${v1}/9`, {})).error.code,
      (await world.post(`${v1}/9`, lesson(world))).error.code,
      (await world.post(`${v1}/101`, lesson(world))).error.code,
    ];
    world.shop.poll();
    codes.push((await world.post(`${v1}/101`, lesson(world, { capture_id: nobody }))).error.code);
    codes.push((await world.post(`${v1}/101`, lesson(world, { capture_id: foreign }))).error.code);
    expect(codes).toEqual([
      'invalid_json',
      'invalid_pid',
      'invalid_request',
      'not_found',
      'probe_not_ready',
      'capture_not_found',
      'capture_pid_mismatch',
    ]);
  });

  it('an action that looks safer by it is in the audit log before the answer, with whose correction it was', async () => {
    await using world = await openWorld(transport);
    const lowered = { action: 'add_item', inferred: 'irreversible_write', reversibility: 'reversible_write' } as const;
    world.shop.script.onLearn = async (_, witness) => {
      await witness([lowered]);
      return { accepted: 1, rejected: 0, new_schema_version: '1.0.1', message: 'Learnt.', rejections: [] };
    };
    await world.post(path, lesson(world, { feedback_type: 'action_correction' }), { headers: { 'x-request-id': 'r-1' } });
    const { shop } = world;
    expect(world.audit).toEqual([
      {
        at: expect.any(String),
        event: 'reversibility_lowered',
        request_id: 'r-1',
        key_id: expect.any(String),
        pid: shop.pid,
        app_id: shop.appId,
        ...lowered,
      },
    ]);
  });

  it('an error of the schema is the answer', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onLearn = () => {
      throw new SubstrateError('invalid_request', 'No.', { details: [{ path: 'corrections.0', message: 'No.' }] });
    };
    expect((await world.post(path, lesson(world))).error.details).toEqual([{ path: 'corrections.0', message: 'No.' }]);
  });
});
