import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateKey } from '@substrate/auth';
import { loadConfig } from '../config.js';
import { takeWords } from './arguments.js';
import { localCommand } from './client-command.js';
import { exitCodes } from './command.js';
import { clientKeyFile } from './connection.js';

/** Makes a key. The daemon knows it at once; its text is shown this one time. */
export const keygen = localCommand(
  {
    name: 'keygen',
    summary: 'Make an API key.',
    usage: 'substrate keygen [--label TEXT] [--save] [--config FILE] [--json]',
    examples: ['substrate keygen --label "my agent"', 'substrate keygen --save      # and keep it for this command'],
    options: { label: { type: 'string' }, save: { type: 'boolean' } },
  },
  async ({ args, terminal, io }) => {
    takeWords(args.words);
    const config = loadConfig({ configFile: args.text('config'), env: io.env });
    const save = args.flag('save');
    const label = args.text('label') ?? (save ? 'command line' : undefined);
    const made = await generateKey({ file: config.auth.keys_file, ...(label !== undefined && { label }) });
    if (terminal.json) terminal.printJson(made);
    else terminal.print(`key: ${made.key}\nid: ${made.id}\nfile: ${made.file}\n`);
    if (save) {
      const file = clientKeyFile(io.env);
      await saveKey(file, made.key);
      terminal.note(`Saved in ${file}: the other commands use it from now on.`);
    }
    return exitCodes.done;
  },
);

const saveKey = async (file: string, key: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(fresh, `${key}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(fresh, 0o600);
  await rename(fresh, file);
};
