import { runInThisContext } from 'node:vm';
import { formatKey, type KeySegment, type Primitive, SubstrateError } from '@substrate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './index.js';

/**
 * Generated expressions over generated states give what the engine of JavaScript gives for the same text over the nested state.
 * Where that throws (a member of undefined, a method of a number), ours gives a value all the same.
 */

type Json = Primitive | Json[] | { [name: string]: Json };

const names = ['x', 'y', 'size', 'my key', '0', 'in', 'été'];
const text = fc.oneof(
  fc.constantFrom('', 'a', 'abc', 'Ab c', '10', ' 7 ', 'x,y', 'null', 'ß', '😀z'),
  fc.string({ maxLength: 4 }),
);
const number = fc.oneof(fc.integer({ min: -5, max: 12 }), fc.constantFrom(0, 0.5, -1.25, 1e21, 255, 1e-7));
const leaf: fc.Arbitrary<Primitive> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Nothing empty: a flat map has no place for an object without members. */
const json: fc.Arbitrary<Json> = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf as fc.Arbitrary<Json>,
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('any'), { minKeys: 1, maxKeys: 3 }),
  ),
})).any;

const state = fc.record({
  a: json,
  b: json,
  list: fc.array(json, { minLength: 1, maxLength: 4 }),
  user: fc.record({ name: text, age: number }),
});

const flatten = (value: Json, path: KeySegment[], into: Record<string, Primitive>): void => {
  if (Array.isArray(value)) for (const [index, element] of value.entries()) flatten(element, [...path, index], into);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) flatten(value[name] as Json, [...path, name], into);
  else into[formatKey(path)] = value;
};

const literal = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  number.map((value) => (value < 0 ? `(${value})` : String(value))),
  fc.constantFrom('true', 'false', 'null', 'undefined', 'NaN', 'Infinity', '0x1f', "'q'", '.5', '1e3', '"\\u0041"', '`t`'),
);
const memberOf = fc.oneof(
  fc.constantFrom('.x', '.y', '.size', '.length', '?.x', '["my key"]', '[0]', '[1]', '["0"]', '.in', '.été', '?.[0]'),
  fc.constant(''),
);
const root = fc.constantFrom('a', 'b', 'list', 'user', 'user.name', 'user.age', 'list[0]', 'a', 'b');
const path = fc.tuple(root, memberOf, memberOf).map((parts) => parts.join(''));

const stringMethods =
  'includes startsWith endsWith indexOf lastIndexOf slice substring trim toLowerCase toUpperCase split charAt at'.split(' ');

