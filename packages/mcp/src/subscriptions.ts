import type { Client } from '@substrate/client';
import { placeOf } from './resources.js';

/** Follows the state behind a resource and says when it changed, until the signal. */
export const follow = async (client: Client, uri: string, changed: () => void, signal: AbortSignal): Promise<void> => {
  const place = placeOf(uri);
  if (!place) return;
  const { appId, prefix } = place;
  try {
    for await (const event of client.app(appId).watch({ signal, ...(prefix !== '' && { prefix }) })) {
      // What is there when the watch begins is what the subscriber reads by itself.
      if (event.type !== 'state' || event.reason !== 'start') changed();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** The resources that a `subscriptions/listen` request asks to be told of. */
export const listenedUris = (message: unknown): string[] => {
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  const uris = method === 'subscriptions/listen' ? params?.notifications?.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string').slice(0, maxUris) : [];
};

/** More than anybody needs; each takes a connection of its own. */
const maxUris = 64;
