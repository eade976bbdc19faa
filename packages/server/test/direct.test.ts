import { connect } from 'node:net';
import { type Serving, serve } from '@substrate/server';
import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { makeKey, openWorld, type World, type WorldOptions } from './world.js';

/** The read that goes around Hono, and the same request on the way of all others: nobody can tell them apart. */

interface Spoken {
  readonly head: string[];
  readonly body: string;
}

/** Written out by hand: a client would not send two hosts, nor a body with a GET. */
const speak = (port: number, lines: readonly string[]): Promise<Spoken> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2);
      resolve({ head: head.split('\r\n'), body });
    });
  });

/** Of what differs from one request to the next, that it is there. */
const plain = ({ head, body }: Spoken): Spoken => {
  const varies = (line: string): string => line.replace(/^(date|x-request-id): .*$/i, '$1: …');
  const [status = '', ...headers] = head;
  return {
    head: [status, ...headers.map((line) => varies(line.replace(/^[^:]*/, (name) => name.toLowerCase()))).sort()],
    body: body.replace(/"request_id":"[^"]*"/, '"request_id":"…"').replace(/in \d+ ms|"retry_after_ms":\d+/g, '…'),
  };
};

interface Both extends AsyncDisposable {
  readonly world: World;
  /** Answers of both ways, and whether the first went around Hono. */
  ask(lines: (port: number, world: World) => readonly string[]): Promise<{ direct: Spoken; usual: Spoken; around: boolean }>;
}

