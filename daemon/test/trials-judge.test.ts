import { expect, it } from 'vitest';
// @ts-expect-error: a script without types
import * as document from '../trials/lib/document.mjs';
// @ts-expect-error: a script without types
import * as judge from '../trials/lib/judge.mjs';

/** What the matcher of the trials takes for a fact, and what it does not: a value under a key that means something else is a miss. */

type Entry = readonly [key: string, value: unknown];
interface Fact {
  readonly fact?: string;
  readonly key: string | readonly string[];
  readonly value: unknown;
  readonly of?: unknown;
  readonly not?: string;
}
const tells = judge.tells as (fact: Fact, key: string, value: unknown) => boolean;
const toldIn = judge.toldIn as (fact: Fact, entries: readonly Entry[]) => Entry | undefined;

const accepted: readonly (readonly [Fact, string, unknown])[] = [
  [{ key: 'timer minute', value: 18 }, 'kitchen.timers[0].minutes', 18],
  [{ key: 'timer minute', value: 18 }, 'timer_minutes', '18'],
  [{ key: 'timer label|name', value: 'Dough' }, 'timers["Dough"].name', 'Dough'],
  [{ key: 'loud', value: false }, 'settings.loud', false],
  [{ key: 'chef', value: 'Amina' }, 'kitchen.chef.name', 'Amina'],
  [{ key: 'kilo bag', value: 22.5 }, 'limits.bags.kilos', 22.5],
  [{ key: 'x', value: 40 }, 'shapes["desk"].x', 40],
  [{ key: 'row', value: 'Diesel' }, 'sheet.rows[0].c1', 'Diesel'],
  [{ key: 'row', value: 'Diesel' }, 'sheet.rows[0][1]', 'Diesel'],
  [{ fact: 'how many are done', key: 'finished', value: 6 }, 'finished_count', 6],
  [{ key: 'font size', value: 20 }, 'caption.font_size', 20],
  [{ key: 'opening', value: { like: '^9:' } }, 'opening', '9:30'],
];

const rejected: readonly (readonly [Fact, string, unknown])[] = [
  // The words are on the way to the value, and it is called something else.
  [{ key: 'cursor|line', value: 4 }, 'doc.lines[0].stream.tab_size', 4],
  [{ key: 'chef', value: 3 }, 'chef.stars', 3],
  [{ key: 'timer minute', value: 18 }, 'timers[0].minutes.angle', 18],
  [{ key: 'organism', value: { like: '^\\d+$' } }, 'world.organisms[1].genetic_code.genes.count', 9],
  [{ key: 'organism', value: { like: '^\\d+$' } }, 'world.organisms[0].i', 1],
  // It is a measure of the thing, which nobody asked for.
  [{ key: 'y', value: 1 }, 'drag_transform.y_scale', 1],
  [{ key: 'desk', value: 2 }, 'desk_index', 2],
  [{ key: 'minute', value: 5 }, 'minute_width', 5],
  // A word is missing, or one is part of another, or one makes it mean something else.
  [{ key: 'timer minute', value: 18 }, 'timers[0].age', 18],
  [{ key: 'act', value: 5 }, 'play.actor', 5],
  [{ key: 'file', value: 'a.txt', not: 'recent' }, 'recent.file', 'a.txt'],
  // The value is not the one.
  [{ key: 'loud', value: false }, 'loud', true],
  [{ key: 'chef', value: 'Amina' }, 'chef', 'Amina and others'],
  [{ key: 'director', value: 0 }, 'director', null],
];

it.each(accepted)('%j is told by %s = %j', (fact, key, value) => {
  expect(tells(fact, key, value)).toBe(true);
});

it.each(rejected)('%j is not told by %s = %j', (fact, key, value) => {
  expect(tells(fact, key, value)).toBe(false);
});

it('asks the same record what else it says', () => {
  const entries: readonly Entry[] = [
    ['timers[0].label', 'Risotto'],
    ['timers[0].running', true],
    ['timers[1].label', 'Dough'],
    ['timers[1].running', false],
    ['boats["Lomvi"].crew[0]', 'Odd'],
    ['gate.name', 'Lock 4'],
    ['gate.metres', 4.8],
    ['weir.metres', 2],
    ['gate.passages[0].from', 'Empty'],
    ['gate.passages[0].boat', 'Vega'],
    ['gate.passages[1].from', 'Filled'],
  ];
  const running = (of: string, value: boolean): Entry | undefined => toldIn({ key: 'timer running', value, of }, entries);
  expect(running('Dough', false)?.[0]).toBe('timers[1].running');
  expect(running('Dough', true)).toBeUndefined();
  expect(running('Risotto', false)).toBeUndefined();
  expect(toldIn({ key: 'crew', value: 'Odd', of: 'Lomvi' }, entries)?.[0]).toBe('boats["Lomvi"].crew[0]');
  expect(toldIn({ key: 'crew', value: 'Odd', of: 'Skarven' }, entries)).toBeUndefined();
  expect(toldIn({ key: 'metre', value: 4.8, of: 'Lock 4' }, entries)?.[0]).toBe('gate.metres');
  expect(toldIn({ key: 'metre', value: 2, of: 'Lock 4' }, entries)).toBeUndefined();
  expect(toldIn({ key: 'from', value: 'Filled', of: 'Lock 4' }, entries)?.[0]).toBe('gate.passages[1].from');
  expect(toldIn({ key: 'from', value: 'Empty', of: 'Vega' }, entries)?.[0]).toBe('gate.passages[0].from');
  expect(toldIn({ key: 'from', value: 'Filled', of: 'Vega' }, entries)).toBeUndefined();
});

