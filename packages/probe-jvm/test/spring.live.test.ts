import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, missing, patience, start, until, whole } from './jvm.js';

/** Debian's `libspring-context-java` and what it needs. */
const jars = existsSync('/usr/share/java')
  ? readdirSync('/usr/share/java')
      .filter((name) => /^(?:spring3?-(?:core|beans|context|aop|expression)|commons-logging)\.jar$/.test(name))
      .map((name) => `/usr/share/java/${name}`)
  : [];
const hasSpring = jars.length >= 6;
if (!hasSpring) console.warn('skipped: the Spring test needs libspring-context-java, which is missing on this machine.');

describe.runIf(hasSpring && requireRuntime('jvm', missing()))('a Spring program', { timeout: 240_000 }, () => {
  test('beans are state, by their names, and their methods can be called', async () => {
    const source = fileURLToPath(new URL('spring/SpringShop.java', import.meta.url));
    execFileSync('javac', ['-parameters', '-cp', jars.join(':'), '-d', classPath(), source]);
    const running = await start('SpringShop', { jars });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const cart = ({ roots }: RawCapture) => roots.find(({ address }) => address === 'bean:shoppingCart');
      const found = await until(
        () => whole(session, 'discover'),
        (capture) => cart(capture) !== undefined,
      );
      expect(cart(found)).toMatchObject({ name: 'shoppingCart', source: 'bean', children: [{ name: 'items', value: 3 }] });
      const address = found.actions.find(({ name }) => name === 'addItems')?.address ?? '';
      const called = await session.invoke({ address, parameters: { count: 2 }, timeoutMs: 30_000 }, patience());
      expect(called).toMatchObject({ ok: true });
      expect(cart(await whole(session, 'poll'))?.children?.[0]?.value).toBe(5);
    } finally {
      await running.stop();
    }
  });
});
