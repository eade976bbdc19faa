import type { ActionSchema, Objects } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { searchActions, searchKeys, spaced, wordsOf } from './search.js';

const objects: Objects = {
  'cart.total_items': 3,
  'cart.items[0].name': 'Green tea',
  'cart.items[0].price': 12.5,
  'order.total': 99,
  'user.name': 'Ada Lovelace',
  'user.email': 'ada@example.org',
  'user.password': '[redacted]',
  'settings["dark mode"]': true,
  'straße.größe': 'Über',
};
const overflow: Objects = { 'debug.order_total_cache': 1, 'log.level': 'info' };

const find = (query: string, limit = 20) => searchKeys(objects, overflow, wordsOf(query), limit);
const keys = (query: string): string[] => find(query).results.map(({ key }) => key);

describe('words', () => {
  it.each([
    ['orderTotal', ' order total '],
    ['order_total', ' order total '],
    ['Order total:', ' order total '],
    ['ORDER-TOTAL', ' order total '],
    ['HTTPServer', ' http server '],
    ['größe', ' grosse '],
    ['a[0].bC', ' a 0 b c '],
  ])('%s', (name, words) => expect(spaced(name)).toBe(words));

  it('of an empty query are none', () => expect([wordsOf(''), wordsOf('  \t ')]).toEqual([[], []]));
  it('keep numbers whole', () => expect(wordsOf('price 12.50')).toEqual([{ text: 'price' }, { text: '12.50', number: 12.5 }]));
});

describe('searchKeys', () => {
  it.each(['order total', 'total order', 'orderTotal', 'order_total', 'ORDER-TOTAL', 'ordertotal', 'Orders total'])(
    'finds a key by %s, best first, beyond what is served too',
    (query) => {
      expect(keys(query).slice(0, 2)).toEqual(['order.total', 'debug.order_total_cache']);
    },
  );

  it('says whether a key is served', () => {
    expect(find('order total').results.map(({ key, served }) => [key, served])).toEqual([
      ['order.total', true],
      ['debug.order_total_cache', false],
    ]);
  });

  it.each([
    ['lovelace', 'user.name', 'lovelace in the value'],
    ['green', 'cart.items[0].name', 'green in the value'],
    ['12.50', 'cart.items[0].price', '12.50 in the value'],
    ['item name tea', 'cart.items[0].name', 'item, name in the key; tea in the value'],
    ['dark mode', 'settings["dark mode"]', 'dark, mode in the key'],
    ['ada@example.org', 'user.email', 'ada, example, org in the value'],
    ['uber', 'straße.größe', 'uber in the value'],
    ['GRÖSSE', 'straße.größe', 'grosse in the key'],
  ])('%s: %s, because %s', (query, key, why) => {
    const [first] = find(query).results;
    expect([first?.key, first?.matched]).toEqual([key, why]);
  });

  it('prefers the name of the key itself to the names above it', () => {
    expect(keys('name')[0]).toBe('user.name');
    expect(keys('user name')[0]).toBe('user.name');
  });

  it('gives what has the most words where nothing has all', () => {
    expect(keys('order total vat')).toEqual(['order.total', 'debug.order_total_cache']);
  });

  it('takes a word that nothing has for its neighbour, and says so', () => {
    const [first] = find('oder totla').results;
    expect([first?.key, first?.matched]).toEqual(['order.total', 'oder (as order), totla (as total) in the key']);
  });

  it('finds nothing where nothing is', () => expect(find('zebra crossing')).toEqual({ total: 0, results: [] }));

  it('never finds a redacted value, not by its mark either', () => {
    expect(keys('redacted')).toEqual([]);
    expect(keys('[redacted]')).toEqual([]);
    expect(keys('password')).toEqual(['user.password']);
  });

  it('counts all and gives as many as asked for, equal ones in the order served', () => {
    const list = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`orders[${i}].state`, 'open']));
    const { total, results } = searchKeys(list, {}, wordsOf('order state'), 3);
    expect([total, results.map(({ key }) => key)]).toEqual([50, ['orders[0].state', 'orders[1].state', 'orders[2].state']]);
  });
});

describe('searchActions', () => {
  const action = (over: Partial<ActionSchema>): ActionSchema => ({
    signature: 'fn() -> void',
    reversibility: 'reversible_write',
    description: '',
    confidence: 1,
    parameters: [],
    ...over,
  });
  const actions = {
    add_item: action({
      signature: 'fn(sku: string) -> void',
      parameters: [{ name: 'sku', type_name: 'string', required: true }],
    }),
    delete_account: action({ reversibility: 'irreversible_write', description: 'Removes the account for good.' }),
  };
  const names = (query: string) => searchActions(actions, wordsOf(query), 20).results.map(({ action: name }) => name);

  it('finds by name, parameter and description', () => {
    expect([names('item add'), names('sku'), names('for good')]).toEqual([['add_item'], ['add_item'], ['delete_account']]);
  });

  it('tells signature, reversibility and why', () => {
    expect(searchActions(actions, wordsOf('deleteAccount'), 20)).toEqual({
      total: 1,
      results: [
        {
          action: 'delete_account',
          signature: 'fn() -> void',
          reversibility: 'irreversible_write',
          matched: 'delete, account in the name',
        },
      ],
    });
  });
});
