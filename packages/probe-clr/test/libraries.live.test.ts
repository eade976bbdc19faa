/** What libraries and the framework hold for a program, and what they and modules of other languages let anybody do. */
import type { RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, linesOf, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

/** The facts that no line tells: a pattern each. */
const untold = (capture: RawCapture, facts: readonly RegExp[]): string[] => {
  const lines = linesOf(capture);
  return facts.filter((fact) => !lines.some((line) => fact.test(line))).map(String);
};

describe.runIf(requireRuntime('clr', missing()))('libraries and languages', () => {
  const run = stoppedAfterEach();

  test('a channel, blocks of a pipeline and caches are read for what lies in them', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('workshop', 'Workshop')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(
      untold(capture, [
        /incoming.*Customer = Ada \d+$/,
        /incoming.*Pieces = 7$/,
        /painting.*Article = gate$/,
        /packing.*Pieces = 900$/,
        /packing.*batchSize = 5$/,
        /urgent.*Customer = Barbara$/,
        /draft:17.*Stairs for \d+/,
        /MemoryCache.*lathe = 129.5$/,
        /statistics\/SizeLimit = 70000$/,
        /statistics\/TotalMisses = 1$/,
      ]),
    ).toEqual([]);
    const caches = capture.roots.filter((root) => root.address.startsWith('cache:') && !root.address.endsWith('.statistics'));
    expect(caches).toHaveLength(2);
    const prices = caches.find((root) => root.children?.some((child) => child.name === 'lathe'));
    const forget = `call:${prices?.address}.Remove(Object)`;
    expect(capture.actions.map((action) => action.address)).toContain(forget);
    expect(await session.invoke({ address: forget, parameters: { key: 'lathe' }, timeoutMs: 5000 }, soon())).toMatchObject({
      ok: true,
    });
    expect(linesOf(await session.capture(poll, soon())).join('\n')).not.toContain('129.5');
    // What the makers of a cache's contract add to it is offered as its own.
    const keep = {
      address: `call:${prices?.address}.Set(Object,String)`,
      parameters: { key: 'saw', value: 'sold out' },
      timeoutMs: 5000,
    };
    expect(capture.actions.find((action) => action.address === keep.address)?.parameters).toMatchObject([
      { name: 'key', type: 'string' },
      { name: 'value', type: 'string' },
    ]);
    expect(await session.invoke(keep, soon())).toMatchObject({ ok: true });
    expect(untold(await session.capture(poll, soon()), [/MemoryCache.*saw = sold out$/])).toEqual([]);
  });

  test('a breaker deep in a library tells its state, and its control is offered; dates are told as they are written', {
    timeout: 300_000,
  }, async () => {
    const target = await run(start(buildProgram('desk', 'Desk')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const facts = [/office = North \d+$/, /failureRatio = 0.25$/i, /breakDuration = 03:00:00$/i, /circuitState = Open$/i];
    expect(untold(capture, facts)).toEqual([]);
    // What a library's value packs into bits is told as it is written, also as a key.
    expect(
      untold(capture, [
        /appointments\/2027-01-08 = 18:20:00$/,
        /appointments\/2027-01-09 = null$/,
        /season\/start = 2026-12-13T00:00:00Z$/,
        /season\/end = 2027-12-11T06:30:00Z$/,
      ]),
    ).toEqual([]);
    // Documents and collections of libraries are told as what lies in them, and as nothing else.
    const papers = linesOf(capture).filter((line) => line.startsWith('static:Desk.Papers/'));
    expect(papers.map((line) => line.slice('static:Desk.Papers/'.length).replace(String(target.app.pid), 'PID'))).toEqual([
      'Lease/tenant = Ada PID',
      'Lease/rent = 612.5',
      'Lease/keys/0 = front',
      'Lease/keys/1 = cellar',
      'Lease/deposit/paid = true',
      'Lease/deposit/at = null',
      'Rota/monday = Grace PID',
      'Rota/tuesday/0/who = Barbara',
      'Rota/tuesday/0/until = 18',
      'Stamps/first class PID = 30',
      'Letters/0 = to the council PID',
      'Letters/1 = to the landlord',
      'Tray/0 = invoice 9',
      // Of two lists neither has all that lies in it.
      'Callers/rBack/0 = Resi PID',
      'Callers/front/0 = Urs',
      'Callers/hashCode = null',
    ]);
    // A tree of a library's is as deep as its branches.
    expect(untold(capture, [/Wall\/Page\/.*= umbrella of Grace \d+$/])).toEqual([]);
    // One that holds itself is read to its end, and the program lives.
    expect(linesOf(capture)).toContain(`static:Desk.Knots/Ring/0 = knot of ${target.app.pid}`);
    expect(target.isAlive()).toBe(true);
    // How the library works is not told.
    expect(linesOf(capture).filter((line) => /disposed|executor/i.test(line))).toEqual([]);
    const close = capture.actions.find((action) => action.name === 'CloseAsync');
    expect(close).toMatchObject({ owner: 'CircuitBreakerManualControl', parameters: [] });
    const call = { address: close?.address as string, parameters: {}, timeoutMs: 5000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true });
    // It has forgotten its last failure, which was the only text in it, and is told as before.
    const closed = [...facts.slice(0, 3), /circuitState = Closed$/i];
    for (let i = 0; i < 2; i++) expect(untold(await session.capture(i === 0 ? poll : discover, soon()), closed)).toEqual([]);
  });

  test('rows of a store in memory have the names of their columns, and what a library keeps for itself is no state', {
    timeout: 300_000,
  }, async () => {
    const target = await run(start(buildProgram('pantry', 'Pantry')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const facts = [/_rows\/1\/Label = plums \d+$/, /_rows\/1\/Litres = 1.5$/];
    let capture = await session.capture(discover, soon());
    await expect
      .poll(
        async () => {
          capture = await session.capture(discover, soon());
          return untold(capture, facts);
        },
        { timeout: 20_000 },
      )
      .toEqual([]);
    // Neither the context that was given up nor descriptions of what is kept; a cache's entries under keys of the library's making are its own business.
    const addresses = capture.roots.map((root) => root.address);
    expect(addresses.filter((address) => /PantryContext#|Model/.test(address))).toEqual([]);
    expect(linesOf(capture).filter((line) => line.startsWith('cache:MemoryCache/'))).toEqual([]);
    const preserve = {
      address: 'call:service:Pantry.Cook.Preserve(String,Double)',
      parameters: { label: 'quinces', litres: 0.75 },
      timeoutMs: 10_000,
    };
    expect(await session.invoke(preserve, soon())).toMatchObject({ ok: true, value: 2 });
    expect(untold(await session.capture(poll, soon()), [/_rows\/2\/Label = quinces$/])).toEqual([]);
  });

  test('a scheduler can be told to run a job now, to pause and to go on', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('shift', 'Shift')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const call = (name: string, parameters: Record<string, unknown>) => {
      const address = capture.actions.find((action) => action.name === name)?.address ?? `no ${name}`;
      return session.invoke({ address, parameters, timeoutMs: 10_000 }, soon());
    };
    expect(await call('PauseAll', {})).toMatchObject({ ok: true });
    expect(await call('ResumeAll', {})).toMatchObject({ ok: true });
    // What the job is given besides its key is no JSON, and may be left.
    const trigger = capture.actions.find((action) => action.name === 'TriggerJob');
    expect(trigger?.parameters.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'string'],
      ['group', 'string'],
    ]);
    expect(await call('TriggerJob', { name: 'report', group: 'DEFAULT' })).toMatchObject({ ok: true });
    const written = async () => at(await session.capture(poll, soon()), 'static:Shift.Report', 'Written')?.value;
    await expect.poll(written, { timeout: 20_000 }).toBe(1);
  });

  test('functions of F# modules are offered, also of those without state', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('apiary', 'Apiary'), [], { input: '' }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const invoke = (address: string, parameters: Record<string, unknown>) =>
      session.invoke({ address: `call:static:Beekeeping.${address}`, parameters, timeoutMs: 5000 }, soon());
    expect(await invoke('Apiary.addHive(String,Int32)', { name: 'Heather', frames: 11 })).toMatchObject({ ok: true });
    expect(await invoke('Season.harvest(Double)', { kilos: 4.5 })).toMatchObject({ ok: true, value: 2 });
    expect(await invoke('Apiary.names()', {})).toMatchObject({ ok: true, value: ['Heather', 'Linden'] });
    expect(capture.actions.map((action) => action.name)).not.toContain('main');
    expect(untold(capture, [/Name = Linden$/, /Linden = 31.5$/])).toEqual([]);
    expect(untold(await session.capture(poll, soon()), [/Name = Heather$/, /Frames = 11$/, /all = 4.5$/])).toEqual([]);
  });

  test('modules of Visual Basic are offered, also those without state', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('quarry', 'Quarry'), [], { input: '' }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    await session.capture(discover, soon());
    const price = { address: 'call:static:Quarry.Tariff.PriceOf(Double)', parameters: { tons: 2.5 }, timeoutMs: 5000 };
    expect(await session.invoke(price, soon())).toMatchObject({ ok: true, value: 100 });
    const delivery = { kind: 'slate', tons: 3 };
    const deliver = { address: 'call:static:Quarry.Yard.Deliver(String,Double)', parameters: delivery, timeoutMs: 5000 };
    expect(await session.invoke(deliver, soon())).toMatchObject({ ok: true, value: 2 });
    expect(at(await session.capture(poll, soon()), 'static:Quarry.Yard', 'stones', '1', '_Kind')?.value).toBe('slate');
  });
});
