import type { GuessLimiter, KeyRing, RateLimiter } from '@substrate/auth';
import { errorTable, SubstrateError } from '@substrate/core';
import { type Route, type RouteId, routes } from '@substrate/core/openapi';
import { type Context, Hono } from 'hono';
import { createActions } from './action.js';
import type { Applications, Audit } from './applications.js';
import { type Answer, type Asked, answer, type Call, type Env, errorBody, openCall, retryAfter, type SocketEnv } from './call.js';
import { directRead } from './direct.js';
import { createDoor } from './door.js';
import { createExpressions } from './expressions.js';
import { readQuery } from './input.js';
import { createLearn } from './learn.js';
import { createMcpRead, type McpMount, mcpMethods, mcpRoute } from './mcp.js';
import { createMetrics } from './metrics.js';
import { createPage, type Page } from './page.js';
import { createPressure } from './pressure.js';
import { createReads, type Handler } from './reads.js';
import { createRefusals } from './refusals.js';
import { createSearch } from './search-route.js';
import { createSessions } from './sessions.js';
import { defaultSettings, type ServerSettings } from './settings.js';
import { createStateRead } from './state.js';
import { createStreams } from './streams.js';
import { createTimeline } from './timeline.js';
import { createVerify } from './verify.js';
import { createWatch } from './watch.js';

/**
 * The HTTP interface as one application. Each route is one function: a request that is answered from memory runs through without
 * waiting for anything. The order on every request: host and origin, route, key and what it allows, rate limit, load, then the
 * handler with content type, body and the rest.
 */

export interface AppDeps {
  readonly applications: Applications;
  /** Null when no key is required. */
  readonly keys: Pick<KeyRing, 'verify' | 'find' | 'touch' | 'onChange'> | null;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly guesses: GuessLimiter;
  readonly audit: Audit;
  /** Of the daemon, for `/health`. */
  readonly version: string;
  /** Whatever is left out has the default of the configuration. */
  readonly settings?: Partial<ServerSettings>;
  /** The daemon's own page, where it has one. */
  readonly page?: Page | undefined;
  /** Told of defects: what became a 500, or would have. */
  readonly report?: (defect: unknown) => void;
  /** What answers at `/mcp`, for a caller whose key is valid. */
  readonly mcp?: McpMount;
  /** Milliseconds that the event loop is late; measured unless given. */
  readonly loopDelayMs?: () => number;
}

