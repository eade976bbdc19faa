import type {
  ActionMatch,
  ActionRequest,
  ActionResponse,
  AppsResponse,
  CostsResponse,
  DiffResponse,
  Health,
  KeyMatch,
  LearnRequest,
  LearnResponse,
  OutlineEntry,
  SchemaResponse,
  SearchKind,
  SearchResponse,
  StatePart,
  SubstrateState,
  TicketResponse,
  TimelineResponse,
  VerifyRequest,
  VerifyResponse,
  WhyResponse,
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

/** What part of a state is meant. */
export interface PartOptions extends CallOptions {
  /** Runs a probe cycle first. */
  readonly fresh?: boolean;
  /** Only keys below one of these. */
  readonly prefix?: string | readonly string[];
  /** Only these keys. */
  readonly keys?: readonly string[];
  /** The first so many keys, in the order of worth. */
  readonly limit?: number;
}

export interface StateOptions<Part extends StatePart = StatePart> extends PartOptions {
  /** Only these parts of the state; all unless given. */
  readonly include?: readonly Part[];
  /** The first keys whose map fits, as JSON. */
  readonly maxBytes?: number;
}

/** The fields of a state that name it, and the parts that were asked for. */
export type StateWith<Part extends StatePart> = Omit<SubstrateState, 'objects' | 'actions' | 'context' | 'probe_metadata'> &
  Pick<SubstrateState, Part extends 'metadata' ? 'probe_metadata' : Exclude<Part, 'metadata'>>;

export interface OutlineOptions extends PartOptions {
  /** The size of the outline, as JSON; 4096 unless given. */
  readonly maxBytes?: number;
}

/** The tree of keys, and what names the state it is of. */
export type Outline = StateWith<'metadata'> & { readonly outline: readonly OutlineEntry[] };

export interface SearchOptions<Kind extends SearchKind = SearchKind> extends CallOptions {
  /** Keys unless given. */
  readonly kind?: Kind;
  /** Results at most; 20 unless given. */
  readonly limit?: number;
}

export type SearchResult<Kind extends SearchKind> = Omit<SearchResponse, 'results'> & {
  readonly results: readonly (Kind extends 'actions' ? ActionMatch : KeyMatch)[];
};

export interface DiffOptions extends CallOptions {
  /** The capture to compare with; the latest unless given. */
  readonly until?: string;
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
  state<Part extends StatePart = StatePart>(target: Target, options?: StateOptions<Part>): Promise<StateWith<Part>>;
  /** What lies where, without reading it. */
  outline(target: Target, options?: OutlineOptions): Promise<Outline>;
  /** Finds keys by the words of their names and values, or actions, over everything that was read. */
  search<Kind extends SearchKind = 'keys'>(
    target: Target,
    words: string,
    options?: SearchOptions<Kind>,
  ): Promise<SearchResult<Kind>>;
  /** The state and its tag, or undefined when it is still what the tag stands for. */
  stateIfChanged(
    target: Target,
    etag?: string,
    options?: CallOptions,
  ): Promise<{ etag: string; state: SubstrateState } | undefined>;
  schema(target: Target, options?: CallOptions): Promise<SchemaResponse>;
  /** Throws when the action did not run or was not verified: the error's `action` is then the response, where there is one. */
  action(request: ActionRequest, options?: CallOptions): Promise<ActionResponse>;
  verify(request: VerifyRequest, options?: CallOptions): Promise<VerifyResponse>;
  /** What changed since a capture: up to now, or up to another capture. */
  diff(target: Target, since: string, options?: DiffOptions): Promise<DiffResponse>;
  learn(target: Target, request: LearnRequest, options?: CallOptions): Promise<LearnResponse>;
  /** For one visit of `/?ticket=…`, which signs a browser in. Needs a key with all scopes. */
  ticket(options?: CallOptions): Promise<TicketResponse>;
  /** Why a key is called what it is and served where it is, or is not. */
  why(target: Target, key: string, options?: CallOptions): Promise<WhyResponse>;
  /** What reading each application costs. */
  costs(options?: CallOptions): Promise<CostsResponse>;
  /** The captures that are held, and what was done by whom since the daemon runs; newest first. */
  timeline(target: Target, options?: CallOptions): Promise<TimelineResponse>;
  openapi(options?: CallOptions): Promise<unknown>;
  watch(target: Target, options?: WatchOptions): AsyncGenerator<WatchEvent, void, void>;
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
    (await send({ method: 'POST', path, body, timeoutMs, signal })).body as T;

  const client: Client = {
    health: (call) => get('/health', call),
    apps: (call) => get(`${prefix}/apps`, call),
    state: (target, call = {}) => get(pathOf(target, 'state'), call, stateQuery(call)),
    outline: (target, call = {}) =>
      get(pathOf(target, 'state'), call, [...stateQuery({ ...call, include: ['objects', 'metadata'] }), ['outline', 'true']]),
    search: (target, words, call = {}) => get(pathOf(target, 'search'), call, searchQuery(words, call)),
    async stateIfChanged(target, etag, { signal } = {}) {
      const headers = etag === undefined ? {} : { 'If-None-Match': etag };
      const answer = await send({ path: pathOf(target, 'state'), headers, timeoutMs: readMs, signal });
      return answer.status === 304 ? undefined : { etag: answer.etag ?? '', state: answer.body as SubstrateState };
    },
    schema: (target, call) => get(pathOf(target, 'schema'), call),
    action: (request, call) => post(`${prefix}/action`, request, actionMs, call),
    verify: (request, call) => post(`${prefix}/verify`, request, (request.timeout_ms ?? 5000) + 15_000, call),
    diff: (target, since, call = {}) => get(pathOf(target, 'diff'), call, [['since', since], ...given('until', call.until)]),
    learn: (target, request, call) => post(pathOf(target, 'learn'), request, readMs, call),
    ticket: (call) => post(`${prefix}/ticket`, {}, readMs, call),
    why: (target, key, call) => get(pathOf(target, 'why'), call, [['key', key]]),
    costs: (call) => get(`${prefix}/costs`, call),
    timeline: (target, call) => get(pathOf(target, 'timeline'), call),
    openapi: (call) => get(`${prefix}/openapi.json`, call),
    watch: (app, watchOptions = {}) => {
      const target = { url: `${url}${pathOf(app, 'watch')}`, key, query: watchQuery(watchOptions) };
      const { prefix: below, keys } = watchOptions;
      const readState = (signal: AbortSignal | undefined) =>
        client.state(app, {
          ...(signal && { signal }),
          ...(below !== undefined && { prefix: below }),
          ...(keys !== undefined && { keys }),
        });
      return watch({ openSocket, target, readState }, watchOptions);
    },
    waitFor: (target, expression, wait) => waitFor(client, target, expression, wait),
    app: (appId, handleOptions) => createAppHandle(client, appId, handleOptions),
  };
  return client;
};

type Query = [string, string][];

/** The endpoint of an application: by its process, or by its lasting name. */
const pathOf = (target: Target, name: string): string =>
  typeof target === 'number' ? `${prefix}/${name}/${target}` : `${prefix}/apps/${encodeURIComponent(target)}/${name}`;

const given = (name: string, value: string | number | true | undefined | false): Query =>
  value === undefined || value === false ? [] : [[name, String(value)]];

const partQuery = ({ prefix: below, keys = [] }: Pick<PartOptions, 'prefix' | 'keys'>): Query => [
  ...(below === undefined ? [] : [below].flat()).map((one): [string, string] => ['prefix', one]),
  ...keys.map((one): [string, string] => ['keys', one]),
];

const stateQuery = (options: StateOptions): Query => [
  ...given('fresh', options.fresh),
  ...partQuery(options),
  ...given('include', options.include?.join(',')),
  ...given('limit', options.limit),
  ...given('max_bytes', options.maxBytes),
];

const searchQuery = (words: string, { kind, limit }: SearchOptions): Query => [
  ['q', words],
  ...given('kind', kind),
  ...given('limit', limit),
];

const watchQuery = (options: WatchOptions): Query => [
  ...partQuery(options),
  ...given('values', options.values),
  ...given('snapshot', options.snapshot),
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
