import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTabList } from './browser/tab-list.js';
import { sharedTargets } from './browser/targets.js';
import { type Connection, connect, type Endpoint, readTargets, readVersion } from './connection.js';
import { createFrameReader } from './text-socket.js';

/** Endpoints that mean harm. What they send ends the connection to them, in bounded time, and is never thrown at anybody. */

const servers: Server[] = [];
const sockets = new Set<Socket>();
const escaped: unknown[] = [];
const note = (error: unknown): void => void escaped.push(error);
process.on('uncaughtException', note);
process.on('unhandledRejection', note);

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(escaped.splice(0)).toEqual([]);
});

interface Behaviour {
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade?: (request: IncomingMessage, socket: Socket) => void;
  /** What it says to each call. */
  hear?: (call: { id: number; method: string }, socket: Socket) => void;
}

const frame = (text: string | Buffer, first = 0x81): Buffer => {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
};

const accept = (request: IncomingMessage, socket: Socket): void => {
  const salted = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accepted = createHash('sha1').update(salted).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
  );
};

/** Frames of a client whose mask is zero. */
const callsIn = (bytes: Buffer): { id: number; method: string }[] => {
  const calls = [];
  for (let at = 0; at < bytes.length; ) {
    const short = (bytes[at + 1] as number) & 0x7f;
    const start = at + (short === 126 ? 8 : 6);
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    if (((bytes[at] as number) & 0x0f) === 1) calls.push(JSON.parse(bytes.toString('utf8', start, start + length)));
    at = start + length;
  }
  return calls;
};

