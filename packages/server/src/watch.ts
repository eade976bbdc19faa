import { SubstrateError } from '@substrate/core';
import { answer, header, type WatchSocket } from './call.js';
import type { CaptureEvent, Captures } from './captures.js';
import { pathPid, readQuery } from './input.js';
import { findTracked } from './lookup.js';
import type { Handler } from './reads.js';

/**
 * `WS /watch`. A message is the same for all watchers but for its sequence and the capture before: the rest is serialised once for
 * each capture. A watcher that does not keep up loses messages and sees it by its sequence; it never holds up the others.
 */

/** A watcher this many bytes behind misses messages. */
const maxBehind = 1024 * 1024;

interface Frame {
  readonly head: string;
  readonly tail: string;
}

const frames = new WeakMap<CaptureEvent, Frame>();

const frameOf = (event: CaptureEvent): Frame => {
  const before = frames.get(event);
  if (before) return before;
  const { pid, app_id, capture_id, captured_at } = event.snapshot.state;
  const timestamp = new Date(captured_at).toISOString();
  const frame = {
    head: `${JSON.stringify({ pid, app_id, capture_id }).slice(0, -1)},"prev_capture_id":`,
    tail: `,"changed_keys":${JSON.stringify(event.changedKeys)},"timestamp":"${timestamp}"}\n`,
  };
  frames.set(event, frame);
  return frame;
};

/** Tells a socket what changes, until either side goes. */
export const watchCaptures = (captures: Captures, socket: WatchSocket): void => {
  let sequence = 0;
  let previous = 'null';
  const end = captures.subscribe({
    changed: (event) => {
      const { head, tail } = frameOf(event);
      const message = `${head}${previous},"sequence":${++sequence}${tail}`;
      previous = `"${event.snapshot.state.capture_id}"`;
      if (socket.bufferedAmount <= maxBehind) socket.send(message);
    },
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
    const pid = pathPid(call);
    readQuery(call, route);
    const { captures } = findTracked(applications, pid);
    if (!env.accept) throw new SubstrateError('upgrade_required');
    env.accept((socket) => watchCaptures(captures, socket));
    return answer(call, 200, null);
  };
};
