import { Agent, request } from 'node:http';
import type { Endpoint } from '../connection.js';
import type { Tab } from './targets.js';

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

const mostBytes = 8 * 1024 * 1024;

/**
 * The pages of a browser, most recently activated first, which only the list over HTTP tells. It is asked at every reading, over one
 * connection that stays open: that is several times faster than a new one each time.
 */
export const createTabList = (endpoint: Endpoint) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const fetchText = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(2000)]);
      const { host, port } = endpoint;
      const asked = request({ host, port, path: '/json/list', agent, signal: limit }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > mostBytes) asked.destroy(new Error('The list of pages is too long.'));
        });
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`The list answered ${response.statusCode}.`)),
        );
      });
      asked.on('error', reject);
      asked.end();
    });

  return {
    /** Null when it does not answer in time, or with something else. */
    read: async (signal: AbortSignal): Promise<Tab[] | null> => {
      try {
        // A connection that the browser closed meanwhile shows when it is used: then a new one is made.
        const text = await fetchText(signal).catch(() => fetchText(signal));
        const listed = JSON.parse(text) as Listed[];
        return listed
          .filter(isPage)
          .map(({ id, title, url, webSocketDebuggerUrl }) => ({ id, title, url, webSocketUrl: webSocketDebuggerUrl }));
      } catch {
        return null;
      }
    },
    close: (): void => agent.destroy(),
  };
};
