import type { AppProcess, CaptureBudget, CaptureRequest, ProbeSession, RawCapture, SubstrateState } from '@substrate/core';
import { withDeadline } from '@substrate/core/probing';
import { type Interpretation, interpret, type Schema } from '@substrate/semantic';
import { v7 as uuidv7 } from 'uuid';
import { checkCapture } from './capture-check.js';

/** One probe cycle as a value: what was read, what it means, and how long both took. */
export interface Cycle {
  readonly mode: CaptureRequest['mode'];
  readonly capture: RawCapture;
  readonly interpretation: Interpretation;
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
  readonly schema: () => Schema | undefined;
  readonly previous: Cycle | undefined;
  readonly maxKeys: number;
  readonly redactSecrets: boolean;
}

export const readCycle = async (options: ReadOptions): Promise<Cycle> => {
  const { session, mode, routine = false, budget, previous } = options;
  const begun = performance.now();
  const capture = await withDeadline({ what: 'The probe cycle', ms: options.timeoutMs, parent: options.signal }, (signal) =>
    session.capture({ mode, budget, ...(routine && { routine }) }, signal),
  );
  checkCapture(capture, budget, previous?.capture);
  const read = performance.now();
  const capturedAt = new Date();
  const schema = options.schema();
  const interpretation = interpret(capture, {
    ...(schema === undefined ? {} : { schema }),
    ...(previous === undefined ? {} : { previous: previous.interpretation }),
    maxKeys: options.maxKeys,
    redactSecrets: options.redactSecrets,
  });
  return { mode, capture, interpretation, capturedAt, captureMs: read - begun, labelingMs: performance.now() - read };
};

/** The cycle as the wire has it. */
export const toState = (
  app: AppProcess,
  { capture, interpretation, capturedAt, captureMs, labelingMs }: Cycle,
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
      ...(app.runtime === 'v8' ? { dom_tier_used: capture.domTierUsed ?? false } : {}),
      probe_tier: capture.tier,
    },
  };
};
