import { expect, test } from 'vitest';
import { originIn } from './origin.js';

test.each([
  ['static:shop.Till', { qualifiedName: 'shop.Till' }],
  ['instance:shop.Order[12]', { qualifiedName: 'shop.Order', element: { of: 'instance:shop.Order[*]', at: 12 } }],
  ['task:Shop.Mailer.Run#2', { qualifiedName: 'Shop.Mailer.Run' }],
  ['mbean:Catalina:type=Manager,context=/shop', { qualifiedName: 'Catalina:type=Manager,context=/shop' }],
  ['heap:Shop.Till[north]', { qualifiedName: 'Shop.Till[north]' }],
  ['threads', {}],
])('%s', (address, origin) => {
  expect(originIn(address, 'instance')).toEqual(origin);
});

test('only objects of the heap are numbered so: a title may be a number too', () => {
  expect(originIn('window:Dialog[3]', 'window')).toEqual({ qualifiedName: 'Dialog' });
});
