import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { SubstrateError } from '@substrate/core';
import { WebSocket, WebSocketServer } from 'ws';
import type { App } from './app.js';
import { type Answer, errorBody, requestIdFor, type SocketEnv, type WatchSocket } from './call.js';
import { type ConnectionLimits, type Connections, connectionLimits, followConnections } from './connections.js';

/**
 * The application on a socket. An upgrade request runs through the application like any other, so its refusal is the same JSON
 * envelope; only when a handler accepts it is the connection handed to the WebSocket server.
 */

export interface ServeOptions {
  readonly host: string;
  /** 0 binds a free one. */
  readonly port: number;
  /** Whatever is left out has its default. */
  readonly connections?: Partial<ConnectionLimits>;
}

/** Disposing it drops watch connections without a close frame, and ends the others. */
export interface Serving extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** Requests that run when the server stops may end, so long. */
const graceMs = 500;
/** Watchers have nothing to say. */
const maxInboundBytes = 64 * 1024;
/** A request has so long for its head, and so long for all of it; what reads a body is stricter. */
const times = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // A client that comes back after a while finds its connection open: how many are idle is bounded by their number.
  keepAliveTimeout: 0,
};

type Headers = IncomingMessage['headers'];

const rawResponse = (status: number, headers: Iterable<readonly [string, string]>, body: string): string => {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (const [name, value] of headers) if (name !== 'connection' && name !== 'content-length') lines.push(`${name}: ${value}`);
  lines.push(`content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body);
  return lines.join('\r\n');
};

/** The envelope for what never became a request. */
const envelope = (error: SubstrateError, headers?: Headers): { headers: Record<string, string>; body: string } => {
  const given = headers?.['x-request-id'];
  const requestId = requestIdFor(typeof given === 'string' ? given : undefined);
  return {
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ error: errorBody({ requestId }, error) }),
  };
};

/** Says the last word on a connection. A client that does not leave then is shown out. */
const farewell = (socket: Duplex, text: string): void => {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), graceMs);
  socket.once('close', () => clearTimeout(timer));
};

const refuseRaw = (socket: Duplex, error: SubstrateError, headers?: Headers): void => {
  const { headers: own, body } = envelope(error, headers);
  farewell(socket, rawResponse(error.status, Object.entries(own), body));
};

/**
 * Who reads the first Host and who reads the last, or the target's own, would judge and serve different requests: there is to be one.
 * Node keeps the first of several and says nothing.
 */
const ambiguity = ({ rawHeaders, headers, url = '' }: IncomingMessage): SubstrateError | undefined => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new SubstrateError('invalid_request', 'The request has more than one Host header.');
  if (url.startsWith('/')) return undefined;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined || authority.toLowerCase() === headers.host?.toLowerCase()) return undefined;
  return new SubstrateError('invalid_request', 'The target of the request names another host than its Host header.');
};

/** Why no request could be made of what came in: its Host, or its URL. */
const badRequest = (headers?: Headers): SubstrateError =>
  headers?.host && URL.canParse(`http://${headers.host}`)
    ? new SubstrateError('invalid_request', 'The URL is not valid.')
    : new SubstrateError('forbidden_host');

const toRequest = (incoming: IncomingMessage): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value));
  const { host } = incoming.headers;
  if (host === undefined) throw new Error('Missing host header');
  return new Request(new URL(incoming.url ?? '/', `http://${host}`), { method: incoming.method ?? 'GET', headers });
};

const watchSocket = (socket: WebSocket): WatchSocket => ({
  get bufferedAmount() {
    return socket.bufferedAmount;
  },
  send: (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message);
  },
  close: (code, reason) => socket.close(code, reason),
  onClose: (listener) => socket.on('close', listener),
});

/**
 * A request that offers another protocol (`Upgrade: h2c`, as some clients do on every request) is an ordinary one here. Once there
 * is an upgrade listener Node takes it out of its HTTP handling; without that header it is put back.
 */
