import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { AppProcess } from '@substrate/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConsents } from './consent.js';

/** A browser as far as the handshake goes: it waits for a person, who allows, refuses, or ends what was allowed. */
interface Dialog {
  allow(): void;
  refuse(): void;
}

let server: Server;
let port: number;
let asked: Dialog[];
let sockets: Socket[];

const acceptOf = (request: IncomingMessage): string =>
  createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

beforeEach(async () => {
  asked = [];
  sockets = [];
  server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket) => {
    sockets.push(socket as Socket);
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
  expect(consents.check(app, urlOf('a'))).toBeNull();
  expect(asked).toHaveLength(0);
  await expect(consents.borrow(app, urlOf('a'), soon())).rejects.toMatchObject({
    refusal: { reason: 'consent_pending', retry: true },
  });
  await expect(consents.borrow(app, urlOf('a'), AbortSignal.abort())).rejects.toMatchObject({
    refusal: { reason: 'consent_pending' },
  });
  expect(consents.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_pending' });
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
  expect(consents.check(app, urlOf('a'))).toMatchObject({ reason: 'consent_refused', retry: false });
  await expect(consents.borrow(app, urlOf('a'), soon())).rejects.toMatchObject({ refusal: { reason: 'consent_refused' } });
  expect(asked).toHaveLength(1);
  expect(consents.check(app, urlOf('b'))).toBeNull();
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
