import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateKey } from '@substrate/auth';
import { type Client, SubstrateClientError } from '@substrate/client';
import type { AppSummary } from '@substrate/core';
import { homeOf, loadConfig } from '../config.js';
import { runningDaemon } from '../home.js';
import { takeWords } from './arguments.js';
import { type Invocation, localCommand } from './client-command.js';
import { type Command, type CommandIo, calledAs, exitCodes, type Runner } from './command.js';
import { clientKeyFile, connect } from './connection.js';
import { saveKey } from './save-key.js';
import { spawnDaemon } from './spawn-daemon.js';

/**
 * `substrate try`: a first look for somebody who has nothing running yet. It starts the todo server of the examples, and a daemon unless one
 * runs; what it started ends with it.
 */
export const tryOut = (commands: readonly Command[]): Runner =>
  localCommand(async (invocation) => {
    const { args, terminal, io } = invocation;
    takeWords(args.words);
    const started: ChildProcess[] = [];
    const ended = interrupted(io.signal);
    const look = async (): Promise<number> => {
      const client = await daemonOf(invocation, started);
      const example = spawn(process.execPath, [exampleFile()], { stdio: 'ignore', env: { ...io.env, PORT: '0' } });
      started.push(example);
      const app = await becomesActive(client, example);
      const id = app.app_id;
      const run = (...words: [string, ...string[]]): Promise<number> => runShown(commands, words, io);
      terminal.note(`An example, a todo server, runs as pid ${app.pid}. The first three calls:`);
      await run('apps');
      await run('state', id, '--prefix', 'todos');
      const done = await run('action', id, 'add_todo', 'title=Buy tea', '--verify', 'todos.count === 4');
      terminal.note('\nAnd the page, which shows the same as it changes:');
      await run('open', ...(args.flag('no-browser') ? ['--print'] : []));
      if (args.flag('once')) return done;
      terminal.note(`\nThe example goes on until you press Ctrl+C; in another terminal, try: ${calledAs(io.env)} watch ${id}`);
      return ended;
    };
    try {
      return await Promise.race([look(), ended]);
    } finally {
      for (const child of started.reverse()) await end(child);
    }
  });

/** The daemon that runs, or a new one. A key for the commands is made first: a new daemon would print one, and nobody would see it. */
const daemonOf = async ({ args, terminal, io }: Invocation, started: ChildProcess[]): Promise<Client> => {
  const config = loadConfig({ env: io.env });
  const file = clientKeyFile(io.env);
  if (!io.env.SUBSTRATE_KEY && !existsSync(file) && config.auth.require_key) {
    await saveKey(file, (await generateKey({ file: config.auth.keys_file, label: 'command line' })).key);
    terminal.note(`A key for this command is kept in ${file}.`);
  }
  if (!io.env.SUBSTRATE_URL && runningDaemon(homeOf(io.env)) === undefined) {
    const { child, listening } = await spawnDaemon({ env: io.env, detached: false });
    started.push(child);
    terminal.note(`${listening}, until this command ends`);
  }
  return connect(args, io.env).client;
};

/** In a package it lies beside the code, in a clone where the other examples are. */
const exampleFile = (): string => {
  const places = ['../example/server.js', '../../examples/node/todo-server/server.js'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
  if (found === undefined)
    throw new SubstrateClientError('not_found', 'The example application is missing from this installation.');
  return found;
};

const patienceMs = 60_000;

const becomesActive = async (client: Client, { pid }: ChildProcess): Promise<AppSummary> => {
  const ends = Date.now() + patienceMs;
  for (;;) {
    const app = (await client.apps()).apps.find((one) => one.pid === pid);
    if (app?.probe_status === 'active') return app;
    if (Date.now() > ends) {
      const why = app === undefined ? 'scan.include or scan.exclude may hide it' : (app.status_reason ?? app.probe_status);
      throw new SubstrateClientError('timeout', `The example runs as pid ${pid}, but is not read: ${why}.`);
    }
    await sleep(200);
  }
};

const runShown = (commands: readonly Command[], words: readonly [string, ...string[]], io: CommandIo): Promise<number> => {
  const [name, ...rest] = words;
  const shown = words.map((word) => (/^[\w./=:-]+$/.test(word) ? word : `'${word}'`));
  io.stdout.write(`\n$ ${calledAs(io.env)} ${shown.join(' ')}\n`);
  return (commands.find((command) => command.name === name) as Command).run(rest, io);
};

const interrupted = (signal: AbortSignal | undefined): Promise<number> =>
  new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve(exitCodes.done));
    signal?.addEventListener('abort', () => resolve(exitCodes.done), { once: true });
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
};
