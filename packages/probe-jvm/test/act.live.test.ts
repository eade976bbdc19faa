import {
  childAddress,
  defaultBudget,
  type Primitive,
  type ProbeSession,
  type RawAction,
  type RawCapture,
  type RawNode,
} from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { missing, missingDisplay, patience, type Running, start, startDisplay, until, whole } from './jvm.js';

/** Every leaf by the names on its way: `Account/Display name`. */
const leaves = (capture: RawCapture): Map<string, Primitive> => {
  const found = new Map<string, Primitive>();
  const visit = (node: RawNode, path: string): void => {
    if (node.kind === 'value') found.set(path, node.value ?? null);
    for (const child of node.children ?? []) visit(child, `${path}/${child.name}`);
  };
  for (const root of capture.roots) visit(root, root.name);
  return found;
};

const addresses = (capture: RawCapture): Set<string> => {
  const found = new Set<string>();
  const visit = (node: RawNode, address: string): void => {
    found.add(address);
    for (const child of node.children ?? []) visit(child, childAddress(address, child));
  };
  for (const root of capture.roots) visit(root, root.address);
  return found;
};

const visitor = (session: () => ProbeSession) => {
  let latest: RawCapture;
  const self = {
    async read(): Promise<Map<string, Primitive>> {
      latest = await whole(session(), 'poll');
      return leaves(latest);
    },
    async discover(): Promise<Map<string, Primitive>> {
      await session().capture({ mode: 'discover', budget: defaultBudget }, patience());
      latest = await whole(session(), 'discover');
      return leaves(latest);
    },
    capture: () => latest,
    action(name: string, kind?: string, owner?: string): RawAction {
      const all = latest.actions.filter(
        (each) => each.name === name && (!kind || each.kind === kind) && (!owner || each.owner === owner),
      );
      if (all.length === 0)
        throw new Error(`no action ${name}: ${latest.actions.map((each) => `${each.kind} ${each.name}`).join(', ')}`);
      return all[0] as RawAction;
    },
    async call(
      name: string,
      parameters: Record<string, unknown> = {},
      options: { kind?: string; owner?: string; timeoutMs?: number } = {},
    ) {
      const { address } = self.action(name, options.kind, options.owner);
      return session().invoke({ address, parameters, timeoutMs: options.timeoutMs ?? 30_000 }, patience());
    },
    until: (holds: (state: Map<string, Primitive>) => boolean) => until(self.read, holds),
  };
  return self;
};

/** A program that the tests of a block visit, on a display of its own where it has windows. */
const visiting = (main: string, { hasWindows = false } = {}): ReturnType<typeof visitor> => {
  let display: Awaited<ReturnType<typeof startDisplay>> | undefined;
  let running: Running | undefined;
  let session: ProbeSession | undefined;
  const app = visitor(() => session as ProbeSession);
  beforeAll(async () => {
    if (hasWindows) display = await startDisplay();
    running = await start(main, display && { env: { DISPLAY: display.display } });
    session = await createJvmProbe().attach(running.app, undefined, patience());
    await app.discover();
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await running?.stop();
    display?.stop();
  });
  return app;
};

const here = requireRuntime('jvm', missing());

