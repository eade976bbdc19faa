import type { RawCapture, RawRoot } from '@substrate/core';
import { expect, it } from 'vitest';
import { interpret } from '../src/interpret.js';
import { captureOf, programs } from './fidelity.js';

/** Addresses say nothing: other ones for the same roots and actions give the same keys and names. */

const shuffled = (capture: RawCapture, salt: number): RawCapture => {
  const ids = new Map<string, string>();
  const opaque = (address: string): string => {
    const end = ['', '/*', '/#count'][(ids.size + salt) % 3];
    if (!ids.has(address)) ids.set(address, `id-${((ids.size + 1) * 7919 + salt * 104_729) % 1_000_003}${end}`);
    return ids.get(address) as string;
  };
  const roots = capture.roots.map((root): RawRoot => {
    const { element } = root;
    return { ...root, address: opaque(root.address), ...(element && { element: { ...element, of: opaque(element.of) } }) };
  });
  const longestFirst = capture.roots.map(({ address }) => address).sort((a, b) => b.length - a.length);
  /** What a node's address begins with is its root's. */
  const moved = (address: string): string => {
    const root = longestFirst.find((one) => address === one || address.startsWith(`${one}/`));
    return root === undefined ? opaque(address) : opaque(root) + address.slice(root.length);
  };
  const actions = capture.actions.map((action) => ({
    ...action,
    address: opaque(`action ${action.address}`),
    ...(action.targets && { targets: action.targets.map(moved) }),
    ...(action.reads !== undefined && { reads: moved(action.reads) }),
  }));
  return { ...capture, roots, actions };
};

/** Names made from an address are as opaque as it is. */
const told = (names: readonly string[]): string[] => names.map((name) => name.replace(/unknown_0x[0-9a-f]+/g, 'unknown')).sort();

/** What nothing but the address tells apart takes its name in the address's order. */
const apart = (all: readonly unknown[]): boolean => new Set(all.map((one) => JSON.stringify(one))).size === all.length;
const withRootsApart = programs.filter((name) =>
  apart(captureOf(name).roots.map(({ source, name: own, type, file }) => [source, own, type, file])),
);
const withActionsApart = programs.filter((name) =>
  apart(captureOf(name).actions.map(({ owner, name: own, kind }) => [owner, own, kind])),
);

it.each(withRootsApart)('%s has the same keys under other addresses', (name) => {
  const keysOf = (salt: number) => told(Object.keys(interpret(shuffled(captureOf(name), salt)).objects));
  expect(keysOf(2)).toEqual(keysOf(1));
});

it.each(withRootsApart.filter((name) => withActionsApart.includes(name)))(
  '%s has the same actions under other addresses',
  (name) => {
    const namesOf = (salt: number) =>
      told(
        Object.entries(interpret(shuffled(captureOf(name), salt)).actions).map(
          ([action, { reversibility, signature }]) => `${action} ${reversibility} ${signature}`,
        ),
      );
    expect(namesOf(2)).toEqual(namesOf(1));
  },
);

it('looks at most of the recorded programs', () => {
  expect(withRootsApart.length).toBeGreaterThanOrEqual(10);
  expect(withActionsApart.length).toBeGreaterThanOrEqual(10);
});
