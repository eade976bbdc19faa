import { SubstrateError } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { createDeadline, delay, withDeadline } from './deadline.js';

const late = () => new SubstrateError('request_timeout');
const never = new Promise<never>(() => {});

describe('a deadline', () => {
  it('gives what is done in time', async () => {
    expect(await withDeadline(10_000, late, undefined, async () => 1)).toBe(1);
  });

  it('ends the waiting with its error, and tells the work by its signal', async () => {
    let signal: AbortSignal | undefined;
    const waiting = withDeadline(5, late, undefined, (deadline) => {
      signal = deadline.signal;
      return never;
    });
    await expect(waiting).rejects.toMatchObject({ code: 'request_timeout' });
    expect(signal?.reason).toMatchObject({ code: 'request_timeout' });
  });

  it('ends early with the outer signal', async () => {
    const outer = new AbortController();
    const waiting = withDeadline(10_000, late, outer.signal, () => never);
    outer.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(withDeadline(10_000, late, outer.signal, () => never)).rejects.toThrow('gone');
  });

  it('does not leave a rejection alone that comes too late', async () => {
    const deadline = createDeadline(1, late);
    await delay(10);
    await expect(deadline.race(Promise.reject(new Error('unheard')))).rejects.toMatchObject({ code: 'request_timeout' });
    expect(deadline.remainingMs()).toBe(0);
    deadline[Symbol.dispose]();
  });
});
