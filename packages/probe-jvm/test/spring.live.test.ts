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
      .filter((name) => /^(?:spring3?-(?:core|beans|context|aop|expression)|commons-logging|aopalliance)\.jar$/.test(name))
      .map((name) => `/usr/share/java/${name}`)
  : [];
const hasSpring = jars.length >= 6;
if (!hasSpring) console.warn('skipped: the Spring test needs libspring-context-java, which is missing on this machine.');

describe.runIf(hasSpring && requireRuntime('jvm', missing()))('a Spring program', { timeout: 240_000 }, () => {
  test('beans are state, by their names, and their methods can be called, behind proxies too', async () => {
    const source = fileURLToPath(new URL('spring/SpringShop.java', import.meta.url));
    execFileSync('javac', ['-parameters', '-cp', jars.join(':'), '-d', classPath(), source]);
    const running = await start('SpringShop', { jars });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const bean = ({ roots }: RawCapture, name: string) => roots.find(({ address }) => address === `bean:${name}`);
      const found = await until(
        () => whole(session, 'discover'),
        (capture) => bean(capture, 'shoppingCart') !== undefined,
      );
      const cases = [
        { name: 'shoppingCart', field: 'items', before: 3, call: 'addItems', parameters: { count: 2 }, after: 5 },
        { name: 'till', field: 'money', before: 7, call: 'pay', parameters: { amount: 3 }, after: 10 },
        { name: 'ledger', field: 'lines', before: 11, call: 'write', parameters: { count: 4 }, after: 15 },
      ];
      for (const { name, field, before, call, parameters, after } of cases) {
        expect(bean(found, name)).toMatchObject({ name, source: 'bean', children: [{ name: field, value: before }] });
        const address = found.actions.find((action) => action.name === call)?.address ?? call;
        expect(await session.invoke({ address, parameters, timeoutMs: 30_000 }, patience())).toMatchObject({ ok: true });
        expect(bean(await whole(session, 'poll'), name)?.children?.[0]?.value).toBe(after);
      }
      // A proxy is no object of its own.
      expect(found.roots.map(({ address }) => address).filter((address) => address.includes('$$'))).toEqual([]);
    } finally {
      await running.stop();
    }
  });
});
