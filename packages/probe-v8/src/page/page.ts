import { setTimeout as pause } from 'node:timers/promises';
import type { CaptureBudget, CaptureCounts, RawAction, RawNode, RawRoot, ReadRequest } from '@substrate/core';
import type { Protocol } from 'devtools-protocol';
import { CallError, type CdpSession } from '../connection.js';
import { createMarker } from '../literals.js';
import {
  bareBegin,
  type CallLimits,
  callAgent,
  createReading,
  domBegin,
  domPace,
  type Handle,
  isStale,
  makeAgent,
  objectGroup,
  type PageHints,
  type PageStatus,
  type Reading,
  type ReadingHow,
  sliceOf,
  stateBegin,
  statePace,
} from './agents.js';
import {
  askAccessors,
  createKeptScopes,
  createLexical,
  type HeapForecast,
  harvestClosures,
  harvestHeap,
  harvestNear,
  heapSize,
  hearAgain,
  liftVeils,
  openClosures,
  releasePassing,
  type Sight,
  tellPrivateFields,
} from './closures.js';
import { createFrames, type Frames, type FramesReading } from './frames.js';
import { domScript, stateScript } from './script.js';
import { wordsOfPage } from './scripts.js';
import { pathOf, type TrailBook } from './trail-book.js';

/** What one reading of a page brought. */
export interface PageReading {
  readonly roots: readonly RawRoot[];
  readonly actions: readonly RawAction[];
  readonly hints: PageHints;
  readonly status: PageStatus;
  readonly looked: number;
  /** Addresses of roots that were there before and that this reading did not come to. */
  readonly unreached: readonly string[];
  readonly counts: CaptureCounts;
  readonly notes: readonly string[];
  /** A heap search ran. */
  readonly heap: boolean;
  /** A route of discovery is left, and may be taken now. */
  readonly moreRoutes: boolean;
  /** A route that had to wait for a quiet moment may be taken now. */
  readonly open: boolean;
  /** Whether the heap of this document was searched. */
  readonly searched: boolean;
  readonly libraries: readonly string[];
  /** Another one for every document. */
  readonly document: object;
  /** Milliseconds that the page's main thread was ours. */
  readonly hostMs: number;
}

export type PageMode = 'poll' | 'discover' | 'heap';

