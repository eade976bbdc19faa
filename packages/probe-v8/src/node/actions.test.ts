import { expect, test } from 'vitest';
import { routeActions } from './actions.js';

test('a field of a body takes whatever JSON has, unless a field of that name says more', () => {
  const route = {
    server: 0,
    method: 'POST',
    path: '/berths/:berth',
    handler: '',
    head: '(context) => { const { boat, places } = context.request.body; }',
  };
  const [action] = routeActions([route], new Map([['places', 'number']]));
  expect(action?.parameters).toContainEqual(expect.objectContaining({ name: 'boat', type: 'string', sourceType: 'any' }));
  expect(action?.parameters.find(({ name }) => name === 'places')).toMatchObject({ type: 'number' });
  expect(action?.parameters.find(({ name }) => name === 'places')).not.toHaveProperty('sourceType');
});
