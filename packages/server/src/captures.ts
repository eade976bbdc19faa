import {
  type AppContext,
  changedKeys,
  diffObjects,
  type Extents,
  type FlatDiff,
  isBelow,
  type Objects,
  type Primitive,
  type SubstrateState,
} from '@substrate/core';

/**
 * The snapshots of one application: the latest whole, the ones before as what changed after them.
 *
 * A history of whole states would cost their size times their number. Kept instead is the step from each state to the next, so
 * that the state at an old capture is the latest one with the steps since taken back, and a diff costs what changed and no more.
 * A cycle that saw no change adds no step: its id points at the state it saw.
 */

/** A snapshot with the bytes a read sends. */
export interface StoredSnapshot {
  readonly state: SubstrateState;
  /** Labelled keys beyond the budget of `objects`; served when a read names them. */
  readonly overflow: Objects;
  /** What is known of places beyond their keys: what was not read is not taken for absent. */
  readonly extents: Extents;
  /** Made when they are first asked for: most snapshots are sent to nobody. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Weak; changes when objects, actions or context change. */
  readonly etag: string;
}

export interface CaptureEvent {
  readonly snapshot: StoredSnapshot;
  /** Keys of `objects` that changed. */
  readonly changedKeys: readonly string[];
  /** The same of `overflow`, for who asked for a part. */
  readonly overflowKeys: readonly string[];
}

export interface CaptureListener {
  /** A key of `objects` changed: a cycle that changed none is told to nobody. */
  changed(event: CaptureEvent): void;
  /** Keys of `overflow` changed, and none of `objects`. */
  changedBeyond?(event: CaptureEvent): void;
  /** The last call. `process_exited`, or why the probe was stopped. */
  closed(reason: string): void;
}

/** What differs from the state before, where the caller knows it: it is not searched for again. */
export interface KnownDiffs {
  readonly objects?: FlatDiff | undefined;
  readonly overflow?: FlatDiff | undefined;
}

export interface Captures {
  readonly latest: StoredSnapshot | undefined;
  /** The reason given to `close`. */
  readonly closed: string | undefined;
  /** Stores what a cycle saw and tells the listeners. Equal objects, actions and context are replaced by the stored ones (===). */
  add(state: SubstrateState, overflow?: Objects, extents?: Extents, known?: KnownDiffs): StoredSnapshot;
  has(captureId: string): boolean;
  /** What changed in `objects` from that capture to the latest; undefined when the capture is not in the history. */
  since(captureId: string): FlatDiff | undefined;
  /** The same between two captures, whichever was first. */
  between(since: string, until: string): FlatDiff | undefined;
  /** The different states that are held, the newest first; of each the first capture that saw it. */
  history(): HeldState[];
  /** Keys that concern one of `names` (at it, below it, above it) and hold another value than at that capture, `overflow` included. */
  changedAmong(captureId: string, names: readonly string[]): string[] | undefined;
  /** Returns what ends the subscription. A listener added after `close` is told at once. */
  subscribe(listener: CaptureListener): () => void;
  /** The application is gone: the state is removed and listeners are told the reason. */
  close(reason: string): void;
}

/** A state that can be compared with others. */
export interface HeldState {
  readonly captureId: string;
  /** Keys of `objects` that differ from the state before; undefined for the oldest. */
  readonly changed: readonly string[] | undefined;
}

export interface CapturesOptions {
  /** Different states kept. */
  readonly limit: number;
  /** Capture ids kept. */
  readonly idLimit?: number;
  /** Bytes that the steps between states may take, estimated; the oldest go first. */
  readonly byteLimit?: number;
  /** Shared by several histories: once it is full, those with more than their share forget. */
  readonly room?: HistoryRoom;
}

/** Bytes for the histories of many applications together. */
export interface HistoryRoom {
  readonly limit: number;
  used: number;
  histories: number;
}

/** The step from one state to the next: each touched key with its value before, undefined when it was not there. */
interface Step {
  readonly objects: readonly (readonly [string, Primitive | undefined])[];
  readonly overflow: readonly (readonly [string, Primitive | undefined])[];
  readonly bytes: number;
}

const empty: Objects = Object.freeze({});
const noExtents: Extents = new Map();

const read = (objects: Objects, key: string): Primitive | undefined => (Object.hasOwn(objects, key) ? objects[key] : undefined);

const touched = (diff: FlatDiff): (readonly [string, Primitive | undefined])[] => [
  ...diff.changed.map((entry) => [entry.path, entry.before as Primitive] as const),
  ...diff.added.map((entry) => [entry.path, undefined] as const),
  ...diff.removed.map((entry) => [entry.path, entry.value as Primitive] as const),
];