const putBack = (server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${incoming.method} ${incoming.url} HTTP/${incoming.httpVersion}`];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i] as string;
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${incoming.rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
};

/** An answer as it is. */
const send = (outgoing: ServerResponse, { status, headers, body }: Answer): void => {
  const lines: string[] = [];
  for (const name in headers) lines.push(name, headers[name] as string);
  if (body === null) outgoing.writeHead(status, lines).end();
  else if (body instanceof ReadableStream) Readable.fromWeb(body).pipe(outgoing.writeHead(status, lines));
  else {
    lines.push('content-length', `${Buffer.byteLength(body)}`);
    outgoing.writeHead(status, lines).end(body);
  }
};

const createListener = (app: App, connections: () => Connections, port: () => number) => {
  // Hono's listener calls back before its first wait, and so fails when no request can be made of what came in: this is still the one.
  let current: SocketEnv = {};
  const listener = getRequestListener((request) => app.fetch(request, current), {
    errorHandler: () => {
      const refusal = badRequest(current.headers);
      const { headers, body } = envelope(refusal, current.headers);
      return new Response(body, { status: refusal.status, headers });
    },
  });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const refusal = ambiguity(incoming);
    if (refusal) {
      const { headers, body } = envelope(refusal, incoming.headers);
      outgoing.writeHead(refusal.status, { ...headers, connection: 'close' }).end(body);
      return;
    }
    current = connections().follow(incoming, outgoing, port());
    const answered = app.direct(incoming.method, incoming.url, current);
    if (!answered) void listener(incoming, outgoing);
    else if ('then' in answered) void answered.then((late) => send(outgoing, late));
    else send(outgoing, answered);
  };
};

export const serve = async (app: App, { host, port, connections: limits }: ServeOptions): Promise<Serving> => {
  const server: Server = createServer(
    { requireHostHeader: false, ...times },
    createListener(
      app,
      () => connections,
      () => bound.port,
    ),
  );
  const connections = followConnections(server, { ...connectionLimits, ...limits });
  const watchers = new WebSocketServer({
    noServer: true,
    maxPayload: maxInboundBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const upgrading = new Set<Duplex>();

  const upgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    let connected: ((socket: WatchSocket) => void) | undefined;
    const accept = (then: (socket: WatchSocket) => void): void => {
      connected = then;
    };
    const refusal = ambiguity(incoming);
    if (refusal) return refuseRaw(socket, refusal, incoming.headers);
    let request: Request;
    try {
      request = toRequest(incoming);
    } catch {
      return refuseRaw(socket, badRequest(incoming.headers), incoming.headers);
    }
    const response = await app.fetch(request, { headers: incoming.headers, port: bound.port, accept });
    if (!connected) {
      const body = incoming.method === 'HEAD' ? '' : await response.text();
      return farewell(socket, rawResponse(response.status, response.headers, body));
    }
    const then = connected;
    const addHeaders = (lines: string[]): void => {
      lines.push(`X-Request-Id: ${response.headers.get('x-request-id')}`);
    };
    watchers.once('headers', addHeaders);
    watchers.handleUpgrade(incoming, socket, head, (websocket) => {
      websocket.on('error', () => websocket.terminate());
      then(watchSocket(websocket));
    });
    watchers.off('headers', addHeaders);
  };

  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (incoming.headers.upgrade?.toLowerCase() !== 'websocket') return putBack(server, incoming, socket, head);
    connections.release(socket);
    const ignore = (): void => {};
    socket.on('error', ignore);
    upgrading.add(socket);
    void upgrade(incoming, socket, head)
      .catch(() => socket.destroy())
      .finally(() => upgrading.delete(socket));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    refuseRaw(
      socket,
      late ? new SubstrateError('request_timeout') : new SubstrateError('invalid_request', 'This is not a valid HTTP request.'),
    );
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;

  return {
    host: bound.address,
    port: bound.port,
    url: `http://${name}:${bound.port}`,
    async [Symbol.asyncDispose]() {
      for (const client of watchers.clients) client.terminate();
      for (const socket of upgrading) socket.destroy();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
};
