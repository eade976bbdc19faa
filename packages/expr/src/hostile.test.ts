import { SubstrateError } from '@substrate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './index.js';

/**
 * Expressions that try to get out, to break the evaluator, or to keep it busy. Each is refused with `invalid_expression`, or comes
 * to a value that holds nothing but JSON; and none leaves a trace.
 */

const context = { url: 'http://x/', location: '/', view: null, window_title: null, window_id: null };
const objects = {
  'cart.total': 3,
  'cart.items[0].name': 'Tea',
  'cart.items[1].name': 'Cup',
  name: 'Ada',
  long: 'ab'.repeat(20_000),
  none: null,
};
const scope = { objects, context };

const doors = [
  'constructor',
  '__proto__',
  'prototype',
  '__defineGetter__',
  '__lookupGetter__',
  'valueOf',
  'toString',
  'hasOwnProperty',
  'call',
  'apply',
  'bind',
];
const things = [
  'cart',
  'cart.items',
  'cart.total',
  'name',
  'none',
  'context',
  '"text"',
  '[1]',
  '({})',
  '(1)',
  'true',
  'Math',
  'Object',
  'Array',
  'Number',
  'String',
];
const globals =
  'globalThis window self global process require module exports Function eval Reflect Proxy Symbol Promise Date JSON Error RegExp Map Set WeakMap BigInt Intl WebAssembly fetch setTimeout queueMicrotask structuredClone Buffer console crypto arguments Atomics SharedArrayBuffer debugger'.split(
    ' ',
  );

/** Reading a member that only a prototype has gives nothing, whatever it is read from. */
const reads = things.flatMap((thing) => doors.map((door) => `${thing}.${door}`));
const dynamicReads = doors.flatMap((door) => [
  `cart["${door}"]`,
  `"text"[\`${door}\`]`,
  `[1]["${door.slice(0, 3)}" + "${door.slice(3)}"]`,
  `({})[["${door}"]]`,
]);
const names = [...globals, ...doors].flatMap((name) => [name, `typeof ${name} === "undefined" ? undefined : ${name}`]);

const calls = [
  ...doors.map((door) => `cart.${door}()`),
  ...doors.map((door) => `"".${door}("x")`),
  ...doors.map((door) => `[]["${door}"](1)`),
  ...globals.map((name) => `${name}()`),
  ...globals.map((name) => `${name}.x()`),
  '"".constructor.constructor("return process")()',
  '[].map.constructor("return this")()',
  '(() => 1).constructor("return 1")()',
  '[].constructor.from({ length: 1e9 })',
  'cart.items.map(x => x.constructor("return 1")())',
  'name.replace(/a/g, "b")',
  'name.repeat(1e9)',
  'name.padEnd(1e9)',
  'name.match("(a+)+$")',
  'name.normalize()',
  'name.concat(name)',
  'name.at.call(name, 0)',
  '[3,1].sort()',
  '[1].push(2)',
  '[1].fill(0)',
  '[1].concat([2])',
  '[1].reverse()',
  '[1].forEach(x => x)',
  '[1].reduceRight((a, b) => a)',
  '[1].flatMap(x => [x])',
  '[1].keys()',
  '[1].toString()',
  '(5).toString(2)',
  '(5).toPrecision(200)',
  'Math.random()',
  'Math["random"]()',
  'Math.constructor()',
  'Object.assign(cart, { a: 1 })',
  'Object.defineProperty(cart, "a", {})',
  'Object.getPrototypeOf(cart)',
  'Object.setPrototypeOf(cart, null)',
  'Object.create(null)',
  'Object.fromEntries([["a", 1]])',
  'Object["keys"].constructor("x")()',
  'Array(1e9)',
  'Array.from([1])',
  'Array.of(1)',
  'String.raw`x`',
  'String.fromCharCode(65)',
  'Number.parseFloat("1")',
  'isNaN(1)',
  'encodeURIComponent("x")',
  'import("node:fs")',
  'require("node:fs")',
  'cart.total()',
  'cart()',
  '(1)()',
  '"x"()',
  '(x => x)(1)',
  'cart.items.map(x => x)(1)',
  'cart[name]()',
  'cart["in" + "cludes"]("x")',
];

