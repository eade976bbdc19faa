import { describe, expect, it } from 'vitest';
import { capture, root } from '../test/captures.js';
import { interpret } from './interpret.js';

const tab = (url: string) => [root('tabs', 'tabs', 'tabs', [{ title: url, url, active: true, window_id: 'A' }])];
const confidenceAt = (url: string): number =>
  interpret(capture(tab(url), { context: { url, location: null, view: null, window_title: '', window_id: 'A' } })).confidence;

describe('confidence', () => {
  it.each(['about:blank', 'chrome://newtab/'])('lets an agent go on from %s, where there is nothing to find', (url) => {
    expect(confidenceAt(url)).toBeGreaterThan(0.9);
  });

  it('is the same for few keys as for many', () => {
    const few = interpret(capture([root('store#0', 'store', 'store', { total: 3 })]));
    const many = interpret(
      capture([root('store#0', 'store', 'store', Object.fromEntries([...Array(40)].map((_, i) => [`price_${i}x`, i + 2])))]),
    );
    expect(few.confidence).toBe(many.confidence);
    expect(confidenceAt('https://example.org/')).toBeGreaterThan(0.9);
  });

  const gates = (confidence: number): string => (confidence >= 0.95 ? 'all' : confidence >= 0.8 ? 'reversible' : 'reads');
  const rows = (columns: readonly string[], count: number) =>
    Array.from({ length: count }, (_, i) => Object.fromEntries(columns.map((name, at) => [name, i * 31 + at + 2])));

  it('lets everything be done where the application itself named what is served', () => {
    const page = capture([
      root('dom:main', 'dom', 'main', { text: 'Two for one on Mondays', open_orders: '3' }),
      root('global:shop', 'global', 'shop', {
        cart: { total: 7, items: rows(['price', 'quantity'], 30) },
        customer: 'Ada',
        queue: null,
      }),
    ]);
    expect(gates(interpret(page).confidence)).toBe('all');
    const cut = { ...page, counts: { ...page.counts, nodesRead: 80, nodesCut: 20 } };
    expect(gates(interpret(cut).confidence)).toBe('all');
  });

  it('does not tell what has no name, and lets nothing be done for good where most names are garbage', () => {
    const title = { title: 'Orders', open: 4, sold: 5 };
    const garbage = ['Bt', 'kW', 'vV', 'qX', 'zJ', 'Uo', 'Aq', 'wB', 'hK', 'Xm'];
    const table = interpret(capture([root('global:app', 'global', 'app', { parts: rows(garbage, 50), ...title })]));
    expect(Object.keys(table.objects).filter((key) => key.includes('unknown_'))).toEqual([]);
    expect(Object.keys(table.overflow).filter((key) => key.includes('unknown_'))).toHaveLength(50 * garbage.length);
    expect(table.objects['parts.count']).toBe(50);
    expect(gates(table.confidence)).toBe('reversible');
    const few = interpret(capture([root('global:app', 'global', 'app', { parts: rows(['Bt', 'price', 'size'], 50), ...title })]));
    expect(gates(few.confidence)).toBe('all');
    const scattered = root('global:app', 'global', 'app', { qX: 4, zJ: 5, Bt: 'a', kW: 'b', vV: 7, title: 'Orders', sold: 9 });
    expect(gates(interpret(capture([scattered])).confidence)).toBe('reversible');
  });

  it('tells of what has no name and is a library\u2019s nothing but plain records, and names nothing by the type of its value', () => {
    const bag = (whose: { foreign?: boolean }) => {
      const made = interpret(
        capture([
          root('scope:a/qX', 'module', 'qX', { maxRetries: 3, orders: [{ guest: 'Ada', seats: 2 }] }, whose),
          root('scope:a/zJ', 'module', 'zJ', '/^a$/', { type: 'RegExp' }),
          root('scope:a/shop', 'module', 'shop', { owner: 'Kim' }),
        ]),
      );
      return { keys: Object.keys(made.objects).map((key) => key.split('.').at(-1)), confidence: made.confidence };
    };
    expect(bag({}).keys).toContain('max_retries');
    expect(bag({ foreign: true }).keys.sort()).toEqual(['count', 'guest', 'owner', 'seats']);
    expect(bag({ foreign: true }).confidence).toBeGreaterThan(bag({}).confidence);
  });

  it('trusts no short word among names that a minifier made', () => {
    const of = (names: readonly string[]) =>
      Object.keys(
        interpret(
          capture([root('global:app', 'global', 'app', { up: { ...Object.fromEntries(names.map((name) => [name, 7])) } })]),
        ).objects,
      );
    expect(of(['id', 'on', 'map', 'qX', 'zJ', 'Bt', 'kW'])).toEqual([]);
    expect(of(['id', 'on', 'price', 'size']).sort()).toEqual(['up.id', 'up.on', 'up.price', 'up.size']);
  });

  it('takes letters for names where they measure something together, and else for none', () => {
    const of = (...names: string[]) =>
      Object.keys(
        interpret(
          capture([root('global:app', 'global', 'app', { up: Object.fromEntries(names.map((name, at) => [name, at + 2])) })]),
        ).objects,
      ).sort();
    expect(of('x', 'y', 'x1', 'y1')).toEqual(['up.x', 'up.x1', 'up.y', 'up.y1']);
    expect(of('r', 'g', 'b', 'a')).toEqual(['up.a', 'up.b', 'up.g', 'up.r']);
    expect(of('a', 'b', 'c')).toEqual([]);
  });

  it('lets little be written where most was not read', () => {
    const page = capture([root('global:shop', 'global', 'shop', { cart: { total: 7 }, customer: 'Ada' })]);
    const lost = { ...page, counts: { ...page.counts, nodesRead: 10, nodesCut: 90 } };
    expect(gates(interpret(lost).confidence)).toBe('reads');
  });

  it('counts a name once for all the elements that it stands in and all numbers that it has, and a little more for many', () => {
    const odd = (count: number): number =>
      interpret(capture([root('store#0', 'store', 'store', { total: 3, open: 4, sold: 5, parts: rows(['bt'], count) })]))
        .confidence;
    expect(odd(2)).toBeGreaterThan(odd(40));
    expect(odd(40)).toBeGreaterThan(0.8);
    const padded = (count: number): number => {
      const fields = ['total', 'open', 'sold', 'price', 'size', 'owner', 'city', 'street'].map((name, at) => [name, at]);
      const padding = Array.from({ length: count }, (_, at) => [`p${at}`, 0]);
      return interpret(capture([root('store#0', 'store', 'store', Object.fromEntries([...fields, ...padding]))])).confidence;
    };
    expect(padded(2)).toBeGreaterThan(padded(6));
    expect(padded(6)).toBeGreaterThan(0.9);
  });

  it('falls with a known root that was not found, and not with one that the program has let go', () => {
    const [shop, note] = [
      root('store#0', 'store', 'shop', { total: 3 }),
      root('window:Note', 'window', 'note', { text: 'hello' }),
    ];
    const roots = [shop, note].map(({ address, source }) => ({ address, source, locator: null }));
    const { schema } = interpret({ ...capture([shop, note]), known: { format: 1, roots } });
    const closed = capture([shop]);
    expect(interpret(closed, { schema }).confidence).toBeLessThan(0.9);
    expect(interpret({ ...closed, gone: ['window:Note'] }, { schema }).confidence).toBeGreaterThan(0.95);
  });

  it('falls with what was not read, and with names that say nothing', () => {
    const whole = capture([root('store#0', 'store', 'store', { total: 3, qx: 4, zj: 5 })]);
    const named = capture([root('store#0', 'store', 'store', { total: 3, open: 4, sold: 5 })]);
    expect(interpret({ ...named, counts: { ...named.counts, nodesCut: named.counts.nodesRead } }).confidence).toBeLessThan(
      interpret(named).confidence,
    );
    expect(interpret(whole).confidence).toBeLessThan(interpret(named).confidence);
  });
});
