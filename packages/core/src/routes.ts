import type * as v from 'valibot';
import type { ErrorCode } from './errors.js';
import {
  actionRequestSchema,
  actionResponseSchema,
  appsResponseSchema,
  costsResponseSchema,
  diffResponseSchema,
  healthSchema,
  learnRequestSchema,
  learnResponseSchema,
  type Scope,
  schemaResponseSchema,
  searchKinds,
  searchResponseSchema,
  stateParts,
  stateResponseSchema,
  ticketRequestSchema,
  ticketResponseSchema,
  timelineResponseSchema,
  verifyRequestSchema,
  verifyResponseSchema,
  whyResponseSchema,
} from './wire.js';

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'boolean' | 'integer';
  readonly required?: boolean;
  readonly repeatable?: boolean;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** The value is a comma list of choices. */
  readonly list?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** One endpoint of the service. */
export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** `query`: the key may also come as the query parameter `key`. */
  readonly key: 'none' | 'header' | 'query';
  /** What the key must be allowed to do; null where no key is needed. */
  readonly scope: Scope | 'all' | null;
  /** The bucket a request takes a token of. */
  readonly bucket: 'read' | 'write' | null;
  readonly query: readonly QueryParameter[];
  readonly request?: v.GenericSchema;
  readonly response?: v.GenericSchema;
  /** Of a response that is no JSON. */
  readonly media?: string;
  /** Failures of its own, beside those every route has. */
  readonly errors: readonly ErrorCode[];
}

const prefix = '/substrate/v1';

const prefixParameter = {
  name: 'prefix',
  type: 'string',
  repeatable: true,
  description: 'This key and the keys below it. A prefix that ends in a dot or bracket, or is empty, is matched as text.',
} as const satisfies QueryParameter;
const keysParameter = {
  name: 'keys',
  type: 'string',
  repeatable: true,
  description: 'Exactly this key. With prefix: the union.',
} as const satisfies QueryParameter;