const syntax = [
  'a = 1',
  'a += 1',
  'a ||= 1',
  'a ??= 1',
  'a++',
  '--a',
  'cart.total = 5',
  'cart["total"] = 5',
  '[a] = [1]',
  '({ a } = b)',
  '(a = 1)',
  'delete cart.total',
  'void 0',
  'a, b',
  '(1, 2)',
  'a instanceof b',
  '1 ** 2',
  '1 & 2',
  '1 | 2',
  '1 ^ 2',
  '~1',
  '1 << 2',
  '1 >> 2',
  '1 >>> 2',
  'new Date()',
  'new cart',
  'new (cart.constructor)()',
  'new.target()',
  'this',
  'this.cart',
  'super.x',
  'super()',
  'import.meta()',
  'function () {}',
  'function f() { return 1 }',
  'class {}',
  'class A {}',
  'async () => 1',
  'async x => 1',
  'await name',
  'yield name',
  '() => 1',
  'x => x',
  '[1].map(function (x) { return x })',
  '[1].map(x => { return x })',
  '[1].map(async x => x)',
  '[1].map((x = 1) => x)',
  '[1].map(({ x }) => x)',
  '[1].map(([x]) => x)',
  '[1].map((...x) => x)',
  '[1].map(x => x, ...[1])',
  '[1].map(name)',
  '[1].map()',
  '[1].map("x")',
  '[1].some(1)',
  '[x => x]',
  'String(x => x)',
  '({ f: x => x })',
  '"a".includes(x => x)',
  '[1].map(x => y => x)',
  '[1].map((x => x))[0](1)',
  '...name',
  '[...name]',
  '({ ...cart })',
  'Math.max(...cart.items)',
  '[1,,2]',
  '({ get a() { return 1 } })',
  '({ set a(x) {} })',
  '({ a() {} })',
  '({ async a() {} })',
  '({ *a() {} })',
  '({ [name]: 1 })',
  '({ __proto__: null })',
  '({ "__proto__": 1 })',
  '/a/',
  '/(a+)+$/.test(name)',
  'name.split(/a/)',
  '10n',
  '1n + 2n',
  'name`x`',
  'String`x`',
  '`${',
  '`${a`',
  '"unterminated',
  "'\n'",
  '// comment',
  'a // b',
  'a /* b */',
  '/* a */ 1',
  'a <!-- b',
  '#!shebang',
  '#x in cart',
  'cart.#x',
  'cart?.#x',
  'a;',
  'a; b',
  'if (a) b',
  'var a = 1',
  'let a',
  'throw a',
  'return a',
  'while (1) {}',
  'for (;;) {}',
  '}',
  '(',
  ')',
  '(a',
  'a)',
  '[',
  'a[',
  'a[]',
  'a.',
  '.a',
  'a..b',
  'a.1',
  'a?.',
  'a ? b',
  'a ?? b || c',
  'a && b ?? c',
  '-a ** b',
  '=',
  '=>',
  '@a',
  'a # b',
  '\\u0061 b',
  '"\\u{110000}"',
  '"\\x4"',
  '0x',
  '1_',
  '1__0',
  '08n',
  '1.e',
  '',
  ' ',
  '\n',
  '\u0000',
  '\ufeff',
  'a\u0000b',
  'label: a',
  'with (a) b',
  'a => ',
  '*',
  '!',
  'typeof',
  'in',
  'a in',
  '? : :',
];

const bombs = [
  '('.repeat(65) + '1' + ')'.repeat(65),
  '('.repeat(5000) + '1' + ')'.repeat(5000),
  '('.repeat(60_000),
  '['.repeat(65) + ']'.repeat(65),
  '['.repeat(30_000),
  '!'.repeat(65) + '1',
  '!'.repeat(60_000) + '1',
  '- '.repeat(65) + 'a',
  'typeof '.repeat(65) + 'a',
  'a ? '.repeat(65) + 'a' + ' : b'.repeat(65),
  '{"a":'.repeat(65).replace(/^/, '(') + '1' + '}'.repeat(65) + ')',
  '`${'.repeat(65) + 'a' + '}`'.repeat(65),
  'cart['.repeat(66) + '0' + ']'.repeat(66),
  'Math.abs('.repeat(65) + '0' + ')'.repeat(65),
  '[0].map(a => '.repeat(40) + '1' + ')'.repeat(40),
  `${'1+'.repeat(5001)}1`,
  `${'a.b.c.d && '.repeat(5000)}1`,
  `"${'x'.repeat(70_000)}"`,
  `[${'0,'.repeat(10_001)}0]`,
  'long.split("").map(x => x)',
  '[1,1,1,1,1,1,1,1].map(a => long.split("b").map(b => b))',
  '[0,1,2,3,4,5,6,7,8,9].map(a => [0,1,2,3,4,5,6,7,8,9].map(b => [0,1,2,3,4,5,6,7,8,9].map(c => [0,1,2,3,4,5,6,7,8,9].map(d => [0,1,2,3,4,5,6,7,8,9].map(e => 1)))))',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => s + s, "x")',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => `${s}${s}`, "x")',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s].join(""), "x")',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1)',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1).flat(Infinity).length',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1).join("")',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1) == "x"',
  '"" + [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1)',
  '[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => ({ a: s, b: s }), 1)',
  'cart[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => [s, s], 1)]',
  'long.includes([1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => s + s, "a"))',
  'long.split([1,1,1,1,1,1,1,1,1,1,1,1,1,1,1].reduce((s, x) => s + s, "a"))',
  `${'long + '.repeat(3)}long`,
  '[long, long].join()',
  'huge.length > 0 && huge.some(x => x)',
  'huge.includes(1)',
  'huge.join()',
  'huge.slice(5)',
  'huge',
];

