import type { StateChangeNotification, SubstrateState } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { SubstrateClientError } from './errors.js';
import type { SocketHandlers } from './open-socket.js';
import { type WatchEvent, type WatchOptions, watch } from './watch.js';

/** A daemon of which the test says what it does: connections it takes or refuses, states it answers with. */
const scripted = (options: WatchOptions = {}) => {
  const connections: SocketHandlers[] = [];
  const states: (SubstrateState | Error)[] = [];
  let closed = 0;
  const events = watch(
    {
      target: { url: 'http://d/watch/1', key: 'k' },
      openSocket: (_, handlers) => {
        connections.push(handlers);
        return { close: () => void closed++ };
      },
      readState: async () => {
        const next = states.length > 1 ? states.shift() : states[0];
        if (next instanceof Error) throw next;
        return next as SubstrateState;
      },
    },
    { reconnect: { startMs: 1, capMs: 5 }, ...options },
  );
  const connection = async (index: number): Promise<SocketHandlers> => {
    await expect.poll(() => connections.length).toBeGreaterThan(index);
    return connections[index] as SocketHandlers;
  };
  return { events, connections, states, connection, closed: () => closed };
};

const capture = (n: number) => `0198f2a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const state = (n: number) => ({ capture_id: capture(n) }) as SubstrateState;
const change = (sequence: number, n: number): string =>
  `${JSON.stringify({ pid: 1, app_id: 'a', capture_id: capture(n), prev_capture_id: null, sequence, changed_keys: ['k'], timestamp: 't' } satisfies StateChangeNotification)}\n`;
const next = async (events: AsyncGenerator<WatchEvent, void, void>) => (await events.next()).value;

describe('watch', () => {
  it('begins with the state, tells changes after it, and ends with the process', async () => {
    const { events, states, connection, closed } = scripted();
    states.push(state(2));
    const first = next(events);
    const socket = await connection(0);
    socket.onOpen();
    socket.onText(change(1, 1));
    socket.onText(change(2, 2));
    socket.onText(change(3, 3));
    expect(await first).toMatchObject({ type: 'state', reason: 'start', missed: 0 });
    expect(await next(events)).toMatchObject({ type: 'change', sequence: 3, capture_id: capture(3), changed_keys: ['k'] });
    socket.onClose(1000);
    expect(await next(events)).toBeUndefined();
    expect(closed()).toBe(1);
  });

  it('reads the state again when messages were dropped', async () => {
    const { events, states, connection } = scripted();
    states.push(state(0), state(7));
    const first = next(events);
    const socket = await connection(0);
    socket.onOpen();
    await first;
    socket.onText(change(1, 1));
    socket.onText(change(5, 6));
    socket.onText(change(6, 8));
    expect(await next(events)).toMatchObject({ type: 'change', sequence: 1 });
    expect(await next(events)).toMatchObject({ type: 'state', reason: 'gap', missed: 3, state: { capture_id: capture(7) } });
    expect(await next(events)).toMatchObject({ type: 'change', sequence: 6 });
    await events.return();
  });

  it('comes back after a lost connection and after refused ones, with the state', async () => {
    const { events, states, connection } = scripted();
    states.push(
      state(1),
      new SubstrateClientError('unreachable', ''),
      new SubstrateClientError('not_found', '', { status: 404 }),
      state(4),
    );
    const first = next(events);
    (await connection(0)).onOpen();
    await first;
    const second = next(events);
    (await connection(0)).onClose(1006);
    (await connection(1)).onClose(1006);
    (await connection(2)).onClose(1006);
    (await connection(3)).onOpen();
    expect(await second).toMatchObject({ type: 'state', reason: 'reconnect', state: { capture_id: capture(4) } });
    await events.return();
  });

  it.each(['invalid_key', 'not_found'] as const)('throws %s when the upgrade was refused for it', async (code) => {
    const { events, states, connection } = scripted();
    states.push(new SubstrateClientError(code, '', { status: code === 'not_found' ? 404 : 401 }));
    const first = next(events);
    (await connection(0)).onClose(1006);
    await expect(first).rejects.toMatchObject({ code });
  });

  it('goes on without a state while there is none', async () => {
    const { events, states, connection } = scripted();
    states.push(new SubstrateClientError('probe_not_ready', '', { status: 503 }));
    const first = next(events);
    const socket = await connection(0);
    socket.onOpen();
    socket.onText(change(1, 1));
    expect(await first).toMatchObject({ type: 'change', sequence: 1 });
    await events.return();
  });

  it('is done when its signal says so, wherever it is', async () => {
    for (const where of ['connecting', 'open', 'waiting'] as const) {
      const control = new AbortController();
      const { events, states, connection, closed } = scripted({ signal: control.signal, reconnect: { startMs: 60_000 } });
      states.push(state(1));
      const first = next(events);
      const socket = await connection(0);
      if (where === 'open') {
        socket.onOpen();
        await first;
      }
      if (where === 'waiting') socket.onClose(1006);
      const last = where === 'open' ? next(events) : first;
      setTimeout(() => control.abort(), 20);
      expect(await last).toBeUndefined();
      expect(closed()).toBeGreaterThan(0);
    }
  });

  it('ends at the first loss when it shall not come back', async () => {
    const { events, states, connection } = scripted({ reconnect: false });
    states.push(state(1));
    const first = next(events);
    (await connection(0)).onOpen();
    await first;
    (await connection(0)).onClose(1006);
    expect(await next(events)).toBeUndefined();
  });

  it('closes the connection when the reader leaves', async () => {
    const { events, states, connection, closed } = scripted();
    states.push(state(1));
    void connection(0).then((socket) => socket.onOpen());
    for await (const _ of events) break;
    expect(closed()).toBe(1);
  });
});
