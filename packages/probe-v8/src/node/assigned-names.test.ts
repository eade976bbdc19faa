import { describe, expect, test } from 'vitest';
import { readAssignedNames, textOfFunction } from './assigned-names.js';

describe('names that a source assigns to', () => {
  test.each([
    ['const a = 1; let b = 2;\nvar c = 3;', []],
    ['let a = 1; a = 2;', ['a']],
    ['let a; function f() { a ??= 1 }', ['a']],
    ['let n = 0; const next = () => n++;', ['n']],
    ['let n = 0; --n', ['n']],
    ['let n = 0; n += 5; o.p = 3; o.q++;', ['n']],
    ['if (a == 1 || b === 2 || c >= 3 || d <= 4 || e != 5) f = (x) => x;', ['f']],
    ['const f = a => a;', []],
    ['let a, b; [a, b] = pair;', ['a', 'b']],
    ['let a, b; ({ a, x: b } = pair);', ['a', 'x', 'b']],
    ['const { a, b } = pair; let [c, d] = pair;', []],
    ['let one; for (one of list) use(one); for (const two of list) use(two);', ['one']],
    ['const a = 1,\n  b = 2;', ['b']],
    ['function f() {\n  var inner = 1;\n}', ['inner']],
  ])('%s', (text, expected) => {
    expect(readAssignedNames(text)?.sort()).toEqual(expect.arrayContaining([...expected].sort()));
    for (const name of ['a', 'b', 'c', 'd', 'n', 'f', 'next', 'one', 'two', 'pair'])
      if (!(expected as string[]).includes(name)) expect(readAssignedNames(text)).not.toContain(name);
  });

  test('nothing is promised of code that evaluates text', () => {
    expect(readAssignedNames('let a = 1; eval(text)')).toBeNull();
    expect(readAssignedNames('const retrieval = medieval(1)')).toEqual([]);
  });
});

describe('the text of a function', () => {
  const text = [
    'let total = 0;',
    'export async function open(path, { mode = 1 } = {}) {',
    '  let tries = 0;',
    '  return () => {',
    '    tries++;',
    '  };',
    '}',
    'const close = (file) => {',
    '  total = 1;',
    '};',
    'class Shop {',
    '  sell(item) {',
    '    this.last = item;',
    '  }',
    '}',
    'function twice() {}',
    'if (total) {',
    '  function twice() {',
    '  }',
    '}',
  ].join('\n');
  test.each([
    ['open', 'tries++', 'total = 1'],
    ['close', 'total = 1', 'class Shop'],
    ['sell', 'this.last', 'twice'],
  ])('%s, to its end and no further', (name, inside, outside) => {
    expect(textOfFunction(text, name)).toContain(inside);
    expect(textOfFunction(text, name)).not.toContain(outside);
  });

  test.each(['missing', 'Shop', '', 'a.b', 'twice'])('all of it for %s, which is not clear', (name) => {
    expect(textOfFunction(text, name)).toBe(text);
  });
});
