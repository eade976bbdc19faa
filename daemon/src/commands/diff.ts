import type { DiffResponse } from '@substrate/core';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { show, table } from './table.js';
import { findPid } from './target.js';

export const diff = clientCommand(
  {
    name: 'diff',
    summary: 'Show what changed since a capture.',
    usage: 'substrate diff PID|APP_ID CAPTURE_ID [--url URL] [--key KEY] [--json]',
    examples: [
      'substrate diff my-shop 0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
      'substrate diff my-shop $(substrate state my-shop --json | jq -r .capture_id)',
    ],
  },
  async ({ args, terminal, client }) => {
    const words = takeWords(args.words, 'PID or APP_ID', 'CAPTURE_ID');
    const body = await client.diff(await findPid(client, words['PID or APP_ID']), words.CAPTURE_ID);
    if (terminal.json) terminal.printJson(body);
    else if (changesOf(body).length === 0) terminal.note('Nothing changed.');
    else terminal.print(table(['KEY', 'BEFORE', 'AFTER'], changesOf(body), terminal.width));
    return exitCodes.done;
  },
);

/** One row for each key: what is missing on a side is a dash. */
export const changesOf = ({ changed, added, removed }: DiffResponse): string[][] => [
  ...changed.map(({ path, before, after }) => [path, show(before), show(after)]),
  ...added.map(({ path, value }) => [path, '-', show(value)]),
  ...removed.map(({ path, value }) => [path, show(value), '-']),
];
