import { isDeepStrictEqual } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import {
  type AppProcess,
  type AppSummary,
  type ErrorCode,
  type Extent,
  type Extents,
  type FlatDiff,
  type Objects,
  ProbeError,
  type Refusal,
  SubstrateError,
} from '@substrate/core';
import type { Schema } from '@substrate/semantic';
import type { Captures, LoweredAction, StoredSnapshot } from '@substrate/server';
import type { Config } from './config.js';
import type { Spent } from './meter.js';
import type { SchemaShelf } from './schema-shelf.js';
import type { Timing } from './timing.js';
import type { TrackedAppOptions } from './tracked-app.js';

/**
 * What passes between the thread that answers and the rooms, the threads in which applications are read. A room holds whole applications: their connections,
 * their captures and what these mean never leave it. What leaves is the finished state, and of that only what changed.
 */

export interface RoomSettings {
  readonly settings: TrackedAppOptions['settings'];
  readonly timing: Timing;
  /** What the probes are made by. */
  readonly probes: Pick<Config, 'probe' | 'file' | 'home'>;
}

/**
 * What a room begins with. All that it says goes into `mail`, and an empty message after each says that there is some: the thread that answers takes one at
 * a time out of it and turns to its callers in between.
 */
export interface RoomFurniture extends RoomSettings {
  readonly mail: MessagePort;
}

export type ToRoom =
  | { readonly kind: 'ping' }
  | { readonly kind: 'track'; readonly app: number; readonly process: AppProcess; readonly unwanted: string | undefined }
  | { readonly kind: 'leave'; readonly app: number }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly app: number;
      readonly method: RoomMethod;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'schema'; readonly name: string; readonly schema: Schema };

export type FromRoom =
  | { readonly kind: 'pong' }
  | { readonly kind: 'left'; readonly app: number }
  | { readonly kind: 'summary'; readonly app: number; readonly summary: AppSummary; readonly freshNeedsHeap: boolean }
  | { readonly kind: 'captured'; readonly app: number; readonly captured: Captured | Ahead }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'replace'; readonly name: string; readonly schema: Schema }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'spent'; readonly app: number; readonly spent: Spent }
  | { readonly kind: 'failed'; readonly app: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'log'; readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly text: string };

export type RoomMethod = 'fresh' | 'plan' | 'invoke' | 'wayBack' | 'learn' | 'supply' | 'why';

/** What a room needs of the thread that answers. */
export type Question =
  | { readonly about: 'open'; readonly name: string; readonly where: Parameters<SchemaShelf['open']> }
  | { readonly about: 'saved'; readonly name: string }
  /** A port to the thread that holds connections which people have allowed. */
  | { readonly about: 'keeper' }
  | { readonly about: 'witness'; readonly call: number; readonly lowered: readonly LoweredAction[] };

// ── Outcomes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: PlainError };

interface PlainError {
  readonly message: string;
  /** Of a `SubstrateError`. */
  readonly code?: ErrorCode;
  readonly details?: SubstrateError['details'];
  /** Of a `ProbeError`. */
  readonly refusal?: Refusal;
  /** Of an error of the system: `ENOSPC`. */
  readonly errno?: string;
}

export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error: plain(error) }),
  );

const plain = (error: unknown): PlainError => {
  if (error instanceof SubstrateError)
    return { message: error.message, code: error.code, ...(error.details === undefined ? {} : { details: error.details }) };
  if (error instanceof ProbeError) return { message: error.message, refusal: error.refusal };
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { message: error.message, ...(typeof code === 'string' && { errno: code }) };
};

/** The value, or the error as it was thrown on the other side. */
export const unwrap = (outcome: Outcome): unknown => {
  if (outcome.ok) return outcome.value;
  const { message, code, details, refusal, errno } = outcome.error;
  if (code !== undefined) throw new SubstrateError(code, message, details === undefined ? {} : { details });
  if (refusal !== undefined) throw new ProbeError(refusal);
  throw errno === undefined ? new Error(message) : Object.assign(new Error(message), { code: errno });
};

// ── States ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

type State = Parameters<Captures['add']>[0];

/** A part of a map that is too large to be taken at once: it goes ahead of the state that it belongs to. */
interface Ahead {
  readonly of: 'objects' | 'overflow' | 'extents';
  readonly entries: readonly (readonly [string, unknown])[];
}

const atOnce = 200;

/** Nothing when it is the very map that was sent before; single values where the keys are the same, in the same order. */
type MapChange = { readonly whole: Objects } | { readonly values: readonly (readonly [string, Objects[string]])[] } | undefined;

