import type { RawCapture } from '@substrate/core';
import { expect, it } from 'vitest';
import { action, capture, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import { extentsOf, keysAt, placesOf, truncatedOf } from './places.js';
import type { Schema } from './schema.js';
import type { Interpretation } from './trace.js';
import { why } from './why.js';

/** Whatever an interpretation can be asked, as a text. */
const allOf = (read: Interpretation): string => {
  const keys = Object.keys({ ...read.objects, ...read.overflow });
  return JSON.stringify({
    read,
    bindings: [...read.bindings].map(([name, binding]) => [name, { ...binding }]),
    why: keys.map((key) => why(read, key)),
    places: keys.map((key) => placesOf(read, key)),
    keys: keysAt(read, ['store:cart', 'store:cart/items/0']),
    extents: [...extentsOf(read)],
    truncated: truncatedOf(read),
  });
};

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
};

const cart = (items: readonly string[], isKept: boolean): RawCapture => {
  const page = root('dom:main', 'dom', 'main', { deliveryNote: 'Ring twice, then wait' });
  const list = { items: items.map((name) => ({ nm: name, price: 3 })), ...(isKept && { deliveryNote: 'Ring twice, then wait' }) };
  const actions = [action({ name: 'dropItem', targets: ['store:cart/items/0'] })];
  return frozen(capture([page, root('store:cart', 'store', 'cart', list)], { actions }));
};

const corrected = (read: Interpretation, observed_key: string, correct_label: string): Schema =>
  frozen(
    learn(read.schema, read, {
      capture_id: 'c',
      schema_version: read.schema.version,
      corrections: [{ observed_key, correct_label, correct_type: 'string' }],
    }).schema,
  );

it('changes nothing that it was given, and nothing that it gave before', () => {
  const first = interpret(cart(['Tea'], false));
  frozen(first.schema);
  const told = allOf(first);
  // What the page shows turns out to be a copy, and its key is another's.
  const second = interpret(cart(['Tea', 'Milk'], true), { previous: first });
  expect(allOf(first)).toBe(told);
  const said = allOf(second);
  const schema = corrected(second, 'cart.items[0].nm', 'cart.items[0].name');
  const third = interpret(cart(['Tea', 'Milk'], true), { previous: second, schema });
  expect(Object.keys(third.objects)).toContain('cart.items[1].name');
  expect(allOf(second)).toBe(said);
  // Whatever came of it, the same again is the same.
  expect(allOf(interpret(cart(['Tea'], false)))).toBe(told);
  expect(allOf(interpret(cart(['Tea', 'Milk'], true), { previous: first }))).toBe(said);
});

it('leaves nothing behind where it fails half-way', () => {
  const { schema } = interpret(cart(['Tea'], false));
  const broken = {
    ...capture([root('store:one', 'store', 'notes', { text: 'Ring' })]),
    get actions(): never {
      throw new Error('gone');
    },
  };
  expect(() => interpret(broken, { schema })).toThrow('gone');
  expect(interpret(capture([root('store:two', 'store', 'notes', { text: 'Wait' })]), { schema }).objects).toEqual({
    'notes.text': 'Wait',
  });
});

it('keeps a correction to what is gone when a program that comes up is judged anew', () => {
  const shop = (count: number, rest: Record<string, string>): RawCapture =>
    capture([
      root('store:shop', 'store', 'shop', {
        ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`tea${i}Name`, `Tea ${i}`])),
        ...rest,
      }),
    ]);
  const first = interpret(shop(4, { owner: 'Ada' }));
  const schema = corrected(first, 'shop.owner', 'shop.baker');
  const grown = interpret(shop(200, {}), { previous: first, schema });
  expect(interpret(shop(200, { owner: 'Ada' }), { previous: grown }).objects['shop.baker']).toBe('Ada');
});
