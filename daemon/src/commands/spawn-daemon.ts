import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { SubstrateClientError } from '@substrate/client';
import { homeOf } from '../config.js';
import { logFileOf } from './logs.js';

export interface SpawnedDaemon {
  readonly child: ChildProcess;
  /** The line that says where it listens. */
  readonly listening: string;
  /** On the very first start. */
  readonly key: string | undefined;
}

/** A daemon in the background, which logs to `daemon.log` of its home; resolves when it listens. */
export const spawnDaemon = async (options: {
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly detached: boolean;
}): Promise<SpawnedDaemon> => {
  const { env, detached } = options;
  await mkdir(homeOf(env), { recursive: true, mode: 0o700 });
  await using log = await open(logFileOf(env), 'w', 0o600);
  const args = [process.argv[1] as string, 'start', ...(options.args ?? [])];
  const child = spawn(process.execPath, args, { env, detached, stdio: ['ignore', 'pipe', log.fd] });
  return { child, ...(await firstLines(child)) };
};

const firstLines = (child: ChildProcess): Promise<Omit<SpawnedDaemon, 'child'>> =>
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
