import type { AppsResponse, DiffResponse, Health, SchemaResponse } from '@substrate/core';
import { SubstrateError } from '@substrate/core';
import { openApiDocument, type Route } from '@substrate/core/openapi';
import type { Applications } from './applications.js';
import { answer, answerJson, type Call } from './call.js';
import { pathTarget, readQuery } from './input.js';
import { checkCapture, findReady, findTracked } from './lookup.js';

/** The endpoints that only look at what is in memory. */

export type Handler = (call: Call, route: Route) => Response | Promise<Response>;

export interface ReadsOptions {
  /** Of all callers: what a request may see of them is in its call. */
  readonly applications: Pick<Applications, 'size'>;
  readonly version: string;
  readonly authEnabled: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const createReads = ({ applications, version, authEnabled }: ReadsOptions) => {
  const startedAt = performance.now();
  const openapi = new TextEncoder().encode(JSON.stringify(openApiDocument()));

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
      const since = readQuery(call, route).since?.[0]?.toLowerCase();
      if (since === undefined || !uuid.test(since)) throw new SubstrateError('missing_since');
      const { applications } = call;
      const application = findTracked(applications, target);
      const { state } = findReady(application);
      checkCapture(applications, application, since);
      const changes = application.captures.since(since);
      if (!changes) throw new SubstrateError('capture_not_found');
      const body: DiffResponse = {
        pid: state.pid,
        app_id: state.app_id,
        capture_id: state.capture_id,
        prev_capture_id: since,
        ...changes,
      };
      return answerJson(call, body);
    },
  } satisfies Record<string, Handler>;
};