const start = async ({ answer, upgrade = accept, hear }: Behaviour): Promise<Endpoint & { url: string }> => {
  const server = createServer(answer ?? ((_, response) => response.end('{}')));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket) => {
    upgrade(request, socket as Socket);
    socket.on('data', (bytes) => {
      for (const call of callsIn(bytes)) hear?.(call, socket as Socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, url: `ws://127.0.0.1:${port}/devtools/browser/x` };
};

const open = async (behaviour: Behaviour): Promise<Connection> => connect({ webSocketUrl: (await start(behaviour)).url });
const answering = (text: (id: number) => string | Buffer): Behaviour => ({
  hear: ({ id }, socket) => {
    const said = text(id);
    socket.write(typeof said === 'string' ? frame(said) : said);
  },
});

describe('messages', () => {
  test('calls, events of a session and refusals are told apart', async () => {
    const connection = await open({
      hear: ({ id, method }, socket) => {
        socket.write(frame(JSON.stringify({ method: 'Inspector.detached', params: { reason: 'x' }, sessionId: 's' })));
        const said = method === 'Runtime.enable' ? { result: { ok: 1 } } : { error: { message: 'unknown method' } };
        // In two fragments, with a ping between them.
        const text = JSON.stringify({ id, ...said });
        socket.write(Buffer.concat([frame(text.slice(0, 5), 0x01), Buffer.from([0x89, 0x00]), frame(text.slice(5), 0x80)]));
      },
    });
    const heard: string[] = [];
    connection.on('Inspector.detached', () => heard.push('own'));
    connection.session('s').on('Inspector.detached', ({ reason }) => heard.push(reason));
    expect(await connection.send('Runtime.enable')).toEqual({ ok: 1 });
    await expect(connection.send('Runtime.disable')).rejects.toMatchObject({ failure: 'protocol', message: 'unknown method' });
    expect(heard).toEqual(['x', 'x']);
    await connection[Symbol.asyncDispose]();
    expect(await connection.closed).toBe('The probe was detached.');
  });

  test.each<[string, (id: number) => string | Buffer]>([
    ['five million open brackets', () => '['.repeat(5_000_000)],
    ['objects in objects', () => '{"a":'.repeat(1_000_000)],
    ['an answer a thousand levels deep', (id) => `{"id":${id},"result":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['no JSON', () => '\u0000\u0001 what'],
    ['nothing', () => ''],
    ['null', () => 'null'],
    ['a number', () => '7'],
    ['a frame that claims 2^62 bytes', () => Buffer.from([0x81, 0x7f, 0x40, 0, 0, 0, 0, 0, 0, 0])],
    ['a frame that claims 40 MB', () => Buffer.from([0x81, 0x7f, 0, 0, 0, 0, 2, 0x80, 0, 0])],
    ['fragments without an end', () => Buffer.concat(Array(40).fill(frame(Buffer.alloc(1024 * 1024, 32), 0x01)))],
    ['a masked frame', () => Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])],
    ['a reserved bit', () => Buffer.from([0xc1, 0x01, 0x20])],
    ['an unknown kind of frame', () => Buffer.from([0x83, 0x01, 0x20])],
    ['a long ping', () => frame('x'.repeat(200), 0x89)],
    ['noise', () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) & 0xff))],
  ])('%s ends the connection', async (_, said) => {
    const connection = await open(answering(said));
    await expect(connection.send('Runtime.enable', undefined, { timeoutMs: 20_000 })).rejects.toMatchObject({
      failure: 'closed',
    });
    expect(await connection.closed).toMatch(/the application sent/);
    await expect(connection.send('Runtime.enable')).rejects.toMatchObject({ failure: 'closed' });
  });

  test('a listener that trips over what it was told ends the connection, not the process', async () => {
    const connection = await open(
      answering(() => JSON.stringify({ method: 'Target.targetCreated', params: { targetInfo: null } })),
    );
    connection.on('Target.targetCreated', ({ targetInfo }) => targetInfo.title.trim());
    await expect(connection.send('Runtime.enable')).rejects.toMatchObject({ failure: 'closed' });
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])('an event named %s is nobody’s', async (method) => {
    const connection = await open({
      hear: ({ id }, socket) => {
        socket.write(frame(JSON.stringify({ method, params: {} })));
        socket.write(frame(JSON.stringify({ id, result: {} })));
      },
    });
    expect(await connection.send('Runtime.enable')).toEqual({});
  });

  test('fifty thousand targets are five hundred', async () => {
    const info = (at: number) => ({ targetId: `t${at}`, type: 'page', title: 't', url: 'https://example.org/' });
    const told = Array.from({ length: 50_000 }, (_, at) => info(at));
    const behaviour = answering((id) => JSON.stringify({ id, result: { targetInfos: told } }));
    const listed = JSON.stringify(told.map(({ targetId, ...rest }) => ({ id: targetId, ...rest })));
    const endpoint = await start({ ...behaviour, answer: (_, response) => response.end(listed) });
    const connection = await connect({ webSocketUrl: endpoint.url });
    const targets = await sharedTargets(connection, endpoint);
    expect(await targets.list(AbortSignal.timeout(20_000))).toHaveLength(500);
    expect(await readTargets(endpoint, 20_000)).toHaveLength(1000);
    await targets[Symbol.asyncDispose]();
  });
});

describe('the handshake', () => {
  test.each<[string, (request: IncomingMessage, socket: Socket) => void]>([
    ['a redirect', (_, socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n')],
    ['a wrong answer', (_, socket) => void socket.write('HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')],
    ['no HTTP', (_, socket) => socket.end('hello')],
    ['an end', (_, socket) => socket.destroy()],
  ])('%s is a refusal', async (_, upgrade) => {
    await expect(open({ upgrade })).rejects.toMatchObject({ name: 'CallError' });
  });

  test('silence is given up', async () => {
    const endpoint = await start({ upgrade: () => {} });
    await expect(connect({ webSocketUrl: endpoint.url, connectTimeoutMs: 50 })).rejects.toMatchObject({ failure: 'timeout' });
  });
});

describe('what an endpoint says of itself', () => {
  const version = (fields: object) => JSON.stringify({ Browser: 'x', 'Protocol-Version': '1.3', ...fields });

  test('it is believed its path, not a host or a port', async () => {
    const elsewhere = 'ws://10.0.0.1:1/devtools/page/1?x=1';
    const endpoint = await start({
      answer: ({ url }, response) =>
        response.end(
          url === '/json/version'
            ? version({ webSocketDebuggerUrl: elsewhere })
            : JSON.stringify([{ id: '1', type: 'page', title: '', url: 'x', webSocketDebuggerUrl: elsewhere }]),
        ),
    });
    const here = `ws://127.0.0.1:${endpoint.port}/devtools/page/1?x=1`;
    expect((await readVersion(endpoint, 5000))?.webSocketDebuggerUrl).toBe(here);
    expect((await readTargets(endpoint, 5000))?.[0]?.webSocketDebuggerUrl).toBe(here);
    const tabs = createTabList(endpoint);
    expect((await tabs.read(AbortSignal.timeout(5000)))?.[0]?.webSocketUrl).toBe(here);
    tabs.close();
  });

  test.each([
    'http://127.0.0.1/',
    'wss://127.0.0.1/',
    'file:///etc/passwd',
    'ws://',
    '',
    7,
    null,
    {},
    `ws://x/${'a'.repeat(5000)}`,
  ])('the address %j is none', async (webSocketDebuggerUrl) => {
    const endpoint = await start({ answer: (_, response) => response.end(version({ webSocketDebuggerUrl })) });
    expect((await readVersion(endpoint, 5000))?.webSocketDebuggerUrl).toBeUndefined();
  });

  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    [
      'a redirect to one that answers',
      ({ url }, response) => {
        if (url === '/there') response.end(version({}));
        else response.writeHead(302, { location: '/there' }).end(version({}));
      },
    ],
    ['brackets', (_, response) => response.end('['.repeat(5_000_000))],
    ['an error', (_, response) => response.writeHead(500).end(version({}))],
    ['null', (_, response) => response.end('null')],
    [
      'an end in the middle',
      (_, response) => {
        response.write('{"a');
        response.destroy();
      },
    ],
  ])('%s is no endpoint', async (_, answer) => {
    const endpoint = await start({ answer });
    expect(await readVersion(endpoint, 5000)).toBeNull();
    expect(await readTargets(endpoint, 5000)).toBeNull();
    const tabs = createTabList(endpoint);
    expect(await tabs.read(AbortSignal.timeout(5000))).toBeNull();
    tabs.close();
  });
});

test('an endless answer is left long before its time is up', async () => {
  const part = ' '.repeat(1024 * 1024);
  let written = 0;
  const endpoint = await start({
    answer: (_, response) => {
      const more = (): void => {
        written += part.length;
        if (response.write(part)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    },
  });
  expect(await readVersion(endpoint, 5000)).toBeNull();
  expect(await readTargets(endpoint, 5000)).toBeNull();
  const tabs = createTabList(endpoint);
  expect(await tabs.read(AbortSignal.timeout(5000))).toBeNull();
  tabs.close();
  // Eight of each are read; what the system holds between the two comes on top.
  expect(written).toBeLessThan(64 * part.length);
});

test('bytes that come one by one are read once', () => {
  const heard: string[] = [];
  const read = createFrameReader(1000, { text: (text) => heard.push(text), ping: () => {}, close: () => heard.push('close') });
  const bytes = Buffer.concat([frame('one'), frame('two'), Buffer.from([0x88, 0x00])]);
  for (const byte of bytes) expect(read(Buffer.from([byte]))).toBeUndefined();
  expect(heard).toEqual(['one', 'two', 'close']);
});
