import { connect } from 'node:net';
import { type StateChangeNotification, stateChangeNotificationSchema } from '@substrate/core';
import { watchCaptures } from '@substrate/server';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports, type World } from './world.js';

const v1 = '/substrate/v1';
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
};

interface Watcher {
  readonly socket: WebSocket;
  readonly headers: Record<string, unknown>;
  readonly frames: string[];
  next(count?: number): Promise<StateChangeNotification[]>;
  readonly closed: Promise<{ code: number; reason: string }>;
}

const watch = async (
  world: World,
  path = `${v1}/watch/101?key=${world.key}`,
  headers: Record<string, string> = {},
): Promise<Watcher> => {
  const socket = new WebSocket(`ws://127.0.0.1:${world.serving?.port}${path}`, { headers });
  const frames: string[] = [];
  let read = 0;
  socket.on('message', (data) => frames.push(String(data)));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  let answered: Record<string, unknown> = {};
  socket.on('upgrade', (response) => {
    answered = response.headers;
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    socket,
    frames,
    closed,
    get headers() {
      return answered;
    },
    next: async (count = 1) => {
      while (frames.length < read + count) await new Promise((resolve) => setTimeout(resolve, 5));
      const taken = frames.slice(read, read + count);
      read += count;
      return taken.map((frame) => v.parse(stateChangeNotificationSchema, JSON.parse(frame)));
    },
  };
};

/** Sends bytes as they are and gives back what comes, until the other side ends. */
const raw = (world: World, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(world.serving?.port ?? 0, '127.0.0.1', () => socket.write(text));
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
    });
    socket.on('error', reject);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(seen));
  });

