import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawCapture, RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { missing, patience, start, whole } from './jvm.js';

/**
 * JVMs that this machine's own system is too old or too new for: those in a root folder that `scripts/jvm-root.sh` makes. They run in it, with the
 * folders /tmp and /proc of this machine.
 */
const root = process.env.SUBSTRATE_JVM_ROOT;
const homes = root !== undefined && existsSync(`${root}/usr/lib/jvm`) ? readdirSync(`${root}/usr/lib/jvm`) : [];
const jvms = homes.map((home) => `/usr/lib/jvm/${home}/bin/java`).filter((java) => existsSync(`${root}${java}`));
/** One name for each: a home has links beside it. */
const distinct = [...new Map(jvms.map((java) => [realpathSync(`${root}${java}`), java])).values()];
if (distinct.length === 0) console.warn('skipped: other versions of the JVM need SUBSTRATE_JVM_ROOT, see scripts/jvm-root.sh.');

const inside = ['unshare', '--mount', 'sh', '-c'];
const enter = 'mount --bind /proc "$0/proc" && mount --bind /tmp "$0/tmp" && exec chroot "$0" "$@"';

const child = (node: RawNode | undefined, ...names: string[]): RawNode | undefined =>
  names.reduce((at, name) => at?.children?.find((each) => each.name === name), node);

describe.runIf(distinct.length > 0 && requireRuntime('jvm', missing()))('other versions', { timeout: 240_000 }, () => {
  const classes = mkdtempSync(join(tmpdir(), 'substrate-versions-'));
  beforeAll(() => {
    const source = fileURLToPath(new URL('versions/Bakery.java', import.meta.url));
    execFileSync('javac', ['-nowarn', '-parameters', '--release', '8', '-Xlint:-options', '-d', classes, source]);
  });
  afterAll(() => rmSync(classes, { recursive: true, force: true }));

  for (const java of distinct) {
    test(`${java} is read, operated, and visited again`, async () => {
      const running = await start('Bakery', { java, jars: [classes], wrapper: [...inside, enter, root as string] });
      const weights = ({ roots }: RawCapture) =>
        child(
          roots.find(({ address }) => address === 'static:Bakery'),
          'shelf',
        )?.children?.map((loaf) => child(loaf, 'weight')?.value);
      try {
        let known: RawCapture['known'];
        {
          await using session = await createJvmProbe().attach(running.app, undefined, patience());
          const first = await whole(session, 'discover');
          known = first.known;
          expect(weights(first)).toEqual([1000, 750]);
          // Only the walk of the heap finds it.
          expect(
            child(
              first.roots.find(({ address }) => address === 'instance:Bakery$Oven'),
              'degrees',
            )?.value,
          ).toBe(230);
          const { address } = first.actions.find(({ name }) => name === 'slice') ?? { address: '' };
          const call = { address, parameters: { which_element: 1, grams: 50 }, timeoutMs: 30_000 };
          expect(await session.invoke(call, patience())).toMatchObject({ ok: true, value: 700 });
        }
        await using again = await createJvmProbe().attach(running.app, known, patience());
        expect(weights(await whole(again, 'poll'))).toEqual([1000, 700]);
        expect(running.output().replaceAll(/^WARNING: .*\n/gm, '')).toBe('ready\n');
      } finally {
        await running.stop();
      }
    });
  }
});
