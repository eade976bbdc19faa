import {
  type ActionSchema,
  type ErrorDetail,
  type Reply,
  type Reversibility,
  SubstrateError,
  type TypeName,
} from '@substrate/core';
import type { Outcome, Program } from '@substrate/expr';
import type { ActionPlan, Application, Applications } from './applications.js';
import type { StoredSnapshot } from './captures.js';
import { type Expressions, evaluate } from './expressions.js';
import { findReady, resolveNamed } from './lookup.js';

/**
 * The gates an action passes before anything is dispatched, in their order: expression size, resolution, probe ready, known
 * action, parameters, irreversible gate, expression syntax, confidence.
 */

/** An action request with its defaults filled in. */
export interface ActionCommand {
  readonly pid?: number | undefined;
  readonly app_id?: string | undefined;
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly verify_expression?: string | undefined;
  readonly verify_timeout_ms: number;
  readonly fresh_state: boolean;
  readonly if_capture?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly dry_run: boolean;
  readonly reply?: Reply | undefined;
}

/** An action that has passed. */
export interface Cleared {
  readonly application: Application;
  readonly snapshot: StoredSnapshot;
  readonly plan: ActionPlan;
  readonly program: Program | undefined;
  /** The expression over the state before the action. */
  readonly evaluation: Outcome | undefined;
}

export interface GatesOptions {
  readonly expressions: Expressions;
}

const dangerous = /delete|destroy|purge|wipe|reset|clear_all|terminate|shutdown|kill/i;

/** The least confidence of the state for each tier. */
const thresholds: Record<Reversibility, number> = { reversible_read: 0.4, reversible_write: 0.8, irreversible_write: 0.95 };

/** Whether the state is known well enough for an action of that kind. */
export const isConfident = ({ state }: StoredSnapshot, reversibility: Reversibility): boolean =>
  state.confidence >= thresholds[reversibility];

const fits: Record<TypeName, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const checkParameters = (action: string, schema: ActionSchema, given: Readonly<Record<string, unknown>>): void => {
  const details: ErrorDetail[] = [];
  for (const { name, type_name, required, any } of schema.parameters) {
    const path = `parameters.${name}`;
    if (!Object.hasOwn(given, name)) {
      if (required) details.push({ path, message: `The ${type_name} "${name}" is required.` });
    } else if (!any && !fits[type_name](given[name])) {
      details.push({ path, message: `Expected ${type_name} but received ${typeOf(given[name])}.` });
    }
  }
  for (const name of Object.keys(given)) {
    if (!schema.parameters.some((parameter) => parameter.name === name))
      details.push({ path: `parameters.${name}`, message: `${action} has no parameter of that name.` });
  }
  if (details.length === 0) return;
  const message = `${details.map((detail) => detail.message).join(' ')} The signature is ${schema.signature}.`;
  throw new SubstrateError('invalid_parameters', message, { details });
};

/** Edits from one text to the other (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
};

const closest = (wanted: string, names: readonly string[]): string[] => {
  const word = wanted.slice(0, 64).toLowerCase();
  return names
    .map((name) => ({
      name,
      far: distance(word, name.slice(0, 64).toLowerCase()) - (name.toLowerCase().includes(word) ? word.length : 0),
    }))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
};

const findAction = (snapshot: StoredSnapshot, name: string): ActionSchema => {
  const { actions, app_id } = snapshot.state;
  const schema = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (schema) return schema;
  const near = closest(name, Object.keys(actions));
  const hint = near.length > 0 ? ` The closest are: ${near.join(', ')}.` : ' It has no actions at all.';
  throw new SubstrateError('unknown_action', `${app_id} has no action "${name}".${hint}`);
};

const resolve = (applications: Applications, command: ActionCommand): Application => {
  const application = resolveNamed(applications, command);
  if (application) return application;
  if (command.verify_expression === undefined && dangerous.test(command.action))
    throw new SubstrateError('dangerous_action_unverified');
  throw new SubstrateError('pid_not_found');
};

const findActive = (application: Application): StoredSnapshot => {
  const snapshot = findReady(application);
  const { probe_status, status_reason } = application.summary();
  if (probe_status === 'active') return snapshot;
  const why = status_reason ?? `It is ${probe_status}.`;
  throw new SubstrateError('probe_failed', `${application.appId} cannot take actions now. ${why}`);
};

export const createGates = ({ expressions }: GatesOptions) => {
  return async (applications: Applications, command: ActionCommand, signal: AbortSignal): Promise<Cleared> => {
    const { action, parameters, verify_expression } = command;
    if (verify_expression !== undefined) expressions.checkSize(verify_expression);
    const application = resolve(applications, command);
    const snapshot = findActive(application);
    const schema = findAction(snapshot, action);
    checkParameters(action, schema, parameters);
    const plan = await application.plan(action, parameters, signal);
    if (plan.reversibility === 'irreversible_write' && verify_expression === undefined)
      throw new SubstrateError(
        'missing_verify_expression',
        `${action} cannot be undone: give a verify_expression that tells whether it worked.`,
      );
    const program = verify_expression === undefined ? undefined : expressions.compile(verify_expression);
    const evaluation = program && evaluate(program, snapshot);
    if (!plan.unlabelled && !isConfident(snapshot, plan.reversibility))
      throw new SubstrateError(
        'confidence_too_low',
        `The confidence of the state is ${snapshot.state.confidence}; ${plan.reversibility} needs ${thresholds[plan.reversibility]}.`,
      );
    return { application, snapshot, plan, program, evaluation };
  };
};