/** One page, attached to when it is first needed. */
export interface Page {
  readonly targetId: string;
  /** Rejects when the page does not answer in time. */
  status(signal: AbortSignal): Promise<PageStatus>;
  /** `spread`: nobody waits for it, and what takes long may be left to the next. */
  read(mode: PageMode, budget: CaptureBudget, signal: AbortSignal, spread?: boolean): Promise<PageReading>;
  /** Reads one place of the last reading as it is now; null when it is not there. */
  readPlace(request: ReadRequest, signal: AbortSignal): Promise<RawNode | null>;
  /** Calls the agent that can see the document; the body is the text of a function. */
  dom(
    address: string | undefined,
    body: string,
    args: readonly unknown[],
    limits: CallLimits,
    gesture?: boolean,
  ): Promise<unknown>;
  /** Calls an action that lives among the page's scripts; undefined when the address is none of theirs. */
  callState(address: string, parameters: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<{ found: boolean }>;
  session(signal: AbortSignal): Promise<CdpSession>;
  /** Leaves the page as it was found. */
  dispose(): Promise<void>;
}

/** How long a page may take to answer: a frozen one never does. */
const answerMs = 2000;

export interface PageOptions {
  readonly targetId: string;
  /** Opens a session with the target. */
  open(signal: AbortSignal): Promise<{ session: CdpSession; close(): Promise<void>; sessionOf(id: string): CdpSession }>;
  /** Discovery ran for this application before: closures are looked into without being asked. */
  readonly known: boolean;
  /** Of all pages of the application. */
  readonly forecast: HeapForecast;
  readonly trails: TrailBook;
}

interface Agents {
  /** Whether discovery kept functions whose scopes must be asked for: as of the last reading. */
  hasKept: boolean;
  /** How many objects have private fields that must be asked for: as of the last reading. */
  bearers: number;
  observed: number;
  readonly dom: Handle;
  readonly sight: Sight;
  readonly state: Handle;
  readonly readDom: ReturnType<typeof createReading>;
  readonly readState: ReturnType<typeof createReading>;
  readonly lexical: ReturnType<typeof createLexical>;
  readonly kept: ReturnType<typeof createKeptScopes>;
  readonly frames: Frames;
  /** Routes of discovery that this document has been through. */
  readonly been: Set<'closures' | 'near' | 'words' | 'scripts' | 'heap'>;
  /** A search of another document of the site found nothing that no trail leads to. */
  readonly isTrailed: boolean;
  /** Says which texts are words of the program, and of how many scripts it knows. */
  readonly mark: ReturnType<typeof createMarker>;
  readonly scripts: number;
  /** Somebody used it at the last reading; and when words were last learned, so that few were. */
  active: boolean;
  hurried: boolean;
  /** What the document was like when its closures were last looked into, and what it is like now. */
  readonly growth: { times: number; at: number; harvested: number; elements: number };
  /** Readings in which it is asked again who listens, after something was done on the page: what that opened is new. */
  unheard: number;
  /** The round at which the look for whatever is near goes on, where a busy machine left some of it. */
  nearFrom: number | undefined;
}

/** What a page shows beyond this is rows and words that nobody could read. */
const mostDomNodes = 2500;

/** Of the time on the page's main thread, what is planned for. The rest goes to the protocol, packing and the collection of garbage. */
const stateShare = 0.3;
const domShare = 0.2;
const frameShare = 0.1;

/** So often what closures brought is looked into in its turn. */
const mostRounds = 5;
/** The round of these after which whatever is near is looked for, though names may be left to follow. */
const lastNamed = 2;

/** So long a document is taken to be put together still. */
const settleMs = 2000;

/** So long no hand was seen at a page that may stand still for a moment. */
const idleMs = 10_000;
/** And at one that stands still for a blink: so far back a click before we came is known. At a page that nobody has used at all none need be waited for. */
const restMs = 5000;

const noFrames: FramesReading = { roots: [], kept: [], actions: [], looked: 0, lost: 0, silent: 0, notes: [] };

const countNodes = (roots: readonly RawNode[]): number =>
  roots.reduce((sum, root) => sum + 1 + countNodes(root.children ?? []), 0);

/** In a larger document it takes long to ask who listens. */
const mostHeardAgain = 3000;

/** Listeners come with the elements they listen on: a document that grew since is looked into again, a few times at most. */
const hasGrown = ({ times, at, harvested, elements }: Agents['growth']): boolean =>
  times < 5 && performance.now() - at > 500 && (harvested < 0 || Math.abs(elements - harvested) > Math.max(3, harvested / 5));

export const createPage = (options: PageOptions): Page => {
  let opened: ReturnType<PageOptions['open']> | undefined;
  let agents: Promise<Agents> | undefined;
  let wanted = options.known;
  /** Set while a page owes an answer: until it comes, nothing more is sent that would pile up there. */
  let owed: Promise<unknown> | undefined;

  const awaitAnswer = async (): Promise<void> => {
    if (owed === undefined) return;
    let answered = false;
    await Promise.race([owed.then(() => (answered = true)), new Promise((resolve) => setTimeout(resolve, 150))]);
    if (!answered) throw new CallError('timeout', 'The page has not answered yet.');
  };
  const noteSilence = async (): Promise<void> => {
    const now = await opened?.catch(() => undefined);
    owed ??= now?.session
      .send('Runtime.evaluate', { expression: '0', silent: true }, { timeoutMs: 20_000 })
      .catch(() => undefined)
      .then(() => {
        owed = undefined;
      });
  };

  const limitsOf = (signal: AbortSignal): CallLimits => ({ timeoutMs: answerMs, signal });

  const open = (signal: AbortSignal) => {
    opened ??= options.open(signal).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const isolatedWorld = async (
    session: CdpSession,
    limits: CallLimits,
  ): Promise<{ contextId: number | undefined; tree: Protocol.Page.FrameTree | undefined }> => {
    const { frameTree } = await session.send('Page.getFrameTree', undefined, limits);
    try {
      const { executionContextId } = await session.send(
        'Page.createIsolatedWorld',
        { frameId: frameTree.frame.id, worldName: 'substrate' },
        limits,
      );
      return { contextId: executionContextId, tree: frameTree };
    } catch (error) {
      if (error instanceof CallError && error.failure === 'protocol') return { contextId: undefined, tree: frameTree };
      throw error;
    }
  };

  const makeAgents = async (signal: AbortSignal): Promise<Agents> => {
    const { session, sessionOf } = await open(signal);
    const limits = limitsOf(signal);
    const { contextId } = await isolatedWorld(session, limits);
    const dom = await makeAgent(session, domScript, contextId, limits);
    const names = await callAgent(dom, 'function() { return this.builtinNames(); }', [], limits);
    // Without an isolated world the page's own globals can't be told from the browser's: none are read then.
    const state = await makeAgent(session, stateScript(names.value as string[]), undefined, limits);
    const lexical = createLexical(state);
    await lexical(limits);
    const { url } = (await callAgent(dom, 'function() { return this.status(); }', [], limits)).value as PageStatus;
    const trails = options.trails.at(url);
    if (trails) {
      const args = [{ value: trails.found }, { value: trails.whole }];
      await callAgent(state, 'function(found, whole) { this.followTrails(found, whole); }', args, limits);
    }
    return {
      dom,
      sight: { agent: dom, contextId },
      state,
      readDom: createReading(dom, domPace),
      readState: createReading(state, statePace),
      lexical,
      kept: createKeptScopes(state),
      frames: createFrames(session, sessionOf),
      hasKept: false,
      bearers: 0,
      observed: 0,
      // A search of this very page that found nothing would find nothing again.
      been: new Set(trails?.whole && trails.found.length === 0 && trails.path === pathOf(url) ? ['heap'] : []),
      isTrailed: trails?.whole ?? false,
      mark: (node) => node,
      scripts: 0,
      active: false,
      hurried: false,
      growth: { times: 0, at: 0, harvested: 0, elements: 0 },
      unheard: 0,
      nearFrom: undefined,
    };
  };

  /** Runs with the agents of the current document; once more when the document was replaced meanwhile. */
  const withAgents = async <T>(signal: AbortSignal, use: (agents: Agents) => Promise<T>): Promise<T> => {
    await awaitAnswer();
    for (let attempt = 0; ; attempt++) {
      agents ??= makeAgents(signal).catch((error: unknown) => {
        agents = undefined;
        throw error;
      });
      try {
        return await use(await agents);
      } catch (error) {
        const stale = isStale(error);
        if (stale || (error instanceof CallError && error.failure === 'protocol')) agents = undefined;
        if (error instanceof CallError && error.failure === 'timeout') await noteSilence();
        if (!stale || attempt >= 2) throw error;
      }
    }
  };

  const status = (signal: AbortSignal): Promise<PageStatus> =>
    withAgents(signal, async (now) => await statusOf(now, limitsOf(signal)));

  const readState = async (now: Agents, budget: CaptureBudget, limits: CallLimits, how: ReadingHow, bare = false) => {
    const { session } = now.state;
    const lists = now.hasKept ? await now.kept.read(limits) : [];
    if (now.bearers > 0) await tellPrivateFields(now.state, limits);
    if (now.observed > 0) await askAccessors(now.state, limits);
    const args = lists.map((objectId) => ({ objectId }));
    const asked = now.readState(budget, { body: bare ? bareBegin : stateBegin, args }, limits, how);
    // Nothing waits for these, and they go out together: calls of one session are carried out in order.
    if (lists.length > 0 || now.bearers > 0 || now.observed > 0) void releasePassing(session);
    void now.lexical(limits).catch(() => undefined);
    const reading = await asked;
    now.hasKept = (reading.more.kept ?? 0) > 0;
    now.bearers = reading.more.bearers ?? 0;
    now.observed = reading.more.observed ?? 0;
    // Where trails lead to all that a search found, none is needed.
    if (now.isTrailed && reading.more.led) now.been.add('heap');
    return reading;
  };

  const statusOf = async ({ dom }: Agents, limits: CallLimits): Promise<PageStatus> =>
    (await callAgent(dom, 'function() { return this.status(); }', [], limits)).value as PageStatus;

  /** Nobody sees the page, or nobody uses it. */
  const isIdle = ({ visible, calmMs }: PageStatus): boolean => !visible || calmMs > idleMs;

  /** Whether a heap of that size may be searched: nobody would notice, or it is soon done. */
  const mayStandStill = (status: PageStatus, size: number): boolean => {
    if (isIdle(status)) return true;
    const stall = options.forecast.of(size);
    return stall === 'unnoticed' || (stall === 'blink' && status.calmMs >= Math.min(restMs, status.ageMs));
  };

  /** Which texts are words of the program. */
  const learnWords = async (now: Agents, limits: CallLimits): Promise<void> => {
    const status = await statusOf(now, limits);
    const use = isIdle(status) ? 'idle' : status.active ? 'used' : 'calm';
    now.hurried = use === 'used';
    const { words, whole } = await wordsOfPage(now.state.session, use, limits).catch((error: unknown) => {
      if (isStale(error)) throw error;
      return { words: [], whole: true };
    });
    if (words.length > now.scripts) Object.assign(now, { mark: createMarker(words), scripts: words.length });
    if (whole) now.been.add('scripts');
    else now.been.delete('scripts');
  };

  /** Looks for what no property holds: the first reading of a document and discovery read again at once what that brought, others leave it to the next. */
  const unveiled = async (
    now: Agents,
    first: Reading,
    waits: boolean,
    budget: CaptureBudget,
    limits: CallLimits,
    how: ReadingHow,
  ) => {
    let state = first;
    for (let round = 0; round < 3 && (state.more.veiled || state.more.unasked); round++) {
      const lifted = liftVeils(now.state, limits).catch((error: unknown) => {
        if (waits && isStale(error)) throw error;
      });
      if (!waits) return state;
      await lifted;
      state = await readState(now, budget, limits, how);
    }
    return state;
  };

  /** What the closures hold by name is among the places before the rest is weighed. */
  const readNear = async (now: Agents, budget: CaptureBudget, limits: CallLimits, how: ReadingHow) => {
    await readState(now, budget, limits, how, true);
    now.nearFrom = await harvestNear(now.state, now.been.has('near') ? 'again' : 'first', now.nearFrom ?? 0, limits);
    if (now.nearFrom === undefined) now.been.add('near');
  };

  /**
   * Looks into closures, and near to them. What that brings may lead on: it is gone through to the end, so that what is known does not depend on how often
   * somebody looked.
   */
  const lookInto = async (
    now: Agents,
    elements: number,
    budget: CaptureBudget,
    limits: CallLimits,
    how: ReadingHow,
    isNearDone = false,
  ) => {
    let isNearKnown = isNearDone || now.been.has('heap');
    for (let round = 0; round < mostRounds; round++) {
      const { more } = await readState(now, budget, limits, how);
      const isThrough = now.been.has('closures') && round > 0 && !more.wrappers;
      if (isThrough && isNearKnown) return;
      if (!isThrough) {
        now.been.add('closures');
        now.hasKept = true;
        now.kept.forget();
        await harvestClosures(now.state, now.sight, round === 0 ? elements : Number.POSITIVE_INFINITY, limits);
        await openClosures(now.state, false, limits);
      }
      // Once, when what has a name is known: each function that is opened costs, and what that leads to is a little more of the same.
      if (!isNearKnown && (isThrough || round === lastNamed)) {
        isNearKnown = true;
        await readNear(now, budget, limits, how);
      }
    }
  };

  const read: Page['read'] = (mode, budget, signal, spread = false) =>
    withAgents(signal, async (now) => {
      const limits = limitsOf(signal);
      const notes: string[] = [];
      let heap = false;
      if (mode !== 'poll') wanted = true;
      const share = { ...budget, maxNodes: Math.ceil(budget.maxNodes * 0.6), hostMs: budget.hostMs * stateShare };
      // What takes long on the page's main thread waits until nobody types or clicks.
      const calm = mode !== 'poll' || !now.active;
      const how = { spread, gentle: now.active, fine: mode !== 'poll' };
      const finely = { ...how, spread: false, fine: true };
      const looked = wanted && calm && (!now.been.has('closures') || hasGrown(now.growth));
      if (looked) {
        const { value } = await callAgent(now.dom, 'function() { return this.size(); }', [], limits);
        // What listens in a document that is still being put together is not all that will.
        let harvested = (await statusOf(now, limits)).ageMs < settleMs ? -1 : Number(value);
        await lookInto(now, Number(value), share, limits, finely).catch((error: unknown) => {
          if (isStale(error)) throw error;
          // What was not looked into to the end is looked into again.
          harvested = -1;
          notes.push(`Some closures could not be looked into: ${error instanceof Error ? error.message : String(error)}`);
        });
        Object.assign(now.growth, { times: now.growth.times + 1, at: performance.now(), harvested });
        now.unheard = 0;
      }
      if (now.nearFrom !== undefined && mode === 'discover' && !looked) {
        await readNear(now, share, limits, finely);
        if (now.nearFrom === undefined) await lookInto(now, Number.POSITIVE_INFINITY, share, limits, finely, true);
      }
      if (now.unheard > 0 && wanted && now.growth.elements < mostHeardAgain) {
        now.unheard--;
        await hearAgain(now.state, now.sight, limits).catch((error: unknown) => {
          if (isStale(error)) throw error;
        });
      }
      // The sooner words are known, the less changes later of what is told: those that had to wait for a hand to rest do so no longer than it moves.
      const isFirst = !now.been.has('words');
      if (looked || isFirst || (!now.been.has('scripts') && (mode !== 'poll' || (now.hurried && !now.active))))
        await learnWords(now, limits);
      now.been.add('words');
      // What only the heap leads to belongs to the first state that is told: a document that is still being put together is waited for.
      const isDue = async (): Promise<boolean> => {
        if (now.been.has('heap')) return false;
        const { ageMs } = await statusOf(now, limits);
        if (ageMs < settleMs) await pause(settleMs - ageMs, undefined, { signal });
        return mayStandStill(await statusOf(now, limits), await heapSize(now.state.session, signal));
      };
      if (mode === 'heap' || (mode === 'discover' && (await isDue()))) {
        // What is near is told by the page as it is now that it is calm.
        await readNear(now, share, limits, finely);
        const searched = await harvestHeap(now.state, options.forecast, signal).catch((error: unknown) => {
          if (isStale(error) || signal.aborted) throw error;
          notes.push(`The search of the heap did not finish: ${error instanceof Error ? error.message : String(error)}`);
          return null;
        });
        heap = searched === true;
        if (heap) {
          const body = 'function() { return [this.trails(), location.href]; }';
          const [text, url] = (await callAgent(now.state, body, [], limits)).value as [string, string];
          options.trails.note(url, { ...JSON.parse(text), path: pathOf(url) });
        }
        if (searched === false) notes.push('The heap of this page is too large to be searched without stopping the page.');
        now.been.add('heap');
        if (heap) await lookInto(now, Number.POSITIVE_INFINITY, share, limits, finely);
      }
      const rest = {
        ...budget,
        maxNodes: Math.min(mostDomNodes, budget.maxNodes - share.maxNodes),
        hostMs: budget.hostMs * domShare,
      };
      const isUnsearched = now.been.has('closures') && !now.been.has('heap');
      const [first, dom, size] = await Promise.all([
        // Who does not wait may be slow, and the hand that begins to move while it reads feels nothing of it.
        readState(now, share, limits, { ...how, gentle: spread || now.active }),
        now.readDom(rest, { body: domBegin, args: [] }, limits, how),
        // Asked for beside the readings and not after them: somebody may wait.
        isUnsearched ? heapSize(now.state.session, signal) : Number.POSITIVE_INFINITY,
      ]);
      const state = await unveiled(now, first, mode !== 'poll' || looked, share, limits, finely);
      const status = dom.more.status as PageStatus;
      now.active = status.active;
      const waits = now.been.has('closures') && !(now.been.has('heap') && now.been.has('scripts'));
      const open = now.nearFrom !== undefined || (waits && (now.been.has('heap') ? isIdle(status) : mayStandStill(status, size)));
      if (dom.more.failed) notes.push(`The document could not be read to its end: ${dom.more.failed}`);
      now.growth.elements = dom.more.elements ?? 0;
      const inFrames = dom.more.frames
        ? await now.frames.read({ ...rest, hostMs: budget.hostMs * frameShare }, limits, spread)
        : noFrames;
      const roots = [...state.roots, ...dom.roots, ...inFrames.roots].map(now.mark);
      const unreached = [...state.kept, ...dom.kept, ...inFrames.kept];
      return {
        roots,
        unreached,
        // What a person sees comes before what the scripts could do.
        actions: [...dom.actions, ...inFrames.actions, ...state.actions],
        hints: dom.more.hints ?? {},
        status,
        looked: state.more.looked + dom.more.looked + inFrames.looked,
        counts: {
          rootsKnown: roots.length + unreached.length + inFrames.silent,
          rootsReached: roots.length,
          nodesRead: countNodes(roots),
          // Places beyond the budget are the least of what was found: each counts as what it is known by, one node.
          nodesCut: state.more.lost + (state.more.beyond ?? 0) + dom.more.lost + inFrames.lost,
          nodesFailed: 0,
        },
        notes: [...notes, ...inFrames.notes],
        heap,
        moreRoutes: !now.been.has('closures') || open,
        open,
        searched: now.been.has('heap'),
        libraries: state.more.libraries ?? [],
        document: now,
        hostMs: state.more.ms + dom.more.ms,
      };
    });

  /** What the page shows is read in one walk from its top, among its scripts the place itself is read: both in slices. */
  const readPlace: Page['readPlace'] = ({ root, path, from, limit, budget }, signal) =>
    withAgents(signal, async (now) => {
      const limits = limitsOf(signal);
      const frame = now.frames.agentOf(root);
      const isShown = frame !== undefined || root.startsWith('dom:');
      const handle = frame?.handle ?? (isShown ? now.dom : now.state);
      const pace = isShown ? domPace : statePace;
      const { work, guardMs } = sliceOf(pace, { gentle: now.active });
      const args = [frame?.address ?? root, path, { from, limit }, budget].map((value) => ({ value }));
      await callAgent(handle, 'function(a, p, r, b) { this.beginRead(a, p, r, b); }', args, limits);
      for (;;) {
        const step = 'function(s, g) { return this.readStep(s, g); }';
        const text = String((await callAgent(handle, step, [{ value: work }, { value: guardMs }], limits)).value);
        if (text !== '') return JSON.parse(text) as RawNode | null;
        signal.throwIfAborted();
      }
    });

  return {
    targetId: options.targetId,
    status,
    read,
    readPlace,
    session: async (signal) => (await open(signal)).session,
    dom: (address, body, args, limits, gesture = false) =>
      withAgents(limits.signal, async (now) => {
        const frame = address === undefined ? undefined : now.frames.agentOf(address);
        const handle = frame?.handle ?? now.dom;
        if (gesture) now.unheard = 2;
        const given = frame && args[0] === address ? [frame.address, ...args.slice(1)] : args;
        const result = await callAgent(
          handle,
          body,
          given.map((value) => ({ value })),
          limits,
          { userGesture: gesture },
        );
        return result.value as unknown;
      }),
    callState: async (address, parameters, limits) => {
      const now = await agents;
      if (!now) return { found: false };
      const has = await callAgent(now.state, 'function(address) { return this.has(address); }', [{ value: address }], limits);
      if (has.value !== true) return { found: false };
      await callAgent(
        now.state,
        'function(address, parameters) { return this.call(address, parameters); }',
        [{ value: address }, { value: parameters }],
        limits,
        {
          awaitPromise: true,
          userGesture: true,
        },
      );
      return { found: true };
    },
    dispose: async () => {
      const now = await opened?.catch(() => undefined);
      if (!now) return;
      const left = await agents?.catch(() => undefined);
      await left?.frames.dispose();
      left?.kept.forget();
      if (left)
        await left.dom.session
          .send(
            'Runtime.callFunctionOn',
            { objectId: left.dom.objectId, functionDeclaration: 'function() { this.leave(); }', silent: true },
            { timeoutMs: 1000 },
          )
          .catch(() => undefined);
      await now.session.send('Runtime.releaseObjectGroup', { objectGroup }, { timeoutMs: 1000 }).catch(() => undefined);
      await now.close();
    },
  };
};
