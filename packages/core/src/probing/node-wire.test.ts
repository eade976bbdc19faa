import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, sources, omissions as tableOmissions } from '../../node-wire.json';
import { omissions, type RawRoot, rootSources } from '../capture.js';
import { checkDamaged, createRandom } from '../testing/wire-trees.js';
import { decodeActions, decodeCapture, decodeNode, decodeRoots, nothingTold, WireError } from './node-wire.js';

const shop = {
  n: 'Shop',
  a: 'static:Shop',
  s: 'static',
  t: 'Shop',
  o: [
    { n: 'open', v: true },
    { n: 'items', z: 9, l: [{ v: 'tea' }] },
  ],
};
const keys = {
  n: 'keys',
  a: 'static:Keys',
  s: 'static',
  o: [
    { n: 'key', r: 1, v: '[redacted]' },
    { n: 'raw', z: 3, x: 'binary' },
    { n: 'image', z: 99, y: '8950' },
    { n: 'rest', p: 'budget', m: [] },
  ],
};
const first = [shop, keys];

test('a first answer is the whole tree', () => {
  expect(decodeRoots(first, [])).toEqual([
    {
      name: 'Shop',
      kind: 'object',
      address: 'static:Shop',
      source: 'static',
      qualifiedName: 'Shop',
      type: 'Shop',
      children: [
        { name: 'open', kind: 'value', value: true },
        { name: 'items', kind: 'list', size: 9, children: [{ name: '0', kind: 'value', value: 'tea' }] },
      ],
    },
    {
      name: 'keys',
      kind: 'object',
      address: 'static:Keys',
      source: 'static',
      qualifiedName: 'Keys',
      children: [
        { name: 'key', kind: 'value', value: '[redacted]', secret: true },
        { name: 'raw', kind: 'omitted', omitted: 'binary', size: 3 },
        { name: 'image', kind: 'omitted', omitted: 'binary', size: 99, value: '8950' },
        { name: 'rest', kind: 'map', omitted: 'budget', children: [] },
      ],
    },
  ]);
});

test('what did not change is the same object, whether it is told again or not', () => {
  const before = decodeRoots(first, []);
  expect(decodeRoots([2], before)).toBe(before);
  expect(decodeRoots(first, before)[0]).toBe(before[0]);
  for (const items of [
    [{ n: 'open', v: false }, 1],
    [{ n: 'open', v: false }, shop.o[1]],
  ]) {
    const after = decodeRoots([{ ...shop, o: items }, 1], before);
    expect(after[0]).not.toBe(before[0]);
    expect(after[0]?.children?.[0]).toEqual({ name: 'open', kind: 'value', value: false });
    expect(after[0]?.children?.[1]).toBe(before[0]?.children?.[1]);
    expect(after[1]).toBe(before[1]);
  }
  const swapped = decodeRoots([{ ...shop, o: [shop.o[1], shop.o[0]] }], before);
  expect(swapped[0]?.children?.[0]).toBe(before[0]?.children?.[1]);
});

test('roots are told by their number or address, and those that are not are gone', () => {
  const before = decodeRoots([...first, { n: 'c', a: 'static:C', s: 'static', v: 1 }], []);
  const [one, two, three] = before;
  expect(decodeRoots([1], before)).toEqual([one]);
  expect(decodeRoots([], before)).toEqual([]);
  expect(decodeRoots([1, 'static:C'], before)).toEqual([one, three]);
  expect(decodeRoots(['static:C', 'static:Shop', 1], before)).toEqual([three, one, two]);
  expect(decodeRoots(['static:Keys', { n: 'd', a: 'static:D', s: 'static', v: 1 }, 1], before).map((root) => root.name)).toEqual([
    'keys',
    'd',
    'c',
  ]);
});

test('two children of one name have an address each, elements are counted', () => {
  const node = decodeNode({
    n: 'Main',
    o: [
      { n: 'i', v: 1 },
      { n: 'i', v: 2 },
      { n: 'i#3', v: 0 },
      { n: 'i', v: 3 },
    ],
  });
  expect(node.children?.map((child) => child.id ?? child.name)).toEqual(['i', 'i#2', 'i#3', 'i#4']);
  const list = decodeNode({ n: 'l', f: 40, l: [{ v: 1 }, { n: '43', v: 2 }, { v: 3 }] });
  expect(list.children?.map((child) => child.name)).toEqual(['40', '43', '42']);
});

test('an address that the program gave goes with what has it, not with its place', () => {
  const given = { n: 'i', i: 'i@7', v: 1 };
  const [before] = decodeRoots([{ n: 'Main', a: 'static:Main', s: 'static', o: [given] }], []);
  const [after] = decodeRoots(
    [{ n: 'Main', a: 'static:Main', s: 'static', o: [{ n: 'i', v: 2 }, given] }],
    before ? [before] : [],
  );
  expect(after?.children?.map(({ id, value }) => [id, value])).toEqual([
    [undefined, 2],
    ['i@7', 1],
  ]);
});

const nested = (levels: number): unknown => (levels === 0 ? { n: 'a', v: 1 } : { n: 'a', o: [nested(levels - 1)] });