const refused = [...calls, ...syntax];
const undefinedOnes = [...reads, ...dynamicReads, ...names];

const harmless: [string, unknown][] = [
  ['"__proto__" in cart', false],
  ['"constructor" in {}', false],
  ['"toString" in []', false],
  ['Object.keys({}).length', 0],
  ['({ constructor: 1 }).constructor', 1],
  ['({ toString: 1 }) + ""', '[object Object]'],
  ['({ valueOf: 1 }) == 1', false],
  ['({ a: 1 }).__proto__', null],
  ['{}', {}],
  ['`${cart}`', '[object Object]'],
  ['cart + ""', '[object Object]'],
  ['"9".repeat', null],
  ['name.length.length', null],
  ['Math', null],
  ['Object.prototype', null],
  ['`${({})}`.length', 15],
  ['(5).toFixed(1000)', null],
  ['"x".at(1e308)', null],
  ['"x".slice(-1e308, 1e308)', 'x'],
  ['[1].at(NaN)', 1],
  ['[1, 2].slice(-Infinity)', [1, 2]],
  ['parseInt("9".length === 1 ? "z" : "", 37)', null],
  ['cart.items.map(x => x.__proto__)', [null, null]],
  ['cart.items.find(x => x.constructor)', null],
  ['!'.repeat(64) + '1', true],
  ['('.repeat(64) + '1' + ')'.repeat(64), 1],
  [`${'1+'.repeat(900)}1`, 901],
  [`${'cart.total === 3 && '.repeat(100)}1`, 1],
];

const huge = { ...scope, objects: { ...objects, 'huge[999999999]': 1 } };

const attempt = (source: string, where = scope): { value?: unknown; error?: SubstrateError } => {
  try {
    const outcome = compile(source).evaluate(where);
    expect(typeof outcome.explanation).toBe('string');
    return { value: outcome.computedValue };
  } catch (error) {
    if (!(error instanceof SubstrateError)) throw error;
    return { error };
  }
};

describe('hostile expressions', () => {
  it('are more than three hundred, all different', () => {
    const all = [...refused, ...undefinedOnes, ...bombs, ...harmless.map(([source]) => source)];
    expect(new Set(all).size).toBeGreaterThan(300);
  });

  it.each(refused)('refuses %j', (source) => {
    expect(() => compile(source)).toThrow(
      expect.objectContaining({ code: 'invalid_expression', message: expect.stringMatching(/^Line \d+, column \d+: /) }),
    );
  });

  it.each(undefinedOnes)('finds nothing in %j', (source) => expect(attempt(source)).toEqual({ value: null }));

  it.each(harmless)('%j is %j', (source, expected) => expect(attempt(source)).toEqual({ value: expected }));

  it.each(bombs)('bounds %j', (source) => {
    expect(attempt(source, huge).error).toMatchObject({
      code: 'invalid_expression',
      message: expect.stringMatching(/^Line \d+, column \d+: /),
    });
  });

  it('come to a value or to invalid_expression whatever the text', () => {
    const token = fc.constantFrom(
      ...'( ) [ ] { } . ?. , ; : ? => ... ! - + * / % ** && || ?? & | ^ ~ < > <= >= == === != !== = += ++ in typeof void delete new this class function return async await null true undefined NaN cart items name context Math Number Object Array .includes( .map( x x=> `${ ` ` } " \' \\ /a/ // /* 1 0x 1n .5 1e9 "s" __proto__ constructor prototype \n @ # é 😀'.split(
        ' ',
      ),
    );
    const soup = fc.oneof(
      fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(' ')),
      fc.array(token, { maxLength: 10 }).map((tokens) => tokens.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(soup, (source) => {
        const { error, value } = attempt(source);
        if (error) expect(error.message).toMatch(/^Line \d+, column \d+: /);
        else expect(() => JSON.stringify(value)).not.toThrow();
      }),
      { numRuns: 5000 },
    );
  });

  it('takes a step limit exactly inside of functions', () => {
    // The call, its array of two, and the body of the function twice.
    const spent = (limit: number) => () => compile('[1, 2].map(x => x)', { steps: limit }).evaluate(scope);
    expect(spent(6)).not.toThrow();
    expect(spent(5)).toThrow('more than 5 steps');
  });

  it('reads no getter, changes nothing, and leaves no trace', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    const frozen = Object.freeze({ ...objects });
    for (const source of [...refused, ...undefinedOnes, ...harmless.map(([text]) => text)])
      attempt(source, { objects: frozen, context });
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
    expect(frozen).toEqual(objects);
  });
});

