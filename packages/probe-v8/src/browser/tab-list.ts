import { Agent } from 'node:http';
import { parseBoundedJson } from '@substrate/core/probing';
import { type Endpoint, fetchText, webSocketAt } from '../endpoint-http.js';

/** A page as the browser lists it. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly webSocketUrl?: string | undefined;
}

/** A target as `/json/list` names it. */
interface Listed {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly webSocketDebuggerUrl?: string;
}

export const isPage = (target: { type: string; url: string }): boolean =>
  (target.type === 'page' || target.type === 'webview') && !/^(devtools|chrome-devtools):/.test(target.url);

/** More pages than anybody has open; whoever names more does not mean well. */
export const mostPages = 500;

const isListed = (one: unknown): one is Listed =>
  typeof one === 'object' &&
  one !== null &&
  ['id', 'type', 'title', 'url'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string');

/**
 * The pages of a browser, most recently activated first, which only the list over HTTP tells. It is asked at every reading, over one
 * connection that stays open: that is several times faster than a new one each time.
 */
export const createTabList = (endpoint: Endpoint) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const fetchList = (signal: AbortSignal): Promise<string> =>
    fetchText(endpoint, '/json/list', { timeoutMs: 2000, signal, agent });

  return {
    /** Null when it does not answer in time, or with something else. */
    read: async (signal: AbortSignal): Promise<Tab[] | null> => {
      try {
        // A connection that the browser closed meanwhile shows when it is used: then a new one is made.
        const text = await fetchList(signal).catch(() => fetchList(signal));
        const listed = parseBoundedJson(text, { maxLength: text.length, maxDepth: 32 });
        if (!Array.isArray(listed)) return null;
        const pages = listed.filter(isListed).filter(isPage).slice(0, mostPages);
        return pages.map(({ id, title, url, webSocketDebuggerUrl }) => ({
          id,
          title,
          url,
          webSocketUrl: webSocketAt(endpoint, webSocketDebuggerUrl),
        }));
      } catch {
        return null;
      }
    },
    close: (): void => agent.destroy(),
  };
};
