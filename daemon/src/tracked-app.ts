import {
  type AppProcess,
  type AppSummary,
  type CaptureBudget,
  completenessOf,
  defaultBudget,
  diskTrouble,
  type Probe,
  ProbeError,
  type ProbeSession,
  type ProbeStatus,
  SubstrateError,
} from '@substrate/core';
import { messageOf, orAborted, pause, withDeadline } from '@substrate/core/probing';
import { programOf } from '@substrate/detector';
import { learn, why } from '@substrate/semantic';
import type { Application, Captures, StoredSnapshot } from '@substrate/server';
import { createActions } from './actions.js';
import { createBackoff } from './backoff.js';
import { createDiscovery, isPoor } from './discovery.js';
import type { Log } from './log.js';
import type { Meter, Spent } from './meter.js';
import { type Cycle, readCycle, toState } from './reader.js';
import { remedyOf } from './remedy.js';
import type { SchemaShelf } from './schema-shelf.js';
import { createSingleFlight } from './single-flight.js';
import { openSiteSchemas, type SiteSchemas } from './site-schemas.js';
import type { Slots } from './slots.js';
import { createSupplies } from './supplies.js';
import type { Timing } from './timing.js';

/**
 * One application from its arrival to its end:
 *
 *   detecting ─▶ attaching ─▶ cold_probe ─▶ active ◀─▶ error
 *                    ▲                                  │ connection lost
 *                    └──────────────────────────────────┘          any ─▶ detached
 *
 * `detecting` with a reason is an application that can't be attached to. Nothing that a probe does gets out of here: what it throws is a reason, what it
 * does not answer is a deadline, and the loop goes on.
 */
export interface TrackedApp extends Application {
  readonly process: AppProcess;
  readonly status: ProbeStatus;
  /** When it was detached. */
  readonly detachedAt: number | undefined;
  /** The process is gone, or the probe was stopped. Watchers are told the reason. */
  detach(reason: string): void;
  /** The daemon ends: leaves the process as it was found and tells nobody. */
  leave(): Promise<void>;
}

export interface TrackedAppOptions {
  readonly app: AppProcess;
  /** Undefined when this machine has none for the runtime; a string says why. */
  readonly probe: Probe | string;
  /** Why it is not to be attached to, by the configuration. */
  readonly unwanted?: string | undefined;
  readonly shelf: SchemaShelf;
  readonly slots: Slots;
  readonly settings: {
    readonly intervalMs: number;
    readonly minAgeMs: number;
    readonly maxKeys: number;
    readonly redactSecrets: boolean;
    readonly capturesPerPid: number;
  };
  readonly timing: Timing;
  readonly log: Log;
  /** Told when a connection ends, which often means that the process did. */
  readonly onLost: () => void;
  /** Shared by those who are read in the same thread; without one nothing is measured. */
  readonly meter?: Meter;
  /** Told what each probe cycle cost, however it ended. */
  readonly onSpent?: (spent: Spent) => void;
  /** Told of each probe cycle, whether it gave a state. */
  readonly onCycle?: (ok: boolean) => void;
  /** Told when the summary may be another. */
  readonly onChange?: () => void;
  /** Where states are stored. */
  readonly captures: Captures;
}

const startingMs = 10_000;
/** With less of what is known, a process is another than the one that it is known from: it does other work of the same program. */
const mostOfIt = 0.6;

/** What a cycle was asked for; the highest that anybody asked for is done. */
const wanted = { poll: 0, fresh: 1, heap: 2 } as const;

/** Browsers and what is built like one: a URL is theirs. */
const hasPages = new Set(['chromium', 'electron', 'qtwebengine']);

