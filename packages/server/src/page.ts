import { SubstrateError, type TicketResponse, ticketRequestSchema } from '@substrate/core';
import { type Answer, answer, answerJson, type Call } from './call.js';
import type { Door } from './door.js';
import { fit, invalidRequest, readJson, readQuery } from './input.js';
import type { Handler } from './reads.js';
import { cookieName, type Sessions } from './sessions.js';
import type { ServerSettings } from './settings.js';

/** The daemon's own page: what it is made of, and how a browser that shows it is signed in. */

export interface PageAsset {
  /** Its Content-Type. */
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** By path: `/` and what is below `/assets/`. Served without a key: nothing in it may be secret. */
export type Page = ReadonlyMap<string, PageAsset>;

/** The page runs its own scripts and styles, talks to the daemon alone, and is shown in nobody's frame. */
const hardening = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export interface PageOptions {
  readonly page: Page | undefined;
  readonly sessions: Sessions;
  readonly door: Door;
  readonly settings: ServerSettings;
}

export const createPage = ({ page, sessions, door, settings }: PageOptions) => {
  const { maxBodyBytes, requestTimeoutMs } = settings;

  const signIn = (call: Call, ticket: string): Answer => {
    const session = sessions.redeem(ticket);
    if (session === undefined) throw door.failed(new SubstrateError('invalid_key', ticketOver));
    const name = cookieName(call.context.env.port ?? settings.port);
    return answer(call, 303, null, {
      ...hardening,
      location: '/',
      'cache-control': 'no-store',
      'set-cookie': `${name}=${session}; Path=/; HttpOnly; SameSite=Strict`,
    });
  };

  const ticket: Handler = async (call, route) => {
    const body = await readJson(call, { maxBodyBytes, requestTimeoutMs });
    readQuery(call, route);
    fit(ticketRequestSchema, body);
    const issued = sessions.issue(call.keyId);
    const response: TicketResponse = { ticket: issued.ticket, expires_at: new Date(issued.expiresAt).toISOString() };
    return answerJson(call, response, { 'cache-control': 'no-store' });
  };

  return {
    ticket,

    /** `/` and `/assets/*`. */
    show: (call: Call): Answer => {
      const { path, url } = call.context.req;
      const query = [...new URL(url).searchParams];
      const [only] = query;
      if (path === '/' && only?.[0] === 'ticket' && query.length === 1) return signIn(call, only[1]);
      if (query.length > 0) throw invalidRequest(query.map(([name]) => ({ path: name, message: 'No such query parameter.' })));
      const asset = page?.get(path);
      if (!asset) throw new SubstrateError('route_not_found', `There is no ${path}.`);
      return answer(call, 200, asset.body, { ...hardening, 'content-type': asset.type, 'cache-control': 'no-cache' });
    },
  };
};

const ticketOver = 'The ticket is not known: it is good once, for 60 seconds. Ask for a new one.';
