import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketEnv } from './call.js';

/**
 * The open connections. One that nobody asks anything on is idle, whether or not it ever said a word; of these there are so many at
 * most, and the oldest makes room. A key keeps so many connections at most: on the next ones its answers are the last.
 */
export interface Connections {
  /** Follows a request to the end of its answer. The port is the one it came in on. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse, port: number): SocketEnv;
  /** The connection is no longer one of HTTP. */
  release(socket: Duplex): void;
}

export interface ConnectionLimits {
  readonly maxIdle: number;
  readonly maxPerKey: number;
  /** A client that takes nothing of a long answer for so long is cut off. */
  readonly stalledMs: number;
}

export const connectionLimits: ConnectionLimits = { maxIdle: 512, maxPerKey: 128, stalledMs: 30_000 };

interface Known {
  requests: number;
  owner: Set<Duplex> | undefined;
}

export const followConnections = (server: Server, { maxIdle, maxPerKey, stalledMs }: ConnectionLimits): Connections => {
  const known = new WeakMap<Duplex, Known>();
  /** In the order in which they became idle. */
  const idle = new Set<Duplex>();
  const byKey = new Map<string | null, Set<Duplex>>();

  const rest = (socket: Duplex): void => {
    if (socket.destroyed) return;
    idle.add(socket);
    if (idle.size <= maxIdle) return;
    const [oldest] = idle;
    if (oldest) idle.delete(oldest);
    oldest?.destroy();
  };

  const leave = (socket: Duplex, known: Known): void => {
    known.owner?.delete(socket);
    known.owner = undefined;
  };

  server.on('connection', (socket: Duplex) => {
    if (!known.has(socket)) {
      const fresh: Known = { requests: 0, owner: undefined };
      known.set(socket, fresh);
      socket.once('close', () => {
        idle.delete(socket);
        leave(socket, fresh);
      });
    }
    rest(socket);
  });

  /** A class and no closures: one is made for every request. */
  class Followed implements SocketEnv {
    readonly headers: IncomingMessage['headers'];
    readonly #here: Known;
    #stalls = false;

    constructor(
      { socket, headers }: IncomingMessage,
      readonly outgoing: ServerResponse,
      readonly port: number,
    ) {
      this.headers = headers;
      const here = known.get(socket) ?? { requests: 0, owner: undefined };
      this.#here = here;
      here.requests++;
      idle.delete(socket);
      outgoing.on('close', () => {
        if (this.#stalls) socket.setTimeout(0);
        if (--here.requests === 0) rest(socket);
      });
    }

    claim(keyId: string | null): void {
      const { socket } = this.outgoing.req;
      const owned = byKey.get(keyId) ?? new Set<Duplex>();
      byKey.set(keyId, owned);
      if (this.#here.owner === owned) return;
      if (owned.size >= maxPerKey) {
        this.outgoing.shouldKeepAlive = false;
        return;
      }
      leave(socket, this.#here);
      this.#here.owner = owned;
      owned.add(socket);
    }

    onSent(listener: () => void): void {
      this.outgoing.on('close', listener);
      this.#stalls = true;
      this.outgoing.req.socket.setTimeout(stalledMs);
    }
  }

  return {
    follow: (incoming, outgoing, port) => new Followed(incoming, outgoing, port),
    release(socket) {
      idle.delete(socket);
      const here = known.get(socket);
      if (here) leave(socket, here);
    },
  };
};
