import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What a user gets: every package packed as it would be published, installed in an empty folder, and run from there. */
const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
let daemon: ChildProcess | undefined;

/** No setting of the workspace reaches the folder outside it. */
const outside = (): NodeJS.ProcessEnv => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|TURBO_|VITEST|NODE_ENV|INIT_CWD|SUBSTRATE_)/i.test(name)),
  );
  return { ...env, SUBSTRATE_HOME: join(folder, 'home'), SUBSTRATE_PROBE__ATTACH: 'listed' };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'substrate-packed-'));
  await run(
    join(repository, 'node_modules/.bin/pnpm'),
    ['-r', '--filter=./packages/*', '--filter=./daemon', 'pack', '--pack-destination', folder],
    {
      cwd: repository,
    },
  );
  const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  expect(tarballs).toHaveLength(13);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs.map((file) => `./${file}`)], {
    cwd: folder,
    env: outside(),
  });
}, 300_000);

afterAll(async () => {
  // npx passes no signal on: its whole group is ended.
  if (daemon?.pid !== undefined && daemon.exitCode === null) {
    const ended = new Promise((resolve) => daemon?.once('close', resolve));
    process.kill(-daemon.pid, 'SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

test('the packed daemon starts outside the workspace, and the packed client reads its health', async () => {
  daemon = spawn('npx', ['substrate', '--port', '0'], {
    cwd: folder,
    env: outside(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: daemon.stdout as NodeJS.ReadableStream });
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (said.length === 1) resolve(/^substrate listening on (\S+)$/.exec(line)?.[1] ?? `not the listening line: ${line}`);
    });
    daemon?.once('exit', (code) => reject(new Error(`the daemon ended with ${code}: ${said.join('\n')}`)));
  });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);

  // What `substrate try` starts comes with the package.
  expect(await readdir(join(folder, 'node_modules/@substrate/daemon/example'))).toContain('server.js');
  await writeFile(
    join(folder, 'health.js'),
    `import { createClient } from '@substrate/client';
     console.log(JSON.stringify(await createClient({ url: ${JSON.stringify(url)} }).health()));`,
  );
  const { stdout } = await run(process.execPath, ['health.js'], { cwd: folder, env: outside() });
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'ok',
    auth_enabled: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test('the packed command shows itself at work', { timeout: 180_000 }, async () => {
  const home = join(folder, 'tried');
  const { stdout } = await run('npx', ['substrate', 'try', '--once', '--no-browser'], {
    cwd: folder,
    env: {
      ...outside(),
      SUBSTRATE_HOME: home,
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([join(folder, 'node_modules/@substrate/daemon/example/server.js')]),
    },
  });
  expect(stdout).toContain('verified: todos.count is 4, expected 4');
});

test('each packed library can be imported on its own', async () => {
  const libraries = [
    'core',
    'core/testing',
    'core/openapi',
    'detector',
    'probe-v8',
    'probe-jvm',
    'probe-clr',
    'semantic',
    'expr',
    'auth',
    'server',
    'client',
    'mcp',
    'page',
  ];
  const script = libraries.map((name) => `console.log(Object.keys(await import('@substrate/${name}')).length > 0);`).join('\n');
  await writeFile(join(folder, 'libraries.js'), script);
  const { stdout } = await run(process.execPath, ['libraries.js'], { cwd: folder, env: outside() });
  expect(stdout.trim().split('\n')).toEqual(libraries.map(() => 'true'));
});
