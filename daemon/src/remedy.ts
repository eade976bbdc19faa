import { basename } from 'node:path';
import type { AppProcess, Refusal } from '@substrate/core';

/**
 * What is in the way of an attach and what a person can do, as `doctor`, `status_reason` and the page say it: the probe's own sentence, and where there
 * is one the command to type, between backticks.
 */
export const remedyOf = (app: AppProcess, refusal: Refusal, env: NodeJS.ProcessEnv = process.env): string => {
  const command = commandFor(app, refusal, env);
  return command === undefined ? refusal.message : `${refusal.message} Type: \`${command}\``;
};

/** How a person reaches the command: in a clone through `npm start`. */
export const commandName = (env: NodeJS.ProcessEnv): string =>
  env.npm_lifecycle_event === 'start' ? 'npm start --' : 'substrate';

/** What only another start of the application opens, and `launch` knows how. */
const needsAnotherStart: ReadonlySet<string> = new Set([
  'no_debug_port',
  'debug_port_ignored',
  'debug_pipe',
  'no_inspector',
  'signal_unsafe',
  'signal_handled',
  'diagnostics_off',
]);

const commandFor = (app: AppProcess, { reason }: Refusal, env: NodeJS.ProcessEnv): string | undefined => {
  if (reason === 'stopped') return `kill -CONT ${app.pid}`;
  if (!needsAnotherStart.has(reason)) return undefined;
  const started = startedAs(app);
  return started === undefined ? undefined : `${commandName(env)} launch -- ${started}`;
};

const runners = /^(?:node(?:js)?|deno|bun|java|dotnet)$/;
const plain = /^[\w@%+=:,./-]+$/;
const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The program, and of one that runs others what it runs. The rest of a command line may hold secrets, and is told to nobody. */
const startedAs = ({ command, executable }: AppProcess): string | undefined => {
  const program = command[0] ?? executable ?? undefined;
  if (program === undefined) return undefined;
  const name = basename(program);
  if (!runners.test(name)) return quoted(program === name || program.startsWith('/usr/bin/') ? name : program);
  const script = command[1];
  // With options before it nobody knows what is an option's value.
  return script === undefined || script.startsWith('-') ? undefined : `${name} ${quoted(script)}`;
};