const sizeOf = (entries: Step['objects']): number => {
  let bytes = 0;
  for (const [key, value] of entries) bytes += 64 + key.length * 2 + (typeof value === 'string' ? value.length * 2 : 0);
  return bytes;
};

const differences = (
  before: ReadonlyMap<string, Primitive | undefined>,
  valueAfter: (path: string) => Primitive | undefined,
): FlatDiff => {
  const diff: FlatDiff = { changed: [], added: [], removed: [] };
  for (const [path, was] of before) {
    const after = valueAfter(path);
    if (was === after) continue;
    if (was === undefined) diff.added.push({ path, value: after });
    else if (after === undefined) diff.removed.push({ path, value: was });
    else diff.changed.push({ path, before: was, after });
  }
  return diff;
};

const sameContext = (a: AppContext, b: AppContext): boolean =>
  a.url === b.url &&
  a.location === b.location &&
  a.view === b.view &&
  a.window_title === b.window_title &&
  a.window_id === b.window_id;

export const createCaptures = ({
  limit,
  idLimit = 16_384,
  byteLimit = 64 * 1024 * 1024,
  room = { limit: Number.POSITIVE_INFINITY, used: 0, histories: 0 },
}: CapturesOptions): Captures => {
  let latest: StoredSnapshot | undefined;
  let objectsText: { readonly of: Objects; readonly text: string } | undefined;
  let actionsText = '';
  let closedFor: string | undefined;
  const listeners = new Set<CaptureListener>();

  // The step at position i leads from state `first + i` to the one after; the latest state is number `first + steps.length`.
  let first = 0;
  let steps: Step[] = [];
  let bytes = 0;
  let objectSteps = 0;
  const states = new Map<string, number>();

  room.histories++;
  const isGreedy = (): boolean => room.used > room.limit && bytes > room.limit / room.histories;

  const forget = (): void => {
    let gone = 0;
    while (gone < steps.length && (objectSteps >= limit || bytes > byteLimit || isGreedy())) {
      const step = steps[gone++] as Step;
      bytes -= step.bytes;
      room.used -= step.bytes;
      if (step.objects.length > 0) objectSteps--;
    }
    if (gone > 0) {
      steps = steps.slice(gone);
      first += gone;
    }
    // Ids are in the order of their states, so the ones to go are at the front.
    for (const [id, state] of states) {
      if (state >= first && states.size <= idLimit) break;
      states.delete(id);
    }
  };

  /** Of each key touched since a state: its value then. */
  const valuesAt = (state: number, side: 'objects' | 'overflow'): Map<string, Primitive | undefined> => {
    const values = new Map<string, Primitive | undefined>();
    for (let i = state - first; i < steps.length; i++) {
      for (const [key, before] of (steps[i] as Step)[side]) if (!values.has(key)) values.set(key, before);
    }
    return values;
  };

  const storedSnapshot = (parts: Omit<StoredSnapshot, 'bytes'>, textOfActions: string): StoredSnapshot => {
    const { objects, actions: _actions, probe_metadata, ...head } = parts.state;
    let encoded: Uint8Array<ArrayBuffer> | undefined;
    const encode = (): Uint8Array<ArrayBuffer> => {
      if (objectsText?.of !== objects) objectsText = { of: objects, text: JSON.stringify(objects) };
      return Buffer.from(
        `${JSON.stringify(head).slice(0, -1)},"objects":${objectsText.text},"actions":${textOfActions},"probe_metadata":${JSON.stringify(probe_metadata)}}`,
      );
    };
    return {
      ...parts,
      get bytes() {
        encoded ??= encode();
        return encoded;
      },
    };
  };

  const touchedBetween = (from: number, to: number): string[] => {
    const keys = new Set<string>();
    for (let i = from - first; i < to - first; i++) for (const [key] of steps[i]?.objects ?? []) keys.add(key);
    return [...keys];
  };

  const add: Captures['add'] = (given, givenOverflow = empty, extents = noExtents, known = {}) => {
    const before = latest;
    const diff = before && (known.objects ?? diffObjects(before.state.objects, given.objects));
    const overflowDiff = before && (known.overflow ?? diffObjects(before.overflow, givenOverflow));
    const keys = diff ? changedKeys(diff) : Object.keys(given.objects);
    const overflowKeys = overflowDiff ? changedKeys(overflowDiff) : Object.keys(givenOverflow);
    const overflowChanged = overflowKeys.length > 0;

    const objects = before && keys.length === 0 ? before.state.objects : given.objects;
    const overflow = before && !overflowChanged ? before.overflow : givenOverflow;
    let actions = given.actions;
    if (actions !== before?.state.actions) {
      const text = JSON.stringify(actions);
      if (before && text === actionsText) actions = before.state.actions;
      actionsText = text;
    }
    const context = before && sameContext(before.state.context, given.context) ? before.state.context : given.context;

    const filtered = Object.keys(objects).length;
    const total = filtered + Object.keys(overflow).length;
    const probe_metadata = {
      ...given.probe_metadata,
      // Every key was read somewhere, also where one object gave many.
      raw_object_count: Math.max(given.probe_metadata.raw_object_count, total),
      filtered_object_count: filtered,
      total_object_count: total,
    };
    const { objects: _objects, actions: _actions, probe_metadata: _metadata, ...head } = given;
    const state: SubstrateState = { ...head, context, objects, actions, probe_metadata };
    const same =
      before && objects === before.state.objects && actions === before.state.actions && context === before.state.context;
    const etag = same ? before.etag : `W/"${given.capture_id}"`;
    const snapshot = storedSnapshot({ state, overflow, extents, etag }, actionsText);
    if (closedFor !== undefined) return snapshot;

    if (diff && overflowDiff && (keys.length > 0 || overflowChanged)) {
      const stepObjects = touched(diff);
      const stepOverflow = touched(overflowDiff);
      const step = { objects: stepObjects, overflow: stepOverflow, bytes: 64 + sizeOf(stepObjects) + sizeOf(stepOverflow) };
      steps.push(step);
      bytes += step.bytes;
      room.used += step.bytes;
      if (keys.length > 0) objectSteps++;
    }
    states.set(given.capture_id, first + steps.length);
    latest = snapshot;
    forget();
    if (keys.length > 0 || overflowChanged) {
      const event: CaptureEvent = { snapshot, changedKeys: keys, overflowKeys };
      for (const listener of [...listeners]) {
        if (keys.length > 0) listener.changed(event);
        else listener.changedBeyond?.(event);
      }
    }
    return snapshot;
  };

  return {
    get latest() {
      return latest;
    },
    get closed() {
      return closedFor;
    },
    add,
    has: (captureId) => states.has(captureId),
    since: (captureId) => {
      const state = states.get(captureId);
      if (state === undefined || !latest) return undefined;
      const now = latest.state.objects;
      return differences(valuesAt(state, 'objects'), (path) => read(now, path));
    },
    between: (since, until) => {
      const [from, to] = [states.get(since), states.get(until)];
      if (from === undefined || to === undefined || !latest) return undefined;
      const now = latest.state.objects;
      const [then, later] = [valuesAt(from, 'objects'), valuesAt(to, 'objects')];
      const valueAt = (values: typeof then, path: string) => (values.has(path) ? values.get(path) : read(now, path));
      // What was touched after the earlier of the two is all that can differ.
      const paths = from < to ? then : later;
      return differences(new Map([...paths.keys()].map((path) => [path, valueAt(then, path)])), (path) => valueAt(later, path));
    },
    history: () => {
      const held: HeldState[] = [];
      let last = -1;
      for (const [captureId, state] of states) {
        if (state === last) continue;
        // A step in what is not served alone is no other state to whoever reads.
        const keys = last < 0 ? undefined : touchedBetween(last, state);
        last = state;
        if (keys !== undefined && keys.length === 0) continue;
        held.push({ captureId, changed: keys });
      }
      return held.reverse();
    },
    changedAmong: (captureId, names) => {
      const state = states.get(captureId);
      if (state === undefined || !latest) return undefined;
      const { state: now, overflow } = latest;
      const objectsThen = valuesAt(state, 'objects');
      const overflowThen = valuesAt(state, 'overflow');
      // A key may have crossed the budget's line between the two maps: it is the same key.
      const changed = (key: string): boolean => {
        const inObjects = objectsThen.has(key) ? objectsThen.get(key) : read(now.objects, key);
        const inOverflow = overflowThen.has(key) ? overflowThen.get(key) : read(overflow, key);
        const then = inObjects === undefined ? inOverflow : inObjects;
        const after = read(now.objects, key);
        return then !== (after === undefined ? read(overflow, key) : after);
      };
      const touchedKeys = new Set([...objectsThen.keys(), ...overflowThen.keys()]);
      return [...touchedKeys].filter((key) => names.some((name) => isBelow(key, name) || isBelow(name, key)) && changed(key));
    },
    subscribe: (listener) => {
      if (closedFor !== undefined) listener.closed(closedFor);
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: (reason) => {
      if (closedFor !== undefined) return;
      closedFor = reason;
      latest = undefined;
      room.used -= bytes;
      room.histories--;
      bytes = 0;
      steps = [];
      states.clear();
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener.closed(reason);
    },
  };
};
