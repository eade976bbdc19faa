import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProbeSession, RawCapture, RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { missing, missingDisplay, patience, type Running, start, startDisplay, until, whole } from './jvm.js';

const jar = '/usr/share/java/swt4.jar';
const drawing = ['/usr/lib/jni', `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/jni`].some(
  (folder) => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libswt-cairo')),
);
const missingSwt = () =>
  missing() ?? missingDisplay() ?? (existsSync(jar) && drawing ? null : 'SWT (libswt-gtk-4-java, libswt-cairo-gtk-4-jni)');

const child = (node: RawNode | null | undefined, ...names: string[]): RawNode | undefined =>
  names.reduce<RawNode | undefined>((at, name) => at?.children?.find((each) => each.name === name), node ?? undefined);

if (missingSwt()) console.warn(`skipped: the SWT test needs ${missingSwt()}, which is missing on this machine.`);
describe.runIf(missingSwt() === null && requireRuntime('jvm', missing()))('an SWT program', { timeout: 240_000 }, () => {
  const classes = mkdtempSync(join(tmpdir(), 'substrate-swt-'));
  let display: Awaited<ReturnType<typeof startDisplay>>;
  let running: Running;
  let session: ProbeSession;
  let capture: RawCapture;

  beforeAll(async () => {
    const source = fileURLToPath(new URL('swt/SwtDesk.java', import.meta.url));
    execFileSync('javac', ['-nowarn', '-cp', jar, '-d', classes, source]);
    display = await startDisplay();
    running = await start('SwtDesk', { jars: [classes, jar], env: { DISPLAY: display.display, GDK_BACKEND: 'x11' } });
    session = await createJvmProbe().attach(running.app, undefined, patience());
    capture = await whole(session, 'discover');
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await running?.stop();
    display?.stop();
    rmSync(classes, { recursive: true, force: true });
  });

  const window = () => capture.roots.find(({ address }) => address === 'window:swt');
  const statics = (name: string) =>
    child(
      capture.roots.find(({ address }) => address === 'static:SwtDesk'),
      name,
    );
  const poll = async () => {
    capture = await whole(session, 'poll');
    return capture;
  };
  const call = (name: string, parameters: Record<string, unknown> = {}) => {
    const found = capture.actions.find((action) => action.name === name && action.source === 'window');
    if (!found) throw new Error(`no ${name}: ${capture.actions.map((action) => action.name).join(', ')}`);
    return session.invoke({ address: found.address, parameters, timeoutMs: 30_000 }, patience());
  };

  test('its window is read', () => {
    expect(capture.context.window_title).toBe('SWT desk');
    expect(child(window(), 'Guest')?.value).toBe('Ada');
    expect(child(window(), 'Password')).toMatchObject({ value: '[redacted]', secret: true });
    expect(child(window(), 'Room')?.value).toBe('Blue');
    expect(child(window(), 'Nights')?.value).toBe(3);
    expect(child(window(), 'Breakfast')?.value).toBe(false);
    // By the field of an object that is no part of the window.
    expect(child(window(), 'whoRang')?.value).toBe('nobody');
    expect(child(window(), 'tabs', 'selected tab')?.value).toBe('Notes');
    const rows = window()
      ?.children?.map((each) => child(each, 'rows'))
      .find((each) => each);
    expect(child(rows, '1', 'Guest')?.value).toBe('guest 1');
    expect(rows?.children).toHaveLength(3);
  });

  test('what can be done does what it says', async () => {
    expect(await call('Guest', { text: 'Grace' })).toMatchObject({ ok: true });
    expect(await call('Room', { value: 'Green' })).toMatchObject({ ok: true });
    expect(await call('Room', { value: 'Pink' })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
    expect(await call('Nights', { value: 5 })).toMatchObject({ ok: true });
    expect(await call('Nights', { value: 50 })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(await call('Breakfast', { value: true })).toMatchObject({ ok: true });
    expect(await call('Save')).toMatchObject({ ok: true });
    expect(await call('Print')).toMatchObject({ ok: true });
    expect(await call('tabs', { tab: 'Bill' })).toMatchObject({ ok: true });
    expect(await call('Cancel')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    await poll();
    expect(child(window(), 'Guest')?.value).toBe('Grace');
    expect(child(window(), 'Room')?.value).toBe('Green');
    expect(statics('chosen')?.value).toBe('Green');
    expect(child(window(), 'Nights')?.value).toBe(5);
    expect(child(window(), 'Breakfast')?.value).toBe(true);
    expect(child(window(), 'tabs', 'selected tab')?.value).toBe('Bill');
    expect(statics('saves')?.value).toBe(1);
    expect(child(statics('log'), '0')?.value).toBe('printed');
    expect(capture.actions.find(({ name }) => name === 'Cancel')?.description).toContain('disabled');
  });

  test('a text is taken over, Enter pressed, a folded item selected, a menu filled as it opens', async () => {
    const said = () => statics('log')?.children?.map(({ value }) => value) ?? [];
    expect(await call('Guest', { text: 'Katherine' })).toMatchObject({ ok: true });
    await until(poll, () => statics('taken')?.value === 'Katherine');
    expect(await call('submit Guest')).toMatchObject({ ok: true });
    await until(poll, () => said().includes('welcome Katherine'));
    expect(await call('submit Guest', { text: 'Dorothy' })).toMatchObject({ ok: true });
    await until(poll, () => said().includes('welcome Dorothy'));
    expect(await call('House', { value: 'First floor / Blue room' })).toMatchObject({ ok: true });
    expect(await call('House', { value: 'First floor / Attic' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    await until(poll, () => said().includes('in the Blue room'));
    expect(child(window(), 'House', 'selected')?.value).toBe('First floor / Blue room');
    expect(await call('Quiet', { value: true })).toMatchObject({ ok: true });
    expect(await call('open menu Recent')).toMatchObject({ ok: true });
    await poll();
    expect(child(window(), 'menu', 'File', 'Quiet')?.value).toBe(true);
    // Where there are very many switches, those of submenus are no state.
    expect(child(window(), 'menu', 'File', 'Marks')).toBeUndefined();
    expect(capture.actions.find(({ name }) => name === 'Mark 7')).toMatchObject({ kind: 'menu_item' });
    expect(await call('Turing')).toMatchObject({ ok: true });
    await until(poll, () => statics('visited')?.value === 'Turing');
  });

  test('rows are opened, moments and words of the own set, menus of the other button used; what is behind a disabled menu is disabled', async () => {
    const said = () => statics('log')?.children?.map(({ value }) => value) ?? [];
    const described = (name: string) => capture.actions.find((action) => action.name === name)?.description ?? '';
    const table = capture.actions.find(({ name }) => /^click table.* twice$/.test(name))?.name ?? '';
    expect(await call(table, { row: 7 })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
    expect(await call(table, { row: 2 })).toMatchObject({ ok: true });
    await until(poll, () => said().includes('opened guest 2'));
    expect(await call('click House twice', { value: 'First floor / Blue room' })).toMatchObject({ ok: true });
    await until(poll, () => said().includes('lit the Blue room'));
    expect(child(window(), 'Arrival')?.value).toBe('2024-02-29');
    expect(await call('Arrival', { value: '2024-02-31' })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await call('Arrival', { value: '2025-03-31' })).toMatchObject({ ok: true });
    await until(poll, () => said().includes('arrives on the 31'));
    expect(child(window(), 'Arrival')?.value).toBe('2025-03-31');
    expect(await call('Wishes', { value: 'Late breakfast' })).toMatchObject({ ok: true });
    expect(await call('Wishes', { value: 'a cot' })).toMatchObject({ ok: true });
    await until(poll, () => said().includes('wishes Late breakfast') && said().includes('wishes a cot'));
    expect(child(window(), 'Wishes')?.value).toBe('a cot');
    expect(await call(capture.actions.find(({ name }) => name.startsWith('open menu table'))?.name ?? '')).toMatchObject({
      ok: true,
    });
    await until(poll, ({ actions }) => actions.some(({ name }) => name === 'Move out'));
    expect(await call('Move out')).toMatchObject({ ok: true });
    await until(poll, () => said().includes('moved guest 2'));
    expect(described('Call')).toContain('disabled');
    expect(await call('Call')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    await poll();
    expect(said()).not.toContain('called');
  });

  test('the mark of what is unsaved and the titles of tabs move nothing', async () => {
    const places = (): string[] => {
      const found: string[] = [];
      const visit = (node: RawNode, path: string): void => {
        found.push(path);
        for (const each of node.children ?? []) visit(each, `${path}/${each.id ?? each.name}`);
      };
      for (const each of capture.roots) visit(each, each.address);
      return [...found, ...capture.actions.map(({ address }) => address)].sort();
    };
    const before = places();
    expect(await call('Nights', { value: 6 })).toMatchObject({ ok: true });
    await until(poll, ({ context }) => context.window_title === '*SWT desk');
    expect(places()).toEqual(before);
    expect(await call('Save')).toMatchObject({ ok: true });
    await until(poll, ({ context }) => context.window_title === 'SWT desk');
    expect(places()).toEqual(before);
    // Pages go by their class or the field that holds them; what their tabs say is a value.
    const pages = () => window()?.children?.find((each) => child(each, 'Sheet'));
    expect(pages()?.children?.map(({ name }) => name)).toEqual(['selected tab', 'Sheet', 'draft']);
    expect(await call('Rename')).toMatchObject({ ok: true });
    await until(poll, () => String(child(pages(), 'Sheet', 'title')?.value).startsWith('renamed'));
    expect(places()).toEqual(before);
  });

  test('a dialog that waits is told, and can be answered', async () => {
    expect(await call('Ask')).toMatchObject({ ok: true, message: expect.stringContaining('waits for an answer') });
    await until(poll, ({ hints }) => hints.dialog === 'Really?');
    expect(await call('Yes')).toMatchObject({ ok: true });
    await until(poll, () => statics('log')?.children?.at(-1)?.value === 'yes');
  });
});
