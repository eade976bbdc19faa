import { createHash, randomBytes } from 'node:crypto';

/**
 * How a browser is let in without a key in its hands: a ticket, good once and for a minute, is traded for a session, which the
 * browser keeps in a cookie. Both are kept in memory by their hashes and belong to the record of a key.
 */
export interface Sessions {
  /** For the key of this id; null where no key is required. */
  issue(keyId: string | null): { readonly ticket: string; readonly expiresAt: number };
  /** A new session for the ticket; undefined when there is no such ticket (any more). */
  redeem(ticket: string): string | undefined;
  /** The key of a session; undefined when there is no such session (any more). */
  find(session: string): { readonly keyId: string | null } | undefined;
}

export interface SessionsOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const ticketMs = 60_000;
/** A page that nobody looked at for so long asks to be opened anew. */
const idleMs = 12 * 60 * 60 * 1000;
/** More than anybody opens; the oldest go first. */
const most = 256;

interface Kept {
  readonly keyId: string | null;
  endsAt: number;
}

const secret = (): string => randomBytes(32).toString('base64url');
const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64');

export const createSessions = ({ now = Date.now }: SessionsOptions = {}): Sessions => {
  const tickets = new Map<string, Kept>();
  const sessions = new Map<string, Kept>();

  const keep = (kept: Map<string, Kept>, keyId: string | null, ms: number): { text: string; endsAt: number } => {
    const text = secret();
    const endsAt = now() + ms;
    for (const [name, one] of kept) if (one.endsAt <= now() || kept.size >= most) kept.delete(name);
    kept.set(nameOf(text), { keyId, endsAt });
    return { text, endsAt };
  };

  return {
    issue(keyId) {
      const { text, endsAt } = keep(tickets, keyId, ticketMs);
      return { ticket: text, expiresAt: endsAt };
    },
    redeem(ticket) {
      const name = nameOf(ticket);
      const found = tickets.get(name);
      tickets.delete(name);
      return found && found.endsAt > now() ? keep(sessions, found.keyId, idleMs).text : undefined;
    },
    find(session) {
      const found = sessions.get(nameOf(session));
      if (!found || found.endsAt <= now()) return undefined;
      found.endsAt = now() + idleMs;
      return found;
    },
  };
};

/** Cookies of a host are shared by all its ports: two daemons must not take each other's. */
export const cookieName = (port: number): string => `substrate_session_${port}`;
