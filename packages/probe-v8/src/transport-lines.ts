import { connect } from 'node:net';
import { CallError, type Connection, limited } from './connection.js';
import { createMessageSession } from './message-session.js';

/**
 * A connection over a Unix socket, one message a line. The other side sends no more than it was told was taken, since what a system does not take at
 * once would keep a process alive: so what was read is told in numbers of bytes.
 */

const newline = 10;
const longestMessage = 128 * 1024 * 1024;
/** Bytes after which the other side is told that they were taken. */
const toldAfter = 24 * 1024;

interface LineOptions {
  readonly path: string;
  readonly callTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Rejects with a `CallError`. */
export const connectLines = async ({ path, callTimeoutMs = 10_000, signal }: LineOptions): Promise<Connection> => {
  const socket = connect(path);
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', (error) => reject(new CallError('closed', `The socket of the process can't be used: ${error.message}`)));
  });
  try {
    await limited(opened, 'The connection to the process', 1000, signal);
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  }

  const { connection, hear, end } = createMessageSession({
    callTimeoutMs,
    post: (text) => {
      socket.write(`${text}\n`);
      return undefined;
    },
    ended: () => socket.destroy(),
  });
  let parts: Buffer[] = [];
  let bytes = 0;
  let untold = 0;
  socket.on('data', (chunk: Buffer) => {
    untold += chunk.length;
    if (untold >= toldAfter) {
      socket.write(`{"taken":${untold}}\n`);
      untold = 0;
    }
    let rest = chunk;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
      const line = Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8');
      parts = [];
      bytes = 0;
      rest = rest.subarray(at + 1);
      hear(line);
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes > longestMessage) end('The process sent a message without end.');
  });
  const left = (): void => end('The connection was closed by the process.');
  socket.on('error', left);
  socket.on('end', left);
  socket.on('close', left);
  return connection;
};
