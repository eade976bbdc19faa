import { action } from './action.js';
import { apps } from './apps.js';
import type { Command } from './command.js';
import { diff } from './diff.js';
import { keygen } from './keygen.js';
import { keys } from './keys.js';
import { learn } from './learn.js';
import { mcp } from './mcp.js';
import { open } from './open.js';
import { schema } from './schema.js';
import { search } from './search.js';
import { state } from './state.js';
import { status } from './status.js';
import { verify } from './verify.js';
import { watch } from './watch.js';

/** Every subcommand that talks to a daemon or to its keys file, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  status,
  open,
  keygen,
  keys,
  apps,
  state,
  search,
  schema,
  action,
  verify,
  watch,
  diff,
  learn,
  mcp,
];
