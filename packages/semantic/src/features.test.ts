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

test('what lies beside a text as people write it, in whatever script, comes before what does not', () => {
  const boat = (name: string, text: string) => root(`scope:a.js/${name}`, 'module', name, { hull: text, draught: 25 });
  for (const text of ['Seagull', 'Sea gull', 'Чайка', 'カモメ']) {
    const keys = Object.keys(interpret(capture([boat('ketch', 'seaGull'), boat('yawl', text)])).objects);
    expect(keys.indexOf('yawl.draught'), text).toBeLessThan(keys.indexOf('ketch.draught'));
  }
  for (const text of ['seagull', 'SEAGULL', 'SeaGull', 'sea gull']) {
    const keys = Object.keys(interpret(capture([boat('ketch', 'seaGull'), boat('yawl', text)])).objects);
    expect(keys.indexOf('ketch.draught'), text).toBeLessThan(keys.indexOf('yawl.draught'));
  }
});

test('what lies beside something that the screen shows, or below that, comes before what does not', () => {
  const walk = (name: string, code: string) =>
    root(`scope:a.js/${name}`, 'module', name, { code, height: 25, rest: { minutes: 12 } });
  const keysWith = (shown: string) =>
    Object.keys(
      interpret(capture([walk('hike', 'k-1207'), walk('stroll', 'k-1208'), root('dom:main', 'dom', 'main', { sign: shown })]))
        .objects,
    );
  const isFirst = (keys: string[], leaf: string) => keys.indexOf(`stroll.${leaf}`) < keys.indexOf(`hike.${leaf}`);
  for (const shown of ['k-1208', 'today: k-1208, at noon'])
    expect(
      ['height', 'rest.minutes'].map((leaf) => isFirst(keysWith(shown), leaf)),
      shown,
    ).toEqual([true, true]);
  expect(isFirst(keysWith('today: k-12080'), 'height')).toBe(false);
});
