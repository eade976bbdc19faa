import { readFile } from 'node:fs/promises';
import { generateKey, removeKey, setKeyEnabled } from '@substrate/auth';
import { describe, expect, it } from 'vitest';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';
const body = { pid: 101, action: 'look', parameters: {} };
const keyed = [`${v1}/apps`, `${v1}/health`, `${v1}/state/101`, `${v1}/schema/101`, `${v1}/diff/101`, `${v1}/watch/101`];
const unknown = `sk_substrate_${'A'.repeat(43)}`;

describe.each(transports)('authentication, %s', (transport) => {
  it.each(keyed)('§5.8 missing_key: GET %s without X-Substrate-Key is 401', async (path) => {
    await using world = await openWorld(transport);
    const reply = await world.get(path, { key: null });
    expect([reply.status, reply.error.code]).toEqual([401, 'missing_key']);
    expect((await world.get(path, { key: '' })).error.code).toBe('missing_key');
  });

  it.each(['action', 'verify', 'learn/101'])(
    'decisions §2: POST %s answers 401 with the same codes in the primary envelope',
    async (path) => {
      await using world = await openWorld(transport);
      const codes = [];
      for (const key of [null, unknown, world.disabledKey])
        codes.push((await world.post(`${v1}/${path}`, body, { key })).error.code);
      expect(codes).toEqual(['missing_key', 'invalid_key', 'disabled_key']);
      expect(world.shop.log.invocations).toEqual([]);
    },
  );

  it('§5.8 invalid_key: a key that matches no record; the comparison is case-sensitive', async () => {
    await using world = await openWorld(transport);
    for (const key of [unknown, 'x', world.key.toLowerCase(), `${world.key}x`, world.key.slice(0, -1)]) {
      const reply = await world.get(`${v1}/apps`, { key });
      expect([reply.status, reply.error.code]).toEqual([401, 'invalid_key']);
    }
  });

  it('§5.8 disabled_key: a key whose record is disabled', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/apps`, { key: world.disabledKey });
    expect([reply.status, reply.error.code]).toEqual([401, 'disabled_key']);
  });

  it('§5.1: the query parameter key is for the watch endpoint alone', async () => {
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/apps?key=${world.key}`, { key: null })).error.code).toBe('missing_key');
    expect((await world.get(`${v1}/watch/101?key=${world.key}`, { key: null })).error.code).toBe('upgrade_required');
    expect((await world.get(`${v1}/watch/101?key=${unknown}`, { key: null })).error.code).toBe('invalid_key');
  });

  it('§4.1, decisions §9: /health and openapi.json need no key', async () => {
    await using world = await openWorld(transport);
    for (const path of ['/health', `${v1}/openapi.json`]) {
      expect((await world.get(path, { key: null })).status).toBe(200);
      expect((await world.get(path, { key: unknown })).status).toBe(200);
    }
  });

  it('§5.7: when no key is required all requests pass without one, and /health says so', async () => {
    await using world = await openWorld(transport, { requireKey: false });
    expect((await world.get(`${v1}/apps`, { key: null })).status).toBe(200);
    expect((await world.get(`${v1}/apps`, { key: unknown })).status).toBe(200);
    expect((await world.act(body, { key: null })).status).toBe(200);
    expect((await world.get('/health', { key: null })).json).toMatchObject({ auth_enabled: false });
  });

  it('§2.8: last_used_at is updated after an authenticated request', async () => {
    await using world = await openWorld(transport);
    const before = new Date().toISOString();
    await world.get(`${v1}/apps`, { key: world.secondKey });
    let used = '';
    for (let i = 0; i < 100 && !(used >= before); i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { keys } = JSON.parse(await readFile(world.keysFile, 'utf8')) as {
        keys: { label: string; last_used_at: string | null }[];
      };
      used = keys.find(({ label }) => label === 'second')?.last_used_at ?? '';
    }
    expect(used >= before).toBe(true);
  });

  it('§3.3, §5.6: keys are added, disabled, enabled and deleted without a restart', async () => {
    await using world = await openWorld(transport);
    const file = world.keysFile;
    const { key, id } = await generateKey({ file, label: 'fourth' });
    const becomes = async (outcome: number | string): Promise<void> => {
      for (let i = 0; i < 100; i++) {
        const reply = await world.get(`${v1}/apps`, { key });
        if ((reply.status === 200 ? 200 : reply.error.code) === outcome) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect.fail(`The key never became ${outcome}.`);
    };
    await becomes(200);
    await setKeyEnabled({ file, id, enabled: false });
    await becomes('disabled_key');
    await setKeyEnabled({ file, id, enabled: true });
    await becomes(200);
    await removeKey({ file, id });
    await becomes('invalid_key');
  });

  it('§8: /health does not count as use of a key', async () => {
    await using world = await openWorld(transport);
    for (const path of ['/health', `${v1}/openapi.json`, `${v1}/nothing`]) await world.get(path);
    expect(world.touched).toEqual([]);
    await world.get(`${v1}/apps`);
    expect(world.touched).toEqual([world.keyId]);
  });

  describe('decisions §2: the order on every request', () => {
    it('host and origin before route, route before authentication, authentication before rate limit', async () => {
      await using world = await openWorld(transport, { limits: { statePerSecond: 1, actionPerSecond: 1 } });
      expect((await world.get('/nothing', { headers: { host: 'example.com' } })).error.code).toBe('forbidden_host');
      expect((await world.get('/nothing', { key: null })).error.code).toBe('route_not_found');
      await world.get(`${v1}/apps`);
      expect((await world.get(`${v1}/apps`)).error.code).toBe('rate_limited');
      expect((await world.get(`${v1}/apps`, { key: null })).error.code).toBe('missing_key');
    });

    it('rate limit before content type, content type before body, body before the rest', async () => {
      await using world = await openWorld(transport, {
        limits: { actionPerSecond: 1, statePerSecond: 1000 },
        settings: { maxBodyBytes: 50 },
      });
      const post = (text: string, type?: string, path = 'verify') =>
        world.send('POST', `${v1}/${path}`, { body: text, headers: type ? { 'content-type': type } : {} });
      const codes = [
        (await post('x'.repeat(100), 'text/plain')).error.code,
        (await post('x'.repeat(100), 'application/json')).error.code,
        (await post('{nonsense', 'application/json')).error.code,
        (await post('{"nonsense":1}', 'application/json')).error.code,
      ];
      expect(codes).toEqual(['invalid_content_type', 'body_too_large', 'invalid_json', 'invalid_request']);
      await world.act(body);
      expect((await post('{nonsense', 'text/plain', 'action')).error.code).toBe('rate_limited');
    });
  });

  describe('decisions §2: failed authentications with a key are limited', () => {
    it('to a bucket of 20 that refills with 20 a second, for all callers together; a valid key is never held up', async () => {
      let now = 1000;
      await using world = await openWorld(transport, { now: () => now, limits: { enabled: false } });
      const codes = [];
      for (let i = 0; i < 25; i++)
        codes.push((await world.get(`${v1}/apps`, { key: i % 2 ? unknown : world.disabledKey })).error.code);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5);
      const late = await world.get(`${v1}/watch/101?key=${unknown}`, { key: null });
      expect([late.status, late.error.code, late.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
      expect(late.error.retry_after_ms).toBe(50);
      expect((await world.get(`${v1}/apps`)).status).toBe(200);
      expect((await world.get(`${v1}/apps`, { key: null })).error.code).toBe('missing_key');
      now += 50;
      expect((await world.get(`${v1}/apps`, { key: unknown })).error.code).toBe('invalid_key');
      expect((await world.get(`${v1}/apps`, { key: unknown })).error.code).toBe('rate_limited');
    });
  });
});
