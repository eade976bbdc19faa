import type { ProbeSession, RawAction } from '@substrate/core';
import { expect, it } from 'vitest';
import { createActions } from './actions.js';
import type { Cycle } from './reader.js';
import { defaultTiming } from './timing.js';

const raw = (name: string, kind: RawAction['kind']): RawAction => ({
  address: `${kind}:${name}`,
  name,
  kind,
  source: 'dom',
  parameters: [],
  certainty: 1,
});

it('needs no label for the built-ins that read or can be taken back', async () => {
  const given = [
    ...['navigate', 'activate_tab', 'scroll', 'focus', 'type', 'clear'].map((name) => raw(name, 'builtin')),
    raw('focus_search', 'button'),
  ];
  const bindings = new Map(
    given.map(({ address, name }) => [name, { address, parameters: {}, targets: [], reversibility: 'reversible_write' }]),
  );
  const cycle = { capture: { actions: given }, interpretation: { bindings } } as unknown as Cycle;
  const actions = createActions({
    appId: 'page',
    timing: defaultTiming,
    last: () => cycle,
    session: () => undefined,
    reason: () => null,
  });
  const free: string[] = [];
  for (const { name } of given) if ((await actions.plan(name, {}, AbortSignal.timeout(1000))).unlabelled) free.push(name);
  expect(free).toEqual(['navigate', 'activate_tab', 'scroll', 'focus']);
});

it('calls the object that is named, where many can do the same', async () => {
  const pools = ['a', 'b'].map((at) => ({ ...raw('stop', 'operation'), address: `pool:${at}#stop` }));
  const each = { parameter: 'which', addresses: { pool_a: 'pool:a#stop', pool_b: 'pool:b#stop' } };
  const binding = { address: 'each', each, parameters: { which: 'which' }, targets: [], reversibility: 'irreversible_write' };
  const cycle = { capture: { actions: pools }, interpretation: { bindings: new Map([['stop', binding]]) } } as unknown as Cycle;
  const calls: unknown[] = [];
  const session = { invoke: async (call: unknown) => calls.push(call) && { ok: true, value: null } } as unknown as ProbeSession;
  const actions = createActions({
    appId: 'server',
    timing: defaultTiming,
    last: () => cycle,
    session: () => session,
    reason: () => null,
  });
  const signal = AbortSignal.timeout(1000);
  await expect(actions.plan('stop', { which: 'pool_c' }, signal)).rejects.toMatchObject({ code: 'invalid_parameters' });
  expect(await actions.plan('stop', { which: 'pool_b' }, signal)).toMatchObject({ reversibility: 'irreversible_write' });
  await actions.invoke('stop', { which: 'pool_b' }, 1000, signal).catch(() => undefined);
  expect(calls).toEqual([{ address: 'pool:b#stop', parameters: {}, timeoutMs: 1000 }]);
});
