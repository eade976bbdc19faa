import type { RawCapture, RawNode } from '@substrate/core';
import { keptFor } from './memo.js';
import { sourceIs } from './sources.js';
import { isDataName, isMeaningful } from './words.js';

/** What minifiers leave: few letters, digits and signs. */
const minifiedForm = /^[$_a-zA-Z][$_a-zA-Z0-9]{0,2}$/;

/**
 * Whether the names of a program are those that its developers wrote. One name by itself may be a minified one or a person's abbreviation:
 * the others around it tell.
 */
export const isWritten = keptFor(({ roots }: RawCapture): boolean => {
  const names = new Set<string>();
  const visit = (node: RawNode): void => {
    for (const child of node.children ?? []) {
      if (node.kind === 'object' && !isDataName(child.name)) names.add(child.name);
      visit(child);
    }
  };
  for (const root of roots) {
    if (sourceIs(root.source, 'screen') || sourceIs(root.source, 'around')) continue;
    names.add(root.name);
    visit(root);
  }
  const suspects = [...names].filter((name) => minifiedForm.test(name) && !isMeaningful(name)).length;
  return names.size >= 20 && suspects * 10 <= names.size;
});
