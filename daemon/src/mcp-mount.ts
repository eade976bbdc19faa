import { createClient } from '@substrate/client';
import { createMcpEndpoint } from '@substrate/mcp';
import type { App, McpMount } from '@substrate/server';
import type { Config } from './config.js';
import type { Log } from './log.js';
import { version } from './version.js';

/** `/mcp` of the daemon: tools call its own routes, in the same process, with the key of who called. */
export interface McpMountOptions {
  readonly config: Config;
  readonly log: Log;
  /** The application and where it listens, once it does. */
  readonly appAt: () => { readonly app: App; readonly url: string };
}

export const createMcpMount = ({ config, log, appAt }: McpMountOptions): McpMount => {
  const endpoint = createMcpEndpoint({
    version,
    maxBodyBytes: config.server.max_body_bytes,
    onError: (error) => log.debug(`mcp: ${String(error)}`),
  });
  return (request, key) => {
    const { app, url } = appAt();
    const port = Number(new URL(url).port);
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
      app.fetch(new Request(input, init), { port });
    return endpoint(request, createClient({ url, fetch, ...(key !== undefined && { key }) }));
  };
};
