import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { SubstrateClientError } from '@substrate/client';
import { serveMcpStdio } from '@substrate/mcp';
import { homeOf } from '../config.js';
import { version } from '../version.js';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { connect } from './connection.js';
import { logFileOf } from './logs.js';

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
  await mkdir(homeOf(env), { recursive: true, mode: 0o700 });
  await using log = await open(logFileOf(env), 'w', 0o600);
  const args = [process.argv[1] as string, 'start', ...(configFile === undefined ? [] : ['--config', configFile])];
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', log.fd] });
  const told = await firstLines(child);
  child.unref();
  note(`daemon started, pid ${child.pid}: ${told.listening}`);
  // The first key is told this once and is for this command to use; it is kept nowhere.
  if (told.key !== undefined)
    note('using its first key, which is not kept; for the next time make one with: substrate keygen --save');
  return { key: told.key };
};

const firstLines = (child: ReturnType<typeof spawn>): Promise<{ listening: string; key: string | undefined }> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new SubstrateClientError('unreachable', `The daemon ended at once with code ${code}.`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      const [listening, key] = text.split('\n');
      // Both lines come in one piece, the key only on the very first start.
      if (!text.endsWith('\n') || listening === undefined) return;
      child.stdout?.destroy();
      child.removeAllListeners('exit');
      resolve({ listening, key: key?.startsWith('key: ') ? key.slice(5) : undefined });
    });
  });
