import { SubstrateError, type VerifyResponse, verifyRequestSchema } from '@substrate/core';
import type { Outcome, Program } from '@substrate/expr';
import type { Application } from './applications.js';
import { type Answer, answerJson, type Call, elapsedMs } from './call.js';
import type { StoredSnapshot } from './captures.js';
import { changedFields } from './changed-fields.js';
import { delay, requestTimeout, withDeadline } from './deadline.js';
import { type Expressions, evaluateNow } from './expressions.js';
import { fit, readJson, readQuery } from './input.js';
import { checkNamed, findReady, resolveNamed } from './lookup.js';
import type { Handler } from './reads.js';
import type { ServerSettings } from './settings.js';

/** `POST /verify`: the cached state first; then a fresh cycle and another look, until the expression is true or the time is over. */

export interface VerifyOptions {
  readonly expressions: Expressions;
  readonly settings: ServerSettings;
}

/** Between the starts of two iterations; a slower cycle sets the pace itself. */
const iterationMs = 100;
/** A cycle that runs when the time is over may end, so long. */
const graceMs = 5000;

/** What the last look needs may still be read when the time is as good as over; on a busy machine that takes a while. */
const leastReadMs = 2000;

interface Polled {
  readonly snapshot: StoredSnapshot;
  readonly evaluation: Outcome;
  readonly cycles: number;
}

const poll = async (
  application: Application,
  program: Program,
  first: StoredSnapshot,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Polled> => {
  const startedAt = performance.now();
  const look = (snapshot: StoredSnapshot): Promise<Outcome> =>
    evaluateNow(program, snapshot, application, Math.max(leastReadMs, timeoutMs - (performance.now() - startedAt)), signal);
  let last: Polled = { snapshot: first, evaluation: await look(first), cycles: 1 };
  let failure: unknown;
  let fresh = false;
  while (!last.evaluation.passed && performance.now() - startedAt < timeoutMs) {
    const iterationAt = performance.now();
    try {
      const snapshot = await application.fresh(signal, { heap: false });
      last = { snapshot, evaluation: await look(snapshot), cycles: last.cycles + 1 };
      fresh = true;
      if (last.evaluation.passed) break;
    } catch (error) {
      // One failed cycle is not the end: the application may be busy, and there is time left.
      if ((error as SubstrateError).code !== 'probe_failed') throw error;
      failure = error;
    }
    const left = timeoutMs - (performance.now() - startedAt);
    await delay(Math.max(0, Math.min(left, iterationMs - (performance.now() - iterationAt))), signal);
  }
  if (!last.evaluation.passed && !fresh && failure) throw failure;
  return last;
};

export const createVerify = ({ expressions, settings }: VerifyOptions): Handler => {
  const respond = (call: Call, expression: string, first: StoredSnapshot, { snapshot, evaluation, cycles }: Polled): Answer => {
    const body: VerifyResponse = {
      passed: evaluation.passed,
      expression,
      computed_value: evaluation.computedValue,
      explanation: evaluation.explanation,
      latency_ms: elapsedMs(call.startedAt),
      poll_cycles: cycles,
      changed_fields: cycles === 1 ? [] : changedFields(first.state.objects, snapshot.state.objects),
      ...(evaluation.single && { actual_value: evaluation.single.value }),
      evaluated_at: new Date().toISOString(),
    };
    return answerJson(call, body);
  };

  return async (call, route) => {
    const { signal } = call.context.req.raw;
    const body = await readJson(call, settings);
    readQuery(call, route);
    const request = fit(verifyRequestSchema, body);
    checkNamed(request);
    expressions.checkSize(request.expression);
    const application = resolveNamed(call.applications, request);
    if (!application) throw new SubstrateError('pid_not_found');
    const first = findReady(application);
    const program = expressions.compile(request.expression);
    const limit = request.timeout_ms + graceMs;
    // Most of the time there is nothing to do but wait for the state to come, in cycles that all who wait share.
    const polled = await call.place.wait(
      withDeadline(limit, requestTimeout(limit), signal, (deadline) =>
        poll(application, program, first, request.timeout_ms, deadline.signal),
      ),
    );
    return respond(call, request.expression, first, polled);
  };
};
