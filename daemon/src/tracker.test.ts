import { type AppProcess, ProbeError, type RawCapture, type RawNode } from '@substrate/core';
import {
  countsOf,
  createScriptedProbe,
  type ScriptedApp,
  type ScriptedProbe,
  scriptedCapture,
  scriptedCut,
  scriptedRead,
} from '@substrate/core/testing';
import type { AppChange } from '@substrate/detector';
import type { Schema } from '@substrate/semantic';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from './log.js';
import { createSchemaShelf } from './schema-shelf.js';
import type { Timing } from './timing.js';
import { createTracker, type Tracker, type TrackerOptions } from './tracker.js';

const quick: Partial<Timing> = {
  checkMs: 300,
  attachMs: 300,
  coldMs: 600,
  pollMs: 300,
  freshMs: 600,
  disposeMs: 100,
  firstRetryMs: 20,
  lastRetryMs: 80,
  detachedMs: 200,
};

const process_ = (pid: number, change: Partial<AppProcess> = {}): AppProcess => ({
  pid,
  startTime: String(pid),
  startedAt: '2026-01-01T00:00:00.000Z',
  runtime: 'v8',
  flavor: 'node',
  runtimeName: 'Node.js',
  appId: `app-${pid}`,
  appName: `app ${pid}`,
  executable: '/usr/bin/node',
  command: ['node', `${pid}.js`],
  cwd: '/',
  recognizedBy: 'executable node',
  ...change,
});
const arrived = (app: AppProcess): AppChange => ({ kind: 'arrived', app });
const departed = (app: AppProcess): AppChange => ({ kind: 'departed', app });

const trackers: Tracker[] = [];
afterEach(async () => {
  for (const tracker of trackers.splice(0)) await tracker[Symbol.asyncDispose]();
});

/** A tracker over scripted applications, with schemas in memory and a log that can be read. */
const setUp = (
  scripts: (app: AppProcess) => ScriptedApp,
  options: Partial<TrackerOptions> = {},
  stored: Record<string, Schema> = {},
) => {
  const probe = createScriptedProbe('v8', scripts);
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  const schemas = new Map(Object.entries(stored));
  const registry = {
    load: async (id: string, site?: string) => schemas.get(site === undefined ? id : `${id}@${site}`),
    save: async (id: string, schema: Schema, site?: string) => {
      schemas.set(site === undefined ? id : `${id}@${site}`, schema);
      return schema;
    },
  };
  const shelf = createSchemaShelf({ registry, log, delayMs: 5 });
  const tracker = createTracker({
    probes: { v8: probe },
    unwanted: () => undefined,
    shelf,
    log,
    settings: { intervalMs: 20, minAgeMs: 0, maxKeys: 2000, redactSecrets: true, capturesPerPid: 64 },
    timing: quick,
    ...options,
  });
  trackers.push(tracker);
  return { probe, tracker, lines, schemas, shelf };
};

