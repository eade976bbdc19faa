import type { SearchResult } from '@substrate/client';
import { UsageError } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clean, show, table } from './table.js';
import { findPid } from './target.js';

export const search = clientCommand(async ({ args, terminal, client }) => {
  const [app, ...words] = args.words;
  if (app === undefined || words.length === 0) throw new UsageError(`${app === undefined ? 'PID or APP_ID' : 'WORD'} is missing`);
  const kind = args.text('kind') ?? 'keys';
  const limit = args.count('limit');
  const pid = await findPid(client, app);
  const options = limit === undefined ? {} : { limit };
  const [head, rows, body] =
    kind === 'actions'
      ? actionRows(await client.search(pid, words.join(' '), { ...options, kind }))
      : keyRows(await client.search(pid, words.join(' '), options));
  if (terminal.json) terminal.printJson(body);
  else if (body.total === 0) terminal.note(clean(`Nothing has "${words.join(' ')}".`));
  else {
    terminal.note(`${rows.length} of ${body.total}`);
    terminal.print(table(head, rows, terminal.width));
  }
  return body.total === 0 ? exitCodes.failed : exitCodes.done;
});

type Table = readonly [head: string[], rows: string[][], body: { readonly total: number }];

const keyRows = (body: SearchResult<'keys'>): Table => [
  ['KEY', 'VALUE', 'SERVED', 'WHY'],
  body.results.map(({ key, value, served, matched }) => [key, show(value), served ? 'yes' : 'by name', matched]),
  body,
];

const actionRows = (body: SearchResult<'actions'>): Table => [
  ['ACTION', 'SIGNATURE', 'REVERSIBILITY', 'WHY'],
  body.results.map(({ action, signature, reversibility, matched }) => [action, signature, reversibility, matched]),
  body,
];
