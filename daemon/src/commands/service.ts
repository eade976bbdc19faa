import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateKey, listKeys } from '@substrate/auth';
import { homeOf, loadConfig } from '../config.js';
import { runningDaemon } from '../home.js';
import { takeWords, UsageError } from './arguments.js';
import { type Invocation, localCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clientKeyFile } from './connection.js';
import { logFileOf } from './logs.js';
import { saveKey } from './save-key.js';
import { createLaunchd } from './service-launchd.js';
import type { ServiceManager } from './service-manager.js';
import { createSystemd } from './service-systemd.js';

export const service = localCommand(async (invocation) => {
  const { verb } = takeWords(invocation.args.words, 'verb');
  const manager = managerOf(invocation.io.env);
  if (manager === undefined) {
    invocation.terminal.note(`There is no service for ${process.platform} yet: run "substrate start" at login by other means.`);
    return exitCodes.failed;
  }
  switch (verb) {
    case 'install':
      return install(manager, invocation);
    case 'status':
      return tellStatus(manager, invocation);
    case 'remove':
      return remove(manager, invocation);
    default:
      throw new UsageError(`there is no "service ${verb}"`);
  }
});

const managerOf = (env: NodeJS.ProcessEnv): ServiceManager | undefined => {
  const program = [process.execPath, path.resolve(process.argv[1] as string), 'start'];
  const places = ['SUBSTRATE_HOME', 'SUBSTRATE_CONFIG'].flatMap((name) => {
    const value = env[name];
    return value ? [[name, path.resolve(value)] as const] : [];
  });
  const settings = Object.entries(env).filter(
    (entry): entry is [string, string] => /^SUBSTRATE_[A-Z]+(?:_[A-Z]+)*__/.test(entry[0]) && entry[1] !== undefined,
  );
  const kept = [...places, ...settings];
  const options = { program, env: Object.fromEntries(kept), logFile: logFileOf(env) };
  if (process.platform === 'linux') return createSystemd(options, env);
  return process.platform === 'darwin' ? createLaunchd(options) : undefined;
};

const install = async (manager: ServiceManager, { args, terminal, io }: Invocation): Promise<number> => {
  if (args.flag('print')) {
    terminal.print(manager.text);
    return exitCodes.done;
  }
  const config = loadConfig({ env: io.env });
  const trouble = manager.trouble();
  if (trouble !== undefined) {
    terminal.note(`substrate service: ${trouble}: nothing was installed. "substrate start" runs the daemon in a terminal.`);
    return exitCodes.failed;
  }
  const running = runningDaemon(config.home);
  if (running !== undefined && !manager.isRunning()) {
    terminal.note(`substrate service: a daemon runs already (pid ${running.pid}): end it first with "substrate stop".`);
    return exitCodes.failed;
  }
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  // A first start prints its key; a service would print it into a log.
  if (config.auth.require_key && (await listKeys({ file: config.auth.keys_file })).length === 0) {
    const { key } = await generateKey({ file: config.auth.keys_file, label: 'command line' });
    await saveKey(clientKeyFile(io.env), key);
    terminal.note(`A first key is kept in ${clientKeyFile(io.env)}: the other commands use it.`);
  }
  await mkdir(path.dirname(manager.file), { recursive: true });
  await writeFile(manager.file, manager.text);
  const failure = manager.start();
  if (failure !== undefined) {
    terminal.note(`substrate service: ${manager.file} is written, but ${manager.name} could not start it: ${failure}`);
    return exitCodes.failed;
  }
  terminal.print(`installed: ${manager.file}`);
  terminal.note('The daemon runs now, and whenever you are logged in. "substrate logs" shows what it logs.');
  return exitCodes.done;
};

const tellStatus = (manager: ServiceManager, { terminal, io }: Invocation): number => {
  const daemon = runningDaemon(homeOf(io.env));
  const runs = existsSync(manager.file) && manager.isRunning();
  terminal.print(
    `service: ${existsSync(manager.file) ? `${runs ? 'running' : 'not running'} (${manager.file})` : 'not installed'}`,
  );
  if (daemon !== undefined) terminal.print(`daemon: pid ${daemon.pid}${daemon.url === null ? '' : ` at ${daemon.url}`}`);
  return runs ? exitCodes.done : exitCodes.failed;
};

const remove = async (manager: ServiceManager, { terminal }: Invocation): Promise<number> => {
  if (!existsSync(manager.file)) {
    terminal.note('The service is not installed.');
    return exitCodes.failed;
  }
  manager.stop();
  await rm(manager.file);
  terminal.print(`removed: ${manager.file}`);
  return exitCodes.done;
};
