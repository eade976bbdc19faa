import type { FeedbackType, Reversibility, TypeName } from '@substrate/core';
import { takeWords, UsageError } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clean } from './table.js';
import { findPid } from './target.js';

export const learn = clientCommand(async ({ args, terminal, client }) => {
  const words = takeWords(args.words, 'PID or APP_ID', 'OBSERVED_KEY', 'CORRECT_LABEL');
  const kind = (args.text('kind') ?? 'label_correction') as FeedbackType;
  const type = args.text('type') as TypeName | undefined;
  const reversibility = args.text('reversibility') as Reversibility | undefined;
  const description = args.text('description');
  if (kind !== 'action_correction' && (reversibility ?? description) !== undefined)
    throw new UsageError('--reversibility and --description are for --kind action_correction');
  const pid = await findPid(client, words['PID or APP_ID']);
  const state = await client.state(pid);
  const notes = args.text('notes');
  const body = await client.learn(pid, {
    capture_id: args.text('capture') ?? state.capture_id,
    schema_version: args.text('schema-version') ?? state.schema_version,
    feedback_type: kind,
    corrections: [
      {
        observed_key: words.OBSERVED_KEY,
        correct_label: words.CORRECT_LABEL,
        correct_type: type ?? typeOf(state.objects[words.OBSERVED_KEY]),
        ...(args.text('confidence') !== undefined && { confidence: share(args.text('confidence') as string) }),
        ...(notes !== undefined && { notes }),
        ...(reversibility !== undefined && { reversibility }),
        ...(description !== undefined && { description }),
      },
    ],
  });
  if (terminal.json) terminal.printJson(body);
  else {
    terminal.print(clean(body.message));
    for (const { observed_key, reason } of body.rejections) terminal.print(clean(`rejected: ${observed_key} (${reason})`));
    if (body.accepted > 0) terminal.print(`schema ${body.new_schema_version}`);
  }
  return body.accepted > 0 ? exitCodes.done : exitCodes.failed;
});

const share = (text: string): number => {
  const value = Number(text);
  if (text === '' || !(value >= 0 && value <= 1)) throw new UsageError(`--confidence takes a number from 0 to 1, not "${text}"`);
  return value;
};

/** The type that a value shows; text where it shows none. */
const typeOf = (value: unknown): TypeName =>
  typeof value === 'number' || typeof value === 'boolean' ? (typeof value as TypeName) : 'string';
