import { defaultBudget } from '@substrate/core';
import { nothingTold } from '@substrate/core/probing';
import { expect, test, vi } from 'vitest';
import type { Connection } from './connection.js';
import { createSession } from './session.js';

const silent = (asked: string[]): Connection => ({
  hello: { java: '17', vm: 'x', main: null, native: true },
  gone: new Promise(() => {}),
  received: () => 0,
  close: () => {},
  send: (op) => {
    asked.push(op);
    return new Promise(() => {});
  },
});

test('a signal that fires while the process is looked at ends the call before anything is asked', async () => {
  const asked: string[] = [];
  const stop = new AbortController();
  const session = createSession(silent(asked), {
    known: undefined,
    live: async () => {
      stop.abort(new Error('enough'));
      return 1;
    },
    isStopped: async () => false,
  });
  await expect(session.capture({ mode: 'discover', budget: defaultBudget }, stop.signal)).rejects.toThrow('enough');
  await expect(session.invoke({ address: 'a', parameters: {}, timeoutMs: 1 }, stop.signal)).rejects.toThrow('enough');
  expect(asked).toEqual([]);
});

test('a poll says how much of the heap is alive, too: of a program that starts it may walk it', async () => {
  const sent: unknown[] = [];
  const send = (_op: string, fields: unknown) => {
    sent.push(fields);
    return new Promise<never>(() => {});
  };
  const session = createSession(
    { ...silent([]), send },
    { known: undefined, live: async () => 17, isStopped: async () => false },
  );
  const stop = new AbortController();
  const polled = session.capture({ mode: 'poll', budget: defaultBudget }, stop.signal);
  await vi.waitFor(() => expect(sent).toMatchObject([{ mode: 'poll', liveMb: 17 }]));
  stop.abort(new Error('enough'));
  await expect(polled).rejects.toThrow('enough');
});

test('a program that stands still is read more rarely where it takes more than a hundredth of a core', async () => {
  vi.useFakeTimers();
  try {
    let asked = 0;
    const send = async () => {
      asked++;
      return { roots: [], notes: [], objects: 0, counts: nothingTold.counts, walked: 'done', spentMs: 70 };
    };
    const session = createSession(
      { ...silent([]), send },
      { known: undefined, live: async () => null, isStopped: async () => false },
    );
    const { signal } = new AbortController();
    const poll = (routine = true) => session.capture({ mode: 'poll', budget: defaultBudget, routine }, signal);
    const asksIn = async (seconds: number) => {
      const before = asked;
      for (let at = 0; at < seconds; at += 2, await vi.advanceTimersByTimeAsync(2000)) await poll();
      return asked - before;
    };
    expect(await asksIn(16)).toBe(8);
    expect(await asksIn(56)).toBe(14);
    // Who waits for an answer gets what is there now, and after something was done all is looked at again.
    const before = asked;
    await poll(false);
    expect(asked).toBe(before + 1);
    await session.invoke({ address: 'a', parameters: {}, timeoutMs: 1 }, signal);
    expect(await asksIn(14)).toBe(7);
  } finally {
    vi.useRealTimers();
  }
});
