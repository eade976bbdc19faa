import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, missing, missingDisplay, type Running, start, startDisplay } from './jvm.js';

/** JavaFX is no part of the JDK: Debian's `libopenjfx-java` puts it here. */
const jars = existsSync('/usr/share/java')
  ? readdirSync('/usr/share/java')
      .filter((name) => /^javafx-(?:base|controls|graphics)-\d+\.jar$/.test(name))
      .map((name) => `/usr/share/java/${name}`)
  : [];
const hasFx = jars.length >= 3;
if (!hasFx) console.warn('skipped: the JavaFX test needs libopenjfx-java, which is missing on this machine.');

const half = () => AbortSignal.timeout(30_000);

describe.runIf(hasFx && requireRuntime('jvm', missing()) && requireRuntime('jvm', missingDisplay()))(
  'a JavaFX program',
  { timeout: 240_000 },
  () => {
    const modules = ['--module-path', jars.join(':'), '--add-modules', 'javafx.controls'];
    let display: { display: string; stop(): void };
    let running: Running;

    beforeAll(async () => {
      const source = fileURLToPath(new URL('fx/FxForm.java', import.meta.url));
      execFileSync('javac', [...modules, '-d', classPath(), source]);
      display = await startDisplay();
      running = await start('FxForm', { options: ['-Dprism.order=sw', ...modules], env: { DISPLAY: display.display } });
    });
    afterAll(async () => {
      await running?.stop();
      display?.stop();
    });

    test('is read and operated on its own thread', async () => {
      await using session = await createJvmProbe().attach(running.app, undefined, half());
      const read = (): Promise<RawCapture> => session.capture({ mode: 'poll', budget: defaultBudget }, half());
      const person = (capture: RawCapture) =>
        Object.fromEntries(
          capture.roots[0]?.children
            ?.find(({ name }) => name === 'tabs')
            ?.children?.find(({ name }) => name === 'Person')
            ?.children?.map(({ name, value }) => [name, value]) ?? [],
        );
      const press = async (capture: RawCapture, name: string, parameters = {}) => {
        const action = capture.actions.find((each) => each.name === name);
        return session.invoke({ address: action?.address ?? name, parameters, timeoutMs: 20_000 }, half());
      };
      /** A busy machine may miss a read, or show a press a moment later. */
      const until = async (holds: (capture: RawCapture) => boolean): Promise<RawCapture> => {
        for (const end = Date.now() + 30_000; ; ) {
          const capture = await read();
          if (holds(capture)) return capture;
          expect(Date.now(), JSON.stringify(capture.roots)).toBeLessThan(end);
        }
      };
      await session.capture({ mode: 'discover', budget: defaultBudget }, half());
      const first = await until((capture) => capture.roots.some(({ source }) => source === 'window'));
      expect(first.context.window_title).toBe('Form');
      expect(person(first)).toEqual({ Name: 'Ada', Password: '[redacted]', Colour: 'red', Newsletter: false, status: 'new' });
      expect(await press(first, 'Name', { text: 'Grace' })).toMatchObject({ ok: true });
      expect(await press(first, 'Colour', { value: 'green' })).toMatchObject({ ok: true });
      expect(await press(first, 'Newsletter', { value: true })).toMatchObject({ ok: true });
      expect(await press(first, 'Colour', { value: 'blue' })).toMatchObject({ ok: false, dispatched: false });
      expect(await press(first, 'Save')).toMatchObject({ ok: true });
      expect(person(await read())).toMatchObject({
        Name: 'Grace',
        Colour: 'green',
        Newsletter: true,
        status: 'saved Grace green',
      });
      expect(await press(first, 'Clear')).toMatchObject({ ok: true });
      const cleared = await read();
      expect(person(cleared).status).toBe('cleared');
      const asked = await press(cleared, 'Ask…');
      expect(asked).toMatchObject({ ok: true });
      expect(asked.message).toContain('waits for an answer');
      const dialog = await read();
      expect(dialog.roots.filter(({ source }) => source === 'window')).toHaveLength(2);
      expect(await press(dialog, 'Cancel')).toMatchObject({ ok: true });
    });
  },
);
