import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { homeOf } from '../config.js';
import { takeWords } from './arguments.js';
import { type Invocation, localCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { unitFile, unitName } from './service-systemd.js';

/** Where a daemon logs that no terminal and no journal listens to. */
export const logFileOf = (env: NodeJS.ProcessEnv): string => path.join(homeOf(env), 'daemon.log');

export const logs = localCommand(async (invocation) => {
  const { args, terminal, io } = invocation;
  takeWords(args.words);
  const lines = args.count('lines') ?? 100;
  if (process.platform === 'linux' && existsSync(unitFile(io.env))) return journal(lines, args.flag('follow'));
  const file = logFileOf(io.env);
  if (!existsSync(file)) {
    terminal.note('There is no log: a daemon that was started in a terminal logs there. "substrate service install" keeps one.');
    return exitCodes.failed;
  }
  await showFile(file, lines, invocation);
  return exitCodes.done;
});

const journal = (lines: number, follow: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const args = ['--user', '-u', unitName, '-n', String(lines), '-o', 'cat', ...(follow ? ['-f'] : [])];
    const child = spawn('journalctl', args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? exitCodes.done));
  });

/** The last lines of what there is; with `--follow` also what comes, until the command is interrupted. */
const showFile = async (file: string, lines: number, { args, terminal, io }: Invocation): Promise<void> => {
  await using handle = await open(file);
  const text = await handle.readFile('utf8');
  const last = text
    .split('\n')
    .slice(-lines - 1)
    .join('\n');
  if (last !== '') terminal.print(last);
  const buffer = Buffer.alloc(64 * 1024);
  while (args.flag('follow') && !io.signal?.aborted) {
    const { bytesRead } = await handle.read(buffer);
    if (bytesRead > 0) io.stdout.write(buffer.subarray(0, bytesRead));
    else await sleep(200, undefined, { signal: io.signal }).catch(() => {});
  }
};
