import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diskTrouble } from '@substrate/core';
import { type CommandIo, exitCodes, type Runner, usageOf } from './commands/command.js';
import { clientKeyFile } from './commands/connection.js';
import { saveKey } from './commands/save-key.js';
import { startDaemon } from './compose.js';
import { ConfigError, loadConfig } from './config.js';
import { createLog, type Log } from './log.js';
import { commandName } from './remedy.js';
import { findSetting } from './settings.js';

/** `substrate start`: the daemon in the foreground, until a signal ends it. */

const shortFlags: Readonly<Record<string, string>> = { host: 'server.host', port: 'server.port', 'log-level': 'log.level' };

/** Flags by dotted key; a string says what is wrong with them. */
const readFlags = (args: readonly string[]): { configFile: string | undefined; flags: Record<string, string> } | string => {
  const named = args.flatMap((word) => /^--([a-z_]+\.[a-z_]+)(=|$)/.exec(word)?.[1] ?? []);
  const unknown = named.find((name) => findSetting(...(name.split('.') as [string, string])) === undefined);
  if (unknown !== undefined) return `unknown option --${unknown}`;
  const known = ['config', ...Object.keys(shortFlags), ...named];
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(known.map((name) => [name, { type: 'string' as const }])),
      strict: true,
    });
    const flags: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) if (name !== 'config') flags[shortFlags[name] ?? name] = String(value);
    return { configFile: values.config as string | undefined, flags };
  } catch (error) {
    return (error as Error).message;
  }
};

export const start: Runner = async (spec, args, io) => {
  const given = readFlags(args);
  if (typeof given === 'string') {
    io.stderr.write(`substrate: ${given}\nusage: ${usageOf(spec)}\n`);
    return exitCodes.usage;
  }
  try {
    const config = loadConfig({ ...given, env: io.env });
    const log = createLog({ level: config.log.level, write: (line) => void io.stderr.write(line) });
    const ended = untilSignal(io.signal);
    outlive(log);
    const daemon = await startDaemon({ config, log });
    // In one piece: who waits for the address has the key with it.
    io.stdout.write(`substrate listening on ${daemon.url}\n${daemon.firstKey === undefined ? '' : `key: ${daemon.firstKey}\n`}`);
    if (daemon.firstKey !== undefined) io.stderr.write(welcome(await keepForPerson(daemon.firstKey, io), io.env));
    const why = await ended;
    log.info(`${why}: ending`);
    await daemon[Symbol.asyncDispose]();
    return exitCodes.done;
  } catch (error) {
    io.stderr.write(`substrate: ${explain(error)}\n`);
    const onlyFlags = error instanceof ConfigError && error.problems.every((problem) => problem.startsWith('flag '));
    return onlyFlags ? exitCodes.usage : exitCodes.failed;
  }
};

/**
 * A person who starts the daemon for the first time goes on in another terminal: the key is kept for the commands there, as `keygen --save` does. For
 * a program that started the daemon it is printed and nothing else. The file it is in, or undefined.
 */
const keepForPerson = async (key: string, { stdout, env }: CommandIo): Promise<string | undefined> => {
  const isPerson = env.npm_lifecycle_event === 'start' || (stdout as { isTTY?: boolean }).isTTY === true;
  const file = clientKeyFile(env);
  if (!isPerson || existsSync(file)) return undefined;
  await saveKey(file, key);
  return file;
};

/** What a newcomer types next. In a clone the command is reached through `npm start`. */
const welcome = (kept: string | undefined, env: NodeJS.ProcessEnv): string => {
  const command = commandName(env);
  const where =
    kept === undefined
      ? `It is shown this once and stored nowhere. For the commands below: ${command} keygen --save`
      : `It is shown this once, and kept in ${kept} (for this user alone) for the commands below.`;
  return `
This is your first key; programs send it in the header X-Substrate-Key. ${where}
What to type next, in another terminal:
  ${command} open              see what the daemon sees, in your browser
  ${command} apps              the applications that run here
  ${command} state APP_ID      what one of them holds

`;
};

/** Probes live on sockets of programs that others wrote: what slips through there is told, and the other applications go on being served. */
const outlive = (log: Log): void => {
  // Who read the log has left: without this each failed line would be logged as a failure, for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => log.error('an error that nobody caught:', error));
  process.on('unhandledRejection', (error) => log.error('a failure that nobody handled:', error));
};

const untilSignal = (signal: AbortSignal | undefined): Promise<string> =>
  new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve(name));
    signal?.addEventListener('abort', () => resolve('stopped'), { once: true });
  });

const explain = (error: unknown): string => {
  if (error instanceof ConfigError) return error.problems.join('\nsubstrate: ');
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${address} is in use, perhaps by another daemon: stop it, or choose another port with --port (0 takes a free one).`;
  }
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} on ${address} may not be used by this user: choose one above 1023 with --port.`;
  const disk = port === undefined ? diskTrouble(error) : undefined;
  if (disk !== undefined) return `the home folder can't be written: ${disk}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `server.host ${address ?? ''} is no address of this machine.`;
  return message ?? String(error);
};
