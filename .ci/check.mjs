#!/usr/bin/env node
/** Everything that is checked beside the tests. Each step says its name and, when it fails, what it found; all steps run. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCircles } from './import-circles.mjs';
import { importViolations } from './import-directions.mjs';

const failed = [];

const step = (name, passes) => {
  process.stdout.write(`check: ${name} … `);
  const trouble = passes();
  process.stdout.write(trouble === '' ? 'ok\n' : `failed\n${trouble}\n`);
  if (trouble !== '') failed.push(name);
};

/** The output of a command that failed; nothing when it succeeded. */
const command = (file, ...args) => {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? '' : error ? String(error) : `${stdout}${stderr}`;
};

step('types', () => command('tsc', '-p', 'tsconfig.json', '--noEmit'));
step('types of the page', () => command('tsc', '-p', 'packages/page/site/tsconfig.json', '--noEmit'));
step('biome', () => command('biome', 'ci', '--colors=off', '.'));
step('knip', () => command('knip', '--no-progress'));
step('import directions', () => importViolations('.').join('\n'));
step('import circles', () => importCircles('.').join('\n'));

const folder = mkdtempSync(join(tmpdir(), 'substrate-pack-'));
try {
  step('pack', () => command('pnpm', '-r', '--filter=./packages/*', '--filter=./daemon', 'pack', '--pack-destination', folder));
  for (const tarball of readdirSync(folder).sort()) {
    step(`publint ${tarball}`, () => command('publint', 'run', '--strict', join(folder, tarball)));
    step(`attw ${tarball}`, () =>
      command(
        'attw',
        join(folder, tarball),
        '--profile',
        'esm-only',
        '--no-emoji',
        ...(tarball.includes('daemon') ? ['--exclude-entrypoints', '.'] : []),
      ),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.stdout.write(failed.length === 0 ? 'check: all good\n' : `check: failed: ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);
