import { connect, type Socket } from 'node:net';
import { generateKey, removeKey, setKeyEnabled } from '@substrate/auth';
import { actionResponseSchema } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { keysFile, openWorld, transports, type World } from './world.js';

/** One key, or nobody's, never locks the others out. */

const v1 = '/substrate/v1';
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const gauge = async (world: World, name: string): Promise<number> => {
  const { text } = await world.get('/metrics', { key: world.secondKey });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

/** A connection that says what it is told to and keeps what it hears. */
const speak = (world: World, text: string) => {
  const socket = connect(world.serving?.port ?? 0, '127.0.0.1', () => socket.write(text));
  const heard = { text: '', closed: false, socket: socket as Socket };
  socket.on('data', (chunk) => {
    heard.text += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    heard.closed = true;
  });
  return heard;
};

describe.each(transports)('waiting is not in flight, %s', (transport) => {
  it('verifies that wait leave the places to others; a key has its own limit, waiting included', async () => {
    await using world = await openWorld(transport, { settings: { maxInFlight: 3, maxInFlightPerKey: 4 } });
    const stop = new AbortController();
    const wait = { pid: 101, expression: 'false', timeout_ms: 30_000 };
    const waiting = Array.from({ length: 4 }, () =>
      world.post(`${v1}/verify`, wait, { signal: stop.signal }).catch(() => undefined),
    );
    await until(async () => (await gauge(world, 'substrate_requests_waiting')) === 4);
    const own = await world.get(`${v1}/apps`);
    expect([own.status, own.error.code, own.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
    for (let i = 0; i < 5; i++) expect((await world.get(`${v1}/apps`, { key: world.secondKey })).status).toBe(200);
    stop.abort();
    await Promise.all(waiting);
    await until(async () => (await gauge(world, 'substrate_requests_waiting')) === 0);
    expect((await world.get(`${v1}/apps`)).status).toBe(200);
  });

  it('actions that wait for their turn leave the places to others', async () => {
    await using world = await openWorld(transport, { settings: { maxInFlight: 2 } });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.shop.script.onInvoke = async () => {
      await held;
      return { ok: true, value: null };
    };
    const act = () => world.act({ pid: 101, action: 'look', parameters: {} });
    const acts = [act()];
    await until(() => world.shop.log.invocations.length === 1);
    acts.push(act(), act(), act());
    await until(async () => world.shop.log.plans.length === 4 && (await gauge(world, 'substrate_requests_waiting')) === 3);
    expect((await world.get(`${v1}/apps`, { key: world.secondKey })).status).toBe(200);
    release();
    for (const reply of await Promise.all(acts)) expect(reply.status).toBe(200);
  });
});

describe('bodies', () => {
  const head = (world: World, path: string, length: number, more = '') =>
    `POST ${v1}/${path} HTTP/1.1\r\nHost: 127.0.0.1:${world.serving?.port}\r\nX-Substrate-Key: ${world.key}\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;

  it('that are half sent take no place from others', async () => {
    await using world = await openWorld('over a socket', { settings: { maxInFlight: 2, maxInFlightPerKey: 3 } });
    const slow = Array.from({ length: 3 }, () => speak(world, `${head(world, 'verify', 100)}{"pid":`));
    await until(async () => (await gauge(world, 'substrate_requests_waiting')) === 3);
    expect((await world.get(`${v1}/apps`)).error.code).toBe('overloaded');
    expect((await world.get(`${v1}/apps`, { key: world.secondKey })).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await until(async () => (await world.get(`${v1}/apps`)).status === 200);
  });

  it.each(['verify', 'learn/101', 'action', 'ticket'])('of %s have a deadline, and the connection ends with it', async (path) => {
    await using world = await openWorld('over a socket', { settings: { requestTimeoutMs: 50 } });
    const slow = speak(world, `${head(world, path, 100)}{"pid":`);
    await until(() => slow.closed);
    expect(slow.text).toMatch(/^HTTP\/1.1 504 /);
    expect(slow.text).toContain(path === 'action' ? '"action_timeout"' : '"request_timeout"');
    if (path === 'action') {
      const body = JSON.parse(slow.text.slice(slow.text.indexOf('\r\n\r\n') + 4)) as object;
      expect(body).toMatchObject({ executed: false, success: false, error: { code: 'action_timeout' } });
      expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(actionResponseSchema.entries)));
    }
  });

  it('with a Content-Encoding are 400', async () => {
    await using world = await openWorld('over a socket');
    for (const path of ['verify', 'action', 'learn/101', 'ticket']) {
      const reply = await world.post(`${v1}/${path}`, {}, { headers: { 'content-encoding': 'gzip' } });
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
      expect(reply.error.message).toContain('Content-Encoding');
    }
  });
});

describe('connections', () => {
  it('that are idle make room, the oldest first; whoever asks something is served', async () => {
    await using world = await openWorld('over a socket', { connections: { maxIdle: 5 } });
    const silent: ReturnType<typeof speak>[] = [];
    for (let i = 0; i < 12; i++) {
      silent.push(speak(world, ''));
      await until(() => silent.at(-1)?.socket.readyState === 'open');
    }
    await until(() => silent.filter(({ closed }) => closed).length === 7);
    expect(silent.slice(0, 7).every(({ closed }) => closed)).toBe(true);
    expect((await world.get(`${v1}/apps`)).status).toBe(200);
  });

  it('of one key are kept open up to a number; other keys keep theirs', async () => {
    await using world = await openWorld('over a socket', { connections: { maxPerKey: 3 } });
    const ask = (key: string) =>
      speak(world, `GET ${v1}/apps HTTP/1.1\r\nHost: 127.0.0.1:${world.serving?.port}\r\nX-Substrate-Key: ${key}\r\n\r\n`);
    const own: ReturnType<typeof speak>[] = [];
    for (let i = 0; i < 5; i++) {
      own.push(ask(world.key));
      await until(() => own.at(-1)?.text.includes('"apps"') ?? false);
    }
    expect(own.map(({ text }) => /^connection: (\S+)/im.exec(text)?.[1])).toEqual([
      ...Array(3).fill('keep-alive'),
      ...Array(2).fill('close'),
    ]);
    const other = ask(world.secondKey);
    await until(() => other.text.includes('"apps"'));
    expect(other.text).toMatch(/^connection: keep-alive/im);
    for (const { socket } of [...own, other]) socket.destroy();
  });

  it('that take nothing of a long answer are cut off, and the answer is owed meanwhile', async () => {
    await using world = await openWorld('over a socket', { connections: { stalledMs: 200 } });
    world.shop.set({ text: 'x'.repeat(8 * 1024 * 1024) });
    const deaf = connect(world.serving?.port ?? 0, '127.0.0.1');
    const closed = new Promise<void>((resolve) => deaf.on('close', () => resolve()));
    deaf.on('error', () => {});
    deaf.pause();
    deaf.write(`GET ${v1}/state/101 HTTP/1.1\r\nHost: 127.0.0.1:${world.serving?.port}\r\nX-Substrate-Key: ${world.key}\r\n\r\n`);
    await until(async () => (await gauge(world, 'substrate_answer_bytes_owed')) > 8 * 1024 * 1024);
    await until(async () => (await gauge(world, 'substrate_answer_bytes_owed')) === 0);
    deaf.resume();
    await closed;
    expect(deaf.bytesRead).toBeLessThan(8 * 1024 * 1024);
  });

  it.each([
    ['two Host headers', 'GET /health HTTP/1.1\r\nHost: HERE\r\nHost: evil.example\r\n\r\n'],
    ['twice the same Host', 'GET /health HTTP/1.1\r\nHost: HERE\r\nhost: HERE\r\n\r\n'],
    ['a target of another host', 'GET http://evil.example/health HTTP/1.1\r\nHost: HERE\r\n\r\n'],
    ['a target with a user', 'GET http://a@HERE/health HTTP/1.1\r\nHost: HERE\r\n\r\n'],
    ['a target and no Host', 'GET http://HERE/health HTTP/1.0\r\n\r\n'],
    [
      'two Host headers of an upgrade',
      `GET ${v1}/watch/101 HTTP/1.1\r\nHost: HERE\r\nHost: HERE\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
    [
      'two Host headers with an offer of another protocol',
      'GET /health HTTP/1.1\r\nHost: HERE\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
  ])('%s: 400 invalid_request', async (_, text) => {
    await using world = await openWorld('over a socket');
    const heard = speak(world, text.replaceAll('HERE', `127.0.0.1:${world.serving?.port}`));
    await until(() => heard.closed);
    expect(heard.text).toMatch(/^HTTP\/1.1 400 /);
    expect(heard.text).toContain('"invalid_request"');
    expect(heard.text).toMatch(/^x-request-id: \S+/im);
  });

  it('a target in absolute form that names the Host is served', async () => {
    await using world = await openWorld('over a socket');
    const here = `127.0.0.1:${world.serving?.port}`;
    const heard = speak(world, `GET http://${here}/health HTTP/1.1\r\nHost: ${here}\r\nConnection: close\r\n\r\n`);
    await until(() => heard.closed);
    expect(heard.text).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('watch connections', () => {
  const watch = (world: World, key: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${world.serving?.port}${v1}/watch/101?key=${key}`);
    const seen = { socket, opened: false, refused: '', closed: undefined as string | undefined };
    socket.on('open', () => {
      seen.opened = true;
    });
    socket.on('unexpected-response', (_, response) => {
      seen.refused = `${response.statusCode} ${response.headers['retry-after']}`;
    });
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      seen.closed = `${code} ${reason}`;
    });
    return seen;
  };
  const settle = async (seen: ReturnType<typeof watch>) => {
    await until(() => seen.opened || seen.refused !== '');
    return seen.opened ? 'open' : seen.refused;
  };

  it('are capped per key and in all, and make room when they end', async () => {
    await using world = await openWorld('over a socket', { settings: { maxWatchers: 3, maxWatchersPerKey: 2 } });
    const own = [watch(world, world.key), watch(world, world.key)];
    for (const one of own) expect(await settle(one)).toBe('open');
    expect(await settle(watch(world, world.key))).toBe('503 1');
    const other = watch(world, world.secondKey);
    expect(await settle(other)).toBe('open');
    expect(await settle(watch(world, world.secondKey))).toBe('503 1');
    expect(await gauge(world, 'substrate_watchers')).toBe(3);
    own[0]?.socket.terminate();
    await until(async () => (await gauge(world, 'substrate_watchers')) === 2);
    expect(await settle(watch(world, world.secondKey))).toBe('open');
  });

  it('end with 1008 when their key is disabled, removed or limited anew; others stay', async () => {
    const file = await keysFile();
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await generateKey({ file }));
    const [disabled, removed, narrowed] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    await using world = await openWorld('over a socket');
    const streams = [...made.map(({ key }) => watch(world, key)), watch(world, world.key)];
    for (const one of streams) expect(await settle(one)).toBe('open');
    await setKeyEnabled({ file, id: disabled.id, enabled: false });
    await until(() => streams[0]?.closed !== undefined);
    await removeKey({ file, id: removed.id });
    await until(() => streams[1]?.closed !== undefined);
    const { readFile, writeFile } = await import('node:fs/promises');
    const document = JSON.parse(await readFile(file, 'utf8')) as { keys: { id: string; apps?: string[] }[] };
    for (const record of document.keys) if (record.id === narrowed.id) record.apps = ['acme-*'];
    await writeFile(file, JSON.stringify(document));
    await until(() => streams[2]?.closed !== undefined);
    expect(streams.map(({ closed }) => closed)).toEqual([
      '1008 disabled_key',
      '1008 disabled_key',
      '1008 forbidden_scope',
      undefined,
    ]);
  });
});
