import type { SubstrateState } from '@substrate/core';
import { createAppHandle } from './app-handle.js';
import type {
  CallOptions,
  Client,
  ClientOptions,
  PartOptions,
  SearchOptions,
  StateOptions,
  Target,
  WaitOptions,
} from './client-types.js';
import { SubstrateClientError } from './errors.js';
import { type Call, createSender } from './http.js';
import { chooseSocket } from './socket.js';
import { type WatchOptions, watch } from './watch.js';

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
  ...given('from', options.from),
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
