import {
  checkHost,
  checkOrigin,
  type Grant,
  type GuessLimiter,
  isAllowedOrigin,
  type KeyRing,
  type RateLimiter,
} from '@substrate/auth';
import { SubstrateError } from '@substrate/core';
import type { Route } from '@substrate/core/openapi';
import { createAccess } from './access.js';
import type { Applications } from './applications.js';
import { type Call, header } from './call.js';
import { cookieName, type Sessions } from './sessions.js';
import type { ServerSettings } from './settings.js';

/** Who may come in: Host and Origin, key, what the key allows, rate. In this order, before anything is read of a body. */
export interface Door {
  checkHostAndOrigin(call: Call): void;
  /** Finds out who calls, and gives the call what that key reaches. */
  authenticate(call: Call, route: Route): void;
  /** What a failed authentication is answered with: the error, or 429 when there were too many. */
  failed(error: SubstrateError): SubstrateError;
  /** Takes a token of the caller's bucket. */
  take(call: Call, bucket: 'read' | 'write' | 'snapshot'): void;
}

export interface DoorOptions {
  /** Null when no key is required. */
  readonly keys: Pick<KeyRing, 'verify' | 'find' | 'touch'> | null;
  readonly applications: Applications;
  readonly sessions: Pick<Sessions, 'find'>;
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

const bearer = /^Bearer +(\S+) *$/i;

/** The key that a request shows, if it shows one. */
const shownKey = ({ context }: Call, route: Route): string | undefined => {
  const own = header(context, 'x-substrate-key') || undefined;
  const borne = bearer.exec(header(context, 'authorization') ?? '')?.[1];
  if (own !== undefined && borne !== undefined && own !== borne)
    throw new SubstrateError('invalid_request', 'X-Substrate-Key and Authorization: Bearer must be the same key.');
  return own ?? borne ?? (route.key === 'query' ? context.req.query('key') || undefined : undefined);
};

/**
 * A browser sends a cookie with whatever any page of this host asks for, at any port. It stands for its user only where the browser
 * says that the daemon's own page asked; to change something, or to open a stream, its Origin must be there too and be the very one.
 */
const isOwnPage = ({ context }: Call): boolean => {
  const site = header(context, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = header(context, 'origin');
  if (origin !== undefined) return origin.toLowerCase() === `http://${header(context, 'host')?.toLowerCase()}`;
  const reads = /^(GET|HEAD)$/.test(context.req.method) && header(context, 'upgrade') === undefined;
  return site !== undefined && reads;
};

const cookieOf = ({ context }: Call, name: string): string | undefined => {
  for (const pair of (header(context, 'cookie') ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
};

export const createDoor = ({ keys, applications, sessions, limiter, guesses, settings }: DoorOptions): Door => {
  const access = createAccess(applications);
  const { allowedHosts, allowedOrigins } = settings;
  const hostAllowed = remember((host) => checkHost(host, { allowedHosts }));
  const originAllowed = remember((portAndOrigin) => {
    const [port, origin] = [Number.parseInt(portAndOrigin, 10), portAndOrigin.slice(portAndOrigin.indexOf(' ') + 1)];
    return checkOrigin(origin, { allowedOrigins, port });
  });

  const limited = (retryAfterMs: number, message: string): SubstrateError =>
    new SubstrateError('rate_limited', `${message} Try again in ${retryAfterMs} ms.`, { retryAfterMs });

  const failed = (error: SubstrateError): SubstrateError => {
    const permit = guesses.take();
    return permit.ok ? error : limited(permit.retryAfterMs, 'Too many failed authentications.');
  };

  const byKey = (ring: NonNullable<DoorOptions['keys']>, key: string): Grant => {
    const verdict = ring.verify(key);
    if (!verdict.ok) throw failed(new SubstrateError(verdict.code));
    return verdict;
  };

  const bySession = (ring: NonNullable<DoorOptions['keys']>, call: Call): Grant => {
    const cookie = cookieOf(call, cookieName(call.context.env.port ?? settings.port));
    const session = cookie !== undefined && isOwnPage(call) ? sessions.find(cookie) : undefined;
    if (!session) throw new SubstrateError('missing_key');
    const grant = session.keyId === null ? undefined : ring.find(session.keyId);
    if (!grant) throw new SubstrateError('disabled_key', 'The API key that this page was opened with is disabled or removed.');
    return grant;
  };

  return {
    failed,

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
      if (route.key === 'none') return;
      const { env } = call.context;
      if (!keys) {
        call.applications = applications;
        return env.claim?.(null);
      }
      const key = shownKey(call, route);
      const grant = key === undefined ? bySession(keys, call) : byKey(keys, key);
      call.keyId = grant.id;
      call.grant = grant;
      keys.touch(grant.id);
      env.claim?.(grant.id);
      access.check(grant, route.scope);
      call.applications = access.view(grant);
    },

    take(call, bucket) {
      const permit = limiter.take(bucket, call.keyId ?? anonymous);
      if (permit.ok) return;
      throw limited(permit.retryAfterMs, bucket === 'snapshot' ? 'Too many heap snapshots.' : 'Too many requests.');
    },
  };
};
