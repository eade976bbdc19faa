import { expect, test } from 'vitest';
import { functionActions, routeActions, takenBy } from './actions.js';

test('a field of a body takes whatever JSON has, unless a field of that name says more', () => {
  const route = {
    server: 0,
    method: 'POST',
    path: '/berths/:berth',
    handler: '',
    head: '(context) => { const { boat, places } = context.request.body; }',
  };
  const [action] = routeActions([route], new Map([['places', 'number']]), new Map());
  expect(action?.parameters).toContainEqual(expect.objectContaining({ name: 'boat', type: 'string', sourceType: 'any' }));
  expect(action?.parameters.find(({ name }) => name === 'places')).toMatchObject({ type: 'number' });
  expect(action?.parameters.find(({ name }) => name === 'places')).not.toHaveProperty('sourceType');
});

test('where nothing tells what a body has, it has what the records have that the path is about', () => {
  const route = { server: 0, method: 'POST', path: '/halls/:hall/seats', handler: '', head: '(req) => run(req)' };
  const [action] = routeActions([route], new Map([['row', 'number']]), new Map([['seat', ['row', 'guest']]]));
  expect(action?.parameters.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'hall: string',
    'row: number',
    'guest: string',
    'body: object',
    'query: object',
  ]);
});

test('what is given whole may be given by the fields of the records that are kept of its kind', () => {
  const callable = {
    address: 'fn:hall.js/exports.book',
    name: 'book',
    path: ['exports', 'book'],
    module: 0,
    head: 'function book(seat, days) { seats.push({ ...seat, until: days * 24 }); }',
    whole: true,
  };
  const records = new Map([['seat', ['row', 'guest']]]);
  expect(takenBy(callable, new Map(), records).onto).toBe('seat');
  const [action] = functionActions([callable], new Map(), records);
  expect(action?.parameters.map(({ name, required }) => `${name}${required ? '' : '?'}`)).toEqual([
    'seat?',
    'days',
    'row?',
    'guest?',
  ]);
});

test('a body that is handed on as a whole has what the records have, too', () => {
  const route = { server: 0, method: 'PUT', path: '/tea-boxes/:box', handler: '', head: '(req) => keep(req.body)' };
  const onward = [{ source: '(box) => { if (!box.tea) throw 0; boxes.add(box); }', at: 0 }];
  const [action] = routeActions([{ ...route, onward }], new Map(), new Map([['teabox', ['tea', 'grams']]]));
  expect(action?.parameters.map(({ name }) => name)).toEqual(['box', 'tea', 'grams', 'body', 'query']);
});

test('what others can do without may be left out by who only hands it on; a file is called by all of its name', () => {
  const callable = (name: string, head: string) => ({
    address: `fn:lib/harbour.store.js/${name}`,
    name,
    path: ['exports', name],
    module: 0,
    head,
    whole: true,
  });
  const actions = functionActions(
    [
      callable('exports.clear', 'clear(berth, trace) { this.check(berth, trace); berths.delete(berth); }'),
      callable('exports.check', 'check(berth, trace) { if (!berths.has(berth)) throw lost(trace ? trace.id : undefined); }'),
      callable('exports.log', 'log(berth, trace) { this.check(berth, trace); lines.push(trace.id); }'),
    ],
    new Map(),
    new Map(),
  );
  expect(actions.map(({ parameters }) => parameters.map(({ required }) => required))).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(actions[0]?.owner).toBe('harbour store');
});
