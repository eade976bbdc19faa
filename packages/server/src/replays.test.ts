import { describe, expect, it } from 'vitest';
import { createReplays, type KeptAnswer } from './replays.js';

const answer = (text = '{}'): KeptAnswer => ({ status: 200, executed: true, text });
const minutes = 60_000;

const settleFirst = (replays: ReturnType<typeof createReplays>, key: string, kept: KeptAnswer | undefined, body = 'b'): void => {
  const claim = replays.claim('id', key, body);
  expect(claim.kind).toBe('first');
  if (claim.kind === 'first') claim.settle(kept);
};

describe('decisions §9: idempotency keys', () => {
  it('are kept for 10 minutes after the answer', () => {
    let now = 0;
    const replays = createReplays({ ttlMs: 10 * minutes, now: () => now });
    settleFirst(replays, 'k', answer());
    now = 10 * minutes - 1;
    expect(replays.claim('id', 'k', 'b')).toMatchObject({ kind: 'kept', answer: answer() });
    expect(replays.claim('id', 'k', 'other').kind).toBe('conflict');
    now++;
    expect(replays.claim('id', 'k', 'other').kind).toBe('first');
  });

  it('that run for longer than that stay claimed', () => {
    let now = 0;
    const replays = createReplays({ ttlMs: 10 * minutes, now: () => now });
    replays.claim('id', 'k', 'b');
    now = 60 * minutes;
    expect(replays.claim('id', 'k', 'b').kind).toBe('running');
  });

  it('whose call dispatched nothing are free again, and whoever waited is told', async () => {
    const replays = createReplays({ ttlMs: minutes });
    const first = replays.claim('id', 'k', 'b');
    const second = replays.claim('id', 'k', 'b');
    if (first.kind === 'first') first.settle(undefined);
    expect(second.kind === 'running' && (await second.answer)).toBeUndefined();
    expect(replays.claim('id', 'k', 'b').kind).toBe('first');
  });

  it('of two API keys are two', () => {
    const replays = createReplays({ ttlMs: minutes });
    settleFirst(replays, 'k', answer());
    expect(replays.claim('other', 'k', 'b').kind).toBe('first');
    expect(replays.claim(null, 'k', 'b').kind).toBe('first');
  });

  it('stay used when their answers are too much to keep: nothing is ever dispatched twice', () => {
    const replays = createReplays({ ttlMs: minutes, maxChars: 250 });
    for (const key of ['a', 'b', 'c']) settleFirst(replays, key, answer('x'.repeat(100)));
    expect(['a', 'b', 'c'].map((key) => replays.claim('id', key, 'b').kind)).toEqual(['forgotten', 'kept', 'kept']);
    settleFirst(replays, 'd', answer('x'.repeat(1000)));
    expect(['a', 'b', 'c', 'd'].map((key) => replays.claim('id', key, 'b').kind)).toEqual(Array(4).fill('forgotten'));
  });
});
