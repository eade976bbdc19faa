import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RawNode } from '@substrate/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMarker } from '../literals.js';
import { isTable } from '../tables.js';
import { createModuleFiles } from './module-files.js';
import type { Target } from './target.js';
import { wordsOfProcess } from './words.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'substrate-words-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wordsIn = async (loaded: Record<string, string>, main = 'main.js') => {
  const paths = Object.entries({ 'package.json': '{"name":"inn"}', ...loaded }).map(([file, text]) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  });
  const files = await createModuleFiles(join(folder, main), folder);
  const target = { run: async () => paths.filter((path) => path.endsWith('.json')) } as unknown as Target;
  const scripts = paths.filter((path) => path.endsWith('.js')).map((url, at) => [String(at), { url, isModule: false }] as const);
  const { words, tables, isLent, isOwn } = await wordsOfProcess(target, files, { covering: async () => new Map(scripts) }, {});
  const mark = createMarker([words], isLent, (node, isVariable) => isTable(node, tables, isVariable), isOwn);
  return Object.assign((value: string) => mark<RawNode>({ name: 'text', kind: 'value', value }).literal, { mark });
};

test('a text of a library is a word of code, what a small program says is not', async () => {
  const isWord = await wordsIn({
    'main.js': "const guest = { name: 'Curdin' };",
    'node_modules/desk/index.js': "exports.mode = 'strict routing'; exports.state = 'waiting';",
    'node_modules/desk/texts.json': '{"welcome":"Come in, please"}',
    'rooms.json': '{"first":"Attic"}',
  });
  expect(['Curdin', 'strict routing', 'Come in, please', 'Attic'].map(isWord)).toEqual([false, true, true, false]);
  // In so much code every short word stands somewhere.
  expect(isWord('waiting')).toBe(false);
});

test('in a large program of its own, too, texts are words of code', async () => {
  const isWord = await wordsIn({ 'main.js': `const title = 'Book of all guests';\n${'// more of it\n'.repeat(20_000)}` });
  expect(isWord('Book of all guests')).toBe(true);
});

test('so are those of a program that was installed, however small', async () => {
  const own = {
    'node_modules/inn/package.json': '{"name":"inn"}',
    'node_modules/inn/main.js': "const title = 'Book of all guests';",
  };
  expect((await wordsIn(own, 'node_modules/inn/main.js'))('Book of all guests')).toBe(true);
});

test('a table that stands in the code of a library is the code, whatever is in it; what was changed since is data', async () => {
  const { mark } = await wordsIn({
    'main.js': "const prices = { tea: 3, cake: 4, toast: 'free' };",
    'node_modules/desk/index.js': "exports.floors = { attic: 4, cellar: -1, lift: 'none' }; const most = 25;",
  });
  const table = (values: Record<string, string | number>): RawNode => ({
    name: 'held',
    kind: 'object',
    children: Object.entries(values).map(([name, value]) => ({ name, kind: 'value', value })),
  });
  const told = (node: RawNode): unknown[] => [node.literal, ...(node.children ?? []).map(({ literal }) => literal)];
  expect(told(mark(table({ attic: 4, cellar: -1, lift: 'none' })))).toEqual([true, true, true, true]);
  expect(told(mark(table({ attic: 4, cellar: -2, lift: 'none' })))).toEqual([undefined, undefined, undefined, false]);
  expect(told(mark(table({ tea: 3, cake: 4, toast: 'free' })))).toEqual([undefined, undefined, undefined, false]);
  expect(mark<RawNode>({ name: 'most', kind: 'value', value: 25 }).literal).toBe(true);
});

