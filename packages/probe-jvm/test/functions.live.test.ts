import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { missing, patience, start, until, whole } from './jvm.js';

/** Debian's packages of the languages put their jars here. */
const folder = process.env.SUBSTRATE_TEST_JARS ?? '/usr/share/java';

interface Told {
  readonly language: string;
  readonly jars: readonly string[];
  readonly main: string;
  readonly file: string;
  readonly program: string;
  readonly line: string;
  readonly function: string;
}

/** The same program in each: a function that sells seats, a number and a text that have names. */
const programs: readonly Told[] = [
  {
    language: 'Rhino',
    jars: ['rhino.jar'],
    main: 'org.mozilla.javascript.tools.shell.Main',
    file: 'hall.js',
    program:
      'var seats = 857; hall = "Glo" + "be"; function sell(n, to) { seats -= n; hall = to; } print("ready"); java.lang.Thread.currentThread().join();',
    line: 'seats = 12',
    function: 'sell',
  },
  {
    language: 'Clojure',
    jars: ['clojure-1.11.jar', 'spec.alpha.jar', 'core.specs.alpha.jar'],
    main: 'clojure.main',
    file: 'hall.clj',
    program:
      '(ns playhouse.core) (def seats (atom 857)) (def hall (atom (str "Glo" "be"))) (defn sell! [n to] (swap! seats - n) (reset! hall to)) (println "ready") @(promise)',
    line: '(reset! seats 12)',
    function: 'sell!',
  },
  {
    language: 'Jython',
    jars: [
      'jython.jar',
      'antlr3-runtime.jar',
      'asm.jar',
      'asm-commons.jar',
      'guava.jar',
      'jnr-posix.jar',
      'jffi.jar',
      'icu4j.jar',
    ],
    main: 'org.python.util.jython',
    file: 'hall.py',
    program:
      'import time\nseats = 857\nhall = "Glo" + "be"\ndef sell(n, to):\n    global seats, hall\n    seats -= n\n    hall = to\nprint("ready")\nwhile True:\n    time.sleep(3600)\n',
    line: 'seats = 12',
    function: 'sell',
  },
  {
    language: 'BeanShell',
    jars: ['bsh.jar'],
    main: 'bsh.Interpreter',
    file: 'hall.bsh',
    program:
      'seats = 857; hall = "Glo" + "be"; void sell(n, to) { super.seats = super.seats - n; super.hall = to; } print("ready"); Thread.currentThread().join();',
    line: 'seats = 12;',
    function: 'sell',
  },
];

const namesIn = ({ roots }: RawCapture): readonly RawNode[] =>
  roots.filter(({ address }) => address.startsWith('names:')).flatMap(({ children }) => children ?? []);
const valueNamed = (capture: RawCapture, name: string) => namesIn(capture).find((one) => one.name === name)?.value;

const isThere = ({ jars }: Told) => existsSync(join(folder, jars[0] as string));
for (const { language } of programs.filter((one) => !isThere(one)))
  console.warn(`skipped: what a program in ${language} can do, which is missing on this machine.`);

describe.runIf(requireRuntime('jvm', missing()))('a program in a language with a runtime', { timeout: 240_000 }, () => {
  test.each(programs.filter(isThere))('$language: its functions are called, its names set, a line is run', async (told) => {
    const work = mkdtempSync(join(tmpdir(), 'substrate-names-'));
    const file = join(work, told.file);
    writeFileSync(file, told.program);
    const running = await start(told.main, {
      jars: told.jars.map((jar) => join(folder, jar)),
      options: [`-Dpython.cachedir=${work}`, `-Dpython.home=${folder}/../jython`],
      arguments: [file],
    });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const first = await until(
        () => whole(session, 'poll'),
        (capture) => valueNamed(capture, 'seats') === 857,
      );
      const named = (name: string) => first.actions.find((action) => action.name === name);
      const act = async (name: string, parameters: Record<string, unknown>): Promise<RawCapture> => {
        const address = named(name)?.address ?? `no ${name}`;
        expect(await session.invoke({ address, parameters, timeoutMs: 20_000 }, patience())).toMatchObject({ ok: true });
        return whole(session, 'poll');
      };
      // The program's own alone: not what the language brings.
      const functions = first.actions.filter(({ address, kind }) => address.startsWith('names:') && kind === 'method');
      expect(functions.map(({ name }) => name).sort()).toEqual(['eval', told.function, 'unset'].sort());
      expect(named(told.function)).toMatchObject({
        description: 'Takes n, to.',
        parameters: [{ name: 'args', type: 'array', required: true }],
      });

      const sold = await act(told.function, { args: [7, 'Rose'] });
      expect([valueNamed(sold, 'seats'), valueNamed(sold, 'hall')]).toEqual([850, 'Rose']);
      expect(valueNamed(await act('set hall', { value: 'Swan' }), 'hall')).toBe('Swan');
      expect(valueNamed(await act('eval', { code: told.line }), 'seats')).toBe(12);
      expect(namesIn(await act('unset', { name: 'hall' })).map(({ name }) => name)).not.toContain('hall');
    } finally {
      await running.stop();
      rmSync(work, { recursive: true, force: true });
    }
  });
});
