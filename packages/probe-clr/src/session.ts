import type {
  CaptureBudget,
  CaptureCounts,
  CaptureRequest,
  KnownRoots,
  ProbeSession,
  RawAction,
  RawCall,
  RawCapture,
  RawNode,
  RawResult,
  RawRoot,
  ReadRequest,
} from '@substrate/core';
import { orAborted } from '@substrate/core/probing';
import type { Connection } from './connection.js';
import type { HeapSearch } from './heap.js';
import { toJson, toNode, toRoot, type WireNode, type WireRoot } from './tree.js';

const knownFormat = 1;

interface CaptureAnswer {
  readonly roots: WireRoot[];
  readonly gone: string[];
  readonly objects: number;
  readonly unreached: string[];
  readonly counts: CaptureCounts;
  readonly actions?: RawAction[];
  readonly notes?: string[];
}

interface CallAnswer {
  readonly state: 'done' | 'running' | 'refused';
  readonly ticket?: number;
  readonly value?: WireNode;
  readonly reason?: string;
  readonly dispatched?: boolean;
  readonly message?: string;
}

const noContext = { url: null, location: null, view: null, window_title: null, window_id: null };
const windowTitle = (window: RawRoot | undefined): string | null => {
  const title = window?.children?.find((child) => child.name === 'Title')?.value;
  return typeof title === 'string' ? title : null;
};

/** What lies on a stack comes and goes with the calls of a thread: it is found anew each time, and no reason to look everywhere. */
const isLasting = (address: string): boolean => !address.startsWith('thread:');

/** Counts of work, and none of time: a busy machine reads what an idle one reads. */
const limitsOf = ({ maxNodes, maxDepth, maxString, maxElements, maxBytes }: CaptureBudget): Omit<CaptureBudget, 'hostMs'> => ({
  maxNodes,
  maxDepth,
  maxString,
  maxElements,
  maxBytes,
});

/** So long at least, and at most, lies between two searches that nobody asked for. */
const firstHeapPauseMs = 30_000;
const longestHeapPauseMs = 600_000;
/** After one that a busy machine stopped. */
const soonHeapPauseMs = 2000;

const pauses = [2, 5, 10, 20, 50];

