import type { RawAction } from '@substrate/core';
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
