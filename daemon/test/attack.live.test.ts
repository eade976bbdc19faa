import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** The short form of `pnpm attack`. */
test('nothing gets through', { timeout: 300_000 }, async () => {
  const suite = fileURLToPath(new URL('../attack/attack.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [suite, '--short'], { maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toMatch(/^attack: \d{3,} tried, 0 got through/m);
});