describe.each(transports)('§6.6 upgrade-phase errors, %s', (transport) => {
  it('426 upgrade_required for a plain HTTP call, with Upgrade: websocket', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/watch/101`);
    expect([reply.status, reply.error.code, reply.headers.upgrade]).toEqual([426, 'upgrade_required', 'websocket']);
  });

  it('decisions §3: the order is key, 426, pid', async () => {
    await using world = await openWorld(transport);
    const codes = [
      (await world.get(`${v1}/watch/9`, { key: null })).error.code,
      (await world.get(`${v1}/watch/x`)).error.code,
      (await world.get(`${v1}/watch/x`, { headers: upgrade })).error.code,
      (await world.get(`${v1}/watch/9`, { headers: upgrade })).error.code,
    ];
    expect(codes).toEqual(['missing_key', 'upgrade_required', 'invalid_pid', 'not_found']);
  });

  it('401 with the codes of section 5, in the JSON envelope', async () => {
    await using world = await openWorld(transport);
    const seen = [];
    for (const query of ['', '?key=', '?key=nonsense', `?key=${world.disabledKey}`]) {
      const reply = await world.get(`${v1}/watch/101${query}`, { key: null, headers: upgrade });
      seen.push([reply.status, reply.error.code, reply.headers['content-type']]);
    }
    expect(seen).toEqual(
      ['missing_key', 'missing_key', 'invalid_key', 'disabled_key'].map((code) => [401, code, 'application/json']),
    );
  });

  it('404 not_found for a pid that is not tracked, and for a detached one', async () => {
    await using world = await openWorld(transport);
    const unknown = await world.get(`${v1}/watch/9`, { headers: upgrade });
    world.shop.captures.close('process_exited');
    const detached = await world.get(`${v1}/watch/101`, { headers: upgrade });
    for (const reply of [unknown, detached]) expect([reply.status, reply.error.code]).toEqual([404, 'not_found']);
  });

  it('an unknown query parameter is invalid_request', async () => {
    await using world = await openWorld(transport);
    expect((await world.get(`${v1}/watch/101?kee=1`, { headers: upgrade })).error.code).toBe('invalid_request');
  });

  it('host and origin are checked first', async () => {
    await using world = await openWorld(transport);
    const reply = await world.get(`${v1}/watch/101`, { headers: { ...upgrade, origin: 'https://example.com' } });
    expect([reply.status, reply.error.code]).toEqual([403, 'forbidden_origin']);
    expect((await world.get(`${v1}/watch/101`, { headers: { ...upgrade, host: 'example.com' } })).error.code).toBe(
      'forbidden_host',
    );
  });

  it.each([{ 'sec-websocket-version': '7' }, { 'sec-websocket-key': 'short' }])(
    'a handshake that is none is 426: %j',
    async (wrong) => {
      await using world = await openWorld(transport);
      expect((await world.get(`${v1}/watch/101`, { headers: { ...upgrade, ...wrong } })).error.code).toBe('upgrade_required');
    },
  );
});

describe('§6 notifications', () => {
  it('each message is one newline-terminated JSON object for a cycle in which at least one key changed', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world);
    world.shop.poll();
    const id = world.shop.set({ 'cart.total_items': 4, 'user.name': 'Ada' });
    const [message] = await watcher.next();
    expect(message).toEqual({
      pid: 101,
      app_id: 'shop',
      capture_id: id,
      prev_capture_id: null,
      sequence: 1,
      changed_keys: ['cart.total_items', 'cart.items[0].name', 'user.vip', 'user.note'],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(watcher.frames[0]?.endsWith('}\n')).toBe(true);
    expect(watcher.frames).toHaveLength(1);
    watcher.socket.close();
  });

  it('a cycle with no changes sends nothing and the connection stays open; a change of context alone is no key', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world);
    world.shop.poll();
    world.shop.script.context = { ...world.shop.script.context, location: '/elsewhere' };
    world.shop.poll();
    world.shop.set({ a: 1 });
    expect(await watcher.next()).toMatchObject([{ sequence: 1, changed_keys: expect.arrayContaining(['a']) }]);
    expect(watcher.socket.readyState).toBe(WebSocket.OPEN);
    watcher.socket.close();
  });

  it('decisions §8: sequence starts at 1 and goes up by one; prev_capture_id is the notification before on this connection', async () => {
    await using world = await openWorld('over a socket');
    const early = await watch(world);
    const ids = [world.shop.set({ a: 1 }), world.shop.set({ a: 2 })];
    const late = await watch(world);
    ids.push(world.shop.set({ a: 3 }));
    const seen = await early.next(3);
    expect(seen.map(({ sequence, prev_capture_id, capture_id }) => [sequence, prev_capture_id, capture_id])).toEqual([
      [1, null, ids[0]],
      [2, ids[0], ids[1]],
      [3, ids[1], ids[2]],
    ]);
    expect(await late.next()).toMatchObject([{ sequence: 1, prev_capture_id: null, capture_id: ids[2], changed_keys: ['a'] }]);
    const diff = await world.get(`${v1}/diff/101?since=${ids[0]}`);
    expect(diff.json).toMatchObject({ changed: [{ path: 'a', before: 1, after: 3 }] });
    early.socket.close();
    late.socket.close();
  });

  it('decisions §5: captures of fresh reads and verify iterations notify watchers too', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world);
    world.shop.script.objects = { a: 1 };
    await world.get(`${v1}/state/101?fresh=true`);
    world.shop.script.objects = { a: 2 };
    await world.post(`${v1}/verify`, { pid: 101, expression: 'a === 2' });
    expect((await watcher.next(2)).map(({ changed_keys }) => changed_keys.includes('a'))).toEqual([true, true]);
    watcher.socket.close();
  });

  it('§5.1: the key may come in the header or in the query', async () => {
    await using world = await openWorld('over a socket');
    const byHeader = await watch(world, `${v1}/watch/101`, { 'x-substrate-key': world.key });
    const byBoth = await watch(world, undefined, { 'x-substrate-key': world.secondKey });
    for (const { socket } of [byHeader, byBoth]) socket.close();
  });

  it('§4: the upgrade answer has an X-Request-Id too', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world, undefined, { 'x-request-id': 'mine-1' });
    expect(watcher.headers['x-request-id']).toBe('mine-1');
    watcher.socket.close();
  });

  it('§6.2: when the process exits the server closes with 1000 process_exited', async () => {
    await using world = await openWorld('over a socket');
    const watchers = [await watch(world), await watch(world)];
    world.shop.captures.close('process_exited');
    for (const { closed } of watchers) expect(await closed).toEqual({ code: 1000, reason: 'process_exited' });
  });

  it('§6.3, decisions §8: shut-down drops connections without a close frame', async () => {
    const world = await openWorld('over a socket');
    const watcher = await watch(world);
    await world[Symbol.asyncDispose]();
    expect((await watcher.closed).code).toBe(1006);
  });

  it('§6.4: the server sends no ping', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world);
    let pings = 0;
    watcher.socket.on('ping', () => pings++);
    // Nothing is to come: there is only time to wait for.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(pings).toBe(0);
    watcher.socket.close();
  });

  it('a watcher that leaves, talks or breaks the protocol harms nobody', async () => {
    await using world = await openWorld('over a socket');
    const [staying, leaving, talking, huge] = [await watch(world), await watch(world), await watch(world), await watch(world)];
    leaving.socket.terminate();
    talking.socket.send('hello');
    huge.socket.send('x'.repeat(100_000));
    expect((await huge.closed).code).toBe(1009);
    world.shop.set({ a: 1 });
    expect(await staying.next()).toHaveLength(1);
    expect(await talking.next()).toHaveLength(1);
    for (const { socket } of [staying, talking]) socket.close();
  });

  it('decisions §8: a watcher over 1 MiB behind misses messages, and its sequence shows the gap', () => {
    const shop = createScriptedApplication();
    shop.poll();
    const sent: StateChangeNotification[] = [];
    const socket = {
      bufferedAmount: 0,
      send: (text: string) => void sent.push(JSON.parse(text)),
      close: () => {},
      onClose: () => {},
    };
    watchCaptures(shop.captures, socket);
    const first = shop.set({ a: 1 });
    socket.bufferedAmount = 1024 * 1024;
    shop.set({ a: 2 });
    socket.bufferedAmount++;
    const dropped = shop.set({ a: 3 });
    socket.bufferedAmount = 0;
    shop.set({ a: 4 });
    expect(sent.map(({ sequence }) => sequence)).toEqual([1, 2, 4]);
    expect([sent[1]?.prev_capture_id, sent[2]?.prev_capture_id]).toEqual([first, dropped]);
  });

  it('a watcher that does not read is left behind while the others keep up', async () => {
    await using world = await openWorld('over a socket');
    const slow = await watch(world);
    const quick = await watch(world);
    slow.socket.pause();
    const name = 'k'.repeat(1000);
    const rounds = 80;
    for (let round = 0; round < rounds; round++) {
      world.shop.set(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${name}${i}`, round])));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await quick.next(rounds)).at(-1)?.sequence).toBe(rounds);
    slow.socket.resume();
    world.shop.set({ last: true });
    while (!slow.frames.at(-1)?.includes('last')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      world.shop.set({ last: Math.random() });
    }
    const sequences = slow.frames.map((frame) => (JSON.parse(frame) as StateChangeNotification).sequence);
    expect(sequences.length).toBeLessThan(sequences.at(-1) ?? 0);
    for (const { socket } of [slow, quick]) socket.close();
  });
});

