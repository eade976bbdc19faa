/** The managed part's own tests: a console program that holds the payload's sources, run here. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireRuntime, secretCaseLines } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { runDotnet } from '../scripts/dotnet.mjs';
import { makeFolder, missing } from './clr.js';

const project = fileURLToPath(new URL('../native/tests/tests.csproj', import.meta.url));

describe.runIf(requireRuntime('clr', missing()))('the payload', () => {
  test('passes its own tests', { timeout: 300_000 }, () => {
    const folder = makeFolder();
    const out = join(folder, 'out');
    const { ok, log } = runDotnet('build', project, { out, work: folder });
    expect(ok, log).toBe(true);
    const cases = join(folder, 'cases.txt');
    writeFileSync(cases, secretCaseLines());
    const env = { ...process.env, SECRET_CASES: cases };
    const run = spawnSync('dotnet', [join(out, 'PayloadTests.dll')], { encoding: 'utf8', timeout: 120_000, env });
    rmSync(folder, { recursive: true, force: true });
    const lines = run.stdout.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines.length).toBeGreaterThan(15);
    expect(run.status).toBe(0);
  });
});
