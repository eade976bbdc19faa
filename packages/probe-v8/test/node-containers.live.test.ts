import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawNode } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { type Started, startNode } from './node-process.js';

/** What is told of each kind of container: one variable of the program a row, and the lines that must be among what it reads as. */

const rows: Record<string, readonly string[]> = {
  plainMap: ['apples = 3'],
  plainSet: ['0 = red', '1 = green'],
  weakRef: ['title = kept elsewhere'],
  holes: ['2 = third', '5 = sixth'],
  bytes: ['(binary, 3)'],
  floats: ['0 = 1.5', '1 = 2.5'],
  longs: ['0 = 12345678901234'],
  textBuffer: ['= a letter to Ada'],
  arrayBuffer: ['= raw words'],
  sharedBuffer: ['(binary, 16)'],
  view: ['= seen words'],
  date: ['= 2031-05-06T07:08:09.000Z'],
  badDate: ['= null'],
  link: ['= https://shop.example/basket?size=4#top'],
  search: ['colour = blue', 'count = 12'],
  headers: ['x-shelf = upper', 'accept = text/plain'],
  form: ['title = Winter sale', 'pages = 16'],
  blob: ['size = 10', 'type = text/markdown'],
  file: ['name = notes.txt', 'size = 9', 'type = text/plain'],
  failure: ['message = the pump is stuck', 'code = E_PUMP', 'cause/valve = V-7'],
  several: ['message = leaks', 'errors/0 = first leak', 'errors/1 = second leak'],
  pattern: ['= /^or[cd]er-\\d+$/i'],
  symbols: ['lodgers/room = attic', 'mood = calm'],
  machine: ['state = paused'],
  big: ['= 9007199254740993'],
  boxed: ['number = 41', 'text = boxed text', 'flag = true'],
  Account: ['count = 17', 'last = A-17'],
  account: ['owner = Grace', 'balance = 250', 'notes/opened = monday'],
  savings: ['owner = Grace', 'goal = bicycle', 'balance = 250'],
  linked: ['head/value = one', 'head/next/next/value = three', 'size = 3'],
  ring: ['value = north', 'next/value = south'],
  redBlack: ['root/value = Mango', 'root/left/left/value = Banana', 'root/right/right/value = Zucchini', 'length = 7'],
  skipList: ['head/forward/0/value = ten', 'head/forward/1/value = twenty', 'head/forward/0/forward/0/forward/0/value = thirty'],
  sortedBytes: ['root/key = book!2', 'root/left/value/title = Dracula', 'root/right/value/title = Ivanhoe'],
  kitchen: ['orders/0/dish = soup'],
  counting: ['seen = 21', 'lastLine = line twenty-one'],
  feed: ['label = north feed'],
  settled: ['loaded = catalogue'],
  rejected: ['= no catalogue'],
  proxied: ['inside = the box'],
  frozen: ['fixed = for good', 'deep/also = fixed'],
  bareObject: ['plain = without prototype'],
  nested: ['europe/oslo/people = 700'],
  objectKeys: ['#0/key/seat = A1', '#0/value/guest = Linus'],
  setOfObjects: ['0/job = paint'],
  shelf: ['jam = 11', 'place = cellar'],
  basket: ['0 = pear', '1 = plum'],
  iterable: ['items/0 = listed'],
  args: ['0 = first argument', '1 = 2'],
  // What a function keeps for those that it returned.
  ticks: ['= 5'],
  laps: ['0 = lap one'],
};

const linesOf = (node: RawNode, path = ''): string[] => {
  const at = path === '' ? '' : `${path} `;
  if (node.kind === 'value') return [`${at}= ${String(node.value)}`];
  if (node.kind === 'omitted') return [`${at}(${node.omitted}${node.size === undefined ? '' : `, ${node.size}`})`];
  return (node.children ?? []).flatMap((child) => linesOf(child, path === '' ? child.name : `${path}/${child.name}`));
};

describe('containers', () => {
  let program: Started;
  const told = new Map<string, string[]>();
  beforeAll(async () => {
    const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
    program = await startNode({ args: [join(fixtures, 'containers.mjs')], cwd: fixtures });
    const signal = AbortSignal.timeout(80_000);
    await using session = await createV8Probe().attach(program.app, undefined, signal);
    await session.capture({ mode: 'discover', budget: defaultBudget }, signal);
    const { roots } = await session.capture({ mode: 'poll', budget: defaultBudget }, signal);
    for (const root of roots) told.set(root.name, [...(told.get(root.name) ?? []), ...linesOf(root)]);
  }, 90_000);
  afterAll(async () => await program?.stop());

  test.each(Object.entries(rows))('%s', (name, lines) => {
    expect(told.get(name)).toEqual(expect.arrayContaining([...lines]));
  });

  test('no getter, trap, iterator or comparison of the program ran', () => expect(told.get('touched')).toEqual(['= 0']));
});
