import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { table } from './table.js';
import { findPid } from './target.js';

export const schema = clientCommand(async ({ args, terminal, client }) => {
  const { 'PID or APP_ID': app } = takeWords(args.words, 'PID or APP_ID');
  const body = await client.schema(await findPid(client, app));
  if (terminal.json) terminal.printJson(body);
  else {
    terminal.note(`${body.app_id} (pid ${body.pid}), schema ${body.schema_version}`);
    const rows = Object.entries(body.actions).map(([name, action]) => [
      name,
      action.signature,
      action.reversibility,
      action.confidence.toFixed(2),
      action.description,
    ]);
    terminal.print(table(['ACTION', 'SIGNATURE', 'REVERSIBILITY', 'CONF', 'DESCRIPTION'], rows, terminal.width));
  }
  return exitCodes.done;
});
