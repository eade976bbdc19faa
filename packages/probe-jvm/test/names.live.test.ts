import type { RawCapture, RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { jvms, missing, patience, start, until, whole } from './jvm.js';

const plain = (node: RawNode): unknown => {
  if (node.kind === 'value') return node.value ?? null;
  if (node.kind === 'list') return (node.children ?? []).map(plain);
  return Object.fromEntries((node.children ?? []).map((child) => [child.name, plain(child)]));
};

const namesIn = ({ roots }: RawCapture) =>
  Object.fromEntries(roots.filter(({ address }) => address.startsWith('names:')).map((root) => [root.name, plain(root)]));

describe.runIf(requireRuntime('jvm', missing()))(
  'what a program has given names that a runtime runs',
  { timeout: 400_000 },
  () => {
    test.each(jvms())('%s: is told by those names, without what the language brings and without code', async (java) => {
      const running = await start('kawa.Prompt', { java });
      const define = async (lines: readonly string[], times: number): Promise<void> => {
        running.child.stdin?.write(`${lines.join('\n')}\n`);
        await until(
          async () => running.output().split('kept').length - 1,
          (kept) => kept === times,
        );
      };
      try {
        await define(
          ['theatre=Globe', 'seats=857', 'greeting=Good +evening', 'cast=Ariel;Prospero', 'bow=fn bow twice', 'lead=a King Lear'],
          6,
        );
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const lead = { attributes: { name: 'Lear' } };
        const program = { theatre: 'Globe', seats: 857, greeting: 'Good evening', cast: ['Ariel', 'Prospero'], lead };
        const first = await whole(session, 'discover');
        expect(namesIn(first)).toEqual({ program });
        // Told once: not where a script holds the same table.
        expect(first.roots.map(({ address }) => address)).not.toContain('instance:Stage');
        await define(['price=24.75'], 7);
        expect(namesIn(await whole(session, 'poll'))).toEqual({ program: { ...program, price: 24.75 } });
        expect(running.output()).not.toContain('asked');
      } finally {
        await running.stop();
      }
    });

    test.each(jvms())('%s: is found in a program that was met before it named anything', async (java) => {
      const running = await start('kawa.Prompt', { java });
      try {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        expect(namesIn(await whole(session, 'discover'))).toEqual({});
        running.child.stdin?.write('theatre=Globe\n');
        const told = await until(
          async () => namesIn(await whole(session, 'poll')),
          (names) => Object.keys(names).length > 0,
        );
        expect(told).toEqual({ program: { theatre: 'Globe' } });
      } finally {
        await running.stop();
      }
    });
  },
);