describe.runIf(here && requireRuntime('jvm', missingDisplay()))('a Swing program', { timeout: 240_000 }, () => {
  const app = visiting('SettingsDesktop', { hasWindows: true });
  const tabs = 'SettingsWindow/tabs';

  test('shows what a person sees, by the words beside it', async () => {
    const state = await app.read();
    expect(Object.fromEntries(state)).toMatchObject({
      'SettingsWindow/title': 'Mail settings',
      [`${tabs}/selected tab`]: 'Account',
      [`${tabs}/Account/Display name`]: 'Ada Lovelace',
      [`${tabs}/Account/Check every (minutes)`]: 15,
      [`${tabs}/Account/Show notifications`]: true,
      [`${tabs}/Account/Password`]: '[redacted]',
      [`${tabs}/Appearance/Theme`]: 'SYSTEM',
      [`${tabs}/Appearance/Density/Compact`]: true,
      [`${tabs}/Appearance/Signature/text`]: 'Kind regards\nAda',
      [`${tabs}/Filters/filters/rows/1/Rule`]: 'Airline',
      [`${tabs}/Filters/filters/rows/2/Active`]: false,
      [`${tabs}/Filters/labels/items/2`]: 'Travel',
      [`${tabs}/Filters/folders/items/1`]: 'Folders / Archive',
      'SettingsWindow/menu/View/Show toolbar': true,
      'SettingsWindow/statusLabel': 'All changes saved',
    });
    expect(app.capture().context.window_title).toBe('Mail settings');
    expect(app.capture().hints.activeTab).toBe('Account');
    expect(JSON.stringify(app.capture())).not.toContain('correct horse');
  });

  test('every action that tells where its value is tells the truth', async () => {
    await app.read();
    const known = addresses(app.capture());
    const lost = app.capture().actions.filter(({ reads }) => reads !== undefined && !known.has(reads));
    expect(lost.map(({ name, reads }) => `${name}: ${reads}`)).toEqual([]);
  });

  test('types, chooses, ticks, and saves', async () => {
    expect(await app.call('Display name', { text: 'Grace Hopper' })).toMatchObject({ ok: true });
    expect(await app.call('Theme', { value: 'DARK' }, { kind: 'select' })).toMatchObject({ ok: true });
    expect(await app.call('Show notifications', { value: false })).toMatchObject({ ok: true });
    expect(await app.call('Check every (minutes)', { value: 30 })).toMatchObject({ ok: true });
    expect(await app.call('Save', {}, { kind: 'button' })).toMatchObject({ ok: true });
    const state = await app.until((now) => now.get('SettingsWindow/statusLabel') === 'Saved');
    expect(Object.fromEntries(state)).toMatchObject({
      'SettingsWindow/preferences/displayName': 'Grace Hopper',
      'SettingsWindow/preferences/theme': 'DARK',
      'SettingsWindow/preferences/notifications': false,
      'SettingsWindow/preferences/checkEveryMinutes': 30,
    });
    expect(state.get('SettingsWindow/saves')).toBeGreaterThan(0);
  });

  test('selects a tab, a row, an entry, a node; edits a cell; uses the menu', async () => {
    await app.call('tabs', { tab: 'Filters' });
    await app.call('filters', { row: 1 }, { kind: 'select' });
    await app.call('labels', { value: 'Work' });
    await app.call('folders', { value: 'Folders / Drafts' });
    await app.call('set cell of filters', { row: 2, column: 'Rule', value: 'Digest' });
    await app.call('Show status', {}, { kind: 'menu_item' });
    const state = await app.until((now) => /^Saved \d+ times$/.test(String(now.get('SettingsWindow/statusLabel'))));
    expect(Object.fromEntries(state)).toMatchObject({
      [`${tabs}/selected tab`]: 'Filters',
      [`${tabs}/Filters/filters/selected row`]: 1,
      [`${tabs}/Filters/filters/rows/2/Rule`]: 'Digest',
      [`${tabs}/Filters/labels/selected`]: 'Work',
      [`${tabs}/Filters/folders/selected`]: 'Folders / Drafts',
    });
  });

  test('refuses what the widget does not take, before anything happens', async () => {
    expect(await app.call('Theme', { value: 'PINK' }, { kind: 'select' })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await app.call('Check every (minutes)', { value: 'often' })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await app.call('filters', { row: 99 }, { kind: 'select' })).toMatchObject({ ok: false, dispatched: false });
  });

  test('a press that opens a modal dialog returns; the dialog is state and can be answered', async () => {
    const pressed = await app.call('Reset to defaults…');
    expect(pressed).toMatchObject({ ok: true });
    expect(pressed.message).toContain('Reset settings');
    const asked = await app.until((now) => now.has('Reset settings/message'));
    expect(asked.get('Reset settings/message')).toBe('Forget all changes?');
    expect(app.capture().hints.dialog).toBe('Reset settings');
    const dialog = app.capture().roots.find(({ name }) => name === 'Reset settings');
    expect(app.capture().gone).not.toContain(dialog?.address);
    expect(await app.call('No', {}, { owner: 'Reset settings' })).toMatchObject({ ok: true });
    await app.until((now) => !now.has('Reset settings/message'));
    expect(app.capture().gone).toContain(dialog?.address);
  });

  test('a poll that sees nothing new gives the very same roots and actions', async () => {
    // Focus goes back to the window a moment after the dialog is gone.
    await until(
      async () => {
        await app.read();
        const before = app.capture();
        await app.read();
        return app.capture().roots === before.roots && app.capture().actions === before.actions;
      },
      (same) => same,
    );
  });
});

