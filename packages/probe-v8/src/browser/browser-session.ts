import type {
  AppProcess,
  CaptureBudget,
  CaptureCounts,
  CaptureRequest,
  KnownRoots,
  ProbeSession,
  RawCapture,
  RawNode,
  RawRoot,
  ReadRequest,
} from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { clipTree } from '../clip.js';
import { CallError } from '../connection.js';
import type { PageStatus } from '../page/agents.js';
import { createHeapForecast } from '../page/closures.js';
import { createPage, type Page, type PageReading } from '../page/page.js';
import { reuse } from '../page/reuse.js';
import { createTrailBook, pathOf, siteOf } from '../page/trail-book.js';
import { builtins } from './builtins.js';
import { createDialogs } from './dialogs.js';
import { checkProcess } from './endpoint.js';
import { invokeOnPage, targetOnPage } from './invoke.js';
import type { Tab } from './tab-list.js';
import type { Targets } from './targets.js';

/** The format of what is stored for the next attach. */
const knownFormat = 1;

/** How many tabs are asked whether they are in front, when the one activated last is not. */
const candidates = 5;
/** And when nothing tells which was activated last. */
const unorderedCandidates = 50;

interface Front {
  readonly tab: Tab;
  readonly page: Page;
  /** Null when the page does not answer. */
  readonly status: PageStatus | null;
}

const tabNodes = (tab: Tab, active: boolean): RawNode[] => [
  { name: 'title', kind: 'value', value: tab.title },
  { name: 'url', kind: 'value', value: tab.url },
  { name: 'active', kind: 'value', value: active },
  { name: 'window_id', kind: 'value', value: tab.id },
];

