import { createHash } from 'node:crypto';
import { type ActionResponse, actionRequestSchema, errorTable, type Reversibility, SubstrateError } from '@substrate/core';
import { v7 as uuidv7 } from 'uuid';
import { type ActionCommand, type Cleared, createGates } from './action-gates.js';
import { createActionQueues } from './action-queue.js';
import type { Application, AttemptRecord, Audit } from './applications.js';
import { cutName, cutNames } from './audit-names.js';
import { type Answer, answer, type Call, elapsedMs, errorBody } from './call.js';
import { changedFields } from './changed-fields.js';
import { createDeadline, type Deadline } from './deadline.js';
import { type Dispatched, dispatch } from './dispatch.js';
import type { Door } from './door.js';
import type { Expressions } from './expressions.js';
import { fit, invalidRequest, readJson, readQuery } from './input.js';
import { checkCapture, checkNamed } from './lookup.js';
import type { Handler } from './reads.js';
import { createReplays, type KeptAnswer } from './replays.js';
import type { ServerSettings } from './settings.js';
import { orUnwritable } from './storage.js';

/**
 * `POST /action`. Whatever is thrown here was thrown before dispatch; from dispatch on the answer is the full action response. An
 * attempt whose client has gone away goes on: it was accepted, and its idempotency key may be asked for.
 */

export interface ActionOptions {
  readonly audit: Audit;
  readonly door: Door;
  readonly expressions: Expressions;
  readonly settings: ServerSettings;
  readonly report: (defect: unknown) => void;
}

/** What is known of an attempt so far; the audit record is made of it. */
interface Attempt {
  readonly actionId: string;
  command?: ActionCommand;
  application?: Application;
  reversibility?: Reversibility;
}

export interface Actions {
  readonly handler: Handler;
  /** Records an attempt that was turned away. */
  refused(call: Call, error: SubstrateError): Promise<void>;
}

const keepMs = 10 * 60 * 1000;

const cutOrNull = (name: string | undefined): string | null => (name === undefined ? null : cutName(name));

/** The same for the same body, however its fields are ordered. */
const fingerprint = (value: unknown): string => {
  const sorted = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (Array.isArray(inner)) return inner.map(sorted);
    return Object.entries(inner)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]);
  };
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64');
};

