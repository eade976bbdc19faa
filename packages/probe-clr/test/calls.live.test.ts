/** Which thread a call runs on, and what becomes of the others when one does not return. */
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

const minutes = { timeout: 300_000 };
/** As the daemon gives it: two minutes. */
const patienceMs = 120_000;
const stillRunning = { ok: false, dispatched: true, reason: 'timeout_still_running' };

describe.runIf(requireRuntime('clr', missing()))('calls', () => {
  const run = stoppedAfterEach();
  let program: string | undefined;

  const visit = async () => {
    program ??= buildProgram('reception', 'Reception');
    const target = await run(start(program));
    const session = await createTestProbe().attach(target.app, undefined, soon());
    await session.capture(discover, soon());
    const call = (address: string, parameters: Record<string, unknown> = {}) =>
      session.invoke(
        { address: `call:static:Reception.Program/${address}`, parameters, timeoutMs: patienceMs },
        AbortSignal.timeout(patienceMs),
      );
    return {
      session,
      call,
      mainThread: Number(target.line.split(' ')[1]),
      [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
    };
  };

  test('run on the thread that the object belongs to, and the answer says which', minutes, async () => {
    await using app = await visit();
    const onMain = `thread ${app.mainThread}, by Loop`;
    expect(await app.call('Desk.Welcome(String)', { name: 'Grace' })).toEqual({
      ok: true,
      value: 2,
      message: `Welcome ran on ${onMain}.`,
    });
    const desk = at(await app.session.capture(poll, soon()), 'static:Reception.Program', 'Desk');
    expect(desk?.children?.find((child) => child.name === 'LastThread')?.value).toBe(app.mainThread);
    // One that only somebody on that thread listens to.
    expect(await app.call('Bell.Ring()')).toMatchObject({ ok: true, value: app.mainThread });
    expect(await app.call('Archive.File(String)', { name: '1999' })).toEqual({
      ok: true,
      value: 2,
      message: 'File ran on a thread of its own.',
    });
  });

  test('that wait for what may never come are told early, and nothing waits behind them', minutes, async () => {
    await using app = await visit();
    const waiting = app.call('Archive.WaitForever()');
    const slow = app.call('Archive.Fetch(Int32)', { milliseconds: 9000 });
    const busy = app.call('Archive.Count(Int32)', { milliseconds: 9000 });
    expect(await app.call('Archive.File(String)', { name: '1999' })).toMatchObject({ ok: true, value: 2 });
    const files = at(await app.session.capture(poll, soon()), 'static:Reception.Program', 'Archive', 'Files');
    expect(files?.children?.map((child) => child.value)).toEqual(['1998', '1999']);
    const first = await Promise.race([waiting, slow, busy]);
    expect(first).toMatchObject(stillRunning);
    // Work that takes long is no waiting, and neither is a task that is none of a user interface's.
    expect(await slow).toMatchObject({ ok: true, value: 'fetched' });
    expect(await busy).toMatchObject({ ok: true, value: 1 });
    expect(await app.call('Archive.File(String)', { name: '2000' })).toMatchObject({ ok: true, value: 3 });
  });

  test('that open a dialog are told at once; the dialog can be answered', minutes, async () => {
    await using app = await visit();
    expect(await app.call('Desk.Ask()')).toMatchObject(stillRunning);
    expect(await app.call('Desk.Welcome(String)', { name: 'Grace' })).toMatchObject({ ok: true, value: 2 });
    expect(await app.call('Desk.Answer()')).toMatchObject({ ok: true });
    expect(await app.call('Desk.AskLater()')).toMatchObject(stillRunning);
    expect(await app.call('Desk.Welcome(String)', { name: 'Barbara' })).toMatchObject({ ok: true, value: 3 });
  });

  test('to a thread that stands still are refused, and never run later', minutes, async () => {
    await using app = await visit();
    const frozen = app.call('Desk.Freeze(Int32)', { milliseconds: 12_000 });
    const late = await app.call('Desk.Welcome(String)', { name: 'Grace' });
    expect(late).toMatchObject({ ok: false, dispatched: false, reason: 'busy' });
    expect(await frozen).toMatchObject(stillRunning);
    expect(await app.call('Archive.File(String)', { name: '1999' })).toMatchObject({ ok: true, value: 2 });
    // The thread comes back.
    const until = Date.now() + 60_000;
    let next = await app.call('Desk.Welcome(String)', { name: 'Barbara' });
    while (!next.ok && Date.now() < until) next = await app.call('Desk.Welcome(String)', { name: 'Barbara' });
    expect(next).toMatchObject({ ok: true, value: 2 });
  });
});
