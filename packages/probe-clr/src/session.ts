import type {
  CaptureBudget,
  CaptureRequest,
  KnownRoots,
  ProbeSession,
  RawCall,
  RawCapture,
  RawNode,
  RawResult,
  RawRoot,
  ReadRequest,
} from '@substrate/core';
import { decodeCapture, decodeNode, nothingTold, orAborted } from '@substrate/core/probing';
import type { Connection } from './connection.js';
import type { HeapSearch } from './heap.js';

const knownFormat = 1;

interface CallAnswer {
  readonly state: 'done' | 'running' | 'refused';
  readonly ticket?: number;
  readonly value?: unknown;
  /** What ran, and on which thread. */
  readonly name?: string;
  readonly place?: string;
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
/** After one that a busy machine stopped; twice as long after each further one: it may be so for long, and each try is felt a little. */
const soonHeapPauseMs = 2000;
/** After one since which code was loaded; twice as long after each further one. */
const newsHeapPauseMs = 3000;
/** After one since which the program has come further: until it is half as old again, and half as long again as before that, which is so long at first. */
const furtherHeapPauseMs = 500;

const pauses = [2, 5, 10, 20, 50];

/** What a node stands for, as plain JSON: how the result of a call is told. */
const toJson = (node: RawNode): unknown => {
  if (node.kind === 'value') return node.value ?? null;
  if (node.kind === 'list') return (node.children ?? []).map(toJson);
  if (node.kind === 'omitted') return null;
  return Object.fromEntries((node.children ?? []).map((child) => [child.id ?? child.name, toJson(child)]));
};

const fromOutside =
  'The program takes no startup hook, so it is read from outside: it can be read and not acted on. What its classes, the methods that wait and its objects on the heap hold is told; what only objects of the framework hold, and numbers and texts on stacks, are not.';

const noActions: RawResult = { ok: false, dispatched: false, reason: 'read_only', message: fromOutside };

/** How the other side is reached: a payload inside, whose heap may be searched, or a reader outside, which only reads. */
export type Way = { readonly heap: HeapSearch; readonly isOutside?: false } | { readonly isOutside: true };

/** What the other side tells becomes captures: it sends the roots that changed, the rest are those of the capture before. */
export const createSession = (connection: Connection, known: KnownRoots | undefined, way: Way): ProbeSession => {
  let told = nothingTold;
  let isKnown = known?.format === knownFormat;
  let knownAddresses = isKnown ? known?.roots.map((root) => root.address).join('\n') : undefined;
  let captureCount = 0;
  // Where a known schema has nothing of the heap, the first state need not wait for a search: the next capture makes it.
  let firstSearch = isKnown && !known?.roots.some((root) => root.address.startsWith('heap:')) ? 2 : 1;
  let searchedHeapAt = Number.NEGATIVE_INFINITY;
  let hasLostRoots = false;
  let heapPauseMs = firstHeapPauseMs;
  let soonMs = soonHeapPauseMs;
  let hasNews = false;
  let newsMs = newsHeapPauseMs;
  let isFurther = false;
  let furtherMs = furtherHeapPauseMs;

  /** `isSorted`: a search came before, which tells anew what no other object leads to. */
  const apply = (answer: Readonly<Record<string, unknown>>, isSorted: boolean): void => {
    const before = told.roots;
    try {
      told = decodeCapture(answer, told);
    } catch (error) {
      // The payload counts on what it has sent: what follows could not be told from what was there.
      connection.end((error as Error).message);
      throw error;
    }
    hasNews = answer.heap_due === true;
    isFurther = answer.further === true;
    if (before === told.roots || isSorted) return;
    const now = new Set(told.roots.map((root) => root.address));
    hasLostRoots ||= before.some(({ address }) => address.startsWith('heap:') && !now.has(address));
  };

  /** What is known and does not show may lie where only a search leads. */
  const lacksKnown = (): boolean => {
    const now = new Set(told.roots.map((root) => root.address));
    return known?.roots.some(({ address }) => !now.has(address)) === true;
  };

  const knownNow = (): KnownRoots => ({
    format: knownFormat,
    roots: told.roots
      .filter((root) => isLasting(root.address))
      .map(({ address, source }) => ({ address, source, locator: null })),
  });

  /** At the beginning, when somebody looks for more, when something that was found is gone, when code was loaded since, and when a program that was still starting has come further; never just for a poll. */
  const searchHeap = async (mode: CaptureRequest['mode'], isFirst: boolean): Promise<boolean> => {
    if (way.isOutside) return false;
    const isWanted = mode === 'discover' || hasLostRoots;
    const rested = Date.now() - searchedHeapAt;
    const isOlder = isFurther && rested > furtherMs;
    const isDue = (isWanted && rested > heapPauseMs) || (hasNews && rested > newsMs) || isOlder;
    if (!isFirst && mode !== 'heap' && !isDue) return false;
    newsMs = hasNews && !isOlder ? Math.min(newsMs * 2, longestHeapPauseMs) : newsMs;
    furtherMs = Math.max((await way.heap.age()) / 2, Math.min(furtherMs * 1.5, longestHeapPauseMs));
    searchedHeapAt = Date.now();
    // A program whose objects come and go is looked at ever more seldom.
    heapPauseMs = hasLostRoots && mode === 'poll' ? Math.min(heapPauseMs * 2, longestHeapPauseMs) : firstHeapPauseMs;
    hasLostRoots = false;
    // What can't be had this way is said in the notes. The signal is nobody's: an exchange goes on to its end.
    const again = await way.heap.run(mode === 'heap', new AbortController().signal).catch(() => false);
    if (again) [hasLostRoots, heapPauseMs] = [true, soonMs];
    soonMs = again ? Math.min(soonMs * 2, longestHeapPauseMs) : soonHeapPauseMs;
    return true;
  };

  const capture = async (request: CaptureRequest, signal: AbortSignal): Promise<RawCapture> => {
    const discovers = request.mode !== 'poll' || !isKnown;
    const { budget } = request;
    // The payload counts what it sent as known here: an answer must be applied even when nobody waits for it any more.
    const nobody = new AbortController().signal;
    const ask = async (isSorted: boolean): Promise<void> =>
      apply(await connection.request({ op: 'capture', discover: discovers, ...limitsOf(budget) }, nobody), isSorted);
    await ask(await searchHeap(request.mode, ++captureCount === firstSearch));
    if (captureCount < firstSearch && lacksKnown()) {
      firstSearch = captureCount;
      await ask(await searchHeap(request.mode, true));
    }
    signal.throwIfAborted();
    isKnown = true;
    const addresses = told.roots
      .map((root) => root.address)
      .filter(isLasting)
      .join('\n');
    const tellsKnown = discovers || addresses !== knownAddresses;
    knownAddresses = addresses;
    const window = told.roots.find((root) => root.address === 'window:main');
    return {
      runtime: 'clr',
      tier: 'clr_mmf',
      context: { ...noContext, window_title: windowTitle(window) },
      // A view without a title is called by its class.
      hints: window ? { windowClass: window.name } : {},
      roots: told.roots,
      actions: told.actions,
      ...(tellsKnown ? { known: knownNow() } : {}),
      discovered: discovers,
      moreRoutes: false,
      rawObjectCount: Math.max(told.objects, told.roots.length),
      counts: told.counts,
      unreached: told.unreached,
      notes: way.isOutside ? [fromOutside, ...told.notes] : told.notes,
    };
  };

  const read = async ({ root, path, from, limit, budget }: ReadRequest, signal: AbortSignal): Promise<RawNode | null> => {
    const request = { op: 'read', root, path, from, limit, ...limitsOf(budget) };
    const { node } = await connection.request(request, signal);
    return node === null ? null : decodeNode(node);
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
    if (answer.state === 'done') {
      const value = answer.value === undefined ? null : toJson(decodeNode(answer.value));
      return { ok: true, value, message: `${answer.name} ran on ${answer.place}.` };
    }
    return { ok: false, dispatched: answer.dispatched ?? false, reason: answer.reason ?? 'threw', message: answer.message ?? '' };
  };

  return {
    capture: async (request, signal) => {
      signal.throwIfAborted();
      return await orAborted(capture(request, signal), signal);
    },
    ...(way.isOutside ? { invoke: async () => noActions, notice: fromOutside } : { invoke, read }),
    freshNeedsHeap: () => false,
    gone: connection.gone,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
};
