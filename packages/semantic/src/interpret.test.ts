import { describe, expect, it } from 'vitest';
import { interpret } from './interpret.js';
import { capture, root } from './testing.js';

describe('interpret', () => {
  it('names the facts of a store by their path', () => {
    const result = interpret(
      capture([root('redux#0', 'store', 'redux', { cart: { items: [{ name: 'Tea', qty: 2 }], total: 3 }, user: null })]),
    );
    expect({ ...result.objects }).toEqual({
      'cart.items[0].name': 'Tea',
      'cart.items[0].qty': 2,
      'cart.items.count': 1,
      'cart.total': 3,
      user: null,
    });
  });
});
