import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { blocksOf, repository } from './documented.js';
import { createWorkshop } from './support.js';

/** The first line of the README, on a copy of these files that nothing was installed or built in. */
test('npm start in a new copy installs, builds, listens, serves the commands, and ends with npm', {
  timeout: 600_000,
}, async () => {
  await using workshop = createWorkshop();
  const copy = path.join(workshop.folder, 'copy');
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: repository });
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(copy, file), { force: true, errorOnExist: false });
  }
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|TURBO_|VITEST|NODE_ENV|INIT_CWD|SUBSTRATE_)/i.test(name),
  );
  const home = path.join(workshop.folder, 'home');
  const settings = { SUBSTRATE_HOME: home, SUBSTRATE_SERVER__PORT: '0', SUBSTRATE_PROBE__ATTACH: 'listed' };
  const env = { ...Object.fromEntries(inherited), ...settings };
  const [line] = (blocksOf('README.md')[0]?.text ?? '').split(/ {2,}#/);
  expect(line).toBe('npm start');

  const npm = spawn('npm', ['start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const progress: string[] = [];
  createInterface({ input: npm.stderr }).on('line', (text) => progress.push(text));
  const ended = new Promise((resolve) => npm.once('close', resolve));
  try {
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: npm.stdout }).on('line', (text) => {
        said.push(text);
        if (text.startsWith('substrate listening on ')) resolve();
      });
      npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${progress.join('\n')}`)));
    });
    // npm's own lines come first, and nothing of ours stands between them and the daemon's.
    const ours = said.filter((text) => text !== '' && !text.startsWith('> ') && !text.startsWith('key: '));
    expect(ours).toEqual([expect.stringMatching(/^substrate listening on/)]);
    for (const step of ['Installing', 'Building'])
      expect(progress.filter((text) => text.startsWith(step) && / [\d.]+ s$/.test(text)).length).toBeGreaterThan(0);
    const told = execFileSync('npm', ['start', '--silent', '--', 'status'], { cwd: copy, env, encoding: 'utf8' });
    expect(told.split('\n')).toContain('key: good');
    expect(readFileSync(path.join(home, 'client.key'), 'utf8')).toMatch(/^sk_substrate_/);
  } finally {
    npm.kill('SIGTERM');
    await ended;
  }
  expect(() => execFileSync('npm', ['start', '--silent', '--', 'status'], { cwd: copy, env, stdio: 'pipe' })).toThrow(
    /Is the daemon running/,
  );
});
