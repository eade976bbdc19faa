import type { Grant, KeyRing } from '@substrate/auth';
import { SubstrateError } from '@substrate/core';
import { allowsScope } from './access.js';
import type { Call, SocketEnv, WatchSocket } from './call.js';

/**
 * The open watch connections: how many there are, how much they hold back, and whose they are. A key that is disabled, removed or
 * limited anew ends its streams; who may still watch connects again and is judged by what holds now.
 */
export interface Streams extends Disposable {
  /** The connection of this call, let in when there is room. */
  admit(call: Call, accept: Accept): Accept;
  readonly size: number;
}

type Accept = NonNullable<SocketEnv['accept']>;

export interface StreamsOptions {
  /** Null when no key is required. */
  readonly keys: Pick<KeyRing, 'find' | 'onChange'> | null;
  readonly maxWatchers: number;
  readonly maxWatchersPerKey: number;
  /** Bytes that all watchers of one key may be behind together. */
  readonly maxBehindPerKey?: number;
}

interface Stream {
  readonly grant: Grant | null;
  readonly socket: WatchSocket;
}

/** Policy violation. */
const notAllowed = 1008;
/** The sum over many sockets is made at most this often. */
const sumEveryMs = 50;

const sameLimits = (before: Grant, now: Grant): boolean =>
  before === now || JSON.stringify([before.scopes, before.apps]) === JSON.stringify([now.scopes, now.apps]);

/** The streams of one key. */
class Owned {
  readonly streams = new Set<Stream>();
  #behind = 0;
  #summedAt = Number.NEGATIVE_INFINITY;

  behind(): number {
    const now = performance.now();
    if (now - this.#summedAt < sumEveryMs) return this.#behind;
    this.#summedAt = now;
    this.#behind = 0;
    for (const { socket } of this.streams) this.#behind += socket.bufferedAmount;
    return this.#behind;
  }
}

export const createStreams = ({
  keys,
  maxWatchers,
  maxWatchersPerKey,
  maxBehindPerKey = 64 * 1024 * 1024,
}: StreamsOptions): Streams => {
  const byKey = new Map<string | null, Owned>();
  let size = 0;

  const full = (count: number, limit: number, whose: string): SubstrateError =>
    new SubstrateError('overloaded', `${count} watch connections ${whose} are open; the limit is ${limit}.`, {
      retryAfterMs: 1000,
    });

  const check = (keyId: string | null): void => {
    if (size >= maxWatchers) throw full(size, maxWatchers, 'in all');
    const own = byKey.get(keyId)?.streams.size ?? 0;
    // Where no key is required there is nobody else to keep room for.
    if (keyId !== null && own >= maxWatchersPerKey) throw full(own, maxWatchersPerKey, 'of this key');
  };

  const hold = (keyId: string | null, stream: Stream): Owned => {
    const owned = byKey.get(keyId) ?? new Owned();
    byKey.set(keyId, owned);
    owned.streams.add(stream);
    size++;
    stream.socket.onClose(() => {
      if (!owned.streams.delete(stream)) return;
      size--;
      if (owned.streams.size === 0) byKey.delete(keyId);
    });
    return owned;
  };

  /** One whose key owes too much misses messages like one that is itself too far behind. */
  const bounded = (socket: WatchSocket, owned: Owned): WatchSocket => ({
    get bufferedAmount() {
      const own = socket.bufferedAmount;
      return own > 0 && owned.behind() > maxBehindPerKey ? Number.POSITIVE_INFINITY : own;
    },
    send: (message) => socket.send(message),
    close: (code, reason) => socket.close(code, reason),
    onClose: (listener) => socket.onClose(listener),
  });

  const reconsider = (): void => {
    for (const [keyId, { streams }] of byKey) {
      if (keyId === null) continue;
      const now = keys?.find(keyId);
      for (const { grant, socket } of [...streams]) {
        if (!now) socket.close(notAllowed, 'disabled_key');
        else if (grant && (!allowsScope(now, 'read') || !sameLimits(grant, now))) socket.close(notAllowed, 'forbidden_scope');
      }
    }
  };
  const end = keys?.onChange(reconsider);

  return {
    admit: (call, accept) => (connected) => {
      const { keyId, grant } = call;
      check(keyId);
      accept((socket) => connected(bounded(socket, hold(keyId, { grant, socket }))));
    },
    get size() {
      return size;
    },
    [Symbol.dispose]: () => end?.(),
  };
};
