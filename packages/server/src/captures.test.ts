import { type Objects, substrateStateSchema } from '@substrate/core';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type CaptureEvent, type Captures, createCaptures } from './captures.js';

const stateOf = (objects: Objects, over: object = {}) => ({
  capture_id: uuidv7(),
  app_id: 'shop',
  app_name: 'Shop',
  pid: 7,
  runtime: 'v8' as const,
  schema_version: '1.0.0',
  captured_at: new Date().toISOString(),
  confidence: 0.9,
  context: { url: null, location: null, view: null, window_title: null, window_id: null },
  objects: { ...objects },
  actions: {},
  probe_metadata: {
    capture_latency_ms: 1,
    labeling_latency_ms: 1,
    total_latency_ms: 2,
    raw_object_count: 1,
    filtered_object_count: 0,
    total_object_count: 0,
    cache_hit: true,
    truncated: [],
    stale: [],
    probe_tier: 'jvmti' as const,
  },
  ...over,
});

const add = (captures: Captures, objects: Objects, overflow?: Objects): string =>
  captures.add(stateOf(objects), overflow).state.capture_id;

describe('a stored snapshot', () => {
  it('has the bytes of its state, in the order of the specification', () => {
    const { state, bytes } = createCaptures({ limit: 4 }).add(stateOf({ a: 1, 'b["ü"]': 'é\u2028' }));
    const read = JSON.parse(Buffer.from(bytes).toString());
    expect(read).toEqual(state);
    expect(Object.keys(v.parse(substrateStateSchema, read))).toEqual(Object.keys(substrateStateSchema.entries));
    expect(Object.keys(read)).toEqual(Object.keys(substrateStateSchema.entries));
  });

  it('§2.4: filtered_object_count equals the number of keys in objects; decisions §9: total_object_count is the whole', () => {
    const { state } = createCaptures({ limit: 4 }).add(stateOf({ a: 1, b: 2 }), { c: 3 });
    expect(state.probe_metadata).toMatchObject({ filtered_object_count: 2, total_object_count: 3 });
  });

  it('keeps the previous objects, actions and context (===) when a cycle read the same, and has its own id and bytes', () => {
    const captures = createCaptures({ limit: 4 });
    const first = captures.add(stateOf({ a: 1 }), { z: 1 });
    const second = captures.add(stateOf({ a: 1 }), { z: 1 });
    expect(second.state.objects).toBe(first.state.objects);
    expect(second.state.actions).toBe(first.state.actions);
    expect(second.state.context).toBe(first.state.context);
    expect(second.overflow).toBe(first.overflow);
    expect(second.etag).toBe(first.etag);
    expect(JSON.parse(Buffer.from(second.bytes).toString()).capture_id).toBe(second.state.capture_id);
    expect(captures.latest).toBe(second);
  });

  it('has another ETag when objects, actions or context change, and only then', () => {
    const captures = createCaptures({ limit: 4 });
    const etags = [
      stateOf({ a: 1 }),
      stateOf({ a: 1 }, { confidence: 0.5 }),
      stateOf({ a: 2 }),
      stateOf({ a: 2 }, { actions: { x: {} } }),
      stateOf(
        { a: 2 },
        { actions: { x: {} }, context: { url: null, location: '/', view: null, window_title: null, window_id: null } },
      ),
    ].map((state) => captures.add(state).etag);
    expect(etags[1]).toBe(etags[0]);
    expect(new Set(etags).size).toBe(4);
  });
});

