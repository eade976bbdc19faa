import type { Route } from '@substrate/core/openapi';
import { type Call, header } from './call.js';
import type { Handler } from './reads.js';

/**
 * `/mcp`, where another protocol is spoken. It is mounted behind the same door as everything else: Host and Origin, key, read limit,
 * load. What it does to applications it does through requests of its own, with the caller's key, each of which passes the door again.
 */
export type McpMount = (request: Request, key: string | undefined) => Promise<Response>;

export const mcpMethods = ['POST', 'GET', 'DELETE'] as const;

export const mcpRoute: Route = {
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  summary: 'The Model Context Protocol over Streamable HTTP.',
  key: 'header',
  scope: 'read',
  bucket: 'read',
  query: [],
  errors: [],
};

const keyOf = (call: Call): string | undefined =>
  header(call.context, 'x-substrate-key') || /^Bearer (.+)$/i.exec(header(call.context, 'authorization') ?? '')?.[1];

export const createMcpRead = (mount: McpMount): Handler => {
  return async (call) => {
    const response = await mount(call.context.req.raw, keyOf(call));
    const headers = new Headers(response.headers);
    headers.set('x-request-id', call.requestId);
    if (call.cors !== undefined) {
      headers.set('access-control-allow-origin', call.cors);
      headers.set('vary', 'Origin');
    }
    return { status: response.status, headers: Object.fromEntries(headers), body: response.body };
  };
};
