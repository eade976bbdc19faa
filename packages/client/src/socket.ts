import { addressOf } from './address.js';
import { openNodeSocket } from './node-socket.js';
import type { OpenSocket } from './open-socket.js';

/** The part of the WebSocket of browsers and newer Node.js that a watch needs. */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  close(): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** Browsers cannot send a header with an upgrade: there the key goes into the query, as the service allows. */
const openWith =
  (Constructor: WebSocketConstructor): OpenSocket =>
  (target, handlers) => {
    const { key } = target;
    const socket = new Constructor(addressOf(target, key === undefined ? [] : [['key', key]]).replace(/^http/, 'ws'));
    socket.onopen = () => handlers.onOpen();
    socket.onmessage = (event: { data: unknown }) => handlers.onText(String(event.data));
    socket.onclose = (event: { code: number }) => handlers.onClose(event.code);
    socket.onerror = () => {};
    return { close: () => socket.close() };
  };

/** The given constructor, else the platform's, else, in Node.js 20, one on top of its HTTP client. */
export const chooseSocket = (given: WebSocketConstructor | undefined): OpenSocket => {
  const Constructor = given ?? (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
  return Constructor ? openWith(Constructor) : openNodeSocket;
};
