import { describe, expect, it } from 'vitest';
import { type Extent, isCut } from './extent.js';

const extents = new Map<string, Extent>([
  ['orders', { kind: 'list', size: 1500, read: [[0, 200]] }],
  ['orders[3].lines', { kind: 'list', size: 40, read: [[0, 20]] }],
  ['done', { kind: 'list', size: 3 }],
  ['user', { kind: 'object', size: null }],
]);

describe('isCut', () => {
  it.each([
    [{ path: 'orders' }, true],
    [{ path: 'orders', from: 0, to: 3 }, false],
    [{ path: 'orders', from: 0, to: 4 }, true],
    [{ path: 'orders', from: 190, to: 210 }, true],
    [{ path: 'orders', from: 1500, to: 1600 }, false],
    [{ path: 'orders[700].status' }, true],
    [{ path: 'orders[7].status' }, false],
    [{ path: 'orders[3]' }, true],
    [{ path: 'orders.count' }, true],
    [{ path: 'done' }, false],
    [{ path: 'done[0].x' }, false],
    [{ path: 'user.name' }, true],
    [{ path: 'users' }, false],
    [{ path: 'nobody' }, false],
  ])('%j: %s', (demand, cut) => {
    expect(isCut(extents, demand)).toBe(cut);
  });
});
