import type { LearnRequest } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { action, capture, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import type { Interpretation } from './trace.js';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

const shop = (extra: Parameters<typeof capture>[1] = {}) =>
  capture(
    [
      root('redux#0', 'store', 'store', {
        cart: {
          items: [
            { caption: 'Tea', qty: '2' },
            { caption: 'Mug', qty: '1' },
          ],
          total: 3,
        },
        user: { name: 'Alice', age: '42' },
      }),
    ],
    extra,
  );

type Given = Partial<LearnRequest['corrections'][number]> & { observed_key: string };

const correct = (from: Interpretation, corrections: Given[], extra: Partial<LearnRequest> = {}) =>
  learn(from.schema, from, {
    capture_id: id,
    schema_version: from.schema.version,
    corrections: corrections.map((one) => ({ correct_label: one.observed_key, correct_type: 'string', ...one })),
    ...extra,
  });

const keysOf = (interpretation: Interpretation) => Object.keys(interpretation.objects);

describe('label_correction', () => {
  it('renames in the next cycle and bumps the patch', () => {
    const first = interpret(shop());
    const { schema, response } = correct(first, [{ observed_key: 'user.name', correct_label: 'customer.full_name' }]);
    expect(response).toMatchObject({ accepted: 1, rejected: 0, new_schema_version: '1.0.1', rejections: [] });
    const next = interpret(shop(), { schema, previous: first });
    expect(next.objects['customer.full_name']).toBe('Alice');
    expect('user.name' in next.objects).toBe(false);
    expect(next.objects['user.age']).toBe('42');
    expect(next.schema.version).toBe('1.0.1');
    expect(next.schema.keys['redux#0/user/name']).toMatchObject({ confirmed: true, confidence: 1 });
    expect(schema.corrections).toHaveLength(1);
  });

  it.each(['cart.items[0].name', 'cart.items.name', 'name'])('of an element holds for every element: %s', (label) => {
    const first = interpret(shop());
    const { schema } = correct(first, [{ observed_key: 'cart.items[0].caption', correct_label: label }]);
    const next = interpret(shop(), { schema });
    expect(next.objects['cart.items[0].name']).toBe('Tea');
    expect(next.objects['cart.items[1].name']).toBe('Mug');
    expect('cart.items[0].caption' in next.objects).toBe(false);
  });

  it('retypes where the type differs', () => {
    const first = interpret(shop());
    const { schema } = correct(first, [{ observed_key: 'user.age', correct_label: 'user.years', correct_type: 'number' }]);
    expect(interpret(shop(), { schema }).objects['user.years']).toBe(42);
  });

  it('makes an inferred key yield, within one patch', () => {
    const first = interpret(shop());
    const { schema, response } = correct(first, [{ observed_key: 'user.name', correct_label: 'cart.total' }]);
    expect(response.new_schema_version).toBe('1.0.1');
    const next = interpret(shop(), { schema, previous: first });
    expect(next.objects['cart.total']).toBe('Alice');
    expect(next.objects['cart.total_2']).toBe(3);
    expect(next.schema.version).toBe('1.0.1');
  });

  it('can swap two names in one request', () => {
    const first = interpret(shop());
    const { schema, response } = correct(first, [
      { observed_key: 'user.name', correct_label: 'user.age' },
      { observed_key: 'user.age', correct_label: 'user.name' },
    ]);
    expect(response).toMatchObject({ accepted: 2, new_schema_version: '1.0.2' });
    const next = interpret(shop(), { schema });
    expect([next.objects['user.age'], next.objects['user.name']]).toEqual(['Alice', '42']);
  });

  it('can be corrected back', () => {
    const first = interpret(shop());
    const away = correct(first, [{ observed_key: 'user.name', correct_label: 'nick' }]);
    const renamed = interpret(shop(), { schema: away.schema, previous: first });
    const back = correct(renamed, [{ observed_key: 'nick', correct_label: 'user.name' }]);
    expect(back.response.new_schema_version).toBe('1.0.2');
    expect(keysOf(interpret(shop(), { schema: back.schema })).sort()).toEqual(keysOf(first).sort());
  });

  it('applies to a key that holds nothing now', () => {
    const first = interpret(shop());
    const later = interpret(capture([root('redux#0', 'store', 'store', { cart: { items: [], total: 0 } })]), { previous: first });
    const { response } = correct(later, [{ observed_key: 'cart.items[0].caption', correct_label: 'cart.items[0].name' }]);
    expect(response.accepted).toBe(1);
  });
});

describe('rejections', () => {
  const reasons = (from: Interpretation, corrections: Given[], extra?: Partial<LearnRequest>) =>
    correct(from, corrections, extra).response.rejections.map((one) => one.reason);
  const first = interpret(shop());

  it('an unknown key', () => {
    expect(reasons(first, [{ observed_key: 'nobody.here' }])).toEqual(['unknown_key']);
  });
  it('a stale version rejects all', () => {
    const result = correct(first, [{ observed_key: 'user.name' }, { observed_key: 'user.age' }], { schema_version: '0.9.0' });
    expect(result.response.rejections.map((one) => one.reason)).toEqual(['stale_schema_version', 'stale_schema_version']);
    expect(result.schema).toBe(first.schema);
    expect(result.response.new_schema_version).toBe('1.0.0');
  });
  it('a label above or below an existing leaf', () => {
    expect(reasons(first, [{ observed_key: 'user.name', correct_label: 'cart' }])).toEqual(['label_conflict']);
    expect(reasons(first, [{ observed_key: 'user.name', correct_label: 'cart.total.x' }])).toEqual(['label_conflict']);
  });
  it.each(['cart.items[0].caption', 'cart.items[0]', 'cart.items[7].caption.x'])(
    "a label among a list's elements: %s",
    (label) => {
      const result = correct(first, [{ observed_key: 'user.name', correct_label: label }]);
      expect(result.response.rejections.map((one) => one.reason)).toEqual(['label_conflict']);
      expect(interpret(shop(), { schema: result.schema }).objects).toEqual(first.objects);
    },
  );
  it('a label that was confirmed for another', () => {
    const { response } = correct(first, [
      { observed_key: 'user.name', correct_label: 'who' },
      { observed_key: 'user.age', correct_label: 'who' },
    ]);
    expect(response).toMatchObject({
      accepted: 1,
      rejected: 1,
      rejections: [{ observed_key: 'user.age', reason: 'label_conflict' }],
    });
  });
  it('a type that does not exist', () => {
    expect(reasons(first, [{ observed_key: 'user.name', correct_type: 'text' }])).toEqual(['invalid_type']);
  });
  it('a label that is no key is an error of the request', () => {
    for (const label of ['user name', '[0].x', 'context.view', 'a..b', 'NaN.x', 'Math', 'Infinity[0]', 'a.__proto__']) {
      expect(() => correct(first, [{ observed_key: 'user.name', correct_label: label }])).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    }
  });
});

it('type_correction retypes only', () => {
  const first = interpret(shop());
  const { schema } = correct(first, [{ observed_key: 'cart.items[1].qty', correct_label: 'ignored', correct_type: 'number' }], {
    feedback_type: 'type_correction',
  });
  const next = interpret(shop(), { schema, previous: first });
  expect([next.objects['cart.items[0].qty'], next.objects['cart.items[1].qty']]).toEqual([2, 1]);
  expect(next.schema.version).toBe('1.0.1');
});

describe('action_correction', () => {
  const given = { actions: [action({ name: 'addItem', owner: 'cart' }), action({ name: 'getTotal', returns: 'number' })] };
  const first = interpret(shop(given));
  const act = (corrections: Given[]) => correct(first, corrections, { feedback_type: 'action_correction' });

  it('renames, and keeps the binding', () => {
    const { schema } = act([
      { observed_key: 'add_item', correct_label: 'put_into_cart', description: 'Puts a product into the cart.' },
    ]);
    const next = interpret(shop(given), { schema, previous: first });
    expect(next.bindings.get('put_into_cart')?.address).toBe(first.bindings.get('add_item')?.address);
    expect(next.actions.put_into_cart).toMatchObject({ description: 'Puts a product into the cart.', confidence: 1 });
    expect(next.actions.put_into_cart?.reversibility).toBe('irreversible_write');
  });
  it('does not look safer by a harmless name', () => {
    const { schema, lowered } = act([{ observed_key: 'add_item', correct_label: 'get_item' }]);
    expect(interpret(shop(given), { schema }).actions.get_item?.reversibility).toBe('irreversible_write');
    expect(lowered).toEqual([]);
  });
  it('tells when it is lowered, not when it is raised', () => {
    const down = act([{ observed_key: 'add_item', correct_label: 'add_item', reversibility: 'reversible_write' }]);
    expect(down.lowered).toEqual([{ action: 'add_item', inferred: 'irreversible_write', reversibility: 'reversible_write' }]);
    expect(interpret(shop(given), { schema: down.schema }).bindings.get('add_item')?.reversibility).toBe('reversible_write');
    expect(act([{ observed_key: 'get_total', correct_label: 'get_total', reversibility: 'irreversible_write' }]).lowered).toEqual(
      [],
    );
  });
  it('leaves built-in actions alone', () => {
    const click = action({ name: 'click', kind: 'builtin', address: 'builtin:click', reversibility: 'reversible_write' });
    const page = { actions: [...given.actions, click] };
    const shown = interpret(shop(page));
    const away = (from: Interpretation, observed_key: string, correct_label: string) =>
      correct(from, [{ observed_key, correct_label, reversibility: 'reversible_read' }], { feedback_type: 'action_correction' });
    for (const [observed, label] of [
      ['click', 'press_anything'],
      ['click', 'click'],
      ['add_item', 'click'],
    ] as const) {
      const { response, schema } = away(shown, observed, label);
      expect(response.rejections.map((one) => one.reason)).toEqual(['label_conflict']);
      expect(interpret(shop(page), { schema }).actions.click).toEqual(shown.actions.click);
    }
    // Nor while they are not there: the page was just loading.
    const loading = interpret(shop(given), { previous: shown });
    expect(away(loading, 'add_item', 'click').response.rejected).toBe(1);
  });
  it('takes no name that every object has', () => {
    for (const label of ['__proto__', 'constructor', 'toString'])
      expect(() => act([{ observed_key: 'add_item', correct_label: label }])).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
  });
  it('knows only actions', () => {
    expect(act([{ observed_key: 'user.name', correct_label: 'x' }]).response.rejections[0]?.reason).toBe('unknown_key');
  });
});
