import { addressOf } from './address.js';
import { SubstrateClientError } from './errors.js';
import type { OpenSocket } from './open-socket.js';

/**
 * A WebSocket for Node.js 20, which has none: an upgrade by its HTTP client, and the frames of RFC 6455 that a watch meets. It reads
 * text, answers pings, and understands close; it says nothing else. Node's HTTP client is asked for at run time by a name that no bundler
 * follows, so that the same file runs in browsers, which have their own.
 */

interface ByteStream {
  on(event: string, listener: (value: never) => void): void;
  write(bytes: Uint8Array): void;
  destroy(): void;
}

interface HttpClient {
  request(
    url: string,
    options: { headers: Record<string, string> },
  ): {
    on(event: 'upgrade', listener: (response: unknown, socket: ByteStream, head: Uint8Array) => void): void;
    on(event: 'response', listener: (response: { resume(): void }) => void): void;
    on(event: 'error', listener: () => void): void;
    end(): void;
    destroy(): void;
  };
}

type Platform = { process?: { versions?: { node?: string } } };

const loadHttp = async (name: 'node:http' | 'node:https'): Promise<HttpClient> =>
  (await import(/* @vite-ignore */ name)) as HttpClient;

const maxMessageBytes = 16 * 1024 * 1024;

export const openNodeSocket: OpenSocket = (target, { onOpen, onText, onClose }) => {
  const { key } = target;
  const url = addressOf(target);
  if ((globalThis as Platform).process?.versions?.node === undefined) {
    throw new SubstrateClientError('unreachable', 'This platform has no WebSocket. Give one to createClient: { WebSocket }.');
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': nonce,
    ...(key !== undefined && { 'X-Substrate-Key': key }),
  };
  let request: ReturnType<HttpClient['request']> | undefined;
  let stream: ByteStream | undefined;
  let ended = false;
  const end = (code: number): void => {
    if (ended) return;
    ended = true;
    stream?.destroy();
    request?.destroy();
    onClose(code);
  };
  const upgraded = (socket: ByteStream, head: Uint8Array): void => {
    stream = socket;
    const reader = createFrameReader({
      onText,
      onPing: (payload) => socket.write(encodeFrame(0xa, payload)),
      onClose: (code) => {
        socket.write(encodeFrame(0x8, new Uint8Array([code >> 8, code & 0xff])));
        end(code);
      },
    });
    const read = (bytes: Uint8Array): void => {
      if (!ended && !reader(bytes)) end(1002);
    };
    socket.on('data', read as (value: never) => void);
    socket.on('close', () => end(1006));
    socket.on('error', () => end(1006));
    onOpen();
    if (head.length > 0) read(head);
  };
  const connect = async (): Promise<void> => {
    const http = await loadHttp(url.startsWith('https:') ? 'node:https' : 'node:http');
    if (ended) return;
    request = http.request(url, { headers });
    request.on('error', () => end(1006));
    request.on('response', (response) => {
      response.resume();
      end(1006);
    });
    request.on('upgrade', (_, socket, head) => upgraded(socket, head));
    request.end();
  };
  connect().catch(() => end(1006));
  return { close: () => end(1000) };
};

export interface FrameHandlers {
  onText(text: string): void;
  onPing(payload: Uint8Array): void;
  onClose(code: number): void;
}

/** Takes bytes as they come and calls for each whole message. False when the bytes are no frames that a server may send. */
export const createFrameReader = ({ onText, onPing, onClose }: FrameHandlers): ((bytes: Uint8Array) => boolean) => {
  let pending = new Uint8Array(0);
  let message = new Uint8Array(0);
  return (bytes) => {
    pending = joined(pending, bytes);
    for (;;) {
      const frame = readFrame(pending);
      if (frame === 'wrong') return false;
      if (frame === 'short') return true;
      pending = pending.slice(frame.end);
      if (frame.opcode === 0x9) onPing(frame.payload);
      else if (frame.opcode === 0x8) {
        onClose(frame.payload.length >= 2 ? ((frame.payload[0] as number) << 8) | (frame.payload[1] as number) : 1005);
        return true;
      } else if (frame.opcode <= 0x2) {
        message = joined(message, frame.payload);
        if (message.length > maxMessageBytes) return false;
        if (!frame.final) continue;
        const text = new TextDecoder().decode(message);
        message = new Uint8Array(0);
        onText(text);
      }
    }
  };
};

interface Frame {
  readonly final: boolean;
  readonly opcode: number;
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly end: number;
}

const readFrame = (bytes: Uint8Array<ArrayBuffer>): Frame | 'short' | 'wrong' => {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'short';
  // No extension was asked for, and a server does not mask.
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0) return 'wrong';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  let length = second & 0x7f;
  if (length === 126) {
    if (bytes.length < 4) return 'short';
    length = view.getUint16(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return 'short';
    length = Number(view.getBigUint64(2));
    at = 10;
  }
  if (length > maxMessageBytes) return 'wrong';
  if (bytes.length < at + length) return 'short';
  return { final: (first & 0x80) !== 0, opcode: first & 0x0f, payload: bytes.slice(at, at + length), end: at + length };
};

/** A frame from a client is masked. Only control frames are sent, so its length fits into one byte. */
export const encodeFrame = (opcode: number, payload: Uint8Array): Uint8Array => {
  const mask = crypto.getRandomValues(new Uint8Array(4));
  const frame = new Uint8Array(6 + payload.length);
  frame.set([0x80 | opcode, 0x80 | payload.length, ...mask]);
  for (let i = 0; i < payload.length; i++) frame[6 + i] = (payload[i] as number) ^ (mask[i % 4] as number);
  return frame;
};

const joined = (first: Uint8Array<ArrayBuffer>, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};
