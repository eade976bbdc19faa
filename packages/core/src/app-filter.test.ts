import { expect, test } from 'vitest';
import { createFilter } from './app-filter.js';

const app = { appId: 'acme-shop', appName: 'Acme Shop', command: ['node', '/srv/Shop/server.js'] };

test.each([
  [['SHOP'], true],
  [['srv/shop'], true],
  [['acme-*'], true],
  [['*server.js'], true],
  [['node*server*js'], true],
  [['shop*'], false],
  [['*shop*shop'], false],
  [['a*a'], false],
  [['other', 'acme'], true],
  [['*'], true],
  [[''], false],
  [[], false],
])('%j', (patterns, matches) => expect(createFilter(patterns)(app)).toBe(matches));

test('parts of a glob do not overlap', () => {
  expect(createFilter(['ab*ba'])({ appId: 'aba', appName: '', command: [] })).toBe(false);
});
