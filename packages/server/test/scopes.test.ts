import type { Scope } from '@substrate/core';
import { routes } from '@substrate/core/openapi';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { makeKey, openWorld, transports, type World } from './world.js';

const v1 = '/substrate/v1';
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
};

/** One request for each route that needs a key, as it would be made for an application. */
const requestsTo = (world: World, pid: number, appId: string): Record<string, [method: string, path: string, body?: object]> => {
  const since = world.shop.captures.latest?.state.capture_id;
  return {
    keyed_health: ['GET', `${v1}/health`],
    apps: ['GET', `${v1}/apps`],
    state: ['GET', `${v1}/state/${pid}`],
    schema: ['GET', `${v1}/schema/${pid}`],
    timeline: ['GET', `${v1}/timeline/${pid}`],
    why: ['GET', `${v1}/why/${pid}?key=user.name`],
    costs: ['GET', `${v1}/costs`],
    search: ['GET', `${v1}/search/${pid}?q=name`],
    diff: ['GET', `${v1}/diff/${pid}?since=${since}`],
    verify: ['POST', `${v1}/verify`, { pid, expression: 'true' }],
    watch: ['GET', `${v1}/watch/${pid}`],
    action: ['POST', `${v1}/action`, { app_id: appId, action: 'look', parameters: {} }],
    learn: [
      'POST',
      `${v1}/learn/${pid}`,
      {
        capture_id: since,
        schema_version: '1.0.0',
        corrections: [{ observed_key: 'user.name', correct_label: 'user.full_name', correct_type: 'string' }],
      },
    ],
    ticket: ['POST', `${v1}/ticket`, {}],
    metrics: ['GET', '/metrics'],
  };
};

const codesOf = async (world: World, key: string, pid = 101, appId = 'shop'): Promise<Record<string, string | number>> => {
  const found: Record<string, string | number> = {};
  for (const [id, [method, path, body]] of Object.entries(requestsTo(world, pid, appId))) {
    const reply = await world.send(method, path, { key, ...(body && { body }) });
    found[id] = reply.status === 200 ? 200 : reply.error.code;
  }
  return found;
};

