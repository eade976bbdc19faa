import { formatKey, type KeySegment } from '@substrate/core';
import { remembered } from './memo.js';

/**
 * A template is a key with its elements left open: `cart.items[*].name` for the elements of a list, `users.*.name` for the entries
 * of a map. It belongs to an address pattern, whose `*` segments fill it in their order.
 */

export const listElement: unique symbol = Symbol('list element');
export const mapEntry: unique symbol = Symbol('map entry');

export type TemplateSegment = KeySegment | typeof listElement | typeof mapEntry;

export const isOpen = (segment: TemplateSegment): segment is typeof listElement | typeof mapEntry => typeof segment === 'symbol';

const standsFor = (open: TemplateSegment, segment: TemplateSegment): boolean =>
  (open === listElement && typeof segment === 'number') || (open === mapEntry && typeof segment === 'string');

/** Whether a key of one template may be a key of the other, or lie above or below one: `orders[0]` and `orders[*].sku`. */
export const meet = (a: readonly TemplateSegment[], b: readonly TemplateSegment[]): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((segment, at) => {
    const other = long[at] as TemplateSegment;
    return segment === other || standsFor(segment, other) || standsFor(other, segment);
  });
};

export const below = (template: string, segment: TemplateSegment): string => {
  if (isOpen(segment)) return template + (segment === listElement ? '[*]' : '.*');
  return template === '' ? formatKey([segment]) : template + elementText(segment);
};

export const formatTemplate = (path: readonly TemplateSegment[]): string => path.reduce(below, '');

const scanner =
  /(?:^|\.)([\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*)|\[(0|[1-9]\d{0,14})\]|\[("(?:[^"\\]|\\.)*")\]|(\[\*\])|(\.\*)/uy;

export const parseTemplate = remembered((text): readonly TemplateSegment[] | null => {
  const path: TemplateSegment[] = [];
  scanner.lastIndex = 0;
  while (scanner.lastIndex < text.length) {
    const found = scanner.exec(text);
    if (!found) return null;
    if (found[1] !== undefined) path.push(found[1]);
    else if (found[2] !== undefined) path.push(Number(found[2]));
    else if (found[3] !== undefined) path.push(JSON.parse(found[3]) as string);
    else path.push(found[4] !== undefined ? listElement : mapEntry);
  }
  return path;
});

/** The text between the open segments: a key is these with the elements in between. */
export const templatePieces = remembered((text): readonly string[] => {
  const pieces = [''];
  for (const segment of parseTemplate(text) ?? [text]) {
    const last = pieces.length - 1;
    if (isOpen(segment)) pieces.push('');
    else pieces[last] = last === 0 ? below(pieces[0] as string, segment) : pieces[last] + elementText(segment);
  }
  return pieces;
});

/** What stands for an element in a key: `[3]`, `.alice`, `["a b"]`. */
export const elementText = (segment: KeySegment): string => {
  const text = formatKey([segment]);
  return text.startsWith('[') ? text : `.${text}`;
};

export const render = (pieces: readonly string[], elements: readonly string[]): string => {
  let key = pieces[0] as string;
  for (let i = 1; i < pieces.length; i++) key += (elements[i - 1] ?? '') + pieces[i];
  return key;
};

/** The template with a number, where somebody else has it. */
const numbered = (template: string, n: number): string =>
  template.endsWith('"]') ? template.replace(/"\]$/, `_${n}"]`) : `${template}_${n}`;

/** The name itself where nobody has it, else with the first number from 2 on. */
export const firstUntaken = (name: string, taken: { has(name: string): boolean }, withNumber = numbered): string => {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = withNumber(name, n);
  return free;
};
