import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { has, missing, patience, start, until } from './jvm.js';

/** Compiling takes half a minute: a part of the full matrix only. */
const full = process.env.SUBSTRATE_FULL === '1';

/** Compilers that a machine may have. */
const kotlin = 'kotlinc';
const scala = 'scalac';
const run = (compiler: string, ...args: string[]) => execFileSync(compiler, args, { stdio: 'ignore' });

const plain = (node: RawNode): unknown => {
  if (node.kind === 'value') return node.value ?? null;
  if (node.kind === 'list') return (node.children ?? []).map(plain);
  return Object.fromEntries((node.children ?? []).map((child) => [child.name, plain(child)]));
};

/** What its roots hold, by their names. */
const stateOf = async (main: string, classPath: string, isThere: (roots: Record<string, unknown>) => boolean) => {
  const running = await start(main, { jars: [classPath] });
  try {
    await using session = await createJvmProbe().attach(running.app, undefined, patience());
    const read = async () => {
      const { roots }: RawCapture = await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      return Object.fromEntries(roots.filter(({ source }) => source !== 'thread').map((root) => [root.name, plain(root)]));
    };
    return await until(read, isThere);
  } finally {
    await running.stop();
  }
};

const compiled = async (work: (folder: string, source: (name: string) => string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-languages-'));
  try {
    await work(folder, (name) => fileURLToPath(new URL(`languages/${name}`, import.meta.url)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe.runIf(full && requireRuntime('jvm', missing()))('other languages of the JVM', { timeout: 400_000 }, () => {
  test.runIf(has(kotlin))('Kotlin: data classes, objects, companions, lazies, sealed classes', () =>
    compiled(async (folder, source) => {
      run(kotlin, source('Shop.kt'), '-include-runtime', '-d', `${folder}/shop.jar`);
      const state = await stateOf('ShopKt', `${folder}/shop.jar`, (roots) => 'Shop' in roots && 'Registry' in roots);
      expect(state.Shop).toEqual({
        name: 'corner',
        motto: 'fresh',
        owner: null,
        address: 'Main Street',
        mood: 'GOOD',
        payments: [{ last4: '4242' }, 'Cash'],
        pair: { first: 'left', second: 2 },
        range: { first: 1, last: 5, step: 1 },
      });
      expect(state.Registry).toEqual({ visits: 4, items: { tea: { sku: 'tea', price: 2.5, stock: 7 } } });
    }),
  );

  test.runIf(has(scala))('Scala: case classes, objects, options, collections, lazies', () =>
    compiled(async (folder, source) => {
      run(scala, '-d', folder, source('Bank.scala'));
      const library = '/usr/share/java/scala-library.jar';
      const state = await stateOf('Main', `${folder}:${library}`, (roots) => 'Bank' in roots && 'Ledger' in roots);
      expect(state.Bank).toEqual({
        name: 'first',
        rate: 1.5,
        slogan: 'safe',
        manager: 'Grace',
        deputy: null,
        branches: ['north', 'south'],
        rates: { a: 1, b: 2 },
      });
      expect(state.Ledger).toEqual({ count: 3, accounts: { ada: { owner: 'Ada', balance: 10.5, tags: ['vip', 'old'] } } });
    }),
  );
});

describe.runIf(requireRuntime('jvm', missing()))('a program given as source', { timeout: 120_000 }, () => {
  test('is what is read, not the compiler that runs it', async () => {
    const source = fileURLToPath(new URL('../../../examples/jvm/store-server/StoreServer.java', import.meta.url));
    const running = await start(source);
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { roots } = await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const read = JSON.stringify(roots.filter(({ source }) => source !== 'thread'));
      expect(read).toContain('"catalogue"');
      expect(read).not.toContain('javac');
    } finally {
      await running.stop();
    }
  });
});