export const createTrackedApp = (options: TrackedAppOptions): TrackedApp => {
  const { app, captures, settings, timing, log } = options;
  const name = `${app.appId} (pid ${app.pid})`;
  const budget: CaptureBudget = defaultBudget;
  const startedAt = Date.parse(app.startedAt);
  const stop = new AbortController();
  const backoff = createBackoff({ first: timing.firstRetryMs, last: timing.lastRetryMs });
  let discovery = createDiscovery({ startedAt, now: Date.now(), restored: false });
  let status: ProbeStatus = 'detecting';
  let reason: string | null = null;
  let session: ProbeSession | undefined;
  let schemas: SiteSchemas | undefined;
  let last: Cycle | undefined;
  let lastCapturedAt: string | null = null;
  let detachedAt: number | undefined;
  let failures = 0;

  const become = (next: ProbeStatus, why: string | null = null): void => {
    if (status === 'detached') return;
    if (status !== next || reason !== why) {
      const text = `${name}: ${next}${why === null ? '' : `: ${why}`}`;
      if (next === 'error') log.warn(text);
      else log.info(text);
    }
    status = next;
    reason = why;
    options.onChange?.();
  };

  // ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  const read = async (mode: Cycle['mode'], timeoutMs: number, routine = false): Promise<Cycle> => {
    if (session === undefined)
      throw new ProbeError({ reason: 'not_attached', message: reason ?? 'The probe is not attached.', retry: true });
    const end = options.meter?.begin();
    const begun = performance.now();
    let labelingMs = 0;
    try {
      const cycle = await readCycle({
        session,
        mode,
        routine,
        budget,
        timeoutMs,
        signal: stop.signal,
        schema: async (site) => (await schemas?.at(site))?.current,
        previous: last,
        maxKeys: settings.maxKeys,
        redactSecrets: settings.redactSecrets,
        deed: actions.deed,
      });
      labelingMs = cycle.labelingMs;
      return cycle;
    } finally {
      if (end !== undefined) options.onSpent?.({ cpuMs: end(), askedMs: performance.now() - begun - labelingMs });
    }
  };

  const accept = async (cycle: Cycle): Promise<void> => {
    last = cycle;
    actions.seen(cycle.interpretation);
    const cell = await schemas?.at(cycle.capture.site);
    if (!cell) return;
    // A correction that came meanwhile stands: the next cycle is made with it.
    if (cell.current === cycle.basis) cell.replace(cycle.interpretation.schema);
    schemas?.note(cell);
  };

  const store = (cycle: Cycle): StoredSnapshot => {
    lastCapturedAt = cycle.capturedAt.toISOString();
    options.onCycle?.(true);
    options.onChange?.();
    return captures.add(toState(app, cycle), cycle.interpretation.overflow, cycle.extents);
  };

  const cycles = createSingleFlight<StoredSnapshot>({
    run: async (weight) => {
      // Somebody waits for a fresh read: discovery is left to the next poll.
      const mode = weight === wanted.heap ? 'heap' : weight === wanted.fresh ? 'poll' : discovery.mode(Date.now());
      try {
        const routine = weight === wanted.poll;
        const cycle = await read(mode, routine ? timing.pollMs : timing.freshMs, routine && mode === 'poll');
        await accept(cycle);
        discovery.seen(mode, cycle.capture, cycle.interpretation, Date.now());
        const stored = store(cycle);
        failures = 0;
        if (session !== undefined && status === 'error') become('active', session.notice);
        return stored;
      } catch (error) {
        if (!stop.signal.aborted && session !== undefined) {
          failures++;
          options.onCycle?.(false);
          become('error', messageOf(error));
        }
        throw error;
      }
    },
  });

  /** Goes through the discovery routes until what was found is good, or nothing is left to try. Known roots are read first, and are enough. */
  const coldProbe = async (): Promise<void> => {
    const ends = Date.now() + timing.coldMs;
    let mode: Cycle['mode'] = schemas?.own.current?.known === undefined ? 'discover' : 'poll';
    let found: Cycle | undefined;
    for (;;) {
      const left = ends - Date.now();
      if (left <= 0) break;
      try {
        found = await read(mode, left);
        await accept(found);
      } catch (error) {
        if (found === undefined || stop.signal.aborted) throw error;
        log.debug(`${name}: discovery ended early: ${messageOf(error)}`);
        break;
      }
      const { counts, moreRoutes } = found.capture;
      if (!isPoor(found.interpretation) || (mode === 'poll' ? completenessOf(counts) >= mostOfIt : !moreRoutes)) break;
      mode = 'discover';
    }
    if (found === undefined)
      throw new ProbeError({ reason: 'timeout', message: 'The first probe cycle did not end in time.', retry: true });
    discovery = createDiscovery({ startedAt, now: Date.now(), restored: found.mode === 'poll' });
    discovery.seen(found.mode, found.capture, found.interpretation, Date.now());
    store(found);
  };

  // ── Attaching ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Waits until the process may be attached to; undefined when it never may. */
  const admit = async (): Promise<Probe | undefined> => {
    const { probe, unwanted } = options;
    const never = (app.refusal && remedyOf(app, app.refusal)) ?? unwanted ?? (typeof probe === 'string' ? probe : undefined);
    if (never !== undefined || typeof probe === 'string') {
      become('detecting', never ?? null);
      return undefined;
    }
    schemas = await openSiteSchemas(options.shelf, programOf(app.appId));
    if (stop.signal.aborted) return undefined;
    if (schemas.own.current === undefined) await pause(startedAt + settings.minAgeMs - Date.now(), stop.signal);
    return probe;
  };

  /** While a process starts, what it does not offer yet is no final word: handlers, sockets and ports come late. */
  const isStarting = (): boolean => Date.now() - startedAt < startingMs;

  /** A check touches nothing, so it is made again even where only the user can change its answer. */
  const passCheck = async (probe: Probe): Promise<void> => {
    const waits = createBackoff({ first: timing.firstRetryMs / 20, last: timing.lastRetryMs });
    while (!stop.signal.aborted) {
      const refusal = await withDeadline({ what: 'The check of the process', ms: timing.checkMs, parent: stop.signal }, () =>
        probe.check(app),
      );
      if (refusal === null) return;
      become('detecting', remedyOf(app, refusal));
      await pause(refusal.retryMs ?? (refusal.retry || isStarting() ? waits.next() : timing.lastRetryMs), stop.signal);
    }
  };

  const attach = async (probe: Probe): Promise<ProbeSession> => {
    become('attaching');
    return withDeadline(
      { what: 'The attach', ms: timing.attachMs, parent: stop.signal, late: (session) => void dispose(session) },
      (signal) => probe.attach(app, schemas?.own.current?.known, signal),
    );
  };

  const dispose = async (ended: ProbeSession): Promise<void> => {
    try {
      await withDeadline({ what: 'The detach', ms: timing.disposeMs }, async () => ended[Symbol.asyncDispose]());
    } catch (error) {
      log.debug(`${name}: ${messageOf(error)}`);
    }
  };

  // ── The loop ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Polls until the connection ends or fails too often; resolves with why. */
  const poll = async (attached: ProbeSession): Promise<string> => {
    const ended = new AbortController();
    const stopped = (): void => ended.abort();
    stop.signal.addEventListener('abort', stopped, { once: true });
    let why = '';
    void Promise.resolve(attached.gone).then(
      (told) => {
        why = String(told);
        ended.abort();
      },
      (error) => {
        why = messageOf(error);
        ended.abort();
      },
    );
    try {
      while (!ended.signal.aborted) {
        await pause(failures === 0 ? settings.intervalMs : backoff.next(), ended.signal);
        if (ended.signal.aborted) break;
        try {
          await orAborted(cycles.request(), ended.signal);
          backoff.reset();
        } catch {
          if (failures >= timing.failuresToReattach) return reason ?? 'the probe cycle failed';
        }
      }
      return why;
    } finally {
      stop.signal.removeEventListener('abort', stopped);
    }
  };

  /** One connection from its attach to its end. False when there is to be no other. */
  const connect = async (probe: Probe): Promise<boolean> => {
    let release = (): void => {};
    try {
      await passCheck(probe);
      release = await options.slots.take();
      if (stop.signal.aborted) return false;
      session = await attach(probe);
      become('cold_probe');
      await coldProbe();
      become('active', session.notice);
      failures = 0;
      backoff.reset();
      release();
      const why = await poll(session);
      if (stop.signal.aborted) return false;
      become('error', `The connection was lost: ${why}`);
      options.onLost();
    } catch (error) {
      if (stop.signal.aborted) return false;
      if (error instanceof ProbeError && !error.refusal.retry && session === undefined && !isStarting()) {
        become('detecting', remedyOf(app, error.refusal));
        return false;
      }
      become('error', messageOf(error));
    } finally {
      release();
      const ended = session;
      session = undefined;
      if (ended !== undefined) await dispose(ended);
    }
    await pause(backoff.next(), stop.signal);
    return true;
  };

  const run = async (): Promise<void> => {
    try {
      const probe = await admit();
      if (probe === undefined) return;
      while (!stop.signal.aborted && (await connect(probe)));
    } catch (error) {
      log.error(`${name}: following it failed:`, error);
      become('error', messageOf(error));
    }
  };
  const running = run();

  // ── What the server asks ───────────────────────────────────────────────────────────────────────────────────────────────────────

  const actions = createActions({
    appId: app.appId,
    timing,
    last: () => last,
    session: () => session,
    reason: () => reason,
  });

  const supplies = createSupplies({
    session: () => session,
    interpretation: () => last?.interpretation,
    onTrouble: (message) => log.debug(`${name}: ${message}`),
  });

  const fresh = async (signal: AbortSignal, { heap = false }: { readonly heap?: boolean } = {}): Promise<StoredSnapshot> => {
    if (session === undefined || status === 'cold_probe')
      throw new SubstrateError('probe_failed', reason ?? 'The probe is not attached.');
    try {
      return await orAborted(cycles.request(heap ? wanted.heap : wanted.fresh), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      throw new SubstrateError('probe_failed', messageOf(error), { cause: error });
    }
  };

  const end = async (): Promise<void> => {
    stop.abort(new Error('The application is not followed any more.'));
    await running;
    schemas?.release();
  };

  return {
    process: app,
    pid: app.pid,
    appId: app.appId,
    appName: app.appName,
    command: app.command,
    runtime: app.runtime,
    captures,
    get status() {
      return status;
    },
    get detachedAt() {
      return detachedAt;
    },
    summary: (): AppSummary => {
      const state = captures.latest?.state;
      return {
        pid: app.pid,
        app_id: app.appId,
        app_name: app.appName,
        runtime: app.runtime,
        runtime_name: app.runtimeName,
        probe_status: status,
        status_reason: reason,
        confidence: state?.confidence ?? 0,
        object_count: state?.probe_metadata.filtered_object_count ?? 0,
        action_count: state === undefined ? 0 : Object.keys(state.actions).length,
        last_captured_at: lastCapturedAt,
        has_state: state !== undefined,
        current_view: app.runtime === 'v8' ? (state?.context.view ?? null) : null,
        current_url: hasPages.has(app.flavor) ? (state?.context.url ?? null) : null,
        started_at: app.startedAt,
      };
    },
    fresh,
    supply: supplies.supply,
    freshNeedsHeap: () => {
      try {
        return session?.freshNeedsHeap() ?? false;
      } catch {
        return false;
      }
    },
    async why(key) {
      const told = last && why(last.interpretation, key);
      if (told === undefined) return undefined;
      const { servedKeys, version: _version, ...rest } = told;
      return { ...rest, served_keys: servedKeys, reasons: [...told.reasons] };
    },
    plan: actions.plan,
    invoke: actions.invoke,
    wayBack: actions.wayBack,
    async learn(request, signal, witness) {
      if (last === undefined || schemas === undefined) throw new SubstrateError('probe_not_ready');
      const cell = await schemas.at(last.capture.site);
      const before = cell.current ?? last.interpretation.schema;
      const learned = learn(before, last.interpretation, {
        ...request,
        corrections: [...request.corrections],
      });
      cell.replace(learned.schema);
      try {
        await orAborted(Promise.all([witness(learned.lowered), cell.saved()]), signal);
      } catch (error) {
        // What could not be written is refused, so it must not hold either.
        if (diskTrouble(error) !== undefined && cell.current === learned.schema) cell.replace(before);
        throw error;
      }
      if (learned.response.accepted > 0 && session !== undefined) cycles.request().catch(() => {});
      return learned.response;
    },
    detach(why) {
      if (status === 'detached') return;
      become('detached', null);
      detachedAt = Date.now();
      void end();
      captures.close(why);
      last = undefined;
    },
    leave: end,
  };
};
