import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, missing, missingDisplay, patience, type Running, start, startDisplay, until, whole } from './jvm.js';

/** JavaFX is no part of the JDK: Debian's `libopenjfx-java` puts it here. */
const folder = process.env.SUBSTRATE_TEST_JARS ?? '/usr/share/java';
const jars = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => /^javafx-(?:base|controls|graphics)-\d+\.jar$/.test(name))
      .map((name) => `${folder}/${name}`)
  : [];
const hasFx = jars.length >= 3;
if (!hasFx) console.warn('skipped: the JavaFX test needs libopenjfx-java, which is missing on this machine.');

describe.runIf(hasFx && requireRuntime('jvm', missing()) && requireRuntime('jvm', missingDisplay()))(
  'a JavaFX program',
  { timeout: 240_000 },
  () => {
    const modules = ['--module-path', jars.join(':'), '--add-modules', 'javafx.controls'];
    let display: { display: string; stop(): void };
    let running: Running;

    // Before each: a second try finds the form as the first did.
    beforeEach(async () => {
      const source = fileURLToPath(new URL('fx/FxForm.java', import.meta.url));
      execFileSync('javac', [...modules, '-d', classPath(), source]);
      display = await startDisplay();
      running = await start('FxForm', { options: ['-Dprism.order=sw', ...modules], env: { DISPLAY: display.display } });
    });
    afterEach(async () => {
      await running?.stop();
      display?.stop();
    });

    test('is read and operated on its own thread', async () => {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const read = (): Promise<RawCapture> => whole(session, 'poll');
      const person = (capture: RawCapture) =>
        Object.fromEntries(
          capture.roots[0]?.children
            ?.find(({ name }) => name === 'tabs 2')
            ?.children?.find(({ name }) => name === 'Person')
            ?.children?.map(({ name, value }) => [name, value]) ?? [],
        );
      const press = async (capture: RawCapture, name: string, parameters = {}) => {
        const action = capture.actions.find((each) => each.name === name);
        return session.invoke({ address: action?.address ?? name, parameters, timeoutMs: 30_000 }, patience());
      };
      const when = (holds: (capture: RawCapture) => boolean): Promise<RawCapture> => until(read, holds);
      await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const first = await when(({ roots }) => roots.some(({ source }) => source === 'window'));
      expect(first.context.window_title).toBe('Form');
      expect(person(first)).toMatchObject({
        Name: 'Ada',
        Password: '[redacted]',
        Colour: 'red',
        Newsletter: false,
        status: 'new',
      });
      // By the fields that hold them, and cells as the table has them: it says nothing for having been asked.
      const shown = JSON.stringify(first.roots[0]);
      expect(shown).toContain('{"name":"weather","kind":"value","shown":true,"value":"drizzle"');
      expect(shown).toContain('{"name":"Harbour","kind":"value","value":"Porvoo"');
      expect(shown).toContain('{"name":"trips"');
      expect(shown).toContain('{"name":"Guest","kind":"value","value":"pet of Porvoo"');
      expect(shown).toContain('{"name":"Flag","kind":"value","value":"flag of Porvoo"');
      expect(shown).toMatch(/\{"name":"Cat","kind":"object",[^{]*"children":\[\{"name":"called","kind":"value","value":"Tom"/);
      expect(running.output()).not.toContain('PropertyValueFactory');
      const places = ({ roots }: RawCapture): string[] => {
        const found: string[] = [];
        const visit = (node: RawNode, path: string): void => {
          found.push(path);
          for (const each of node.children ?? []) visit(each, `${path}/${each.id ?? each.name}`);
        };
        for (const each of roots) visit(each, each.address);
        return found.sort();
      };
      // Another window comes and goes; what is unsaved has a mark in the titles of its window and tab, which are values.
      expect(await press(first, 'Beside')).toMatchObject({ ok: true });
      const beside = await when(({ roots }) => roots.filter(({ source }) => source === 'window').length === 2);
      expect(places(beside)).toEqual(expect.arrayContaining(places(first)));
      expect(places(beside).length).toBeGreaterThan(places(first).length);
      expect(await press(beside, 'Alone')).toMatchObject({ ok: true });
      expect(places(await when(({ roots }) => roots.filter(({ source }) => source === 'window').length === 1))).toEqual(
        places(first),
      );
      // Pages go by their class or the field that holds them; what their tabs say is a value.
      const pages = (capture: RawCapture) =>
        capture.roots[0]?.children
          ?.find(({ name }) => name === 'tabs')
          ?.children?.map(({ name, children }) => [name, children?.find((each) => each.name === 'title')?.value]);
      expect(pages(first)?.map(([name]) => name)).toEqual(['selected tab', 'Sheet', 'log']);
      expect(await press(first, 'Rename')).toMatchObject({ ok: true });
      const renamed = await when((capture) => pages(capture)?.[1]?.[1] === 'regatta of 36');
      expect(pages(renamed)?.[2]).toEqual(['log', 'night 36']);
      expect(places(renamed)).toEqual(places(first));
      expect(await press(first, 'Name', { text: 'Grace' })).toMatchObject({ ok: true });
      expect(places(await when(({ context }) => context.window_title === 'Form *'))).toEqual(places(first));
      expect(await press(first, 'Colour', { value: 'green' })).toMatchObject({ ok: true });
      expect(await press(first, 'Newsletter', { value: true })).toMatchObject({ ok: true });
      expect(await press(first, 'Colour', { value: 'blue' })).toMatchObject({ ok: false, dispatched: false });
      expect(await press(first, 'Save')).toMatchObject({ ok: true });
      const saved = await when((capture) => String(person(capture).status).startsWith('saved'));
      expect(person(saved)).toMatchObject({
        Name: 'Grace',
        Colour: 'green',
        Newsletter: true,
        status: 'saved Grace green',
      });
      expect(saved.context.window_title).toBe('Form');
      expect(places(saved)).toEqual(places(first));
      expect(await press(first, 'Clear')).toMatchObject({ ok: true });
      const cleared = await when((capture) => person(capture).status === 'cleared');
      expect(await press(first, 'Town', { text: 'Turku' })).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'lives in Turku');
      expect(await press(first, 'submit Town')).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'found Turku');
      expect(await press(first, 'submit Town', { text: 'Oulu' })).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'found Oulu');
      expect(await press(first, 'Age', { value: 37 })).toMatchObject({ ok: true });
      expect(await press(first, 'Waters', { value: 'Sea / North / Skagerrak' })).toMatchObject({ ok: true });
      expect(await press(first, 'Waters', { value: 'Sea / South' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      // Words that only its cell shows.
      expect(await press(first, 'Pets', { value: 'pet Rex' })).toMatchObject({ ok: true });
      expect(await press(first, 'Large', { value: true })).toMatchObject({ ok: true });
      expect(await press(first, 'open menu Recent')).toMatchObject({ ok: true });
      const opened = await when(({ actions }) => actions.some(({ name }) => name === 'Lovelace'));
      expect(person(opened).Age).toBe(37);
      expect(JSON.stringify(opened.roots)).toContain('{"name":"selected","kind":"value","value":"Sea / North / Skagerrak"');
      expect(JSON.stringify(opened.roots)).toContain('{"name":"selected","kind":"value","value":"pet Rex"');
      expect(JSON.stringify(opened.roots)).toContain('{"name":"Large","kind":"value","value":true');
      expect(await press(opened, 'Lovelace')).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'opened Lovelace');
      // What cells and converters show; words of the own; a tree of rows; a button that only opens a menu; what can't be reached.
      const told = JSON.stringify(first.roots);
      expect(told).toContain('{"name":"1","kind":"value","value":"kin Mia / kin Rex"');
      expect(told).toContain('{"name":"Pier","kind":"value","value":"pier of Utö"');
      expect(await press(first, 'Kin', { value: 'kin Mia / kin Rex' })).toMatchObject({ ok: true });
      expect(await press(first, 'Legs', { row: 1 })).toMatchObject({ ok: true });
      expect(await press(first, 'Legs', { row: 2 })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
      expect(await press(first, 'Guard', { value: 'guard Rex' })).toMatchObject({ ok: true });
      const guarded = await when((capture) => person(capture).status === 'on guard: Rex');
      expect(person(guarded).Guard).toBe('guard Rex');
      expect(JSON.stringify(guarded.roots)).toContain('{"name":"selected","kind":"value","value":"kin Mia / kin Rex"');
      expect(JSON.stringify(guarded.roots)).toContain('{"name":"selected row","kind":"value","value":1');
      expect(await press(first, 'Wish', { value: 'aisle' })).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'wants aisle');
      expect(await press(first, 'Wish', { value: 'the mast' })).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'wants the mast');
      expect(first.actions.filter(({ name }) => name === 'Luggage')).toEqual([]);
      expect(await press(first, 'Pack')).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'packed');
      const disabled = { ok: false, dispatched: false, reason: 'disabled' };
      expect(await press(first, 'Sink')).toMatchObject(disabled);
      expect(first.actions.find(({ name }) => name === 'Sink')?.description).toContain('disabled');
      const crew = first.actions.filter(({ name }) => name === 'tabs').find(({ description }) => description?.includes('Crew'));
      expect(
        await session.invoke({ address: crew?.address ?? '', parameters: { tab: 'Crew' }, timeoutMs: 30_000 }, patience()),
      ).toMatchObject(disabled);
      // A click with the other button; a button that has no words but those that come up over it.
      expect(await press(first, 'trips', { row: 0 })).toMatchObject({ ok: true });
      expect(await press(first, 'Cancel trip')).toMatchObject({ ok: true });
      await when(({ roots }) => JSON.stringify(roots).includes('{"name":"row count","kind":"value","value":1'));
      expect(await press(first, 'Ring the bell')).toMatchObject({ ok: true });
      await when((capture) => person(capture).status === 'rang');
      const asked = await press(cleared, 'Ask…');
      expect(asked).toMatchObject({ ok: true });
      expect(asked.message).toContain('waits for an answer');
      const dialog = await when(({ roots }) => roots.filter(({ source }) => source === 'window').length === 2);
      expect(await press(dialog, 'Cancel')).toMatchObject({ ok: true });
    });
  },
);
