import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandFiles, readSmallFile, words } from './option-files.js';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'substrate-options-'));
  writeFileSync(join(directory, 'args'), '# a comment\n-Xmx1g "-Da=b c"\n-XX:+DisableAttachMechanism\n');
  writeFileSync(join(directory, 'flags'), '+DisableAttachMechanism\n-UsePerfData\nMaxHeapSize=1\n');
  writeFileSync(join(directory, 'large'), 'x'.repeat(100_000));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  symlinkSync('/dev/zero', join(directory, 'zero'));
});
afterAll(() => rmSync(directory, { recursive: true }));

test('quotes keep blanks together, comments are none of it', () =>
  expect(words("# no\n-Da=\"b c\"  '-Dd=\\'e' -x\n  # neither\n")).toEqual(['-Da=b c', "-Dd='e", '-x']));

test('files stand for the words in them', async () => {
  const application = { root: '/', cwd: directory };
  expect(await expandFiles(['-a', '@args', 'Main'], application)).toEqual([
    '-a',
    '-Xmx1g',
    '-Da=b c',
    '-XX:+DisableAttachMechanism',
    'Main',
  ]);
  expect(await expandFiles([`-XX:VMOptionsFile=${directory}/args`], application)).toContain('-XX:+DisableAttachMechanism');
  expect(await expandFiles(['-XX:Flags=flags'], application)).toEqual([
    '-XX:Flags=flags',
    '-XX:+DisableAttachMechanism',
    '-XX:-UsePerfData',
    '-XX:MaxHeapSize=1',
  ]);
  expect(await expandFiles(['@@literal', '@missing'], application)).toEqual(['@@literal']);
});

test.for(['pipe', 'zero', 'large', 'missing', '.'])('%s is not waited for and not read', async (name) =>
  expect(await readSmallFile(join(directory, name))).toBeNull(),
);