/** Disposing it ends its timers; what it was given stays as it is. */
export interface App extends Disposable {
  fetch(request: Request, env?: SocketEnv): Response | Promise<Response>;
  /** Answers a read that needs no `Request`; undefined when it is to be fetched. */
  direct(method: string | undefined, target: string | undefined, env: SocketEnv): Answer | Promise<Answer> | undefined;
  /** The same without a socket: a path and what `fetch` takes beside it. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

const pattern = (path: string): string => path.replace(/\{(\w+)\}/, ':$1');

/** What a wait ends with when its client went away is no defect. Nobody reads the answer. */
const gone = (context: Asked, thrown: unknown): unknown => {
  const { signal } = context.req.raw;
  return signal.aborted && thrown === signal.reason ? new SubstrateError('request_timeout', 'The client has gone.') : thrown;
};

/** The methods a path takes, by its form. */
const forms = [
  { form: /^\/(assets\/.*)?$/, allow: 'GET, HEAD' },
  ...routes.map(({ method, path }) => ({
    form: new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/, '[^/]+')}$`),
    allow: method === 'GET' ? 'GET, HEAD' : method,
  })),
];

/** An answer that is longer than this is counted until the client has it. */
const smallBytes = 64 * 1024;

const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });

/** What answers a request, as Hono calls it. */
const mount =
  (ask: (asked: Asked) => Answer | Promise<Answer>) =>
  (context: Context<Env>): Response | Promise<Response> => {
    const answered = ask(context);
    return 'then' in answered ? answered.then(toResponse) : toResponse(answered);
  };

export const createApp = (deps: AppDeps): App => {
  const { applications, report = () => {} } = deps;
  const settings: ServerSettings = { ...defaultSettings, ...deps.settings };
  const { keys, limiter, guesses } = deps;
  const timeline = createTimeline(deps.audit, (keyId) => keys?.find(keyId)?.label);
  const { audit } = timeline;
  const startedAt = performance.now();
  const sessions = createSessions();
  const door = createDoor({ keys, applications, sessions, limiter, guesses, settings });
  const metrics = createMetrics();
  const refusals = createRefusals({ audit, report });
  const streams = createStreams({ keys, ...settings });
  const page = createPage({ page: deps.page, sessions, door, settings });
  const expressions = createExpressions(settings.maxExpressionBytes);
  const pressure = createPressure({ ...settings, ...(deps.loopDelayMs && { loopDelayMs: deps.loopDelayMs }) });
  const actions = createActions({ audit, door, expressions, settings, report });

  const handlers: Record<RouteId, Handler> = {
    ...createReads({
      applications,
      version: deps.version,
      authEnabled: keys !== null,
      requestTimeoutMs: settings.requestTimeoutMs,
    }),
    state: createStateRead({ door, requestTimeoutMs: settings.requestTimeoutMs }),
    search: createSearch(),
    timeline: timeline.handler,
    verify: createVerify({ expressions, settings }),
    learn: createLearn({ audit, settings }),
    action: actions.handler,
    watch: createWatch(),
    ticket: page.ticket,
    metrics: (call, route) => {
      readQuery(call, route);
      const { working, waiting, owed } = pressure;
      const text = metrics.text({
        version: deps.version,
        uptimeSecs: Math.floor((performance.now() - startedAt) / 1000),
        working,
        waiting,
        owed,
        watchers: streams.size,
        loopDelayMs: pressure.loopDelayMs(),
        applications: call.applications,
        cycles: applications.cycles ?? { ok: 0, failed: 0 },
      });
      return answer(call, 200, text, { 'content-type': route.media as string });
    },
  };

  const asError = (thrown: unknown): SubstrateError => {
    const { code } = (thrown ?? {}) as SubstrateError;
    if (thrown instanceof Error && Object.hasOwn(errorTable, code)) return thrown as SubstrateError;
    report(thrown);
    return new SubstrateError('internal_error');
  };

  const fail = (call: Call, thrown: unknown, extra: { headers?: Record<string, string>; fields?: object } = {}): Answer => {
    const error = asError(thrown);
    metrics.refused(error.code);
    const headers = {
      ...retryAfter(error),
      ...(error.code === 'upgrade_required' && { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' }),
      ...extra.headers,
    };
    return answer(call, error.status, JSON.stringify({ ...extra.fields, error: errorBody(call, error) }), headers);
  };

  /**
   * A failure of the action endpoint that is thrown is one before dispatch, and goes into the audit log: as a line of its own when it is
   * that of a known key, and not one of the many that a key can make beyond its rate.
   */
  const refuse = async (call: Call, thrown: unknown): Promise<Answer> => {
    const error = asError(thrown);
    const known = keys === null || call.grant !== null;
    if (!known || (error.code === 'rate_limited' && !refusals.spare(call.keyId))) {
      refusals.count(error.code);
      return fail(call, error, { fields: { executed: false } });
    }
    try {
      await actions.refused(call, error);
    } catch (defect) {
      report(defect);
    }
    return fail(call, error, { fields: { executed: false } });
  };

  const bind = (route: Route, handler: Handler) => {
    const turnAway = route.id === 'action' ? refuse : fail;
    const run = (call: Call, context: Asked): Answer | Promise<Answer> => {
      try {
        door.checkHostAndOrigin(call);
      } catch (error) {
        return fail(call, error);
      }
      try {
        door.authenticate(call, route);
        if (route.bucket) {
          door.take(call, route.bucket);
          call.place = pressure.enter(call.keyId);
        }
        const { accept } = context.env;
        if (accept) context.env = { ...context.env, accept: streams.admit(call, accept) };
        const answered = handler(call, route);
        return 'then' in answered ? answered.catch((error) => turnAway(call, gone(context, error))) : answered;
      } catch (error) {
        return turnAway(call, error);
      }
    };
    return (context: Asked): Answer | Promise<Answer> => {
      const call = openCall(context);
      const answered = run(call, context);
      return 'then' in answered ? answered.then((late) => close(call, route.id, late)) : close(call, route.id, answered);
    };
  };

  /** The answer is there; a long one is owed until the client has it. */
  const close = (call: Call, route: string, answered: Answer): Answer => {
    const { env } = call.context;
    const { status, body } = answered;
    call.place.leave();
    const bytes = body === null || body instanceof ReadableStream ? 0 : body.length;
    if (bytes > smallBytes) env.onSent?.(call.place.owe(bytes));
    metrics.answered(route, status, performance.now() - call.startedAt);
    return answered;
  };

  const showPage = (context: Asked): Answer => {
    const call = openCall(context);
    try {
      door.checkHostAndOrigin(call);
      return close(call, 'page', page.show(call));
    } catch (error) {
      return close(call, 'page', fail(call, error));
    }
  };

  /** No handler took it: an unknown path, a method the path does not take, or a preflight. */
  const otherwise = (context: Asked): Answer => {
    const call = openCall(context);
    return close(call, 'none', turnBack(call, context));
  };

  const turnBack = (call: Call, context: Asked): Answer => {
    try {
      door.checkHostAndOrigin(call);
      const isMcp = deps.mcp !== undefined && context.req.path === mcpRoute.path;
      const allow = isMcp ? mcpMethods.join(', ') : forms.find(({ form }) => form.test(context.req.path))?.allow;
      if (!allow) throw new SubstrateError('route_not_found', `There is no ${context.req.path}.`);
      if (context.req.method === 'OPTIONS' && call.cors !== undefined) {
        return answer(call, 204, null, {
          'access-control-allow-methods': allow,
          'access-control-allow-headers': 'X-Substrate-Key, Content-Type',
        });
      }
      const message = `${context.req.path} takes ${allow}, not ${context.req.method}.`;
      return fail(call, new SubstrateError('method_not_allowed', message), { headers: { allow } });
    } catch (error) {
      return fail(call, error);
    }
  };

  const hono = new Hono<Env>();
  const bound = new Map<Route, ReturnType<typeof bind>>(routes.map((route) => [route, bind(route, handlers[route.id])]));
  for (const [route, ask] of bound) hono.on(route.method, pattern(route.path), mount(ask));
  if (deps.mcp) hono.on([...mcpMethods], mcpRoute.path, mount(bind(mcpRoute, createMcpRead(deps.mcp))));
  hono.get('/', mount(showPage));
  hono.get('/assets/*', mount(showPage));
  hono.notFound(mount(otherwise));
  hono.onError((error, context) => toResponse(fail(openCall(context), error)));
  // Its table is made at the first look: not while the first caller waits.
  hono.router.match('GET', '/');

  return {
    fetch: (request, env = {}) => hono.fetch(request, env),
    direct: (method, target, env) => {
      const read = directRead(method, target, env);
      return read && bound.get(read.route)?.(read.asked);
    },
    request: async (path, init) => hono.fetch(new Request(new URL(path, `http://127.0.0.1:${settings.port}`), init), {}),
    [Symbol.dispose]: () => {
      pressure[Symbol.dispose]();
      streams[Symbol.dispose]();
      void refusals[Symbol.asyncDispose]();
    },
  };
};
