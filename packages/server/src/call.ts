import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Grant } from '@substrate/auth';
import type { ErrorCode, SubstrateError } from '@substrate/core';
import { noApplications } from './access.js';
import type { Applications } from './applications.js';
import { anywhere, type Place } from './pressure.js';

/** What `serve` hands to the application beside the request. Absent when the application is called without a socket. */
export interface SocketEnv {
  /** The port the request came in on. */
  readonly port?: number;
  /** The headers as Node has them, by lower-case name. */
  readonly headers?: IncomingHttpHeaders;
  /** Set on an upgrade request: takes the connection over, once the request is answered. */
  readonly accept?: (connected: (socket: WatchSocket) => void) => void;
  /** Told whose the connection is, once that is known. */
  claim?(keyId: string | null): void;
  /** Calls back when the client has the whole answer, or is gone. */
  onSent?(listener: () => void): void;
}

/** What a watcher needs of a WebSocket. */
export interface WatchSocket {
  /** Bytes that the peer has not taken yet. */
  readonly bufferedAmount: number;
  send(message: string): void;
  close(code: number, reason: string): void;
  onClose(listener: () => void): void;
}

export type Env = { Bindings: SocketEnv };

/** What is asked. A context of Hono says it, and so does what `serve` makes of a read that needs no `Request`. */
export interface Asked {
  env: SocketEnv;
  readonly req: {
    readonly method: string;
    readonly path: string;
    readonly url: string;
    readonly raw: Request;
    header(name: string): string | undefined;
    param(name: string): string | undefined;
    query(name: string): string | undefined;
  };
}

/** One request on its way through the server. */
export interface Call {
  readonly context: Asked;
  /** The value of `X-Request-Id`. */
  readonly requestId: string;
  readonly startedAt: number;
  /** The Origin that may read the answer. */
  cors: string | undefined;
  /** The id of the API key; null when none is required. */
  keyId: string | null;
  /** What that key allows; null when none is required. */
  grant: Grant | null;
  /** The applications that the caller reaches. None before the caller is known. */
  applications: Applications;
  /** Where the request counts. */
  place: Place;
}

/** What is said to it. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream | null;
}

/** A request header. Node has read them all already; a `Headers` object would have to be made for the question. */
export const header = ({ env, req }: Asked, name: Lowercase<string>): string | undefined => {
  const value = env.headers?.[name];
  return env.headers && typeof value !== 'object' ? value : req.header(name);
};

const ownId = /^[A-Za-z0-9._-]{1,128}$/;

/** Three hexadecimal digits for each of 4,096 numbers. */
const digits = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'));
const ours = randomBytes(6).toString('hex');
let count = randomBytes(3).readUIntBE(0, 3);
let stampedAt = 0;
let stamp = '';

/** A UUIDv7: the time, a count, and random digits of this process. Each request needs one. */
const newId = (): string => {
  const now = Date.now();
  if (now !== stampedAt) {
    stampedAt = now;
    const hex = now.toString(16).padStart(12, '0');
    stamp = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  }
  count = (count + 1) & 0xffffff;
  return `${stamp}${digits[count >> 12]}-a${digits[count & 0xfff]}-${ours}`;
};

/** The client's own id when it is a plain one, else a new one. */
export const requestIdFor = (given: string | undefined): string => (given !== undefined && ownId.test(given) ? given : newId());

export const openCall = (context: Asked): Call => ({
  context,
  requestId: requestIdFor(header(context, 'x-request-id')),
  startedAt: performance.now(),
  cors: undefined,
  keyId: null,
  grant: null,
  applications: noApplications,
  place: anywhere,
});

export const elapsedMs = (since: number): number => Math.round(performance.now() - since);

/** Every answer goes through here, so that each has its request id, and CORS headers where they belong. */
export const answer = (call: Call, status: number, body: Answer['body'], extra?: Record<string, string>): Answer => {
  const headers: Record<string, string> = { 'x-request-id': call.requestId, ...extra };
  if (body !== null) headers['content-type'] ??= 'application/json';
  if (call.cors !== undefined) {
    headers['access-control-allow-origin'] = call.cors;
    headers['access-control-expose-headers'] = 'X-Request-Id, Retry-After, ETag, Idempotent-Replay';
    headers.vary = 'Origin';
  }
  return { status, headers, body };
};

export const answerJson = (call: Call, value: unknown, extra?: Record<string, string>): Answer =>
  answer(call, 200, JSON.stringify(value), extra);

/** The `error` of the envelope. */
export const errorBody = (call: Pick<Call, 'requestId'>, error: Failure): Record<string, unknown> => ({
  code: error.code,
  message: error.message,
  request_id: call.requestId,
  ...(error.retryAfterMs !== undefined && { retry_after_ms: error.retryAfterMs }),
  ...(error.details !== undefined && { details: error.details }),
});

export interface Failure extends Pick<SubstrateError, 'message'> {
  readonly code: ErrorCode;
  readonly retryAfterMs?: SubstrateError['retryAfterMs'];
  readonly details?: SubstrateError['details'];
}

/** Whole seconds, at least one. */
export const retryAfter = (error: Failure): Record<string, string> =>
  error.retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) };