describe.each(transports)('decisions §10: keys with scopes, %s', (transport) => {
  it.each<[Scope[] | undefined, string[]]>([
    [
      ['read'],
      ['keyed_health', 'apps', 'state', 'schema', 'timeline', 'why', 'costs', 'search', 'diff', 'verify', 'watch', 'metrics'],
    ],
    [['act'], ['action']],
    [['learn'], ['learn']],
    [
      ['read', 'act', 'learn'],
      ['ticket', 'action', 'learn', 'apps'],
    ],
    [undefined, ['ticket', 'action', 'learn', 'apps']],
  ])('a key with the scopes %j may do what they are for and gets 403 forbidden_scope for the rest', async (scopes, allowed) => {
    const key = await makeKey(scopes ? { scopes } : {});
    await using world = await openWorld(transport);
    const codes = await codesOf(world, key);
    const known = routes.filter((route) => route.key !== 'none' && route.id in codes).map(({ id }) => id);
    expect(new Set(known)).toEqual(new Set(Object.keys(codes)));
    const all = scopes === undefined || scopes.length === 3;
    for (const [id, code] of Object.entries(codes)) {
      const expected = all || allowed.includes(id) ? (id === 'watch' ? 'upgrade_required' : 200) : 'forbidden_scope';
      expect([id, code]).toEqual([id, expected]);
    }
  });

  it('is 403 with executed: false on the action endpoint, and goes into the audit log', async () => {
    const key = await makeKey({ scopes: ['read'] });
    await using world = await openWorld(transport);
    const reply = await world.act({ pid: 101, action: 'look', parameters: {} }, { key });
    expect([reply.status, reply.error.code, reply.json]).toMatchObject([403, 'forbidden_scope', { executed: false }]);
    expect(reply.error.message).toContain('"act"');
    expect(world.shop.log.invocations).toEqual([]);
    expect(world.audit.at(-1)).toMatchObject({ event: 'refused', code: 'forbidden_scope', status: 403 });
  });

  it('a key with apps sees those alone: others are not listed, and asking for one is 403', async () => {
    const key = await makeKey({ apps: ['acme-*'] });
    const acme = createScriptedApplication({ pid: 102, appId: 'acme-board' });
    acme.poll();
    await using world = await openWorld(transport, { others: [acme] });
    expect((await world.get(`${v1}/apps`, { key })).json).toMatchObject({ total: 1, apps: [{ app_id: 'acme-board' }] });
    expect((await world.get(`${v1}/apps`)).json).toMatchObject({ total: 2 });
    const outside = await codesOf(world, key);
    for (const id of ['state', 'schema', 'search', 'diff', 'verify', 'action', 'learn'])
      expect([id, outside[id]]).toEqual([id, 'forbidden_scope']);
    expect(world.shop.log.invocations).toEqual([]);
    expect(world.shop.log.lessons).toEqual([]);
    expect((await world.get(`${v1}/state/102`, { key })).status).toBe(200);
    expect((await world.act({ pid: 102, action: 'look', parameters: {} }, { key })).status).toBe(200);
    expect((await world.get(`${v1}/state/9`, { key })).error.code).toBe('not_found');
    expect((await world.get(`${v1}/watch/101`, { key, headers: upgrade })).error.code).toBe('forbidden_scope');
    expect((await world.get('/metrics', { key })).text).toContain('substrate_applications{runtime="v8",status="active"} 1\n');
  });

  it('a capture of an application that the key does not reach is not known', async () => {
    const key = await makeKey({ apps: ['acme'] });
    const acme = createScriptedApplication({ pid: 102, appId: 'acme-board' });
    acme.poll();
    await using world = await openWorld(transport, { others: [acme] });
    const since = world.shop.captures.latest?.state.capture_id;
    expect((await world.get(`${v1}/diff/102?since=${since}`)).error.code).toBe('capture_pid_mismatch');
    expect((await world.get(`${v1}/diff/102?since=${since}`, { key })).error.code).toBe('capture_not_found');
  });

  it('patterns are held against the command line too, as in scan.include', async () => {
    const key = await makeKey({ apps: ['/srv/SHOP'] });
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/apps`, { key })).json).toMatchObject({ total: 1 });
    expect((await world.get(`${v1}/state/101`, { key })).status).toBe(200);
  });
});

describe.each(transports)('decisions §10: Authorization: Bearer, %s', (transport) => {
  it('is taken wherever X-Substrate-Key is', async () => {
    await using world = await openWorld(transport);
    const bearer = (key: string) => ({ key: null, headers: { authorization: `Bearer ${key}` } });
    expect((await world.get(`${v1}/apps`, bearer(world.key))).status).toBe(200);
    expect((await world.get(`${v1}/apps`, { key: null, headers: { authorization: `bearer ${world.key}` } })).status).toBe(200);
    expect((await world.get(`${v1}/watch/101`, bearer(world.key))).error.code).toBe('upgrade_required');
    expect((await world.act({ pid: 101, action: 'look', parameters: {} }, bearer(world.key))).status).toBe(200);
    expect((await world.get(`${v1}/apps`, bearer('nonsense'))).error.code).toBe('invalid_key');
    expect((await world.get(`${v1}/apps`, bearer(world.disabledKey))).error.code).toBe('disabled_key');
    const basic = { key: null, headers: { authorization: 'Basic YTpi' } };
    expect((await world.get(`${v1}/apps`, basic)).error.code).toBe('missing_key');
  });

  it('and must be the same key when both are given', async () => {
    await using world = await openWorld(transport);
    const headers = { authorization: `Bearer ${world.key}` };
    expect((await world.get(`${v1}/apps`, { headers })).status).toBe(200);
    const reply = await world.get(`${v1}/apps`, { key: world.secondKey, headers });
    expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
  });
});
