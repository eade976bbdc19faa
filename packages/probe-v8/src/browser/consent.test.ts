import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import type { AppProcess } from '@substrate/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConsents } from './consent.js';
import { createConsentKeeper } from './consent-keeper.js';

/** A browser as far as the handshake goes: it waits for a person, who allows, refuses, or ends what was allowed. */
interface Dialog {
  allow(): void;
  refuse(): void;
}

let server: Server;
let port: number;
let asked: Dialog[];
let sockets: Socket[];
/** What arrived after the handshake, as text: our frames are masked with zeros. */
let heardOf: string[];

const acceptOf = (request: IncomingMessage): string =>
  createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

beforeEach(async () => {
  asked = [];
  sockets = [];
  heardOf = [];
  server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket) => {
    sockets.push(socket as Socket);
    socket.on('data', (bytes: Buffer) => heardOf.push(bytes.toString('latin1')));
    asked.push({
      allow: () =>
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(request)}\r\n\r\n`,
        ),
      refuse: () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const app = { pid: 7, startTime: '1', appName: 'Chromium' } as AppProcess;
const urlOf = (id: string): string => `ws://127.0.0.1:${port}/devtools/browser/${id}`;
const soon = (): AbortSignal => AbortSignal.timeout(10_000);

test('a check asks nobody; an attach asks once, however often it is tried before the answer', async () => {
  const consents = createConsents();
  expect(await consents.check(app, urlOf('a'))).toBeNull();
  expect(asked).toHaveLength(0);
  await expect(consents.borrow(app, urlOf('a'), soon())).rejects.toMatchObject({
    refusal: { reason: 'consent_pending', retry: true },
  });
  await expect(consents.borrow(app, urlOf('a'), AbortSignal.abort())).rejects.toMatchObject({
    refusal: { reason: 'consent_pending' },
  });
  expect(await consents.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_pending' });
  expect(asked).toHaveLength(1);
  asked[0]?.allow();
  await expect.poll(() => consents.check(app, urlOf('a'))).toBeNull();
  const first = await consents.borrow(app, urlOf('a'), soon());
  await first[Symbol.asyncDispose]();
  const second = await consents.borrow(app, urlOf('a'), soon());
  expect(second.isClosed).toBe(false);
  expect(asked).toHaveLength(1);
});

test('a refusal is remembered until the switch is turned off and on', async () => {
  const consents = createConsents();
  const borrowing = consents.borrow(app, urlOf('a'), soon());
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.refuse();
  await expect(borrowing).rejects.toMatchObject({ refusal: { reason: 'consent_refused' } });
  expect(await consents.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_refused', retry: false });
  await expect(consents.borrow(app, urlOf('a'), soon())).rejects.toMatchObject({ refusal: { reason: 'consent_refused' } });
  expect(asked).toHaveLength(1);
  expect(await consents.check(app, urlOf('b'))).toBeNull();
  const again = consents.borrow(app, urlOf('b'), soon());
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.allow();
  expect((await again).isClosed).toBe(false);
});

test('what was allowed and has ended is not asked for again', async () => {
  const consents = createConsents();
  const borrowing = consents.borrow(app, urlOf('a'), soon());
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.allow();
  const connection = await borrowing;
  sockets[0]?.destroy();
  await connection.closed;
  await expect.poll(() => consents.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_ended' });
  expect(asked).toHaveLength(1);
});

test('a refusal outlives the keeper where it is written down', async () => {
  const refused: string[] = [];
  const served = (options: Parameters<typeof createConsentKeeper>[0]): ReturnType<typeof createConsents> =>
    createConsents(async () => {
      const { port1, port2 } = new MessageChannel();
      createConsentKeeper(options).serve(port1);
      return port2;
    });
  const borrowing = served({ onRefused: (question) => refused.push(question) }).borrow(app, urlOf('a'), soon());
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.refuse();
  await expect(borrowing).rejects.toMatchObject({ refusal: { reason: 'consent_refused' } });
  const later = served({ refused });
  await expect(later.borrow(app, urlOf('a'), soon())).rejects.toMatchObject({ refusal: { reason: 'consent_refused' } });
  expect(await later.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_refused' });
  expect(asked).toHaveLength(1);
});

test('another process is another question', async () => {
  const consents = createConsents();
  const both = [app, { ...app, startTime: '2' }].map((one) => consents.borrow(one, urlOf('a'), soon()));
  await expect.poll(() => asked.length).toBe(2);
  for (const dialog of asked) dialog.allow();
  await Promise.all(both);
});

test('a session that ends takes what it listened to with it', async () => {
  const consents = createConsents();
  const borrowing = consents.borrow(app, urlOf('a'), soon());
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.allow();
  const [mine, other] = [await borrowing, await consents.borrow(app, urlOf('a'), soon())];
  const heard: string[] = [];
  mine.on('Target.targetDestroyed', ({ targetId }) => heard.push(`mine ${targetId}`));
  other.on('Target.targetDestroyed', ({ targetId }) => heard.push(`other ${targetId}`));
  await mine[Symbol.asyncDispose]();
  const text = JSON.stringify({ method: 'Target.targetDestroyed', params: { targetId: 'x' } });
  sockets[0]?.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
  await expect.poll(() => heard).toEqual(['other x']);
});

test('what another reader was allowed is not asked for again; what it spoke to is let go of when it dies', async () => {
  const keeper = createConsentKeeper();
  const reader = (): ReturnType<typeof createConsents> =>
    createConsents(async () => {
      const { port1, port2 } = new MessageChannel();
      keeper.serve(port1);
      return port2;
    });
  const borrowing = reader().borrow(app, urlOf('a'), soon());
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.allow();
  const first = await borrowing;
  void first
    .session('S1')
    .send('Runtime.enable')
    .catch(() => undefined);
  void first
    .session('S2')
    .send('Runtime.enable')
    .catch(() => undefined);
  void first.send('Target.detachFromTarget', { sessionId: 'S2' }).catch(() => undefined);
  await expect.poll(() => heardOf.join('')).toContain('detachFromTarget","params":{"sessionId":"S2"}');
  // As the port of a thread that was ended does.
  await first[Symbol.asyncDispose]();
  await expect.poll(() => heardOf.join('')).toContain('detachFromTarget","params":{"sessionId":"S1"}');
  expect(heardOf.join('').match(/"sessionId":"S2"\}\}/g)).toHaveLength(1);
  const second = await reader().borrow(app, urlOf('a'), soon());
  const answer = second.send('Browser.getVersion');
  await expect.poll(() => heardOf.join('')).toContain('getVersion');
  const numbers = [...heardOf.join('').matchAll(/"id":(\d+)/g)].map(([, number]) => Number(number));
  expect(new Set(numbers).size).toBe(numbers.length);
  const text = JSON.stringify({ id: numbers.at(-1), result: { product: 'Chromium' } });
  sockets[0]?.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
  await expect(answer).resolves.toMatchObject({ product: 'Chromium' });
  expect(asked).toHaveLength(1);
});
