/** The managed part's own tests: a console program that holds the payload's sources, run here. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDamaged, checkEncoder, requireRuntime, secretCaseLines } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDotnet } from '../scripts/dotnet.mjs';
import { makeFolder, missing } from './clr.js';

const project = fileURLToPath(new URL('../native/tests/tests.csproj', import.meta.url));

describe.runIf(requireRuntime('clr', missing()))('the payload', { timeout: 300_000 }, () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  beforeAll(() => {
    const { ok, log } = runDotnet('build', project, { out, work: folder });
    expect(ok, log).toBe(true);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], options: { env?: NodeJS.ProcessEnv; input?: string }) =>
    spawnSync('dotnet', [join(out, 'PayloadTests.dll'), ...args], {
      encoding: 'utf8',
      timeout: 120_000,
      maxBuffer: 1 << 28,
      ...options,
    });

  test('passes its own tests', () => {
    const cases = join(folder, 'cases.txt');
    writeFileSync(cases, secretCaseLines());
    const { stdout, status } = run([], { env: { ...process.env, SECRET_CASES: cases } });
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines.length).toBeGreaterThan(15);
    expect(status).toBe(0);
  });

  test('says what is meant, whatever changes, and what is damaged is refused', () => {
    const words = { ids: false, labels: false, hidden: false, bytes: true };
    const lines = checkEncoder(
      (input) => run(['wire'], { input }).stdout,
      words,
      (told, meant) => expect(told).toEqual(meant),
    );
    expect(checkDamaged(lines, 5000)).toBeGreaterThan(100);
  });
});
