import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { classify } from './classify.js';
import type { ProcessFacts } from './facts.js';
import { identify } from './identify.js';
import { lookUpProgram } from './program.js';

test('a .NET program with a runtime of its own has the version that its configuration names', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'substrate-program-'));
  try {
    const executable = path.join(folder, 'Acme.Board');
    const frameworks = [{ name: 'Microsoft.NETCore.App', version: '9.0.4' }];
    await writeFile(
      `${executable}.runtimeconfig.json`,
      JSON.stringify({ runtimeOptions: { includedFrameworks: frameworks } }, null, 2),
    );
    const facts: ProcessFacts = {
      pid: 10,
      startTime: '1',
      startedAt: new Date().toISOString(),
      parent: 1,
      name: 'Acme.Board',
      executable,
      command: [executable],
      cwd: folder,
      modules: [path.join(folder, 'libcoreclr.so')],
      foreign: false,
      contained: false,
    };
    const recognition = classify(facts)!;
    const program = await lookUpProgram(facts, recognition);
    expect(identify({ ...facts, program }, recognition)).toMatchObject({ appId: 'acme.board', runtimeName: '.NET 9' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
