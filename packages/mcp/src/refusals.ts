import { type Client, SubstrateClientError, type Target } from '@substrate/client';
import type { Reversibility } from '@substrate/core';
import type { Output } from './schemas.js';

/** A call that was turned away, told so that the next one can be right: what is missing, and what comes closest to what was meant. */

type Missing = NonNullable<Output<'invoke_action'>['missing']>;

const needed: Readonly<Record<Reversibility, number>> = {
  reversible_read: 0.4,
  reversible_write: 0.8,
  irreversible_write: 0.95,
};

const nextSteps: Readonly<Record<string, string>> = {
  missing_verify_expression:
    'Give verify_expression: what is true of the state only after the action worked. search finds the keys for it.',
  dangerous_action_unverified: 'Check the app with list_apps, and give verify_expression.',
  confidence_too_low: 'Wait until the confidence is there (list_apps tells it), or use an action of a lower tier.',
  unknown_action: 'Use one of the closest names, or list_actions with words.',
  invalid_parameters: 'Give the parameters as the details say.',
  invalid_expression: 'Mend the expression: keys of the state as names, JavaScript operators, no assignments.',
  verify_expression_too_large: 'Give a shorter verify_expression.',
  pid_not_found: 'Use an app_id that list_apps shows.',
  stale_capture: 'Read again what the action is about, then decide, and give the new capture_id.',
  capture_not_found: 'Leave if_capture out, or read again and give that capture_id.',
  idempotency_conflict: 'The key was used for another call: use a new one, unless the first call is what you meant.',
  probe_not_ready: 'Ask list_apps until has_state is true.',
  probe_failed: 'Ask list_apps for the reason; try again in a few seconds.',
  verification_failed: 'It ran, but the expression did not come true in time: read the keys of it before you act again.',
  action_failed: 'The application refused or threw: the message is its own.',
  action_timeout: 'It may still be running: look at the state before you act again.',
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  missing_verify_expression: ['verify_expression'],
  dangerous_action_unverified: ['verify_expression'],
};

const quietly = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SubstrateClientError) return otherwise;
    throw error;
  }
};

export const explain = async (
  client: Client,
  target: Target,
  action: string,
  error: SubstrateClientError,
  signal: AbortSignal,
): Promise<Missing> => {
  const details = (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  const closest = await quietly(async () => {
    if (error.code === 'pid_not_found') return (await client.apps({ signal })).apps.slice(0, 5).map(({ app_id }) => app_id);
    if (error.code !== 'unknown_action') return [];
    const { results } = await client.search(target, action, { kind: 'actions', limit: 3, signal });
    if (results.length > 0) return results.map((one) => one.action);
    return /The closest are: (.*)\.$/.exec(error.message)?.[1]?.split(', ') ?? [];
  }, []);
  const confidence = await quietly(async () => {
    if (error.code !== 'confidence_too_low') return null;
    const state = await client.state(target, { include: ['actions'], signal });
    const tier = state.actions[action]?.reversibility;
    return { now: state.confidence, needed: tier === undefined ? null : needed[tier] };
  }, null);
  const next = nextSteps[error.code] ?? 'See the message.';
  return { fields: [...(fieldsOf[error.code] ?? [])], details, closest, confidence, next };
};
