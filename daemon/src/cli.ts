#!/usr/bin/env node
import { type Command, type CommandIo, exitCodes } from './commands/command.js';
import { commands as clientCommands } from './commands/index.js';
import { doctorCommand } from './doctor.js';
import { launchCommand } from './launch.js';
import { startCommand } from './start.js';
import { version } from './version.js';

/** The `substrate` command: finds the subcommand and runs it. Without one it is the daemon. */
const commands: readonly Command[] = [startCommand, ...clientCommands, doctorCommand, launchCommand];

const help = (): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `substrate ${version}: the state and the actions of every running application, for programs and agents.

usage: substrate [COMMAND] [OPTIONS]

${lines.join('\n')}

"substrate COMMAND --help" tells more. Settings: SUBSTRATE_HOME, config.toml in it, SUBSTRATE_<SECTION>__<KEY>.
`;
};

const helpOf = ({ summary, usage, examples }: Command): string =>
  `${summary}\n\nusage: ${usage}\n${examples.length === 0 ? '' : `\nexamples:\n${examples.map((line) => `  ${line}`).join('\n')}\n`}`;

const main = async (args: readonly string[], io: CommandIo): Promise<number> => {
  const [first, ...rest] = args;
  if (first === '--version' || first === '-v' || first === '-V') {
    io.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    io.stdout.write(help());
    return exitCodes.done;
  }
  const name = first === 'help' ? rest[0] : first;
  const named = commands.find((command) => command.name === name);
  const command = named ?? (first === undefined || first.startsWith('-') ? startCommand : undefined);
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
