import { type Client, SubstrateClientError } from '@substrate/client';
import type { ActionResponse, Parameter } from '@substrate/core';
import { UsageError } from './arguments.js';
import { clientCommand, hints, type Terminal } from './client-command.js';
import { exitCodes } from './command.js';
import { readParameters } from './parameters.js';
import { clean, show, table } from './table.js';
import { findPid, targetOf } from './target.js';

export const action = clientCommand(async ({ args, terminal, client }) => {
  const [app, name, ...words] = args.words;
  if (app === undefined || name === undefined) throw new UsageError(`${app === undefined ? 'PID or APP_ID' : 'NAME'} is missing`);
  const verify = args.text('verify');
  const timeout = args.count('verify-timeout');
  const capture = args.text('if-capture');
  const idempotency = args.text('idempotency-key');
  const parameters = readParameters(words, words.length === 0 ? [] : await declaredBy(client, app, name));
  try {
    const body = await client.action({
      ...targetOf(app),
      action: name,
      parameters,
      ...(verify !== undefined && { verify_expression: verify }),
      ...(timeout !== undefined && { verify_timeout_ms: timeout }),
      ...(capture !== undefined && { if_capture: capture }),
      ...(idempotency !== undefined && { idempotency_key: idempotency }),
      ...(args.flag('fresh') && { fresh_state: true }),
      ...(args.flag('dry-run') && { dry_run: true }),
    });
    if (terminal.json) terminal.printJson(body);
    else tell(body, terminal);
    return body.success ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof SubstrateClientError && error.action) || terminal.json) throw error;
    tell(error.action, terminal);
    for (const hint of hints(error)) terminal.note(hint);
    return exitCodes.failed;
  }
});

/** What the action's parameters are; nothing when that can't be told now: the daemon then says what is wrong. */
const declaredBy = async (client: Client, app: string, name: string): Promise<readonly Parameter[]> => {
  try {
    const { actions } = await client.schema(await findPid(client, app));
    return Object.hasOwn(actions, name) ? (actions[name]?.parameters ?? []) : [];
  } catch (error) {
    if (error instanceof SubstrateClientError && error.status !== 0 && error.status !== 401) return [];
    throw error;
  }
};

const tell = (body: ActionResponse, { print, width }: Terminal): void => {
  print(clean(body.message));
  if (body.verification)
    print(clean(`${body.verification.passed ? 'verified' : 'not verified'}: ${body.verification.explanation}`));
  if (body.raw_return !== null && body.raw_return !== undefined) print(`returned: ${show(body.raw_return)}`);
  const changes = Object.entries(body.state_delta ?? {}).map(([key, { before, after }]) => [key, show(before), show(after)]);
  if (changes.length > 0) print(table(['KEY', 'BEFORE', 'AFTER'], changes, width));
};
