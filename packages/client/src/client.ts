import type {
  ActionRequest,
  ActionResponse,
  AppsResponse,
  DiffResponse,
  Health,
  LearnRequest,
  LearnResponse,
  SchemaResponse,
  SubstrateState,
  TicketResponse,
  VerifyRequest,
  VerifyResponse,
} from '@substrate/core';
import { type AppHandle, type AppHandleOptions, createAppHandle } from './app-handle.js';
import { SubstrateClientError } from './errors.js';
import { type Call, createSender, type RetryOptions } from './http.js';
import { chooseSocket, type WebSocketConstructor } from './socket.js';
import { type WatchEvent, type WatchOptions, watch } from './watch.js';

export interface ClientOptions {
  /** Where the daemon listens. */
  readonly url?: string;
  readonly key?: string;
  /** Whether and how a request is sent again that the service put off with 429 or 503 `overloaded`. */
  readonly retry?: RetryOptions | false;
  readonly fetch?: typeof globalThis.fetch;
  readonly WebSocket?: WebSocketConstructor;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface StateOptions extends CallOptions {
  /** Runs a probe cycle first. */
  readonly fresh?: boolean;
  /** Only keys below one of these. */
  readonly prefix?: string | readonly string[];
  /** Only these keys. */
  readonly keys?: readonly string[];
}

export interface WaitOptions extends CallOptions {
  /** How long to wait in all. */
  readonly timeoutMs?: number;
}

/** A running application: by its process, or by its lasting name. */
export type Target = number | string;

export interface Client {
  health(options?: CallOptions): Promise<Health>;
  apps(options?: CallOptions): Promise<AppsResponse>;
  state(pid: number, options?: StateOptions): Promise<SubstrateState>;
  /** The state and its tag, or undefined when it is still what the tag stands for. */
  stateIfChanged(pid: number, etag?: string, options?: CallOptions): Promise<{ etag: string; state: SubstrateState } | undefined>;
  schema(pid: number, options?: CallOptions): Promise<SchemaResponse>;
  /** Throws when the action did not run or was not verified: the error's `action` is then the response, where there is one. */
  action(request: ActionRequest, options?: CallOptions): Promise<ActionResponse>;
  verify(request: VerifyRequest, options?: CallOptions): Promise<VerifyResponse>;
  diff(pid: number, since: string, options?: CallOptions): Promise<DiffResponse>;
  learn(pid: number, request: LearnRequest, options?: CallOptions): Promise<LearnResponse>;
  /** For one visit of `/?ticket=…`, which signs a browser in. Needs a key with all scopes. */
  ticket(options?: CallOptions): Promise<TicketResponse>;
  openapi(options?: CallOptions): Promise<unknown>;
  watch(pid: number, options?: WatchOptions): AsyncGenerator<WatchEvent, void, void>;
  /** Waits until the expression is true. Throws `wait_timeout` when it is not in time. */
  waitFor(target: Target, expression: string, options?: WaitOptions): Promise<VerifyResponse>;
  /** The application of that name, whichever process it is just now. */
  app(appId: string, options?: AppHandleOptions): AppHandle;
}

const prefix = '/substrate/v1';
/** A little more than the service's own limits, so that its answer comes first. */
const readMs = 40_000;
const actionMs = 135_000;

export const createClient = (options: ClientOptions = {}): Client => {
  const { key, retry = {}, fetch = globalThis.fetch } = options;
  const url = (options.url ?? 'http://127.0.0.1:7842').replace(/\/+$/, '');
  const send = createSender({ url, key, fetch: (...args) => fetch(...args), retry });
  const openSocket = chooseSocket(options.WebSocket);

  const get = async <T>(path: string, { signal }: CallOptions = {}, query: Call['query'] = []): Promise<T> =>
    (await send({ path, query, timeoutMs: readMs, signal })).body as T;
  const post = async <T>(path: string, body: unknown, timeoutMs: number, { signal }: CallOptions = {}): Promise<T> =>
    (await send({ method: 'POST', path: prefix + path, body, timeoutMs, signal })).body as T;

  const client: Client = {
    health: (call) => get('/health', call),
    apps: (call) => get(`${prefix}/apps`, call),
    state: (pid, call = {}) => get(`${prefix}/state/${pid}`, call, stateQuery(call)),
    async stateIfChanged(pid, etag, { signal } = {}) {
      const headers = etag === undefined ? {} : { 'If-None-Match': etag };
      const answer = await send({ path: `${prefix}/state/${pid}`, headers, timeoutMs: readMs, signal });
      return answer.status === 304 ? undefined : { etag: answer.etag ?? '', state: answer.body as SubstrateState };
    },
    schema: (pid, call) => get(`${prefix}/schema/${pid}`, call),
    action: (request, call) => post('/action', request, actionMs, call),
    verify: (request, call) => post('/verify', request, (request.timeout_ms ?? 5000) + 15_000, call),
    diff: (pid, since, call) => get(`${prefix}/diff/${pid}`, call, [['since', since]]),
    learn: (pid, request, call) => post(`/learn/${pid}`, request, readMs, call),
    ticket: (call) => post('/ticket', {}, readMs, call),
    openapi: (call) => get(`${prefix}/openapi.json`, call),
    watch: (pid, watchOptions) => {
      const target = { url: `${url}${prefix}/watch/${pid}`, key };
      const readState = (signal: AbortSignal | undefined) => client.state(pid, signal ? { signal } : {});
      return watch({ openSocket, target, readState }, watchOptions);
    },
    waitFor: (target, expression, wait) => waitFor(client, target, expression, wait),
    app: (appId, handleOptions) => createAppHandle(client, appId, handleOptions),
  };
  return client;
};

const stateQuery = ({ fresh, prefix: below, keys = [] }: StateOptions): [string, string][] => [
  ...(fresh ? [['fresh', 'true'] as [string, string]] : []),
  ...(below === undefined ? [] : [below].flat()).map((one): [string, string] => ['prefix', one]),
  ...keys.map((one): [string, string] => ['keys', one]),
];

/** One request of the service waits for 30 seconds at most; a longer wait is several. */
const waitFor = async (client: Client, target: Target, expression: string, { timeoutMs = 30_000, signal }: WaitOptions = {}) => {
  const until = performance.now() + timeoutMs;
  const named = typeof target === 'number' ? { pid: target } : { app_id: target };
  for (;;) {
    const left = Math.min(30_000, Math.max(100, Math.ceil(until - performance.now())));
    const outcome = await client.verify({ ...named, expression, timeout_ms: left }, signal ? { signal } : {});
    if (outcome.passed) return outcome;
    if (performance.now() >= until) {
      throw new SubstrateClientError('wait_timeout', `Not true within ${timeoutMs} ms: ${expression} (${outcome.explanation})`, {
        body: outcome,
      });
    }
  }
};
