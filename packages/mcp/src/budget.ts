/**
 * Every result fits a budget that the caller sets in tokens. Tokens are counted as bytes of JSON: what a model is shown is JSON, and
 * three and a half bytes make a token there, as a rule. What found no room is said, with the call that gets it.
 */

export const defaultTokens = 2000;
const bytesPerToken = 3.5;
/** What a long text is cut to, where it stands among others. */
export const shortText = 300;

/** What was left out, and how to ask for it. */
export interface Cut {
  readonly left_out: number;
  readonly ask: string;
}

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length;

export const bytesOf = (tokens: number): number => Math.floor(tokens * bytesPerToken);

/** A value as it is shown among others. */
export const short = (value: unknown, length = shortText): unknown => {
  if (typeof value === 'string') return value.length <= length ? value : `${value.slice(0, length - 1)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= 4 * length ? value : `${text.slice(0, 4 * length - 1)}…`;
};

/** The first items that fit beside what the result has anyway. */
export const firstThatFit = <T>(items: readonly T[], frame: unknown, tokens: number): T[] => {
  // The words about what was cut need their room too.
  let room = bytesOf(tokens) - sizeOf(frame) - 160;
  const kept: T[] = [];
  for (const item of items) {
    room -= sizeOf(item) + 1;
    if (room < 0) break;
    kept.push(item);
  }
  return kept;
};

export const cutOf = (all: number, kept: number, ask: string): Cut | null => (kept >= all ? null : { left_out: all - kept, ask });