describe('decisions §10: results are bounded', () => {
  const scope = (objects: Record<string, string | number>) => ({ objects, context });
  const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

  it('a short expression that would make a long answer gives null, says so, and takes no memory for it', () => {
    const many = `[${'s,'.repeat(36)}s]`;
    const source = `[big].map(s => ${many}.map(t => ${many}))`;
    // 37 times 37 texts of 64 KiB are 88 MB of JSON.
    expect(source.length).toBeLessThan(1100);
    const state = scope({ big: 'x'.repeat(65_536) });
    const before = process.memoryUsage().heapUsed;
    const outcome = compile(source).evaluate(state);
    const text = JSON.stringify([outcome.computedValue, outcome.explanation, outcome.single?.value]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
    expect(outcome.computedValue).toBeNull();
    expect(outcome.passed).toBe(true);
    expect(outcome.explanation).toContain('the value is longer than 65536 bytes of JSON, so it is given as null');
    expect(text.length).toBeLessThan(2000);
  });

  it.each([
    ['text', 'big', 65_534, 65_535],
    ['a list', '[big]', 65_532, 65_533],
    ['an object', '({ a: big })', 65_528, 65_529],
    ['text of two bytes a character', 'wide', 32_767, 32_768],
    ['what JSON escapes', 'quotes', 32_767, 32_768],
  ])('the limit is exact: %s', (_, source, fits, over) => {
    const at = (length: number) =>
      compile(source).evaluate(scope({ big: 'x'.repeat(length), wide: 'é'.repeat(length), quotes: '"'.repeat(length) }));
    expect(sizeOf(at(fits).computedValue)).toBeLessThanOrEqual(65_536);
    expect(at(fits).computedValue).not.toBeNull();
    expect(at(over).computedValue).toBeNull();
  });

  it('the one key that an expression is about is bounded too', () => {
    const long = compile('page.text.length > 5').evaluate(scope({ 'page.text': 'x'.repeat(100_000) }));
    expect([long.passed, long.single]).toEqual([true, { key: 'page.text', value: null }]);
    expect(long.explanation).toContain('page.text holds more than 65536 bytes of JSON, so it is given as null');
    const short = compile('page.text.length > 5').evaluate(scope({ 'page.text': 'x'.repeat(1000) }));
    expect(short.single?.value).toBe('x'.repeat(1000));
    expect(short.explanation).not.toContain('null');
  });

  it('whatever an expression does with long texts, its answer stays short', () => {
    const state = scope({ big: 'x,'.repeat(32_000) });
    for (const source of [
      'big.split(",").map(x => big)',
      'big.split(",")',
      'Object.entries({ a: big, b: big })',
      '[big, big].map(x => [x, x, x].map(y => [y, y, y]))',
      '[1, 2, 3].reduce((list, n) => [list, list, big], [])',
      '`${big}`.split("").map(c => [c, c])',
    ]) {
      let size = 0;
      try {
        const { computedValue, explanation } = compile(source).evaluate(state);
        size = sizeOf(computedValue) + explanation.length;
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_expression' });
      }
      expect([source, size < 70_000]).toEqual([source, true]);
    }
  });
});
