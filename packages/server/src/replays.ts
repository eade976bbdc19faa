import type { ErrorCode } from '@substrate/core';

/**
 * The memory behind `idempotency_key`: who used a key first, with what, and what came out. It never lets a key through twice: when
 * the answer is no longer kept, the key still is.
 */

/** An answer that can be given again, under the request id of whoever asks. */
export interface KeptAnswer {
  readonly status: number;
  readonly executed: boolean;
  /** The action response as JSON text, without `error`. */
  readonly text: string;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

export type Claim =
  /** Nobody used the key: the caller acts, and settles with the answer, or with nothing when it dispatched nothing. */
  | { readonly kind: 'first'; settle(answer: KeptAnswer | undefined): void }
  /** Somebody with the same body is at it. Resolves with the answer, or undefined when nothing was dispatched. */
  | { readonly kind: 'running'; readonly answer: Promise<KeptAnswer | undefined> }
  | { readonly kind: 'kept'; readonly answer: KeptAnswer }
  /** Dispatched, but the answer was too much to keep. */
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'conflict' };

export interface Replays {
  claim(keyId: string | null, idempotencyKey: string, body: string): Claim;
}

interface Entry {
  readonly body: string;
  readonly running: Promise<KeptAnswer | undefined>;
  /** Set when settled. */
  endsAt?: number;
  answer?: KeptAnswer | undefined;
}

export interface ReplaysOptions {
  readonly ttlMs: number;
  /** Characters of answers kept in all; the oldest are forgotten first. */
  readonly maxChars?: number;
  readonly now?: () => number;
}

export const createReplays = ({ ttlMs, maxChars = 64 * 1024 * 1024, now = () => performance.now() }: ReplaysOptions): Replays => {
  const entries = new Map<string, Entry>();
  let chars = 0;

  const forgetAnswer = (entry: Entry): void => {
    chars -= entry.answer?.text.length ?? 0;
    entry.answer = undefined;
  };

  const sweep = (): void => {
    for (const [id, entry] of entries) {
      if (entry.endsAt === undefined || entry.endsAt > now()) continue;
      forgetAnswer(entry);
      entries.delete(id);
    }
  };

  return {
    claim(keyId, idempotencyKey, body) {
      sweep();
      const id = `${keyId ?? ''} ${idempotencyKey}`;
      const known = entries.get(id);
      if (known) {
        if (known.body !== body) return { kind: 'conflict' };
        if (known.endsAt === undefined) return { kind: 'running', answer: known.running };
        return known.answer ? { kind: 'kept', answer: known.answer } : { kind: 'forgotten' };
      }
      let finish: (answer: KeptAnswer | undefined) => void = () => {};
      const entry: Entry = {
        body,
        running: new Promise((resolve) => {
          finish = resolve;
        }),
      };
      entries.set(id, entry);
      return {
        kind: 'first',
        settle: (answer) => {
          if (answer) {
            entry.endsAt = now() + ttlMs;
            entry.answer = answer;
            chars += answer.text.length;
            for (const other of entries.values()) if (chars > maxChars) forgetAnswer(other);
          } else entries.delete(id);
          finish(answer);
        },
      };
    },
  };
};
