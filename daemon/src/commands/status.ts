import { type Client, SubstrateClientError } from '@substrate/client';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';

export const status = clientCommand(async ({ args, terminal, client, url }) => {
  takeWords(args.words);
  const body = await client.health();
  if (terminal.json) {
    terminal.printJson(body);
    return exitCodes.done;
  }
  const up = [Math.floor(body.uptime_secs / 3600), Math.floor(body.uptime_secs / 60) % 60, body.uptime_secs % 60];
  terminal.print(
    `daemon: ${body.status}, version ${body.version}, at ${url}, up ${up.map((part) => String(part).padStart(2, '0')).join(':')}`,
  );
  terminal.print(`tracked: ${body.tracked_processes}`);
  const key = body.auth_enabled ? await keyState(client) : 'not required';
  terminal.print(`key: ${key}`);
  return key === 'good' || key === 'not required' ? exitCodes.done : exitCodes.failed;
});

const keyState = async (client: Client): Promise<string> => {
  try {
    await client.apps();
    return 'good';
  } catch (error) {
    if (!(error instanceof SubstrateClientError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};
