import { type ChildProcess, spawn } from 'node:child_process';
import { completenessOf, defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { jvms, missing, missingDisplay, patience, type Running, start, startDisplay, until, whole } from './jvm.js';

const child = (node: RawNode | null | undefined, ...names: string[]): RawNode | undefined =>
  names.reduce<RawNode | undefined>((at, name) => at?.children?.find((each) => each.name === name), node ?? undefined);

const keys = ({ roots }: RawCapture): string[] => {
  const found: string[] = [];
  const visit = (node: RawNode, path: string): void => {
    if (node.kind === 'value') found.push(path);
    for (const each of node.children ?? []) visit(each, `${path}/${each.id ?? each.name}`);
  };
  for (const root of roots) visit(root, root.address);
  return found.sort();
};

describe.runIf(requireRuntime('jvm', missing()))('what is known of a value', { timeout: 240_000 }, () => {
  test('whether all of a class hold it, and whether it came since', async () => {
    const running = await start('Stable');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const yard = ({ roots }: RawCapture, ...path: string[]) =>
        child(
          roots.find(({ address }) => address === 'static:Stable'),
          'yard',
          ...path,
        );
      const call = async (method: string, name: string) => {
        const { address } = first.actions.find((action) => action.name === method)!;
        expect(await session.invoke({ address, parameters: { name }, timeoutMs: 5000 }, patience())).toMatchObject({ ok: true });
        return whole(session, 'poll');
      };
      const first = await whole(session, 'discover');
      // One groom for all five, told once and by its name elsewhere; a name and a mood for each; what lies in a box is no object of its own.
      expect(['groom', 'name', 'mood', 'legs'].map((name) => yard(first, 'horses', '3', name)?.shared)).toEqual([
        4,
        undefined,
        undefined,
        undefined,
      ]);
      expect(yard(first, 'groom')?.shared).toBeUndefined();
      // Whatever is met until everything was read once was there.
      await whole(session, 'poll');
      const second = await call('bring', 'foal');
      const recent = (capture: RawCapture, ...path: string[]) => yard(capture, ...path)?.recent;
      expect(['horses', 'horses/0/name', 'horses/5', 'horses/5/name'].map((path) => recent(second, ...path.split('/')))).toEqual([
        undefined,
        undefined,
        true,
        true,
      ]);
      expect(yard(second, 'horses', '0')).toBe(yard(first, 'horses', '0'));
      // Of a list that is not told whole nobody knows which were there: the first visit goes, and one that was not told moves up.
      const third = await call('hire', 'Hedda');
      const latest = (capture: RawCapture) => child(yard(capture, 'visits')?.children?.at(-1), 'by')?.value;
      expect(latest(third)).not.toBe(latest(second));
      expect(yard(third, 'visits')?.children?.some((visit) => visit.recent)).toBe(false);
      // Somebody else's horse: nobody shares any more.
      const last = await call('bring', 'mare');
      expect([yard(last, 'horses', '0', 'groom')?.shared, recent(last, 'groom')]).toEqual([undefined, true]);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what people wrote', { timeout: 240_000 }, () => {
  test('is told among many tables of the program, though it lies further down than they do', async () => {
    const running = await start('Forest', { options: ['-Dranger=Una', '-Dtown=Moss', '-Dnote=seen a lynx '] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      const hut = first.roots.find(({ address }) => address === 'static:Forest$Hut');
      const walks = child(hut, 'ranger', 'glade', 'path', 'walks')?.children ?? [];
      expect(walks.map((walk) => child(walk, 'note')?.value)).toEqual([0, 1, 2, 3, 4].map((one) => `seen a lynx ${one}`));
      // The tables are cut, as before.
      expect(JSON.stringify(first.roots.filter(({ address }) => address !== hut?.address))).toContain('"omitted":"budget"');
      expect(keys(await whole(session, 'poll'))).toEqual(keys(first));
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what a list holds', { timeout: 240_000 }, () => {
  test('is told there when a field elsewhere comes to lead to it, and by the field once it is in no list', async () => {
    const running = await start('Bindery');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const call = async (method: string) => {
        const { address } = first.actions.find(({ name }) => name === method)!;
        expect(await session.invoke({ address, parameters: {}, timeoutMs: 5000 }, patience())).toMatchObject({ ok: true });
        await whole(session, 'poll');
        return keys(await whole(session, 'poll')).filter((key) => /author/.test(key));
      };
      const first = await whole(session, 'discover');
      const told = [0, 1].map((at) => `static:Bindery/hall/shelf/volumes/${at}/author`);
      expect(keys(first)).toEqual(expect.arrayContaining(told));
      expect(await call('bind')).toEqual(told);
      // Who comes next tells it there, too.
      await using next = await createJvmProbe().attach(running.app, undefined, patience());
      expect(keys(await whole(next, 'discover')).filter((key) => /author/.test(key))).toEqual(told);
      expect(await call('give')).toEqual([told[0], 'static:Bindery/press/last/author']);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what is beyond a capture', { timeout: 240_000 }, () => {
  let running: Running;
  let session: ProbeSession;
  let capture: RawCapture;
  const root = 'static:Ledger';
  const read = (path: string[], from = 0, limit = 200) =>
    session.read!({ root, path, from, limit, budget: defaultBudget }, patience());

  beforeAll(async () => {
    running = await start('Ledger');
    session = await createJvmProbe().attach(running.app, undefined, patience());
    capture = await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await running?.stop();
  });

  const book = (name: string) =>
    child(
      capture.roots.find(({ address }) => address === root),
      'book',
      name,
    );

  test('what is cut has its true size, and texts their true length', () => {
    expect(book('orders')).toMatchObject({ kind: 'list', size: 1500 });
    expect(book('orders')?.children?.length).toBeLessThan(1500);
    expect(book('customers')).toMatchObject({ size: 1500 });
    expect(book('empty')).toMatchObject({ kind: 'list', children: [] });
    expect(book('history')).toMatchObject({ length: 10_000 });
    expect(String(book('history')?.value)).toHaveLength(defaultBudget.maxString);
    expect(book('greeting')?.length).toBeUndefined();
  });

  test('a static variable says whether it is set once', () => {
    const ledger = capture.roots.find(({ address }) => address === root);
    expect([child(ledger, 'book')?.fixed, child(ledger, 'keeper')?.fixed]).toEqual([true, undefined]);
  });

  test('it counts what it read', () => {
    const { counts } = capture;
    expect(counts).toMatchObject({ nodesCut: 0, nodesFailed: 0 });
    expect(counts?.rootsReached).toBe(counts?.rootsKnown);
    expect(counts?.nodesRead).toBeGreaterThan(100);
    expect(completenessOf(capture.counts)).toBe(1);
  });

  test('a budget that ran out counts as cut', async () => {
    await using other = await createJvmProbe().attach(running.app, undefined, patience());
    const small = await other.capture({ mode: 'discover', budget: { ...defaultBudget, maxNodes: 40 } }, patience());
    expect(small.counts!.nodesCut + (small.counts!.rootsKnown - small.counts!.rootsReached)).toBeGreaterThan(0);
    expect(completenessOf(small.counts)).toBeLessThan(1);
  });

  test('words of the program are told from words of its users', () => {
    expect(book('greeting')).toMatchObject({ value: 'Welcome to the ledger', literal: true });
    expect(book('typed')).toMatchObject({ value: 'Ada Lovelace', literal: false });
    expect(child(book('orders'), '0', 'sku')).toMatchObject({ value: 'sku-1', literal: false });
    expect(child(book('orders'), '0', 'status')).toMatchObject({ value: 'open', literal: true });
  });

  test('what lies below a key without a name is told', async () => {
    expect(child(book('sessions'), '#0', 'visits')?.value).toBe(4);
    expect(child(book('spots'), '3,14')?.value).toBe('taken');
    expect(await read(['book', 'spots', '3,14'])).toMatchObject({ value: 'taken' });
    expect(await read(['book', 'sessions', '#0', 'visits'])).toMatchObject({ value: 4 });
  });

  test('bytes that read as text are text, others only counted', () => {
    expect(book('message')).toMatchObject({ kind: 'value', value: 'Order 17 was paid by Grace Hopper.' });
    expect(book('buffer')).toMatchObject({ kind: 'value', value: 'buffered: Grüße aus Köln' });
    expect(book('picture')).toMatchObject({ kind: 'omitted', omitted: 'binary', size: 12 });
  });

  test('elements of a list anywhere in it', async () => {
    const some = await read(['book', 'orders'], 700, 3);
    expect(some).toMatchObject({ kind: 'list', size: 1500 });
    expect(some?.children?.map((each) => [each.name, child(each, 'id')?.value])).toEqual([
      ['700', 701],
      ['701', 702],
      ['702', 703],
    ]);
    // Records come whole.
    expect(child(some?.children?.[0], 'notes', '0')?.value).toBe('note of 701');
    expect((await read(['book', 'orders'], 0, 2000))?.children).toHaveLength(1500);
    expect((await read(['book', 'orders'], 1499, 10))?.children).toHaveLength(1);
    expect((await read(['book', 'orders'], 5000, 10))?.children).toHaveLength(0);
  });

  test('one element, one key, one field', async () => {
    expect(await read(['book', 'orders', '1499', 'sku'])).toMatchObject({ kind: 'value', value: 'sku-1500' });
    expect(await read(['book', 'bySku', 'sku-1200', 'id'])).toMatchObject({ value: 1200 });
    expect(await read(['book', 'months', '7'])).toMatchObject({ kind: 'list', size: 2, children: [{ value: 7 }, { value: 49 }] });
    expect(await read(['book', 'bySku', 'sku-9999'])).toBeNull();
    expect(await read(['book', 'orders', '1500'])).toBeNull();
    expect(await read(['nothing'])).toBeNull();
    const whole = await session.read!(
      { root, path: ['book', 'history'], from: 0, limit: 1, budget: { ...defaultBudget, maxString: 20_000 } },
      patience(),
    );
    expect(String(whole?.value)).toHaveLength(10_000);
  });

  test('a set keeps its order beyond what is told', async () => {
    const first = book('customers')?.children?.map(({ value }) => value);
    const again = await read(['book', 'customers'], 0, first!.length);
    expect(again?.children?.map(({ value }) => value)).toEqual(first);
    expect((await read(['book', 'customers'], 1498, 5))?.children?.map(({ value }) => value)).toEqual([
      'customer 11499',
      'customer 11500',
    ]);
  });
});

describe.runIf(requireRuntime('jvm', missing() ?? missingDisplay()))(
  'what is beyond a capture of a window',
  { timeout: 240_000 },
  () => {
    test('rows of a table and entries of a list', async () => {
      const display = await startDisplay();
      const running = await start('Rows', { env: { DISPLAY: display.display } });
      try {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        const capture = await whole(session, 'discover');
        const root = capture.roots.find(({ source }) => source === 'window')!;
        const table = root.children?.find((each) => child(each, 'rows'));
        expect(child(table, 'rows')).toMatchObject({ size: 1000 });
        // Cells by what would be painted, else by the fields of what is in them.
        const first = child(table, 'rows', '5');
        expect(child(first, 'Person')).toMatchObject({
          kind: 'object',
          children: [
            { name: 'name', value: 'person 5' },
            { name: 'age', value: 25 },
          ],
        });
        expect(child(first, 'Badge')?.value).toBe('badge 5');
        expect(child(first, 'Guests')?.value).toBe('person 5, person 6');
        expect(child(first, 'Seats')?.value).toBe('seat 5');
        const read = (path: string[], from: number, limit: number) =>
          session.read!({ root: root.address, path, from, limit, budget: defaultBudget }, patience());
        const rows = await read([table!.name, 'rows'], 900, 2);
        expect(rows).toMatchObject({ size: 1000, children: [{ name: '900' }, { name: '901' }] });
        expect(child(rows, '901', 'Name')?.value).toBe('row 901');
        expect(await read([table!.name, 'rows', '950', 'Name'], 0, 1)).toMatchObject({ value: 'row 950' });
        expect(await read(['title'], 0, 1)).toMatchObject({ value: 'Rows' });
      } finally {
        await running.stop();
        display.stop();
      }
    });
  },
);

describe.runIf(requireRuntime('jvm', missing() ?? missingDisplay()))('what the program keeps', { timeout: 240_000 }, () => {
  test('is told below its owner, whatever windows are open', async () => {
    const display = await startDisplay();
    const running = await start('Panes', { env: { DISPLAY: display.display } });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const press = async (key: string): Promise<string[]> => {
        const before = running.output().length;
        running.child.stdin?.write(key);
        await until(
          () => Promise.resolve(running.output().slice(before)),
          (text) => text.includes('done'),
        );
        const capture = await whole(session, 'poll');
        expect(capture.roots.filter(({ source, label }) => source === 'window' && label?.match(/View|frame/))).toEqual([]);
        return keys(capture);
      };
      const kept = async (key: string) => (await press(key)).filter((key) => key.startsWith('static:Panes'));
      const first = keys(await whole(session, 'discover'));
      const own = first.filter((key) => key.startsWith('static:Panes'));
      expect(own).toEqual(expect.arrayContaining(['static:Panes/papers/0/title', 'static:Panes/papers/1/lines/0']));
      // Inner objects of a window are parts of it, and no others come with a second one.
      expect(first.filter((key) => key.startsWith('instance:'))).toEqual([]);
      // The view shows whose it is, and has state of its own.
      expect(first).toEqual(expect.arrayContaining(['component:Panes$View/paper', 'component:Panes$View/zoom']));
      // What is unsaved has a star in the titles of its window, tab and frame, which are values, and what is saved may have another name: none is in a key.
      const view = 'window:Panes$View';
      expect(first.filter((key) => /^window:.*(letter|strip)/.test(key))).toEqual([]);
      expect(first).toEqual(
        expect.arrayContaining([
          `${view}/sheetFrame/title`,
          `${view}/sheetFrame/textField`,
          `${view}/tabs/textField/title`,
          `${view}/tabs/textField/textField`,
          `${view}/tabs/notes/title`,
          `${view}/tabs 2/Margins/textField`,
          `${view}/tabs 2/Paper/textField`,
        ]),
      );
      for (const key of ['c', 's', 'c', 'a', 's']) expect(await press(key)).toEqual(first);
      // A dialog shows the same panel, less deep, and of the same sheet: what the window tells stays where it was.
      expect(first).toEqual(
        expect.arrayContaining(['component:Panes$Strip/shown/sheet/folds', 'component:Panes$Strip/shown/layers']),
      );
      expect(await press('d')).toEqual(expect.arrayContaining(first));
      expect(await press('e')).toEqual(first);
      expect(await press('+')).toEqual(expect.arrayContaining(first));
      // One window of the class again, of the other paper: all is told by the names that the first one had.
      expect(await press('-')).toEqual(first);
      // Frames of plain components, one of which goes by another title.
      const framed = await press('f');
      expect(framed.length).toBeGreaterThan(first.length);
      const both = await press('f');
      expect(both).toEqual(expect.arrayContaining(framed));
      expect(await press('g')).toEqual(both);
      expect(await press('h')).toEqual(framed);
      expect(await kept('-')).toEqual(own);
    } finally {
      await running.stop();
      display.stop();
    }
  });

  test('is called on the screen what the fields of its maker call it', async () => {
    const display = await startDisplay();
    const running = await start('Foyer', { env: { DISPLAY: display.display } });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const read = keys(await whole(session, 'discover'));
      expect(read).toContain('window:javax.swing.JFrame/statusLine');
      expect(read).toContain('window:javax.swing.JFrame/visitorName');
    } finally {
      await running.stop();
      display.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what only a method holds', { timeout: 240_000 }, () => {
  test.each(jvms())('%s: goes with the method, whenever the collector comes', async (java) => {
    const running = await start('Passing', { java });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const depot = ['instance:Passing$Depot/door/locks', 'instance:Passing$Depot/town'];
      const told = (capture: RawCapture) => keys(capture).filter((key) => key.startsWith('instance:'));
      expect(told(await whole(session, 'discover'))).toEqual([
        ...depot,
        'instance:Passing$Parcel/papers/0/stops/0',
        'instance:Passing$Parcel/stamps',
        'instance:Passing$Parcel/to',
      ]);
      running.child.stdin?.write('\n');
      await until(
        () => Promise.resolve(running.output()),
        (text) => text.includes('handled Oslo'),
      );
      // The parcel at once, what it alone held with the walk that comes of it.
      expect(told(await whole(session, 'poll'))).not.toContain('instance:Passing$Parcel/to');
      await until(
        async () => told(await whole(session, 'poll')),
        (now) => now.join() === depot.join(),
      );
    } finally {
      await running.stop();
    }
  });

  test('is told no more when the method lets it go later, either', async () => {
    const running = await start('Passing');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const told = async (mode: 'discover' | 'poll') =>
        (await whole(session, mode)).roots
          .map(({ address }) => address)
          .filter((address) => address.startsWith('instance:'))
          .sort();
      await told('discover');
      expect(await told('poll')).toEqual(['instance:Passing$Depot', 'instance:Passing$Parcel']);
      running.child.stdin?.write('\n');
      await until(
        () => told('poll'),
        (now) => now.join() === 'instance:Passing$Depot',
      );
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what weak references alone lead to', { timeout: 240_000 }, () => {
  test.each(jvms())('%s: is not told, however far below them it lies', async (java) => {
    const running = await start('Echoes', { java, arguments: ['good morning'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { roots } = await whole(session, 'discover');
      const told = roots.map(({ address }) => address).filter((address) => address.includes('Echoes'));
      expect(told).toEqual(['instance:Echoes$Voice']);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('what is replaced while it is read', { timeout: 240_000 }, () => {
  test.each(jvms())('%s: is told where it is held, and what it took the place of nowhere', async (java) => {
    const running = await start('Turning', { java });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      await whole(session, 'discover');
      const look = async () => (await whole(session, 'poll')).roots.filter(({ address }) => address.includes('Turning'));
      let told = await look();
      // A walk that a busy machine cuts off is made again with the next captures, and not for long.
      for (let again = 0; again < 8 && told.length > 1; again++) told = await look();
      expect(told.map(({ address }) => address)).toEqual(['static:Turning']);
      expect(child(told[0], 'board', 'turn', 'number')?.value).toBeGreaterThan(0);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a server that tells of itself in beans', { timeout: 240_000 }, () => {
  const order = async ({ child: { stdin }, output }: Running, line: string): Promise<void> => {
    const before = output().split('done').length;
    stdin?.write(`${line}\n`);
    await until(
      async () => output().split('done').length,
      (now) => now > before,
    );
  };

  test.for(jvms())('has the same keys when its main method has let go of what it held (%s)', async (java) => {
    const running = await start('Pier', { java });
    const look = async (): Promise<string[]> => {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      return keys(await whole(session, 'discover'));
    };
    try {
      const before = await look();
      expect(before).toContain('instance:Pier$DockManager/berths');
      expect(before).toContain('instance:Pier$DockManager/tides/high');
      // Told where they are held, or not at all.
      expect(before.filter((key) => /Pier\$(Lamp|Notes)/.test(key))).toEqual([]);
      await order(running, 'let go');
      expect(await look()).toEqual(before);
    } finally {
      await running.stop();
    }
  });

  test('asks to be looked at anew when it was known, and met while it was starting', async () => {
    const running = await start('Pier');
    try {
      const known = { format: 1, roots: [] };
      await using session = await createJvmProbe().attach(running.app, known, patience());
      const poll = () => session.capture({ mode: 'poll', budget: defaultBudget }, patience());
      expect((await poll()).known).toBeUndefined();
      await order(running, 'load');
      await until(poll, (capture) => capture.known !== undefined);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a program that is met while it starts', { timeout: 240_000 }, () => {
  test.for(jvms())('is looked at again when it has started, without what its methods held (%s)', async (java) => {
    const running = await start('Moving', { java });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const roots = async (mode: 'discover' | 'poll') => (await whole(session, mode)).roots.map(({ address }) => address);
      expect(await roots('discover')).toContain('instance:Moving$Van');
      running.child.stdin?.write('\n');
      const later = await until(
        () => roots('poll'),
        (all) => all.includes('instance:Moving$Desk'),
      );
      expect(later).not.toContain('instance:Moving$Van');
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a heap that is too large to be walked', { timeout: 240_000 }, () => {
  test.for(jvms())('is gone through while the application goes on (%s)', async (java) => {
    const running = await start('Attic', { java, options: ['-Xmx900m', '-Dmegabytes=250'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      let capture = await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
      const shop = () => capture.roots.find(({ address }) => address === 'instance:Attic$Shop');
      while (capture.notes.some((note) => note.includes('still being looked for'))) {
        capture = await session.capture({ mode: 'poll', budget: defaultBudget }, patience());
      }
      expect(child(shop(), 'motto')?.value).toBe('open late');
      expect(child(shop(), 'customers', 'ada', 'orders')?.value).toBe(3);
      // What the search came to is worth to be known at the next attach.
      expect(capture.known?.roots.map(({ address }) => address)).toContain('instance:Attic$Shop');
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing() ?? missingDisplay()))('beside four busy loops', { timeout: 600_000 }, () => {
  const spin = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

  // The last has a heap that only just may be walked.
  test.for(['StoreServer', 'QueueService', 'SettingsDesktop', 'Ledger', 'Attic'])(
    '%s has the keys that it has alone',
    async (main) => {
      const display = await startDisplay();
      const env = { DISPLAY: display.display };
      const look = async (): Promise<string[]> => {
        const running = await start(main, { env, options: ['-Dmegabytes=32'] });
        try {
          await using session = await createJvmProbe().attach(running.app, undefined, patience());
          await session.capture({ mode: 'discover', budget: defaultBudget }, patience());
          return keys(await session.capture({ mode: 'poll', budget: defaultBudget }, patience()));
        } finally {
          await running.stop();
        }
      };
      try {
        const alone = await look();
        const loops = Array.from({ length: 4 }, spin);
        try {
          expect(await look()).toEqual(alone);
        } finally {
          for (const loop of loops) loop.kill('SIGKILL');
        }
        expect(alone.length).toBeGreaterThan(3);
      } finally {
        display.stop();
      }
    },
  );
});

describe.runIf(requireRuntime('jvm', missing()))('what only a library holds', { timeout: 240_000 }, () => {
  test.each(jvms())('%s: is found behind a variable of a waiting method, and followed when it is replaced', async (java) => {
    const running = await start('Clearing', { java });
    const keep = async (line: string, times: number): Promise<void> => {
      running.child.stdin?.write(`${line}\n`);
      await until(
        async () => running.output().split('kept').length - 1,
        (kept) => kept === times,
      );
    };
    const label = (capture: RawCapture, key: string) =>
      child(
        capture.roots.find(({ address }) => address === 'library:org.apache.depot.Depot$Shelves'),
        'parcels',
        key,
        'label',
      )?.value;
    try {
      await keep('p-17,for the lighthouse,420', 1);
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      expect(first.roots.find(({ source }) => source === 'task')).toMatchObject({
        address: 'local:Clearing.main.Depot',
        type: 'org.apache.depot.Depot',
      });
      expect(label(first, 'p-17')).toBe('for the lighthouse');
      expect(first.roots.map(({ address }) => address)).not.toContain('library:org.apache.depot.Depot$Codecs');
      await keep('p-18,back to sender,75', 2);
      const next = await whole(session, 'poll');
      expect([label(next, 'p-17'), label(next, 'p-18')]).toEqual(['for the lighthouse', 'back to sender']);
      await using later = await createJvmProbe().attach(running.app, first.known, patience());
      expect(label(await whole(later, 'poll'), 'p-18')).toBe('back to sender');
    } finally {
      await running.stop();
    }
  });

  test('keeps its address when others of its kind are filled and emptied, also for the next visit', async () => {
    const bays = ({ roots }: RawCapture) =>
      roots
        .filter(({ type }) => type === 'org.apache.depot.Depot$Bay')
        .map((root) => [root.address, ...(child(root, 'waiting')?.children ?? []).map(({ name }) => name)]);
    const [north, south] = ['library:org.apache.depot.Depot$Bay[0]', 'library:org.apache.depot.Depot$Bay[1]'];
    const running = await start('Clearing');
    const park = async (bay: string, key: string, times: number): Promise<void> => {
      running.child.stdin?.write(`${key},on a pallet,900,${bay}\n`);
      await until(
        async () => running.output().split('kept').length - 1,
        (kept) => kept === times,
      );
    };
    try {
      await park('south', 'p-21', 1);
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      expect(bays(first)).toEqual([[north], [south, 'p-21']]);
      await park('north', 'p-22', 2);
      await using again = await createJvmProbe().attach(running.app, undefined, patience());
      expect(bays(await whole(again, 'discover'))).toEqual([[north, 'p-22'], [south]]);
      const next = await start('Clearing');
      try {
        await using later = await createJvmProbe().attach(next.app, first.known, patience());
        expect(bays(await whole(later, 'poll'))).toEqual([[north], [south]]);
      } finally {
        await next.stop();
      }
    } finally {
      await running.stop();
    }
  });

  test.each(jvms())('%s: has a name and an address of its own where two are alike', async (java) => {
    const running = await start('Clearing', { java, options: ['-Dspare=true'] });
    try {
      running.child.stdin?.write('p-17,for the lighthouse,420\n');
      await until(
        async () => running.output(),
        (said) => said.includes('kept'),
      );
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { roots } = await whole(session, 'discover');
      expect(roots.filter(({ type }) => type === 'org.apache.depot.Depot').map(({ address, name }) => [address, name])).toEqual([
        ['local:Clearing.main.Depot', 'Depot'],
        ['local:Clearing.main.Depot[2]', 'Depot 2'],
      ]);
    } finally {
      await running.stop();
    }
  });

  test.each(jvms())('%s: is found once the method that makes it has come that far', async (java) => {
    const running = await start('Clearing', { java, options: ['-Dlate=true'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const first = await whole(session, 'discover');
      expect(first.roots.filter(({ source }) => source === 'task')).toEqual([]);
      running.child.stdin?.write('begin\np-17,for the lighthouse,420\n');
      const later = await until(
        async () => (await whole(session, 'poll')).roots.map(({ address }) => address),
        (roots) => roots.includes('library:org.apache.depot.Depot$Shelves'),
      );
      expect(later).toContain('local:Clearing.main.Depot');
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))('a large program', { timeout: 240_000 }, () => {
  test('that was met while it started is walked again, though it loads a class now and then for good', async () => {
    const running = await start('Quarry');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const told = (capture: RawCapture) => keys(capture).includes('instance:Quarry$Crane/driver');
      expect(told(await whole(session, 'discover'))).toBe(false);
      running.child.stdin?.write('\n');
      expect(told(await until(() => whole(session, 'poll'), told))).toBe(true);
    } finally {
      await running.stop();
    }
  });

  test('that has started: what comes with a second window moves nothing of the first', async () => {
    const running = await start('Annex');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const told = (capture: RawCapture) => keys(capture).filter((key) => key.startsWith('instance:Annex$Hall'));
      const before = told(await whole(session, 'discover'));
      expect(before).toContain('instance:Annex$Hall/seats');
      // Classes are listed anew a second later, two seconds after that, then four, eight and sixteen.
      const look = async (seconds: number) => {
        for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((done) => setTimeout(done, 200)))
          await whole(session, 'poll');
      };
      await look(9);
      running.child.stdin?.write('+');
      await look(30);
      expect(told(await whole(session, 'poll'))).toEqual(before);
    } finally {
      await running.stop();
    }
  });

  test('that has started: what stood alone is called the same when another comes beside it, by the next visitor too', async () => {
    const running = await start('Annex');
    const seats = ({ roots }: RawCapture) =>
      roots.flatMap((root) =>
        root.address.startsWith('instance:Annex$Hall') ? [[root.address, child(root, 'seats')?.value]] : [],
      );
    const alone = ['instance:Annex$Hall', 120];
    try {
      {
        await using session = await createJvmProbe().attach(running.app, undefined, patience());
        await whole(session, 'discover');
        for (const end = Date.now() + 12_000; Date.now() < end; await new Promise((done) => setTimeout(done, 200)))
          await whole(session, 'poll');
        expect(seats(await whole(session, 'poll'))).toEqual([alone]);
      }
      running.child.stdin?.write('1');
      await until(
        () => Promise.resolve(running.output()),
        (text) => text.includes('opened'),
      );
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      expect(seats(await whole(session, 'discover'))).toEqual([alone, ['instance:Annex$Hall[1]', 30]]);
    } finally {
      await running.stop();
    }
  });

  test('of which one object holds all: what there is little of is told before the rest of what there is much of', async () => {
    const running = await start('Studio');
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { roots } = await whole(session, 'discover');
      const studio = roots.find(({ address }) => address === 'static:Studio.instance');
      const parts = child(studio, 'services', 'desk', 'piece', 'parts')?.children;
      expect(parts?.map((part) => child(part, 'bars', '0', 'tempo', 'beats')?.value)).toEqual([150, 150, 150]);
    } finally {
      await running.stop();
    }
  });
});

describe.runIf(requireRuntime('jvm', missing()))(
  'a known program that is met before it has made what is known',
  { timeout: 240_000 },
  () => {
    test('is looked at again until that is there', async () => {
      const told = ({ roots }: RawCapture) => roots.some(({ address }) => address === 'instance:Late$Granary');
      const first = await start('Late');
      let known: RawCapture['known'];
      try {
        first.child.stdin?.write('\n');
        await using session = await createJvmProbe().attach(first.app, undefined, patience());
        known = (await until(() => whole(session, 'discover'), told)).known;
      } finally {
        await first.stop();
      }
      const second = await start('Late');
      try {
        await using session = await createJvmProbe().attach(second.app, known, patience());
        expect(told(await whole(session, 'poll'))).toBe(false);
        second.child.stdin?.write('\n');
        expect(told(await until(() => whole(session, 'poll'), told))).toBe(true);
      } finally {
        await second.stop();
      }
    });
  },
);