export interface Captured {
  readonly head: Omit<State, 'objects' | 'actions'>;
  readonly objects: MapChange;
  readonly overflow: MapChange;
  /** Absent when they are the ones before. */
  readonly actions?: State['actions'];
  /** Absent when they are the ones before. */
  readonly extents?: Extents;
}

const changeOf = (before: Objects | undefined, after: Objects): MapChange => {
  if (before === after) return undefined;
  if (before === undefined) return { whole: after };
  const keys = Object.keys(after);
  const old = Object.keys(before);
  if (keys.length !== old.length || keys.some((key, at) => key !== old[at])) return { whole: after };
  const values = keys.flatMap((key) => (before[key] === after[key] ? [] : [[key, after[key] as Objects[string]] as const]));
  return values.length > keys.length / 2 ? { whole: after } : { values };
};

const applied = (before: Objects, change: MapChange): Objects => {
  if (change === undefined) return before;
  if ('whole' in change) return change.whole;
  return change.values.length === 0 ? before : { ...before, ...Object.fromEntries(change.values) };
};

/** Whole maps are compared where they are stored. */
const diffOf = (before: Objects, change: MapChange): FlatDiff | undefined => {
  if (change === undefined || 'whole' in change) return undefined;
  const changed = change.values.map(([path, after]) => ({ path, before: before[path] as Objects[string], after }));
  return { changed, added: [], removed: [] };
};

const nothing: Objects = Object.freeze({});
const noExtents: Extents = new Map();

/** In a room: what the application stores is sent instead. */
export const createOutbox = (send: (captured: Captured | Ahead) => void): Captures => {
  let latest: StoredSnapshot | undefined;
  /** The entries that are left over for the state itself. */
  const sendAhead = <T>(of: Ahead['of'], entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] => {
    let from = 0;
    for (; entries.length - from > atOnce; from += atOnce) send({ of, entries: entries.slice(from, from + atOnce) });
    return entries.slice(from);
  };
  const shortened = (of: Ahead['of'], change: MapChange): MapChange =>
    change !== undefined && 'whole' in change
      ? { whole: Object.fromEntries(sendAhead(of, Object.entries(change.whole))) }
      : change;
  return {
    get latest() {
      return latest;
    },
    closed: undefined,
    add(state, overflow = nothing, extents = noExtents) {
      const { objects, actions, ...head } = state;
      send({
        objects: shortened('objects', changeOf(latest?.state.objects, objects)),
        overflow: shortened('overflow', changeOf(latest?.overflow, overflow)),
        ...(isDeepStrictEqual(extents, latest?.extents) ? {} : { extents: new Map(sendAhead('extents', [...extents])) }),
        ...(actions === latest?.state.actions ? {} : { actions }),
        head,
      });
      latest = { state, overflow, extents, bytes: new Uint8Array(), etag: '' };
      return latest;
    },
    has: () => false,
    since: () => undefined,
    between: () => undefined,
    history: () => [],
    changedAmong: () => undefined,
    subscribe: () => () => {},
    close: () => {
      latest = undefined;
    },
  };
};

const nothingAhead = () => ({
  objects: {} as Record<string, Objects[string]>,
  overflow: {} as Record<string, Objects[string]>,
  extents: new Map<string, Extent>(),
});

/** On the other side: stores what comes, made whole again. */
export const createInbox = (captures: Captures): ((captured: Captured | Ahead) => void) => {
  let objects = nothing;
  let overflow = nothing;
  let extents = noExtents;
  let actions: State['actions'] = {};
  // Put together as it comes: a large map made in one piece holds everybody up.
  let ahead = nothingAhead();
  const whole = (of: 'objects' | 'overflow', change: MapChange): MapChange =>
    change !== undefined && 'whole' in change ? { whole: Object.assign(ahead[of], change.whole) } : change;
  return (captured) => {
    if ('of' in captured) {
      const { of, entries } = captured;
      if (of === 'extents') for (const [path, extent] of entries) ahead.extents.set(path, extent as Extent);
      else for (const [key, value] of entries) ahead[of][key] = value as Objects[string];
      return;
    }
    const change = { objects: whole('objects', captured.objects), overflow: whole('overflow', captured.overflow) };
    if (captured.extents !== undefined) {
      for (const [path, extent] of captured.extents) ahead.extents.set(path, extent);
      extents = ahead.extents;
    }
    ahead = nothingAhead();
    const known = { objects: diffOf(objects, change.objects), overflow: diffOf(overflow, change.overflow) };
    objects = applied(objects, change.objects);
    overflow = applied(overflow, change.overflow);
    actions = captured.actions ?? actions;
    captures.add({ ...captured.head, objects, actions } as State, overflow, extents, known);
  };
};