/** One browser: the state of its page in front, and the list of all its pages. */
export const createBrowserSession = (options: {
  app: AppProcess;
  targets: Targets;
  known: KnownRoots | undefined;
}): ProbeSession => {
  const { app, targets, known } = options;
  const pages = new Map<string, Page>();
  const order: string[] = [];
  const discoveredBefore = known?.format === knownFormat;
  const forecast = createHeapForecast();
  const dialogs = createDialogs();
  const trails = createTrailBook(discoveredBefore ? known.roots : []);
  let lastTabs: RawRoot | undefined;
  let lastFront: Front | undefined;
  let lastDocument: object | undefined;
  /** What the page in front shows is all that is known of it, and its heap was not searched. */
  let needsHeap = false;
  /** What was last read of the page in front, and where that was. */
  let lastReading: { readonly tab: string; readonly url: string; readonly addresses: readonly string[] } | undefined;
  let over: string | undefined;
  const gone = targets.gone.then((reason) => {
    over = reason;
    return reason;
  });

  const pageOf = (tab: Tab): Page => {
    let page = pages.get(tab.id);
    if (!page) {
      page = createPage({
        targetId: tab.id,
        open: (signal) => targets.open(tab, signal),
        known: discoveredBefore || discoveredNow,
        forecast,
        trails,
      });
      pages.set(tab.id, page);
    }
    return page;
  };
  let discoveredNow = false;

  const forgetClosed = (tabs: readonly Tab[]): void => {
    const open = new Set(tabs.map((tab) => tab.id));
    for (const [id, page] of pages) {
      if (open.has(id) && !targets.crashed.has(id)) continue;
      pages.delete(id);
      void page.dispose();
    }
    for (let i = order.length - 1; i >= 0; i--) if (!open.has(order[i] as string)) order.splice(i, 1);
    // The list is ordered by activation; tabs keep the place they were first seen at.
    for (const tab of [...tabs].reverse()) if (!order.includes(tab.id)) order.push(tab.id);
  };

  const statusOf = async (tab: Tab, signal: AbortSignal): Promise<PageStatus | null> => {
    if (targets.crashed.has(tab.id)) return null;
    try {
      return await pageOf(tab).status(signal);
    } catch (error) {
      if (signal.aborted || over !== undefined) throw error;
      return null;
    }
  };

  /**
   * The page in front: the one activated last, unless it says that it is hidden and another says that it is not. A page that does
   * not answer stays in front, so that nothing is done to another page in its place.
   */
  const findFront = async (tabs: readonly Tab[], signal: AbortSignal): Promise<Front | null> => {
    const first = tabs[0];
    if (!first) return null;
    const front: Front = { tab: first, page: pageOf(first), status: await statusOf(first, signal) };
    if (!front.status || front.status.visible) return front;
    for (const tab of tabs.slice(1, targets.ordered ? candidates : unorderedCandidates)) {
      const status = await statusOf(tab, signal);
      if (status?.visible) return { tab, page: pageOf(tab), status };
    }
    return front;
  };

  const tabsRoot = (tabs: readonly Tab[], front: Front | null): RawRoot => {
    const byId = new Map(tabs.map((tab) => [tab.id, tab]));
    const children = order.flatMap((id, i): RawNode[] => {
      const tab = byId.get(id);
      return tab ? [{ name: String(i), kind: 'object', children: tabNodes(tab, front?.tab.id === id) }] : [];
    });
    const root: RawRoot = { name: 'tabs', kind: 'list', children, address: 'tabs', source: 'tabs' };
    lastTabs = reuse(lastTabs, root);
    return lastTabs;
  };

  const silence = (tab: Tab): string =>
    targets.crashed.has(tab.id)
      ? `The page ${tab.url} has crashed: load it again.`
      : `The page ${tab.url} does not answer: it is busy, frozen, paused in a debugger or shows a dialog of its own.`;

  const capture = async (request: CaptureRequest, signal: AbortSignal): Promise<RawCapture> => {
    signal.throwIfAborted();
    if (over !== undefined) throw new ProbeError({ reason: 'gone', message: over, retry: true });
    // The page that was in front is read while the list is fetched: mostly it still is.
    const likely = request.mode === 'poll' && lastFront?.status && !targets.crashed.has(lastFront.tab.id) ? lastFront : undefined;
    const [listed, early] = await Promise.all([
      targets.list(signal),
      likely?.page.read('poll', pageBudget(request.budget, order.length), signal, request.routine).catch(() => null),
    ]);
    const tabs = targets.ordered ? listed : frontFirst(listed, lastFront?.tab.id);
    forgetClosed(tabs);
    const still = early?.status.visible && likely && tabs[0]?.id === likely.tab.id ? early : null;
    const front = still
      ? { tab: tabs[0] as Tab, page: (likely as Front).page, status: still.status }
      : await findFront(tabs, signal);
    lastFront = front ?? undefined;
    const all = tabsRoot(tabs.slice(0, request.budget.maxElements), front);
    const tabCount = (all.children?.length ?? 0) * 5 + 1;
    const shortened = clipTree(
      all,
      { ...request.budget, maxElements: mostTabs(request.budget), maxNodes: tabCount },
      { nodes: 0 },
    );
    let reading: PageReading | null = still;
    const notes: string[] = [];
    if (!still && front?.status) {
      try {
        reading = await front.page.read(request.mode, pageBudget(request.budget, tabs.length), signal, request.routine);
      } catch (error) {
        if (signal.aborted || over !== undefined) throw error;
        if (error instanceof CallError) notes.push(silence(front.tab));
        else throw error;
      }
    } else if (front && !still) notes.push(silence(front.tab));
    signal.throwIfAborted();
    if (request.mode !== 'poll' && reading) discoveredNow = true;
    // The roots of the document before are gone with it.
    const another = reading !== null && lastDocument !== undefined && reading.document !== lastDocument;
    lastDocument = reading?.document ?? lastDocument;
    if (reading) needsHeap = !reading.searched && reading.roots.every(({ source }) => source === 'dom');
    const url = front?.status?.url ?? front?.tab.url ?? null;
    const site = url === null ? undefined : siteOf(url);
    const roots = [...(reading?.roots ?? []), shortened];
    // A page that is silent now and is where it was still has what it had.
    const silent = front !== null && reading === null;
    const same = silent && !targets.crashed.has(front.tab.id) && lastReading?.tab === front.tab.id && lastReading.url === url;
    const unreached = reading ? reading.unreached : same ? (lastReading?.addresses ?? []) : [];
    if (reading && front && url !== null)
      lastReading = { tab: front.tab.id, url, addresses: [...reading.roots.map(({ address }) => address), ...reading.unreached] };
    const counts: CaptureCounts = {
      rootsKnown: (reading?.counts.rootsKnown ?? Math.max(Number(silent), unreached.length)) + 1,
      rootsReached: (reading?.counts.rootsReached ?? 0) + 1,
      nodesRead: (reading?.counts.nodesRead ?? 0) + tabCount,
      nodesCut: reading?.counts.nodesCut ?? 0,
      nodesFailed: 0,
    };
    return {
      runtime: 'v8',
      tier: reading?.heap ? 'heap_snapshot' : 'aso_fast',
      context: {
        url,
        location: url === null ? null : pathOf(url),
        view: null,
        window_title: front?.status?.title ?? front?.tab.title ?? null,
        window_id: front?.tab.id ?? null,
      },
      hints: { ...(url === null ? {} : { route: pathOf(url) ?? url }), ...reading?.hints },
      roots,
      actions: dialogs.offered(front?.tab.id ?? '', [...builtins, ...(reading?.actions ?? [])]),
      ...(request.mode === 'poll' && !another ? {} : { known: knownOf(roots, trails.roots()) }),
      discovered: request.mode !== 'poll',
      moreRoutes: request.mode !== 'poll' && (reading?.moreRoutes ?? false),
      ...(request.mode === 'poll' && reading?.open && { lookAgain: true }),
      domTierUsed: reading !== null,
      rawObjectCount: (reading?.looked ?? 0) + tabCount + roots.length,
      counts,
      ...(unreached.length > 0 && { unreached }),
      ...(site !== undefined && { site }),
      notes: [...notes, ...(reading?.notes ?? [])],
    };
  };

  /** One thing at a time: a call in the middle of a reading would find the page half read. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const dispose = async (): Promise<void> => {
    const all = [...pages.values()];
    pages.clear();
    if (over === undefined) await Promise.all(all.map((page) => page.dispose()));
    await targets[Symbol.asyncDispose]();
  };

  return {
    gone,
    capture: async (request, signal) => {
      try {
        return await inTurn(() => capture(request, signal));
      } catch (error) {
        if (error instanceof ProbeError || signal.aborted) throw error;
        const ended = await checkProcess(app);
        throw new ProbeError(
          ended ?? { reason: 'capture_failed', message: error instanceof Error ? error.message : String(error), retry: true },
          { cause: error },
        );
      }
    },
    invoke: async (call, signal) => {
      if (over !== undefined) return { ok: false, dispatched: false, reason: 'gone', message: over };
      if (call.address === 'builtin:activate_tab') return await activate(String(call.parameters.window_id), signal);
      const front = lastFront;
      if (!front) return { ok: false, dispatched: false, reason: 'no_target', message: 'The browser has no page open.' };
      return await inTurn(() =>
        dialogs.during(front.page, call, { timeoutMs: call.timeoutMs, signal }, (asked) =>
          invokeOnPage(front.page, asked, signal),
        ),
      );
    },
    read: (request, signal) => inTurn(() => readPlace(request, signal)),
    target: async (call, signal) => (lastFront ? await targetOnPage(lastFront.page, call, signal) : null),
    freshNeedsHeap: () => needsHeap,
    [Symbol.asyncDispose]: dispose,
  };

  async function readPlace(request: ReadRequest, signal: AbortSignal): Promise<RawNode | null> {
    if (over !== undefined) throw new ProbeError({ reason: 'gone', message: over, retry: true });
    if (request.root === 'tabs') return partOf(lastTabs, request);
    return lastFront ? await lastFront.page.readPlace(request, signal) : null;
  }

  async function activate(id: string, signal: AbortSignal): ReturnType<ProbeSession['invoke']> {
    const tabs = await targets.list(signal).catch(() => []);
    const tab = tabs.find((candidate) => candidate.id === id);
    if (!tab) return { ok: false, dispatched: false, reason: 'no_target', message: `No tab has the window_id ${id}.` };
    try {
      await targets.activate(id, signal);
    } catch (error) {
      return { ok: false, dispatched: true, reason: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
    lastFront = { tab, page: pageOf(tab), status: null };
    return { ok: true, value: null, message: `“${tab.title}” is in front.` };
  }
};

/** Where the browser does not tell which page was activated last, the one that was in front is asked first. */
const frontFirst = (tabs: readonly Tab[], id: string | undefined): readonly Tab[] => {
  const front = tabs.find((tab) => tab.id === id);
  return front ? [front, ...tabs.filter((tab) => tab !== front)] : tabs;
};

const partOf = (root: RawNode | undefined, { path, from, limit }: ReadRequest): RawNode | null => {
  let node = root;
  for (const segment of path) node = node?.children?.find((child) => (child.id ?? child.name) === segment);
  if (!node?.children || node.kind !== 'list') return node ?? null;
  return { ...node, children: node.children.slice(from, from + limit), size: node.children.length };
};

/** What is left for the page when the tabs are listed. */
const pageBudget = (budget: CaptureBudget, tabs: number): CaptureBudget => ({
  ...budget,
  maxNodes: Math.max(0, budget.maxNodes - 1 - 5 * Math.min(tabs, mostTabs(budget))),
});

const mostTabs = ({ maxElements, maxNodes }: { maxElements: number; maxNodes: number }): number =>
  Math.min(maxElements, Math.max(1, Math.floor(maxNodes / 10)));

/** Roots are found again by looking; what is stored is that discovery has been done, what it found, and the trails to what the heap alone showed. */
const knownOf = (roots: readonly RawRoot[], trails: KnownRoots['roots']): KnownRoots => ({
  format: knownFormat,
  roots: [
    ...roots
      .filter((root) => root.source !== 'dom' && root.source !== 'tabs')
      .map(({ address, source }) => ({ address, source, locator: null })),
    ...trails,
  ],
});
