import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { artifactsDirectory } from '../src/artifacts.js';
import { jvms, missing } from './jvm.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = `${artifactsDirectory}/libsubstrate-${process.arch}.so`;

describe.runIf(requireRuntime('jvm', missing()))('the parts inside the target', { timeout: 240_000 }, () => {
  for (const java of jvms()) {
    test(`pass their own tests on ${java}`, () => {
      const work = mkdtempSync(join(tmpdir(), 'substrate-self-test-'));
      try {
        const agent = join(root, 'native', 'agent');
        execFileSync('sh', ['-c', `javac --release 8 -g -nowarn -d ${work} $(find ${agent}/core ${agent}/test -name '*.java')`], {
          stdio: 'pipe',
        });
        const out = execFileSync(java, ['-cp', work, 'dev.substrate.core.SelfTest', ...(existsSync(library) ? [library] : [])], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        expect(out).toMatch(/^\d+ passed, 0 failed\n$/m);
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    });
  }

  test('are built to the same bytes again', () => {
    const files = [
      'boot.jar',
      'boot-privileged.jar',
      'core.jar',
      ...(existsSync(library) ? [`libsubstrate-${process.arch}.so`] : []),
    ];
    const before = files.map((name) => readFileSync(`${artifactsDirectory}/${name}`));
    execFileSync('node', ['scripts/build-native.mjs'], { cwd: root });
    files.forEach((name, i) => {
      expect(readFileSync(`${artifactsDirectory}/${name}`).equals(before[i]!), name).toBe(true);
    });
  });

  test('the library needs no C library', () => {
    if (!existsSync(library)) return;
    expect(execFileSync('sh', ['-c', `readelf -d ${library} | grep -c NEEDED || true`], { encoding: 'utf8' }).trim()).toBe('0');
  });

  test('without a compiler the build says so and goes on', () => {
    const out = execFileSync(process.execPath, ['scripts/build-native.mjs'], {
      cwd: root,
      env: { PATH: '/nonexistent' },
      encoding: 'utf8',
    });
    expect(out).toContain('javac was not found');
  });
});
