import type { DiffResponse } from '@substrate/core';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { show, table } from './table.js';
import { findPid } from './target.js';

export const diff = clientCommand(async ({ args, terminal, client }) => {
  const words = takeWords(args.words, 'PID or APP_ID', 'CAPTURE_ID');
  const body = await client.diff(await findPid(client, words['PID or APP_ID']), words.CAPTURE_ID);
  if (terminal.json) terminal.printJson(body);
  else if (changesOf(body).length === 0) terminal.note('Nothing changed.');
  else terminal.print(table(['KEY', 'BEFORE', 'AFTER'], changesOf(body), terminal.width));
  return exitCodes.done;
});

/** One row for each key: what is missing on a side is a dash. */
export const changesOf = ({ changed, added, removed }: DiffResponse): string[][] => [
  ...changed.map(({ path, before, after }) => [path, show(before), show(after)]),
  ...added.map(({ path, value }) => [path, '-', show(value)]),
  ...removed.map(({ path, value }) => [path, show(value), '-']),
];
