import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, formatKey, isBelow, type KeySegment, parseKey, unknownName } from './key-path.js';

const valid: [key: string, path: KeySegment[]][] = [
  ['a', ['a']],
  ['cart.total_items', ['cart', 'total_items']],
  ['inbox.emails[0].subject', ['inbox', 'emails', 0, 'subject']],
  ['matrix[10][2]', ['matrix', 10, 2]],
  ['user["first name"]', ['user', 'first name']],
  ['user["first name"].length_hint', ['user', 'first name', 'length_hint']],
  ['["first name"].x', ['first name', 'x']],
  ['headers["content-type"]', ['headers', 'content-type']],
  ['map["a.b"]["c[0]"]', ['map', 'a.b', 'c[0]']],
  ['map[""]', ['map', '']],
  ['map["quote\\"back\\\\slash\\nline"]', ['map', 'quote"back\\slash\nline']],
  ['$scope._private', ['$scope', '_private']],
  ['produkt.größe', ['produkt', 'größe']],
  ['unknown_0x00ff12ab34cd', ['unknown_0x00ff12ab34cd']],
];

const invalid = [
  '',
  '.a',
  'a.',
  'a..b',
  '[0]',
  '[0].a',
  'a[01]',
  'a[-1]',
  'a[1.5]',
  'a[1e3]',
  'a[9999999999999999]',
  'a[]',
  'a[b]',
  "a['b']",
  'a["b]',
  'a["b"',
  'a["\\x"]',
  'a["\n"]',
  'a b',
  'a.b c',
  '1a',
  'a-b',
  'a.0',
  'a[0]b',
  'a["b"]c',
  ' a',
  'a ',
];

describe('decisions §5: objects keys are JavaScript member expressions', () => {
  it.each(valid)('parses and formats %s', (key, path) => {
    expect(parseKey(key)).toEqual(path);
    expect(formatKey(path)).toBe(key);
  });

  it.each(invalid)('takes no key: %j', (text) => {
    expect(parseKey(text)).toBeNull();
  });

  it('brings another spelling of a segment to the one form', () => {
    expect(formatKey(parseKey('a["b"].c') as KeySegment[])).toBe('a.b.c');
  });

  it('formats any path so that it parses to the same path', () => {
    const segment = fc.oneof(fc.string({ unit: 'binary' }), fc.nat());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(segment), (first, rest) => {
        const path = [first, ...rest];
        expect(parseKey(formatKey(path))).toEqual(path);
      }),
    );
  });

  it('never throws on a text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseKey(text) === null || parseKey(text) !== null));
  });
});

describe('compareKeys', () => {
  it('lists elements by number and parents before children', () => {
    const keys = ['b', 'a[10].x', 'a[2].x', 'a', 'a[2].b', 'a["z z"]', 'a.b'];
    expect([...keys].sort(compareKeys)).toEqual(['a', 'a[2].b', 'a[2].x', 'a[10].x', 'a.b', 'a["z z"]', 'b']);
  });

  it('is an order', () => {
    const key = fc.constantFrom(...valid.map(([text]) => text), ...invalid);
    fc.assert(
      fc.property(key, key, key, (a, b, c) => {
        expect(Math.sign(compareKeys(a, b))).toBe(-Math.sign(compareKeys(b, a)) + 0);
        if (compareKeys(a, b) <= 0 && compareKeys(b, c) <= 0) expect(compareKeys(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('isBelow', () => {
  it.each([
    ['cart', 'cart', true],
    ['cart.total', 'cart', true],
    ['cart[0]', 'cart', true],
    ['cart["a b"]', 'cart', true],
    ['cart_total', 'cart', false],
    ['cart', 'cart.total', false],
    ['carts.x', 'cart', false],
  ])('%s below %s: %s', (key, prefix, below) => {
    expect(isBelow(key, prefix)).toBe(below);
  });
});

describe('unknownName', () => {
  it('§2.1: unlabelled keys are opaque identifiers of the form unknown_0x<hex>', () => {
    expect(unknownName('redux#0/cart/0')).toMatch(/^unknown_0x[0-9a-f]{12}$/);
    expect(parseKey(unknownName('x'))).not.toBeNull();
  });

  it('is the same for the same address, and another for another', () => {
    const addresses = Array.from({ length: 50_000 }, (_, i) => `redux#0/rows/${i}/value`);
    expect(new Set(addresses.map(unknownName)).size).toBe(addresses.length);
    expect(unknownName('a/b')).toBe(unknownName('a/b'));
  });
});
