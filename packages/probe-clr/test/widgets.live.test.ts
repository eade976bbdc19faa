/** Windows of a binding to a native toolkit: what they show lies in native memory, and is read on their own thread. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProbeSession, RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, linesOf, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

const minutes = { timeout: 300_000 };
const window = 'window:Larder';

/** `scripts/gtk-sharp.sh` puts it there. */
const gtkSharp = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'substrate-ci', 'gtk-sharp');

const hasGtk = (): boolean => {
  const there = (what: string): boolean => {
    try {
      execFileSync('sh', ['-c', what], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  return existsSync(gtkSharp) && there('command -v Xvfb') && there('ldconfig -p | grep -q libgtk-3.so.0');
};

describe.runIf(hasGtk() && requireRuntime('clr', missing()))('widgets of gtk-sharp', () => {
  const run = stoppedAfterEach();
  let program: string | undefined;
  let screen: { child: ChildProcess; display: string } | undefined;

  afterAll(() => {
    screen?.child.kill('SIGKILL');
  });

  const openScreen = async () => {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const number = await new Promise<string>((resolve, reject) => {
      child.stdio[3]?.on('data', (bytes) => resolve(String(bytes).trim()));
      child.once('close', () => reject(new Error('Xvfb ended')));
    });
    return { child, display: `:${number}` };
  };

  const open = async () => {
    program ??= buildProgram('larder', 'Larder', [`-p:DebianRoot=${gtkSharp}`]);
    screen ??= await openScreen();
    const target = await run(start(program, [], { env: { ...process.env, DISPLAY: screen.display } }));
    const session = await createTestProbe().attach(target.app, undefined, soon());
    return { session, target, first: await look(session, discover), thread: target.line.split(' ')[1] };
  };

  /** On a crowded machine the window's thread may not come to it at once. */
  const look = async (session: ProbeSession, mode: typeof discover | typeof poll = poll): Promise<RawCapture> => {
    for (let tries = 0; ; tries++) {
      const capture = await session.capture(mode, soon());
      if ((at(capture, window) && !capture.unreached?.includes(window)) || tries >= 100) return capture;
    }
  };

  const act = (session: ProbeSession, name: string, parameters: Record<string, unknown> = {}) =>
    session.invoke({ address: `widget:${window}/${name}`, parameters, timeoutMs: 30_000 }, soon());

  const value = (capture: RawCapture, ...path: string[]) => at(capture, window, ...path)?.value;

  test('are told as their windows show them, and not as they are made', minutes, async () => {
    const { session, first } = await open();
    await using _ = session;
    expect(value(first, 'Title')).toBe('Larder of the old mill');
    expect(value(first, '_search')).toBe('plum');
    expect(value(first, '_cool')).toBe(true);
    expect(value(first, '_notes')).toBe('Lids are short.');
    expect(value(first, '_status')).toBe('Quiet');
    // Without a field: by what stands beside it, else as what it is.
    expect(at(first, window, 'Kind of jar')).toMatchObject({ value: 'Pickle', label: 'Kind of jar', shown: true });
    expect(value(first, 'How many')).toBe(7);
    expect(value(first, 'Label')).toBe('Keeper: Ilse Brandt');
    expect(at(first, window, '_key')).toMatchObject({ value: '[redacted]', secret: true });
    const lines = linesOf(first);
    expect(lines).toContain(`${window}/TreeView/rows/0/Place = Top shelf`);
    expect(lines).toContain(`${window}/TreeView/rows/0/children/0/Jars = 5`);
    expect(lines).toContain(`${window}/TreeView/rows/1/Jars = 30`);
    expect(lines.filter((line) => line.includes('open-sesame'))).toEqual([]);
    expect(lines.filter((line) => /disposed|signals|tref|Margin|Expand/i.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith(window)).length).toBeLessThan(25);
  });

  test('are used as a person would, on their thread', minutes, async () => {
    const { session, first, thread } = await open();
    await using _ = session;
    const kinds = Object.fromEntries(
      (first.actions ?? []).filter((one) => one.address.startsWith('widget:')).map((one) => [one.name, one.kind]),
    );
    expect(kinds).toMatchObject({
      _search: 'text',
      _cool: 'toggle',
      'Kind of jar': 'select',
      'How many': 'setter',
      'Count again': 'button',
      'Mend the notes': 'menu_item',
      'Wash jars': 'button',
      refresh: 'button',
    });
    expect(first.actions?.length).toBeLessThan(25);
    expect(await act(session, 'Count again')).toMatchObject({ ok: true, message: expect.stringContaining(`thread ${thread}`) });
    for (const [button, said] of [
      ['Count again', `Counted 2 on ${thread}`],
      ['Wash jars', 'Washed'],
      ['refresh', 'Fresh'],
    ] as const) {
      expect(await act(session, button)).toMatchObject({ ok: true });
      expect(value(await look(session), '_status')).toBe(said);
    }
    expect(await act(session, '_search', { text: 'quince' })).toMatchObject({ ok: true });
    expect(await act(session, 'Kind of jar', { value: 'Syrup' })).toMatchObject({ ok: true });
    expect(await act(session, 'Kind of jar', { value: 'Honey' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(await act(session, 'How many', { value: 9 })).toMatchObject({ ok: true });
    expect(await act(session, 'How many', { value: 90 })).toMatchObject({ ok: false });
    expect(await act(session, '_cool', { value: false })).toMatchObject({ ok: true });
    expect(await act(session, 'Mend the notes')).toMatchObject({ ok: true });
    expect(await act(session, 'Sell')).toMatchObject({ ok: false, message: expect.stringContaining('greyed out') });
    const after = await look(session);
    expect(value(after, '_search')).toBe('quince');
    expect(value(after, 'Kind of jar')).toBe('Syrup');
    expect(value(after, 'How many')).toBe(9);
    expect(value(after, '_cool')).toBe(false);
    expect(value(after, '_notes')).toBe('Lids are here.');
  });

  test('that are destroyed are told no longer; a thread that stands still is not waited for', minutes, async () => {
    const { session, target, first } = await open();
    await using _ = session;
    expect(value(first, '_draft')).toBe('to be thrown away');
    expect(await act(session, 'Discard draft')).toMatchObject({ ok: true });
    expect(at(await look(session), window, '_draft')).toBeUndefined();

    const frozen = act(session, 'Defrost');
    // The handler has begun.
    await expect.poll(async () => (await session.capture(poll, soon())).unreached, { timeout: 5000 }).toContain(window);
    const meanwhile = await session.capture(poll, soon());
    expect(value(meanwhile, '_search')).toBe('plum');
    await frozen;
    await expect.poll(async () => (await session.capture(poll, soon())).unreached, { timeout: 30_000 }).not.toContain(window);
    expect(await act(session, 'Count again')).toMatchObject({ ok: true });
    expect(target.isAlive()).toBe(true);
  });

  test('keep their addresses when something comes to hold them', minutes, async () => {
    const { session, first } = await open();
    await using _ = session;
    const seen = (capture: RawCapture) =>
      at(capture, window)?.children?.find((child) => (child.id ?? child.name) === 'Slip for the miller');
    expect(seen(first)).toMatchObject({ name: 'Slip for the miller', value: 'Unsigned', label: 'Slip for the miller' });
    expect(await act(session, 'Hire a clerk')).toMatchObject({ ok: true });
    expect(seen(await look(session))?.name).toBe('Slip');
    expect(await act(session, 'Slip for the miller', { text: 'Torn' })).toMatchObject({ ok: true });
    expect(seen(await look(session))?.value).toBe('Torn');
  });
});