const expression = (locals: string[], depth: number): fc.Arbitrary<string> => {
  const atom = fc.oneof(
    { weight: 3, arbitrary: path },
    { weight: 2, arbitrary: literal },
    ...(locals.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...locals) }] : []),
  );
  if (depth === 0) return atom;
  const e = expression(locals, depth - 1);
  const arrow = (count: number): fc.Arbitrary<string> => {
    const own = ['p', 'q', 'r', 's'].slice(0, count).map((name) => `${name}${depth}`);
    return expression([...locals, ...own], depth - 1).map((body) => `(${own.join(', ')}) => (${body})`);
  };
  const words = e.map((value) => `String(${value})`);
  const many = fc.oneof(
    fc.constant('list'),
    fc.array(e, { maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
    e.map((value) => `Object.entries(${value})`),
  );
  const args = fc.array(e, { maxLength: 2 }).map((list) => list.join(', '));
  return fc.oneof(
    { weight: 3, arbitrary: atom },
    {
      weight: 3,
      arbitrary: fc
        .tuple(e, fc.constantFrom('===', '!==', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'), e)
        .map(([l, op, r]) => `(${l} ${op} ${r})`),
    },
    { weight: 2, arbitrary: fc.tuple(e, fc.constantFrom('&&', '||', '??'), e).map(([l, op, r]) => `(${l} ${op} ${r})`) },
    fc.tuple(fc.constantFrom('!', '- ', '+ ', 'typeof '), e).map(([op, value]) => `(${op}${value})`),
    fc.tuple(e, e, e).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    fc.tuple(e, e).map(([l, r]) => `\`${'$'}{${l}}-${'$'}{${r}}\``),
    fc.array(e, { maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
    fc.tuple(e, e).map(([l, r]) => `({ x: ${l}, "my key": ${r}, 7: 1 })`),
    fc.tuple(e, e).map(([object, name]) => `(${object})[${name}]`),
    fc.tuple(e, memberOf).map(([object, member]) => `(${object})${member}`),
    fc.tuple(words, fc.constantFrom(...stringMethods), args).map(([self, name, list]) => `${self}.${name}(${list})`),
    fc
      .tuple(many, fc.constantFrom('includes', 'indexOf', 'join', 'slice', 'at', 'flat'), args)
      .map(([self, name, list]) => `${self}.${name}(${list})`),
    fc.tuple(e, fc.constantFrom('includes', 'slice', 'toFixed'), args).map(([self, name, list]) => `(${self}).${name}(${list})`),
    fc
      .tuple(many, fc.constantFrom('some', 'every', 'filter', 'find', 'findIndex', 'map'), arrow(3))
      .map(([self, name, fn]) => `${self}.${name}(${fn})`),
    fc
      .tuple(many, arrow(4), fc.option(e))
      .map(([self, fn, start]) => `${self}.reduce(${fn}${start === null ? '' : `, ${start}`})`),
    fc
      .tuple(many, fc.constantFrom('Number', 'String', 'Boolean', 'parseFloat', 'parseInt'))
      .map(([self, fn]) => `${self}.map(${fn})`),
    fc
      .tuple(
        fc.constantFrom(
          'Number',
          'String',
          'Boolean',
          'parseInt',
          'parseFloat',
          'Number.isInteger',
          'Number.isFinite',
          'Number.isNaN',
          'Array.isArray',
          'Object.keys',
          'Object.values',
          'Object.entries',
          'Math.max',
          'Math.min',
          'Math.round',
          'Math.abs',
          'Math.hypot',
          'Math.trunc',
          'Math.pow',
        ),
        args,
      )
      .map(([fn, list]) => `${fn}(${list})`),
    fc.tuple(fc.constantFrom('"x"', '"length"', '"my key"', '0', '"zz"'), e).map(([name, object]) => `(${name} in ${object})`),
  );
};

/** The value as this language says it in JSON. */
const asJson = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return Array.from(value, asJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]));
  return value ?? null;
};

const reference = (source: string, variables: Record<string, Json>): { value: unknown } | { threw: string } => {
  try {
    const run = runInThisContext(`(${Object.keys(variables).join(', ')}) => (${source})`) as (...values: Json[]) => unknown;
    return { value: asJson(run(...Object.values(variables))) };
  } catch (error) {
    return { threw: (error as Error).name };
  }
};

const ours = (source: string, variables: Record<string, Json>): unknown => {
  const objects: Record<string, Primitive> = {};
  for (const [name, value] of Object.entries(variables)) flatten(value, [name], objects);
  const context = { url: null, location: null, view: null, window_title: null, window_id: null };
  return compile(source).evaluate({ objects, context }).computedValue;
};

describe('the supported subset', () => {
  it('means what it means in JavaScript', () => {
    let compared = 0;
    fc.assert(
      fc.property(expression([], 3), state, (source, variables) => {
        const expected = reference(source, variables as Record<string, Json>);
        let value: unknown;
        try {
          value = ours(source, variables as Record<string, Json>);
        } catch (error) {
          // Limits are tested elsewhere.
          fc.pre(!(error instanceof SubstrateError && /more than|longer than/.test(error.message)));
          throw error;
        }
        if ('threw' in expected) return;
        compared++;
        expect(value).toEqual(expected.value);
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it.each([
    'list.map(parseInt)',
    'list.reduce((sum, each, index, all) => sum + index * all.length, 0)',
    'list.filter(Boolean).length',
    '[[1, [2, [3]]]].flat(Infinity).join("-")',
    '[1, 2, 3].slice(-2).at(-1)',
    '[NaN].includes(NaN) && [NaN].indexOf(NaN) === -1',
    'null ?? undefined ?? 0 ?? 5',
    '1 < 2 < 3 && 3 > 2 > 1',
    '"b" > "a" && "10" < "9" && "10" > 9',
    '[1, 2] == "1,2" && [] == false && null == undefined && null != 0',
    '({ a: 1 }).a + +"2" - -"3"',
    'typeof null + typeof undefined + typeof "" + typeof 1 + typeof true + typeof []',
    '"a-b-c".split("-", 2).length + "abc".split("").length',
    'user?.name?.length ?? -1',
    '0.1 + 0.2',
    '(25).toFixed(2) + (1.005).toFixed(2)',
    '-7 % 3 + 1 / 4 * 8',
    '010 + 0b11 + 0o7 + 1_000',
  ])('%s', (source) => {
    const variables = { list: ['3', '10', '', '7'], user: { name: 'Ada' } };
    expect({ value: ours(source, variables) }).toEqual(reference(source, variables));
  });
});