describe.runIf(here && requireRuntime('jvm', missingDisplay()))('what a field says of one of many', { timeout: 240_000 }, () => {
  test('moves nothing: it is told among them, and on the screen it goes by the field that is its own', async () => {
    const display = await startDisplay();
    const running = await start('Folder', { env: { DISPLAY: display.display }, arguments: ['ledger', 'letters'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const app = visitor(() => session);
      const keys = (state: ReadonlyMap<string, unknown>) => [...state.keys()].filter((key) => !/current|focused/.test(key));
      const before = await until(app.discover, (state) => [...state.keys()].some((key) => key.includes('table')));
      for (const [line, name] of ['letters', 'ledger'].map((each, at) => [1 - at, each])) {
        running.child.stdin?.write(`${line}\n`);
        const after = await app.until((now) => now.get('Folder/current') === name);
        expect(keys(after)).toEqual(keys(before));
      }
    } finally {
      await running.stop();
      display.stop();
    }
  });
});

describe.runIf(here && requireRuntime('jvm', missingDisplay()))('a program written for AWT', { timeout: 240_000 }, () => {
  test('its menus are things to do; labels of one name are a list; columns go by their header; settings have types', async () => {
    const display = await startDisplay();
    const running = await start('AwtBoard', { env: { DISPLAY: display.display } });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const app = visitor(() => session);
      await until(app.discover, (state) => state.has('AwtBoard/card/3'));
      const state = await app.read();
      expect(state.get('AwtBoard/card/3')).toBe('black');
      expect(state.get('AwtBoard/table/rows/0/Player')).toBe('ada');
      expect(state.get('AwtBoard/table/rows/0/column 2')).toBe(7);
      expect(state.get('AwtBoard/settings/port')).toBe(8080);
      expect(state.get('AwtBoard/settings/sound')).toBe(true);
      expect(state.get('AwtBoard/settings/zip')).toBe('00501');
      expect(await app.call('Next turn', {}, { kind: 'menu_item', owner: 'Game' })).toMatchObject({ ok: true });
      await app.until((now) => now.get('AwtBoard/turns') === 1);
      expect(await app.call('Hints', { value: true }, { kind: 'toggle' })).toMatchObject({ ok: true });
      await app.until((now) => now.get('AwtBoard/menu/Game/Hints') === true && now.get('AwtBoard/turns') === 101);
      expect(await app.call('Give up')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
      for (const [name, parameters, heard] of [
        ['Train', { text: '1M40' }, undefined],
        ['submit Train', {}, 'train 1M40'],
        ['Bell', { value: true }, 'bell true'],
        ['aspect', { value: 'clear' }, 'aspect clear'],
        ['points', { value: 'yard' }, 'points yard'],
        ['speed', { value: 60 }, 'speed 60'],
      ] as const) {
        expect(await app.call(name, parameters), name).toMatchObject({ ok: true });
        if (heard) await app.until((now) => now.get('AwtBoard/heard') === heard);
      }
      expect((await app.read()).get('AwtBoard/Train')).toBe('1M40');
      expect(await app.call('aspect', { value: 'green' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      // What draws itself has nothing to press: its methods are what can be done. Bytes are given as text.
      expect(await app.call('setLens', { lens: 'green' })).toMatchObject({ ok: true });
      expect(await app.call('setLegend', { legend: 'south' })).toMatchObject({ ok: true });
      await app.until((now) => now.get('Track/lens') === 'green' && now.get('Track/legend') === 'south');
    } finally {
      await running.stop();
      display.stop();
    }
  });

  test('keys, double clicks and cells do what they would; a line that changes names nothing; what is refused or blocked comes last', async () => {
    const display = await startDisplay();
    const running = await start('Nursery', { env: { DISPLAY: display.display } });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const app = visitor(() => session);
      await until(app.discover, (state) => state.get('Nursery/status') === 'idle' && state.has('Nursery/sites/items/0'));
      const named = (name: string): readonly (string | undefined)[] =>
        app.capture().actions.flatMap((one) => (one.name === name ? [one.owner] : []));
      // Of four that say New, the two of the menus are told, which say of what.
      expect(named('New')).toEqual(['Stock', 'Label']);
      expect(
        app
          .capture()
          .actions.map(({ name }) => name)
          .indexOf('Refresh shade'),
      ).toBe(app.capture().actions.length - 1);
      expect(await app.call('New', {}, { owner: 'Label' })).toMatchObject({ ok: true });
      await app.until((now) => now.get('Nursery/status') === 'new label' && now.has('Nursery/sites/items/0'));
      expect(await app.call('refreshStock')).toMatchObject({ ok: true });
      await app.until((now) => now.get('Nursery/refreshed') === 1);
      expect(await app.call('click stockTable twice', { row: 1 })).toMatchObject({ ok: true });
      await app.until((now) => now.get('Nursery/opened') === 'Birch');
      expect(await app.call('click stockTable twice', { row: 7 })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      expect(await app.call('set cell of stockTable', { row: 1, column: 'Count', value: 13 })).toMatchObject({ ok: true });
      await app.until((now) => now.get('Nursery/stockTable/rows/1/Count') === 13);
      expect(await app.call('setBrush', { brush: 'rake' })).toMatchObject({ ok: true });
      await app.call('New', {}, { owner: 'Stock' });
      await app.until(() => app.capture().actions.some(({ name }) => name === 'OK'));
      const order = app.capture().actions.map(({ name }) => name);
      expect(order.indexOf('OK')).toBeLessThan(order.indexOf('New'));
    } finally {
      await running.stop();
      display.stop();
    }
  });
});

describe.runIf(here)('a service with management beans', { timeout: 240_000 }, () => {
  const app = visiting('QueueService');

  test('attributes are state; a password is not shown', async () => {
    const state = Object.fromEntries(await app.read());
    expect(state).toMatchObject({
      'Queue mails/Depth': 1,
      'Queue mails/DepthByPriority/NORMAL': 1,
      'Queue mails/BrokerPassword': '[redacted]',
    });
    expect(JSON.stringify(app.capture())).not.toContain('hunter2');
  });

  test('an attribute is set, an operation called, overloads are told apart', async () => {
    expect(await app.call('setWorkers', { value: 9 }, { owner: 'Queue mails' })).toMatchObject({ ok: true });
    const depth = Number((await app.read()).get('Queue mails/Depth'));
    expect(await app.call('submit', { value: 'a' }, { owner: 'Queue mails' })).toMatchObject({ ok: true, value: depth + 1 });
    const urgent = await app.call('submitWithStringAndString', { value1: 'b', value2: 'HIGH' }, { owner: 'Queue mails' });
    expect(urgent).toMatchObject({ ok: true, value: depth + 2, invocation: { method_name: 'submit', is_static: false } });
    expect(Object.fromEntries(await app.read())).toMatchObject({
      'Queue mails/Workers': 9,
      'Queue mails/DepthByPriority/HIGH': expect.any(Number),
      'Queue invoices/Depth': 1,
    });
  });

  test('the exception of the application is told in its own words', async () => {
    expect(await app.call('setWorkers', { value: 1000 }, { owner: 'Queue mails' })).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'threw',
      message: 'java.lang.IllegalArgumentException: workers must be 1 to 64, not 1000',
    });
  });
});

describe.runIf(here)('objects of a program', { timeout: 240_000 }, () => {
  const app = visiting('Shapes');

  test('values of every shape read as a person would write them', async () => {
    const state = Object.fromEntries(await app.read());
    expect(state).toMatchObject({
      'Board/count': 3,
      'Board/big': '123456789012345678901234567890',
      'Board/price': 12.5,
      'Board/day': '2024-02-29',
      'Board/when': '1970-01-01T00:00:00Z',
      'Board/maybe': 'there',
      'Board/nothing': null,
      'Board/hits': 7,
      'Board/level': 'HIGH',
      'Board/scores/ada': 10,
      'Board/tags/0': 'a',
      'Board/site': 'https://example.org/x',
      'Board/ratio': 'NaN',
      'Board/past': '9007199254740993',
      'Board/me': 'board-1',
      'Board/connection': '[redacted]',
      'Board/payments/0/label': 'card',
      'Board/payments/1': 'Cash',
      'Board/workers/threads': 2,
      'Board/workers/active': 2,
      'Board/workers/queued': 1,
      'Board/workers/completed': 1,
      'Board/workers/maximum': 2,
      'Board/single/threads': 0,
    });
    const root = app.capture().roots.find((each) => each.name === 'Board');
    expect(root?.children?.find((child) => child.name === 'bytes')).toMatchObject({
      kind: 'omitted',
      omitted: 'binary',
      size: 3,
    });
    expect(root?.children?.some((child) => child.name === 'LIMIT' || child.name === 'lock')).toBe(false);
  });

  test('parameters are converted: numbers, enums, dates, lists, maps, nested objects', async () => {
    const result = await app.call('plan', {
      level: 'LOW',
      day: '2025-01-31',
      names: ['x', 'y'],
      weights: { x: 1, y: 2.5 },
      point: { x: 3, label: 'here' },
      amount: '10.25',
    });
    expect(result).toMatchObject({
      ok: true,
      value: 'LOW 2025-01-31 [x, y] {x=1.0, y=2.5} 3 here 10.25',
      invocation: { class_name: 'Shapes$Board', method_name: 'plan', is_static: false },
    });
    if (!result.ok) throw new Error(result.message);
    expect(result.invocation?.instance_id).toMatch(/^Shapes\$Board@/);
  });

  test.for([
    ['an enum', { level: 'MIDDLE' }, 'one of LOW, HIGH'],
    ['a date', { day: 'soon' }, 'java.time.LocalDate'],
    ['a nested field', { point: { x: 1, label: 'a', z: 2 } }, 'no field z'],
    ['a whole number', { point: { x: 1.5, label: 'a' } }, 'point.x takes int'],
  ] as const)('%s that does not fit is refused before anything runs', async ([, wrong, words]) => {
    const right = { level: 'LOW', day: '2025-01-31', names: [], weights: {}, point: { x: 1, label: '' }, amount: 1 };
    const result = await app.call('plan', { ...right, ...wrong });
    expect(result).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
    expect(result.message).toContain(words);
  });

  test('a call past its limit is told as still running; others go on', async () => {
    expect(await app.call('dawdle', { millis: 3000 }, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'timeout_still_running',
    });
    expect(await app.call('rename', { name: 'board-2' })).toMatchObject({ ok: true });
    expect((await app.read()).get('Board/name')).toBe('board-2');
  });

  test('a setter tells the field that undoes it', async () => {
    await app.read();
    const action = app.action('setCount');
    expect(action.kind).toBe('setter');
    expect(addresses(app.capture()).has(action.reads as string)).toBe(true);
  });

  test('a returned object is JSON', async () => {
    expect(await app.call('corner')).toMatchObject({ ok: true, value: { x: 1, label: 'corner' } });
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a class that opens nothing to the world', { timeout: 240_000 }, () => {
  test('offers what its neighbours may call; one that opens something offers that alone', async () => {
    const running = await start('Kiosk');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const app = visitor(() => session);
      await app.discover();
      const names = app.capture().actions.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['sell', 'setOpen', 'putIn']));
      expect(names).not.toContain('note');
      expect(names).not.toContain('shake');
      expect(await app.call('sell', { item: 'a paper' })).toMatchObject({ ok: true });
      expect(await app.call('setOpen', { on: true })).toMatchObject({ ok: true });
      const now = await app.read();
      expect([...now].filter(([key]) => /sold\/0$|open$/.test(key)).map(([, value]) => value)).toEqual(['a paper', true]);
    } finally {
      await running.stop();
    }
  });
});