test.each<[string, unknown]>([
  ['no name', { v: 1 }],
  ['nothing', { n: 'a' }],
  ['two things', { n: 'a', v: 1, x: 'depth' }],
  ['an unknown field', { n: 'a', k: 'v', v: 1 }],
  ['an object for a value', { n: 'a', v: {} }],
  ['a text for a size', { n: 'a', z: 'many', l: [] }],
  ['a negative size', { n: 'a', z: -1, l: [] }],
  ['children that are none', { n: 'a', o: 7 }],
  ['a reason that is none', { n: 'a', x: 'moon' }],
  ['null', null],
  ['none unchanged', { n: 'a', o: [0] }],
  ['half of one unchanged', { n: 'a', o: [0.5] }],
  ['unchanged nodes that never were', { n: 'a', o: [1] }],
  ['a list', []],
  ['a deep tree', nested(limits.depth + 1)],
])('%s is refused', (_, wire) => {
  expect(() => decodeNode(wire)).toThrow(WireError);
});

test('a root has an address of its own and a source', () => {
  const before = decodeRoots(first, []);
  for (const wrong of [
    [{ n: 'a', o: [] }],
    [{ n: 'a', o: [], a: 'x' }],
    [{ n: 'a', o: [], a: 'x', s: 'moon' }],
    [shop, shop],
    [2, 'static:Shop'],
    ['static:Nothing'],
    [3],
    ['static:Keys', 1],
    7,
    undefined,
  ])
    expect(() => decodeRoots(wrong, before)).toThrow(WireError);
});

test('actions have all that they need', () => {
  const action = { address: 'a', name: 'a', kind: 'button', source: 'mbean', parameters: [], certainty: 1 };
  expect(decodeActions([action])).toEqual([{ ...action, typed: true }]);
  expect(decodeActions([action], { ofRuntime: (source) => source === 'mbean' })[0]?.ofRuntime).toBe(true);
  for (const wrong of [
    null,
    { ...action, name: 7 },
    { ...action, parameters: [{}] },
    { ...action, source: 'moon' },
    { ...action, targets: [7] },
  ])
    expect(() => decodeActions([wrong])).toThrow(WireError);
});

test('a capture tells what is new', () => {
  const counts = { rootsKnown: 2, rootsReached: 2, nodesRead: 9, nodesCut: 0, nodesFailed: 0 };
  const one = decodeCapture({ roots: first, notes: ['x'], objects: 9, counts }, nothingTold);
  const two = decodeCapture({ roots: [2], objects: 9, counts, unreached: ['a'] }, one);
  expect(two).toEqual({ ...one, unreached: ['a'] });
  expect(two.roots).toBe(one.roots);
  for (const wrong of [
    {},
    { roots: [], objects: 1 },
    { roots: [], objects: 1, counts: { ...counts, nodesCut: 'x' } },
    { roots: [2], objects: -1, counts },
  ])
    expect(() => decodeCapture(wrong, one)).toThrow(WireError);
});

test('a tree that grows with every capture ends', () => {
  const some = Array.from({ length: 50_000 }, (_, at) => ({ n: `n${at}`, v: at }));
  let before: readonly RawRoot[] = [];
  const grow = () => {
    const had = before[0]?.children?.length ?? 0;
    before = decodeRoots(
      [{ n: 'a', a: 'a', s: 'static', m: [...(had ? [had] : []), ...some.map(({ n, v }) => ({ n: `${n}-${had}`, v }))] }],
      before,
    );
  };
  expect(() => {
    for (let turn = 0; turn * 50_000 <= limits.nodes; turn++) grow();
  }).toThrow(WireError);
  expect(before[0]?.children?.length).toBeLessThanOrEqual(limits.nodes);
});

test('many of one name cost no more than as many of different names', () => {
  const many = { n: 'a', o: Array.from({ length: 100_000 }, () => ({ n: 'x', v: 1 })) };
  expect(new Set(decodeNode(many).children?.map((child) => child.id)).size).toBe(100_000);
});

test('whatever is said is read or refused, in one way', () => {
  const lines = [
    JSON.stringify(first),
    JSON.stringify([1, { ...shop, o: [1, { n: 'items', f: 3, l: [1, { v: 7 }] }] }]),
    '["static:Keys",{"n":"x","a":"b","s":"bean","v":null}]',
  ];
  expect(checkDamaged(lines, 5000)).toBeGreaterThan(500);
  const random = createRandom(3);
  const anything = (depth: number): unknown =>
    random.one([
      () => random.below(9) - 3,
      () => random.one(['', 'static:Shop', 'static', 'budget', '__proto__']),
      () => null,
      () => Array.from({ length: random.below(4) }, () => (depth > 0 ? anything(depth - 1) : 1)),
      () =>
        Object.fromEntries(
          Array.from({ length: random.below(5) }, () => [
            random.one([...'nitchrqzepfasbvomlxy']),
            depth > 0 ? anything(depth - 1) : 'x',
          ]),
        ),
    ])();
  const before = decodeRoots(first, []);
  for (let turn = 0; turn < 5000; turn++) {
    try {
      decodeRoots([anything(4), anything(4)], before);
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
    }
  }
});

test('the table has the words of the vocabulary, and the sources of Java and C# are made of the tables as they are', async () => {
  expect(tableOmissions).toEqual(omissions);
  expect(sources).toEqual(rootSources);
  const { nativeSources } = (await import(new URL('../../scripts/native-sources.mjs', import.meta.url).href)) as {
    nativeSources(): Record<string, string>;
  };
  for (const [file, text] of Object.entries(nativeSources()))
    expect(readFileSync(file, 'utf8') === text, `${file} is behind: node packages/core/scripts/native-sources.mjs`).toBe(true);
});
