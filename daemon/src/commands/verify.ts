import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clean } from './table.js';
import { targetOf } from './target.js';

export const verify = clientCommand(async ({ args, terminal, client }) => {
  const { 'PID or APP_ID': app, EXPRESSION: expression } = takeWords(args.words, 'PID or APP_ID', 'EXPRESSION');
  const timeout = args.count('timeout');
  const body = await client.verify({ ...targetOf(app), expression, ...(timeout !== undefined && { timeout_ms: timeout }) });
  if (terminal.json) terminal.printJson(body);
  else terminal.print(clean(`${body.passed ? 'true' : 'false'}: ${body.explanation}`));
  return body.passed ? exitCodes.done : exitCodes.failed;
});
