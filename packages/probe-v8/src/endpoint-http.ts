import { type Agent, request } from 'node:http';

/** What an endpoint answers over HTTP: bounded in bytes and time, and never from anywhere else than where it was asked. */

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface FetchOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly agent?: Agent;
}

const mostBytes = 8 * 1024 * 1024;

/** The body of a 200. Rejects on anything else: a redirect too. */
export const fetchText = (endpoint: Endpoint, path: string, { timeoutMs, signal, agent }: FetchOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const asked = request(
      {
        host: endpoint.host,
        port: endpoint.port,
        path,
        agent: agent ?? false,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) asked.destroy(new Error(`${path} answered more than ${mostBytes} bytes.`));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(Buffer.concat(parts).toString('utf8'));
          else reject(new Error(`${path} answered ${response.statusCode}.`));
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });

/** The address that an endpoint names, at that endpoint: who answers there may name any host and port, and is believed its path alone. */
export const webSocketAt = ({ host, port }: Endpoint, named: unknown): string | undefined => {
  if (typeof named !== 'string' || named.length > 2048 || !URL.canParse(named)) return undefined;
  const { protocol, pathname, search } = new URL(named);
  return protocol === 'ws:' ? `ws://${host.includes(':') ? `[${host}]` : host}:${port}${pathname}${search}` : undefined;
};
