import { describe, expect, it } from 'vitest';
import { isConstantName, isEcho, tableCost } from './tables.js';
import { type Literal, node } from './testing.js';
import { valueCost } from './value-cost.js';

describe('tableCost', () => {
  const many = (count: number, value: (at: number) => Literal): Literal =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`entry${at}x`, value(at)]));
  const tables: readonly (readonly [string, string, Literal])[] = [
    ['codes in capitals', 'HTTP_STATUS', { OK: 200, CREATED: 201, NOT_FOUND: 404 }],
    ['constants below a plain name', 'codes', { E_OPEN: 'a1', E_READ: 'b2', E_SEEK: 'c3' }],
    ['values that repeat their names', 'headers', { accept: 'Accept', contentType: 'Content-Type', etag: 'ETag' }],
    ['spellings of one option', 'autoIndex', ['autoIndex', 'autoindex', 'auto-index']],
    ['messages', 'errors', many(9, (at) => `something went wrong here, number ${at}`)],
    ['texts without end', 'icons', many(50, (at) => `x${at}`)],
    ['numbers of characters', 'entities', many(50, (at) => at)],
    ['a package manifest', 'pkg', { dependencies: { a: '1' }, engines: { node: '20' }, license: 'MIT', keywords: ['a'] }],
    ['what settings there are', 'Meta', many(4, (at) => ({ Name: `timeout${at}`, Kind: 'Int32', Min: 0, Max: 100 }))],
    ['modules that were loaded', 'moduleCache', many(4, (at) => ({ id: at + 4000, loaded: true, exports: { a: at } }))],
    ['objects made ahead', 'parameters', [0, 1, 2, 3].map((index) => ({ index, owner: null }))],
    ['a manual of options', 'options', many(4, () => ({ type: 'string', description: 'What it is for', alias: 'a' }))],
    ['options as classes', 'Options', many(4, () => ({ LongName: 'port', Description: 'Port to listen on', ValueName: 'PORT' }))],
    ['options of a command line', 'options', many(4, () => ({ abbr: 'p', help: 'Port to listen on', metavar: 'PORT' }))],
    [
      'a description of an interface',
      'doc',
      { openapi: '3.0.0', info: { title: 'Pets' }, paths: { '/pets': { get: { summary: 'x' } } } },
    ],
    ['an enumeration', 'level', { debug: 0, info: 1, warn: 2, error: 3 }],
    ['an enumeration both ways', 'state', { 0: 'OPEN', 1: 'CLOSED', OPEN: 0, CLOSED: 1 }],
    ['a schema', 'properties', { id: { type: 'integer' }, name: { type: 'string', maxLength: 9 }, tags: { type: 'array' } }],
    ['a scale', 'buckets', [0.1, 0.5, 1, 5, 10]],
    [
      'how a language writes dates',
      '_locale',
      {
        _monthsShort: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
        _weekdays: 'Su Mo Tu We Th Fr Sa'.split(' '),
        abbr: 'en',
      },
    ],
    ['the days of the week', 'dayNamesMin', 'Su Mo Tu We Th Fr Sa'.split(' ')],
    [
      'colours of a theme',
      'colors',
      {
        background: '#fffffe',
        border: 'rgba(0, 0, 0, 0.3)',
        text: { r: 4, g: 49, b: 250, a: 1 },
        link: { rgba: { r: 4, g: 49, b: 250 } },
      },
    ],
    [
      'how things look',
      'modeParams',
      {
        headerBackgroundColor: { ref: 'chrome' },
        rowHoverColor: { mix: 0.1 },
        cellPadding: 4,
        fontFamily: 'Inter',
        textColor: '#000',
        cardShadow: { ref: 'popup' },
        iconSize: 16,
      },
    ],
    ['one number over and over', 'offsets', [0, 0, 0, 0, 0]],
  ];
  it.each(tables)('knows %s', (_, name, value) => {
    expect(tableCost(node(name, value))).toBeGreaterThanOrEqual(25);
  });

  const data: readonly (readonly [string, string, Literal])[] = [
    ['a record', 'user', { id: 7, name: 'Ada', email: 'ada@example.org' }],
    ['settings', 'config', { port: 8080, host: '127.0.0.1', debug: false }],
    [
      'a list of records',
      'TODOS',
      [
        { id: 1, title: 'Tea' },
        { id: 2, title: 'Milk' },
      ],
    ],
    ['records with a type', 'accounts', many(4, (at) => ({ type: 'savings', balance: at * 10 }))],
    ['days somebody chose', 'openingDays', ['Monday', 'Tuesday', 'Friday']],
    ['what a day is like', 'days', { monday: 'open', tuesday: 'closed' }],
    ['a shape with its colour', 'shape', { kind: 'circle', fill: '#ff0000', stroke: '#000', radius: 4 }],
    ['prices', 'prices', { tea: 4.5, milk: 1.2, bread: 3.1 }],
    ['names of people', 'members', ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']],
  ];
  it.each(data)('takes nothing from %s', (_, name, value) => {
    expect(tableCost(node(name, value))).toBe(0);
  });
});

it.each(['MAX_USERS', 'ROLES', 'API_ERROR'])('%s is the name of a constant', (name) => expect(isConstantName(name)).toBe(true));
it.each(['maxUsers', 'Roles', 'ID', 'X1', 'userID'])('%s is not', (name) => expect(isConstantName(name)).toBe(false));

it('knows a value that says its own name', () => {
  expect(isEcho('contentType', 'Content-Type')).toBe(true);
  expect(isEcho('CREATED', 'CREATED')).toBe(true);
  expect(isEcho('status', 'open')).toBe(false);
});

it.each([
  ['icon', `data:image/png;base64,${'A'.repeat(40)}`],
  ['matcher', '/^[a-z]+$/gi'],
  ['greeting', 'Hello %s, you have {0} mails'],
  ['type', 'java.lang.Long'],
  ['buffer', 'Buffer@1f2e3d4c'],
  ['page', `<div class="x">${'text '.repeat(20)}</div>`],
])('%s = %s is hardly a fact', (name, value) => expect(valueCost(name, value)).toBeGreaterThanOrEqual(25));

it.each([
  ['path', '/usr/share/app/'],
  ['title', 'The Art of Computer Programming'],
  ['discount', '100 % off today'],
  ['host', 'db.internal.example.org'],
  ['total', 42],
  ['id', '3f2a77d0-8c1e-4f4c-9f0e-2f6b1b0a9c11'],
])('%s = %s is one', (name, value) => expect(valueCost(name, value)).toBe(0));

it.each(['00000000-0000-0000-0000-000000000000', '9223372036854775807', '0001-01-01T00:00:00'])('%s was never set', (value) =>
  expect(valueCost('value', value)).toBeGreaterThan(0),
);
