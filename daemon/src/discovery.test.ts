import { scriptedCapture } from '@substrate/core/testing';
import { expect, test } from 'vitest';
import { createDiscovery } from './discovery.js';

const hour = 3_600_000;
const good = { confidence: 0.9, sparse: false };
const bad = { confidence: 0.4, sparse: false };
const old = { startedAt: 0, now: hour };
const restOf = ({ known: _, ...rest }: ReturnType<typeof scriptedCapture>) => rest;

test('an old process that was looked at is only polled', () => {
  const discovery = createDiscovery({ ...old, restored: false });
  discovery.seen('discover', scriptedCapture(), good, hour);
  expect(discovery.mode(2 * hour)).toBe('poll');
});

test.each([
  ['a young process', { startedAt: hour - 1000, now: hour, restored: false }],
  ['a process of which only what was known before was read', { ...old, restored: true }],
])('%s is looked at once more, a little later', (_, options) => {
  const discovery = createDiscovery(options);
  discovery.seen(options.restored ? 'poll' : 'discover', restOf(scriptedCapture()), good, hour);
  expect([discovery.mode(hour + 5000), discovery.mode(hour + 15_000)]).toEqual(['poll', 'discover']);
  discovery.seen('discover', scriptedCapture(), good, hour + 15_000);
  expect(discovery.mode(2 * hour)).toBe('poll');
});

test('a poor reading is looked at again and again, ever more seldom, while a route is left', () => {
  const discovery = createDiscovery({ ...old, restored: false });
  const poor = scriptedCapture({ moreRoutes: true });
  discovery.seen('discover', poor, bad, hour);
  expect([discovery.mode(hour + 1000), discovery.mode(hour + 5000)]).toEqual(['poll', 'discover']);
  discovery.seen('discover', poor, bad, hour + 5000);
  expect([discovery.mode(hour + 10_000), discovery.mode(hour + 20_000)]).toEqual(['poll', 'discover']);
  discovery.seen('discover', scriptedCapture({ moreRoutes: false }), bad, hour + 20_000);
  expect(discovery.mode(2 * hour)).toBe('poll');
});

test('so is one that found hardly anything, however right it is', () => {
  const discovery = createDiscovery({ ...old, restored: false });
  discovery.seen('discover', scriptedCapture({ moreRoutes: true }), { confidence: 0.99, sparse: true }, hour);
  expect(discovery.mode(hour + 5000)).toBe('discover');
});

test('lost roots bring it back', () => {
  const discovery = createDiscovery({ ...old, restored: false });
  const { known, ...rest } = scriptedCapture();
  discovery.seen('poll', rest, good, hour);
  expect(discovery.mode(2 * hour)).toBe('poll');
  discovery.seen('poll', { ...rest, known: known! }, good, hour);
  expect(discovery.mode(hour + 5000)).toBe('discover');
});

test('so does a way that has opened', () => {
  const discovery = createDiscovery({ ...old, restored: false });
  const { known: _, ...rest } = scriptedCapture();
  discovery.seen('poll', { ...rest, lookAgain: true }, good, hour);
  expect([discovery.mode(hour + 1000), discovery.mode(hour + 5000)]).toEqual(['poll', 'discover']);
  discovery.seen('discover', rest, good, hour + 5000);
  discovery.seen('poll', { ...rest, lookAgain: true }, good, hour + 20_000);
  expect(discovery.mode(hour + 20_000)).toBe('discover');
});

test('one that was found again is looked at at once where there is a way, and once more when it is no longer young', () => {
  const { known: _, ...rest } = scriptedCapture();
  const again = createDiscovery({ ...old, restored: true });
  again.seen('poll', { ...rest, lookAgain: true }, good, hour);
  expect(again.mode(hour)).toBe('discover');
  again.seen('discover', rest, good, hour);
  expect(again.mode(2 * hour)).toBe('poll');
  const young = createDiscovery({ startedAt: hour - 1000, now: hour, restored: true });
  young.seen('poll', { ...rest, lookAgain: true }, good, hour);
  young.seen('discover', rest, good, hour);
  expect([young.mode(hour + 5000), young.mode(hour + 15_000)]).toEqual(['poll', 'discover']);
  young.seen('discover', rest, good, hour + 15_000);
  expect(young.mode(2 * hour)).toBe('poll');
});
