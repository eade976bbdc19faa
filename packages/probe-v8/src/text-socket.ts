import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The WebSocket to an endpoint of a process that may mean harm: messages of text, each bounded in size, nothing but the connection that was asked for.
 * A redirect is a refusal, a frame that breaks the protocol ends the connection, and nothing that the other side sends is ever thrown.
 */
export interface TextSocket {
  /** Lost without a word when the connection has ended: `onEnd` was told. */
  send(text: string): void;
  /** Messages that are sent before the next turn of the loop go out in one write. */
  gather(): void;
  /** Says goodbye and resolves when the other side has, or after a second. */
  close(): Promise<void>;
  /** Ends at once, with that reason. */
  destroy(why: string): void;
}

export interface TextSocketOptions {
  readonly url: string;
  /** Of one message. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Does not keep this process alive. */
  readonly background?: boolean;
  onText(text: string): void;
  /** Once, with the reason, after the connection was open. */
  onEnd(why: string): void;
}

const opcodes = { more: 0x0, text: 0x1, close: 0x8, ping: 0x9, pong: 0xa };
const closeMs = 1000;
const handshakeSalt = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Rejects when there is no such connection to be had. */
export const openTextSocket = async (options: TextSocketOptions): Promise<TextSocket> => {
  const { socket, head } = await upgrade(options);
  let over = false;
  const end = (why: string): void => {
    if (over) return;
    over = true;
    socket.destroy();
    options.onEnd(why);
  };
  const read = createFrameReader(options.maxBytes, {
    text: options.onText,
    ping: (payload) => void socket.write(frameOf(opcodes.pong, payload)),
    close: () => end('The debugging connection was closed by the application.'),
  });
  const take = (bytes: Buffer): void => {
    const wrong = over ? undefined : read(bytes);
    if (wrong !== undefined) end(`The debugging connection was ended: the application sent ${wrong}.`);
  };
  socket.on('data', take);
  socket.on('error', (error) => end(`The debugging connection failed: ${error.message}.`));
  socket.on('close', () => end('The debugging connection was closed by the application.'));
  // What came with the handshake is heard once the caller has the socket.
  if (head.length > 0) setImmediate(() => take(head));

  let gathering = false;
  return {
    send: (text) => {
      if (!over) socket.write(frameOf(opcodes.text, Buffer.from(text)));
    },
    gather: () => {
      if (gathering || over) return;
      gathering = true;
      socket.cork();
      setImmediate(() => {
        gathering = false;
        socket.uncork();
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (over) return resolve();
        over = true;
        const done = (): void => {
          clearTimeout(timer);
          socket.destroy();
          resolve();
        };
        const timer = setTimeout(done, closeMs);
        socket.once('close', done);
        socket.on('error', done);
        socket.end(frameOf(opcodes.close, Buffer.from([0x03, 0xe8])));
      }),
    destroy: end,
  };
};

/** The endpoint answered, and would not have the connection. */
export class HandshakeError extends Error {
  readonly status: number | undefined;
  constructor(status: number | undefined) {
    super(`Unexpected server response: ${status}`);
    this.name = 'HandshakeError';
    this.status = status;
  }
}

const upgrade = ({ url, signal, background }: TextSocketOptions): Promise<{ socket: Duplex; head: Buffer }> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const nonce = randomBytes(16).toString('base64');
    const asked = request({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: pathname + search,
      agent: false,
      signal,
      headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': nonce },
    });
    if (background) asked.on('socket', (socket) => socket.unref());
    asked.on('error', reject);
    asked.on('response', (response) => {
      // A redirect too: the connection is to this process or to none.
      asked.destroy();
      reject(new HandshakeError(response.statusCode));
    });
    asked.on('upgrade', (response, socket, head) => {
      const accepted = createHash('sha1')
        .update(nonce + handshakeSalt)
        .digest('base64');
      if (response.headers['sec-websocket-accept'] === accepted) return resolve({ socket, head });
      socket.destroy();
      reject(new Error('The answer to the handshake is not one.'));
    });
    asked.end();
  });

/** A client must mask. A key of zeros is one: it hides nothing, and there is nobody between us and a loopback socket to hide from. */
const frameOf = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(6 + extra + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(length, 2);
  if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  payload.copy(frame, 6 + extra);
  return frame;
};

interface FrameHandlers {
  text(text: string): void;
  ping(payload: Buffer): void;
  close(): void;
}

/** Takes bytes as they come, and tells what was wrong with them when something was. */
export const createFrameReader = (maxBytes: number, handlers: FrameHandlers): ((bytes: Buffer) => string | undefined) => {
  let waiting: Buffer[] = [];
  let have = 0;
  /** Bytes without which nothing more can be told: until they are there, what comes is only kept. */
  let need = 2;
  let parts: Buffer[] = [];
  let size = 0;

  const handle = (opcode: number, isLast: boolean, payload: Buffer): string | undefined => {
    if (opcode === opcodes.close) handlers.close();
    else if (opcode === opcodes.ping) handlers.ping(payload);
    else if (opcode === opcodes.text || opcode === opcodes.more) {
      size += payload.length;
      if (size > maxBytes) return `a message of more than ${maxBytes} bytes`;
      if (payload.length > 0) parts.push(payload);
      if (!isLast) return undefined;
      const text = (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8');
      parts = [];
      size = 0;
      handlers.text(text);
    } else if (opcode !== opcodes.pong) return 'a frame of no known kind';
    return undefined;
  };

  return (bytes) => {
    waiting.push(bytes);
    have += bytes.length;
    if (have < need) return undefined;
    const all = waiting.length === 1 ? bytes : Buffer.concat(waiting);
    let at = 0;
    for (;;) {
      const head = headOf(all, at);
      if (typeof head === 'string') return head;
      if (head.length > maxBytes) return `a message of more than ${maxBytes} bytes`;
      need = head.size + head.length;
      if (all.length - at < need) break;
      const opcode = (all[at] as number) & 0x0f;
      const isLast = ((all[at] as number) & 0x80) !== 0;
      if (opcode >= opcodes.close && (!isLast || head.length > 125)) return 'a control frame that is none';
      const wrong = handle(opcode, isLast, all.subarray(at + head.size, at + need));
      if (wrong !== undefined || opcode === opcodes.close) return wrong;
      at += need;
    }
    waiting = at === all.length ? [] : [all.subarray(at)];
    have = all.length - at;
    return undefined;
  };
};

/** Of the frame that begins there: the size of its head, as far as that is known, and of its payload. */
const headOf = (bytes: Buffer, at: number): { size: number; length: number } | string => {
  const left = bytes.length - at;
  if (left < 2) return { size: 2, length: 0 };
  // No extension was asked for, and a server does not mask.
  if (((bytes[at] as number) & 0x70) !== 0 || ((bytes[at + 1] as number) & 0x80) !== 0) return 'a frame that is none';
  const length = (bytes[at + 1] as number) & 0x7f;
  if (length === 126) return { size: 4, length: left < 4 ? 0 : bytes.readUInt16BE(at + 2) };
  if (length === 127) return { size: 10, length: left < 10 ? 0 : Number(bytes.readBigUInt64BE(at + 2)) };
  return { size: 2, length };
};
