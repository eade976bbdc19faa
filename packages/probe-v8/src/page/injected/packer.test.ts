import type { RawRoot } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { createPacker, type Packer } from './packer.js';

const root = (address: string, value: string): RawRoot => ({
  name: address,
  kind: 'object',
  address,
  source: 'global',
  children: [{ name: 'value', kind: 'value', value }],
});

const all = (packing: ReturnType<Packer['pack']>): { text: string; stops: number } => {
  for (let stops = 0; ; stops++) {
    const { done, value } = packing.next();
    if (done) return { text: value, stops };
  }
};

describe('packing a reading', () => {
  it('stops within each root, and sends those that are as they were by their address', () => {
    const packer = createPacker();
    const first = all(packer.pack([root('a', 'one'), root('b', 'two')], [], {}));
    expect(first.stops).toBe(4);
    expect(JSON.parse(first.text).roots).toEqual([root('a', 'one'), root('b', 'two')]);
    expect(JSON.parse(all(packer.pack([root('a', 'one'), root('b', 'three')], [], {})).text).roots).toEqual([
      'a',
      root('b', 'three'),
    ]);
  });

  it('stops between the parts of a large root, and within the sum of its text', () => {
    const rows = Array.from({ length: 30 }, (_, i) => root(String(i), 'a'.repeat(10_000)));
    const large: RawRoot = { ...root('rows', ''), kind: 'list', children: rows };
    const { text, stops } = all(createPacker().pack([large], [], {}));
    expect(stops).toBeGreaterThan(30 * 2 + 5);
    expect(JSON.parse(text).roots).toEqual([large]);
  });

  it('takes nothing as sent that was not packed to its end', () => {
    const packer = createPacker();
    packer.pack([root('a', 'one'), root('b', 'two')], [], {}).next();
    expect(packer.knows('a')).toBe(false);
    expect(JSON.parse(all(packer.pack([root('a', 'one')], [], {})).text).roots).toEqual([root('a', 'one')]);
  });
});
