import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from './connection.js';
import type { AgentHome } from './home.js';

let home: AgentHome;
let server: Server | null = null;

beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'substrate-agent-'));
  home = {
    inside: directory,
    outside: directory,
    coreJar: 'core.jar',
    library: null,
    secrets: ['a'.repeat(64), 'b'.repeat(64)],
    uid: process.getuid?.() ?? 0,
  };
});
afterEach(() => {
  server?.close();
  rmSync(home.outside, { recursive: true });
});

/** Somebody who sits where the agent should, and knows what it knows. */
const impersonate = (serve: (socket: Socket) => void): Promise<void> =>
  new Promise((resolve) => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      serve(socket);
    }).listen(join(home.outside, 'agent.sock'), resolve);
  });

const visit = (): Promise<Connection> => connect(home, 'unix', { pid: process.pid, startTime: '' }, AbortSignal.timeout(20_000));

/** Writes on for as long as anybody listens; resolves with the number of bytes when nobody does. */
const flood = (socket: Socket, chunk: string): Promise<number> =>
  new Promise((resolve) => {
    let written = 0;
    const more = () => {
      while (!socket.destroyed) {
        written += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on('drain', more);
    socket.on('close', () => resolve(written));
    more();
  });

const greeting = () => `${home.secrets[1]}\n{"java":"17","vm":"x","main":null,"native":true}\n`;

test('a line without an end in place of the secret is given up on', async () => {
  let poured: Promise<number> | undefined;
  await impersonate((socket) => {
    poured = flood(socket, 'x'.repeat(64 * 1024));
  });
  await expect(visit()).rejects.toThrow('bytes');
  expect(await poured).toBeLessThan(4 * 1024 * 1024);
});

test('a line without an end after a good greeting ends the session', async () => {
  await impersonate((socket) => {
    socket.write(greeting());
    socket.on('data', (asked) => {
      if (String(asked).includes('capture')) void flood(socket, 'x'.repeat(1024 * 1024));
    });
  });
  const connection = await visit();
  await expect(connection.send('capture', {})).rejects.toThrow('bytes');
  expect(await connection.gone).toContain("can't be read");
});

test.for([
  ['brackets without an end', `${'['.repeat(5_000_000)}\n`],
  ['an answer to no question', '{"id":77,"body":{}}\n'],
  ['no JSON', 'hello\n'],
  ['no object', '17\n'],
])('%s: ends the session', async ([, rubbish]) => {
  await impersonate((socket) => {
    socket.write(greeting());
    socket.on('data', (asked) => {
      if (String(asked).includes('capture')) socket.write(rubbish as string);
    });
  });
  const connection = await visit();
  await expect(connection.send('capture', {})).rejects.toThrow("can't be read");
});

test('who does not know the secret is not listened to', async () => {
  await impersonate((socket) => socket.write(`${'c'.repeat(64)}\n{}\n`));
  await expect(visit()).rejects.toThrow('not the agent');
});

test.skipIf(process.platform === 'win32')('what lies in the place of a pipe is not written to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-pipes-'));
  try {
    writeFileSync(join(folder, 'victim'), 'whole');
    execFileSync('mkfifo', [join(folder, 'from-agent')]);
    const at = { ...home, outside: folder };
    symlinkSync(join(folder, 'victim'), join(folder, 'to-agent'));
    await expect(connect(at, 'fifo', { pid: process.pid, startTime: '' }, AbortSignal.timeout(20_000))).rejects.toThrow(/ELOOP/);
    rmSync(join(folder, 'to-agent'));
    writeFileSync(join(folder, 'to-agent'), '');
    await expect(connect(at, 'fifo', { pid: process.pid, startTime: '' }, AbortSignal.timeout(20_000))).rejects.toThrow(
      'no named pipe',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
