import { defaultBudget } from '@substrate/core';
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
