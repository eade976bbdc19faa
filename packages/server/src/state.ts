import { type NarrowState, type StatePart, SubstrateError } from '@substrate/core';
import type { Application, Applications } from './applications.js';
import { answer, answerJson, type Call, header } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { withDeadline } from './deadline.js';
import type { Door } from './door.js';
import { pathTarget, readQuery } from './input.js';
import { findReady, findTracked } from './lookup.js';
import { outlineOf } from './outline.js';
import { firstOf, objectsOf, type Part, partOf } from './part.js';
import type { Handler } from './reads.js';

/**
 * `GET /state`. A whole read sends the bytes that were made when the snapshot was stored. A read of a part looks beyond the budget
 * of `objects` too, so that no labelled key is out of reach.
 */

export interface StateOptions {
  readonly applications: Applications;
  readonly door: Door;
  readonly requestTimeoutMs: number;
}

/** Less than everything, as the query asks for it. */
interface Narrowing {
  readonly part: Part | undefined;
  readonly include: ReadonlySet<StatePart> | undefined;
  readonly limit: number;
  readonly maxBytes: number | undefined;
  readonly outline: boolean;
}

const outlineBytes = 4096;

/** Undefined when everything is asked for. */
const narrowingOf = (query: Readonly<Record<string, readonly string[]>>): Narrowing | undefined => {
  const { include, limit, max_bytes, outline } = query;
  const part = partOf(query);
  const outlined = outline?.[0] === 'true';
  if (!part && !include && !limit && !max_bytes && !outlined) return undefined;
  return {
    part,
    include: include && new Set(include[0]?.split(',') as StatePart[]),
    limit: limit ? Number(limit[0]) : Number.POSITIVE_INFINITY,
    maxBytes: max_bytes && Number(max_bytes[0]),
    outline: outlined,
  };
};

const narrow = (snapshot: StoredSnapshot, { part, include, limit, maxBytes, outline }: Narrowing): NarrowState => {
  const { context, objects: _objects, actions, probe_metadata, ...head } = snapshot.state;
  const has = (name: StatePart): boolean => !include || include.has(name);
  const objects = firstOf(
    objectsOf(snapshot, part),
    limit,
    outline ? Number.POSITIVE_INFINITY : (maxBytes ?? Number.POSITIVE_INFINITY),
  );
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

const whole = (call: Call, snapshot: StoredSnapshot): Response => {
  const asked = header(call.context, 'if-none-match');
  const headers = { etag: snapshot.etag };
  if (asked !== undefined && matches(asked, snapshot.etag)) return answer(call, 304, null, headers);
  return answer(call, 200, snapshot.bytes, headers);
};

export const createStateRead = ({ applications, door, requestTimeoutMs }: StateOptions): Handler => {
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
    const application = findTracked(applications, target);
    const cached = findReady(application);
    const narrowing = narrowingOf(query);
    const send = (snapshot: StoredSnapshot): Response =>
      narrowing ? answerJson(call, narrow(snapshot, narrowing)) : whole(call, snapshot);
    return query.fresh?.[0] === 'true' ? refresh(call, application).then(send) : send(cached);
  };
};
