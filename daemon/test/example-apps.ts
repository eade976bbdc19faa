import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtWorker } from '../attack/built-worker.mjs';
import { has, until, type Workshop } from './support.js';

const run = promisify(execFile);

/** The example applications, started the way a person would, each with the workshop's folder in its command line. */
const examples = fileURLToPath(new URL('../../examples', import.meta.url));
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(has);

/** What is missing on this machine to start them; null when nothing is. */
export const missing = {
  v8: chromium ? null : 'Chromium',
  jvm: has('javac') ? (has('Xvfb') ? null : 'Xvfb') : 'a JDK (javac)',
  clr: has('dotnet') ? null : 'the .NET SDK (dotnet)',
};

/** The web shop in a headless browser. */
export const startShop = async (workshop: Workshop): Promise<ChildProcess> => {
  const web = path.join(examples, 'web');
  if (!existsSync(path.join(web, 'dist', 'shop'))) await run(process.execPath, [path.join(web, 'build.mjs')]);
  const served = workshop.write('served.txt', '');
  workshop.start('sh', ['-c', `exec '${process.execPath}' '${path.join(web, 'serve.mjs')}' > '${served}'`]);
  const url = await until(() => /http:\S+/.exec(readFileSync(served, 'utf8'))?.[0], 'the address of the example pages');
  return startPage(workshop, `${url}shop/`);
};

/** A page in a headless browser. */
export const startPage = (workshop: Workshop, url: string): ChildProcess => {
  const profile = path.join(workshop.folder, 'profile');
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage --remote-debugging-port=0';
  return workshop.start(chromium as string, [...flags.split(' '), `--user-data-dir=${profile}`, url]);
};

/** A program of `examples/jvm`. It ends when its standard input does, so it gets one that stays open. */
export const startJava = async (
  workshop: Workshop,
  example: string,
  main: string,
  env: Record<string, string> = {},
): Promise<ChildProcess> => {
  const classes = path.join(workshop.folder, 'classes');
  const sources = readdirSync(path.join(examples, 'jvm', example)).map((file) => path.join(examples, 'jvm', example, file));
  await run('javac', ['-parameters', '-nowarn', '-d', classes, ...sources.filter((file) => file.endsWith('.java'))]);
  return workshop.start('sh', ['-c', `tail -f /dev/null --pid=$$ | exec java -cp '${classes}' ${main}`], { env });
};

/** A display of its own for windows. */
export const startDisplay = async (workshop: Workshop): Promise<string> => {
  const said = workshop.write('display.txt', '');
  workshop.start('sh', ['-c', `exec Xvfb -displayfd 3 -screen 0 1280x900x24 3> '${said}'`]);
  return `:${await until(() => readFileSync(said, 'utf8').trim() || undefined, 'the display')}`;
};

/** The mail worker of `examples/clr`. */
export const startWorker = async (workshop: Workshop): Promise<ChildProcess> =>
  workshop.start('dotnet', [path.join(await builtWorker(), 'MailWorker.dll'), `--folder=${workshop.folder}`]);

/** Runs an agent script of `examples/agents` to its end; what it printed. */
export const runAgent = (
  file: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(examples, 'agents', file), ...args], { env: { ...process.env, ...env } });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.once('close', (code) => resolve({ code, said }));
  });
