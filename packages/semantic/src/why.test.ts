import { describe, expect, it } from 'vitest';
import { capture, node, root } from '../test/captures.js';
import { features } from './features.js';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import { why } from './why.js';

const shop = capture([
  root(
    'scope:server.js/board',
    'module',
    'board',
    { title: 'Harbour', tideLevel: 3, visitors: [{ name: 'Ada' }, { name: 'Grace' }] },
    { file: 'server.js' },
  ),
]);

describe('why a key is called what it is', () => {
  it('says the word of the program, the way to it and where it was found', () => {
    const { name } = why(interpret(shop), 'board.tide_level') ?? {};
    expect(name).toMatchObject({ origin: 'source', spelled: 'board.tideLevel' });
    expect(name?.explanation).toContain('“tideLevel”');
    expect(name?.explanation).toContain('a variable of a module (server.js)');
  });

  it('says that a list has a number of elements', () => {
    expect(why(interpret(shop), 'board.visitors.count')?.name).toMatchObject({ origin: 'count', spelled: 'board.visitors' });
  });

  it('says that words of the screen, or nothing at all, gave the name', () => {
    const page = capture([
      root('dom:main', 'dom', 'main', {}, { children: [node('f1', 'Ada', { label: 'Customer name', shown: true })] }),
      root('scope:a.js/q', 'module', 'q', {}, { children: [node('q7', 12)] }),
    ]);
    const read = interpret(page);
    const origins = Object.keys({ ...read.objects, ...read.overflow }).map((key) => [key, why(read, key)?.name.origin]);
    expect(Object.fromEntries(origins)).toMatchObject({ customer_name: 'label' });
    expect(origins.filter(([key]) => /unknown_0x/.test(key as string)).every(([, origin]) => origin === 'none')).toBe(true);
  });

  it('says that a person corrected it', () => {
    const first = interpret(shop);
    const { schema } = learn(first.schema, first, {
      capture_id: '0199a8f0-1c3c-7000-8000-000000000001',
      schema_version: first.schema.version,
      feedback_type: 'label_correction',
      corrections: [{ observed_key: 'board.title', correct_label: 'harbour.headline', correct_type: 'string', confidence: 1 }],
    });
    const told = why(interpret(shop, { schema }), 'harbour.headline');
    expect(told?.name).toMatchObject({ origin: 'correction', spelled: 'board.title' });
    expect(told?.explanation).toContain('A person named it');
  });
});

describe('why a key is served where it is', () => {
  it('counts it less that nothing says what holds it where the name itself has several words', () => {
    const minified = capture([
      root('scope:a.js/q', 'module', 'q', {}, { children: [node('q7', { path: '/lounge', concurrentLimit: 40 })] }),
    ]);
    const read = interpret(minified);
    const keys = Object.keys({ ...read.objects, ...read.overflow });
    const shares = keys.map((key) => [
      key.split('.').at(-1),
      why(read, key)?.reasons.find(({ feature }) => feature === 'unnamed')?.share,
    ]);
    expect(Object.fromEntries(shares)).toEqual({ path: features.unnamed[0], concurrent_limit: features.unnamed[0] / 2 });
  });

  it('says what is a library’s in an object of the program', () => {
    const race = [node('laps', 12), node('locked', true, { foreign: true })];
    const yard = capture([
      root(
        'scope:yard.js/race',
        'module',
        'race',
        {},
        { children: [node('regatta', {}, { type: 'Regatta', foreign: false, children: race })] },
      ),
    ]);
    const read = interpret(yard);
    const keys = Object.keys({ ...read.objects, ...read.overflow });
    const foreign = keys.filter((key) => why(read, key)?.explanation.includes('A library made it'));
    expect([keys.length, foreign.map((key) => key.split('.').at(-1))]).toEqual([2, ['locked']]);
  });

  it('tells what a library made after what is the application’s, though it be worth more', () => {
    const fields = [node('site', 'https://regatta.example/marks', { foreign: true }), node('laps', 0)];
    const read = interpret(capture([root('instance:Race', 'instance', 'Race', {}, { children: fields })]));
    const keys = Object.keys(read.objects);
    expect(keys).toEqual(['race.laps', 'race.site']);
    const [laps, site] = keys.map((key) => why(read, key)?.worth ?? 0);
    expect(site).toBeGreaterThan(laps as number);
  });

  it('says what the runtime knows of the variable and its object', () => {
    const bakery = capture([
      root(
        'static:Bakery.Shop',
        'static',
        'Shop',
        {},
        {
          children: [
            node('oven', { place: 'cellar', heat: 240 }, { fixed: true }),
            node('baker', 'Ada', { shared: 8, recent: true }),
            node('mood', 'merry'),
          ],
        },
      ),
    ]);
    const read = interpret(bakery);
    const told = (key: string) => why(read, key)?.explanation;
    expect(told('shop.oven.place')).toContain('set once');
    expect(told('shop.baker')).toMatch(/At least 8 objects .* It came after the program had started\.$/);
    expect(told('shop.mood')).not.toMatch(/set once|At least|It came/);
  });

  it('has the rank that the key has, and reasons that make up the worth', () => {
    const read = interpret(shop);
    const keys = Object.keys(read.objects);
    expect(keys.map((key) => why(read, key)?.rank)).toEqual(keys.map((_, at) => at + 1));
    const told = why(read, 'board.title');
    expect(told?.reasons.map(({ feature }) => feature)).toContain('module');
    expect(told?.explanation).toContain(`of ${keys.length} served keys`);
  });

  it('says why one is not served', () => {
    const many = capture([
      root('store:a', 'store', 'notes', Object.fromEntries([...Array(30)].map((_, i) => [`note_${i}x`, `Text ${i}`]))),
    ]);
    const read = interpret(many, { maxKeys: 10 });
    const [left] = Object.keys(read.overflow);
    expect(why(read, left as string)).toMatchObject({ served: false, rank: null });
    expect(why(read, left as string)?.explanation).toContain('no room');
    expect(why(read, 'nothing.like.this')).toBeUndefined();
  });

  it('does not say of one in doubt, which is served, that it would not be', () => {
    const read = interpret(capture([root('scope:a.js/q', 'module', 'q', { name: 'harbour' })]));
    const [told] = Object.keys(read.objects).map((key) => why(read, key));
    expect(told?.worth).toBeLessThan(0);
    expect(told?.explanation).toContain('The order is that of worth');
  });

  it('has a sentence for everything that is looked at', () => {
    for (const [, , says] of Object.values(features)) expect(says).toMatch(/^[A-Z].+\.$/);
  });
});
