import type { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Client } from '@substrate/client';
import { createMcpServer } from './server.js';
import { follow, listenedUris } from './subscriptions.js';

/** The server on standard input and output. It ends with its input. */
export interface StdioOptions {
  readonly client: Client;
  readonly version: string;
  readonly onError: (error: unknown) => void;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
}

/** Resolves when the other side has closed the connection. */
export const serveMcpStdio = ({ client, version, onError }: StdioOptions): Promise<void> =>
  new Promise((resolve) => {
    const open = new Map<string | number, AbortController>();
    let current: McpServer | undefined;

    const start = (id: string | number, uris: readonly string[]): void => {
      stop(id);
      const ended = new AbortController();
      open.set(id, ended);
      for (const uri of uris) {
        const tell = (): void => void current?.server.sendResourceUpdated({ uri }).catch(onError);
        follow(client, uri, tell, ended.signal).catch(onError);
      }
    };
    const stop = (id: string | number): void => {
      open.get(id)?.abort();
      open.delete(id);
    };

    /** Listening is the protocol's own affair; which resources are listened to is ours. */
    const look = (message: Message): void => {
      const uris = listenedUris(message);
      if (message.id !== undefined && uris.length > 0) start(message.id, uris);
      else if (message.method === 'notifications/cancelled' && message.params?.requestId !== undefined)
        stop(message.params.requestId);
    };

    const transport = new StdioServerTransport();
    const handle = serveStdio(
      async () => {
        const server = await createMcpServer({ client, version });
        server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
          start(uri, [uri]);
          return {};
        });
        server.server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
          stop(uri);
          return {};
        });
        current = server;
        return server;
      },
      { transport: watched(transport, look), onerror: onError },
    );
    const end = (): void => {
      for (const id of [...open.keys()]) stop(id);
      handle.close().catch(onError).finally(resolve);
    };
    // A pipe ends, a file or a terminal may only close.
    process.stdin.once('end', end).once('close', end);
  });

/** The same transport, whose messages somebody else sees first. */
const watched = (transport: StdioServerTransport, look: (message: Message) => void): StdioServerTransport => {
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const deliver = transport.onmessage;
    transport.onmessage = (message) => {
      look(message as Message);
      deliver?.(message);
    };
    await start();
  };
  return transport;
};
