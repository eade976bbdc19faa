import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, createReader, printsOf, type Reader, repository, stepsOf } from './documented.js';
import { httpPageFile, makeHttpPage, readHttpPage } from './http-page.js';
import { cli, createWorkshop, type RunningDaemon, until } from './support.js';

/** The README and the tutorial, followed line by line on a real daemon. */
const workshop = createWorkshop();
let daemon: RunningDaemon;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  // As `npm start` runs it: the first key is kept for the commands. Only what the pages start, in their words, is attached to.
  daemon = await workshop.daemon({
    npm_lifecycle_event: 'start',
    SUBSTRATE_SCAN__INCLUDE: '["node examples/node/todo-server/server.js", "*/node examples/node/todo-server/server.js"]',
  });
  const bin = path.join(workshop.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'substrate'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(path.join(bin, 'substrate'), 0o755);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SUBSTRATE_'));
  env = { ...Object.fromEntries(inherited), SUBSTRATE_HOME: daemon.home, PATH: `${bin}:${process.env.PATH}` };
});
afterAll(() => workshop[Symbol.asyncDispose]());

test('the first start keeps its key for the commands', async () => {
  const file = path.join(daemon.home, 'client.key');
  await until(() => existsSync(file), 'the file of the key');
  expect(readFileSync(file, 'utf8')).toBe(`${daemon.key}\n`);
});

test('the README begins with what it is, then the two commands', () => {
  const text = readFileSync(path.join(repository, 'README.md'), 'utf8');
  const [first] = blocksOf('README.md');
  expect(text.indexOf('Substrate is')).toBeLessThan(text.indexOf('```sh'));
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
  expect(first?.text.split('\n').map((line) => line.split(/ {2,}#/)[0])).toEqual(['npm start', 'npm test']);
  for (const script of ['start', 'test']) expect(scripts).toHaveProperty(script);
});

const active = () =>
  until(async () => (await daemon.apps()).find((app) => app.probe_status === 'active'), 'the application active', 90_000);

const followed: Record<string, string[]> = { 'README.md': ['sh', 'console', 'js'], 'docs/tutorial.md': ['console', 'js'] };

describe.each(Object.keys(followed))('%s', (page) => {
  let reader: Reader;
  beforeAll(() => {
    reader = createReader(env);
  });
  afterAll(async () => {
    await reader.end();
    // The next page begins with an application that was not touched.
    await until(async () => (await daemon.apps()).every((app) => app.probe_status === 'detached'), 'the end of the application');
  });

  test('has no code that is not run', () => {
    for (const { language } of blocksOf(page)) expect(followed[page]).toContain(language);
  });

  for (const block of blocksOf(page).filter(({ language }) => language !== 'sh'))
    test(`line ${block.line}`, { timeout: 180_000 }, async () => {
      if (block.language === 'js') {
        const shown = printsOf(block);
        expect(shown.length).toBeGreaterThan(0);
        const program = execFileSync(process.execPath, ['--input-type=module', '-e', block.text], {
          cwd: path.join(repository, 'daemon'),
          env: { ...env, SUBSTRATE_URL: daemon.url, SUBSTRATE_KEY: daemon.key },
          encoding: 'utf8',
        });
        expect(program.trimEnd().split('\n')).toEqual(shown);
        return;
      }
      const steps = stepsOf(block);
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) {
        await reader.follow(step);
        if (step.command.startsWith('node ')) await active();
      }
    });
});

test('docs/http.md shows what the daemon answers', { timeout: 180_000 }, async () => {
  const reader = createReader(env);
  try {
    await reader.follow({ command: 'node examples/node/todo-server/server.js', shown: ['listening on …'] });
    const app = await active();
    const made = await makeHttpPage(daemon, app.pid);
    if (process.env.SUBSTRATE_UPDATE_HTTP) writeFileSync(httpPageFile, made);
    expect(readHttpPage()).toBe(made);
  } finally {
    await reader.end();
  }
});

test('try starts an example, shows three calls, and leaves nothing behind', { timeout: 180_000 }, async () => {
  const home = path.join(workshop.folder, 'tried');
  const { code, stdout, stderr } = await workshop.run(['try', '--once', '--no-browser'], {
    SUBSTRATE_HOME: home,
    // The second is there while the package is packed, and preferred.
    SUBSTRATE_SCAN__INCLUDE: JSON.stringify(
      ['examples/node/todo-server', 'daemon/example'].map((folder) => path.join(repository, folder, 'server.js')),
    ),
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining('until this command ends')]);
  expect(stdout.match(/^\$ substrate .*/gm)).toEqual([
    '$ substrate apps',
    '$ substrate state todo-server --prefix todos',
    `$ substrate action todo-server add_todo 'title=Buy tea' --verify 'todos.count === 4'`,
    '$ substrate open --print',
  ]);
  expect(stdout).toContain('verified: todos.count is 4, expected 4');
  expect(existsSync(path.join(home, 'daemon.lock'))).toBe(false);
  expect(readdirSync(home)).toContain('client.key');
});

test('every example says how it is started, by one line', () => {
  const examples = path.join(repository, 'examples');
  const folders = ['node', 'jvm', 'clr', 'python'].flatMap((runtime) =>
    readdirSync(path.join(examples, runtime)).map((name) => path.join(runtime, name)),
  );
  for (const folder of [...folders, 'web', 'agents', 'probe-python'])
    expect(readFileSync(path.join(examples, folder, 'README.md'), 'utf8')).toContain(`examples/${folder.split('/')[0]}`);
});
