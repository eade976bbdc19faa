import type { RawCapture, RawRoot } from '@substrate/core';
import { expect, it } from 'vitest';
import { captureOf, programs } from '../test/fidelity.js';
import { interpret } from './interpret.js';
import { elementOf, fileOf, isOfRuntime } from './origins.js';

/** Addresses say nothing: other ones for the same roots give the same keys. */

/** What probes are to say in fields, taken from what their addresses said when these were recorded. */
const withFields = (root: RawRoot): RawRoot => {
  const [element, file] = [elementOf(root), fileOf(root)];
  return { ...root, ...(element && { element }), ...(file !== '' && { file }), ofRuntime: isOfRuntime(root) };
};

const shuffled = (capture: RawCapture, salt: number): RawCapture => {
  const ids = new Map<string, string>();
  const opaque = (address: string): string => {
    if (!ids.has(address)) ids.set(address, `id-${((ids.size + 1) * 7919 + salt * 104_729) % 1_000_003}`);
    return ids.get(address) as string;
  };
  const roots = capture.roots.map((root): RawRoot => {
    const given = withFields(root);
    const { element } = given;
    return { ...given, address: opaque(root.address), ...(element && { element: { ...element, of: opaque(element.of) } }) };
  });
  return { ...capture, roots, actions: [] };
};

/** Names made from an address are as opaque as it is. */
const keysOf = (capture: RawCapture): string[] =>
  Object.keys(interpret(capture).objects)
    .map((key) => key.replace(/unknown_0x[0-9a-f]+/g, 'unknown'))
    .sort();

/** Roots that nothing but the address tells apart take their names in its order. */
const told = programs.filter((name) => {
  const names = captureOf(name).roots.map(({ source, name: own, type, file }) => `${source} ${own} ${type} ${file}`);
  return new Set(names).size === names.length;
});

it.each(told)('%s is called the same under other addresses', (name) => {
  const capture = captureOf(name);
  expect(keysOf(shuffled(capture, 2))).toEqual(keysOf(shuffled(capture, 1)));
});

it('looks at most of the recorded programs', () => {
  expect(told.length).toBeGreaterThanOrEqual(10);
});
