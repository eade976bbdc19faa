import type {
  AppSummary,
  CostsResponse,
  Demand,
  ErrorCode,
  LearnRequest,
  LearnResponse,
  RawResult,
  Reversibility,
  Runtime,
  Supply,
  TypeName,
  WhyResponse,
} from '@substrate/core';
import type { Captures, StoredSnapshot } from './captures.js';

/** What an action's target is right now, when the plan is made. */
export interface ActionPlan {
  /** May be stricter than the schema's: a click depends on what lies under the point. */
  readonly reversibility: Reversibility;
  /** Keys that the action's target owns: what it would change. A name stands for all keys below it. */
  readonly targets: readonly string[];
  /** It depends on no label of the state: whatever the confidence, it does what it says. */
  readonly unlabelled?: boolean;
}

/**
 * One tracked process as the server sees it. Bound to a process, not to a pid: another process with the same pid is another
 * `Application`. The server tells applications apart by identity, so the same process is always the same object.
 */
export interface Application {
  readonly pid: number;
  readonly appId: string;
  readonly appName: string;
  /** The words of its command line. */
  readonly command: readonly string[];
  readonly runtime: Runtime;
  summary(): AppSummary;
  readonly captures: Captures;
  /**
   * Runs one probe cycle, stores and returns what it saw; calls that overlap share it. The signal ends the waiting, not the cycle.
   * Rejects with a `SubstrateError` `probe_failed`.
   */
  fresh(signal: AbortSignal, options?: { readonly heap?: boolean }): Promise<StoredSnapshot>;
  /** Whether a `fresh` read needs a heap snapshot to be true. */
  freshNeedsHeap(): boolean;
  /**
   * Reads parts of the state from the running application, beyond what its snapshot has. What can't be read in time or within the limits is not among
   * what is met. Absent where nothing can be read on demand.
   */
  supply?(demands: readonly Demand[], limits: SupplyLimits, signal: AbortSignal): Promise<Supply>;
  /** Why a key of the latest state is called what it is and served where it is; undefined for a key that was not read. */
  why(key: string, signal: AbortSignal): Promise<KeyReasons | undefined>;
  /** What reading it cost in the last `costWindowSecs`. */
  cost?(): ReadingCost;
  /** Looks at the target of an action that is in the map, with parameters that fit it. Runs nothing in the application. */
  plan(action: string, parameters: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ActionPlan>;
  /** Dispatches. Trouble of the runtime is a result, not a rejection; the signal ends the waiting. */
  invoke(
    action: string,
    parameters: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<RawResult>;
  /**
   * `capture_id` has been checked. Rejects with `invalid_request` when a label is no valid key. `witness` is told of actions that look safer by it,
   * when it comes into force, whether or not the caller still waits.
   */
  learn(request: LearnFeedback, signal: AbortSignal, witness: LoweringWitness): Promise<LearnResponse>;
}

export type KeyReasons = Omit<WhyResponse, 'pid' | 'app_id' | 'capture_id' | 'key'>;

export const costWindowSecs = 60;
export type ReadingCost = Omit<CostsResponse['apps'][number], 'pid' | 'app_id'>;

export interface SupplyLimits {
  readonly maxElements: number;
  readonly maxLeaves: number;
  readonly timeoutMs: number;
}

/** An action that a correction made look safer than it was inferred to be. */
export interface LoweredAction {
  readonly action: string;
  readonly inferred: Reversibility;
  readonly reversibility: Reversibility;
}

export type LoweringWitness = (lowered: readonly LoweredAction[]) => Promise<void>;

/** A learn request with its defaults filled in. */
export interface LearnFeedback extends Required<Pick<LearnRequest, 'capture_id' | 'schema_version' | 'feedback_type'>> {
  readonly corrections: readonly LearnCorrection[];
}

export interface LearnCorrection {
  readonly observed_key: string;
  readonly correct_label: string;
  /** As given: whether it is one of `TypeName` is for `learn` to judge (`invalid_type`). */
  readonly correct_type: TypeName | (string & {});
  readonly confidence: number;
  readonly notes?: string | undefined;
  readonly reversibility?: Reversibility | undefined;
  readonly description?: string | undefined;
}

export interface Applications {
  /** All that are listed, the detached ones of the last minute too. */
  list(): readonly AppSummary[];
  /** The same as applications. */
  listed(): readonly Application[];
  /** A tracked one; a detached application is not tracked any more. */
  byPid(pid: number): Application | undefined;
  byAppId(appId: string): Application | undefined;
  /** Tracked processes. */
  readonly size: number;
  /** Probe cycles of all applications so far. */
  readonly cycles?: { readonly ok: number; readonly failed: number };
}

/** One line of the audit log. */
export type AuditRecord = AttemptRecord | LoweringRecord | RefusalsRecord;

/** An attempt to act. Parameter values are never in it: they may be secrets. */
export interface AttemptRecord {
  readonly at: string;
  /** `dispatched` is written before the application is touched, everything else with the answer. */
  readonly event: 'refused' | 'dry_run' | 'dispatched' | 'finished' | 'replayed';
  readonly request_id: string;
  readonly action_id: string;
  /** The id of the API key; null before it is known, or when none is required. */
  readonly key_id: string | null;
  readonly pid: number | null;
  readonly app_id: string | null;
  readonly action: string | null;
  readonly parameter_names: readonly string[];
  readonly reversibility: Reversibility | null;
  readonly executed: boolean;
  /** HTTP status of the answer; null while it is not known. */
  readonly status: number | null;
  /** The gate or failure, null when there was none. */
  readonly code: ErrorCode | null;
  readonly idempotency_key: string | null;
  readonly latency_ms: number;
}

/** A correction that made an action look safer than it was inferred to be, and whose it was. */
export interface LoweringRecord extends LoweredAction {
  readonly at: string;
  readonly event: 'reversibility_lowered';
  readonly request_id: string;
  readonly key_id: string | null;
  readonly pid: number;
  readonly app_id: string;
}

/** Attempts to act that were turned away at the door since then, by code: without a valid key, or too many. */
export interface RefusalsRecord {
  readonly at: string;
  readonly event: 'turned_away';
  readonly since: string;
  readonly counts: Readonly<Partial<Record<ErrorCode, number>>>;
}

export interface Audit {
  /** Resolves when the record is as safe as it gets. An action is not dispatched before. */
  write(record: AuditRecord): Promise<void> | void;
  /** Whether the log shows a `dispatched` record of that key and idempotency key within the last `ms`, whichever daemon wrote it. */
  dispatchedWithin(keyId: string | null, idempotencyKey: string, ms: number): Promise<boolean> | boolean;
}
