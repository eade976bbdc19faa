import { SubstrateClientError } from '@substrate/client';
import { serveMcpStdio } from '@substrate/mcp';
import { version } from '../version.js';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { connect } from './connection.js';
import { spawnDaemon } from './spawn-daemon.js';

export const mcp = clientCommand(async ({ args, terminal, io, client, url }) => {
  takeWords(args.words);
  const note = (text: string): void => terminal.note(`substrate mcp: ${text}`);
  const named = args.text('url') !== undefined || Boolean(io.env.SUBSTRATE_URL);
  const daemon = (await answers(client)) || named ? undefined : await startDaemon(args.text('config'), io.env, note);
  const own = daemon
    ? connect(args, { ...io.env, ...(daemon.key !== undefined && { SUBSTRATE_KEY: daemon.key }) })
    : { client, url };
  note(`speaking for ${own.url}`);
  await serveMcpStdio({ client: own.client, version, onError: (error) => note(String(error)) });
  return exitCodes.done;
});

const answers = async (client: { health(): Promise<unknown> }): Promise<boolean> => {
  try {
    await client.health();
    return true;
  } catch (error) {
    if (error instanceof SubstrateClientError) return false;
    throw error;
  }
};

/** A daemon of its own life: it goes on when this command ends, and serves whoever comes next. */
const startDaemon = async (
  configFile: string | undefined,
  env: NodeJS.ProcessEnv,
  note: (text: string) => void,
): Promise<{ key: string | undefined }> => {
  note('no daemon runs here: starting one');
  const { child, listening, key } = await spawnDaemon({
    args: configFile === undefined ? [] : ['--config', configFile],
    env,
    detached: true,
  });
  child.unref();
  note(`daemon started, pid ${child.pid}: ${listening}`);
  // The first key is told this once and is for this command to use; it is kept nowhere.
  if (key !== undefined) note('using its first key, which is not kept; for the next time make one with: substrate keygen --save');
  return { key };
};
