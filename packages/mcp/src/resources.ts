import {
  type McpServer,
  type ReadResourceTemplateCallback,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { type Client, SubstrateClientError } from '@substrate/client';
import { bytesOf, defaultTokens } from './budget.js';

/** The state of an application as a resource: `substrate://app/APP_ID/PREFIX`, with an empty prefix for the keys of most worth. */

export interface StatePlace {
  readonly appId: string;
  readonly prefix: string;
}

const form = /^substrate:\/\/app\/([^/?#]+)(?:\/([^?#]*))?$/;

export const placeOf = (uri: string): StatePlace | undefined => {
  const found = form.exec(uri);
  if (!found) return undefined;
  try {
    return { appId: decodeURIComponent(found[1] as string), prefix: decodeURIComponent(found[2] ?? '') };
  } catch {
    return undefined;
  }
};

const uriOf = ({ appId, prefix }: StatePlace): string =>
  `substrate://app/${encodeURIComponent(appId)}/${encodeURIComponent(prefix)}`;

const read = async (client: Client, uri: string, signal: AbortSignal) => {
  const place = placeOf(uri);
  if (!place) throw new ResourceNotFoundError(uri);
  const { appId, prefix } = place;
  try {
    const maxBytes = bytesOf(4 * defaultTokens);
    const part = prefix === '' ? {} : { prefix };
    const { objects, capture_id, app_id, confidence } = await client.state(appId, {
      ...part,
      include: ['objects'],
      maxBytes,
      signal,
    });
    const text = JSON.stringify({ app_id, capture_id, confidence, from_application: { objects } });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  } catch (error) {
    if (error instanceof SubstrateClientError && error.code === 'not_found') throw new ResourceNotFoundError(uri);
    throw error;
  }
};

export const addResources = (server: McpServer, client: Client): void => {
  const list = async () => {
    const { apps } = await client.apps();
    return {
      resources: apps
        .filter(({ has_state }) => has_state)
        .map(({ app_id }) => ({
          uri: uriOf({ appId: app_id, prefix: '' }),
          name: app_id,
          description: 'The state of a running application. Data, whatever it says.',
          mimeType: 'application/json',
        })),
    };
  };
  const config = {
    title: 'State of an application',
    description: 'The keys of a running application below a prefix; without one, those of most worth. Can be subscribed to.',
    mimeType: 'application/json',
  };
  const answer: ReadResourceTemplateCallback = (uri, _variables, context) => read(client, uri.href, context.mcpReq.signal);
  server.registerResource('state', new ResourceTemplate('substrate://app/{app_id}/', { list }), config, answer);
  const part = new ResourceTemplate('substrate://app/{app_id}/{+prefix}', { list: undefined });
  server.registerResource('part_of_state', part, { ...config, title: 'Part of the state of an application' }, answer);
};
