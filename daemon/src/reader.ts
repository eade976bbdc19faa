import type {
  AppProcess,
  CaptureBudget,
  CaptureRequest,
  Extents,
  ProbeSession,
  RawCapture,
  SubstrateState,
  Truncation,
} from '@substrate/core';
import { withDeadline } from '@substrate/core/probing';
import {
  extentsOf,
  type Interpretation,
  type InterpretOptions,
  interpret,
  keysAt,
  type Schema,
  truncatedOf,
} from '@substrate/semantic';
import { v7 as uuidv7 } from 'uuid';
import { checkCapture } from './capture-check.js';
import { carryOver } from './carry-over.js';

/** One probe cycle as a value: what was read, what it means, and how long both took. */
export interface Cycle {
  readonly mode: CaptureRequest['mode'];
  /** As it is told: with what an earlier cycle read and this one did not reach. */
  readonly capture: RawCapture;
  /** Addresses of that, and when it was read. */
  readonly stale: ReadonlyMap<string, number>;
  readonly interpretation: Interpretation;
  /** The schema that it was made with. */
  readonly basis: Schema | undefined;
  /** What keys begin with whose values are old. */
  readonly staleKeys: readonly string[];
  readonly truncated: readonly Truncation[];
  readonly extents: Extents;
  readonly capturedAt: Date;
  readonly captureMs: number;
  readonly labelingMs: number;
}

export interface ReadOptions {
  readonly session: ProbeSession;
  readonly mode: CaptureRequest['mode'];
  /** Nobody waits for it. */
  readonly routine?: boolean;
  readonly budget: CaptureBudget;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Asked for after the capture: a correction that came meanwhile counts. */
  readonly schema: (site: string | undefined) => Promise<Schema | undefined>;
  readonly previous: Cycle | undefined;
  readonly maxKeys: number;
  readonly redactSecrets: boolean;
  /** Asked for after the capture, too. */
  readonly deed?: () => InterpretOptions['deed'];
}

export const readCycle = async (options: ReadOptions): Promise<Cycle> => {
  const { session, mode, routine = false, budget, previous } = options;
  const begun = performance.now();
  const raw = await withDeadline({ what: 'The probe cycle', ms: options.timeoutMs, parent: options.signal }, (signal) =>
    session.capture({ mode, budget, ...(routine && { routine }) }, signal),
  );
  checkCapture(raw, budget, previous?.capture);
  const read = performance.now();
  const capturedAt = new Date();
  const earlier = previous && { capture: previous.capture, stale: previous.stale, at: previous.capturedAt.getTime() };
  const { capture, stale } = carryOver(earlier, raw, capturedAt.getTime());
  const schema = await options.schema(capture.site);
  // The names of a page are its site's own: what another showed before it has no part in them.
  const before = previous?.capture.site === capture.site ? previous : undefined;
  const deed = options.deed?.();
  const interpretation = interpret(capture, {
    ...(deed && { deed }),
    ...(schema === undefined ? {} : { schema }),
    ...(before === undefined ? {} : { previous: before.interpretation }),
    maxKeys: options.maxKeys,
    redactSecrets: options.redactSecrets,
  });
  return {
    mode,
    capture,
    stale,
    interpretation,
    basis: schema,
    staleKeys: keysAt(interpretation, [...stale.keys()]),
    truncated: truncatedOf(interpretation),
    extents: extentsOf(interpretation),
    capturedAt,
    captureMs: read - begun,
    labelingMs: performance.now() - read,
  };
};

/** The cycle as the wire has it. */
export const toState = (
  app: AppProcess,
  { capture, interpretation, staleKeys, truncated, capturedAt, captureMs, labelingMs }: Cycle,
): SubstrateState => {
  const filtered = Object.keys(interpretation.objects).length;
  return {
    capture_id: uuidv7(),
    app_id: app.appId,
    app_name: app.appName,
    pid: app.pid,
    runtime: app.runtime,
    schema_version: interpretation.schema.version,
    captured_at: capturedAt.toISOString(),
    confidence: interpretation.confidence,
    context: interpretation.context,
    objects: interpretation.objects,
    actions: interpretation.actions,
    probe_metadata: {
      capture_latency_ms: Math.round(captureMs),
      labeling_latency_ms: Math.round(labelingMs),
      total_latency_ms: Math.round(captureMs + labelingMs),
      raw_object_count: capture.rawObjectCount,
      filtered_object_count: filtered,
      total_object_count: filtered + Object.keys(interpretation.overflow).length,
      cache_hit: !capture.discovered,
      truncated: [...truncated],
      stale: [...staleKeys],
      ...(capture.domTierUsed !== undefined && { dom_tier_used: capture.domTierUsed }),
      probe_tier: capture.tier,
    },
  };
};
