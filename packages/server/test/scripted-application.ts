import {
  type ActionSchema,
  type AppContext,
  type AppSummary,
  type Demand,
  type Extents,
  type LearnResponse,
  type Objects,
  type ProbeStatus,
  type RawResult,
  type Runtime,
  SubstrateError,
  type Supply,
} from '@substrate/core';
import {
  type ActionPlan,
  type Application,
  type Applications,
  createCaptures,
  type KeyReasons,
  type LearnFeedback,
  type LoweringWitness,
} from '@substrate/server';
import { v7 as uuidv7 } from 'uuid';

/** An application whose state, actions and troubles a test writes down. It keeps a log of what it was made to do. */

export interface Script {
  pid: number;
  appId: string;
  runtime: Runtime;
  confidence: number;
  schemaVersion: string;
  status: ProbeStatus;
  statusReason: string | null;
  context: AppContext;
  objects: Objects;
  overflow: Objects;
  extents: Extents;
  actions: Record<string, ActionSchema>;
  needsHeap: boolean;
  /** Before a probe cycle ends: wait, fail, or change the state. */
  onCycle: (signal: AbortSignal) => void | Promise<void>;
  onPlan: (action: string, parameters: Readonly<Record<string, unknown>>) => Partial<ActionPlan> | Promise<Partial<ActionPlan>>;
  onInvoke: (
    action: string,
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => RawResult | Promise<RawResult>;
  /** What the running application holds beyond its snapshot. */
  onSupply: (demands: readonly Demand[]) => Partial<Supply> | Promise<Partial<Supply>>;
  onWhy: (key: string) => KeyReasons | undefined;
  onLearn: (feedback: LearnFeedback, witness: LoweringWitness) => LearnResponse | Promise<LearnResponse>;
}

export interface ScriptedApplication extends Application {
  readonly script: Script;
  readonly log: {
    cycles: number;
    heapCycles: number;
    plans: string[];
    invocations: string[];
    lessons: LearnFeedback[];
    demands: Demand[];
  };
  /** A poll: stores what the script says. */
  poll(): string;
  /** Changes the state and polls. */
  set(objects: Objects): string;
}

export const action = (over: Partial<ActionSchema> = {}): ActionSchema => ({
  signature: 'fn() -> void',
  reversibility: 'reversible_write',
  description: 'Does it.',
  confidence: 0.9,
  parameters: [],
  ...over,
});

export const done: RawResult = { ok: true, value: null };

export const createScriptedApplication = (over: Partial<Script> = {}): ScriptedApplication => {
  const script: Script = {
    pid: 101,
    appId: 'shop',
    runtime: 'v8',
    confidence: 0.97,
    schemaVersion: '1.0.0',
    status: 'active',
    statusReason: null,
    context: { url: 'http://shop.test/cart?x=1', location: '/cart', view: 'cart', window_title: 'Shop', window_id: 'w1' },
    objects: { 'cart.total_items': 3, 'cart.items[0].name': 'Tea', 'user.name': 'Ada', 'user.vip': true, 'user.note': null },
    overflow: {},
    extents: new Map(),
    actions: {
      look: action({ reversibility: 'reversible_read' }),
      add_item: action({
        signature: 'fn(name: string, count?: number) -> void',
        parameters: [
          { name: 'name', type_name: 'string', required: true },
          { name: 'count', type_name: 'number', required: false },
        ],
      }),
      delete_account: action({ reversibility: 'irreversible_write' }),
    },
    needsHeap: false,
    onCycle: () => {},
    onPlan: () => ({}),
    onInvoke: () => done,
    onSupply: () => ({}),
    onWhy: (key) => {
      const rank = Object.keys(script.objects).indexOf(key);
      if (rank < 0) return undefined;
      return {
        served: true,
        rank: rank + 1,
        served_keys: Object.keys(script.objects).length,
        name: { origin: 'source', spelled: key, confidence: 0.99, explanation: 'The program calls it so.' },
        worth: 1.5,
        reasons: [{ feature: 'kept', share: 0.5, explanation: 'It lies in a store.' }],
        explanation: 'It is served.',
      };
    },
    onLearn: () => ({ accepted: 1, rejected: 0, new_schema_version: '1.0.1', message: 'Learnt.', rejections: [] }),
    ...over,
  };
  const captures = createCaptures({ limit: 4, idLimit: 64 });
  const log: ScriptedApplication['log'] = { cycles: 0, heapCycles: 0, plans: [], invocations: [], lessons: [], demands: [] };

  const store = () =>
    captures.add(
      {
        capture_id: uuidv7(),
        app_id: script.appId,
        app_name: 'The Shop',
        pid: script.pid,
        runtime: script.runtime,
        schema_version: script.schemaVersion,
        captured_at: new Date().toISOString(),
        confidence: script.confidence,
        context: { ...script.context },
        objects: { ...script.objects },
        actions: { ...script.actions },
        probe_metadata: {
          capture_latency_ms: 2,
          labeling_latency_ms: 1,
          total_latency_ms: 3,
          raw_object_count: 40,
          filtered_object_count: 0,
          total_object_count: 0,
          cache_hit: true,
          truncated: [],
          stale: [],
          dom_tier_used: false,
          probe_tier: 'aso_fast',
        },
      },
      { ...script.overflow },
      script.extents,
    );

  return {
    script,
    log,
    captures,
    get pid() {
      return script.pid;
    },
    get appId() {
      return script.appId;
    },
    appName: 'The Shop',
    command: ['node', '/srv/shop.js'],
    get runtime() {
      return script.runtime;
    },
    summary: (): AppSummary => ({
      pid: script.pid,
      app_id: script.appId,
      app_name: 'The Shop',
      runtime: script.runtime,
      runtime_name: 'Node.js',
      probe_status: script.status,
      status_reason: script.statusReason,
      confidence: script.confidence,
      object_count: Object.keys(script.objects).length,
      action_count: Object.keys(script.actions).length,
      last_captured_at: captures.latest?.state.captured_at ?? null,
      has_state: captures.latest !== undefined,
      current_view: script.context.view,
      current_url: script.context.url,
      started_at: '2026-01-01T00:00:00.000Z',
    }),
    freshNeedsHeap: () => script.needsHeap,
    fresh: async (signal, { heap = false } = {}) => {
      log.cycles++;
      if (heap) log.heapCycles++;
      await script.onCycle(signal);
      return store();
    },
    supply: async (demands) => {
      log.demands.push(...demands);
      return { met: [], objects: {}, extents: new Map(), truncated: [], ...(await script.onSupply(demands)) };
    },
    why: async (key) => script.onWhy(key),
    cost: () => ({ cycles: 30, daemon_cpu_share: 0.004, application_share_at_most: 0.01 }),
    plan: async (name, parameters) => {
      log.plans.push(name);
      const schema = script.actions[name];
      if (!schema) throw new SubstrateError('unknown_action');
      return { reversibility: schema.reversibility, targets: [], ...(await script.onPlan(name, parameters)) };
    },
    invoke: async (name, parameters, _timeoutMs, signal) => {
      log.invocations.push(name);
      return script.onInvoke(name, parameters, signal);
    },
    learn: async (feedback, _signal, witness) => {
      log.lessons.push(feedback);
      return script.onLearn(feedback, witness);
    },
    poll: () => store().state.capture_id,
    set: (objects) => {
      script.objects = objects;
      return store().state.capture_id;
    },
  };
};

export const applicationsOf = (all: ScriptedApplication[]): Applications => ({
  list: () => all.map((one) => one.summary()),
  listed: () => all,
  byPid: (pid) => all.find((one) => one.pid === pid),
  byAppId: (appId) => all.find((one) => one.appId === appId),
  get size() {
    return all.length;
  },
});
