import { expect, test } from 'vitest';
import { capture, node, root } from '../test/captures.js';
import { bitsOfValue, valueBits } from './features.js';
import { interpret } from './interpret.js';

test('addresses, paths and times are places', () => {
  const isPlace = (text: string): boolean => (bitsOfValue(text) & valueBits.place) !== 0;
  expect(['https://a.example/b', '/home/ane/orchard/', 'C:\\Users\\ane', '2026-05-04'].every(isPlace)).toBe(true);
});

test('what stands in the code as it is comes behind what does not, numbers too; a table that is one of many records is judged with them', () => {
  const written = { literal: true };
  const table = (name: string, isWritten: boolean) =>
    root(`scope:a.js/${name}`, 'module', name, null, {
      kind: 'object',
      children: ['oak', 'elm', 'ash'].map((tree, at) => node(tree, at + 4, isWritten ? written : {})),
      ...(isWritten ? written : {}),
    });
  const rows = (name: string, share: number) =>
    root(`scope:a.js/${name}`, 'module', name, null, {
      kind: 'list',
      children: [0, 1, 2, 3].map((at) => ({
        name: String(at),
        kind: 'object' as const,
        children: [node('height', at + 20, at < share ? written : {}), node('place', `field ${at}`)],
      })),
    });
  const order = (...roots: ReturnType<typeof root>[]) => {
    const { objects, overflow } = interpret(capture(roots));
    return Object.keys({ ...objects, ...overflow });
  };
  const first = order(table('groves', true), table('woods', false));
  expect(first.indexOf('woods.oak')).toBeLessThan(first.indexOf('groves.oak'));
  const second = order(rows('beds', 4), rows('fields', 1));
  expect(second.indexOf('fields[0].height')).toBeLessThan(second.indexOf('beds[0].height'));
});
