import { type ClientErrorCode, SubstrateClientError } from './errors.js';
import { pause } from './pause.js';

export interface RetryOptions {
  /** How often a request that was told to come later is sent again. */
  readonly times?: number;
  /** The longest wait for one of them; when the service asks for more, the error is thrown. */
  readonly maxWaitMs?: number;
}

export interface HttpOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly retry: RetryOptions | false;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly query?: ReadonlyArray<readonly [string, string]>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | undefined;
}

export type Send = (call: Call) => Promise<Answer>;

interface ErrorAnswer {
  readonly error?: {
    code?: string;
    message?: string;
    request_id?: string;
    retry_after_ms?: number;
    details?: SubstrateClientError['details'];
  };
  readonly executed?: boolean;
}

/** Requests that were refused before anything happened may be sent again. */
const comesLater = (error: SubstrateClientError): boolean => error.code === 'rate_limited' || error.code === 'overloaded';

export const createSender = ({ url, key, fetch, retry }: HttpOptions): Send => {
  const { times = 3, maxWaitMs = 30_000 } = retry || { times: 0 };

  const once = async (call: Call): Promise<Answer> => {
    const query = new URLSearchParams((call.query ?? []) as [string, string][]).toString();
    const deadline = AbortSignal.timeout(call.timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${call.path}${query === '' ? '' : `?${query}`}`, {
        method: call.method ?? 'GET',
        headers: {
          ...(key !== undefined && { 'X-Substrate-Key': key }),
          ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: call.signal ? AbortSignal.any([call.signal, deadline]) : deadline,
      });
      text = await response.text();
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      if (deadline.aborted)
        throw new SubstrateClientError('timeout', `No answer within ${call.timeoutMs} ms from ${url}.`, { cause });
      throw (await originRefused(url, fetch))
        ? new SubstrateClientError(
            'forbidden_origin',
            `The daemon at ${url} answers, but not to pages of ${pageOrigin()}: name it in server.allowed_origins.`,
            { status: 403, cause },
          )
        : new SubstrateClientError(
            'unreachable',
            `Nothing answers at ${url}. Is the daemon running? Start it with: substrate start`,
            { cause },
          );
    }
    const etag = response.headers.get('etag') ?? undefined;
    if (response.status === 304) return { status: 304, body: undefined, etag };
    const body = parse(text, response, url);
    if (response.ok) return { status: response.status, body, etag };
    throw failure(response, body as ErrorAnswer);
  };

  return async (call) => {
    for (let left = times; ; left--) {
      try {
        return await once(call);
      } catch (error) {
        if (!(error instanceof SubstrateClientError) || !comesLater(error) || left <= 0) throw error;
        const waitMs = error.retryAfterMs ?? 1000;
        if (waitMs > maxWaitMs) throw error;
        await pause(waitMs, call.signal);
        call.signal?.throwIfAborted();
      }
    }
  };
};

/** The origin of the page that this runs in; undefined outside browsers. */
const pageOrigin = (): string | undefined => (globalThis as { location?: { origin?: string } }).location?.origin;

const originRefusedMs = 2000;

/**
 * A browser tells a page of a refused origin the same as when nothing is there. A request whose answer the page may not read tells the two apart: it
 * succeeds when there was any answer.
 */
const originRefused = async (url: string, fetch: typeof globalThis.fetch): Promise<boolean> => {
  if (pageOrigin() === undefined || pageOrigin() === new URL(url).origin) return false;
  try {
    const answer = await fetch(`${url}/health`, { mode: 'no-cors', signal: AbortSignal.timeout(originRefusedMs) });
    return answer.type === 'opaque';
  } catch {
    return false;
  }
};

const parse = (text: string, response: Response, url: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${url} answered ${response.status} with something that is not JSON: is it a Substrate daemon?`;
    throw new SubstrateClientError('bad_response', message, { status: response.status, cause });
  }
};

const failure = (response: Response, body: ErrorAnswer): SubstrateClientError => {
  const { error } = body ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new SubstrateClientError(
    (error?.code ?? 'bad_response') as ClientErrorCode,
    error?.message ?? `The service answered ${response.status}.`,
    {
      status: response.status,
      requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
      retryAfterMs: error?.retry_after_ms ?? (Number.isFinite(seconds) ? seconds * 1000 : undefined),
      details: error?.details,
      executed: body?.executed,
      body,
    },
  );
};
