import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Schema } from '@substrate/semantic';
import type { Log } from './log.js';
import { createMeter } from './meter.js';
import { createProbes, loadExtras } from './probes.js';
import {
  createOutbox,
  type FromRoom,
  type Outcome,
  outcomeOf,
  type Question,
  type RoomFurniture,
  type RoomMethod,
  type ToRoom,
  unwrap,
} from './room-protocol.js';
import type { SchemaShelf } from './schema-shelf.js';
import { createSlots } from './slots.js';
import { createTrackedApp, type TrackedApp } from './tracked-app.js';

/** The inside of a room: the thread in which applications are read. See `room-protocol.ts`. */

const port = parentPort;
if (port === null) throw new Error('A room is a worker thread of the daemon.');
const { settings, timing, probes: made, mail } = workerData as RoomFurniture;
const post = (message: FromRoom): void => {
  mail.postMessage(message);
  port.postMessage(null);
};

const attachesAtOnce = 4;
const slotHoldMs = 500;
const extras = await loadExtras(made);
const meter = createMeter();
const slots = createSlots({ count: attachesAtOnce, holdMs: slotHoldMs });

const textOf = (words: readonly unknown[]): string =>
  words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word))).join(' ');
const say =
  (level: 'debug' | 'info' | 'warn' | 'error') =>
  (...words: readonly unknown[]): void =>
    post({ kind: 'log', level, text: textOf(words) });
const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };

// Probes live on sockets of programs that others wrote: what slips through there is told, and the other applications of the room are read on.
process.on('uncaughtException', (error) => log.error('an error that nobody caught:', error));
process.on('unhandledRejection', (error) => log.error('a failure that nobody handled:', error));

// ── Asking the thread that answers ─────────────────────────────────────────────────────────────────────────────────────────────────

let lastQuestion = 0;
const questions = new Map<number, (outcome: Outcome) => void>();
const ask = async (question: Question): Promise<unknown> => {
  const id = ++lastQuestion;
  const outcome = await new Promise<Outcome>((resolve) => {
    questions.set(id, resolve);
    post({ kind: 'ask', id, question });
  });
  return unwrap(outcome);
};

const probes = createProbes(made.probe, async () => (await ask({ about: 'keeper' })) as MessagePort);

interface Shared {
  readonly loaded: Promise<void>;
  current: Schema | undefined;
  users: number;
}
const schemas = new Map<string, Shared>();

/** The schemas lie with the thread that answers, which writes them; here is what the applications of this room read and learn. */
const shelf: SchemaShelf = {
  async open(...where) {
    const name = JSON.stringify(where);
    let shared = schemas.get(name);
    if (shared === undefined) {
      const opened: Shared = {
        current: undefined,
        users: 0,
        loaded: ask({ about: 'open', name, where }).then((schema) => {
          opened.current = schema as Schema | undefined;
        }),
      };
      shared = opened;
      schemas.set(name, shared);
    }
    const held = shared;
    held.users++;
    await held.loaded;
    let released = false;
    return {
      get current() {
        return held.current;
      },
      replace(schema) {
        if (schema === held.current) return;
        held.current = schema;
        post({ kind: 'replace', name, schema });
      },
      saved: async () => {
        await ask({ about: 'saved', name });
      },
      release() {
        if (released) return;
        released = true;
        if (--held.users > 0) return;
        schemas.delete(name);
        post({ kind: 'release', name });
      },
    };
  },
  async [Symbol.asyncDispose]() {},
};

// ── The applications ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const apps = new Map<number, TrackedApp>();
const calls = new Map<number, AbortController>();

const track = ({ app: number, process: target, unwanted }: Extract<ToRoom, { kind: 'track' }>): void => {
  let told = '';
  let due = false;
  /** After the turn in which something changed: a cycle changes many things at once. */
  const tell = (): void => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      const summary = app.summary();
      const freshNeedsHeap = app.freshNeedsHeap();
      const text = JSON.stringify([summary, freshNeedsHeap]);
      if (text === told || !apps.has(number)) return;
      told = text;
      post({ kind: 'summary', app: number, summary, freshNeedsHeap });
    });
  };
  const app = createTrackedApp({
    app: target,
    probe:
      (target.extra === undefined ? probes[target.runtime] : extras.find(({ name }) => name === target.extra)?.probe) ??
      `Applications of the runtime ${target.runtime} can't be probed yet.`,
    unwanted,
    shelf,
    slots,
    settings,
    timing,
    log,
    onLost: () => post({ kind: 'lost' }),
    onChange: tell,
    meter,
    onSpent: (spent) => post({ kind: 'spent', app: number, spent }),
    onCycle: (ok) => {
      if (!ok) post({ kind: 'failed', app: number });
    },
    captures: createOutbox((captured) => post({ kind: 'captured', app: number, captured })),
  });
  apps.set(number, app);
  tell();
};

const run = (
  app: TrackedApp,
  id: number,
  method: RoomMethod,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> => {
  const given = args as never[];
  switch (method) {
    case 'fresh':
      return app.fresh(signal, given[0]).then(({ state }) => state.capture_id);
    case 'plan':
      return app.plan(given[0] as never, given[1] as never, signal);
    case 'invoke':
      return app.invoke(given[0] as never, given[1] as never, given[2] as never, signal);
    case 'wayBack':
      return app.wayBack?.(signal) ?? Promise.resolve(null);
    case 'supply':
      return (
        app.supply?.(given[0] as never, given[1] as never, signal) ?? Promise.reject(new Error('Nothing is read on demand here.'))
      );
    case 'why':
      return app.why(given[0] as never, signal);
    case 'learn':
      return app.learn(given[0] as never, signal, async (lowered) => {
        await ask({ about: 'witness', call: id, lowered });
      });
  }
};

const call = async ({ id, app: number, method, args }: Extract<ToRoom, { kind: 'call' }>): Promise<void> => {
  const control = new AbortController();
  calls.set(id, control);
  const app = apps.get(number);
  const work =
    app === undefined ? Promise.reject(new Error('The application is not here.')) : run(app, id, method, args, control.signal);
  const outcome = await outcomeOf(work);
  calls.delete(id);
  try {
    post({ kind: 'answer', id, outcome });
  } catch (error) {
    post({ kind: 'answer', id, outcome: await outcomeOf(Promise.reject(error)) });
  }
};

const leave = async (number: number): Promise<void> => {
  const app = apps.get(number);
  apps.delete(number);
  await app?.leave().catch(() => {});
  post({ kind: 'left', app: number });
};

port.on('message', (message: ToRoom) => {
  switch (message.kind) {
    case 'ping':
      post({ kind: 'pong' });
      break;
    case 'track':
      track(message);
      break;
    case 'leave':
      void leave(message.app);
      break;
    case 'call':
      void call(message);
      break;
    case 'abort':
      calls.get(message.id)?.abort(new Error('The caller has left.'));
      break;
    case 'answer':
      questions.get(message.id)?.(message.outcome);
      questions.delete(message.id);
      break;
    case 'schema': {
      const shared = schemas.get(message.name);
      if (shared !== undefined) shared.current = message.schema;
      break;
    }
  }
});
