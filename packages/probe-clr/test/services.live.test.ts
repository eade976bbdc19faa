/** What the work is done with between requests, when none of it is there: it is made for a call, and what a call can't have is said before. */
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

describe.runIf(requireRuntime('clr', missing()))('services that are made for a request', () => {
  const run = stoppedAfterEach();

  test('are made for a call; a handler that looks at its request is told with less confidence', {
    timeout: 300_000,
  }, async () => {
    const target = await run(start(buildProgram('tavern', 'Tavern')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const { actions } = await session.capture(discover, soon());
    const pour = 'call:service:Tavern.PourHandler.Handle(Pour,CancellationToken)';
    expect(actions.find((action) => action.address === pour)).toMatchObject({
      owner: 'PourHandler',
      parameters: [
        { name: 'Guest', type: 'string', required: true },
        { name: 'Pints', type: 'number', required: true },
      ],
    });
    const call = (address: string, parameters: Record<string, unknown> = {}) =>
      session.invoke({ address, parameters, timeoutMs: 10_000 }, soon());
    // Twice: what a scope holds is given up with it.
    expect(await call(pour, { Guest: 'Grace', Pints: 2 })).toMatchObject({ ok: true, value: 88 });
    expect(await call(pour, { Guest: 'Barbara', Pints: 3 })).toMatchObject({ ok: true, value: 85 });
    const after = await session.capture(poll, soon());
    expect(at(after, 'di:Tavern.Cellar', 'Guests')?.children?.map((guest) => guest.value)).toEqual(['Ada', 'Grace', 'Barbara']);
    // What lives is told where it lives, and once.
    expect(actions.map((action) => action.address).filter((address) => address.includes('service:Tavern.Cellar'))).toEqual([]);

    const certainty = (address: string) => actions.find((action) => action.address === address)?.certainty ?? 0;
    expect(certainty('route:GET /mine')).toBeLessThan(certainty('route:GET /guests'));
    expect(await call('route:GET /guests')).toMatchObject({ ok: true, value: ['Ada', 'Grace', 'Barbara'] });
    // Without the middleware that would have put a session there it fails, and the program does not.
    expect(await call('route:GET /mine')).toMatchObject({ ok: false, dispatched: true, reason: 'threw' });
    expect(target.isAlive()).toBe(true);
  });

  test('one of several that are asked for by a key has the address of its key, whichever was made first', {
    timeout: 300_000,
  }, async () => {
    const program = buildProgram('slipway', 'Slipway');
    for (const made of [
      ['left', 'right'],
      ['right', 'left'],
    ]) {
      const target = await run(start(program, made, { input: '' }));
      await using session = await createTestProbe().attach(target.app, undefined, soon());
      const capture = await session.capture(discover, soon());
      for (const side of made) expect(at(capture, `di:Slipway.Crane[${side}]`, 'Side')?.value).toBe(`${side} side`);
    }
  });

  test('options are told as what they hold, whether that was made before we came or after', { timeout: 300_000 }, async () => {
    const program = buildProgram('tavern', 'Tavern');
    const sign = { address: 'route:GET /sign', parameters: {}, timeoutMs: 10_000 };
    const told: unknown[] = [];
    const probe = createTestProbe();
    const first = await run(start(program));
    for (const target of [first, first, await run(start(program))]) {
      await using session = await probe.attach(target.app, undefined, soon());
      await session.capture(discover, soon());
      expect(await session.invoke(sign, soon())).toMatchObject({ ok: true });
      for (const request of [poll, discover]) {
        const { roots, actions } = await session.capture(request, soon());
        const houses = roots.filter((root) => root.children?.some((child) => child.name === 'Sign'));
        told.push([
          houses.map(({ name, address }) => `${name} ${address}`),
          actions.find(({ name }) => name === 'Sign')?.address,
        ]);
      }
    }
    const address = 'di:Microsoft.Extensions.Options.UnnamedOptionsManager<House>';
    expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([[`House ${address}`], `set:${address}.Sign`])]),
    );
  });
});