/** Every endpoint by pid or without one, in the order of the specification. The server binds its handlers to this list; the OpenAPI document is made of it. */
const byPid = [
  {
    id: 'health',
    method: 'GET',
    path: '/health',
    summary: 'Whether the daemon is alive.',
    key: 'none',
    scope: null,
    bucket: null,
    query: [],
    response: healthSchema,
    errors: [],
  },
  {
    id: 'keyed_health',
    method: 'GET',
    path: `${prefix}/health`,
    summary: 'Whether the daemon is alive and the key is valid.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    response: healthSchema,
    errors: [],
  },
  {
    id: 'openapi',
    method: 'GET',
    path: `${prefix}/openapi.json`,
    summary: 'This document.',
    key: 'none',
    scope: null,
    bucket: null,
    query: [],
    errors: [],
  },
  {
    id: 'apps',
    method: 'GET',
    path: `${prefix}/apps`,
    summary: 'The tracked applications. Never triggers a probe.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    response: appsResponseSchema,
    errors: [],
  },
  {
    id: 'state',
    method: 'GET',
    path: `${prefix}/state/{pid}`,
    summary: 'The state of an application: the cached snapshot, or with fresh=true that of a new probe cycle.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [
      { name: 'fresh', type: 'boolean', description: 'Run a new probe cycle first. Default false.' },
      prefixParameter,
      keysParameter,
      {
        name: 'include',
        type: 'string',
        list: true,
        choices: stateParts,
        description: 'Only these parts beside the fields that identify the state, as a comma list. Default all.',
      },
      { name: 'from', type: 'integer', description: 'The first element to return of the list that prefix names.' },
      {
        name: 'limit',
        type: 'integer',
        minimum: 1,
        description: 'The first so many keys, in the order served: that of worth. With from: so many elements, default 100.',
      },
      {
        name: 'max_bytes',
        type: 'integer',
        minimum: 1,
        description: 'The first keys whose map fits, as JSON; with outline=true the size of the outline, default 4096.',
      },
      {
        name: 'outline',
        type: 'boolean',
        description: 'In place of objects the tree of their keys, folded to branches until it fits. Default false.',
      },
    ],
    response: stateResponseSchema,
    errors: ['invalid_pid', 'not_found', 'probe_not_ready', 'probe_failed', 'probe_timeout'],
  },
  {
    id: 'schema',
    method: 'GET',
    path: `${prefix}/schema/{pid}`,
    summary: 'The actions of an application.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    response: schemaResponseSchema,
    errors: ['invalid_pid', 'not_found', 'probe_not_ready'],
  },
  {
    id: 'search',
    method: 'GET',
    path: `${prefix}/search/{pid}`,
    summary: 'Finds keys by the words of their names and values, or actions, over everything that was read.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [
      { name: 'q', type: 'string', required: true, description: 'Words, in any order and any spelling style.' },
      { name: 'kind', type: 'string', choices: searchKinds, description: 'What to look for. Default keys.' },
      { name: 'limit', type: 'integer', minimum: 1, maximum: 1000, description: 'Results at most, best first. Default 20.' },
    ],
    response: searchResponseSchema,
    errors: ['invalid_pid', 'not_found', 'probe_not_ready'],
  },
  {
    id: 'action',
    method: 'POST',
    path: `${prefix}/action`,
    summary: 'Runs an action of an application behind the safety gates, and verifies its effect.',
    key: 'header',
    scope: 'act',
    bucket: 'write',
    query: [],
    request: actionRequestSchema,
    response: actionResponseSchema,
    errors: [
      'verify_expression_too_large',
      'dangerous_action_unverified',
      'pid_not_found',
      'probe_not_ready',
      'probe_failed',
      'unknown_action',
      'invalid_parameters',
      'missing_verify_expression',
      'invalid_expression',
      'confidence_too_low',
      'stale_capture',
      'capture_not_found',
      'idempotency_conflict',
      'verification_failed',
      'action_failed',
      'action_timeout',
    ],
  },
  {
    id: 'watch',
    method: 'GET',
    path: `${prefix}/watch/{pid}`,
    summary: 'A WebSocket that sends one newline-terminated StateChangeNotification for each probe cycle that changed a key.',
    key: 'query',
    scope: 'read',
    bucket: null,
    query: [
      { name: 'key', type: 'string', description: 'The API key, where the header X-Substrate-Key cannot be sent.' },
      prefixParameter,
      keysParameter,
      { name: 'values', type: 'boolean', description: 'Messages have what the changed keys hold now. Default false.' },
      { name: 'snapshot', type: 'boolean', description: 'The first message has all keys and values. Default false.' },
    ],
    errors: ['upgrade_required', 'invalid_pid', 'not_found'],
  },
  {
    id: 'diff',
    method: 'GET',
    path: `${prefix}/diff/{pid}`,
    summary: 'What changed between an earlier capture and the latest, or another.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [
      { name: 'since', type: 'string', required: true, description: 'The capture_id of an earlier state or notification.' },
      { name: 'until', type: 'string', description: 'The capture_id to compare with. Default the latest.' },
    ],
    response: diffResponseSchema,
    errors: ['invalid_pid', 'missing_since', 'not_found', 'probe_not_ready', 'capture_pid_mismatch', 'capture_not_found'],
  },
  {
    id: 'timeline',
    method: 'GET',
    path: `${prefix}/timeline/{pid}`,
    summary: 'The captures of an application that are still held, and what was done in it by which key; newest first.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    response: timelineResponseSchema,
    errors: ['invalid_pid', 'not_found'],
  },
  {
    id: 'why',
    method: 'GET',
    path: `${prefix}/why/{pid}`,
    summary: 'Why a key is called what it is, and why it is served where it is, or is not.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [{ name: 'key', type: 'string', required: true, description: 'A key that was read, served or not.' }],
    response: whyResponseSchema,
    errors: ['invalid_pid', 'not_found', 'probe_not_ready', 'probe_failed'],
  },
  {
    id: 'costs',
    method: 'GET',
    path: `${prefix}/costs`,
    summary: 'What reading each application costs.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    response: costsResponseSchema,
    errors: [],
  },
  {
    id: 'verify',
    method: 'POST',
    path: `${prefix}/verify`,
    summary: 'Evaluates an expression over the state until it is true or the time is over.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    request: verifyRequestSchema,
    response: verifyResponseSchema,
    errors: ['verify_expression_too_large', 'pid_not_found', 'probe_not_ready', 'probe_failed', 'invalid_expression'],
  },
  {
    id: 'learn',
    method: 'POST',
    path: `${prefix}/learn/{pid}`,
    summary: 'Submits corrections of labels, types or actions.',
    key: 'header',
    scope: 'learn',
    bucket: 'write',
    query: [],
    request: learnRequestSchema,
    response: learnResponseSchema,
    errors: ['invalid_pid', 'not_found', 'probe_not_ready', 'capture_pid_mismatch', 'capture_not_found'],
  },
  {
    id: 'ticket',
    method: 'POST',
    path: `${prefix}/ticket`,
    summary:
      'A ticket for one visit of GET /?ticket=…, which signs a browser in. Good once, for 60 seconds. Needs a key with all scopes.',
    key: 'header',
    scope: 'all',
    bucket: 'write',
    query: [],
    request: ticketRequestSchema,
    response: ticketResponseSchema,
    errors: [],
  },
  {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Counts and times of the daemon itself, as Prometheus text. No application data.',
    key: 'header',
    scope: 'read',
    bucket: 'read',
    query: [],
    media: 'text/plain; version=0.0.4; charset=utf-8',
    errors: [],
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof byPid)[number]['id'];

/** The same endpoint by the application's name. */
const byName = (route: BoundRoute): BoundRoute[] => {
  const [, name] = /^\/substrate\/v1\/([a-z]+)\/\{pid\}$/.exec(route.path) ?? [];
  if (name === undefined) return [];
  const errors = route.errors.filter((code) => code !== 'invalid_pid');
  return [{ ...route, path: `${prefix}/apps/{app_id}/${name}`, errors }];
};

/** A route and whose handler answers it. */
export type BoundRoute = Route & { readonly id: RouteId };

/** Every endpoint: in the order of the specification, then those that take the name of an application in place of its pid. */
export const routes: readonly BoundRoute[] = [...byPid, ...byPid.flatMap(byName)];