interface Way {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
const waysTo = judge.waysTo as (task: object, actions: Readonly<Record<string, object>>) => Way[];

it('takes the action that says least beside and has a place for every value', () => {
  const actions = {
    stop_all_timers: { parameters: [] },
    stop: { parameters: [{ name: 'timer', type_name: 'string', required: true }] },
    stop_risotto: { parameters: [] },
    stopwatch: { parameters: [] },
    stop_after: {
      parameters: [
        { name: 'timer', type_name: 'string', required: true },
        { name: 'minutes', type_name: 'number', required: true },
      ],
    },
  };
  const ways = waysTo({ action: 'stop', values: { 'which|timer': 'Risotto' } }, actions);
  expect(ways.map(({ name, parameters }) => [name, parameters])).toEqual([
    ['stop', { timer: 'Risotto' }],
    ['stop_risotto', {}],
  ]);
});

it('gives each parameter a value of its own, and the only one what the name does not say', () => {
  const two = { name: 'a', parameters: [{ name: 'from' }, { name: 'to' }] };
  expect(waysTo({ action: 'move', values: { 'from|place': 'A', 'to|place': 'B' } }, { move: two })[0]?.parameters).toEqual({
    from: 'A',
    to: 'B',
  });
  const one = { parameters: [{ name: 'arg0', required: true }] };
  const flag = { parameters: [{ name: 'checked', type_name: 'boolean', required: false }] };
  expect(waysTo({ action: 'toggle', values: { timer: 'Dough' } }, { toggle_loud: flag })).toEqual([]);
  const task = { action: 'bought', values: { value: true, 'which|item': 'Milk' } };
  expect(waysTo(task, { milk_bought: one, bought: one }).map(({ name, parameters }) => [name, parameters])).toEqual([
    ['milk_bought', { arg0: true }],
  ]);
});

it('gives an object by its parts where the action asks for those, and whole where it takes one', () => {
  const text = { type_name: 'string', required: true };
  const keep = {
    parameters: [
      { name: 'code', ...text },
      { name: 'capital', ...text },
    ],
  };
  const kept = {
    parameters: [
      { name: 'code', ...text },
      { name: 'country', type_name: 'object', required: true },
    ],
  };
  const task = { action: 'keep', values: { code: 'ls', country: { Capital: 'Maseru' } } };
  expect(waysTo(task, { keep })[0]?.parameters).toEqual({ code: 'ls', capital: 'Maseru' });
  expect(waysTo(task, { keep: kept })[0]?.parameters).toEqual({ code: 'ls', country: { Capital: 'Maseru' } });
});

it('gives the arguments in their order where they have no names', () => {
  const resize = { parameters: [{ name: 'args', type_name: 'array', required: false }] };
  expect(waysTo({ action: 'resize', values: { width: 500, height: 250 } }, { resize })[0]?.parameters).toEqual({
    args: [500, 250],
  });
  expect(waysTo({ action: 'resize' }, { resize })[0]?.parameters).toEqual({});
  const typed = (...types: string[]) => ({
    parameters: types.map((type_name, at) => ({
      name: type_name === 'string' ? `text${at + 1}` : 'number',
      type_name,
      required: true,
    })),
  });
  const order = { action: 'order', values: { bread: 'rye', loaves: 5 } };
  expect(waysTo(order, { order: typed('string', 'number') })[0]?.parameters).toEqual({ text1: 'rye', number: 5 });
  expect(waysTo(order, { order: typed('number', 'string') })).toEqual([]);
  // Where all names are lost, one that a task happens to use says nothing either.
  const warn = { parameters: ['text', 'text2'].map((name) => ({ name, type_name: 'string', required: true })) };
  const values = { 'place|arg0': 'Bergen', 'text|arg1': 'slippery' };
  expect(waysTo({ action: 'warn', values }, { warn })[0]?.parameters).toEqual({ text: 'Bergen', text2: 'slippery' });
});

it('tells what changed between two readings', () => {
  const changedBetween = judge.changedBetween as (before: object, after: object) => string[];
  expect(changedBetween({ a: 1, b: [1], c: 3 }, { a: 2, b: [1], d: 4 })).toEqual(['a', 'c', 'd']);
});

it('counts what actions did by how sure we were', () => {
  const calibrationOf = document.calibrationOf as (results: object) => string;
  const outcomes = [
    'done; reversible_write; 0.97; 0.9',
    'did something else; reversible_write; 0.96; 0.7',
    'refused for confidence; irreversible_write; 0.9; 0.9; done',
    'refused for confidence; irreversible_write; 0.9; 0.9',
    'no action',
  ];
  const page = calibrationOf({ 'node/a': { heldOut: false, tasks: 5, outcomes }, 'node/b': { heldOut: true, tasks: 9 } });
  expect(page).toContain('Looked at (1 programs, 5 tasks)');
  expect(page).not.toContain('Held out');
  expect(page).toContain('| 0.95 to 1.00 | 2 | 1 | 50 % | 1 | 0 | 0 | 0 of 0 |');
  expect(page).toContain('| 0.80 to 0.94 | 0 | 0 | – | 0 | 0 | 2 | 1 of 1 |');
  expect(page).toContain('| below 0.85 | 1 | 0 | 0 % | 1 | 0 | 0 | 0 of 0 |');
});
