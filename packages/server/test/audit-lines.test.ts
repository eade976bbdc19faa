import { SubstrateError } from '@substrate/core';
import type { AttemptRecord } from '@substrate/server';
import { describe, expect, it } from 'vitest';
import { createRefusals } from '../src/refusals.js';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';
const look = { pid: 101, action: 'look', parameters: {} };
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe.each(transports)('the audit log, %s', (transport) => {
  it('has no line for an attempt without a valid key: those are counted, and told when the minute or the server ends', async () => {
    const world = await openWorld(transport);
    for (let i = 0; i < 30; i++) await world.act(look, { key: null });
    await world.act(look, { key: 'nonsense' });
    await world.act(look, { key: world.disabledKey });
    expect(world.audit).toEqual([]);
    const { text } = await world.get('/metrics');
    expect(text).toContain('substrate_refusals_total{code="missing_key"} 30\n');
    await world[Symbol.asyncDispose]();
    expect(world.audit).toEqual([
      {
        at: expect.any(String),
        event: 'turned_away',
        since: expect.any(String),
        counts: { missing_key: 30, invalid_key: 1, disabled_key: 1 },
      },
    ]);
  });

  it('has the first few attempts of a key beyond its rate, and a count of the rest', async () => {
    const world = await openWorld(transport, { limits: { actionPerSecond: 1 }, now: () => 0 });
    for (let i = 0; i < 41; i++) await world.act({ ...look, dry_run: true });
    expect(world.audit.filter(({ event }) => event === 'refused')).toHaveLength(10);
    await world[Symbol.asyncDispose]();
    expect(world.audit.at(-1)).toMatchObject({ event: 'turned_away', counts: { rate_limited: 30 } });
  });

  it('cuts names at 200 characters', async () => {
    await using world = await openWorld(transport);
    const long = 'n'.repeat(5000);
    await world.act({ app_id: long, action: long, parameters: { [long]: 1 } });
    const cut = `${'n'.repeat(199)}…`;
    expect(world.audit.at(-1)).toMatchObject({ event: 'refused', app_id: cut, action: cut, parameter_names: [cut] });
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, 1]));
    await world.act({ pid: 101, action: 'look', parameters: many });
    const { parameter_names } = world.audit.at(-1) as AttemptRecord;
    expect([parameter_names.length, parameter_names.at(-1)]).toEqual([100, '… 4901 more']);
  });

  it('a disk that is full: nothing is dispatched, and the answer is 503 and says so', async () => {
    let writable = false;
    await using world = await openWorld(transport, {
      audit: {
        write: async () => {
          if (!writable) throw full;
        },
      },
    });
    const reply = await world.act(look);
    expect([reply.status, reply.error.code, reply.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
    expect(reply.error.message).toBe("The audit log can't be written, so nothing was dispatched: the disk is full (ENOSPC).");
    expect(reply.json).toMatchObject({ executed: false });
    expect(world.shop.log.invocations).toEqual([]);
    expect((await world.get(`${v1}/state/101`)).status).toBe(200);
    writable = true;
    expect((await world.act(look)).status).toBe(200);
  });

  it('a disk that is full: a correction is refused with 503, and any other trouble is a 500', async () => {
    await using world = await openWorld(transport);
    const learn = () =>
      world.post(`${v1}/learn/101`, {
        capture_id: world.shop.captures.latest?.state.capture_id,
        schema_version: '1.0.0',
        corrections: [{ observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' }],
      });
    world.shop.script.onLearn = () => Promise.reject(full);
    const reply = await learn();
    expect([reply.status, reply.error.code]).toEqual([503, 'overloaded']);
    expect(reply.error.message).toContain('the disk is full');
    world.shop.script.onLearn = () => Promise.reject(new Error('odd'));
    expect((await learn()).error.code).toBe('internal_error');
    world.shop.script.onLearn = () => Promise.reject(new SubstrateError('probe_failed'));
    expect((await learn()).error.code).toBe('probe_failed');
  });
});

it('what was counted is told once for each span of time', async () => {
  const lines: unknown[] = [];
  const audit = { write: (line: unknown) => void lines.push(line), dispatchedWithin: () => false };
  const refusals = createRefusals({ audit, report: () => {}, everyMs: 20 });
  refusals.count('missing_key');
  refusals.count('missing_key');
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  refusals.count('invalid_key');
  await refusals[Symbol.asyncDispose]();
  await refusals[Symbol.asyncDispose]();
  expect(lines).toMatchObject([{ counts: { missing_key: 2 } }, { counts: { invalid_key: 1 } }]);
});
