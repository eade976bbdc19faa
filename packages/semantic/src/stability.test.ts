import { isBelow, type RawCapture, type RawNode, type RawRoot } from '@substrate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture, type Literal, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { formatSchema, parseSchema } from './schema.js';

/** The same fact has the same key, whatever happens around it. */

/** `SUBSTRATE_FULL=1` looks fifteen times longer. */
const times = process.env.SUBSTRATE_FULL ? 15 : 1;

const fieldName = fc.constantFrom(
  'name',
  'title',
  'items',
  'total',
  'user',
  'data',
  'state',
  '_total',
  'getTotal',
  'a',
  'b',
  'cx',
  'list',
  'value',
  'count',
  'token',
  'x y',
  '__proto__x',
  'id42',
);
const leaf: fc.Arbitrary<Literal> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 0, max: 50 }),
  fc.boolean(),
  fc.constant(null),
);
const tree: fc.Arbitrary<Literal> = fc.letrec<{ tree: Literal }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fieldName, tie('tree'), { maxKeys: 5 }),
  ),
})).tree;

const roots: fc.Arbitrary<RawRoot[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('store', 'cart', 'todos', 'App', 'member', 'q', 'com.acme.Shop.INSTANCE', 'server.js'),
      source: fc.constantFrom('store' as const, 'module' as const, 'component' as const, 'dom' as const, 'static' as const),
      value: tree,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) => list.map(({ name, source, value }, at) => root(`${source}:${name}#${at}`, source, name, value)));

const addressed = (result: ReturnType<typeof interpret>) =>
  Object.fromEntries(Object.entries(result.schema.keys).map(([pattern, entry]) => [pattern, entry.key]));
const all = (result: ReturnType<typeof interpret>) => ({ ...result.objects, ...result.overflow });

const shuffled = (node: RawNode, seed: number): RawNode => {
  if (!node.children) return node;
  const children = node.children.map((child) => shuffled(child, seed));
  if (node.kind === 'list') return { ...node, children };
  return {
    ...node,
    children: children.sort(
      (a, b) => ((a.name.length * 7 + seed) % 5) - ((b.name.length * 7 + seed) % 5) || (a.name < b.name ? 1 : -1),
    ),
  };
};

const copied = (given: RawCapture): RawCapture => JSON.parse(JSON.stringify(given)) as RawCapture;

describe('stability', () => {
  it('does not depend on the order of roots and fields', () => {
    fc.assert(
      fc.property(roots, fc.integer({ min: 0, max: 9 }), (list, seed) => {
        const one = interpret(capture(list));
        const other = interpret(capture([...list].reverse().map((node) => shuffled(node, seed) as RawRoot)));
        expect(all(other)).toEqual(all(one));
      }),
      { numRuns: 150 * times },
    );
  });

  it('is the same after a restart of the daemon, through the file', () => {
    fc.assert(
      fc.property(roots, (list) => {
        const one = interpret(capture(list));
        const read = parseSchema(formatSchema(one.schema));
        if (!('schema' in read)) throw new Error(read.message);
        const again = interpret(copied(capture(list)), { schema: read.schema });
        expect(all(again)).toEqual(all(one));
        expect(again.schema).toBe(read.schema);
      }),
      { numRuns: 100 * times },
    );
  });

  it('moves nobody when roots come and go', () => {
    fc.assert(
      fc.property(roots, roots, (list, more) => {
        const others = more.map((node) => ({ ...node, address: `later:${node.address}` }));
        const one = interpret(capture(list));
        const grown = interpret(capture([...others, ...list]), { previous: one });
        expect(addressed(grown)).toMatchObject(addressed(one));
        const back = interpret(capture(list), { previous: grown });
        expect(all(back)).toEqual(all(one));
        expect(back.schema.version).toBe(one.schema.version);
      }),
      { numRuns: 100 * times },
    );
  });

  it('moves nobody when a subtree is replaced by another', () => {
    fc.assert(
      fc.property(roots, fc.array(tree, { minLength: 6, maxLength: 6 }), (list, values) => {
        const one = interpret(capture(list));
        const changed = list.map((node, at) => root(node.address, node.source, node.name, values[at] as Literal));
        const other = interpret(capture(changed), { previous: one });
        const back = interpret(capture(list), { previous: other });
        // A wrapper that was a plain value for a while may have got a key for that; none of those that were there has moved.
        for (const [pattern, key] of Object.entries(addressed(one))) if (key !== '') expect(addressed(back)[pattern]).toBe(key);
        expect(all(back)).toEqual(all(one));
      }),
      { numRuns: 100 * times },
    );
  });

  it('is right without the identity of nodes, and with it', () => {
    fc.assert(
      fc.property(roots, fc.array(tree, { minLength: 6, maxLength: 6 }), (list, values) => {
        const changed = list.map((node, at) =>
          at % 2 ? node : root(node.address, node.source, node.name, values[at] as Literal),
        );
        const first = interpret(capture(list));
        const shared = interpret(capture(changed), { previous: first });
        const firstCopy = interpret(copied(capture(list)));
        const fresh = interpret(copied(capture(changed)), { previous: firstCopy });
        expect(all(shared)).toEqual(all(fresh));
      }),
      { numRuns: 100 * times },
    );
  });

  it('only leaves are keys, and every value has one', () => {
    fc.assert(
      fc.property(roots, (list) => {
        const keys = Object.keys(all(interpret(capture(list))));
        for (const key of keys) for (const other of keys) if (key !== other) expect(isBelow(key, other)).toBe(false);
      }),
      { numRuns: 100 * times },
    );
  });

  it('hands back the very maps when nothing changed', () => {
    fc.assert(
      fc.property(roots, (list) => {
        const one = interpret(capture(list));
        const again = interpret(copied(capture(list)), { previous: one });
        expect(again.objects).toBe(one.objects);
        expect(again.overflow).toBe(one.overflow);
        expect(again.schema).toBe(one.schema);
        expect(again.context).toBe(one.context);
        expect(again.actions).toBe(one.actions);
      }),
      { numRuns: 100 * times },
    );
  });
});
