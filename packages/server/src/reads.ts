import type { AppsResponse, CostsResponse, DiffResponse, Health, SchemaResponse, WhyResponse } from '@substrate/core';
import { SubstrateError } from '@substrate/core';
import { openApiDocument, type Route } from '@substrate/core/openapi';
import { type Applications, costWindowSecs } from './applications.js';
import { type Answer, answer, answerJson, type Call } from './call.js';
import { requestTimeout, withDeadline } from './deadline.js';
import { invalidRequest, pathTarget, readQuery } from './input.js';
import { checkCapture, findReady, findTracked } from './lookup.js';

/** The endpoints that only look at what is known already. */

export type Handler = (call: Call, route: Route) => Answer | Promise<Answer>;

export interface ReadsOptions {
  /** Of all callers: what a request may see of them is in its call. */
  readonly applications: Pick<Applications, 'size'>;
  readonly version: string;
  readonly authEnabled: boolean;
  readonly requestTimeoutMs: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const createReads = ({ applications, version, authEnabled, requestTimeoutMs }: ReadsOptions) => {
  const startedAt = performance.now();
  let openapi: Uint8Array<ArrayBuffer> | undefined;

  const health: Handler = (call) => {
    const body: Health = {
      status: 'ok',
      version,
      uptime_secs: Math.floor((performance.now() - startedAt) / 1000),
      tracked_processes: applications.size,
      auth_enabled: authEnabled,
    };
    return answerJson(call, body);
  };

  return {
    health,

    keyed_health: (call, route) => {
      readQuery(call, route);
      return health(call, route);
    },

    openapi: (call, route) => {
      readQuery(call, route);
      // Made when it is first asked for: it would be half of what a start costs.
      openapi ??= Buffer.from(JSON.stringify(openApiDocument()));
      return answer(call, 200, openapi);
    },

    apps: (call, route) => {
      readQuery(call, route);
      const apps = call.applications.list();
      const body: AppsResponse = { total: apps.length, apps: [...apps] };
      return answerJson(call, body);
    },

    schema: (call, route) => {
      const target = pathTarget(call);
      readQuery(call, route);
      const { state } = findReady(findTracked(call.applications, target));
      const { app_id, app_name, schema_version, actions } = state;
      const body: SchemaResponse = { pid: state.pid, app_id, app_name, schema_version, actions };
      return answerJson(call, body);
    },

    diff: (call, route) => {
      const target = pathTarget(call);
      const { since: [since] = [], until: [until] = [] } = readQuery(call, route);
      if (since === undefined || !uuid.test(since)) throw new SubstrateError('missing_since');
      if (until !== undefined && !uuid.test(until)) throw invalidRequest([{ path: 'until', message: 'Give a capture_id.' }]);
      const { applications } = call;
      const application = findTracked(applications, target);
      const { state } = findReady(application);
      const [from, to] = [since.toLowerCase(), until?.toLowerCase()];
      checkCapture(applications, application, from);
      if (to !== undefined) checkCapture(applications, application, to);
      const { captures } = application;
      const changes = to === undefined ? captures.since(from) : captures.between(from, to);
      if (!changes) throw new SubstrateError('capture_not_found');
      const body: DiffResponse = {
        pid: state.pid,
        app_id: state.app_id,
        capture_id: to ?? state.capture_id,
        prev_capture_id: from,
        ...changes,
      };
      return answerJson(call, body);
    },

    why: async (call, route) => {
      const target = pathTarget(call);
      const key = readQuery(call, route).key?.[0];
      if (!key) throw invalidRequest([{ path: 'key', message: 'Give a key.' }]);
      const application = findTracked(call.applications, target);
      const { state } = findReady(application);
      const reasons = await withDeadline(
        requestTimeoutMs,
        requestTimeout(requestTimeoutMs),
        call.context.req.raw.signal,
        ({ signal }) => application.why(key, signal),
      );
      if (!reasons) throw invalidRequest([{ path: 'key', message: `No key "${key}" was read.` }]);
      const { pid, app_id, capture_id } = state;
      const body: WhyResponse = { pid, app_id, capture_id, key, ...reasons };
      return answerJson(call, body);
    },

    costs: (call, route) => {
      readQuery(call, route);
      const told = call.applications.listed().flatMap((application) => {
        const cost = application.cost?.();
        return cost ? [{ pid: application.pid, app_id: application.appId, ...cost }] : [];
      });
      const body: CostsResponse = { window_secs: costWindowSecs, apps: told };
      return answerJson(call, body);
    },
  } satisfies Record<string, Handler>;
};
