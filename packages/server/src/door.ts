import { checkHost, checkOrigin, type GuessLimiter, isAllowedOrigin, type KeyRing, type RateLimiter } from '@substrate/auth';
import { SubstrateError } from '@substrate/core';
import type { Route } from '@substrate/core/openapi';
import { type Call, header } from './call.js';
import type { ServerSettings } from './settings.js';

/** Who may come in: Host and Origin, key, rate. In this order, before anything is read of a body. */
export interface Door {
  checkHostAndOrigin(call: Call): void;
  authenticate(call: Call, route: Route): void;
  /** Takes a token of the caller's bucket. */
  take(call: Call, bucket: 'read' | 'write' | 'snapshot'): void;
}

export interface DoorOptions {
  /** Null when no key is required. */
  readonly keys: Pick<KeyRing, 'verify' | 'touch'> | null;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly guesses: GuessLimiter;
  readonly settings: ServerSettings;
}

/** All callers without a key share one set of buckets. No key record has this id: ids are UUIDs. */
const anonymous = 'anonymous';

/** Hosts and origins come in few spellings; the verdict on each is worked out once. */
const remember = <T>(judge: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const verdict = judge(text);
    if (known.size >= 256) known.clear();
    known.set(text, verdict);
    return verdict;
  };
};

export const createDoor = ({ keys, limiter, guesses, settings }: DoorOptions): Door => {
  const { allowedHosts, allowedOrigins } = settings;
  const hostAllowed = remember((host) => checkHost(host, { allowedHosts }));
  const originAllowed = remember((portAndOrigin) => {
    const [port, origin] = [Number.parseInt(portAndOrigin, 10), portAndOrigin.slice(portAndOrigin.indexOf(' ') + 1)];
    return checkOrigin(origin, { allowedOrigins, port });
  });

  const limited = (retryAfterMs: number, message: string): SubstrateError =>
    new SubstrateError('rate_limited', `${message} Try again in ${retryAfterMs} ms.`, { retryAfterMs });

  return {
    checkHostAndOrigin(call) {
      const { req, env } = call.context;
      const host = header(call.context, 'host') ?? new URL(req.url).host;
      if (!hostAllowed(host)) throw new SubstrateError('forbidden_host');
      const origin = header(call.context, 'origin');
      if (origin === undefined) return;
      if (!originAllowed(`${env.port ?? settings.port} ${origin}`)) throw new SubstrateError('forbidden_origin');
      if (isAllowedOrigin(origin, allowedOrigins)) call.cors = origin;
    },

    authenticate(call, route) {
      if (!keys || route.key === 'none') return;
      const { req } = call.context;
      const key = header(call.context, 'x-substrate-key') || (route.key === 'query' ? req.query('key') : undefined);
      if (!key) throw new SubstrateError('missing_key');
      const verdict = keys.verify(key);
      if (!verdict.ok) {
        const permit = guesses.take();
        if (!permit.ok) throw limited(permit.retryAfterMs, 'Too many failed authentications.');
        throw new SubstrateError(verdict.code);
      }
      call.keyId = verdict.id;
      keys.touch(verdict.id);
    },

    take(call, bucket) {
      const permit = limiter.take(bucket, call.keyId ?? anonymous);
      if (permit.ok) return;
      throw limited(permit.retryAfterMs, bucket === 'snapshot' ? 'Too many heap snapshots.' : 'Too many requests.');
    },
  };
};
