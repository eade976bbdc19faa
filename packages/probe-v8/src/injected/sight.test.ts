import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { secrets } from '@substrate/core';
import { describe, expect, test, vi } from 'vitest';
import { createEyes as nodeEyes } from '../node/injected/eyes.js';
import { createEyes as pageEyes } from '../page/injected/eyes.js';
import { createLeaves } from './leaves.js';
import { createSight } from './sight.js';

const require = createRequire(import.meta.url);

/** As a page looks, which can't tell a proxy, and as Node.js looks. */
describe.each([
  ['a page', pageEyes()],
  ['Node.js', nodeEyes(require)],
])('looking, in %s', (_, eyes) => {
  const sight = createSight(eyes);
  const { own, names, crowdOf, symbols, typeName, kindOf } = sight;
  const dictionary = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, at]));

  test('nothing of an object runs', () => {
    const touch = vi.fn();
    const value = Object.defineProperty({ a: 1 }, 'b', { get: touch, enumerable: true });
    expect([own(value, 'a'), own(value, 'b'), own(null, 'a'), own('text', 'length')]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
    expect(touch).not.toHaveBeenCalled();
  });

  test('variables of a scope have the order of the program, and very many, which the engine shuffles, that of their letters', () => {
    const [few, many] = [74, 75].map((size) => Object.keys(dictionary(size)).reverse());
    const scope = (variables: readonly string[]) => Object.fromEntries(variables.map((name) => [name, 1]));
    expect(sight.variables(scope(few ?? []))).toEqual(few);
    expect(sight.variables(scope(many ?? []))).toEqual([...(many ?? [])].sort());
  });

  test('up to twenty thousand names are told, beyond that their number', () => {
    const [large, crowd] = [dictionary(20_000), dictionary(20_001)];
    expect([names(large).length, crowdOf(large)]).toEqual([20_000, undefined]);
    expect([names(crowd).length, crowdOf(crowd), symbols(crowd)]).toEqual([0, 20_001, []]);
    expect(names(new Uint8Array(4))).toEqual([]);
    expect(names(new Array(20_001))).toEqual([]);
  });

  test('of plain objects what is enumerable, of classes all', () => {
    class Till {
      open(): void {}
    }
    expect(names(Object.defineProperty({ a: 1 }, '__ob__', { value: {} }))).toEqual(['a']);
    expect(names(Till.prototype)).toEqual(['constructor', 'open']);
    expect(typeName(new Till())).toBe('Till');
  });

  test.each([
    ['Array', '[1]'],
    ['Map', 'new (class Shelf extends Map {})()'],
    ['Set', 'new Set()'],
    ['WeakMap', 'new WeakMap()'],
    ['Date', 'new Date(0)'],
    ['RegExp', '/a/'],
    ['Error', 'new TypeError("a")'],
    ['Number', 'Object(1)'],
    ['Bytes', 'new ArrayBuffer(1)'],
    ['Bytes', 'new Uint8Array(1)'],
    ['Numbers', 'new Float32Array(1)'],
    ['Object', '({})'],
  ])('%s is told: %s, of this and of another world', (kind, source) => {
    expect(kindOf(new Function(`return ${source}`)() as object)).toBe(kind);
    expect(kindOf(runInNewContext(source) as object)).toBe(kind);
  });

  const leaves = createLeaves({ sight, secrets, isKnownSecret: (text) => text === 'from-the-vault' });
  const told = (value: unknown) => {
    const how = { maxString: 10, secrecy: 0 };
    return typeof value === 'object' && value !== null ? leaves.scalar('x', value, how) : leaves.primitive('x', value, how);
  };
  test.each([
    ['a text that fits', '0123456789', { value: '0123456789' }],
    ['one that is cut, to no more than the limit', '0123456789a', { value: '012345678…', length: 11 }],
    ['a secret of the target', 'from-the-vault', { value: '[redacted]', secret: true }],
    ['a small bigint', 12n, { value: 12, type: 'bigint' }],
    ['a large bigint', 2n ** 64n, { value: '18446744073709551616', type: 'bigint' }],
    ['no number', Number.NaN, { value: null, type: 'number' }],
    ['a date', new Date(0), { value: '1970-01-01T00:00:00.000Z', type: 'Date' }],
    ['an address', new URL('http://a.b/'), { value: 'http://a.…', type: 'URL', length: 11 }],
    ['bytes that are text', new TextEncoder().encode('8 apples'), { value: '8 apples' }],
    ['bytes', new Uint8Array(4), { kind: 'omitted', omitted: 'binary', type: 'Uint8Array', size: 4 }],
    ['an error', new RangeError('too far'), { value: 'too far', type: 'RangeError' }],
    ['a boxed text', Object('a'), { value: 'a' }],
  ])('%s', (_, value, node) => {
    expect(told(value)).toEqual({ name: 'x', kind: 'value', ...node });
  });

  test('what has parts is no leaf', () => {
    for (const value of [{}, [], new Map(), Object.assign(new Error('full'), { code: 'ENOSPC' })])
      expect(told(value)).toBeUndefined();
  });
});

test('a proxy is left alone where it can be told', () => {
  const trap = vi.fn();
  const proxy = new Proxy({ a: 1 }, { getOwnPropertyDescriptor: trap, getPrototypeOf: trap });
  const { own, prototypeOf } = createSight(nodeEyes(require));
  expect([own(proxy, 'a'), prototypeOf(proxy)]).toEqual([undefined, null]);
  expect(trap).not.toHaveBeenCalled();
});
