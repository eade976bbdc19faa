import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import type { AgentHome } from './home.js';

/** Somebody listens in the agent's place. What it sends is bounded, and ends the connection when it is no answer. */

const secrets = ['1'.repeat(64), '2'.repeat(64)] as const;
const home: AgentHome = { inside: '/x', outside: '/x', coreJar: '/x/core.jar', library: null, secrets, uid: 0 };
const me = { pid: process.pid, startTime: '' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listen = async (speak: (socket: Socket) => void): Promise<{ port: number; sent: () => number }> => {
  let sent = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      sent = socket.bytesWritten;
    });
    speak(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, sent: () => sent };
};

const flood = (socket: Socket): void => {
  const part = Buffer.alloc(1024 * 1024, 'x');
  const more = (): void => {
    while (!socket.destroyed && socket.write(part));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
};

/** The secret and the first call may come in one piece. */
const onCall = (socket: Socket, answer: () => void): void => {
  socket.on('data', (bytes) => bytes.includes('"op"') && answer());
};

const hello = `${secrets[1]}\n{"java":"17","vm":"x","main":null,"native":false}\n`;
const attach = (port: number) => connect(home, port, me, AbortSignal.timeout(20_000));

test('a stranger is hung up on after a line that is no secret, or that has no end', async () => {
  const endless = await listen(flood);
  await expect(attach(endless.port)).rejects.toThrow('a line without an end');
  const wrong = await listen((socket) => socket.write('hello\n{}\n'));
  await expect(attach(wrong.port)).rejects.toThrow('not the agent');
});

test('one that knows the secret is bounded too', async () => {
  const { port } = await listen((socket) => {
    socket.write(hello);
    onCall(socket, () => flood(socket));
  });
  const connection = await attach(port);
  await expect(connection.send('capture', {})).rejects.toThrow('a line without an end');
  expect(connection.received()).toBeLessThan(64 * 1024 * 1024);
});

test.each([
  ['brackets', `${'['.repeat(5_000_000)}\n`, /512 levels deep/],
  ['no JSON', 'what\n', /no JSON/],
  ['null', 'null\n', /unreadable/],
])('%s instead of an answer end the connection', async (_, said, why) => {
  const { port } = await listen((socket) => {
    socket.write(hello);
    onCall(socket, () => socket.write(said));
  });
  const connection = await attach(port);
  await expect(connection.send('capture', {})).rejects.toThrow(why);
  expect(await connection.gone).toMatch(why);
});

test.skipIf(process.platform === 'win32')('what lies in the place of a pipe is not written to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-pipes-'));
  try {
    writeFileSync(join(folder, 'victim'), 'whole');
    execFileSync('mkfifo', [join(folder, 'from-agent')]);
    const at = { ...home, outside: folder };
    symlinkSync(join(folder, 'victim'), join(folder, 'to-agent'));
    await expect(connect(at, 'fifo', me, AbortSignal.timeout(20_000))).rejects.toThrow(/ELOOP/);
    rmSync(join(folder, 'to-agent'));
    writeFileSync(join(folder, 'to-agent'), '');
    await expect(connect(at, 'fifo', me, AbortSignal.timeout(20_000))).rejects.toThrow('no named pipe');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
