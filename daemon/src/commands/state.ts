import type { Client, Outline } from '@substrate/client';
import { isUnder, type NarrowState, type StatePart, type SubstrateState, stateParts } from '@substrate/core';
import { takeWords, UsageError } from './arguments.js';
import { clientCommand, type Terminal } from './client-command.js';
import { exitCodes } from './command.js';
import { clean, show, table } from './table.js';
import { findPid } from './target.js';

export const state = clientCommand(async ({ args, terminal, client }) => {
  const { 'PID or APP_ID': app } = takeWords(args.words, 'PID or APP_ID');
  const pid = await findPid(client, app);
  const [prefix, keys, from, limit, maxBytes] = [
    args.texts('prefix'),
    args.texts('keys'),
    args.count('from'),
    args.count('limit'),
    args.count('max-bytes'),
  ];
  const part = {
    fresh: args.flag('fresh'),
    prefix,
    keys,
    ...(from !== undefined && { from }),
    ...(limit !== undefined && { limit }),
    ...(maxBytes !== undefined && { maxBytes }),
  };
  const include = partsOf(args.text('include'));
  if (args.flag('outline')) {
    const body = await client.outline(pid, part);
    if (terminal.json) terminal.printJson(body);
    else tellOutline(body, terminal);
    return body.outline.length === 0 ? tellUnknown(client, pid, [...keys, ...prefix], terminal) : exitCodes.done;
  }
  const body = await client.state(pid, { ...part, ...(include && { include }) });
  if (terminal.json) terminal.printJson(body);
  else tell(body, terminal);
  const { objects } = body;
  // What may have been cut off is not said to be unknown.
  const isCut =
    maxBytes !== undefined || (limit !== undefined && from === undefined && Object.keys(objects ?? {}).length >= limit);
  const unknown = objects === undefined || isCut ? [] : unknownOf(objects, prefix, keys);
  return tellUnknown(client, pid, unknown, terminal);
});

const partsOf = (text: string | undefined): StatePart[] | undefined => {
  if (text === undefined) return undefined;
  const named = text.split(',');
  const wrong = named.find((one) => !stateParts.includes(one as StatePart));
  if (wrong !== undefined) throw new UsageError(`--include takes ${stateParts.join(', ')}, not "${wrong}"`);
  return named as StatePart[];
};

/** What was asked for and is nowhere. */
const unknownOf = (objects: SubstrateState['objects'], prefix: readonly string[], keys: readonly string[]): string[] => {
  const known = Object.keys(objects);
  return [
    ...keys.filter((key) => !Object.hasOwn(objects, key)),
    ...prefix.filter((one) => !known.some((key) => isUnder(key, one))),
  ];
};

/** Says which keys come closest to what is not there. */
const tellUnknown = async (client: Client, pid: number, unknown: readonly string[], { note }: Terminal): Promise<number> => {
  for (const name of unknown) {
    const near = name === '' ? [] : (await client.search(pid, name, { limit: 3 })).results.map(({ key }) => key);
    note(clean(`There is no "${name}".${near.length === 0 ? '' : ` The closest are: ${near.join(', ')}`}`));
  }
  return unknown.length === 0 ? exitCodes.done : exitCodes.failed;
};

const tell = (body: NarrowState, terminal: Terminal): void => {
  const { context, objects, probe_metadata: counts } = body;
  const where = context ? [context.window_title, context.url ?? context.view].filter((text) => text !== null).join(' · ') : '';
  terminal.note(clean(`${body.app_name} (${body.app_id}, pid ${body.pid}, ${body.runtime})${where === '' ? '' : ` · ${where}`}`));
  const keys = counts ? `, ${counts.filtered_object_count} of ${counts.total_object_count} keys` : '';
  terminal.note(`capture ${body.capture_id} at ${body.captured_at}, confidence ${body.confidence.toFixed(2)}${keys}`);
  if (!objects) terminal.printJson(body);
  else {
    const rows = Object.entries(objects).map(([key, value]) => [key, show(value)]);
    terminal.print(table(['KEY', 'VALUE'], rows, terminal.width));
  }
};

const tellOutline = (body: Outline, terminal: Terminal): void => {
  const { filtered_object_count: shown, total_object_count: all } = body.probe_metadata;
  terminal.note(clean(`${body.app_name} (${body.app_id}, pid ${body.pid}, ${body.runtime}), ${shown} of ${all} keys`));
  const rows = body.outline.map(({ path, keys, type, example }) => [
    path === '' ? '(more)' : path,
    String(keys),
    type,
    typeof example === 'string' && keys > 1 ? example : show(example),
  ]);
  terminal.print(table(['PATH', 'KEYS', 'TYPE', 'EXAMPLE'], rows, terminal.width));
};