describe('decisions §5: the history', () => {
  it('keeps the last `limit` different states; ids of cycles that saw no change point at the state they saw', () => {
    const captures = createCaptures({ limit: 3 });
    const ids = [1, 1, 2, 2, 3, 3].map((a) => add(captures, { a }));
    expect(ids.map((id) => captures.since(id)?.changed[0]?.before)).toEqual([1, 1, 2, 2, undefined, undefined]);
    add(captures, { a: 4 });
    expect(ids.map((id) => captures.has(id))).toEqual([false, false, true, true, true, true]);
  });

  it('keeps 16,384 ids at most', () => {
    const captures = createCaptures({ limit: 4 });
    const first = add(captures, { a: 1 });
    const second = add(captures, { a: 1 });
    for (let i = 0; i < 16_383; i++) add(captures, { a: 1 });
    expect([captures.has(first), captures.has(second)]).toEqual([false, true]);
  });

  it('states that differ beyond the budget alone do not push others out', () => {
    const captures = createCaptures({ limit: 2 });
    const first = add(captures, { a: 1 });
    for (let z = 0; z < 10; z++) add(captures, { a: 1 }, { z });
    expect(captures.has(first)).toBe(true);
    add(captures, { a: 2 });
    expect(captures.has(first)).toBe(true);
    add(captures, { a: 3 });
    expect(captures.has(first)).toBe(false);
  });

  it('is bounded in bytes', () => {
    const captures = createCaptures({ limit: 1000, byteLimit: 10_000 });
    const ids = Array.from({ length: 20 }, (_, i) => add(captures, { a: `${i}`.repeat(1000) }));
    expect([captures.has(ids[0] as string), captures.has(ids[19] as string)]).toEqual([false, true]);
  });

  it('counts keys as well as values', () => {
    const captures = createCaptures({ limit: 1000, byteLimit: 10_000 });
    const ids = Array.from({ length: 20 }, (_, i) => add(captures, { [`${i}`.repeat(1000)]: 1 }));
    expect([captures.has(ids[0] as string), captures.has(ids[19] as string)]).toEqual([false, true]);
  });

  it('shares a room with others: who has more than its share gives way', () => {
    const room = { limit: 10_000, used: 0, histories: 0 };
    const [quiet, noisy] = [createCaptures({ limit: 1000, room }), createCaptures({ limit: 1000, room })];
    const first = add(quiet, { a: 'one' });
    add(quiet, { a: 'two' });
    const loud = Array.from({ length: 20 }, (_, i) => add(noisy, { a: `${i}`.repeat(1000) }));
    expect(room.used).toBeLessThanOrEqual(10_000);
    expect([noisy.has(loud[0] as string), noisy.has(loud[19] as string)]).toEqual([false, true]);
    add(quiet, { a: 'three' });
    expect(quiet.has(first)).toBe(true);
    noisy.close('process_exited');
    quiet.close('process_exited');
    expect(room).toEqual({ limit: 10_000, used: 0, histories: 0 });
  });

  it('gives the same diff as the two whole states would, for any history', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant(null));
    const map = fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'constructor'), value);
    fc.assert(
      fc.property(fc.array(map, { minLength: 1, maxLength: 12 }), (history) => {
        const captures = createCaptures({ limit: 100 });
        const ids = history.map((objects) => add(captures, objects));
        const last = history.at(-1) as Objects;
        for (const [i, id] of ids.entries()) {
          const before = history[i] as Objects;
          const diff = captures.since(id);
          const rebuilt: Record<string, unknown> = { ...before };
          for (const { path, before: was, after } of diff?.changed ?? []) {
            expect(before[path]).toBe(was);
            rebuilt[path] = after;
          }
          for (const { path, value: now } of diff?.added ?? []) rebuilt[path] = now;
          for (const { path, value: was } of diff?.removed ?? []) {
            expect(before[path]).toBe(was);
            delete rebuilt[path];
          }
          expect(rebuilt).toEqual({ ...last });
        }
      }),
    );
  });
});

describe('changedAmong', () => {
  it('finds keys at, below and above a name, in objects and beyond the budget', () => {
    const captures = createCaptures({ limit: 10 });
    const id = add(captures, { 'cart.total': 1, 'cart.items[0].name': 'a', user: 'x' }, { 'deep.a': 1 });
    add(captures, { 'cart.total': 2, 'cart.items[0].name': 'b', user: 'y' }, { 'deep.a': 2 });
    expect(captures.changedAmong(id, ['cart'])).toEqual(['cart.total', 'cart.items[0].name']);
    expect(captures.changedAmong(id, ['cart.items[0].name.length'])).toEqual(['cart.items[0].name']);
    expect(captures.changedAmong(id, ['deep'])).toEqual(['deep.a']);
    expect(captures.changedAmong(id, ['car', 'cart_total'])).toEqual([]);
    expect(captures.changedAmong(id, [])).toEqual([]);
    expect(captures.changedAmong(uuidv7(), ['cart'])).toBeUndefined();
  });

  it('takes a key that crossed the line of the budget for the same key', () => {
    const captures = createCaptures({ limit: 10 });
    const id = add(captures, { a: 1, b: null }, { c: 3 });
    add(captures, { c: 3 }, { a: 1, b: null });
    expect(captures.changedAmong(id, ['a', 'b', 'c'])).toEqual([]);
    add(captures, { c: 3 }, { a: 2, b: null });
    expect(captures.changedAmong(id, ['a', 'b', 'c'])).toEqual(['a']);
  });
});

describe('listeners', () => {
  const listen = (captures: Captures) => {
    const events: CaptureEvent[] = [];
    const reasons: string[] = [];
    const end = captures.subscribe({ changed: (event) => events.push(event), closed: (reason) => reasons.push(reason) });
    return { events, reasons, end };
  };

  it('are told the keys of each capture that changed one, and nothing else', () => {
    const captures = createCaptures({ limit: 4 });
    add(captures, { a: 1, b: 1 });
    const { events, end } = listen(captures);
    add(captures, { a: 1, b: 1 }, { z: 1 });
    add(captures, { a: 2, c: 1 });
    end();
    add(captures, { a: 3 });
    expect(events.map((event) => event.changedKeys)).toEqual([['a', 'c', 'b']]);
  });

  it('are told of the end once, also those who come later; the state is removed', () => {
    const captures = createCaptures({ limit: 4 });
    const id = add(captures, { a: 1 });
    const early = listen(captures);
    captures.close('process_exited');
    captures.close('again');
    const late = listen(captures);
    expect([early.reasons, late.reasons]).toEqual([['process_exited'], ['process_exited']]);
    expect([captures.latest, captures.has(id), captures.closed]).toEqual([undefined, false, 'process_exited']);
    captures.add(stateOf({ a: 2 }));
    expect([captures.latest, early.events]).toEqual([undefined, []]);
  });
});
