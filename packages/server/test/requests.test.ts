import { describe, expect, it } from 'vitest';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';

describe.each(transports)('requests, %s', (transport) => {
  describe('X-Request-Id', () => {
    it('§4: every response has one; decisions §3: a UUIDv7 when the client sent none', async () => {
      await using world = await openWorld(transport);
      for (const path of ['/health', `${v1}/apps`, `${v1}/state/101`, `${v1}/nothing`, `${v1}/state/x`]) {
        const reply = await world.get(path);
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }
    });

    it.each(['a', 'A.z_0-9', 'x'.repeat(128)])("decisions §3: a client's own value is echoed: %s", async (id) => {
      await using world = await openWorld(transport);
      expect((await world.get('/health', { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id);
      const failed = await world.get(`${v1}/state/9`, { headers: { 'x-request-id': id } });
      expect(failed.error.request_id).toBe(id);
    });

    it.each(['x'.repeat(129), 'a b', 'a/b', 'é', '<script>'])('decisions §3: any other is replaced: %s', async (id) => {
      await using world = await openWorld(transport);
      const given = Buffer.from(id).toString('latin1');
      const made = (await world.get('/health', { headers: { 'x-request-id': given } })).headers['x-request-id'];
      expect(made).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('decisions §3: Host', () => {
    it.each(['127.0.0.1', 'localhost', 'localhost:1234', '[::1]:7842', '127.8.9.1:80'])('%s is a loopback name', async (host) => {
      await using world = await openWorld(transport);
      expect((await world.get('/health', { headers: { host } })).status).toBe(200);
    });

    it.each(['example.com', 'example.com:7842', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', 'my_host'])(
      '%s is forbidden_host, also on /health',
      async (host) => {
        await using world = await openWorld(transport);
        for (const path of ['/health', `${v1}/apps`, '/nothing']) {
          const reply = await world.get(path, { headers: { host }, key: null });
          expect([reply.status, reply.error.code]).toEqual([403, 'forbidden_host']);
        }
      },
    );

    it('an allowed host passes', async () => {
      await using world = await openWorld(transport, { settings: { allowedHosts: ['devbox.test'] } });
      expect((await world.get('/health', { headers: { host: 'devbox.test:7842' } })).status).toBe(200);
    });
  });

  describe('decisions §3: Origin', () => {
    it.each(['https://example.com', 'http://127.0.0.1:1', 'null', 'https://localhost:7842', 'file://'])(
      '%s is forbidden_origin',
      async (origin) => {
        await using world = await openWorld(transport);
        for (const path of ['/health', `${v1}/apps`]) {
          const reply = await world.get(path, { headers: { origin } });
          expect([reply.status, reply.error.code]).toEqual([403, 'forbidden_origin']);
          expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        }
      },
    );

    it("the daemon's own Origin is any loopback spelling at its port, and gets no CORS header", async () => {
      await using world = await openWorld(transport);
      const port = world.serving?.port ?? 7842;
      for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
        const reply = await world.get(`${v1}/apps`, { headers: { origin: `http://${host}:${port}` } });
        expect(reply.status).toBe(200);
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
    });

    const open = { settings: { allowedOrigins: ['https://agent.test'] } };

    it('an allowed Origin may read responses, errors too', async () => {
      await using world = await openWorld(transport, open);
      for (const path of ['/health', `${v1}/apps`, `${v1}/state/9`, `${v1}/nothing`]) {
        const reply = await world.get(path, { headers: { origin: 'https://agent.test' } });
        expect(reply.headers['access-control-allow-origin']).toBe('https://agent.test');
        expect(reply.headers.vary).toBe('Origin');
      }
      const none = await world.get(`${v1}/apps`, { key: null, headers: { origin: 'https://agent.test' } });
      expect([none.status, none.headers['access-control-allow-origin']]).toEqual([401, 'https://agent.test']);
      expect((await world.get('/health')).headers['access-control-allow-origin']).toBeUndefined();
    });

    it('OPTIONS from an allowed Origin gets the CORS answer, 204: that origin, the methods, X-Substrate-Key, Content-Type', async () => {
      await using world = await openWorld(transport, open);
      const ask = (path: string) =>
        world.send('OPTIONS', path, {
          key: null,
          headers: { origin: 'https://agent.test', 'access-control-request-method': 'POST' },
        });
      const reply = await ask(`${v1}/action`);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers['access-control-allow-origin']).toBe('https://agent.test');
      expect(reply.headers['access-control-allow-methods']).toBe('POST');
      expect(reply.headers['access-control-allow-headers']).toBe('X-Substrate-Key, Content-Type');
      expect((await ask(`${v1}/state/101`)).headers['access-control-allow-methods']).toBe('GET, HEAD');
      expect((await ask(`${v1}/nothing`)).error.code).toBe('route_not_found');
    });

    it('OPTIONS from anybody else gets no CORS header', async () => {
      await using world = await openWorld(transport, open);
      const plain = await world.send('OPTIONS', `${v1}/action`);
      expect([plain.status, plain.error.code]).toEqual([405, 'method_not_allowed']);
      const other = await world.send('OPTIONS', `${v1}/action`, { headers: { origin: 'https://example.com' } });
      expect([other.status, other.error.code]).toEqual([403, 'forbidden_origin']);
      for (const reply of [plain, other])
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });

  describe('routes', () => {
    it.each([
      '/',
      '/nothing',
      '/substrate',
      `${v1}`,
      `${v1}/`,
      `${v1}/state`,
      `${v1}/state/`,
      `${v1}/state/101/`,
      `${v1}/state/101/x`,
      `${v1}/APPS`,
      '/health/',
      '/substrate/v2/apps',
    ])('decisions §3: %s is 404 route_not_found, without a key too', async (path) => {
      await using world = await openWorld(transport);
      const reply = await world.get(path, { key: null });
      expect([reply.status, reply.error.code]).toEqual([404, 'route_not_found']);
    });

    it.each([
      ['POST', '/health', 'GET, HEAD'],
      ['DELETE', `${v1}/apps`, 'GET, HEAD'],
      ['PUT', `${v1}/state/101`, 'GET, HEAD'],
      ['POST', `${v1}/diff/101`, 'GET, HEAD'],
      ['GET', `${v1}/action`, 'POST'],
      ['HEAD', `${v1}/action`, 'POST'],
      ['GET', `${v1}/verify`, 'POST'],
      ['PATCH', `${v1}/learn/101`, 'POST'],
      ['POST', `${v1}/watch/101`, 'GET, HEAD'],
      ['POST', `${v1}/openapi.json`, 'GET, HEAD'],
    ])('decisions §3: %s %s is 405 method_not_allowed with Allow: %s', async (method, path, allow) => {
      await using world = await openWorld(transport);
      const reply = await world.send(method, path, { key: null });
      expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
      if (method !== 'HEAD') expect(reply.error.code).toBe('method_not_allowed');
    });

    it.each(['/health', `${v1}/apps`, `${v1}/state/101`, `${v1}/schema/101`, `${v1}/state/9`, `${v1}/openapi.json`])(
      'decisions §3: HEAD %s answers as GET without a body',
      async (path) => {
        await using world = await openWorld(transport);
        const [head, get] = [await world.send('HEAD', path), await world.get(path)];
        expect([head.status, head.text, head.headers['content-type']]).toEqual([get.status, '', get.headers['content-type']]);
        expect(head.headers.etag).toBe(get.headers.etag);
      },
    );

    it('§9.1: the version of the interface is the path prefix; /health has none', async () => {
      await using world = await openWorld(transport);
      expect((await world.get(`${v1}/apps`)).status).toBe(200);
      for (const path of ['/apps', '/substrate/apps', '/substrate/v2/apps', '/substrate/v2/health'])
        expect((await world.get(path)).error.code).toBe('route_not_found');
    });

    it('§4: all responses are JSON', async () => {
      await using world = await openWorld(transport);
      for (const path of ['/health', `${v1}/apps`, `${v1}/state/101`, `${v1}/nothing`, `${v1}/state/abc`]) {
        expect((await world.get(path)).headers['content-type']).toBe('application/json');
      }
    });
  });

  describe('queries', () => {
    it.each([
      `${v1}/apps?x=1`,
      `${v1}/health?x`,
      `${v1}/openapi.json?x=1`,
      `${v1}/state/101?fresch=true`,
      `${v1}/schema/101?fresh=true`,
      `${v1}/diff/101?x=1`,
      `${v1}/apps?__proto__=1`,
    ])('decisions §3: %s has a parameter that nobody knows: invalid_request with details', async (path) => {
      await using world = await openWorld(transport);
      const { error, status } = await world.get(path);
      expect([status, error.code]).toEqual([400, 'invalid_request']);
      expect(error.details).toEqual([{ path: expect.any(String), message: 'No such query parameter.' }]);
    });

    it('decisions §3: POST routes too', async () => {
      await using world = await openWorld(transport);
      const bodies = { action: { pid: 101, action: 'look', parameters: {} }, verify: { pid: 101, expression: 'true' } };
      for (const [name, body] of Object.entries(bodies))
        expect((await world.post(`${v1}/${name}?dry_run=true`, body)).error.code).toBe('invalid_request');
      expect(world.shop.log.invocations).toEqual([]);
    });

    it('decisions §3: /health alone takes any', async () => {
      await using world = await openWorld(transport);
      expect((await world.get('/health?cache=123')).status).toBe(200);
    });

    it('a parameter that may come once and comes twice is invalid_request', async () => {
      await using world = await openWorld(transport);
      expect((await world.get(`${v1}/state/101?fresh=true&fresh=false`)).error.details).toEqual([
        { path: 'fresh', message: 'Given more than once.' },
      ]);
    });
  });

  describe('decisions §3: invalid_pid', () => {
    it.each(['abc', '0', '-1', '1.5', '01', '1e3', '%20', '99999999999999999999', '101x'])(
      '%s is no positive integer',
      async (pid) => {
        await using world = await openWorld(transport);
        for (const path of [`state/${pid}`, `schema/${pid}`, `diff/${pid}`]) {
          const reply = await world.get(`${v1}/${path}`);
          expect([reply.status, reply.error.code]).toEqual([400, 'invalid_pid']);
        }
        expect((await world.post(`${v1}/learn/${pid}`, {})).error.code).toBe('invalid_pid');
      },
    );
  });

  it('decisions §3: a defect is 500 internal_error, and its message has no stack trace and no path', async () => {
    await using world = await openWorld(transport);
    world.shop.script.onCycle = () => {
      throw new TypeError('/secret/path.ts:12 exploded');
    };
    const reply = await world.get(`${v1}/state/101?fresh=true`);
    expect([reply.status, reply.error.code]).toEqual([500, 'internal_error']);
    expect(reply.text).not.toMatch(/secret|exploded|at /);
    expect(world.defects).toHaveLength(1);
  });
});
