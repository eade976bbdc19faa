import type { Primitive, RawNode } from '@substrate/core';
import { keptFor, remembered } from './memo.js';

/**
 * What can be seen in values and in what holds them, without knowing a word of the program. Pure functions of what is there now; what was
 * found of a node is kept for as long as the node lives.
 */

/** What a value is, as bits. */
export const valueBits = { none: 1, off: 2, words: 4, place: 8 } as const;

/** An address of something, or a time. */
const place =
  /^(?:[a-z][a-z+]*:\/\/\S+|(?:[A-Z]:)?[/\\][^\s/\\]+[/\\]\S+|[^\s@]+@[^\s@]+\.[a-z]{2,}|\S+:\d{2,5}|\d{4}-\d\d-\d\d(?:T\S+)?)$/i;

/** Letters and digits alone: `Content-Type`, `contentType` and `CONTENT_TYPE` are one. */
const squeezed = remembered((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** Whether a value only says its own name. */
const isEcho = (name: string, value: Primitive): boolean => {
  if (typeof value !== 'string' || value.length < 2 || value.length > 60) return false;
  const [said, own] = [squeezed(value), squeezed(name)];
  return (
    said === own || (own.length > 3 && Math.abs(said.length - own.length) === 1 && (said.startsWith(own) || own.startsWith(said)))
  );
};

const bitsOfText = remembered((text): number => {
  if (place.test(text)) return valueBits.place;
  return /\S\s+\S/.test(text) ? valueBits.words : 0;
});

export const bitsOfValue = (value: Primitive): number => {
  if (typeof value === 'string') return bitsOfText(value);
  if (value === null) return valueBits.none;
  return value === false || value === 0 || value === -1 ? valueBits.off : 0;
};

/** Values that a thing has while nothing happened to it. */
const isDull = (value: Primitive): boolean =>
  value === null || typeof value === 'boolean' || value === 0 || value === 1 || value === -1 || value === '';

/** A name in capitals: a constant, by the custom of most languages. */
const isConstantName = (name: string): boolean => name.length >= 3 && /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name);

/** What an object, a map or a list shows of itself; each from 0 to 1. */
export interface Traits {
  /** It stands in the code as it is, has names in capitals, or values that say their own name: what a developer wrote down. */
  readonly constants: number;
  /** The share of fields that are off, empty or nothing: a part that is not at work. */
  readonly idle: number;
  /** The share of its texts that stand as literals in the code: what lies beside them was written down as well. */
  readonly written: number;
  /** Its class is the application's. */
  readonly own: number;
}

/** How much of a list is so. */
export const share = <T>(items: readonly T[], holds: (item: T) => unknown): number => {
  let count = 0;
  for (const item of items) if (holds(item)) count++;
  return count === 0 ? 0 : count / items.length;
};

export const traitsOf = keptFor((node: RawNode): Traits => {
  const children = node.children ?? [];
  const list = node.kind === 'list';
  const own = node.foreign === false ? 1 : 0;
  if (children.length < 2) return { constants: node.literal ? 1 : 0, idle: 0, written: 0, own };
  const values = children.filter(({ kind }) => kind === 'value');
  const texts = values.filter(({ literal, value }) => literal !== undefined && typeof value === 'string');
  const constants = [
    list ? 0 : share(children, ({ name }) => isConstantName(name)) - 0.2,
    share(children, (child) => isEcho(list ? node.name : child.name, child.value ?? null)),
  ];
  return {
    constants: node.literal || constants.some((one) => one >= 0.6) ? 1 : 0,
    idle: values.length >= 4 ? share(values, ({ value }) => isDull(value ?? null)) : 0,
    written: texts.length >= 2 ? share(texts, ({ literal }) => literal) : 0,
    own,
  };
});
