import { spawn } from 'node:child_process';
import { takeWords } from './arguments.js';
import { clientCommand } from './client-command.js';
import { exitCodes } from './command.js';

/** What opens an address in the person's browser. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export const open = clientCommand(async ({ args, terminal, client, url }) => {
  takeWords(args.words);
  const { ticket, expires_at } = await client.ticket();
  const address = `${url}/?ticket=${encodeURIComponent(ticket)}`;
  if (terminal.json) terminal.printJson({ url: address, expires_at });
  else if (args.flag('print')) terminal.print(address);
  else if (await show(address)) terminal.note(`The page is open in your browser: ${url}/`);
  else {
    terminal.note('No browser could be opened from here. Open this address yourself; it is good once, for 60 seconds:');
    terminal.print(address);
  }
  return exitCodes.done;
});

const show = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.unref();
  });
