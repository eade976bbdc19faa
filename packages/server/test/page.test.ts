import { generateKey, setKeyEnabled } from '@substrate/auth';
import { ticketResponseSchema } from '@substrate/core';
import type { Page } from '@substrate/server';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { keysFile, openWorld, transports, type World } from './world.js';

const v1 = '/substrate/v1';
const page: Page = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Substrate</title>' }],
  ['/assets/page.js', { type: 'text/javascript', body: new TextEncoder().encode('start();') }],
]);
const port = (world: World): number => world.serving?.port ?? 7842;
const host = (world: World): string => `127.0.0.1:${port(world)}`;

const ticketOf = async (world: World, key = world.key): Promise<string> =>
  (await world.post(`${v1}/ticket`, {}, { key })).as(ticketResponseSchema).ticket;

const cookieFor = async (world: World, key = world.key): Promise<string> => {
  const reply = await world.get(`/?ticket=${await ticketOf(world, key)}`, { key: null });
  expect(reply.status).toBe(303);
  return String(reply.headers['set-cookie']).split(';', 1)[0] as string;
};

/** What a browser sends for a request of the daemon's own page. */
const own = (world: World, cookie: string) => ({ cookie, host: host(world), 'sec-fetch-site': 'same-origin' });

describe.each(transports)('decisions §10: the page, %s', (transport) => {
  it('is served without a key, under a strict policy, and nothing beside it', async () => {
    await using world = await openWorld(transport, { page });
    for (const [path, type, text] of [
      ['/', 'text/html; charset=utf-8', '<!doctype html><title>Substrate</title>'],
      ['/assets/page.js', 'text/javascript', 'start();'],
    ] as const) {
      const reply = await world.get(path, { key: null });
      expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([200, type, text]);
      expect(reply.headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }
    for (const path of ['/assets/other.js', '/assets/', '/assets/../secret', '/assets/__proto__', '/index.html'])
      expect((await world.get(path, { key: null })).error.code).toBe('route_not_found');
    expect((await world.get('/?x=1', { key: null })).error.code).toBe('invalid_request');
    expect((await world.send('POST', '/', { key: null })).headers.allow).toBe('GET, HEAD');
    expect((await world.get('/', { key: null, headers: { host: 'evil.example' } })).error.code).toBe('forbidden_host');
  });

  it('is not there when the daemon has none', async () => {
    await using world = await openWorld(transport);
    expect((await world.get('/', { key: null })).error.code).toBe('route_not_found');
  });

  it('a ticket is good once and sets an HttpOnly cookie that no other site can send', async () => {
    await using world = await openWorld(transport, { page });
    const issued = (await world.post(`${v1}/ticket`, {})).as(ticketResponseSchema);
    const left = Date.parse(issued.expires_at) - Date.now();
    expect(left > 50_000 && left <= 60_000).toBe(true);
    const reply = await world.get(`/?ticket=${issued.ticket}`, { key: null });
    expect([reply.status, reply.headers.location]).toEqual([303, '/']);
    expect(reply.headers['set-cookie']).toMatch(
      new RegExp(`^substrate_session_${port(world)}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(reply.headers['set-cookie']).not.toContain(issued.ticket);
    const again = await world.get(`/?ticket=${issued.ticket}`, { key: null });
    expect([again.status, again.error.code]).toEqual([401, 'invalid_key']);
    expect(again.headers).not.toHaveProperty('set-cookie');
  });

  it('a request for a ticket is JSON without fields, from a key with all scopes', async () => {
    const key = (await generateKey({ file: await keysFile(), scopes: ['read', 'act'] })).key;
    await using world = await openWorld(transport);
    expect((await world.post(`${v1}/ticket`, {}, { key })).error.code).toBe('forbidden_scope');
    expect((await world.post(`${v1}/ticket`, {}, { key: null })).error.code).toBe('missing_key');
    expect((await world.post(`${v1}/ticket`, { minutes: 5 })).error.code).toBe('invalid_request');
    expect((await world.send('POST', `${v1}/ticket`)).error.code).toBe('invalid_content_type');
  });

  it("the cookie stands for its key in requests of the daemon's own page", async () => {
    await using world = await openWorld(transport, { page });
    const headers = own(world, await cookieFor(world));
    expect((await world.get(`${v1}/apps`, { key: null, headers })).status).toBe(200);
    const origin = `http://${host(world)}`;
    const act = { pid: 101, action: 'look', parameters: {} };
    expect((await world.act(act, { key: null, headers: { ...headers, origin } })).status).toBe(200);
    expect(world.audit.at(-1)).toMatchObject({ key_id: world.keyId });
    expect(world.touched).toContain(world.keyId);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['nobody in particular', { 'sec-fetch-site': undefined }],
    ['an origin of another name', { 'sec-fetch-site': undefined, origin: 'http://localhost:PORT' }],
  ])('a request of %s is not helped by the cookie', async (_, change: Record<string, string | undefined>) => {
    await using world = await openWorld(transport, { page });
    const all = { ...own(world, await cookieFor(world)), ...change };
    const headers = Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value ? [[name, value.replace('PORT', String(port(world)))]] : [])),
    );
    expect((await world.get(`${v1}/apps`, { key: null, headers })).error.code).toBe('missing_key');
  });

  it('what changes something needs the Origin of the page itself', async () => {
    await using world = await openWorld(transport, { page });
    const headers = own(world, await cookieFor(world));
    const act = (more: Record<string, string>) =>
      world.act({ pid: 101, action: 'look', parameters: {} }, { key: null, headers: { ...headers, ...more } });
    expect((await act({})).error.code).toBe('missing_key');
    expect((await act({ origin: `http://localhost:${port(world)}` })).error.code).toBe('missing_key');
    expect((await act({ origin: 'http://evil.example' })).error.code).toBe('forbidden_origin');
    expect(world.shop.log.invocations).toEqual([]);
  });

  it('an allowed origin may not use the cookie', async () => {
    const origin = 'http://127.0.0.1:9999';
    await using world = await openWorld(transport, { page, settings: { allowedOrigins: [origin] } });
    const { 'sec-fetch-site': _, ...headers } = own(world, await cookieFor(world));
    expect((await world.get(`${v1}/apps`, { key: null, headers: { ...headers, origin } })).error.code).toBe('missing_key');
  });

  it('a cookie that nobody set is none', async () => {
    await using world = await openWorld(transport, { page });
    const headers = own(world, `substrate_session_${port(world)}=${'A'.repeat(43)}`);
    expect((await world.get(`${v1}/apps`, { key: null, headers })).error.code).toBe('missing_key');
  });

  it('disabling the key ends the session', async () => {
    const { key, id } = await generateKey({ file: await keysFile(), label: 'page' });
    await using world = await openWorld(transport, { page });
    const headers = own(world, await cookieFor(world, key));
    expect((await world.get(`${v1}/apps`, { key: null, headers })).status).toBe(200);
    await setKeyEnabled({ file: world.keysFile, id, enabled: false });
    let reply = await world.get(`${v1}/apps`, { key: null, headers });
    while (reply.status === 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      reply = await world.get(`${v1}/apps`, { key: null, headers });
    }
    expect(reply.error.code).toBe('disabled_key');
  });
});

describe('decisions §10: a stream of the page', () => {
  const open = async (world: World, headers: Record<string, string>): Promise<string> => {
    const socket = new WebSocket(`ws://${host(world)}${v1}/watch/101`, { headers });
    const outcome = await new Promise<string>((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', (error) => resolve(error.message));
    });
    socket.terminate();
    return outcome;
  };

  it('is opened with the cookie and the Origin of the page, and not without', async () => {
    await using world = await openWorld('over a socket', { page });
    const cookie = await cookieFor(world);
    expect(await open(world, { cookie, origin: `http://${host(world)}` })).toBe('open');
    expect(await open(world, { cookie })).toContain('401');
    expect(await open(world, { cookie, 'sec-fetch-site': 'same-origin' })).toContain('401');
    expect(await open(world, { cookie, origin: `http://localhost:${port(world)}` })).toContain('401');
  });
});
