import type {
  CaptureCounts,
  CaptureRequest,
  KnownRoots,
  RawCall,
  RawCapture,
  RawNode,
  RawResult,
  RawRoot,
  RawTarget,
  ReadRequest,
} from '../capture.js';
import type { AppProcess, Probe, ProbeSession, Refusal } from '../probe.js';
import { ProbeError } from '../probe.js';
import type { Runtime } from '../wire.js';

/** What a scripted application does, step by step. Every function may throw, hang or return rubbish: that is what it is for. */
export interface ScriptedApp {
  readonly refusal?: Refusal | null;
  attach?(app: AppProcess, known: KnownRoots | undefined, signal: AbortSignal): Promise<void> | void;
  capture(request: CaptureRequest, cycle: number, signal: AbortSignal): Promise<RawCapture> | RawCapture;
  invoke?(call: RawCall, signal: AbortSignal): Promise<RawResult> | RawResult;
  target?(call: RawCall): RawTarget | null;
  /** Without it the probe can't read on demand. */
  read?(request: ReadRequest, signal: AbortSignal): Promise<RawNode | null> | RawNode | null;
  freshNeedsHeap?(): boolean;
  readonly notice?: string;
}

export interface ScriptedProbe extends Probe {
  /** What was done to it, in order: `attach 42`, `capture 42 poll`, `invoke 42 method:add`, `read 42 store#0/cart 0+100`, `dispose 42`. */
  readonly log: readonly string[];
  /** Ends the connection to a process, as a crash would. */
  lose(pid: number, reason: string): void;
}

/** A probe that reads applications made of functions: for tests of what stands above probes. */
export const createScriptedProbe = (runtime: Runtime, scripts: (app: AppProcess) => ScriptedApp): ScriptedProbe => {
  const log: string[] = [];
  const losers = new Map<number, (reason: string) => void>();
  return {
    runtime,
    log,
    lose: (pid, reason) => losers.get(pid)?.(reason),
    check: async (app) => scripts(app).refusal ?? null,
    attach: async (app, known, signal) => {
      const script = scripts(app);
      log.push(`attach ${app.pid}`);
      if (script.refusal) throw new ProbeError(script.refusal);
      await script.attach?.(app, known, signal);
      const { read } = script;
      let cycle = 0;
      const gone = new Promise<string>((resolve) => losers.set(app.pid, resolve));
      const session: ProbeSession = {
        gone,
        ...(script.notice === undefined ? {} : { notice: script.notice }),
        freshNeedsHeap: () => script.freshNeedsHeap?.() ?? false,
        capture: async (request, captureSignal) => {
          log.push(`capture ${app.pid} ${request.mode}`);
          return script.capture(request, cycle++, captureSignal);
        },
        invoke: async (call, callSignal) => {
          log.push(`invoke ${app.pid} ${call.address}`);
          if (!script.invoke) return { ok: false, dispatched: false, reason: 'no_target', message: `nothing at ${call.address}` };
          return script.invoke(call, callSignal);
        },
        target: async (call) => script.target?.(call) ?? null,
        ...(read && {
          read: async (request: ReadRequest, readSignal: AbortSignal) => {
            log.push(`read ${app.pid} ${[request.root, ...request.path].join('/')} ${request.from}+${request.limit}`);
            return read.call(script, request, readSignal);
          },
        }),
        [Symbol.asyncDispose]: async () => {
          log.push(`dispose ${app.pid}`);
        },
      };
      return session;
    },
  };
};

/** Reads a place of whole trees as a probe would read it of a running application. */
export const scriptedRead = (roots: readonly RawRoot[], { root, path, from, limit, budget }: ReadRequest): RawNode | null => {
  let node: RawNode | undefined = roots.find(({ address }) => address === root);
  for (const segment of path) node = node?.children?.find((child) => (child.id ?? child.name) === segment);
  if (!node) return null;
  const all = node.children;
  if (!all || node.kind === 'object') return scriptedCut(node, budget.maxElements, budget.maxString);
  const children = all.slice(from, from + limit).map((child) => scriptedCut(child, budget.maxElements, budget.maxString));
  return { ...node, children, size: all.length };
};

/** A tree as a capture with a small budget tells it. */
export const scriptedCut = <N extends RawNode>(node: N, maxElements: number, maxString = 4096): N => {
  if (typeof node.value === 'string' && node.value.length > maxString)
    return { ...node, value: `${node.value.slice(0, maxString)}…`, length: node.value.length };
  if (!node.children) return node;
  const most = node.kind === 'object' ? node.children.length : maxElements;
  const children = node.children.slice(0, most).map((child) => scriptedCut(child, maxElements, maxString));
  return { ...node, children, ...(children.length < node.children.length && { size: node.children.length }) };
};

/** Counts of a reading that got so far, of whole percents. */
export const countsOf = (share: number): CaptureCounts => {
  const nodesRead = Math.round(share * 100);
  return { rootsKnown: 1, rootsReached: 1, nodesRead, nodesCut: 100 - nodesRead, nodesFailed: 0 };
};

/** A small complete capture to vary: one store with a cart, one action. */
export const scriptedCapture = (change: Partial<RawCapture> = {}): RawCapture => ({
  runtime: 'v8',
  tier: 'aso_fast',
  context: { url: null, location: null, view: null, window_title: null, window_id: null },
  hints: {},
  roots: [
    {
      address: 'store#0',
      source: 'store',
      name: 'cart',
      kind: 'object',
      children: [
        { name: 'totalItems', kind: 'value', value: 3, type: 'number' },
        { name: 'status', kind: 'value', value: 'open', type: 'string' },
      ],
    },
  ],
  actions: [
    {
      address: 'store#0/addItem',
      name: 'addItem',
      kind: 'store_action',
      source: 'store',
      owner: 'cart',
      parameters: [{ name: 'name', type: 'string', required: true }],
      targets: ['store#0'],
      certainty: 0.95,
    },
  ],
  known: { format: 1, roots: [{ address: 'store#0', source: 'store', locator: 0 }] },
  discovered: true,
  moreRoutes: false,
  domTierUsed: false,
  rawObjectCount: 3,
  counts: countsOf(1),
  notes: [],
  ...change,
});
