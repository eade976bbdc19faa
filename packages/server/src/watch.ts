import { type Primitive, SubstrateError } from '@substrate/core';
import { answer, header, type WatchSocket } from './call.js';
import type { CaptureEvent, Captures, StoredSnapshot } from './captures.js';
import { pathTarget, readQuery } from './input.js';
import { findTracked } from './lookup.js';
import { objectsOf, type Part, partOf } from './part.js';
import type { Handler } from './reads.js';

/**
 * `WS /watch`. A message is the same for all watchers of everything but for its sequence and the capture before: the rest is
 * serialised once for each capture. A watcher that does not keep up loses messages and sees it by its sequence; it never holds up
 * the others.
 */

/** What a watcher wants to be told; by default that a key of `objects` changed, and which. */
export interface WatchOptions {
  /** Only changes of this part. */
  readonly part?: Part | undefined;
  /** With what the keys hold now. */
  readonly values?: boolean;
  /** The first message tells all keys and their values. */
  readonly snapshot?: boolean;
}

/** A watcher this many bytes behind misses messages. */
const maxBehind = 1024 * 1024;

interface Frame {
  readonly head: string;
  readonly tail: string;
}

const frameOf = ({ state }: StoredSnapshot, keys: readonly string[], values: string): Frame => {
  const { pid, app_id, capture_id, captured_at } = state;
  return {
    head: `${JSON.stringify({ pid, app_id, capture_id }).slice(0, -1)},"prev_capture_id":`,
    tail: `,"changed_keys":${JSON.stringify(keys)}${values},"timestamp":"${new Date(captured_at).toISOString()}"}\n`,
  };
};

/** What keys hold, and which of them are there no more, as the fields of a message. */
const valuesOf = ({ state, overflow }: StoredSnapshot, keys: readonly string[], part: Part | undefined): string => {
  const values: Record<string, Primitive> = Object.create(null);
  const removed: string[] = [];
  for (const key of keys) {
    const source = Object.hasOwn(state.objects, key) ? state.objects : part ? overflow : {};
    const there = Object.hasOwn(source, key);
    values[key] = there ? (source[key] as Primitive) : null;
    if (!there) removed.push(key);
  }
  return `,"values":${JSON.stringify(values)},"removed_keys":${JSON.stringify(removed)}`;
};

/** The changed keys that a watcher is told of. */
const keysFor = ({ changedKeys, overflowKeys }: CaptureEvent, part: Part | undefined): readonly string[] =>
  part ? [...new Set([...changedKeys, ...overflowKeys])].filter((key) => part.has(key)) : changedKeys;

const plainFrames = new WeakMap<CaptureEvent, Frame>();
const valueFrames = new WeakMap<CaptureEvent, Frame>();

/** The message of an event, shared by all who are told the same; undefined when there is nothing to tell. */
const eventFrame = (event: CaptureEvent, part: Part | undefined, values: boolean): Frame | undefined => {
  const make = (): Frame | undefined => {
    const keys = keysFor(event, part);
    return keys.length === 0 ? undefined : frameOf(event.snapshot, keys, values ? valuesOf(event.snapshot, keys, part) : '');
  };
  if (part) return make();
  const kept = values ? valueFrames : plainFrames;
  const before = kept.get(event);
  if (before) return before;
  const frame = make();
  if (frame) kept.set(event, frame);
  return frame;
};

/** Tells a socket what changes, until either side goes. */
export const watchCaptures = (
  captures: Captures,
  socket: WatchSocket,
  { part, values = false, snapshot = false }: WatchOptions = {},
): void => {
  let sequence = 0;
  let previous = 'null';
  const tell = ({ head, tail }: Frame, { state }: StoredSnapshot): void => {
    const message = `${head}${previous},"sequence":${++sequence}${tail}`;
    previous = `"${state.capture_id}"`;
    if (socket.bufferedAmount <= maxBehind) socket.send(message);
  };
  const tellAll = (now: StoredSnapshot): void => {
    const keys = Object.keys(objectsOf(now, part));
    tell(frameOf(now, keys, valuesOf(now, keys, part)), now);
  };
  // An application without a state yet is told whole when it has one.
  let owed = snapshot;
  if (owed && captures.latest) {
    owed = false;
    tellAll(captures.latest);
  }
  const changed = (event: CaptureEvent): void => {
    if (owed) {
      owed = false;
      tellAll(event.snapshot);
      return;
    }
    const frame = eventFrame(event, part, values);
    if (frame) tell(frame, event.snapshot);
  };
  const end = captures.subscribe({
    changed,
    ...(part && { changedBeyond: changed }),
    closed: (reason) => socket.close(1000, reason),
  });
  socket.onClose(end);
};

const websocketKey = /^[+/0-9A-Za-z]{22}==$/;

/** After the key: is it an upgrade, is the pid one, is it tracked. */
export const createWatch = (): Handler => {
  return (call, route) => {
    const { applications } = call;
    const { env } = call.context;
    const wanted = header(call.context, 'upgrade')?.toLowerCase() === 'websocket';
    const fits =
      websocketKey.test(header(call.context, 'sec-websocket-key') ?? '') &&
      header(call.context, 'sec-websocket-version') === '13';
    if (!wanted || !fits) throw new SubstrateError('upgrade_required');
    const target = pathTarget(call);
    const query = readQuery(call, route);
    const { captures } = findTracked(applications, target);
    if (!env.accept) throw new SubstrateError('upgrade_required');
    const options = { part: partOf(query), values: query.values?.[0] === 'true', snapshot: query.snapshot?.[0] === 'true' };
    env.accept((socket) => watchCaptures(captures, socket, options));
    return answer(call, 200, null);
  };
};
