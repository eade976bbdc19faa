import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawAction, RawCapture, RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, missing, patience, start, whole } from './jvm.js';

/** Debian's `libguava-java`. */
const guava = '/usr/share/java/guava.jar';
const hasGuava = existsSync(guava);
if (!hasGuava) console.warn('skipped: the test of libraries needs libguava-java, which is missing on this machine.');

const nodeAt = ({ roots }: RawCapture, address: string, ...path: string[]): RawNode | undefined =>
  path.reduce<RawNode | undefined>(
    (at, name) => at?.children?.find((each) => each.name === name),
    roots.find((root) => root.address === address),
  );
const valueAt = (...place: Parameters<typeof nodeAt>): unknown => nodeAt(...place)?.value;

const textOf = ({ roots }: RawCapture): string => JSON.stringify(roots);

describe.runIf(hasGuava && requireRuntime('jvm', missing()))('what a library keeps for a program', { timeout: 240_000 }, () => {
  test('can be changed as the library lets its holder', async () => {
    const source = fileURLToPath(new URL('libraries/Weather.java', import.meta.url));
    execFileSync('javac', ['-nowarn', '-cp', guava, '-d', classPath(), source]);
    const running = await start('Weather', {
      jars: [guava],
      options: ['-Dsky=drizzle', '-Dsignal=foghorn', '-Dwarning=slippery', '-Dlatest=thunder'],
    });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      const of = (owner: string): readonly RawAction[] => first.actions.filter((action) => action.owner === owner);
      const found = (owner: string, name: string) => of(owner).find((action) => action.name === name);
      const types = (action: RawAction | undefined) => action?.parameters.map(({ type }) => type);

      // A collection of the library's own kind is told as what it keeps, not as the table that it keeps it in.
      expect(valueAt(first, 'instance:Weather', 'reports', 'Bergen', '7', 'sky')).toBe('drizzle');
      expect(valueAt(first, 'instance:Weather', 'signals', '31', '0')).toBe('foghorn');
      expect(valueAt(first, 'static:Weather', 'warnings', 'Narvik', '0')).toBe('slippery');
      // As the field declares them: a report can't be typed, a number and a text can.
      expect(of('Weather.reports').map(({ name }) => name)).toEqual(['clear', 'remove']);
      expect(of('Weather.signals').map(({ name }) => name)).toEqual(['clear', 'put', 'remove']);
      expect(types(found('Weather.signals', 'put'))).toEqual(['number', 'string']);
      expect(types(found('Weather.reports', 'remove'))).toEqual(['string', 'number']);
      expect(types(found('Weather.signals', 'remove'))).toEqual(['number', 'string']);
      expect(types(found('Weather.warnings', 'put'))).toEqual(['string', 'string']);
      expect(of('Weather.latest').map(({ name }) => name)).toEqual(['cleanUp', 'invalidate', 'invalidateAll']);
      // The library's class files tell no names: a K is a key.
      expect(found('Weather.signals', 'put')?.parameters.map(({ name }) => name)).toEqual(['key', 'value']);
      for (const owner of ['reports', 'signals', 'warnings', 'latest'])
        for (const { reversibility } of of(`Weather.${owner}`)) expect(reversibility).toBe('irreversible_write');

      const run = async (owner: string, name: string, ...values: unknown[]) => {
        const action = found(owner, name);
        const parameters = Object.fromEntries((action?.parameters ?? []).map((one, at) => [one.name, values[at]]));
        const call = { address: action?.address ?? name, parameters, timeoutMs: 30_000 };
        return session.invoke(call as Parameters<typeof session.invoke>[0], patience());
      };
      expect(textOf(first)).toContain('foghorn');
      expect(textOf(first)).toContain('thunder');
      // Beside the other, under the same key: a number as the field says, not as the wire does.
      expect(await run('Weather.signals', 'put', 31, 'calm sea')).toMatchObject({ ok: true });
      expect(await run('Weather.signals', 'put', 'soon', 'calm sea')).toMatchObject({ ok: false, reason: 'bad_parameter' });
      expect(await run('Weather.reports', 'remove', 'Bergen', 7)).toMatchObject({ ok: true });
      expect(await run('Weather.warnings', 'clear')).toMatchObject({ ok: true });
      expect(await run('Weather.latest', 'invalidate', 'Oslo')).toMatchObject({ ok: true });
      const then = textOf(await whole(session, 'poll'));
      expect(then).toContain('foghorn');
      expect(then).toContain('calm sea');
      for (const gone of ['drizzle', 'slippery', 'thunder']) expect(then).not.toContain(gone);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a program that a library calls', { timeout: 240_000 }, () => {
  test('does what is its own, and a map of the library in a variable takes more of what it holds', async () => {
    const file = (name: string) => fileURLToPath(new URL(`libraries/${name}.java`, import.meta.url));
    const library = mkdtempSync(join(tmpdir(), 'substrate-jvm-library-'));
    execFileSync('javac', ['-d', library, file('acme/radio/Channel'), file('acme/radio/SharedMap')]);
    execFileSync('javac', ['-cp', library, '-d', classPath(), file('Lodge')]);
    const running = await start('Lodge', { jars: [library], arguments: ['Kaltenberg', 'Ines Wolf'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      const of = (place: string) => first.actions.filter(({ address }) => address.startsWith(`method:${place}#`));
      const hut = 'instance:Lodge$Hut';
      // Its class files tell no names of variables.
      const beds = 'local:Lodge.main.SharedMap';
      expect(of(hut).map(({ name }) => name)).toEqual(['call', 'snowIn']);
      expect(of(beds).map(({ name }) => name)).toEqual(expect.arrayContaining(['clear', 'put', 'remove']));
      expect(valueAt(first, beds, 'Ines Wolf')).toBe(4);

      const run = (place: string, name: string, ...values: readonly (string | number)[]) => {
        const action = of(place).find((one) => one.name === name);
        const parameters = Object.fromEntries((action?.parameters ?? []).map((one, at) => [one.name, values[at]]));
        const call = { address: action?.address ?? name, parameters, timeoutMs: 30_000 };
        return session.invoke(call as Parameters<typeof session.invoke>[0], patience());
      };
      expect(await run(hut, 'call', 'two are late')).toMatchObject({ ok: true });
      expect(await run(hut, 'snowIn')).toMatchObject({ ok: true });
      // What lies in it are numbers.
      expect(await run(beds, 'put', 'Toni', 'bench')).toMatchObject({ ok: false, reason: 'bad_parameter' });
      expect(await run(beds, 'put', 'Toni', 7)).toMatchObject({ ok: true });
      expect(await run(beds, 'remove', 'Ines Wolf')).toMatchObject({ ok: true });
      const then = await whole(session, 'poll');
      expect(valueAt(then, hut, 'heard', '0')).toBe('two are late');
      expect(valueAt(then, hut, 'snowedIn')).toBe(true);
      expect(valueAt(then, beds, 'Toni')).toBe(7);
      expect(valueAt(then, beds, 'Ines Wolf')).toBeUndefined();
    } finally {
      await running.stop();
      rmSync(library, { recursive: true, force: true });
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('whose a thing is', { timeout: 240_000 }, () => {
  test('is told, also where one loader brought in the program and its libraries', async () => {
    const file = (name: string) => fileURLToPath(new URL(`libraries/${name}.java`, import.meta.url));
    const [library, own, started] = ['library', 'own', 'started'].map((name) =>
      mkdtempSync(join(tmpdir(), `substrate-jvm-${name}-`)),
    );
    execFileSync('javac', ['-d', library as string, file('acme/radio/Channel')]);
    execFileSync('javac', ['-cp', library as string, '-d', own as string, file('inn/Cellar')]);
    execFileSync('javac', ['-d', started as string, file('inn/Launch')]);
    const running = await start('inn.Launch', {
      jars: [started as string],
      arguments: [own as string, library as string, 'Porter 7'],
    });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      const whose = (...path: string[]) => nodeAt(first, 'static:inn.Launch', 'cellar', ...path)?.foreign;
      expect(valueAt(first, 'static:inn.Launch', 'cellar', 'cask')).toBe('Porter 7');
      expect(valueAt(first, 'static:inn.Launch', 'cellar', 'radio', 'kept', '2', 'cheese')).toBe('Old Heron');
      expect(nodeAt(first, 'static:inn.Launch', 'cellar', 'radio', 'words')?.children).toEqual([]);
      expect([whose(), whose('cask'), whose('radio'), whose('radio', 'sent')]).toEqual([undefined, undefined, true, true]);
    } finally {
      await running.stop();
      for (const folder of [library, own, started]) rmSync(folder as string, { recursive: true, force: true });
    }
  });
});

/** Debian's `libh2-java`. */
const h2 = `${process.env.SUBSTRATE_TEST_JARS ?? '/usr/share/java'}/h2.jar`;
const hasH2 = existsSync(h2);
if (!hasH2) console.warn('skipped: the test of databases needs libh2-java, which is missing on this machine.');

describe.runIf(hasH2 && requireRuntime('jvm', missing()))(
  'a database that a program has a connection to',
  { timeout: 240_000 },
  () => {
    test('takes statements, and no more than a transaction needs beside them', async () => {
      const source = fileURLToPath(new URL('libraries/Vault.java', import.meta.url));
      execFileSync('javac', ['-nowarn', '-d', classPath(), source]);
      const running = await start('Vault', { jars: [h2] });
      try {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const { actions } = await whole(session, 'discover');
        const ofDatabase = actions.filter(({ owner }) => owner === 'Vault.connection');
        expect(ofDatabase.map(({ name }) => name)).toEqual(['execute', 'commit', 'rollback', 'setAutoCommit', 'setReadOnly']);
        for (const { reversibility } of ofDatabase) expect(reversibility).toBe('irreversible_write');

        const address = ofDatabase[0]?.address ?? 'none';
        const execute = (sql: string) => session.invoke({ address, parameters: { sql }, timeoutMs: 30_000 }, patience());
        expect(await execute("insert into coins values ('florin', 24, 'x')")).toMatchObject({ ok: true, value: 1 });
        expect(await execute('select * from coins order by worth')).toMatchObject({
          ok: true,
          value: [
            { NAME: 'florin', WORTH: 24, PASSWORD: '[redacted]' },
            { NAME: 'ducat', WORTH: 90, PASSWORD: '[redacted]' },
          ],
        });
        expect(await execute('selekt')).toMatchObject({ ok: false, dispatched: true, reason: 'threw' });
      } finally {
        await running.stop();
      }
    });
  },
);
