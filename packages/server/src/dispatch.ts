import type { ErrorCode, InvocationContext, RawResult, SubstrateError, Undo, VerificationOutcome } from '@substrate/core';
import type { Program } from '@substrate/expr';
import { type ActionCommand, type Cleared, isConfident } from './action-gates.js';
import type { Application } from './applications.js';
import { elapsedMs } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { changedFields } from './changed-fields.js';
import { type Deadline, delay } from './deadline.js';
import { type Expressions, evaluate, evaluateNow } from './expressions.js';

/** What happens from the dispatch of an action on: the call, the time to settle, the look at what came of it. */

export interface Dispatched {
  readonly code: ErrorCode | null;
  readonly executed: boolean;
  readonly message: string;
  readonly verification: VerificationOutcome | null;
  readonly before: StoredSnapshot;
  readonly updated: StoredSnapshot | undefined;
  readonly rawReturn: unknown;
  readonly invocation: InvocationContext | null;
  readonly undo: Undo | null;
}

const settleMs = 200;
const maxCycles = 10;
const minSpacingMs = 50;
/** What the last look needs may still be read when the time is as good as over. */
const leastReadMs = 500;

/** When the cycles of a verification start: the first at once, the last at the timeout, evenly spaced between. */
export const cycleTimes = (timeoutMs: number): number[] => {
  const count = Math.min(maxCycles, Math.floor(timeoutMs / minSpacingMs) + 1);
  return Array.from({ length: count }, (_, i) => (i * timeoutMs) / (count - 1));
};

interface Seen {
  readonly outcome: VerificationOutcome;
  readonly snapshot: StoredSnapshot | undefined;
}

const look = async (
  application: Application,
  program: Program,
  command: ActionCommand,
  before: StoredSnapshot,
  signal: AbortSignal,
): Promise<Seen> => {
  const startedAt = performance.now();
  const times = cycleTimes(command.verify_timeout_ms);
  let cycles = 0;
  let snapshot: StoredSnapshot | undefined;
  let passed = false;
  let computed: unknown = null;
  let explanation = '';
  for (let next = 0; next >= 0 && !passed; ) {
    const at = next;
    await delay(Math.max(0, (times[at] as number) - (performance.now() - startedAt)), signal);
    cycles++;
    try {
      snapshot = await application.fresh(signal, { heap: false });
      const left = command.verify_timeout_ms - (performance.now() - startedAt);
      const evaluation = await evaluateNow(program, snapshot, application, Math.max(leastReadMs, left), signal);
      ({ passed, explanation } = evaluation);
      computed = evaluation.computedValue;
    } catch (error) {
      if (signal.aborted) throw error;
      explanation = `The state could not be looked at: ${(error as Error).message}`;
    }
    const elapsed = performance.now() - startedAt;
    // A slow cycle passes over the times that it missed.
    next = times.findIndex((time, i) => i > at && time > elapsed);
  }
  const outcome: VerificationOutcome = {
    passed,
    expression: command.verify_expression ?? '',
    computed_value: computed,
    explanation,
    latency_ms: elapsedMs(startedAt),
    poll_cycles: cycles,
    changed_fields: snapshot ? changedFields(before.state.objects, snapshot.state.objects) : [],
  };
  return { outcome, snapshot };
};

const refresh = async (application: Application, signal: AbortSignal): Promise<StoredSnapshot | undefined> => {
  try {
    return await application.fresh(signal, { heap: false });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
};

/** What the application offers as the way back, if it would pass the gates now, and what it promises is true of the state before. */
const wayBack = async (
  application: Application,
  before: StoredSnapshot,
  updated: StoredSnapshot | undefined,
  expressions: Expressions,
  signal: AbortSignal,
): Promise<Undo | null> => {
  const undo = (await application.wayBack?.(signal)) ?? null;
  const schema = undo && updated?.state.actions[undo.action];
  if (!undo || !updated || !schema || !isConfident(updated, schema.reversibility)) return null;
  expressions.checkSize(undo.verify_expression);
  return evaluate(expressions.compile(undo.verify_expression), before).passed ? undo : null;
};

const failureCode = (result: RawResult & { ok: false }): ErrorCode =>
  result.reason === 'timeout_still_running' ? 'action_timeout' : 'action_failed';

/** After so long a call is taken for one that may not return, and others need not wait for it. */
interface Slow {
  readonly afterMs: number;
  letPass(): void;
}

/** From here on nothing is thrown: the action may have reached the application, and the answer has to say so. */
export const dispatch = async (
  cleared: Cleared,
  command: ActionCommand,
  deadline: Deadline,
  expressions: Expressions,
  report: (defect: unknown) => void,
  slow: Slow,
): Promise<Dispatched> => {
  const { application, program, plan } = cleared;
  const { signal } = deadline;
  // The value that a way back restores must be the one that was there, not one of two seconds ago.
  const seen = plan.undoable && !command.fresh_state ? await deadline.race(refresh(application, signal)) : undefined;
  const before = seen ?? application.captures.latest ?? cleared.snapshot;
  let done: Dispatched = {
    code: null,
    executed: true,
    message: `${command.action} ran.`,
    verification: null,
    before,
    updated: undefined,
    rawReturn: null,
    invocation: null,
    undo: null,
  };
  let isAlone = true;
  const back = async (updated: StoredSnapshot | undefined): Promise<Undo | null> => {
    // What changed meanwhile may be the doing of those that were let pass.
    if (!isAlone) return null;
    try {
      const undo = await deadline.race(wayBack(application, before, updated, expressions, signal));
      return plan.undoable && (seen !== undefined || command.fresh_state) ? undo : null;
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  };
  const invoke = async (): Promise<RawResult> => {
    const timer = setTimeout(() => {
      isAlone = false;
      slow.letPass();
    }, slow.afterMs);
    try {
      return await deadline.race(application.invoke(command.action, command.parameters, deadline.remainingMs(), signal));
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const result = await invoke();
    const rawReturn = result.ok && application.runtime !== 'v8' ? (result.value ?? null) : null;
    done = { ...done, rawReturn, invocation: result.invocation ?? null, message: result.message ?? done.message };
    if (!result.ok) {
      done = { ...done, code: failureCode(result), executed: result.dispatched };
      if (!result.dispatched || done.code === 'action_timeout') return done;
    }
    await delay(settleMs, signal);
    if (!result.ok || !program) {
      const updated = await deadline.race(refresh(application, signal));
      return { ...done, updated, undo: result.ok ? await back(updated) : null };
    }
    const { outcome, snapshot } = await deadline.race(look(application, program, command, before, signal));
    done = { ...done, verification: outcome, updated: snapshot, undo: await back(snapshot) };
    if (outcome.passed) return done;
    const message = `The action ran, but the expression did not come true within ${command.verify_timeout_ms} ms. ${outcome.explanation}`;
    return { ...done, code: 'verification_failed', message };
  } catch (error) {
    const { code, message } = error as SubstrateError;
    if (code === 'action_timeout') return { ...done, code, message };
    if (code !== undefined) return { ...done, code: 'action_failed', message };
    report(error);
    return { ...done, code: 'action_failed', message: 'An internal error occurred after dispatch: the action may have run.' };
  }
};
