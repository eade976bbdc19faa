import type { CaptureRequest, KnownRoots, RawCall, RawCapture, RawResult, RawTarget } from '../capture.js';
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
  freshNeedsHeap?(): boolean;
  readonly notice?: string;
}

export interface ScriptedProbe extends Probe {
  /** What was done to it, in order: `attach 42`, `capture 42 poll`, `invoke 42 method:add`, `dispose 42`. */
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
        [Symbol.asyncDispose]: async () => {
          log.push(`dispose ${app.pid}`);
        },
      };
      return session;
    },
  };
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
  rawObjectCount: 3,
  completeness: 1,
  notes: [],
  ...change,
});
