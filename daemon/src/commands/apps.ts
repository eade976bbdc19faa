import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clean, table } from './table.js';

export const apps = clientCommand(async ({ args, terminal, client }) => {
  takeWords(args.words);
  const body = await client.apps();
  if (terminal.json) terminal.printJson(body);
  else if (args.flag('ids')) for (const { app_id } of body.apps) terminal.print(clean(app_id));
  else if (body.total === 0)
    terminal.note('No application is tracked. "substrate doctor" tells what could be attached to, and why not.');
  else {
    const rows = body.apps.map((app) => [
      String(app.pid),
      app.app_id,
      app.app_name,
      app.runtime_name,
      app.probe_status,
      app.has_state ? app.confidence.toFixed(2) : '-',
      String(app.object_count),
      String(app.action_count),
      app.current_view ?? app.current_url ?? '-',
    ]);
    terminal.print(
      table(['PID', 'APP_ID', 'NAME', 'RUNTIME', 'STATUS', 'CONF', 'KEYS', 'ACTIONS', 'VIEW'], rows, terminal.width),
    );
    for (const { pid, app_id, status_reason } of body.apps)
      if (status_reason) terminal.note(clean(`${app_id} (${pid}): ${status_reason}`));
  }
  return exitCodes.done;
});
