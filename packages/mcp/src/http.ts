import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Client } from '@substrate/client';
import { createMcpServer } from './server.js';
import { follow, listenedUris } from './subscriptions.js';

/**
 * Streamable HTTP as one function. Whoever mounts it has checked Host, Origin and key; the client that it gives acts with that key, so
 * that limits, gates and the audit log are those of every other request.
 */
export interface McpEndpointOptions {
  readonly version: string;
  readonly maxBodyBytes: number;
  readonly onError: (error: unknown) => void;
}

export type McpEndpoint = (request: Request, client: Client) => Promise<Response>;

const readBody = async (request: Request, limit: number): Promise<unknown> => {
  const text = await request.clone().text();
  if (text.length > limit) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Ends the work behind a response with its body, whichever side ends it. */
const withEnd = (response: Response, end: () => void): Response => {
  if (!response.body) {
    end();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
};

export const createMcpEndpoint = ({ version, maxBodyBytes, onError }: McpEndpointOptions): McpEndpoint => {
  return async (request, client) => {
    // A handler for each request: what is told on its subscriptions is told to this caller alone.
    const handler = createMcpHandler(() => createMcpServer({ client, version }), {
      maxRequestBodySize: maxBodyBytes,
      onerror: onError,
    });
    const uris = request.method === 'POST' ? listenedUris(await readBody(request, maxBodyBytes)) : [];
    const response = await handler.fetch(request);
    if (uris.length === 0) return response;
    const ended = new AbortController();
    request.signal.addEventListener('abort', () => ended.abort(), { once: true });
    for (const uri of uris) {
      follow(client, uri, () => handler.notify.resourceUpdated(uri), ended.signal).catch(onError);
    }
    return withEnd(response, () => ended.abort());
  };
};
