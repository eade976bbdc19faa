import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDamaged, checkEncoder, requireRuntime, secretCaseLines, secretCases } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artifactsDirectory } from '../src/artifacts.js';
import { jvms, missing } from './jvm.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = `${artifactsDirectory}/libsubstrate-${process.arch}.so`;

describe.runIf(requireRuntime('jvm', missing()))('the parts inside the target', { timeout: 240_000 }, () => {
  let work: string;

  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'substrate-self-test-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const selfTest = (): string => {
    const classes = join(work, 'classes');
    const agent = join(root, 'native', 'agent');
    if (!existsSync(classes))
      execFileSync(
        'sh',
        ['-c', `javac --release 8 -g -nowarn -d ${classes} $(find ${agent}/core ${agent}/test -name '*.java')`],
        {
          stdio: 'pipe',
        },
      );
    return classes;
  };

  for (const java of jvms()) {
    test(`pass their own tests on ${java}`, () => {
      const cases = join(work, 'cases.txt');
      writeFileSync(cases, secretCaseLines());
      const args = [
        `-Dsecret.cases=${cases}`,
        '-cp',
        selfTest(),
        'dev.substrate.core.SelfTest',
        ...(existsSync(library) ? [library] : []),
      ];
      // Inside a target the agent opens these itself; an 8 has no walls and ignores the variable.
      const opens = ['java.util', 'java.util.concurrent', 'java.util.concurrent.atomic', 'java.util.jar'].map(
        (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
      );
      const env = { ...process.env, JDK_JAVA_OPTIONS: opens.join(' ') };
      const out = execFileSync(java, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] });
      expect(out).toMatch(/^\d+ passed, 0 failed\n$/m);
      expect(Number(/^\d+/m.exec(out)?.[0])).toBeGreaterThan(secretCases.length);
    });
  }

  test('say what is meant, whatever changes, and what is damaged is refused', () => {
    const tell = (input: string): string =>
      execFileSync('java', ['-cp', selfTest(), 'dev.substrate.core.WireTrees'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    const words = { ids: true, labels: true, hidden: true, bytes: false };
    const lines = checkEncoder(tell, words, (told, meant) => expect(told).toEqual(meant));
    expect(checkDamaged(lines, 5000)).toBeGreaterThan(100);
  });

  test('are built to the same bytes again', () => {
    const files = [
      'boot.jar',
      'boot-privileged.jar',
      'core.jar',
      ...(existsSync(library) ? [`libsubstrate-${process.arch}.so`] : []),
    ];
    // Elsewhere: other tests read the artifacts meanwhile.
    const again = join(work, 'artifacts');
    execFileSync('node', ['scripts/build-native.mjs', again], { cwd: root });
    for (const name of files) {
      expect(readFileSync(join(again, name)).equals(readFileSync(`${artifactsDirectory}/${name}`)), name).toBe(true);
    }
  });

  test('the library needs no C library', () => {
    if (!existsSync(library)) return;
    expect(execFileSync('sh', ['-c', `readelf -d ${library} | grep -c NEEDED || true`], { encoding: 'utf8' }).trim()).toBe('0');
  });

  test('without a compiler the build says so and goes on', () => {
    const out = execFileSync(process.execPath, ['scripts/build-native.mjs', join(work, 'nothing')], {
      cwd: root,
      env: { PATH: '/nonexistent' },
      encoding: 'utf8',
    });
    expect(out).toContain('javac was not found');
  });
});
