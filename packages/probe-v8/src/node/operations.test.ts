import { expect, test } from 'vitest';
import type { Operation } from './injected/kit.js';
import { operationActions, requestFor } from './operations.js';

const part = (name: string, type: 'string' | 'number') => ({ name, type, required: false });
const moor: Operation = {
  kind: 'mutation',
  name: 'moor',
  takes: [
    { name: 'where', type: 'object', spelled: 'Where!', required: true, isAny: false, parts: [part('id', 'string')] },
    {
      name: 'data',
      type: 'object',
      spelled: 'Data',
      required: false,
      isAny: false,
      parts: [part('id', 'string'), part('metres', 'number')],
    },
    { name: 'since', type: 'string', spelled: 'Date!', required: true, isAny: true, parts: [] },
  ],
  returns: 'Berth!',
  selects: '{ id }',
};

test('what is given as one can be given by its fields, each said once', () => {
  expect(operationActions([moor])[0]?.parameters.map(({ name, required }) => `${name}${required ? '' : '?'}`)).toEqual([
    'where?',
    'data?',
    'since',
    'id?',
    'metres?',
  ]);
});

test('a request declares what is given and no more', () => {
  expect(requestFor(moor, { id: '4', since: '2026-01-01' })).toEqual({
    query: 'mutation($where: Where!, $since: Date!) { moor(where: $where, since: $since) { id } }',
    variables: { where: { id: '4' }, since: '2026-01-01' },
  });
  expect(requestFor(moor, { where: { id: '4' }, data: { metres: 9, id: '5' }, metres: 12 }).variables).toEqual({
    where: { id: '4' },
    data: { metres: 12, id: '5' },
  });
  expect(requestFor({ ...moor, kind: 'query', takes: [], selects: '' }, {}).query).toBe('query { moor  }');
});
