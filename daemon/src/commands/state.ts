import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clean, show, table } from './table.js';
import { findPid } from './target.js';

export const state = clientCommand(
  {
    name: 'state',
    summary: 'Read the state of an application.',
    usage: 'substrate state PID|APP_ID [--prefix PATH …] [--keys KEY …] [--fresh] [--url URL] [--key KEY] [--json]',
    examples: [
      'substrate state my-shop',
      'substrate state 4711 --prefix cart --fresh',
      "substrate state my-shop --json | jq '.objects'",
    ],
    options: { prefix: { type: 'string', multiple: true }, keys: { type: 'string', multiple: true }, fresh: { type: 'boolean' } },
  },
  async ({ args, terminal, client }) => {
    const { 'PID or APP_ID': app } = takeWords(args.words, 'PID or APP_ID');
    const pid = await findPid(client, app);
    const body = await client.state(pid, { fresh: args.flag('fresh'), prefix: args.texts('prefix'), keys: args.texts('keys') });
    if (terminal.json) terminal.printJson(body);
    else {
      const { filtered_object_count: shown, total_object_count: all } = body.probe_metadata;
      const where = [body.context.window_title, body.context.url ?? body.context.view]
        .filter((text) => text !== null)
        .join(' · ');
      terminal.note(
        clean(`${body.app_name} (${body.app_id}, pid ${body.pid}, ${body.runtime})${where === '' ? '' : ` · ${where}`}`),
      );
      terminal.note(
        `capture ${body.capture_id} at ${body.captured_at}, confidence ${body.confidence.toFixed(2)}, ${shown} of ${all} keys`,
      );
      const rows = Object.entries(body.objects).map(([key, value]) => [key, show(value)]);
      terminal.print(table(['KEY', 'VALUE'], rows, terminal.width));
    }
    return exitCodes.done;
  },
);