export const createActions = ({ audit, door, expressions, settings, report }: ActionOptions): Actions => {
  const pass = createGates({ expressions });
  const queues = createActionQueues(settings.queueMax);
  const replays = createReplays({ ttlMs: keepMs });
  const attempts = new WeakMap<Call, Attempt>();
  // What is dispatched with less time than this could not be seen to its end.
  const leastMs = Math.min(1000, settings.actionTimeoutMs / 10);

  const timeout = (): SubstrateError =>
    new SubstrateError('action_timeout', `The action took longer than ${settings.actionTimeoutMs} ms.`);

  const bodyLate = (ms: number) => (): SubstrateError =>
    new SubstrateError('action_timeout', `The body was not there within ${ms} ms.`);

  /** What can't be written down is not done. */
  const writeAhead = async (line: AttemptRecord): Promise<void> => {
    try {
      await audit.write(line);
    } catch (error) {
      throw orUnwritable(error, "The audit log can't be written, so nothing was dispatched");
    }
  };

  const record = (
    call: Call,
    attempt: Attempt,
    rest: Pick<AttemptRecord, 'event' | 'executed' | 'status' | 'code'>,
  ): AttemptRecord => ({
    at: new Date().toISOString(),
    event: rest.event,
    request_id: call.requestId,
    action_id: attempt.actionId,
    key_id: call.keyId,
    pid: attempt.application?.pid ?? attempt.command?.pid ?? null,
    app_id: cutOrNull(attempt.application?.appId ?? attempt.command?.app_id),
    action: cutOrNull(attempt.command?.action),
    parameter_names: cutNames(Object.keys(attempt.command?.parameters ?? {})),
    reversibility: attempt.reversibility ?? null,
    executed: rest.executed,
    status: rest.status,
    code: rest.code,
    idempotency_key: attempt.command?.idempotency_key ?? null,
    latency_ms: elapsedMs(call.startedAt),
  });

  const send = (call: Call, kept: KeptAnswer, extra?: Record<string, string>): Answer => {
    const error = kept.error && JSON.stringify(errorBody(call, kept.error));
    return answer(call, kept.status, error ? `${kept.text.slice(0, -1)},"error":${error}}` : kept.text, extra);
  };

  const respond = (call: Call, attempt: Attempt, application: Application, done: Dispatched): KeptAnswer => {
    const { code, message, updated, before } = done;
    const delta = updated && changedFields(before.state.objects, updated.state.objects);
    const body: ActionResponse = {
      success: code === null,
      action_id: attempt.actionId,
      action: attempt.command?.action ?? '',
      executed: done.executed,
      runtime: application.runtime,
      total_latency_ms: elapsedMs(call.startedAt),
      message,
      verification: done.verification,
      updated_state: attempt.command?.reply === 'delta' ? null : (updated?.state ?? null),
      state_delta: delta
        ? Object.fromEntries(delta.map((change) => [change.path, { before: change.before, after: change.after }]))
        : null,
      raw_return: done.rawReturn,
      invocation_context: done.invocation,
      undo: done.undo,
    };
    const status = code ? errorTable[code][0] : 200;
    return { status, executed: done.executed, text: JSON.stringify(body), ...(code && { error: { code, message } }) };
  };

  /** The keys that the expression names and that the target owns must be as they were at that capture. */
  const checkUnchanged = ({ applications }: Call, cleared: Cleared, captureId: string): void => {
    const { application, plan, evaluation } = cleared;
    checkCapture(applications, application, captureId);
    const changed = application.captures.changedAmong(captureId, [...plan.targets, ...(evaluation?.names ?? [])]);
    if (!changed) throw new SubstrateError('capture_not_found');
    if (changed.length > 0)
      throw new SubstrateError('stale_capture', `Changed since that capture: ${changed.slice(0, 20).join(', ')}.`);
  };

  /** What the gates were passed on may be old by now: look again, and check again. */
  const lookAgain = async (
    call: Call,
    command: ActionCommand,
    cleared: Cleared,
    waited: boolean,
    deadline: Deadline,
  ): Promise<Cleared> => {
    const { application } = cleared;
    const heap = application.freshNeedsHeap();
    if (command.fresh_state) door.take(call, 'snapshot');
    const look = command.fresh_state || (command.if_capture !== undefined && !heap);
    if (look) await deadline.race(application.fresh(deadline.signal, { heap: command.fresh_state && heap }));
    const now = look || waited ? await deadline.race(pass(call.applications, command, deadline.signal)) : cleared;
    if (now.application === application && command.if_capture !== undefined)
      checkUnchanged(call, now, command.if_capture.toLowerCase());
    return now;
  };

  const rehearse = (call: Call, attempt: Attempt, { application, snapshot, plan }: Cleared): KeptAnswer => {
    const { action = '', verify_expression } = attempt.command ?? {};
    const then = verify_expression === undefined ? '' : ' and then verify the expression';
    return respond(call, attempt, application, {
      code: null,
      executed: false,
      message: `Nothing was dispatched. The call would run ${action} (${plan.reversibility}) on ${application.appId}, pid ${application.pid}${then}.`,
      verification: null,
      before: snapshot,
      updated: undefined,
      rawReturn: null,
      invocation: null,
      undo: null,
    });
  };

  /** Gates, queue, dispatch. An application that restarted while the call waited is another one, with its own queue. */
  const run = async (call: Call, attempt: Attempt, command: ActionCommand, deadline: Deadline): Promise<KeptAnswer> => {
    for (;;) {
      const cleared = await deadline.race(pass(call.applications, command, deadline.signal));
      attempt.application = cleared.application;
      attempt.reversibility = cleared.plan.reversibility;
      if (command.dry_run) return rehearse(call, attempt, await lookAgain(call, command, cleared, false, deadline));
      const work = async (waited: boolean, letPass: () => void): Promise<KeptAnswer | undefined> => {
        const now = await lookAgain(call, command, cleared, waited, deadline);
        if (now.application !== cleared.application) return undefined;
        if (deadline.remainingMs() < leastMs) throw timeout();
        attempt.reversibility = now.plan.reversibility;
        await writeAhead(record(call, attempt, { event: 'dispatched', executed: true, status: null, code: null }));
        const slow = { afterMs: settings.slowActionMs, letPass };
        return respond(call, attempt, now.application, await dispatch(now, command, deadline, expressions, report, slow));
      };
      const kept = await queues.run(cleared.application, deadline.signal, work, (turn) => call.place.wait(turn));
      if (kept) return kept;
    }
  };

  const runOnce = async (
    call: Call,
    attempt: Attempt,
    command: ActionCommand,
    body: unknown,
    deadline: Deadline,
  ): Promise<KeptAnswer & { replay?: true }> => {
    const { idempotency_key: key } = command;
    if (key === undefined || command.dry_run) return run(call, attempt, command, deadline);
    const print = fingerprint(body);
    for (;;) {
      const claim = replays.claim(call.keyId, key, print);
      if (claim.kind === 'kept') return { ...claim.answer, replay: true };
      if (claim.kind === 'conflict') throw new SubstrateError('idempotency_conflict');
      if (claim.kind === 'forgotten')
        throw new SubstrateError(
          'idempotency_conflict',
          'The action with this idempotency key was dispatched; its answer is no longer kept.',
        );
      if (claim.kind === 'running') {
        const kept = await call.place.wait(deadline.race(claim.answer));
        if (kept) return { ...kept, replay: true };
        continue;
      }
      let kept: KeptAnswer | undefined;
      try {
        if (await audit.dispatchedWithin(call.keyId, key, keepMs)) {
          const message =
            'The audit log shows that an action with this idempotency key was dispatched in the last 10 minutes, before the daemon restarted. Nothing was dispatched again.';
          throw new SubstrateError('idempotency_conflict', message);
        }
        kept = await run(call, attempt, command, deadline);
        return kept;
      } finally {
        claim.settle(kept);
      }
    }
  };

  const finish = async (call: Call, attempt: Attempt, kept: KeptAnswer & { replay?: true }): Promise<Answer> => {
    const { replay, status } = kept;
    const event = replay ? 'replayed' : attempt.command?.dry_run ? 'dry_run' : 'finished';
    const executed = kept.executed && !replay;
    try {
      await audit.write(record(call, attempt, { event, executed, status, code: kept.error?.code ?? null }));
    } catch (error) {
      // The action has run: its answer is owed, whatever the log says.
      report(error);
    }
    return send(call, kept, kept.replay ? { 'idempotent-replay': 'true' } : undefined);
  };

  /** The time ran out, or the runtime refused, before anything was dispatched: still the full answer. */
  const gaveUp = (call: Call, attempt: Attempt, error: SubstrateError): KeptAnswer => {
    const body = {
      success: false,
      action_id: attempt.actionId,
      action: attempt.command?.action ?? '',
      executed: false,
      runtime: attempt.application?.runtime ?? 'unknown',
      total_latency_ms: elapsedMs(call.startedAt),
      message: error.message,
      verification: null,
      updated_state: null,
      state_delta: null,
      raw_return: null,
      invocation_context: null,
      undo: null,
    } satisfies ActionResponse;
    return { status: error.status, executed: false, text: JSON.stringify(body), error };
  };

  const handler: Handler = async (call, route) => {
    const attempt: Attempt = { actionId: uuidv7() };
    attempts.set(call, attempt);
    const deadline = createDeadline(settings.actionTimeoutMs, timeout);
    try {
      const body = await readJson(call, settings, bodyLate);
      readQuery(call, route);
      const fitted = fit(actionRequestSchema, body);
      // The schema library leaves out field names it finds suspicious; the parameters are judged as they were sent.
      const { parameters } = body as { parameters: Record<string, unknown> };
      if (Array.isArray(parameters))
        throw invalidRequest([{ path: 'parameters', message: 'Expected an object but received an array.' }]);
      const command: ActionCommand = { ...fitted, parameters };
      attempt.command = command;
      checkNamed(command);
      return await finish(call, attempt, await runOnce(call, attempt, command, body, deadline));
    } catch (error) {
      const { code } = error as SubstrateError;
      if (code !== 'action_timeout' && code !== 'action_failed') throw error;
      return await finish(call, attempt, gaveUp(call, attempt, error as SubstrateError));
    } finally {
      deadline[Symbol.dispose]();
    }
  };

  return {
    handler,
    refused: async (call, error) => {
      const attempt = attempts.get(call) ?? { actionId: uuidv7() };
      await audit.write(record(call, attempt, { event: 'refused', executed: false, status: error.status, code: error.code }));
    },
  };
};
