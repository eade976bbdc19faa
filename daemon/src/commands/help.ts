import { type CommandSpec, type OptionSpec, usageOf } from './command.js';

/** What `--help` prints, of all commands and of one. */

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

export const help = (commands: readonly CommandSpec[], version: string): string =>
  `substrate ${version}: the state and the actions of every running application, for programs and agents.

usage: substrate [COMMAND] [OPTIONS]

${columns(commands.map(({ name, summary }) => [name, summary]))}
"substrate COMMAND --help" tells more. Settings: SUBSTRATE_HOME, config.toml in it, SUBSTRATE_<SECTION>__<KEY>.
`;

export const helpOf = (command: CommandSpec): string => {
  const options = Object.entries(command.options).map(([name, option]) => [nameOf(name, option), tell(option)] as const);
  return `${command.summary}

usage: ${usageOf(command)}
${options.length === 0 ? '' : `\noptions:\n${columns(options)}`}
examples:
${command.examples.map((line) => `  ${line}\n`).join('')}`;
};

const nameOf = (name: string, { value }: OptionSpec): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

const tell = ({ help: text, choices, value, example }: OptionSpec): string =>
  [
    text,
    choices === undefined ? '' : `One of ${choices.join(', ')}.`,
    value === undefined || example === undefined ? '' : `For example: ${example}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
