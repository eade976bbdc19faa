import type { RawCapture, RawNode, RawRoot } from '@substrate/core';
import { sourceIs } from './sources.js';
import { isDataName, isMeaningful } from './words.js';

/**
 * What a capture as a whole says about its names, asked for only when something is met for the first time. One name by itself may be a
 * minified one or a person's abbreviation: the others around it tell.
 */
export interface Survey {
  /** The names of this program are those that its developers wrote. */
  readonly written: boolean;
}

/** What minifiers leave: few letters, digits and signs. */
const minifiedForm = /^[$_a-zA-Z][$_a-zA-Z0-9]{0,2}$/;

const isWritten = (roots: readonly RawRoot[]): boolean => {
  const names = new Set<string>();
  const visit = (node: RawNode): void => {
    if (!node.children) return;
    for (const child of node.children) {
      if (node.kind === 'object' && !isDataName(child.name)) names.add(child.name);
      visit(child);
    }
  };
  for (const root of roots) {
    if (sourceIs(root.source, 'screen') || root.source === 'tabs' || root.source === 'process') continue;
    names.add(root.name);
    visit(root);
  }
  let suspects = 0;
  for (const name of names) if (minifiedForm.test(name) && !isMeaningful(name)) suspects++;
  return names.size >= 20 && suspects * 10 <= names.size;
};

export const surveyOf = (capture: RawCapture): Survey => {
  let written: boolean | undefined;
  return {
    get written() {
      written ??= isWritten(capture.roots);
      return written;
    },
  };
};
