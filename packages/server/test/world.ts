import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createGuessLimiter,
  createKeyRing,
  createRateLimiter,
  generateKey,
  type NewKeyOptions,
  type RateLimiterOptions,
  setKeyEnabled,
} from '@substrate/auth';
import { type ErrorBody, errorBodySchema } from '@substrate/core';
import {
  type App,
  type Audit,
  type AuditRecord,
  createApp,
  type McpMount,
  type Page,
  type ServeOptions,
  type ServerSettings,
  type Serving,
  serve,
} from '@substrate/server';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { applicationsOf, createScriptedApplication, type ScriptedApplication } from './scripted-application.js';

/** A server with everything real but the applications, spoken to without a socket or over one. */

export const transports = ['in process', 'over a socket'] as const;
export type Transport = (typeof transports)[number];

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as the schema has it. Fails when it does not fit. */
  as<TSchema extends v.GenericSchema>(schema: TSchema): v.InferOutput<TSchema>;
  /** The error of the envelope, which must have the request id of the header. */
  readonly error: ErrorBody['error'];
  readonly json: unknown;
}

export interface SendOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON with its content type, unless it is text. */
  readonly body?: unknown;
  /** `null` sends none. */
  readonly key?: string | null;
  readonly signal?: AbortSignal;
}

export interface World extends AsyncDisposable {
  readonly app: App;
  readonly serving: Serving | undefined;
  readonly shop: ScriptedApplication;
  readonly others: ScriptedApplication[];
  readonly key: string;
  readonly keyId: string;
  readonly secondKey: string;
  readonly disabledKey: string;
  readonly keysFile: string;
  readonly audit: AuditRecord[];
  /** The keys that were noted as used. */
  readonly touched: string[];
  readonly defects: unknown[];
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  get(path: string, options?: SendOptions): Promise<Reply>;
  post(path: string, body: unknown, options?: SendOptions): Promise<Reply>;
  act(body: object, options?: SendOptions): Promise<Reply>;
  /** The process is another one from now on. */
  restart(old: ScriptedApplication, successor: ScriptedApplication): void;
}

export interface WorldOptions {
  readonly settings?: Partial<ServerSettings>;
  readonly limits?: Partial<RateLimiterOptions>;
  readonly requireKey?: boolean;
  readonly audit?: Partial<Audit>;
  readonly loopDelayMs?: () => number;
  readonly others?: ScriptedApplication[];
  /** Without a first snapshot. */
  readonly cold?: boolean;
  readonly now?: () => number;
  readonly page?: Page;
  readonly connections?: ServeOptions['connections'];
  readonly mcp?: McpMount;
}

const toReply = (status: number, headers: Record<string, string>, text: string): Reply => ({
  status,
  headers,
  text,
  get json() {
    return JSON.parse(text);
  },
  as: (schema) => v.parse(schema, JSON.parse(text)),
  get error() {
    const { error } = v.parse(errorBodySchema, JSON.parse(text));
    if (error.request_id !== headers['x-request-id']) throw new Error('The envelope has another request id than the header.');
    return error;
  },
});

const overSocket = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
  signal?: AbortSignal,
) =>
  new Promise<Reply>((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false, ...(signal && { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
          resolve(toReply(response.statusCode ?? 0, flat, Buffer.concat(chunks).toString()));
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });

const inProcess = async (
  app: App,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
  signal?: AbortSignal,
) => {
  const init: RequestInit = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) };
  const response = await app.request(path, init);
  return toReply(response.status, Object.fromEntries(response.headers), await response.text());
};

/** Made once for each test file: writing keys safely takes its time. */
const madeKeys = (async () => {
  const home = await mkdtemp(join(tmpdir(), 'substrate-server-'));
  const file = join(home, 'keys.json');
  const first = await generateKey({ file, label: 'first' });
  const second = await generateKey({ file, label: 'second' });
  const disabled = await generateKey({ file, label: 'disabled' });
  await setKeyEnabled({ file, id: disabled.id, enabled: false });
  return { home, file, first, second, disabled };
})();
/** For keys that a test makes before its world opens: they are in force from the start. */
export const keysFile = async (): Promise<string> => (await madeKeys).file;
export const makeKey = async (limits: Pick<NewKeyOptions, 'scopes' | 'apps'>): Promise<string> =>
  (await generateKey({ file: await keysFile(), ...limits })).key;
afterAll(async () => rm((await madeKeys).home, { recursive: true, force: true }));

export const openWorld = async (transport: Transport, options: WorldOptions = {}): Promise<World> => {
  const { file: keysFile, first, second, disabled } = await madeKeys;
  const keys = await createKeyRing({ file: keysFile });

  const shop = createScriptedApplication();
  if (!options.cold) shop.poll();
  const others = options.others ?? [];
  const tracked = [shop, ...others];
  const audit: AuditRecord[] = [];
  const touched: string[] = [];
  const noteUse = (id: string): void => {
    touched.push(id);
    keys.touch(id);
  };
  const defects: unknown[] = [];
  const clock = options.now ? { now: options.now } : {};
  const app = createApp({
    applications: applicationsOf(tracked),
    keys: options.requireKey === false ? null : { ...keys, touch: noteUse },
    limiter: createRateLimiter({
      enabled: true,
      statePerSecond: 1000,
      actionPerSecond: 1000,
      snapshotPerMinute: 2,
      bucketTtlSecs: 3600,
      ...clock,
      ...options.limits,
    }),
    guesses: createGuessLimiter(clock),
    audit: { write: (record) => void audit.push(record), dispatchedWithin: () => false, ...options.audit },
    version: '1.2.3',
    settings: options.settings ?? {},
    report: (defect) => void defects.push(defect),
    ...(options.page && { page: options.page }),
    ...(options.mcp && { mcp: options.mcp }),
    loopDelayMs: options.loopDelayMs ?? (() => 0),
  });
  const serving =
    transport === 'over a socket'
      ? await serve(app, { host: '127.0.0.1', port: 0, ...(options.connections && { connections: options.connections }) })
      : undefined;

  const send: World['send'] = (method, path, { headers = {}, body, key = first.key, signal } = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const all = {
      ...(key !== null && { 'x-substrate-key': key }),
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    };
    return serving ? overSocket(serving.port, method, path, all, text, signal) : inProcess(app, method, path, all, text, signal);
  };

  return {
    app,
    serving,
    shop,
    others,
    key: first.key,
    keyId: first.id,
    secondKey: second.key,
    disabledKey: disabled.key,
    keysFile,
    audit,
    touched,
    defects,
    send,
    get: (path, sendOptions) => send('GET', path, sendOptions),
    post: (path, body, sendOptions) => send('POST', path, { body, ...sendOptions }),
    act: (body, sendOptions) => send('POST', '/substrate/v1/action', { body, ...sendOptions }),
    restart: (old, successor) => void tracked.splice(tracked.indexOf(old), 1, successor),
    async [Symbol.asyncDispose]() {
      await serving?.[Symbol.asyncDispose]();
      app[Symbol.dispose]();
      await keys[Symbol.asyncDispose]();
    },
  };
};
