import { type NarrowState, type StatePart, SubstrateError, type SubstrateState } from '@substrate/core';
import type { Application } from './applications.js';
import { type Answer, answer, answerJson, type Call, header } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { withDeadline } from './deadline.js';
import type { Door } from './door.js';
import { invalidRequest, pathTarget, readQuery } from './input.js';
import { findReady, findTracked } from './lookup.js';
import { outlineOf } from './outline.js';
import { firstOf } from './part.js';
import { reach, type Wanted } from './reach.js';
import type { Handler } from './reads.js';

/**
 * `GET /state`. A whole read sends the bytes that were made when the snapshot was stored. A read of a part looks beyond the budget
 * of `objects` too, and reads from the application what no capture told: nothing is out of reach.
 */

export interface StateOptions {
  readonly door: Door;
  readonly requestTimeoutMs: number;
}

/** Less than everything, as the query asks for it. */
interface Narrowing {
  /** Undefined when no key was named. */
  readonly wanted: Wanted | undefined;
  readonly include: ReadonlySet<StatePart> | undefined;
  readonly limit: number;
  readonly maxBytes: number | undefined;
  readonly outline: boolean;
}

type Query = Readonly<Record<string, readonly string[]>>;

const outlineBytes = 4096;

/** Of the time of a request, what may be spent on reading; what was not read by then is said. */
const reachShare = 0.5;

/** Elements of a list that are sent when no number is given. */
const pageSize = 100;

/** `from` and `limit` page through one list. */
const wantedOf = ({ prefix: prefixes = [], keys = [], from, limit }: Query): Wanted | undefined => {
  const first = from?.[0];
  const most = limit?.[0];
  if (first !== undefined) {
    if (prefixes.length !== 1 || keys.length > 0)
      throw invalidRequest([{ path: 'from', message: 'Pages go through one list: give one prefix, and no keys.' }]);
    const from = Number(first);
    return { prefixes, keys, page: { from, to: from + (most === undefined ? pageSize : Number(most)) } };
  }
  return prefixes.length + keys.length > 0 ? { prefixes, keys } : undefined;
};

/** Undefined when everything is asked for. */
const narrowingOf = (query: Query): Narrowing | undefined => {
  const { include, limit, max_bytes, outline } = query;
  const wanted = wantedOf(query);
  const outlined = outline?.[0] === 'true';
  if (!wanted && !include && !limit && !max_bytes && !outlined) return undefined;
  return {
    wanted,
    include: include && new Set(include[0]?.split(',') as StatePart[]),
    limit: limit && !wanted?.page ? Number(limit[0]) : Number.POSITIVE_INFINITY,
    maxBytes: max_bytes && Number(max_bytes[0]),
    outline: outlined,
  };
};

const narrow = (state: SubstrateState, { include, limit, maxBytes, outline }: Narrowing): NarrowState => {
  const { context, actions, probe_metadata, ...rest } = state;
  const { objects: part, ...head } = rest;
  const has = (name: StatePart): boolean => !include || include.has(name);
  const objects = firstOf(part, limit, outline ? Number.POSITIVE_INFINITY : (maxBytes ?? Number.POSITIVE_INFINITY));
  return {
    ...head,
    ...(has('context') && { context }),
    ...(has('objects') && (outline ? { outline: outlineOf(objects, maxBytes ?? outlineBytes) } : { objects })),
    ...(has('actions') && { actions }),
    ...(has('metadata') && {
      probe_metadata: { ...probe_metadata, filtered_object_count: Object.keys(objects).length },
    }),
  };
};

/** Weak comparison: the tags are the same but for the `W/`. */
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));

const whole = (call: Call, snapshot: StoredSnapshot): Answer => {
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
    const target = pathTarget(call);
    const query = readQuery(call, route);
    const application = findTracked(call.applications, target);
    const cached = findReady(application);
    const narrowing = narrowingOf(query);
    const send = (snapshot: StoredSnapshot): Answer | Promise<Answer> => {
      if (!narrowing) return whole(call, snapshot);
      const { wanted } = narrowing;
      if (!wanted) return answerJson(call, narrow(snapshot.state, narrowing));
      const part = reach(application, snapshot, wanted, requestTimeoutMs * reachShare, call.context.req.raw.signal);
      return 'then' in part
        ? part.then((state) => answerJson(call, narrow(state, narrowing)))
        : answerJson(call, narrow(part, narrowing));
    };
    return query.fresh?.[0] === 'true' ? refresh(call, application).then(send) : send(cached);
  };
};
