import type { RawNode, RawRoot } from '@substrate/core';
import { expect, test } from 'vitest';
import { namesOf } from '../literals.js';
import { createWhose, ownNamesOf } from './whose.js';

const nodeOf = (name: string, value: unknown): RawNode => {
  if (Array.isArray(value)) return { name, kind: 'list', children: value.map((one, at) => nodeOf(String(at), one)) };
  if (typeof value === 'object' && value !== null)
    return { name, kind: 'object', children: Object.entries(value).map(([key, held]) => nodeOf(key, held)) };
  return { name, kind: 'value', value: value as string };
};
const rootOf = (name: string, value: unknown): RawRoot => ({
  ...nodeOf(name, value),
  address: `closure:/${name}`,
  source: 'closure',
});

/** Addresses of the values that are a library's. */
const theirs = (roots: readonly RawRoot[]): string[] => {
  const found: string[] = [];
  const visit = (node: RawNode, at: string): void => {
    if (node.foreign && !node.children) found.push(at);
    for (const child of node.children ?? []) visit(child, `${at}.${child.name}`);
  };
  for (const root of roots) visit(root, root.name);
  return found;
};

const library = namesOf('class Line { zoomMin; rollingMode; items; itemData; content; start; stackDepth; dirty; title }');
const page = `<h1>Locks</h1><script>const line = new Line([{ content: 'Drain', start: 4, crew: 3, contractor: 'Vesle' }]); let chosen = null;</script>`;
const state = (): RawRoot[] => [
  rootOf('line', {
    zoomMin: 7,
    rollingMode: false,
    itemData: [
      { stackDepth: 1, dirty: true, content: 'Drain', data: { content: 'Drain', start: 4, crew: 3, contractor: 'Vesle' } },
      { stackDepth: 2, dirty: true, content: 'Dredge', data: { content: 'Dredge', start: 9 } },
    ],
  }),
  rootOf('chosen', 2),
];

test('an object most of whose fields only a library names is its own, until something in it is called what only the page says', () => {
  const whose = createWhose(ownNamesOf([page], []), [library]);
  const named = `<script>show({ fields: [{ name: 'crew' }, { name: "contractor" }], start: 'content', content: '' })</script>`;
  expect(theirs(createWhose(ownNamesOf([named], []), [library])(state()))).toEqual(theirs(whose(state())));
  expect(theirs(whose(state()))).toEqual([
    'line.zoomMin',
    'line.rollingMode',
    'line.itemData.0.stackDepth',
    'line.itemData.0.dirty',
    'line.itemData.1.stackDepth',
    'line.itemData.1.dirty',
  ]);
});

test('nothing is said where the program itself may be in the long script, whatever data the document brings', () => {
  const bundle = namesOf(
    'class Line { zoomMin; itemData; stackDepth; dirty; content; start; data; rollingMode } const chosen = 0',
  );
  const brought = `<script>self.push("crew contractor chosen")</script><script type="application/json">{"crew":3,"contractor":"Vesle"}</script>`;
  const roots = state();
  expect(createWhose(ownNamesOf([brought], []), [bundle])(roots)).toBe(roots);
});

test('what did not change is the very node it was', () => {
  const whose = createWhose(ownNamesOf([page], []), [library]);
  const [line, chosen] = state() as [RawRoot, RawRoot];
  const [first] = whose([line, chosen]);
  expect(whose([line, { ...chosen, value: 3 }])[0]).toBe(first);
});
