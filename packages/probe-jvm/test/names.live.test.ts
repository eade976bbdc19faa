import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawCapture, RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, jvms, missing, patience, start, until, whole } from './jvm.js';

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

    test('is told without the functions that the runtime made of it, and without what starts it', async () => {
      const running = await start('kawa.tools.Teller');
      try {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const first = await whole(session, 'discover');
        const booth = ({ roots }: RawCapture) => {
          const root = roots.find(({ address }) => address === 'static:Booth.booth');
          return root && (plain(root) as Record<string, unknown>);
        };
        expect(booth(first)).toMatchObject({ film: 'Heat', open: false, desk: { label: 'first', drawer: { label: 'second' } } });
        // Whatever the variable holds just now.
        expect(booth(first)).toMatchObject({ bound: { '*screen*': 4 } });
        expect(Object.keys(booth(first) ?? {})).toEqual(['film', 'open', 'desk', 'bound']);
        // What the runtime keeps is its own business.
        expect(first.roots.filter(({ address }) => address.startsWith('library:'))).toEqual([]);

        // `open = …` of Scala.
        const action = first.actions.find(({ name }) => name === 'setOpen');
        expect(action).toMatchObject({ parameters: [{ name: 'open', type: 'boolean' }] });
        const call = { address: action?.address ?? '', parameters: { open: true }, timeoutMs: 30_000 };
        expect(await session.invoke(call, patience())).toMatchObject({ ok: true });
        expect(booth(await whole(session, 'poll'))).toMatchObject({ open: true });
      } finally {
        await running.stop();
      }
    });

    test('is read by the shape of what the language makes, and not used, where nobody knows it', async () => {
      const services = join(classPath(), 'META-INF', 'services');
      mkdirSync(services, { recursive: true });
      writeFileSync(join(services, 'javax.script.ScriptEngineFactory'), 'quill.engine.Factory\n');
      const running = await start('quill.Prompt');
      const lines = [
        'forester=Ida',
        'stems=840',
        'paths:north ridge',
        'oldest!oak 412',
        'keys?gate 3',
        'waits:Ole',
        'queue( waits',
      ];
      try {
        running.child.stdin?.write(`${lines.join('\n')}\n`);
        await until(
          async () => running.output().split('kept').length - 1,
          (kept) => kept === lines.length,
        );
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const first = await whole(session, 'discover');
        const desk = {
          forester: 'Ida',
          stems: 840,
          paths: ['north', 'ridge'],
          oldest: { bark: 'oak', girth: 412 },
          keys: { gate: 3 },
          waits: ['Ole'],
        };
        // Of what the language brings nothing is told.
        expect(namesIn(first)).toEqual({ desk });
        // What fails in it may wait for a line of the program's own input.
        expect(first.actions).toEqual([]);
        running.child.stdin?.write('stems=839\n');
        await until(
          async () => namesIn(await whole(session, 'poll')),
          (names) => JSON.stringify(names).includes('839'),
        );
      } finally {
        await running.stop();
        rmSync(services, { recursive: true });
      }
    });

    test('has no actions that only the language asked for', async () => {
      const running = await start('Cinema');
      try {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const { actions } = await whole(session, 'discover');
        expect(actions.filter(({ owner }) => owner === 'Cinema').map(({ name }) => name)).toEqual(['sell']);
      } finally {
        await running.stop();
      }
    });
  },
);

describe.runIf(requireRuntime('jvm', missing()))('what was typed at a prompt of Java', { timeout: 240_000 }, () => {
  test('is told by its names, as it was declared last, and can be set and called', async () => {
    const running = await start('Shell');
    let kept = 0;
    const type = async (line: string): Promise<void> => {
      kept++;
      running.child.stdin?.write(`${line}\n`);
      await until(
        async () => running.output().split('kept').length - 1,
        (times) => times === kept,
      );
    };
    try {
      await type('int barrels = 14;');
      await type('String grape = "Riesling";');
      await type('double litres(int n) { return n * 225.0; }');
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await whole(session, 'discover');
      const poll = () => whole(session, 'poll');
      const typed = ({ roots }: RawCapture) =>
        roots.filter(({ address }) => address.startsWith('static:REPL.')).map((root) => [root.name, plain(root)]);
      expect(typed(await poll())).toEqual([['JShell', { barrels: 14, grape: 'Riesling' }]]);

      await type('long barrels = 15;');
      await type('var pickers = new java.util.ArrayList<>(java.util.List.of("Anna"));');
      const { actions } = await until(poll, (capture) => JSON.stringify(typed(capture)).includes('Anna'));
      expect(typed(await poll())).toEqual([['JShell', { grape: 'Riesling', barrels: 15, pickers: ['Anna'] }]]);

      const run = (name: string, parameters: Record<string, unknown>) => {
        const address = actions.find((action) => action.name === name)?.address ?? name;
        return session.invoke({ address, parameters, timeoutMs: 30_000 } as Parameters<typeof session.invoke>[0], patience());
      };
      expect(await run('set barrels', { value: 16 })).toMatchObject({ ok: true });
      expect(await run('set grape', { value: 'Kerner' })).toMatchObject({ ok: true });
      expect(await run('set barrels', { value: 'many' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      expect(typed(await poll())).toEqual([['JShell', { grape: 'Kerner', barrels: 16, pickers: ['Anna'] }]]);
      const [takes] = actions.find(({ name }) => name === 'litres')?.parameters ?? [];
      expect(await run('litres', { [takes?.name ?? '']: 2 })).toMatchObject({ ok: true, value: 450 });
      expect(await run('eval', { code: 'pickers.add("Bo" + barrels);' })).toMatchObject({ ok: true, value: 'true' });
      expect(await run('eval', { code: 'no Java at all' })).toMatchObject({ ok: false, reason: 'threw' });
      expect(typed(await poll())).toEqual([['JShell', { grape: 'Kerner', barrels: 16, pickers: ['Anna', 'Bo16'] }]]);
    } finally {
      await running.stop();
    }
  });
});
