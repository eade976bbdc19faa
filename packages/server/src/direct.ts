import { type Route, routes } from '@substrate/core/openapi';
import type { Asked, SocketEnv } from './call.js';

/**
 * Reads that go around Hono: the whole state of an application, by far the most frequent request. To make a `Request` and a `Response`
 * costs more than all that is to be done for one. Asked for in any other form it goes the way of all others, and is answered the same.
 */
export interface DirectRead {
  readonly route: Route;
  readonly asked: Asked;
}

const form = /\{(\w+)\}/;

/** The name of the application as it stands there: nothing to unescape, no dots that lead elsewhere. */
const reads = routes
  .filter(({ id }) => id === 'state')
  .map((route) => ({
    route,
    parameter: form.exec(route.path)?.[1],
    path: new RegExp(`^${route.path.replace(form, '(\\w[\\w.-]*)')}$`),
  }));

class AskedDirectly implements Asked {
  readonly method = 'GET';

  constructor(
    readonly env: SocketEnv,
    readonly path: string,
    private readonly parameter: string | undefined,
    private readonly value: string | undefined,
  ) {}

  get req(): this {
    return this;
  }

  /** There is no query. */
  get url(): string {
    return this.path;
  }

  /** Whoever needs one asked for more than the state as it is. */
  get raw(): Request {
    return new Request(new URL(this.path, `http://${this.env.headers?.host}`));
  }

  header(name: string): string | undefined {
    return this.env.headers?.[name] as string | undefined;
  }

  param(name: string): string | undefined {
    return name === this.parameter ? this.value : undefined;
  }

  query(): undefined {
    return undefined;
  }
}

/** Undefined for all that is to go through Hono. */
export const directRead = (method: string | undefined, target: string | undefined, env: SocketEnv): DirectRead | undefined => {
  if (method !== 'GET' || target === undefined || !env.headers?.host) return undefined;
  // A body that nobody reads would be taken for the next request.
  if (env.headers['content-length'] !== undefined || env.headers['transfer-encoding'] !== undefined) return undefined;
  for (const { route, parameter, path } of reads) {
    const value = path.exec(target)?.[1];
    if (value !== undefined) return { route, asked: new AskedDirectly(env, target, parameter, value) };
  }
  return undefined;
};