const until = async (holds: () => boolean, what = 'it'): Promise<void> => {
  for (let round = 0; round < 1000; round++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${what} never came true`);
};
const statusOf = (tracker: Tracker, pid: number) => tracker.list().find((app) => app.pid === pid)?.probe_status;
const reasonOf = (tracker: Tracker, pid: number) => tracker.list().find((app) => app.pid === pid)?.status_reason;
const isActive = (tracker: Tracker, pid: number) => until(() => statusOf(tracker, pid) === 'active', `pid ${pid} active`);
const never = (): Promise<never> => new Promise(() => {});
const count = (probe: ScriptedProbe, entry: string): number => probe.log.filter((line) => line === entry).length;
const steady: ScriptedApp = { capture: ({ mode }) => scriptedCapture({ discovered: mode === 'discover' }) };

describe('the way to active', () => {
  test('detecting, attaching, cold_probe, active, in that order', async () => {
    const seen: string[] = [];
    const { tracker, lines } = setUp(() => steady);
    tracker.apply([arrived(process_(1))]);
    seen.push(statusOf(tracker, 1)!);
    expect(tracker.byPid(1)?.summary()).toMatchObject({
      has_state: false,
      last_captured_at: null,
      status_reason: null,
      object_count: 0,
    });
    await isActive(tracker, 1);
    for (const line of lines) seen.push(...(/app-1 \(pid 1\): (\w+)/.exec(line)?.slice(1) ?? []));
    expect(seen).toEqual(['detecting', 'attaching', 'cold_probe', 'active']);
    expect(tracker.byPid(1)?.summary()).toMatchObject({
      has_state: true,
      object_count: 2,
      action_count: 1,
      started_at: '2026-01-01T00:00:00.000Z',
    });
    expect(tracker.byPid(1)?.captures.latest?.state).toMatchObject({ app_id: 'app-1', pid: 1, schema_version: '1.0.0' });
    expect(tracker.byAppId('app-1')).toBe(tracker.byPid(1));
    expect(tracker.size).toBe(1);
  });

  test('what a session has to say of itself is the reason of an active application', async () => {
    const { tracker } = setUp(() => ({ ...steady, notice: 'Over an open port.' }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    expect(reasonOf(tracker, 1)).toBe('Over an open port.');
  });

  test('discovery goes on until every route was used, and only then is there state', async () => {
    let routes = 0;
    const poor = (more: boolean) => scriptedCapture({ counts: countsOf(0.1), roots: [], actions: [], moreRoutes: more });
    const { probe, tracker } = setUp(() => ({
      capture: ({ mode }) => {
        if (mode === 'discover') routes++;
        if (routes < 3) expect(tracker.byPid(1)?.summary().has_state).toBe(false);
        return poor(routes < 3);
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    expect(count(probe, 'capture 1 discover')).toBe(3);
    expect(tracker.byPid(1)!.summary().confidence).toBeLessThan(0.8);
  });

  test('discovery that never ends is cut at its limit, with what it found', async () => {
    const { tracker } = setUp(() => ({
      capture: async ({ mode }, cycle, signal) => {
        if (mode === 'discover' && cycle > 0)
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
        return scriptedCapture({ counts: countsOf(0.1), moreRoutes: true });
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
  });

  test('a known application is read at its known roots, at any age', async () => {
    const first = setUp(() => steady, {
      settings: { intervalMs: 20, minAgeMs: 0, maxKeys: 10, redactSecrets: true, capturesPerPid: 4 },
    });
    first.tracker.apply([arrived(process_(1, { appId: 'shop' }))]);
    await isActive(first.tracker, 1);
    await until(() => first.schemas.has('shop'));
    const young = process_(2, { appId: 'shop~2', startedAt: new Date().toISOString() });
    const second = setUp(
      () => steady,
      { settings: { intervalMs: 20, minAgeMs: 60_000, maxKeys: 10, redactSecrets: true, capturesPerPid: 4 } },
      Object.fromEntries(first.schemas),
    );
    second.tracker.apply([arrived(young)]);
    await isActive(second.tracker, 2);
    expect(second.probe.log[1]).toBe('capture 2 poll');
    expect(second.tracker.byPid(2)?.captures.latest?.state.probe_metadata.cache_hit).toBe(true);
  });

  test('a known application that has little of what is known is looked at anew before it is active', async () => {
    const first = setUp(() => steady);
    first.tracker.apply([arrived(process_(1, { appId: 'shop' }))]);
    await isActive(first.tracker, 1);
    await until(() => first.schemas.has('shop'));
    const other: ScriptedApp = {
      capture: ({ mode }) =>
        mode === 'discover' ? scriptedCapture() : scriptedCapture({ roots: [], actions: [], counts: countsOf(0.2) }),
    };
    const second = setUp(() => other, {}, Object.fromEntries(first.schemas));
    second.tracker.apply([arrived(process_(2, { appId: 'shop~2' }))]);
    await isActive(second.tracker, 2);
    expect(second.probe.log.slice(1, 3)).toEqual(['capture 2 poll', 'capture 2 discover']);
  });

  test('what nobody waits for is asked for as routine, a fresh read is not', async () => {
    const asked: (boolean | undefined)[] = [];
    const { tracker } = setUp(() => ({
      capture: ({ mode, routine }) => {
        asked.push(routine);
        return scriptedCapture({ discovered: mode === 'discover' });
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    await until(() => asked.includes(true));
    expect(asked[0]).toBeUndefined();
    const before = asked.length;
    await tracker.byPid(1)!.fresh(AbortSignal.timeout(1000));
    expect(asked.slice(before)).toContain(undefined);
  });

  test('a process younger than min_age_ms waits', async () => {
    const { probe, tracker } = setUp(() => steady, {
      settings: { intervalMs: 20, minAgeMs: 300, maxKeys: 10, redactSecrets: true, capturesPerPid: 4 },
    });
    const born = Date.now();
    tracker.apply([arrived(process_(1, { startedAt: new Date(born).toISOString() }))]);
    await until(() => probe.log.length > 0);
    expect(Date.now() - born).toBeGreaterThanOrEqual(299);
    await isActive(tracker, 1);
  });
});

describe('what can not be attached to is listed with a reason', () => {
  test.each<[string, AppProcess, Partial<TrackerOptions>, RegExp]>([
    ["another user's", process_(1, { refusal: { reason: 'other_user', message: 'Not yours.', retry: false } }), {}, /Not yours/],
    ['a runtime without a probe', process_(1, { runtime: 'clr' }), {}, /clr/],
    [
      'a probe that this machine can not use',
      process_(1, { runtime: 'jvm' }),
      { probes: { jvm: 'No agent was built.' } },
      /No agent was built/,
    ],
    ['not named', process_(1), { unwanted: () => 'Not named.' }, /Not named/],
  ])('%s', async (_, app, options, reason) => {
    const { tracker, probe } = setUp(() => steady, options);
    tracker.apply([arrived(app)]);
    await until(() => reasonOf(tracker, 1) !== null);
    expect(statusOf(tracker, 1)).toBe('detecting');
    expect(reasonOf(tracker, 1)).toMatch(reason);
    expect(probe.log).toEqual([]);
    await expect(tracker.byPid(1)!.fresh(AbortSignal.timeout(1000))).rejects.toMatchObject({ code: 'probe_failed' });
  });

  test('a check that refuses is made again, and passed when it can be', async () => {
    let refusals = 3;
    const { tracker } = setUp(() => ({
      ...steady,
      get refusal() {
        return refusals-- > 0 ? { reason: 'stopped', message: 'It is stopped.', retry: true } : null;
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await until(() => reasonOf(tracker, 1) === 'It is stopped. Type: `kill -CONT 1`');
    expect(statusOf(tracker, 1)).toBe('detecting');
    await isActive(tracker, 1);
    expect(reasonOf(tracker, 1)).toBeNull();
  });

  test('an attach that is refused for good is not tried again', async () => {
    const { tracker, probe } = setUp(() => ({
      ...steady,
      attach: () => {
        throw new ProbeError({ reason: 'no', message: 'Never.', retry: false });
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await until(() => reasonOf(tracker, 1) === 'Never.');
    // Long enough for another attempt, which is not to come.
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(statusOf(tracker, 1)).toBe('detecting');
    expect(count(probe, 'attach 1')).toBe(1);
  });
});

describe('trouble', () => {
  test('an attach that throws or hangs is tried again', async () => {
    let attempt = 0;
    const { tracker, probe } = setUp(() => ({
      ...steady,
      attach: () => {
        attempt++;
        if (attempt === 1) throw new Error('broken pipe');
        if (attempt === 2) return never();
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await until(() => reasonOf(tracker, 1) === 'broken pipe');
    expect(statusOf(tracker, 1)).toBe('error');
    await until(() => /did not end within/.test(reasonOf(tracker, 1) ?? ''));
    await isActive(tracker, 1);
    expect(count(probe, 'attach 1')).toBe(3);
  });

  test('a session that comes after its deadline is disposed of', async () => {
    let attempt = 0;
    const { tracker, probe } = setUp(() => ({
      ...steady,
      attach: async () => {
        if (attempt++ === 0) await until(() => attempt === 2);
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    await until(() => count(probe, 'dispose 1') === 1);
  });

  test.each<[string, () => RawCapture | Promise<RawCapture>]>([
    ['throws', () => Promise.reject(new Error('target crashed'))],
    ['throws no error', () => Promise.reject('just text')],
    ['hangs', never],
    ['returns nothing', () => undefined as unknown as RawCapture],
    ['returns rubbish', () => ({ roots: 'x' }) as unknown as RawCapture],
    ['returns rubbish in a node', () => scriptedCapture({ roots: [{ address: 'a', source: 'store', kind: 'object' } as never] })],
    [
      'returns a value that is no primitive',
      () => scriptedCapture({ roots: [{ address: 'a', source: 'store', name: 'x', kind: 'value', value: {} as never }] }),
    ],
    [
      'floods',
      () => scriptedCapture({ roots: [{ address: 'a', source: 'store', name: 'x', kind: 'list', children: flood(200_000) }] }),
    ],
    ['nests without end', () => scriptedCapture({ roots: [{ address: 'a', source: 'store', ...nest(5000) }] })],
  ])('a cycle that %s is an error, the state stays, and the next good one ends it', async (_, bad) => {
    let broken = false;
    const { tracker } = setUp(() => ({
      capture: (request, cycle, signal) => (broken ? bad() : steady.capture(request, cycle, signal)),
    }));
    tracker.apply([arrived(process_(1)), arrived(process_(2))]);
    await isActive(tracker, 1);
    broken = true;
    await until(() => statusOf(tracker, 1) === 'error');
    expect(reasonOf(tracker, 1)).toBeTruthy();
    expect(tracker.byPid(1)?.summary().has_state).toBe(true);
    await expect(tracker.byPid(1)!.fresh(AbortSignal.timeout(5000))).rejects.toMatchObject({ code: 'probe_failed' });
    broken = false;
    await isActive(tracker, 1);
    expect(reasonOf(tracker, 1)).toBeNull();
  });

  test('a connection that is lost is made again, and the last state is served meanwhile', async () => {
    const { tracker, probe, lines } = setUp(() => steady);
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    lines.length = 0;
    probe.lose(1, 'socket closed');
    await until(() => statusOf(tracker, 1) === 'error');
    expect(reasonOf(tracker, 1)).toMatch(/socket closed/);
    expect(tracker.byPid(1)?.summary().has_state).toBe(true);
    await isActive(tracker, 1);
    expect(count(probe, 'attach 1')).toBe(2);
    expect(count(probe, 'dispose 1')).toBe(1);
    expect(lines.flatMap((line) => /pid 1\): (\w+)/.exec(line)?.slice(1) ?? [])).toEqual([
      'error',
      'attaching',
      'cold_probe',
      'active',
    ]);
  });

  test('after failures in a row the connection is made anew', async () => {
    let attaches = 0;
    const { tracker, probe } = setUp(() => ({
      attach: () => {
        attaches++;
      },
      capture: (request, cycle, signal) => {
        if (attaches === 1 && cycle > 0) throw new Error('no answer');
        return steady.capture(request, cycle, signal);
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await until(() => attaches === 2);
    await isActive(tracker, 1);
    expect(count(probe, 'dispose 1')).toBe(1);
  });

  test('one application that hangs delays no other', async () => {
    const { tracker } = setUp((app) => (app.pid <= 20 ? { capture: never, attach: never as never } : steady), {
      timing: { ...quick, attachMs: 60_000 },
    });
    tracker.apply(Array.from({ length: 40 }, (_, at) => arrived(process_(at + 1))));
    for (let pid = 21; pid <= 40; pid++) await isActive(tracker, pid);
    expect(statusOf(tracker, 1)).toBe('attaching');
  });
});

describe('the end of a process', () => {
  test('detached: state gone, watchers told, listed for a while, then not', async () => {
    const { tracker, probe } = setUp(() => steady);
    const app = process_(1);
    tracker.apply([arrived(app)]);
    await isActive(tracker, 1);
    const reasons: string[] = [];
    const application = tracker.byPid(1)!;
    application.captures.subscribe({ changed: () => {}, closed: (reason) => reasons.push(reason) });
    tracker.apply([departed(app)]);
    expect(statusOf(tracker, 1)).toBe('detached');
    expect(reasons).toEqual(['process_exited']);
    expect(tracker.byPid(1)).toBeUndefined();
    expect(tracker.byAppId('app-1')).toBeUndefined();
    expect(tracker.size).toBe(0);
    expect(application.summary()).toMatchObject({ has_state: false, object_count: 0 });
    expect(application.captures.latest).toBeUndefined();
    await until(() => count(probe, 'dispose 1') === 1);
    await until(() => tracker.list().length === 0);
    expect(application.summary().probe_status).toBe('detached');
  });

  test('a departure of an earlier process does not end the one that has its pid now', async () => {
    const { tracker } = setUp(() => steady);
    const old = process_(1);
    const now = process_(1, { startTime: 'later', appId: 'other' });
    tracker.apply([arrived(old)]);
    tracker.apply([arrived(now)]);
    tracker.apply([departed(old)]);
    expect(tracker.byPid(1)?.appId).toBe('other');
    expect(tracker.list().map((app) => app.app_id)).toEqual(['other']);
  });

  test('in the middle of an attach or a cycle', async () => {
    const { tracker, probe } = setUp((app) => (app.pid === 1 ? { capture: never } : { ...steady, attach: never as never }));
    tracker.apply([arrived(process_(1)), arrived(process_(2))]);
    await until(() => statusOf(tracker, 1) === 'cold_probe' && statusOf(tracker, 2) === 'attaching');
    tracker.apply([departed(process_(1)), departed(process_(2))]);
    await until(() => count(probe, 'dispose 1') === 1);
  });

  test('the daemon leaves all sessions and tells no watcher', async () => {
    const { tracker, probe } = setUp(() => steady);
    tracker.apply([arrived(process_(1)), arrived(process_(2))]);
    await isActive(tracker, 1);
    await isActive(tracker, 2);
    const reasons: string[] = [];
    tracker.byPid(1)!.captures.subscribe({ changed: () => {}, closed: (reason) => reasons.push(reason) });
    await tracker[Symbol.asyncDispose]();
    expect(probe.log.filter((line) => line.startsWith('dispose')).sort()).toEqual(['dispose 1', 'dispose 2']);
    expect(reasons).toEqual([]);
  });
});

describe('what the server asks', () => {
  test('fresh reads that come together share a cycle; one that comes later has its own', async () => {
    let value = 0;
    const { tracker, probe } = setUp(
      () => ({
        capture: async () => {
          const read = value;
          await new Promise((resolve) => setTimeout(resolve, 30));
          return cart(read);
        },
      }),
      { settings: { intervalMs: 60_000, minAgeMs: 0, maxKeys: 100, redactSecrets: true, capturesPerPid: 8 } },
    );
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const app = tracker.byPid(1)!;
    const before = probe.log.length;
    const first = Promise.all(Array.from({ length: 10 }, () => app.fresh(AbortSignal.timeout(5000))));
    await until(() => probe.log.length > before);
    value = 7;
    const later = await app.fresh(AbortSignal.timeout(5000));
    const ids = new Set((await first).map(({ state }) => state.capture_id));
    expect(ids.size).toBe(1);
    expect(probe.log.length - before).toBe(2);
    expect(Object.values(later.state.objects)).toContain(7);
  });

  test('a fresh read may ask for the heap; one that leaves does not end the cycle', async () => {
    const { tracker, probe } = setUp(() => ({ ...steady, freshNeedsHeap: () => true }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const app = tracker.byPid(1)!;
    expect(app.freshNeedsHeap()).toBe(true);
    const left = new AbortController();
    const leaving = app.fresh(left.signal, { heap: true });
    left.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    await until(() => count(probe, 'capture 1 heap') === 1);
    expect(statusOf(tracker, 1)).toBe('active');
  });

  test('actions reach the runtime by their binding; trouble is a result', async () => {
    const calls: unknown[] = [];
    let result: 'ok' | 'throws' | 'hangs' = 'ok';
    const { tracker } = setUp(() => ({
      ...steady,
      invoke: (call) => {
        calls.push(call);
        if (result === 'throws') throw new Error('it broke');
        return result === 'hangs' ? never() : { ok: true, value: 1 };
      },
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const app = tracker.byPid(1)!;
    const [action] = Object.keys(app.captures.latest!.state.actions);
    const plan = await app.plan(action!, { name: 'pen' }, AbortSignal.timeout(1000));
    expect(plan.targets.length).toBeGreaterThan(0);
    expect(await app.invoke(action!, { name: 'pen' }, 1000, AbortSignal.timeout(5000))).toEqual({ ok: true, value: 1 });
    expect(calls).toEqual([{ address: 'store#0/addItem', parameters: { name: 'pen' }, timeoutMs: 1000 }]);
    result = 'throws';
    expect(await app.invoke(action!, {}, 1000, AbortSignal.timeout(5000))).toMatchObject({
      ok: false,
      dispatched: true,
      message: 'it broke',
    });
    result = 'hangs';
    expect(await app.invoke(action!, {}, -900, AbortSignal.timeout(5000))).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'timeout',
    });
    await expect(app.plan('nothing', {}, AbortSignal.timeout(1000))).rejects.toMatchObject({ code: 'unknown_action' });
  });

  test('a click is as final as what lies under it', async () => {
    let words = 'Read more';
    const click = {
      address: 'builtin:click',
      name: 'click',
      kind: 'builtin',
      source: 'dom',
      parameters: [],
      reversibility: 'reversible_write',
      certainty: 1,
    } as const;
    const { tracker } = setUp(() => ({ capture: () => scriptedCapture({ actions: [click] }), target: () => ({ words }) }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const app = tracker.byPid(1)!;
    expect((await app.plan('click', {}, AbortSignal.timeout(1000))).reversibility).toBe('reversible_write');
    words = 'Delete account';
    expect((await app.plan('click', {}, AbortSignal.timeout(1000))).reversibility).toBe('irreversible_write');
  });

  test('a correction is in force at the next cycle, in every process of the program, and on disk', async () => {
    const { tracker, schemas } = setUp(() => steady);
    tracker.apply([arrived(process_(1, { appId: 'shop' })), arrived(process_(2, { appId: 'shop~2' }))]);
    await isActive(tracker, 1);
    await isActive(tracker, 2);
    const app = tracker.byPid(1)!;
    const { state } = app.captures.latest!;
    const observed = Object.keys(state.objects).find((key) => /total/i.test(key))!;
    const response = await app.learn(
      {
        capture_id: state.capture_id,
        schema_version: state.schema_version,
        feedback_type: 'label_correction',
        corrections: [{ observed_key: observed, correct_label: 'basket.size', correct_type: 'number', confidence: 1 }],
      },
      AbortSignal.timeout(1000),
      async () => {},
    );
    expect(response).toMatchObject({ accepted: 1, new_schema_version: '1.0.1' });
    expect(schemas.get('shop')?.version).toBe('1.0.1');
    await until(() => Object.keys(tracker.byPid(1)!.captures.latest!.state.objects).includes('basket.size'));
    await until(() => Object.keys(tracker.byPid(2)!.captures.latest!.state.objects).includes('basket.size'));
  });
});

test('lost roots bring discovery back while the rest is served', async () => {
  let lost = false;
  const { tracker, probe } = setUp(() => ({
    capture: ({ mode }) => {
      const { known, ...rest } = scriptedCapture({ discovered: mode === 'discover' });
      return mode === 'discover' || lost ? { ...rest, known: known! } : rest;
    },
  }));
  tracker.apply([arrived(process_(1))]);
  await isActive(tracker, 1);
  const before = count(probe, 'capture 1 discover');
  lost = true;
  await until(() => count(probe, 'capture 1 poll') > 2);
  lost = false;
  await until(() => count(probe, 'capture 1 discover') > before);
  expect(statusOf(tracker, 1)).toBe('active');
});

const flood = (size: number): RawNode[] =>
  Array.from({ length: size }, (_, at) => ({ name: String(at), kind: 'value' as const, value: at }));
const nest = (depth: number): RawNode => {
  let node: RawNode = { name: 'leaf', kind: 'value', value: 1 };
  for (let at = 0; at < depth; at++) node = { name: 'n', kind: 'object', children: [node] };
  return node;
};
const cart = (items: number): RawCapture =>
  scriptedCapture({
    roots: [
      {
        address: 'store#0',
        source: 'store',
        name: 'cart',
        kind: 'object',
        children: [{ name: 'totalItems', kind: 'value', value: items }],
      },
    ],
  });

describe('what was not reached', () => {
  test('is served with its old values, and said to be old, until it is reached again', async () => {
    let silent = false;
    const whole = scriptedCapture({ known: undefined as never, discovered: false });
    const { tracker } = setUp(() => ({
      capture: () =>
        silent
          ? {
              ...whole,
              roots: [],
              actions: [],
              unreached: ['store#0'],
              counts: { rootsKnown: 1, rootsReached: 0, nodesRead: 0, nodesCut: 0, nodesFailed: 0 },
            }
          : whole,
    }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const state = () => tracker.byPid(1)!.captures.latest!.state;
    const { objects, actions } = state();
    expect(state().probe_metadata.stale).toEqual([]);
    silent = true;
    await until(() => state().probe_metadata.stale.length > 0, 'stale');
    expect(state().objects).toEqual(objects);
    expect(state().actions).toEqual(actions);
    expect(state().probe_metadata.stale).toEqual(['cart']);
    silent = false;
    await until(() => state().probe_metadata.stale.length === 0, 'fresh again');
    expect(state().objects).toEqual(objects);
  });
});

describe('the schema of a site', () => {
  const page = (site: string, field: string): RawCapture =>
    scriptedCapture({
      site,
      roots: [
        {
          address: 'store#0',
          source: 'store',
          name: 'state',
          kind: 'object',
          children: [
            { name: field, kind: 'value', value: 1 },
            { name: 'open', kind: 'value', value: true },
          ],
        },
      ],
    });

  test('is its own: what another page was called has no part in it', async () => {
    let now = page('https://shop.test', 'total');
    const { tracker, schemas } = setUp(() => ({ capture: () => now }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const objects = () => tracker.byPid(1)!.captures.latest!.state.objects;
    await until(() => 'total' in objects());
    now = page('https://bank.test', 'balance');
    await until(() => 'balance' in objects());
    now = page('https://shop.test', 'total');
    await until(() => 'total' in objects());
    await tracker[Symbol.asyncDispose]();
    await until(() => schemas.has('app-1@https://shop.test') && schemas.has('app-1@https://bank.test'));
    expect(JSON.stringify(schemas.get('app-1@https://shop.test'))).not.toContain('balance');
    expect(JSON.stringify(schemas.get('app-1@https://bank.test'))).not.toContain('total');
    expect(Object.keys(schemas.get('app-1')?.keys ?? {})).toEqual([]);
    expect(schemas.get('app-1')?.known).toBeDefined();
  });

  test('begins with what people confirmed before sites had their own, and keeps what they confirm', async () => {
    const old: Schema = {
      format: 1,
      version: '1.0.4',
      keys: {
        'store#0/total': { key: 'amount', confidence: 1, confirmed: true },
        'store#0/open': { key: 'elsewhere', confidence: 0.9 },
      },
      actions: {},
      corrections: [
        {
          at: '2026-01-01T00:00:00.000Z',
          feedbackType: 'label_correction',
          capture: 'x',
          observedKey: 'total',
          correctLabel: 'amount',
          correctType: 'number',
          confidence: 1,
          version: '1.0.4',
        },
      ],
    };
    const { tracker, schemas } = setUp(() => ({ capture: () => page('https://shop.test', 'total') }), {}, { 'app-1': old });
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    expect(tracker.byPid(1)!.captures.latest!.state.objects).toEqual({ amount: 1, open: true });
    await until(() => schemas.get('app-1@https://shop.test')?.corrections.length === 1);
    await until(() => schemas.get('app-1')?.known !== undefined);
    expect(schemas.get('app-1')?.corrections).toHaveLength(1);
    expect(Object.keys(schemas.get('app-1')?.keys ?? {})).toEqual(['store#0/total']);
  });
});

describe('reading on demand', () => {
  const orders = (count: number): RawNode => ({
    name: 'orders',
    kind: 'list',
    children: Array.from({ length: count }, (_, i) => ({
      name: String(i),
      kind: 'object' as const,
      children: [{ name: 'id', kind: 'value' as const, value: i + 1 }],
    })),
  });
  const whole = [
    { address: 'store#0', source: 'store' as const, name: 'state', kind: 'object' as const, children: [orders(1500)] },
  ];
  const captured = scriptedCapture({ roots: whole.map((root) => scriptedCut(root, 200)), discovered: false });
  const limits = { maxElements: 20_000, maxLeaves: 100_000, timeoutMs: 2000 };

  test('reaches what captures leave out', async () => {
    const { tracker } = setUp(() => ({ capture: () => captured, read: (request) => scriptedRead(whole, request) }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    const app = tracker.byPid(1)!;
    expect(app.captures.latest?.state.probe_metadata.truncated).toMatchObject([{ path: 'orders', total: 1500, reason: 'list' }]);
    expect(app.captures.latest?.extents.get('orders')).toEqual({ kind: 'list', size: 1500, read: [[0, 200]] });
    const supply = await app.supply!([{ path: 'orders', from: 1400, to: 1500 }], limits, AbortSignal.timeout(5000));
    expect(supply.objects['orders[1499].id']).toBe(1500);
  });

  test('a probe that can not leaves every demand unmet', async () => {
    const { tracker } = setUp(() => ({ capture: () => captured }));
    tracker.apply([arrived(process_(1))]);
    await isActive(tracker, 1);
    expect((await tracker.byPid(1)!.supply!([{ path: 'orders' }], limits, AbortSignal.timeout(5000))).met).toEqual([]);
  });
});
