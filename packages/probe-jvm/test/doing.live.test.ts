import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, jvms, missing, missingDisplay, patience, type Running, start, startDisplay, until, whole } from './jvm.js';

const child = (node: RawNode | null | undefined, ...names: string[]): RawNode | undefined =>
  names.reduce<RawNode | undefined>((at, name) => at?.children?.find((each) => each.name === name), node ?? undefined);

describe.runIf(requireRuntime('jvm', missing()))('what lies below what holds it', { timeout: 240_000 }, () => {
  test('can be done with once for a class, told which; of a library where the program works with it', async () => {
    const running = await start('Mooring', { arguments: ['a grey ketch', 'Ada', 'Bo'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { actions } = await whole(session, 'discover');
      const named = (name: string) => actions.filter((action) => action.name === name);
      const call = (name: string, parameters: Record<string, unknown>) =>
        session.invoke({ address: named(name)[0]?.address ?? name, parameters, timeoutMs: 30_000 }, patience());
      const at = async (...path: string[]) =>
        child(
          (await whole(session, 'poll')).roots.find(({ address }) => address === 'instance:Mooring'),
          ...path,
        )?.value;

      const which = { name: 'which_element', type: 'string', required: false };
      expect(named('work')).toMatchObject([{ owner: 'Sailor', parameters: [which, { name: 'times', type: 'number' }] }]);
      expect(named('pay')).toMatchObject([{ owner: 'Chest', parameters: [which, { name: 'amount' }] }]);
      const nobody = { ok: false, dispatched: false, reason: 'bad_parameter' };
      expect(await call('pay', { amount: 9 })).toMatchObject(nobody);
      expect(await call('pay', { which_element: 'crew of nobody', amount: 9 })).toMatchObject(nobody);
      expect(await call('pay', { which_element: 'crew of Bo', amount: 9 })).toMatchObject({ ok: true });
      expect(await at('crews', 'crew of Bo', 'chest', 'coins')).toBe(9);
      // Both are the first of their crew.
      expect(await call('work', { which_element: '0', times: 2 })).toMatchObject(nobody);
      expect(await call('work', { which_element: 'Ada', times: 2 })).toMatchObject({ ok: true });
      expect(await at('crews', 'crew of Ada', 'sailors', '0', 'shifts')).toBe(2);

      // As the interface says that the program calls; there is but one.
      expect(named('dredge')).toEqual([]);
      const note = { name: 'note', type: 'string', sourceType: 'any' };
      expect(named('setNote')).toMatchObject([
        { parameters: [which, { name: 'name' }, note], reversibility: 'irreversible_write' },
      ]);
      expect(await call('setNote', { name: 'masts', note: 2 })).toMatchObject({ ok: true });
      expect(await at('harbour', 'berths', '7', 'notes', 'masts')).toBe(2);
      expect(await at('harbour', 'berths', '7', 'notes', 'guest')).toBe('a grey ketch');
      // It holds nothing of the program's: what sets something that is told, and nothing else; what the program knows nothing of, not even that.
      expect(await call('setBrightness', { brightness: 80 })).toMatchObject({ ok: true });
      expect(await at('harbour', 'lights', 'brightness')).toBe(80);
      expect([...named('blink'), ...named('setLongest')]).toEqual([]);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a program that is sent messages, and reads lines', { timeout: 240_000 }, () => {
  test('is sent each form that they have, and does with a line what it does itself', async () => {
    const source = fileURLToPath(new URL('records/Mailroom.java', import.meta.url));
    execFileSync('javac', ['-parameters', '--release', '17', '-d', classPath(), source]);
    const running = await start('Mailroom', { arguments: ['letters of the day'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await whole(session, 'discover');
      // Where threads are is known when they were looked at.
      const { actions } = await until(
        () => whole(session, 'poll'),
        ({ actions }) => actions.some(({ name }) => name === 'follow'),
      );
      const named = (name: string) => actions.filter((action) => action.name === name);
      const call = (name: string, parameters: Record<string, unknown> = {}) =>
        session.invoke({ address: named(name)[0]?.address ?? name, parameters, timeoutMs: 30_000 }, patience());
      const when = (value: unknown, ...path: string[]) =>
        until(
          async () =>
            child(
              (await whole(session, 'poll')).roots.find(({ address }) => address === 'instance:Mailroom'),
              ...path,
            )?.value,
          (now) => now === value,
        );
      expect(actions.map(({ name }) => name).filter((name) => name.startsWith('tell'))).toEqual(
        expect.arrayContaining(['tellBell', 'tellDeliver', 'tellRename', 'tellShut']),
      );
      expect([...named('tell'), ...named('tellSweep')]).toEqual([]);
      expect(named('tellDeliver')).toMatchObject([
        {
          parameters: [
            { name: 'to', type: 'string', required: true },
            { name: 'parcels', type: 'number' },
            { name: 'notes', type: 'array' },
          ],
        },
      ]);
      expect(await call('tellDeliver', { to: 'Ada', parcels: 2.5, notes: [] })).toMatchObject({
        ok: false,
        dispatched: false,
        reason: 'bad_parameter',
      });
      expect(await call('tellDeliver', { to: 'Ada', parcels: 2, notes: ['fragile'] })).toMatchObject({ ok: true });
      await when(2, 'letters', 'shelves', 'Ada');
      await when('delivered [fragile]', 'letters', 'last');
      expect(named('tellBell')).toMatchObject([{ parameters: [{ choices: ['MORNING', 'EVENING'] }] }]);
      expect(await call('tellBell', { message: 'EVENING' })).toMatchObject({ ok: true });
      await when('bell EVENING', 'letters', 'last');
      expect(await call('tellShut')).toMatchObject({ ok: true });
      await when('shut', 'letters', 'last');
      expect(await call('tellRename', { name: 'night post' })).toMatchObject({ ok: true });
      await when('night post', 'letters', 'name');
      // What a class above leaves open is what its own says.
      expect(await call('clear', { shelf: 'Ada' })).toMatchObject({ ok: true });
      await when(undefined, 'letters', 'shelves', 'Ada');
      // What never changes has nothing done to it.
      expect(named('longer')).toEqual([]);
      expect(named('announce')).toHaveLength(1);
      expect(await call('follow', { line: 'boss Grace' })).toMatchObject({ ok: true });
      await when('Grace', 'boss');
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a web server that answers by lambdas', { timeout: 240_000 }, () => {
  test.each(jvms())('%s: is asked at its port, and does what is its own', async (java) => {
    const running = await start('Tavern', { java });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { actions } = await whole(session, 'discover');
      const route = actions.find(({ kind }) => kind === 'route');
      expect(route).toMatchObject({ name: 'REQUEST /guests', source: 'endpoint' });
      const call = (name: string, parameters: Record<string, unknown>) =>
        session.invoke(
          { address: actions.find((one) => one.name === name)?.address ?? name, parameters, timeoutMs: 30_000 },
          patience(),
        );
      const ask = (parameters: Record<string, unknown>) => call('REQUEST /guests', parameters);
      expect(await ask({ method: 'TRACE' })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
      expect(await ask({ method: 'GET', below: 'two words' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      // What the server says is what came of it, and a secret is none of it.
      expect(await ask({ method: 'GET', below: 'Ada', query: { room: 'a b' } })).toMatchObject({
        ok: true,
        value: { status: 404, body: { asked: 1, password: '[redacted]' } },
      });
      expect(await ask({ body: { beds: 2 } })).toMatchObject({ ok: true, value: { status: 201 } });
      expect(await call('deliver', { drink: 'perry', bottles: 6 })).toMatchObject({ ok: true });
      const { roots } = await whole(session, 'poll');
      const tavern = roots.find(({ address }) => address === 'instance:Tavern');
      expect(child(tavern, 'asked', '0')?.value).toBe('GET /guests/Ada?room=a+b ');
      expect(child(tavern, 'asked', '1')?.value).toBe('POST /guests {"beds":2}');
      expect(child(tavern, 'stock', 'perry')?.value).toBe(6);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('records and beans that are alike', { timeout: 240_000 }, () => {
  let running: Running;
  let session: ProbeSession;
  let capture: RawCapture;
  const poll = async () => {
    capture = await session.capture({ mode: 'poll', budget: defaultBudget }, patience());
    return capture;
  };
  const call = (name: string, parameters: Record<string, unknown>) => {
    const all = capture.actions.filter((action) => action.name === name);
    expect(all.map(({ address }) => address)).toHaveLength(1);
    return session.invoke({ address: all[0]!.address, parameters, timeoutMs: 30_000 }, patience());
  };
  const office = (...names: string[]) =>
    child(
      capture.roots.find(({ address }) => address === 'static:Clerk'),
      'office',
      ...names,
    );

  beforeAll(async () => {
    running = await start('Clerk');
    session = await createJvmProbe().attach(running.app, undefined, patience());
    capture = await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await running?.stop();
  });

  test('a method of the elements of a list is offered once, and asks which', async () => {
    const deposit = capture.actions.filter(({ name }) => name === 'deposit');
    expect(deposit).toMatchObject([
      {
        owner: 'Account',
        targets: ['static:Clerk/office/accounts'],
        parameters: [
          { name: 'which_element', type: 'string', required: false },
          { name: 'amount', type: 'number', required: true },
        ],
      },
    ]);
    expect(await call('deposit', { which_element: 1, amount: 40 })).toMatchObject({ ok: true, value: 40 });
    await poll();
    expect(office('accounts')?.children?.map((each) => child(each, 'balance')?.value)).toEqual([0, 40, 0]);
    // By what it alone holds.
    expect(await call('deposit', { which_element: 'alan', amount: 7 })).toMatchObject({ ok: true, value: 7 });
    expect(await call('deposit', { which_element: 3, amount: 1 })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await call('deposit', { amount: 1 })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
  });

  test('one of a map by its key', async () => {
    expect(await call('rewrite', { which_element: 'second', text: 'good bye' })).toMatchObject({ ok: true });
    await poll();
    expect(office('letters', 'second', 'text')?.value).toBe('good bye');
    expect(await call('rewrite', { which_element: 'third', text: 'x' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
  });

  test('a method that takes objects of the application is told which by their key, id or place', async () => {
    expect(capture.actions.find(({ name }) => name === 'lay')?.parameters).toMatchObject([
      { name: 'letter', type: 'string', required: true },
      { name: 'desk', type: 'string', required: true },
    ]);
    // None of those is there.
    expect(capture.actions.find(({ name }) => name === 'shred')).toBeUndefined();
    const content = () => office('desks')?.children?.map((each) => child(each, 'content')?.value ?? null);
    expect(await call('lay', { letter: 'first', desk: '32' })).toMatchObject({ ok: true });
    await poll();
    expect(content()).toEqual([null, 'dear all']);
    expect(await call('lay', { letter: 'first', desk: '0' })).toMatchObject({ ok: true });
    await poll();
    expect(content()).toEqual(['dear all', 'dear all']);
    const nobody = { ok: false, dispatched: false, reason: 'bad_parameter' };
    expect(await call('lay', { letter: 'third', desk: '32' })).toMatchObject(nobody);
  });

  test('an object that is nothing but a few values is asked for by them', async () => {
    expect(capture.actions.find(({ name }) => name === 'store')?.parameters).toMatchObject([
      { name: 'room', type: 'string', required: true },
      { name: 'height', type: 'number', required: false },
      { name: 'name', type: 'string', required: true },
    ]);
    expect(await call('store', { room: 'attic', height: 3, name: 'lamps' })).toMatchObject({ ok: true });
    expect(await call('store', { room: 'cellar', name: 'jars' })).toMatchObject({ ok: true });
    await poll();
    expect(office('stored')?.children?.map(({ name, value }) => [name, value])).toEqual([
      ['attic,3', 'lamps'],
      ['cellar,1', 'jars'],
    ]);
    const nothing = { ok: false, dispatched: false, reason: 'bad_parameter' };
    expect(await call('store', { height: 3, name: 'lamps' })).toMatchObject(nothing);
    expect(await call('store', { room: '', height: 3, name: 'lamps' })).toMatchObject(nothing);
    expect(await call('store', { room: 'attic', height: 'high', name: 'lamps' })).toMatchObject(nothing);
  });

  test('a thread of the application tells what it keeps', () => {
    expect(office('runner', 'errand')?.value).toBe('stamps');
  });

  test('a collection of a library that leads back to itself costs nothing beside it', () => {
    expect(office('motto')?.value).toBe('all in order');
    expect(office('keys')?.children?.map(({ value }) => value)).toEqual(['front door']);
    expect(capture.counts.nodesFailed).toBe(0);
  });

  test('an operation of beans that are alike is offered once, and asks which', async () => {
    const open = capture.actions.find(({ name }) => name === 'open');
    expect(open?.parameters[0]).toMatchObject({
      name: 'bean',
      choices: [1, 2, 3, 4, 5].map((number) => `Drawer drawer${number}`),
    });
    expect(await call('open', { bean: 'Drawer drawer4', value: 2 })).toMatchObject({ ok: true });
    await poll();
    const opened = capture.roots.filter(({ source }) => source === 'mbean').map((root) => child(root, 'Opened')?.value);
    expect(opened).toEqual([0, 0, 0, 2, 0]);
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what a scripting engine made', { timeout: 240_000 }, () => {
  const offered = async () => {
    const running = await start('Charmer');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { actions } = await whole(session, 'discover');
      return actions.map(({ name }) => name).toSorted();
    } finally {
      await running.stop();
    }
  };

  test('offers nothing of its own; the program does', async () => {
    expect(await offered()).toEqual(['play', 'slither', 'slither']);
    // What says that it is an engine's, in the folder of the program.
    const services = join(classPath(), 'META-INF', 'services');
    mkdirSync(services, { recursive: true });
    writeFileSync(join(services, 'javax.script.ScriptEngineFactory'), '# the engine\norg.snake.engine.SnakeFactory\n');
    expect(await offered()).toEqual(['play']);
  });
});

describe.runIf(requireRuntime('jvm', missing() ?? missingDisplay()))('a Swing window', { timeout: 240_000 }, () => {
  let display: Awaited<ReturnType<typeof startDisplay>>;
  let running: Running;
  let session: ProbeSession;
  let capture: RawCapture;
  const call = (name: string, parameters: Record<string, unknown> = {}) => {
    const found = capture.actions.find((action) => action.name === name && action.source === 'window');
    if (!found) throw new Error(`no ${name}: ${capture.actions.map((action) => action.name).join(', ')}`);
    return session.invoke({ address: found.address, parameters, timeoutMs: 30_000 }, patience());
  };
  const statics = async (name: string) => {
    capture = await whole(session, 'poll');
    return child(
      capture.roots.find(({ address }) => address === 'static:Counter'),
      name,
    )?.value;
  };

  beforeAll(async () => {
    display = await startDisplay();
    running = await start('Counter', { env: { DISPLAY: display.display } });
    session = await createJvmProbe().attach(running.app, undefined, patience());
    capture = await whole(session, 'discover');
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await running?.stop();
    display?.stop();
  });

  test('a text that is put in is taken over as if the field were left', async () => {
    expect(await call('Guest', { text: 'Ada' })).toMatchObject({ ok: true });
    expect(
      await until(
        () => statics('taken'),
        (taken) => taken === 'Ada',
      ),
    ).toBe('Ada');
  });

  test('Enter is pressed where only keys are listened to', async () => {
    expect(await call('Search', { text: 'tea' })).toMatchObject({ ok: true });
    expect(await call('submit Search')).toMatchObject({ ok: true });
    expect(
      await until(
        () => statics('entered'),
        (entered) => entered === 'tea',
      ),
    ).toBe('tea');
    expect(await call('submit Search', { text: 'milk' })).toMatchObject({ ok: true });
    expect(
      await until(
        () => statics('entered'),
        (entered) => entered === 'milk',
      ),
    ).toBe('milk');
  });

  test('a node that is folded away is selected', async () => {
    expect(await call('Card', { value: 'Menu / Drinks / Hot / Tea' })).toMatchObject({ ok: true });
    capture = await whole(session, 'poll');
    const window = capture.roots.find(({ source }) => source === 'window');
    expect(child(window, 'Card', 'selected')?.value).toBe('Menu / Drinks / Hot / Tea');
    expect(await call('Card', { value: 'Menu / Cakes' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
  });

  test('a node of a tree goes by the words that are painted for it, where it has none itself', async () => {
    expect(await call('Staff', { value: 'Waiter Ines' })).toMatchObject({ ok: true });
    capture = await whole(session, 'poll');
    const window = capture.roots.find(({ source }) => source === 'window');
    expect(child(window, 'Staff', 'selected')?.value).toBe('Waiter Ines');
  });

  test('what is in a cell goes by what the table paints for it, else by its fields; a spinner by what its editor shows', () => {
    const window = capture.roots.find(({ source }) => source === 'window');
    const row = child(window, 'Bills', 'rows', '0');
    expect(child(row, 'Served by')?.value).toBe('Waiter Ines');
    expect(child(row, 'Dish')?.children?.map(({ name, value }) => [name, value])).toEqual([
      ['called', 'Soup'],
      ['price', 7],
    ]);
    // Its renderer throws.
    expect(child(row, 'Extra', 'called')?.value).toBe('Pie');
    expect(child(window, 'Shift')?.value).toBe('Waiter Ines');
  });

  test('what is held as whatever was touched last goes by its class, and what is painted as a page by its words', () => {
    const window = capture.roots.find(({ source }) => source === 'window');
    expect(child(window, 'touched')).toBeUndefined();
    expect(child(window, 'cellar', 'items')?.children?.map(({ value }) => value)).toEqual(['House red']);
  });

  test('a menu that is filled as it opens can be opened, and what is in it chosen', async () => {
    const offered = (name: string) => capture.actions.find((action) => action.name === name);
    expect(offered('Cake')).toBeUndefined();
    expect(offered('open menu Recent')).toMatchObject({ kind: 'menu_item', owner: 'Orders', opens: true });
    expect(await call('Void')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    expect(await call('open menu Recent')).toMatchObject({ ok: true });
    capture = await whole(session, 'poll');
    expect(offered('Cake')).toMatchObject({ owner: 'Orders > Recent' });
    expect(await call('Cake')).toMatchObject({ ok: true });
    expect(await statics('opened')).toBe('Cake');
    // The application looks whether it can be chosen when its menu opens.
    expect(await call('Void')).toMatchObject({ ok: true });
    expect(await statics('voided')).toBe(1);
  });

  test('what is disabled says so before it is tried', async () => {
    const described = (name: string) => capture.actions.find((action) => action.name === name)?.description ?? '';
    expect(described('Pay')).toContain('disabled');
    // A title is a value: it names nothing that can be done.
    expect(capture.actions.find(({ name }) => name === 'Pay')).not.toHaveProperty('owner');
    expect(described('Help')).not.toContain('disabled');
    expect(await call('Pay')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    // Behind what does not open.
    expect(described('Ring')).toContain('disabled');
    expect(await call('Ring')).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    expect(await statics('fired')).toBe(0);
    expect(described('tabs')).toContain('Garden');
    expect(await call('tabs', { tab: 'Garden' })).toMatchObject({ ok: false, dispatched: false, reason: 'disabled' });
    expect(await call('tabs', { tab: 'Hall' })).toMatchObject({ ok: true });
  });
});

describe.runIf(requireRuntime('jvm', missing() ?? missingDisplay()))('a large screen', { timeout: 240_000 }, () => {
  test('leaves the methods behind it their room; menus of the other button, and windows that can be closed, are things to do', async () => {
    const display = await startDisplay();
    const running = await start('Marina', { arguments: ['Ada of the pier'], env: { DISPLAY: display.display } });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      const named = (name: string) => first.actions.filter((action) => action.name === name);
      const call = (name: string, parameters: Record<string, unknown> = {}) =>
        session.invoke({ address: named(name)[0]?.address ?? name, parameters, timeoutMs: 30_000 }, patience());
      const windows = ({ roots }: RawCapture) => roots.filter(({ source }) => source === 'window');
      const said = (words: string) =>
        until(
          () => whole(session, 'poll'),
          ({ roots }) =>
            child(
              roots.find(({ address }) => address === 'window:Marina'),
              'said',
            )?.value === words,
        );
      // Those that do something come before those that only ask.
      expect(named('zone')).toMatchObject([{ owner: 'Plan' }]);
      expect(named('Tow away')).toMatchObject([{ kind: 'menu_item', owner: 'table' }]);
      expect(await call('table', { row: 1 })).toMatchObject({ ok: true });
      expect(await call('Tow away')).toMatchObject({ ok: true });
      await said('towed Tuuli');
      expect(named('Home')).toMatchObject([{ owner: 'table > Send' }]);
      expect(await call('Home')).toMatchObject({ ok: true });
      await said('sent home');
      // By its own words where no other has them.
      expect(await call('waters', { value: 'West buoy' })).toMatchObject({ ok: true });
      await said('at [Sea, West, West buoy]');
      expect(await call('waters', { value: 'Rock' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
      // A menu that the program makes as it is asked for it is not asked for.
      const asked = first.roots.find(({ address }) => address === 'static:Marina$Chart');
      expect(child(asked, 'asked')?.value ?? 0).toBe(0);
      // Not the first window, and none that would end the program.
      expect(windows(first)).toHaveLength(4);
      expect(first.actions.filter(({ name }) => name.startsWith('close ')).map(({ name }) => name)).toEqual([
        'close window',
        'close Tip',
      ]);
      expect(await call('close Tip')).toMatchObject({ ok: true });
      expect(await call('close window')).toMatchObject({ ok: true });
      await until(
        () => whole(session, 'poll'),
        (now) => windows(now).length === 2,
      );
    } finally {
      await running.stop();
      display.stop();
    }
  });
});