/** What the payload tells becomes captures: it sends the roots that changed, the rest are those of the capture before. */
export const createSession = (connection: Connection, known: KnownRoots | undefined, heap: HeapSearch): ProbeSession => {
  const roots = new Map<string, RawRoot>();
  let actions: readonly RawAction[] = [];
  let notes: readonly string[] = [];
  let isKnown = known?.format === knownFormat;
  let knownAddresses = isKnown ? known?.roots.map((root) => root.address).join('\n') : undefined;
  let captureCount = 0;
  let searchedHeapAt = Number.NEGATIVE_INFINITY;
  let hasLostRoots = false;
  let heapPauseMs = firstHeapPauseMs;

  const apply = (answer: CaptureAnswer): void => {
    for (const address of answer.gone) roots.delete(address);
    hasLostRoots ||= answer.gone.some((address) => address.startsWith('heap:'));
    for (const wire of answer.roots) roots.set(wire.a, toRoot(wire, roots.get(wire.a)));
    // Methods of .NET have types.
    if (answer.actions) actions = answer.actions.map((action) => ({ ...action, typed: true }));
    if (answer.notes) notes = answer.notes;
  };

  const knownNow = (): KnownRoots => ({
    format: knownFormat,
    roots: [...roots.values()]
      .filter((root) => isLasting(root.address))
      .map(({ address, source }) => ({ address, source, locator: null })),
  });

  /** At the beginning, when somebody looks for more, and when something that was found is gone; never just for a poll. */
  const searchHeap = async (mode: CaptureRequest['mode'], isFirst: boolean): Promise<void> => {
    const isWanted = mode === 'discover' || hasLostRoots;
    if (!isFirst && mode !== 'heap' && !(isWanted && Date.now() - searchedHeapAt > heapPauseMs)) return;
    searchedHeapAt = Date.now();
    // A program whose objects come and go is looked at ever more seldom.
    heapPauseMs = hasLostRoots && mode === 'poll' ? Math.min(heapPauseMs * 2, longestHeapPauseMs) : firstHeapPauseMs;
    hasLostRoots = false;
    // What can't be had this way is said in the notes. The signal is nobody's: an exchange goes on to its end.
    const again = await heap.run(mode === 'heap', new AbortController().signal).catch(() => false);
    if (again) [hasLostRoots, heapPauseMs] = [true, soonHeapPauseMs];
  };

  const capture = async (request: CaptureRequest, signal: AbortSignal): Promise<RawCapture> => {
    const discovers = request.mode !== 'poll' || !isKnown;
    const { budget } = request;
    const turn = ++captureCount;
    await searchHeap(request.mode, turn === 1);
    const answer = (await connection.request(
      {
        op: 'capture',
        discover: discovers,
        ...limitsOf(budget),
        all: turn === 1,
      },
      // The payload counts what it sent as known here: an answer must be applied even when nobody waits for it any more.
      new AbortController().signal,
    )) as unknown as CaptureAnswer;
    apply(answer);
    signal.throwIfAborted();
    isKnown = true;
    const addresses = [...roots.keys()].filter(isLasting).join('\n');
    const tellsKnown = discovers || addresses !== knownAddresses;
    knownAddresses = addresses;
    const window = roots.get('window:main');
    return {
      runtime: 'clr',
      tier: 'clr_mmf',
      context: { ...noContext, window_title: windowTitle(window) },
      // A view without a title is called by its class.
      hints: window ? { windowClass: window.name } : {},
      roots: [...roots.values()],
      actions,
      ...(tellsKnown ? { known: knownNow() } : {}),
      discovered: discovers,
      moreRoutes: false,
      rawObjectCount: Math.max(answer.objects, roots.size),
      counts: answer.counts,
      unreached: answer.unreached,
      notes,
    };
  };

  const read = async ({ root, path, from, limit, budget }: ReadRequest, signal: AbortSignal): Promise<RawNode | null> => {
    const request = { op: 'read', root, path, from, limit, ...limitsOf(budget) };
    const { node } = (await connection.request(request, signal)) as { node: WireNode | null };
    if (!node) return null;
    const name = path.at(-1) ?? node.n ?? root;
    return toNode(node, name, undefined, undefined, from);
  };

  const invoke = async (call: RawCall, signal: AbortSignal): Promise<RawResult> => {
    const timeoutMs = Math.max(1, call.timeoutMs);
    const deadline = Date.now() + timeoutMs;
    let answer = (await connection.request(
      { op: 'invoke', address: call.address, parameters: call.parameters, timeoutMs },
      signal,
    )) as unknown as CallAnswer;
    for (let i = 0; answer.state === 'running'; i++) {
      if (Date.now() > deadline) {
        // What goes on takes no place among those that are waited for.
        void connection.request({ op: 'forget', ticket: answer.ticket }, signal).catch(() => undefined);
        return {
          ok: false,
          dispatched: true,
          reason: 'timeout_still_running',
          message: `The call has not returned after ${timeoutMs} ms. It is still running.`,
        };
      }
      await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(i, pauses.length - 1)]));
      answer = (await connection.request({ op: 'result', ticket: answer.ticket }, signal)) as unknown as CallAnswer;
    }
    if (answer.state === 'done')
      return { ok: true, value: answer.value === undefined ? null : toJson(toNode(answer.value, 'value')) };
    return { ok: false, dispatched: answer.dispatched ?? false, reason: answer.reason ?? 'threw', message: answer.message ?? '' };
  };

  return {
    capture: async (request, signal) => {
      signal.throwIfAborted();
      return await orAborted(capture(request, signal), signal);
    },
    invoke,
    read,
    freshNeedsHeap: () => false,
    gone: connection.gone,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
};