const openBoth = async (options: WorldOptions = {}): Promise<Both> => {
  const world = await openWorld('over a socket', options);
  let fetched = 0;
  const counting = {
    ...world.app,
    fetch: (...given: Parameters<typeof world.app.fetch>) => {
      fetched++;
      return world.app.fetch(...given);
    },
  };
  const where = { host: '127.0.0.1', port: 0 };
  const direct = await serve(counting, where);
  const usual = await serve({ ...world.app, direct: () => undefined }, where);
  const say = (serving: Serving, lines: Parameters<Both['ask']>[0]) => speak(serving.port, lines(serving.port, world));
  return {
    world,
    async ask(lines) {
      fetched = 0;
      const first = await say(direct, lines);
      const around = fetched === 0;
      return { direct: plain(first), usual: plain(await say(usual, lines)), around };
    },
    async [Symbol.asyncDispose]() {
      await direct[Symbol.asyncDispose]();
      await usual[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
};

const path = '/substrate/v1/state/101';
const byName = '/substrate/v1/apps/shop/state';

type Asking = Parameters<Both['ask']>[0];

const get =
  (target: string, headers: (port: number, world: World) => readonly string[] = () => [], method = 'GET'): Asking =>
  (port, world) => [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `X-Substrate-Key: ${world.key}`,
    ...headers(port, world),
  ];

const bare =
  (target: string, headers: (port: number, world: World) => readonly string[]): Asking =>
  (port, world) => [`GET ${target} HTTP/1.1`, ...headers(port, world)];

const etag = ({ shop }: World): string => `If-None-Match: ${shop.captures.latest?.etag}`;

const settings = { allowedOrigins: ['https://tool.test'] };

describe('a whole read', () => {
  it.each<[string, number, Asking]>([
    ['by pid', 200, get(path)],
    ['by name', 200, get(byName)],
    ['with a Bearer key', 200, bare(path, (port, { key }) => [`Host: localhost:${port}`, `Authorization: Bearer ${key}`])],
    ['with both keys, which differ', 400, get(path, (_, { secondKey }) => [`Authorization: Bearer ${secondKey}`])],
    ['with a request id of its own', 200, get(path, () => ['X-Request-Id: mine'])],
    ['with a request id that is none', 200, get(path, () => ['X-Request-Id: a b'])],
    ['that has it already', 304, get(path, (_, world) => [etag(world)])],
    ['that has another', 200, get(path, () => ['If-None-Match: W/"other"'])],
    ['without a key', 401, bare(path, (port) => [`Host: 127.0.0.1:${port}`])],
    ['with a wrong key', 401, bare(path, (port) => [`Host: 127.0.0.1:${port}`, 'X-Substrate-Key: sk_substrate_none'])],
    [
      'with a disabled key',
      401,
      bare(path, (port, { disabledKey }) => [`Host: 127.0.0.1:${port}`, `X-Substrate-Key: ${disabledKey}`]),
    ],
    ['with a cookie that nobody gave', 401, bare(path, (port) => [`Host: 127.0.0.1:${port}`, 'Cookie: substrate=1'])],
    ['of another host', 403, bare(path, (_, { key }) => ['Host: example.com', `X-Substrate-Key: ${key}`])],
    ['of a host that is none', 403, bare(path, (_, { key }) => ['Host: a b', `X-Substrate-Key: ${key}`])],
    ['from an allowed origin', 200, get(path, () => ['Origin: https://tool.test'])],
    ['from its own origin', 200, get(path, (port) => [`Origin: http://127.0.0.1:${port}`])],
    ['from another origin', 403, get(path, () => ['Origin: https://example.com'])],
    ['of a pid that is not there', 404, get('/substrate/v1/state/9')],
    ['of a pid that is none', 400, get('/substrate/v1/state/007')],
    ['of a pid that is too large', 400, get('/substrate/v1/state/99999999999999999999')],
    ['of a name that nothing has', 404, get('/substrate/v1/apps/none/state')],
    ['that accepts other encodings', 200, get(path, () => ['Accept-Encoding: gzip, br', 'Accept: text/html'])],
  ])('%s is answered alike around Hono: %i', async (_, status, asking) => {
    await using both = await openBoth({ settings });
    const { direct, usual, around } = await both.ask(asking);
    expect(direct).toEqual(usual);
    expect(around).toBe(true);
    expect(direct.head[0]).toContain(` ${status} `);
  });

  it.each<[string, number, Asking]>([
    ['with a query', 200, get(`${path}?limit=1`)],
    ['with an empty query', 200, get(`${path}?`)],
    ['as HEAD', 200, get(path, () => [], 'HEAD')],
    ['as POST', 405, get(path, () => [], 'POST')],
    ['with an absolute target', 200, (port, world) => get(`http://127.0.0.1:${port}${path}`)(port, world)],
    ['with the target of another host', 400, get(`http://example.com${path}`)],
    ['with two hosts', 400, get(path, () => ['Host: example.com'])],
    ['without a host', 403, bare(path, (_, { key }) => [`X-Substrate-Key: ${key}`])],
    ['with a body', 200, get(path, () => ['Content-Length: 0'])],
    ['with a slash behind', 404, get(`${path}/`)],
    ['with dots', 404, get('/substrate/v1/apps/../state')],
    ['with something escaped', 200, get('/substrate/v1/apps/sho%70/state')],
    ['of another part', 200, get('/substrate/v1/schema/101')],
  ])('%s goes through Hono: %i', async (_, status, asking) => {
    await using both = await openBoth({ settings });
    const { direct, usual } = await both.ask(asking);
    expect(direct).toEqual(usual);
    expect(direct.head[0]).toContain(` ${status} `);
  });

  const limits: [string, number, WorldOptions, Asking][] = [
    ['beyond its rate', 429, { limits: { statePerSecond: 0 } }, get(path)],
    ['while the daemon is late', 503, { loopDelayMs: () => 5000 }, get(path)],
    ['with no place left', 503, { settings: { maxInFlightPerKey: 0 } }, get(path)],
    ['before the first state', 503, { cold: true }, get(path)],
    ['where no key is needed', 200, { requireKey: false }, bare(path, (port) => [`Host: 127.0.0.1:${port}`])],
  ];
  it.each(limits)('%s is answered alike around Hono: %i', async (_, status, options, asking) => {
    await using both = await openBoth(options);
    const { direct, usual, around } = await both.ask(asking);
    expect(direct).toEqual(usual);
    expect(around).toBe(true);
    expect(direct.head[0]).toContain(` ${status} `);
  });

  it('is answered alike to keys that may not read, or not this application', async () => {
    const acting = await makeKey({ scopes: ['act'] });
    const elsewhere = await makeKey({ apps: ['other'] });
    const here = await makeKey({ apps: ['shop*'], scopes: ['read'] });
    await using both = await openBoth({ others: [createScriptedApplication({ pid: 202, appId: 'other' })] });
    for (const [key, status] of [
      [acting, 403],
      [elsewhere, 403],
      [here, 200],
    ] as const) {
      const { direct, usual, around } = await both.ask(
        bare(path, (port) => [`Host: 127.0.0.1:${port}`, `X-Substrate-Key: ${key}`]),
      );
      expect(direct).toEqual(usual);
      expect(around).toBe(true);
      expect(direct.head[0]).toContain(` ${status} `);
    }
  });

  it('counts alike: uses of the key, places, and answers by route', async () => {
    await using both = await openBoth();
    const { world } = both;
    await both.ask(get(path));
    expect(world.touched).toEqual([world.keyId, world.keyId]);
    const { text } = await world.get('/metrics');
    expect(text).toContain('substrate_requests_total{route="state",status="200"} 2\n');
    expect(text).toContain('substrate_requests_waiting 0\n');
    expect(text).toContain('substrate_requests_in_flight 1\n');
  });
});
