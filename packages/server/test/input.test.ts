import { describe, expect, it } from 'vitest';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';
const json = { 'content-type': 'application/json' };

describe.each(transports)('bodies, %s', (transport) => {
  const paths = ['action', 'verify', 'learn/101'].map((path) => `${v1}/${path}`);

  it.each(paths)('§4, decisions §3: POST %s without Content-Type: application/json is 400 invalid_content_type', async (path) => {
    await using world = await openWorld(transport);
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json']) {
      const reply = await world.send('POST', path, { body: '{}', headers: type ? { 'content-type': type } : {} });
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_content_type']);
    }
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
    'decisions §3: %s is fine',
    async (type) => {
      await using world = await openWorld(transport);
      const reply = await world.send('POST', `${v1}/verify`, {
        body: '{"pid":101,"expression":"true"}',
        headers: { 'content-type': type },
      });
      expect(reply.status).toBe(200);
    },
  );

  it.each(paths)('decisions §3: %s with a body that is not JSON is 400 invalid_json', async (path) => {
    await using world = await openWorld(transport);
    for (const body of ['', '{', 'nonsense', "{'a':1}", '{"a":1,}', '\u0000']) {
      const reply = await world.send('POST', path, { body, headers: json });
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_json']);
    }
  });

  it.each(['[]', '"text"', '1', 'null', 'true'])('decisions §3: %s is JSON, but no request', async (body) => {
    await using world = await openWorld(transport);
    for (const path of paths)
      expect((await world.send('POST', path, { body, headers: json })).error.code).toBe('invalid_request');
  });

  it('decisions §3: over max_body_bytes is 413 body_too_large; exactly at it is not', async () => {
    await using world = await openWorld(transport, { settings: { maxBodyBytes: 100 } });
    const body = '{"pid":101,"expression":"true"}';
    const at = await world.send('POST', `${v1}/verify`, { body: body.padEnd(100), headers: json });
    const over = await world.send('POST', `${v1}/verify`, { body: body.padEnd(101), headers: json });
    expect([at.status, over.status, over.error.code]).toEqual([200, 413, 'body_too_large']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'verify_expresion'])(
    'decisions §3: a field that nobody knows is invalid_request with details: %s',
    async (name) => {
      await using world = await openWorld(transport);
      const bodies = {
        action: '{"pid":101,"action":"look","parameters":{},',
        verify: '{"pid":101,"expression":"true",',
        'learn/101': `{"capture_id":"${world.shop.captures.latest?.state.capture_id}","schema_version":"1.0.0","corrections":[{"observed_key":"a","correct_label":"b","correct_type":"string"}],`,
      };
      for (const [path, start] of Object.entries(bodies)) {
        const reply = await world.send('POST', `${v1}/${path}`, { body: `${start}"${name}":1}`, headers: json });
        expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
        expect(reply.error.details).toEqual([{ path: name, message: expect.any(String) }]);
      }
      expect([world.shop.log.invocations, world.shop.log.lessons]).toEqual([[], []]);
    },
  );

  it('decisions §3: __proto__ is found at any depth, also spelled with escapes', async () => {
    await using world = await openWorld(transport);
    for (const inner of ['{"__proto__":{"admin":true}}', '{"a":[{"\\u005f_proto__":1}]}']) {
      const body = `{"pid":101,"action":"look","parameters":${inner}}`;
      const reply = await world.send('POST', `${v1}/action`, { body, headers: json });
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('a body nested too deeply is invalid_request, whatever would walk it later', async () => {
    await using world = await openWorld(transport);
    const body = `{"pid":101,"action":"look","parameters":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect((await world.send('POST', `${v1}/action`, { body, headers: json })).error.code).toBe('invalid_request');
  });

  it('decisions §3: neither pid nor app_id is invalid_request', async () => {
    await using world = await openWorld(transport);
    for (const [path, body] of [
      ['action', { action: 'look', parameters: {} }],
      ['verify', { expression: 'true' }],
    ] as const) {
      const reply = await world.post(`${v1}/${path}`, body);
      expect([reply.status, reply.error.code, reply.error.details?.[0]?.path]).toEqual([400, 'invalid_request', 'pid']);
    }
  });

  it.each([
    [{ pid: '101', expression: 'true' }, 'pid'],
    [{ pid: 101 }, 'expression'],
    [{ pid: 101, expression: 1 }, 'expression'],
    [{ pid: 101, expression: 'true', timeout_ms: 99 }, 'timeout_ms'],
    [{ pid: 101, expression: 'true', timeout_ms: 30_001 }, 'timeout_ms'],
  ])('decisions §3: %j does not fit: details name %s', async (body, path) => {
    await using world = await openWorld(transport);
    const reply = await world.post(`${v1}/verify`, body);
    expect([reply.error.code, reply.error.details?.map((detail) => detail.path)]).toEqual(['invalid_request', [path]]);
  });
});
