import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The open connections. One that nobody asks anything on is idle, whether or not it ever said a word; of these there are so many at
 * most, and the oldest makes room. A key keeps so many connections at most: on the next ones its answers are the last.
 */
export interface Connections {
  /** Follows a request to the end of its answer. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse): Followed;
  /** The connection is no longer one of HTTP. */
  release(socket: Duplex): void;
}

export interface Followed {
  claim(keyId: string | null): void;
  onSent(listener: () => void): void;
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
    const [oldest] = idle;
    if (idle.size > maxIdle && oldest) {
      idle.delete(oldest);
      oldest.destroy();
    }
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

  return {
    follow(incoming, outgoing) {
      const { socket } = incoming;
      const here = known.get(socket) ?? { requests: 0, owner: undefined };
      here.requests++;
      idle.delete(socket);
      let stalls = false;
      outgoing.once('close', () => {
        if (--here.requests === 0) rest(socket);
        else if (stalls) socket.setTimeout(0);
      });
      return {
        claim(keyId) {
          const owned = byKey.get(keyId) ?? new Set<Duplex>();
          byKey.set(keyId, owned);
          if (here.owner === owned) return;
          if (owned.size >= maxPerKey) {
            outgoing.shouldKeepAlive = false;
            return;
          }
          leave(socket, here);
          here.owner = owned;
          owned.add(socket);
        },
        onSent(listener) {
          outgoing.once('close', listener);
          // When the answer is out Node sets its own time, unless more are to follow.
          stalls = true;
          socket.setTimeout(stalledMs);
        },
      };
    },
    release(socket) {
      idle.delete(socket);
      const here = known.get(socket);
      if (here) leave(socket, here);
    },
  };
};
