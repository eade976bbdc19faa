import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type RawResult, secrets } from '@substrate/core';
import { hasBody, pathNames, queryNames } from './actions.js';
import { answerWords } from './answer-words.js';
import type { RouteEntry, ServerFacts } from './injected/kit.js';

/**
 * Calls a route by a real request to the server's own port: it passes whatever stands before the handler (parsers, sessions,
 * permission checks), as any client's request would.
 */

const mostBytes = 1024 * 1024;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const reachable = (host: string | null): string => (host === null || host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

interface Ask {
  readonly method: string;
  readonly path: string;
  readonly payload?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Reply {
  readonly status: number;
  readonly words: string;
  readonly raw: string;
  /** The text as JSON, else itself. */
  readonly answer: unknown;
}

/** Sends a request to a server of the process; a result where there was no answer. */
export const send = async (
  server: ServerFacts,
  { method, path, payload, headers }: Ask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Reply | RawResult> => {
  const options: RequestOptions & { rejectUnauthorized?: boolean } = {
    method,
    path,
    ...(server.pipe === null ? { host: reachable(server.host), port: server.port } : { socketPath: server.pipe }),
    headers: {
      accept: 'application/json, */*;q=0.5',
      'user-agent': 'substrate',
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    },
    agent: false,
    // The certificate is for the name that the world uses; this is the process itself, on this machine.
    rejectUnauthorized: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]),
  };
  const ask = server.protocol === 'https' ? httpsRequest : httpRequest;
  return await new Promise<Reply | RawResult>((resolve) => {
    let sent = false;
    const fail = (error: Error): void => {
      const timedOut = error.name === 'TimeoutError' || error.name === 'AbortError';
      resolve({
        ok: false,
        dispatched: sent,
        reason: timedOut ? 'timeout_still_running' : 'no_target',
        message: timedOut
          ? `${method} ${path.replace(/\?.*$/s, '')} had no answer within ${Math.ceil(timeoutMs)} ms.`
          : error.message,
      });
    };
    const request = ask(options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBytes) chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        let answer: unknown = raw;
        try {
          answer = raw === '' ? null : JSON.parse(raw);
        } catch {
          // Not JSON: the text itself.
        }
        resolve({ status: response.statusCode ?? 0, words: response.statusMessage ?? '', raw, answer });
      });
    });
    request.on('socket', (socket) => socket.once('connect', () => (sent = true)));
    request.on('error', fail);
    request.end(payload);
  });
};

/** What was refused, in the words of who refused it. */
export const refused = (method: string, path: string, { status, words, raw }: Reply): RawResult => {
  const detail = raw === '' ? '' : `: ${secrets.holds(raw) ? '[redacted]' : raw.slice(0, 300)}`;
  return {
    ok: false,
    dispatched: true,
    reason: 'http_status',
    message: `${method} ${path} answered ${status} ${words}${detail}`,
  };
};

export const callRoute = async (
  route: RouteEntry,
  server: ServerFacts,
  parameters: Readonly<Record<string, unknown>>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<RawResult> => {
  const { query, body, ...named } = parameters as { query?: Record<string, unknown>; body?: Record<string, unknown> };
  const rest: Record<string, unknown> = { ...named };
  let path = route.path;
  for (const name of pathNames(route.path)) {
    const given = rest[name];
    path = path.replace(
      new RegExp(`[:{]${name}(\\?|\\([^)]*\\))?\\}?`),
      given === undefined ? '' : encodeURIComponent(text(given)),
    );
    delete rest[name];
  }
  const asked: Record<string, unknown> = { ...query };
  for (const name of queryNames(route)) {
    if (rest[name] !== undefined) asked[name] = rest[name];
    delete rest[name];
  }
  const search = new URLSearchParams(
    Object.entries(asked).map(([name, given]): [string, string] => [name, text(given)]),
  ).toString();
  const method = route.method === 'ALL' ? 'POST' : route.method;
  const payload = hasBody(route.method) ? JSON.stringify({ ...(body ?? {}), ...rest }) : undefined;
  const at = search === '' ? path : `${path}?${search}`;
  const reply = await send(server, { method, path: at, payload }, timeoutMs, signal);
  if ('ok' in reply) return reply;
  if (reply.status >= 400) return refused(method, path, reply);
  const words = answerWords(route.path, reply.answer);
  const message = `${method} ${path} answered ${reply.status}${words === '' ? '.' : `: ${words}`}`;
  return { ok: true, value: { status: reply.status, body: secrets.told(route.path, reply.answer) }, message };
};