test('what lies in an object of a library is what the library calls so, until the application put it there', async () => {
  const { mark } = await wordsIn({
    'main.js': "const desk = require('desk')(); desk.bag.guests = []; desk.limit = 4;",
    'node_modules/desk/index.js':
      'module.exports = () => ({ bag: {}, limit: 9, timeout: 3, tables: [{ timeout: 1, colour: 2 }] });',
  });
  const value = (name: string): RawNode => ({ name, kind: 'value', value: 1 });
  const node = (name: string, kind: 'object' | 'list' | 'map', children: RawNode[]): RawNode => ({ name, kind, children });
  const desk = node('desk', 'object', [
    value('limit'),
    value('timeout'),
    node('tables', 'list', [node('0', 'object', [value('timeout'), value('boat')])]),
    node('bag', 'object', [node('guests', 'list', [node('0', 'object', [value('timeout')])])]),
  ]);
  const told = (one: RawNode, path: readonly number[]): boolean => {
    const found = path.reduce<RawNode | undefined>((at, nth) => at?.children?.[nth], one);
    return found?.foreign === true;
  };
  const of = (given: RawNode) =>
    [[0], [1], [2], [2, 0, 0], [2, 0, 1], [3, 0], [3, 0, 0, 0]].map((path) => told(mark(given), path));
  expect(of({ ...desk, foreign: true })).toEqual([false, true, true, true, false, false, false]);
  expect(of(desk)).not.toContain(true);
});

const leaf = (name: string, value: string): RawNode => ({ name, kind: 'value', value });
const told = (mark: (root: RawNode) => RawNode): unknown[] => {
  const engine = mark({
    name: 'q',
    kind: 'object',
    foreign: false,
    children: [
      leaf('broker', 'topic'),
      leaf('state', 'running'),
      { name: 'variables', kind: 'object', children: [leaf('parcel', 'P-7'), leaf('officer', 'Solveig')] },
    ],
  });
  const office = mark({
    name: 'z',
    kind: 'object',
    foreign: false,
    children: [leaf('officer', 'Solveig'), leaf('parcel', 'P-7'), leaf('state', 'open')],
  });
  return [engine, ...(engine.children ?? []), ...(engine.children?.[2]?.children ?? []), office, ...(office.children ?? [])].map(
    ({ foreign }) => foreign,
  );
};
const library = 'class q{constructor(){this.broker="";this.state="";this.variables={}}}';
const own = 'class z{constructor(){this.officer="";this.parcel="";this.state=""}}';

test.each([500, 4000])(
  'in a bundle the entry comes last, and what has the names of its fields is the application\u2019s, whoever holds it: %d',
  async (size) => {
    const { mark } = await wordsIn({
      'main.js': `${library.repeat(size)}${'x=1;'.repeat(1800)}${own}\n/*! Licences:\n${'broker variables\n'.repeat(99)}*/\n`,
    });
    expect(told(mark)).toEqual([true, true, true, false, undefined, undefined, false, undefined, undefined, undefined]);
    const letter = (...fields: string[]) =>
      mark<RawNode>({ name: 'x', kind: 'object', children: fields.map((name) => leaf(name, '')) }).foreign;
    expect([letter('broker', 'variables'), letter('broker', 'parcel')]).toEqual([true, undefined]);
  },
);

test('where a bundler wrote down what it took from where, that tells', async () => {
  const { mark } = await wordsIn({
    'main.js': `// src/office.js\n${own}\n// node_modules/engine/index.js\n${library}\n// src/main.js\nnew z();\n`,
  });
  expect(told(mark)).toEqual([true, true, true, false, undefined, undefined, false, undefined, undefined, undefined]);
});

test.each<Record<string, string>>([
  { 'main.js': `${library}\n${own}\n` },
  { 'main.js': `${library.repeat(500)}${'x=1;'.repeat(1800)}${own}\n`, 'node_modules/desk/index.js': 'module.exports = 1;' },
])('what no library is in is all the application\u2019s', async (files) => {
  const { mark } = await wordsIn(files);
  expect(told(mark)).toEqual([
    false,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    false,
    undefined,
    undefined,
    undefined,
  ]);
});
