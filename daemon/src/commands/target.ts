import { type Client, SubstrateClientError } from '@substrate/client';
import type { AppSummary } from '@substrate/core';

/** An application on the command line: a pid, or an app_id. */
export const targetOf = (word: string): { pid: number } | { app_id: string } =>
  /^[1-9]\d{0,9}$/.test(word) ? { pid: Number(word) } : { app_id: word };

export const findPid = async (client: Client, word: string): Promise<number> => {
  const target = targetOf(word);
  if ('pid' in target) return target.pid;
  const { apps } = await client.apps();
  const running = apps.filter((app) => app.probe_status !== 'detached');
  const found = running.find((app) => app.app_id === target.app_id);
  if (found) return found.pid;
  const message = `No application with the app_id "${target.app_id}" is running.${similar(target.app_id, running)}`;
  throw new SubstrateClientError('pid_not_found', message, { status: 404 });
};

const similar = (word: string, apps: readonly AppSummary[]): string => {
  const part = word.toLowerCase().slice(0, 4);
  const near = apps.filter(({ app_id, app_name }) => app_id.includes(part) || app_name.toLowerCase().includes(part)).slice(0, 3);
  return near.length === 0 ? '' : ` Did you mean ${near.map(({ app_id }) => app_id).join(' or ')}?`;
};
