#!/usr/bin/env node
import { type CommandIo, exitCodes } from './commands/command.js';
import { help, helpOf } from './commands/help.js';
import { commands } from './commands/index.js';
import { version } from './version.js';

/** The `substrate` command: finds the subcommand and runs it. Without one it is the daemon. */
const main = async (args: readonly string[], io: CommandIo): Promise<number> => {
  const [first, ...rest] = args;
  if (first === '--version' || first === '-v' || first === '-V') {
    io.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    io.stdout.write(help(commands, version));
    return exitCodes.done;
  }
  const name = first === 'help' ? rest[0] : first;
  const named = commands.find((command) => command.name === name);
  const command = named ?? (first === undefined || first.startsWith('-') ? commands[0] : undefined);
  if (command === undefined) {
    io.stderr.write(`substrate: there is no command "${name}"; "substrate --help" lists them.\n`);
    return exitCodes.usage;
  }
  const own = named === undefined ? [...args] : rest;
  const asked = own.slice(0, own.includes('--') ? own.indexOf('--') : undefined);
  if (first === 'help' || asked.includes('--help') || asked.includes('-h')) {
    io.stdout.write(helpOf(command));
    return exitCodes.done;
  }
  return command.run(own, io);
};

/** A reader that leaves (`substrate apps | head -1`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const code = await main(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, env: process.env });
process.exit(code);
