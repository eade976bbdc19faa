import { takeWords, UsageError } from './arguments.js';
import { localCommand } from './client-command.js';
import { type CommandSpec, exitCodes, type Runner } from './command.js';

/**
 * Completions: commands, their options and the values of those, written out, so that a shell asks nothing; and app_ids, for which it asks the
 * daemon. A daemon that does not answer means no suggestion and no message.
 */
export const completion = (commands: readonly CommandSpec[]): Runner =>
  localCommand(async ({ args, terminal }) => {
    const { SHELL: shell } = takeWords(args.words, 'SHELL');
    const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (write === undefined)
      throw new UsageError(`there are completions for ${Object.keys(shells).join(', ')}, not for "${shell}"`);
    terminal.print(write(commands));
    return exitCodes.done;
  });

const askForApps = 'substrate apps --ids 2>/dev/null';

/** The words of a command that are fixed: `service install|status|remove`. */
const verbsOf = ({ words }: CommandSpec): string[] => words.match(/(?<![A-Z_])\b[a-z]+\b/g) ?? [];
const takesApp = ({ words }: CommandSpec): boolean => words.startsWith('PID|APP_ID');
const takesCommand = ({ words }: CommandSpec): boolean => words.startsWith('--');
const optionsOf = ({ options }: CommandSpec): [name: string, option: CommandSpec['options'][string]][] =>
  Object.entries(options).filter(([name]) => name === name.toLowerCase());
const isFile = (value: string | undefined): boolean => value === 'FILE';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** bash and zsh with its bash completions: one function, which looks at the word before the one that is completed. */
const bash = (commands: readonly CommandSpec[]): string => {
  const cases = commands.map((command) => {
    const options = optionsOf(command).map(([name]) => `--${name}`);
    const values = optionsOf(command).flatMap(([name, { choices }]) =>
      choices ? [`      --${name}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); return;;`] : [],
    );
    const words = takesApp(command) ? `$(${askForApps})` : verbsOf(command).join(' ');
    const free = optionsOf(command).flatMap(([name, { type, choices, value }]) =>
      type === 'string' && !choices && !isFile(value) ? [`--${name}`] : [],
    );
    if (free.length > 0) values.push(`      ${free.join('|')}) return;;`);
    return `    ${command.name})
      case "$prev" in
${values.map((line) => `  ${line}\n`).join('')}        --config) COMPREPLY=($(compgen -f -- "$cur")); return;;
      esac
      ${
        takesCommand(command)
          ? 'COMPREPLY=($(compgen -c -- "$cur"))'
          : `if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '${options.join(' ')} --help' -- "$cur"))
      elif [[ $COMP_CWORD == 2 ]]; then COMPREPLY=($(compgen -W "${words}" -- "$cur")); fi`
      }
      ;;
`;
  });
  return `# Completions of substrate for bash: source <(substrate completion bash)
_substrate() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
}
complete -F _substrate substrate
`;
};

const zsh = (commands: readonly CommandSpec[]): string => {
  // In a description of _arguments, brackets and colons are marks.
  const plain = (text: string): string => text.replace(/[[\]:]/g, '\\$&');
  const spec = ([name, { type, multiple, value, choices, help }]: ReturnType<typeof optionsOf>[number]): string => {
    const action = choices ? `(${choices.join(' ')})` : isFile(value) ? '_files' : ' ';
    return quote(
      `${multiple ? '*' : ''}--${name}[${plain(help)}]${type === 'string' ? `:${plain(value ?? name)}:${action}` : ''}`,
    );
  };
  const cases = commands.map((command) => {
    const words = takesApp(command)
      ? [`'1:application:_substrate_apps'`, `'*: :'`]
      : takesCommand(command)
        ? [`'*::command:_normal'`]
        : verbsOf(command).length > 0
          ? [`'1:what:(${verbsOf(command).join(' ')})'`]
          : [];
    return `    ${command.name}) _arguments ${[...optionsOf(command).map(spec), ...words].join(' ')};;\n`;
  });
  return `#compdef substrate
# Completions of substrate for zsh: source <(substrate completion zsh)
_substrate_apps() {
  local -a apps
  apps=(\${(f)"$(${askForApps})"})
  compadd -a apps
}
_substrate() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(':', '\\:')}`)}\n`).join('')}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('')}  esac
}
compdef _substrate substrate
`;
};

const fish = (commands: readonly CommandSpec[]): string => {
  const lines = ['# Completions of substrate for fish', 'complete -c substrate -f'];
  for (const command of commands) {
    lines.push(`complete -c substrate -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`);
    const on = `complete -c substrate -n '__fish_seen_subcommand_from ${command.name}'`;
    for (const [name, { type, value, choices, help }] of optionsOf(command)) {
      const takes = type === 'boolean' ? '' : choices ? ` -x -a ${quote(choices.join(' '))}` : isFile(value) ? ' -r -F' : ' -x';
      lines.push(`${on} -l ${name}${takes} -d ${quote(help)}`);
    }
    if (takesApp(command)) lines.push(`${on} -a ${quote(`(${askForApps})`)}`);
    if (takesCommand(command)) lines.push(`${on} -a '(__fish_complete_command)'`);
    else if (verbsOf(command).length > 0) lines.push(`${on} -a ${quote(verbsOf(command).join(' '))}`);
  }
  return `${lines.join('\n')}\n`;
};

const shells: Readonly<Record<string, (commands: readonly CommandSpec[]) => string>> = { bash, zsh, fish };
