import { listKeys, removeKey, setKeyEnabled } from '@substrate/auth';
import type { KeyRecord } from '@substrate/core';
import { loadConfig } from '../config.js';
import { takeWords, UsageError } from './arguments.js';
import { type Invocation, localCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { table } from './table.js';

/** Lists and changes the records of the keys file. The daemon follows within a second; it need not run. */
export const keys = localCommand(async (invocation) => {
  const { args, terminal, io } = invocation;
  const [verb = 'list', ...words] = args.words;
  const file = loadConfig({ configFile: args.text('config'), env: io.env }).auth.keys_file;
  if (verb === 'list') {
    takeWords(words);
    return list(await listKeys({ file }), file, invocation);
  }
  const change = changes[verb];
  if (!change) throw new UsageError(`there is no "keys ${verb}"`);
  const { ID: id } = takeWords(words, 'ID');
  const record = await change.run(file, id);
  if (terminal.json) terminal.printJson(record);
  else terminal.print(`${change.done}: ${record.id}${record.label === undefined ? '' : ` (${record.label})`}`);
  return exitCodes.done;
});

const changes: Record<string, { done: string; run(file: string, id: string): Promise<KeyRecord> }> = {
  disable: { done: 'disabled', run: (file, id) => setKeyEnabled({ file, id, enabled: false }) },
  enable: { done: 'enabled', run: (file, id) => setKeyEnabled({ file, id, enabled: true }) },
  remove: { done: 'removed', run: (file, id) => removeKey({ file, id }) },
};

const list = (records: readonly KeyRecord[], file: string, { terminal }: Invocation): number => {
  if (terminal.json) terminal.printJson({ keys: records });
  else if (records.length === 0) terminal.note(`There is no key in ${file}. Make one: substrate keygen`);
  else {
    const rows = records.map(({ id, label, enabled, scopes, apps, created_at, last_used_at }) => [
      id,
      label ?? '-',
      enabled ? 'yes' : 'no',
      limitOf(scopes),
      limitOf(apps),
      moment(created_at),
      last_used_at === null ? 'never' : moment(last_used_at),
    ]);
    terminal.print(table(['ID', 'LABEL', 'ENABLED', 'SCOPES', 'APPS', 'CREATED', 'LAST USED'], rows, terminal.width));
  }
  return exitCodes.done;
};

/** A list that can't be understood was read as an empty one: such a key can't be used. */
const limitOf = (list: readonly string[] | undefined): string =>
  list === undefined ? 'all' : list.length === 0 ? 'invalid' : list.join(', ');

const moment = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, '') || '-';
