import { SubstrateError } from '@substrate/core';
import type { Application, Applications } from './applications.js';
import { answer, answerJson, type Call, header } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { withDeadline } from './deadline.js';
import type { Door } from './door.js';
import { invalidRequest, pathPid, readQuery } from './input.js';
import { findReady, findTracked } from './lookup.js';
import { reach, type Wanted } from './reach.js';
import type { Handler } from './reads.js';

/**
 * `GET /state`. A whole read sends the bytes that were made when the snapshot was stored. A read of a part looks beyond the budget
 * of `objects` too, and beyond what was captured, so that nothing is out of reach.
 */

export interface StateOptions {
  readonly door: Door;
  readonly requestTimeoutMs: number;
}

/** Of the time of a request, what may be spent on reading; what was not read by then is said. */
const reachShare = 0.5;

/** Elements of a list that are sent when no number is given. */
const pageSize = 100;

/** `from` and `limit` page through one list. */
const wantedOf = (query: Readonly<Record<string, readonly string[]>>): Wanted => {
  const { prefix: prefixes = [], keys = [], from: [first] = [], limit: [most] = [] } = query;
  if (first === undefined) return { prefixes, keys };
  if (prefixes.length !== 1 || keys.length > 0)
    throw invalidRequest([{ path: 'from', message: 'Pages go through one list: give one prefix, and no keys.' }]);
  const from = Number(first);
  return { prefixes, keys, page: { from, to: from + (most === undefined ? pageSize : Number(most)) } };
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
    const wanted = wantedOf(query);
    const send = (snapshot: StoredSnapshot): Response | Promise<Response> => {
      if (!query.prefix && !query.keys) return whole(call, snapshot);
      const { signal } = call.context.req.raw;
      const part = reach(application, snapshot, wanted, requestTimeoutMs * reachShare, signal);
      return 'then' in part ? part.then((state) => answerJson(call, state)) : answerJson(call, part);
    };
    return query.fresh?.[0] === 'true' ? refresh(call, application).then(send) : send(cached);
  };
};
