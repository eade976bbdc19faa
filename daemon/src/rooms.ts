import { MessageChannel, MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import {
  type AppProcess,
  type AppSummary,
  type LearnResponse,
  type RawResult,
  SubstrateError,
  type Supply,
  type Undo,
} from '@substrate/core';
import { orAborted } from '@substrate/core/probing';
import { type ActionPlan, createCaptures, type HistoryRoom, type KeyReasons, type LoweringWitness } from '@substrate/server';
import { createBackoff } from './backoff.js';
import { createLedger } from './ledger.js';
import type { Log } from './log.js';
import {
  createInbox,
  type FromRoom,
  type Outcome,
  outcomeOf,
  type Question,
  type RoomFurniture,
  type RoomMethod,
  type RoomSettings,
  type ToRoom,
  unwrap,
} from './room-protocol.js';
import type { SchemaCell, SchemaShelf } from './schema-shelf.js';
import type { TrackedApp } from './tracked-app.js';

/**
 * Applications are read in rooms, threads of their own: what an application can make slow, its messages and what they mean, never holds up the API or the
 * applications of another room. A room that does not answer is ended. Everybody who was in it is suspected and gets a room alone; whoever stalls that too is
 * left alone for a while, longer each time, and says so in its reason; the others come back to the shared rooms.
 */
export interface Rooms extends AsyncDisposable {
  track(process: AppProcess, unwanted: string | undefined, options?: TenantOptions): TrackedApp;
}

export interface TenantOptions {
  /** What all histories share. */
  readonly room?: HistoryRoom;
  /** Told of each probe cycle, whether it gave a state. */
  readonly onCycle?: (ok: boolean) => void;
}

export interface RoomsOptions extends RoomSettings {
  readonly shelf: SchemaShelf;
  readonly log: Log;
  readonly onLost: () => void;
  /** The file that a room runs; the daemon's own unless given. */
  readonly file?: URL;
  readonly limits?: Partial<RoomLimits>;
}

export interface RoomLimits {
  readonly shared: number;
  /** Rooms for one application each, at a time. */
  readonly alone: number;
  readonly pingMs: number;
  /** Pings in a row without an answer. */
  readonly missed: number;
  /** How long a suspect must be read without trouble. */
  readonly provedMs: number;
  readonly firstBanMs: number;
  readonly lastBanMs: number;
  readonly memoryMb: number;
}

const defaultLimits: RoomLimits = {
  shared: 2,
  alone: 4,
  pingMs: 1000,
  missed: 6,
  provedMs: 30_000,
  firstBanMs: 15_000,
  lastBanMs: 600_000,
  memoryMb: 1024,
};

/** So many times longer a room may take to say its first word: it loads everything first. */
const furnishing = 10;

/** A room that is stalled does not let anybody out: nobody waits for it longer. */
const leaveMs = 3000;

interface Room {
  readonly post: (message: ToRoom, transfer?: readonly MessagePort[]) => void;
  readonly apps: Set<Tenant>;
  /** For one suspect. */
  readonly alone: boolean;
  readonly calls: Map<number, Call>;
  readonly cells: Map<string, SchemaCell>;
  end(why: string): void;
  close(): Promise<void>;
}

interface Call {
  readonly app: Tenant;
  readonly settle: (outcome: Outcome) => void;
  readonly witness: LoweringWitness | undefined;
}

interface Tenant {
  readonly number: number;
  readonly process: AppProcess;
  readonly unwanted: string | undefined;
  room: Room | undefined;
  suspect: boolean;
  /** A timer that will let it in again, or set it free of suspicion. */
  timer: NodeJS.Timeout | undefined;
  readonly bans: ReturnType<typeof createBackoff>;
  gone: boolean;
  hear(message: Extract<FromRoom, { kind: 'summary' | 'captured' | 'spent' | 'failed' | 'left' }>): void;
  /** A room is about to read it: what it sends is everything, then what changed. */
  begin(): void;
  /** It is read by nobody at present, and why. */
  stalled(why: string): void;
}

export const createRooms = (options: RoomsOptions): Rooms => {
  const { shelf, log, settings, timing, probes } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const file = options.file ?? new URL('./room.js', import.meta.url);
  const rooms = new Set<Room>();
  const waiting: Tenant[] = [];
  let keeper: Worker | undefined;
  let lastNumber = 0;
  let closing = false;

  // ── One room ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  const openRoom = (alone: boolean): Room => {
    const { port1: mail, port2: mailbox } = new MessageChannel();
    const worker = new Worker(file, {
      workerData: { settings, timing, probes, mail } satisfies RoomFurniture,
      transferList: [mail],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      execArgv: [],
    });
    let missed = 0;
    let isFurnished = false;
    let over = false;
    const timer = setInterval(() => {
      // Counted in pings, not by the clock: a daemon that was stopped itself blames nobody.
      if (missed >= limits.missed * (isFurnished ? 1 : furnishing))
        return room.end(`did not answer for ${Math.round((missed * limits.pingMs) / 1000)} s`);
      missed++;
      room.post({ kind: 'ping' });
    }, limits.pingMs);
    timer.unref();
    const room: Room = {
      alone,
      apps: new Set(),
      calls: new Map(),
      cells: new Map(),
      post: (message, transfer) => {
        if (!over) worker.postMessage(message, transfer);
      },
      end: (why) => {
        if (over) return;
        over = true;
        clearInterval(timer);
        rooms.delete(room);
        void worker.terminate();
        for (const cell of room.cells.values()) cell.release();
        for (const { settle } of room.calls.values()) settle(lost);
        room.calls.clear();
        if (!closing) vacate(room, why);
      },
      close: async () => {
        if (over) return;
        over = true;
        clearInterval(timer);
        rooms.delete(room);
        for (const cell of room.cells.values()) cell.release();
        await worker.terminate();
      },
    };
    let isTaking = false;
    const take = (): void => {
      const received: { message: FromRoom } | undefined = over ? undefined : receiveMessageOnPort(mailbox);
      isTaking = received !== undefined;
      if (received === undefined) return;
      setImmediate(take);
      hear(room, received.message);
    };
    worker.on('message', () => {
      missed = 0;
      isFurnished = true;
      if (!isTaking) take();
    });
    worker.on('error', (error) => room.end(`failed: ${error.message}`));
    worker.on('exit', () => room.end('ended'));
    rooms.add(room);
    return room;
  };

  const lost: Outcome = {
    ok: false,
    error: { message: 'The reading of the application was ended because it stalled.', code: 'probe_failed' },
  };

  const hear = (room: Room, message: FromRoom): void => {
    switch (message.kind) {
      case 'pong':
        break;
      case 'summary':
      case 'captured':
      case 'spent':
      case 'failed':
      case 'left':
        for (const app of room.apps) if (app.number === message.app) app.hear(message);
        break;
      case 'answer':
        room.calls.get(message.id)?.settle(message.outcome);
        room.calls.delete(message.id);
        break;
      case 'ask':
        void outcomeOf(answer(room, message.question)).then((outcome) =>
          room.post(
            { kind: 'answer', id: message.id, outcome },
            outcome.ok && outcome.value instanceof MessagePort ? [outcome.value] : [],
          ),
        );
        break;
      case 'replace':
        replace(room, message);
        break;
      case 'release':
        room.cells.get(message.name)?.release();
        room.cells.delete(message.name);
        break;
      case 'lost':
        options.onLost();
        break;
      case 'log':
        log[message.level](message.text);
        break;
    }
  };

  const answer = async (room: Room, question: Question): Promise<unknown> => {
    switch (question.about) {
      case 'open': {
        const cell = await shelf.open(...question.where);
        room.cells.get(question.name)?.release();
        room.cells.set(question.name, cell);
        return cell.current;
      }
      case 'keeper':
        return keeperPort();
      case 'saved':
        return room.cells.get(question.name)?.saved();
      case 'witness':
        return room.calls.get(question.call)?.witness?.(question.lowered);
    }
  };

  /** What one room learnt of a program, the others that read it know as well. */
  const replace = (from: Room, { name, schema }: Extract<FromRoom, { kind: 'replace' }>): void => {
    from.cells.get(name)?.replace(schema);
    for (const room of rooms) if (room !== from && room.cells.has(name)) room.post({ kind: 'schema', name, schema });
  };

  /** A room may be ended at any time, and nobody is to be asked for a connection again because of it: those that people allow lie elsewhere. */
  const keeperPort = (): MessagePort => {
    if (keeper === undefined) {
      const made = new Worker(new URL('./keeper.js', import.meta.url), { workerData: { home: probes.home }, execArgv: [] });
      made.on('error', (error) => log.error('the thread that keeps connections failed:', error));
      made.on('exit', () => {
        keeper = undefined;
      });
      made.unref();
      keeper = made;
    }
    const { port1, port2 } = new MessageChannel();
    keeper.postMessage(port1, [port1]);
    return port2;
  };

  // ── Who goes where ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

  const place = (app: Tenant): void => {
    clearTimeout(app.timer);
    if (app.gone || closing) return;
    const room = app.suspect ? roomAlone() : sharedRoom(app);
    if (room === undefined) {
      app.stalled('Waits for a room of its own, because applications beside it stalled the reading.');
      waiting.push(app);
      return;
    }
    app.room = room;
    app.begin();
    room.apps.add(app);
    room.post({ kind: 'track', app: app.number, process: app.process, unwanted: app.unwanted });
    if (!app.suspect) return;
    app.timer = setTimeout(() => acquit(app), limits.provedMs);
    app.timer.unref();
  };

  const roomAlone = (): Room | undefined =>
    [...rooms].filter(({ alone }) => alone).length < limits.alone ? openRoom(true) : undefined;

  /** Processes of one program share a schema, and so a room where that can be; else the one with the fewest. */
  const sharedRoom = (app: Tenant): Room => {
    const shared = [...rooms].filter(({ alone }) => !alone);
    const kin = shared.find((room) =>
      [...room.apps].some(({ process }) => process.executable !== null && sameProgram(process, app.process)),
    );
    const free = kin ?? shared.find(({ apps }) => apps.size === 0);
    if (free !== undefined) return free;
    if (shared.length < limits.shared) return openRoom(false);
    return shared.reduce((least, room) => (room.apps.size < least.apps.size ? room : least));
  };

  /** A suspect that was read without trouble is none any more. */
  const acquit = (app: Tenant): void => {
    const room = app.room;
    app.suspect = false;
    app.bans.reset();
    if (room === undefined) return;
    leaveRoom(app, () => place(app));
  };

  /** A room is no more: those who were in it alone are guilty, the others are suspects. */
  const vacate = (room: Room, why: string): void => {
    const guilty = room.alone || room.apps.size === 1;
    if (room.apps.size > 0) log.warn(`a room with ${room.apps.size} applications ${why}; they are read again, each alone.`);
    for (const app of room.apps) {
      const departure = departures.get(app.number);
      if (departure !== undefined) {
        departure();
        continue;
      }
      app.room = undefined;
      app.suspect = true;
      clearTimeout(app.timer);
      if (!guilty) {
        app.stalled('The reading stalled, perhaps because of another application; it is begun again.');
        place(app);
        continue;
      }
      const ban = app.bans.next();
      app.stalled(`Reading this application stalled its reader (it ${why}): it is left alone for ${Math.round(ban / 1000)} s.`);
      app.timer = setTimeout(() => place(app), ban);
      app.timer.unref();
    }
    admitWaiting();
  };

  const admitWaiting = (): void => {
    for (const app of waiting.splice(0)) place(app);
  };

  const departures = new Map<number, () => void>();
  const leaveRoom = (app: Tenant, then: () => void): void => {
    const room = app.room;
    if (room === undefined) {
      then();
      return;
    }
    const done = (): void => {
      clearTimeout(patience);
      departures.delete(app.number);
      room.apps.delete(app);
      if (app.room === room) app.room = undefined;
      if (room.alone) void room.close().then(admitWaiting);
      then();
    };
    const patience = setTimeout(done, leaveMs);
    departures.set(app.number, done);
    room.post({ kind: 'leave', app: app.number });
  };

  // ── One application ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

  let lastCall = 0;

  const track: Rooms['track'] = (process, unwanted, { room: history, onCycle } = {}) => {
    const captures = createCaptures({ limit: settings.capturesPerPid, ...(history && { room: history }) });
    let store = createInbox(captures);
    const ledger = createLedger();
    let summary = firstSummary(process);
    let freshNeedsHeap = false;
    let detachedAt: number | undefined;
    const tenant: Tenant = {
      number: ++lastNumber,
      process,
      unwanted,
      room: undefined,
      suspect: false,
      timer: undefined,
      bans: createBackoff({ first: limits.firstBanMs, last: limits.lastBanMs }),
      gone: false,
      hear: (message) => {
        if (message.kind === 'left') return departures.get(message.app)?.();
        if (detachedAt !== undefined) return;
        if (message.kind === 'spent') return ledger.add(message.spent);
        if (message.kind === 'failed') return onCycle?.(false);
        if (message.kind === 'captured') {
          onCycle?.(true);
          return store(message.captured);
        }
        summary = message.summary;
        freshNeedsHeap = message.freshNeedsHeap;
      },
      begin: () => {
        store = createInbox(captures);
      },
      stalled: (why) => {
        if (detachedAt !== undefined) return;
        summary = { ...summary, probe_status: 'error', status_reason: why };
        log.warn(`${process.appId} (pid ${process.pid}): error: ${why}`);
      },
    };

    const call = <T>(
      method: RoomMethod,
      args: readonly unknown[],
      signal: AbortSignal,
      witness?: LoweringWitness,
    ): Promise<T> => {
      const { room } = tenant;
      if (room === undefined || detachedAt !== undefined)
        return Promise.reject(new SubstrateError('probe_failed', summary.status_reason ?? 'The probe is not attached.'));
      const id = ++lastCall;
      const answered = new Promise<Outcome>((settle) => {
        room.calls.set(id, { app: tenant, settle, witness });
        room.post({ kind: 'call', id, app: tenant.number, method, args });
      });
      const stop = (): void => room.post({ kind: 'abort', id });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const result = answered.then((outcome) => unwrap(outcome) as T).finally(() => signal.removeEventListener('abort', stop));
      return orAborted(result, signal);
    };

    const leave = (): Promise<void> => {
      tenant.gone = true;
      clearTimeout(tenant.timer);
      return new Promise((resolve) => leaveRoom(tenant, resolve));
    };

    place(tenant);
    return {
      process,
      pid: process.pid,
      appId: process.appId,
      appName: process.appName,
      runtime: process.runtime,
      command: process.command,
      captures,
      get status() {
        return summary.probe_status;
      },
      get detachedAt() {
        return detachedAt;
      },
      summary: () => summary,
      async fresh(signal, how) {
        await call<string>('fresh', [how], signal);
        const { latest } = captures;
        if (latest === undefined) throw new SubstrateError('probe_failed', summary.status_reason ?? 'The probe is not attached.');
        return latest;
      },
      freshNeedsHeap: () => freshNeedsHeap,
      plan: (action, parameters, signal) => call<ActionPlan>('plan', [action, parameters], signal),
      async invoke(action, parameters, timeoutMs, signal): Promise<RawResult> {
        const wasRead = tenant.room !== undefined;
        try {
          return await call<RawResult>('invoke', [action, parameters, timeoutMs], signal);
        } catch (error) {
          // A room that ended under a call leaves open whether it came to anything.
          if (!(error instanceof SubstrateError) || error.code !== 'probe_failed') throw error;
          return { ok: false, dispatched: wasRead, reason: 'gone', message: error.message };
        }
      },
      wayBack: (signal) => call<Undo | null>('wayBack', [], signal),
      supply: (demands, limits, signal) => call<Supply>('supply', [demands, limits], signal),
      why: (key, signal) => call<KeyReasons | undefined>('why', [key], signal),
      cost: ledger.cost,
      learn: (request, signal, witness) => call<LearnResponse>('learn', [request], signal, witness),
      detach(why) {
        if (detachedAt !== undefined) return;
        detachedAt = Date.now();
        captures.close(why);
        summary = { ...firstSummary(process), probe_status: 'detached', last_captured_at: summary.last_captured_at };
        void leave();
      },
      leave,
    };
  };

  // The first is furnished while nobody waits for it.
  openRoom(false);

  return {
    track,
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all([...rooms].map((room) => room.close()));
      await keeper?.terminate();
    },
  };
};

const sameProgram = (a: AppProcess, b: AppProcess): boolean => a.appId.replace(/~\d+$/, '') === b.appId.replace(/~\d+$/, '');

const firstSummary = (app: AppProcess): AppSummary => ({
  pid: app.pid,
  app_id: app.appId,
  app_name: app.appName,
  runtime: app.runtime,
  runtime_name: app.runtimeName,
  probe_status: 'detecting',
  status_reason: null,
  confidence: 0,
  object_count: 0,
  action_count: 0,
  last_captured_at: null,
  has_state: false,
  current_view: null,
  current_url: null,
  started_at: app.startedAt,
});
