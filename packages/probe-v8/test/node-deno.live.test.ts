import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget } from '@substrate/core';
import { isAlive } from '@substrate/core/probing';
import { describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { startNode } from './node-process.js';

/** Deno is not a dependency of this repository, being 90 MB large: the test runs where `deno` is on the path, as in CI. */
const deno = (process.env.PATH ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'deno'))
  .find((path) => existsSync(path));
if (deno === undefined) console.warn('skipped: the live tests of Deno need deno, which is missing on this machine.');
const script = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node/deno-todos.ts');
const soon = (): AbortSignal => AbortSignal.timeout(50_000);

describe.runIf(deno !== undefined)('Deno', () => {
  const start = (flags: readonly string[]) =>
    startNode({
      executable: deno ?? '',
      flavor: 'deno',
      args: ['run', '--allow-all', ...flags, script],
      cwd: dirname(script),
      ready: /Listening on http/,
    });

  test('with an inspector: variables of its modules and calls to its functions', async () => {
    const app = await start(['--inspect=127.0.0.1:0']);
    try {
      await using session = await createV8Probe().attach(app.app, undefined, soon());
      expect(session.notice).toContain('deno');
      const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
      expect(capture.roots.map((root) => root.name)).toEqual(expect.arrayContaining(['todos', 'served']));
      const add = capture.actions.find((action) => action.name === 'addTodo');
      const result = await session.invoke({ address: add?.address ?? '', parameters: { title: 'New' }, timeoutMs: 5000 }, soon());
      expect(result.ok).toBe(true);
      const after = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
      expect(after.roots.find((root) => root.name === 'todos')?.children).toHaveLength(2);
    } finally {
      await app.stop();
    }
  });

  test('it ends while we are attached', async () => {
    const app = await start(['--inspect=127.0.0.1:0']);
    try {
      await using session = await createV8Probe().attach(app.app, undefined, soon());
      const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
      const leave = capture.actions.find((action) => action.name === 'leave');
      const closed = once(app.child, 'close');
      await session.invoke({ address: leave?.address ?? '', parameters: { code: 5 }, timeoutMs: 5000 }, soon());
      expect((await closed)[0]).toBe(5);
    } finally {
      await app.stop();
    }
  });

  test('without one: refused, and left alone', async () => {
    const app = await start([]);
    try {
      await expect(createV8Probe().attach(app.app, undefined, soon())).rejects.toMatchObject({
        refusal: { reason: 'signal_unsafe' },
      });
      expect(isAlive(app.app.pid)).toBe(true);
    } finally {
      await app.stop();
    }
  });
});
