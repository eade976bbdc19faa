import type { Protocol } from 'devtools-protocol';
import type { CdpSession, Connection, Endpoint } from '../connection.js';
import { CallError, connect } from '../connection.js';
import { fetchText } from '../endpoint-http.js';
import { createTabList, isPage, mostPages, type Tab } from './tab-list.js';

/** An open session with one page. */
export interface OpenPage {
  readonly session: CdpSession;
  sessionOf(id: string): CdpSession;
  close(): Promise<void>;
}

/** The pages of a browser: which there are, how to talk to one, how to bring one to the front. */
export interface Targets extends AsyncDisposable {
  /** Most recently activated first, where the browser tells. */
  list(signal: AbortSignal): Promise<readonly Tab[]>;
  open(tab: Tab, signal: AbortSignal): Promise<OpenPage>;
  activate(id: string, signal: AbortSignal): Promise<void>;
  /** Whether it tells. */
  readonly ordered: boolean;
  /** Pages whose process crashed and that have not been loaded again. */
  readonly crashed: ReadonlySet<string>;
  readonly gone: Promise<string>;
}

/** All pages over the browser's one connection. Without an endpoint nothing is told over HTTP. */
export const sharedTargets = async (connection: Connection, endpoint: Endpoint | undefined): Promise<Targets> => {
  const crashed = new Set<string>();
  const tabs = endpoint && createTabList(endpoint);
  /** Pages as the browser tells them: a reading need not wait for a list. */
  let told = new Map<string, Tab>();
  const note = ({ targetId, title, url, type }: Protocol.Target.TargetInfo): void => {
    if (!isPage({ type, url })) told.delete(targetId);
    else if (told.size < mostPages || told.has(targetId)) told.set(targetId, { id: targetId, title, url });
  };
  connection.on('Target.targetCrashed', ({ targetId }) => {
    if (crashed.size < mostPages) crashed.add(targetId);
  });
  connection.on('Target.targetCreated', ({ targetInfo }) => note(targetInfo));
  connection.on('Target.targetInfoChanged', ({ targetInfo }) => {
    crashed.delete(targetInfo.targetId);
    note(targetInfo);
  });
  connection.on('Target.targetDestroyed', ({ targetId }) => {
    crashed.delete(targetId);
    told.delete(targetId);
  });
  const tells = await connection.send('Target.setDiscoverTargets', { discover: true }).then(
    () => true,
    () => false,
  );
  const ask = async (signal: AbortSignal): Promise<void> => {
    const { targetInfos } = await connection.send('Target.getTargets', {}, { timeoutMs: 2000, signal });
    told = new Map();
    for (const info of targetInfos.slice(0, 4 * mostPages)) note(info);
    asked = performance.now();
  };
  /** Older browsers do not tell everything: what they told is made good by asking, now and then, which nobody waits for. */
  const trustedMs = 1000;
  let asked = Number.NEGATIVE_INFINITY;

  return {
    crashed,
    ordered: tabs !== undefined,
    gone: connection.closed,
    list: async (signal) => {
      if (connection.isClosed) throw new CallError('closed', 'The browser has closed the debugging connection.');
      if (!tells || asked < 0) await ask(signal);
      else if (performance.now() - asked > trustedMs) void ask(signal).catch(() => undefined);
      const pages = [...told.values()];
      // Only the list over HTTP is ordered by activation; one page needs no order.
      return pages.length === 1 ? pages : ((await tabs?.read(signal)) ?? pages);
    },
    open: async (tab, signal) => {
      const { sessionId } = await connection.send(
        'Target.attachToTarget',
        { targetId: tab.id, flatten: true },
        { timeoutMs: 1500, signal },
      );
      return {
        session: connection.session(sessionId),
        sessionOf: (id) => connection.session(id),
        close: async () => {
          await connection.send('Target.detachFromTarget', { sessionId }, { timeoutMs: 1000 }).catch(() => undefined);
        },
      };
    },
    activate: async (id, signal) => {
      await connection.send('Target.activateTarget', { targetId: id }, { timeoutMs: 3000, signal });
    },
    [Symbol.asyncDispose]: async () => {
      tabs?.close();
      await connection[Symbol.asyncDispose]();
    },
  };
};

/** One connection for each page, for browsers that offer nothing else. */
export const directTargets = (endpoint: Endpoint, alive: () => Promise<boolean>): Targets => {
  const open = new Map<string, Connection>();
  const tabs = createTabList(endpoint);
  let end: (reason: string) => void = () => undefined;
  const gone = new Promise<string>((resolve) => {
    end = resolve;
  });
  let over = false;
  const finish = (reason: string): void => {
    over = true;
    end(reason);
  };
  /** A page's connection may end with the page alone; only the process decides. The kernel takes a moment to bury it. */
  const ask = async (): Promise<void> => {
    for (let i = 0; i < 10 && !over; i++) {
      if (!(await alive())) return finish('The browser has ended.');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };

  return {
    crashed: new Set(),
    ordered: true,
    gone,
    list: async (signal) => {
      const listed = over ? null : await tabs.read(signal);
      if (listed) return listed;
      if (!over) await ask();
      throw new CallError('closed', 'The browser does not answer on its debugging port.');
    },
    open: async (tab, signal) => {
      if (!tab.webSocketUrl) throw new CallError('protocol', 'Another debugger holds this page.');
      const connection = await connect({ webSocketUrl: tab.webSocketUrl, connectTimeoutMs: 1500, signal });
      open.set(tab.id, connection);
      void connection.closed.then(() => (open.get(tab.id) === connection && open.delete(tab.id) ? ask() : undefined));
      return {
        session: connection,
        sessionOf: (id) => connection.session(id),
        close: async () => {
          open.delete(tab.id);
          await connection[Symbol.asyncDispose]();
        },
      };
    },
    activate: async (id, signal) => {
      await fetchText(endpoint, `/json/activate/${encodeURIComponent(id)}`, { timeoutMs: 3000, signal }).catch(
        (error: unknown) => {
          throw new CallError('protocol', `The browser could not activate ${id}.`, { cause: error });
        },
      );
    },
    [Symbol.asyncDispose]: async () => {
      finish('The probe was detached.');
      tabs.close();
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map((connection) => connection[Symbol.asyncDispose]()));
    },
  };
};
