import { isBelow, type Primitive, SubstrateError, type SubstrateState } from '@substrate/core';
import type { Application } from './applications.js';
import { answer, answerJson, type Call, header } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { withDeadline } from './deadline.js';
import type { Door } from './door.js';
import { pathPid, readQuery } from './input.js';
import { findReady, findTracked } from './lookup.js';
import type { Handler } from './reads.js';

/**
 * `GET /state`. A whole read sends the bytes that were made when the snapshot was stored. A read of a part looks beyond the budget
 * of `objects` too, so that no labelled key is out of reach.
 */

export interface StateOptions {
  readonly door: Door;
  readonly requestTimeoutMs: number;
}

const under = (key: string, prefix: string): boolean =>
  prefix === '' || prefix.endsWith('.') || prefix.endsWith('[') ? key.startsWith(prefix) : isBelow(key, prefix);

const part = ({ state, overflow }: StoredSnapshot, prefixes: readonly string[], keys: readonly string[]): SubstrateState => {
  const wanted = new Set(keys);
  const objects: Record<string, Primitive> = Object.create(null);
  let count = 0;
  for (const source of [state.objects, overflow]) {
    for (const key of Object.keys(source)) {
      if (!wanted.has(key) && !prefixes.some((prefix) => under(key, prefix))) continue;
      objects[key] = source[key] as Primitive;
      count++;
    }
  }
  return { ...state, objects, probe_metadata: { ...state.probe_metadata, filtered_object_count: count } };
};

/** Weak comparison: the tags are the same but for the `W/`. */
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));

const whole = (call: Call, snapshot: StoredSnapshot): Response => {
  const asked = header(call.context, 'if-none-match');
  const headers = { etag: snapshot.etag };
  if (asked !== undefined && matches(asked, snapshot.etag)) return answer(call, 304, null, headers);
  return answer(call, 200, snapshot.bytes, headers);
};

export const createStateRead = ({ door, requestTimeoutMs }: StateOptions): Handler => {
  const refresh = (call: Call, application: Application): Promise<StoredSnapshot> => {
    const heap = application.freshNeedsHeap();
    if (heap) door.take(call, 'snapshot');
    const late = (): SubstrateError =>
      new SubstrateError(
        'probe_timeout',
        `The fresh probe cycle took longer than ${requestTimeoutMs} ms: retry with fresh=false.`,
      );
    return withDeadline(requestTimeoutMs, late, call.context.req.raw.signal, ({ signal }) => application.fresh(signal, { heap }));
  };

  return (call, route) => {
    const { applications } = call;
    const pid = pathPid(call);
    const query = readQuery(call, route);
    const application = findTracked(applications, pid);
    const cached = findReady(application);
    const { prefix = [], keys = [], fresh } = query;
    const send = (snapshot: StoredSnapshot): Response =>
      query.prefix || query.keys ? answerJson(call, part(snapshot, prefix, keys)) : whole(call, snapshot);
    return fresh?.[0] === 'true' ? refresh(call, application).then(send) : send(cached);
  };
};