describe('what is on the wire', () => {
  it('an upgrade to another protocol is an ordinary request, with a body too', async () => {
    await using world = await openWorld('over a socket');
    const body = '{"pid":101,"expression":"cart.total_items === 3"}';
    const head = [
      `Host: 127.0.0.1`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
      `X-Substrate-Key: ${world.key}`,
    ];
    const get = [`GET ${v1}/apps HTTP/1.1`, ...head, '', ''].join('\r\n');
    const post = [
      `POST ${v1}/verify HTTP/1.1`,
      ...head,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    const last = [`GET /health HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', '', ''].join('\r\n');
    for (const text of [get, post]) {
      const seen = await raw(world, text + last);
      expect(seen.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    }
    expect(await raw(world, post + last)).toContain('"passed":true');
  });

  it.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nbad header\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ])('§7: what is no HTTP request gets the envelope too: %#', async (text) => {
    await using world = await openWorld('over a socket');
    const seen = await raw(world, text);
    const [head = '', body = ''] = seen.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    const { error } = JSON.parse(body) as { error: { code: string; request_id: string } };
    expect(error.code).toBe('invalid_request');
    expect(head).toContain(`x-request-id: ${error.request_id}`);
  });

  it.each(['', 'Host: bad host\r\n', 'Host: 127.0.0.1:99999999\r\n'])(
    'decisions §3: %j is forbidden_host, in the envelope, under the given request id',
    async (host) => {
      await using world = await openWorld('over a socket');
      for (const more of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
        const seen = await raw(world, `GET ${v1}/apps HTTP/1.1\r\n${host}X-Request-Id: mine\r\nConnection: close\r\n${more}\r\n`);
        expect(seen).toMatch(/^HTTP\/1\.1 403 /);
        expect(JSON.parse(seen.split('\r\n\r\n')[1] ?? '')).toMatchObject({
          error: { code: 'forbidden_host', request_id: 'mine' },
        });
      }
    },
  );

  it('a slow body does not hold the server: 504 request_timeout', async () => {
    await using world = await openWorld('over a socket', { settings: { requestTimeoutMs: 50 } });
    const text = `POST ${v1}/verify HTTP/1.1\r\nHost: localhost\r\nX-Substrate-Key: ${world.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const seen = await raw(world, text);
    expect(seen).toMatch(/^HTTP\/1\.1 504 /);
    expect(seen).toContain('request_timeout');
  });

  it('a client that goes away in the middle of its body is no defect', async () => {
    await using world = await openWorld('over a socket');
    const head = [
      `POST ${v1}/action HTTP/1.1`,
      'Host: localhost',
      `X-Substrate-Key: ${world.key}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    await new Promise<void>((resolve) => {
      const socket = connect(world.serving?.port ?? 0, '127.0.0.1', () =>
        socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => socket.destroy()),
      );
      socket.on('close', () => resolve());
    });
    while (world.audit.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect([world.defects, world.audit.at(-1)?.event]).toEqual([[], 'refused']);
  });

  it('§1: a port in use is an error of serve', async () => {
    await using world = await openWorld('over a socket');
    const { serve } = await import('@substrate/server');
    await expect(serve(world.app, { host: '127.0.0.1', port: world.serving?.port ?? 0 })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('a request that runs when the server stops is ended soon', async () => {
    const world = await openWorld('over a socket');
    const asked = world
      .post(`${v1}/verify`, { pid: 101, expression: 'false', timeout_ms: 30_000 })
      .catch((error: NodeJS.ErrnoException) => error.code);
    while (world.shop.log.cycles < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await world[Symbol.asyncDispose]();
    expect(await asked).toBe('ECONNRESET');
  });
});

describe('decisions §10: what a watcher is told', () => {
  const path = (world: World, query: string) => `${v1}/watch/101?key=${world.key}&${query}`;

  it.each([
    ['prefix=cart', ['cart.total_items', 'cart.items[0].name']],
    ['keys=user.name', ['user.name']],
    ['keys=user.name&prefix=cart.items', ['cart.items[0].name', 'user.name']],
  ])('%s: only their changes, numbered by themselves', async (query, keys) => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world, path(world, query));
    world.shop.set({ ...world.shop.script.objects, 'user.vip': false });
    const id = world.shop.set({ 'cart.total_items': 9, 'cart.items[0].name': 'Milk', 'user.name': 'Bob' });
    const [message] = await watcher.next();
    expect(message).toMatchObject({ sequence: 1, prev_capture_id: null, capture_id: id });
    expect([...(message?.changed_keys ?? [])].sort()).toEqual([...keys].sort());
    expect(message).not.toHaveProperty('values');
    watcher.socket.close();
  });

  it('a part is watched beyond what is served, too', async () => {
    await using world = await openWorld('over a socket');
    world.shop.script.overflow = { 'debug.turns': 1 };
    world.shop.poll();
    const [part, all] = [await watch(world, path(world, 'prefix=debug&values=true')), await watch(world)];
    world.shop.script.overflow = { 'debug.turns': 2 };
    world.shop.poll();
    expect(await part.next()).toMatchObject([{ changed_keys: ['debug.turns'], values: { 'debug.turns': 2 }, removed_keys: [] }]);
    world.shop.set({ ...world.shop.script.objects, 'user.vip': false });
    expect(await all.next()).toMatchObject([{ sequence: 1, changed_keys: ['user.vip'] }]);
    for (const { socket } of [part, all]) socket.close();
  });

  it('values=true: what the changed keys hold now, null for removed ones, and which those are', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world, path(world, 'values=true'));
    world.shop.set({ 'cart.total_items': 4, 'cart.items[0].name': null, 'user.name': 'Ada', 'user.vip': true, added: 'x' });
    expect(await watcher.next()).toMatchObject([
      {
        sequence: 1,
        values: { 'cart.total_items': 4, 'cart.items[0].name': null, added: 'x', 'user.note': null },
        removed_keys: ['user.note'],
      },
    ]);
    watcher.socket.close();
  });

  it('snapshot=true: the first message has all keys and values, the next ones go on from it', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world, path(world, 'snapshot=true&prefix=user'));
    const first = world.shop.captures.latest?.state.capture_id;
    const second = world.shop.set({ ...world.shop.script.objects, 'user.name': 'Bob' });
    expect(await watcher.next(2)).toMatchObject([
      {
        sequence: 1,
        capture_id: first,
        prev_capture_id: null,
        changed_keys: ['user.name', 'user.vip', 'user.note'],
        values: { 'user.name': 'Ada', 'user.vip': true, 'user.note': null },
        removed_keys: [],
      },
      { sequence: 2, capture_id: second, prev_capture_id: first, changed_keys: ['user.name'] },
    ]);
    expect(watcher.frames[1]).not.toContain('"values"');
    watcher.socket.close();
  });

  it('snapshot=true of an application without a state is told when it has one', async () => {
    await using world = await openWorld('over a socket', { cold: true });
    const watcher = await watch(world, path(world, 'snapshot=true'));
    world.shop.poll();
    expect(await watcher.next()).toMatchObject([{ sequence: 1, values: world.shop.script.objects }]);
    watcher.socket.close();
  });

  it('by name', async () => {
    await using world = await openWorld('over a socket');
    const watcher = await watch(world, `${v1}/apps/shop/watch?key=${world.key}`);
    world.shop.set({ a: 1 });
    expect(await watcher.next()).toMatchObject([{ pid: 101, sequence: 1 }]);
    watcher.socket.close();
    const reply = await world.get(`${v1}/apps/nobody/watch`, { headers: upgrade });
    expect([reply.status, reply.error.code]).toEqual([404, 'not_found']);
  });
});
