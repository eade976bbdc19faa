import type { Command } from './command.js';

/** Every subcommand that talks to a daemon or to its keys file, in the order in which the help lists them. */
export const commands: readonly Command[] = [];
