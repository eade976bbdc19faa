import { completenessOf, type RawCapture } from '@substrate/core';
import { share } from './evidence.js';
import { isCount, isElement, isNameless, type Leaf } from './labels.js';
import type { Schema } from './schema.js';
import type { Selection } from './select.js';
import { sourceIs } from './sources.js';

/**
 * How much of a snapshot is right, measured in the cycle itself. See docs/confidence.md for the reasons and the calibration.
 *
 *   confidence = names × read × roots
 */

export type ConfidenceParts = ReturnType<typeof confidenceParts>;

export const confidenceParts = ({ served, rest }: Selection, capture: RawCapture, schema: Schema) => ({
  // Whether the keys say what their values are.
  // What has no name is not told, and makes no other name wrong; where nearly all names are lost, some of the rest are words by chance.
  names: certaintyOf(served) * (1 - 0.1 * namelessOf([...served, ...rest]) ** 2),
  // What was cut is told as cut, and the names of the rest hardly depend on it: until nearly all is missing.
  read: 1 - 0.3 * (1 - completenessOf(capture.counts)) ** 4,
  // How many of the roots known from before were there.
  roots: 1 - 0.3 * lostShare(capture, schema),
});

/** The share of the places found that has no name, served or not. */
const namelessOf = (leaves: readonly Leaf[]): number => {
  const places = new Set(leaves.flatMap(({ slot }) => (sourceIs(slot.source, 'around') ? [] : [slot])));
  return share([...places], isNameless);
};

/** Of the names that are served, the mean. A name that stands in many elements, or with many numbers, is one: it counts with the logarithm of them. */
const certaintyOf = (served: readonly Leaf[]): number => {
  const names = new Map<string, { certainty: number; count: number }>();
  for (const { slot } of served) {
    const numbered = slot.parent && /\d/.test(slot.sourceName) && !isElement(slot) && !isCount(slot);
    const name = numbered ? `${slot.parent?.pattern}\n${slot.sourceName.replace(/\d+/g, '#')}` : slot.pattern;
    const { certainty = 1, count = 0 } = names.get(name) ?? {};
    names.set(name, { certainty: Math.min(certainty, slot.entry.confidence), count: count + 1 });
  }
  let [all, sum] = [0, 0];
  for (const { certainty, count } of names.values()) {
    const weight = 1 + Math.log2(count);
    all += weight;
    sum += weight * certainty;
  }
  return all === 0 ? 0 : sum / all;
};

const lostShare = (capture: RawCapture, schema: Schema): number => {
  // A probe may remember places that are no roots by themselves; those that were read once have an entry.
  const gone = new Set(capture.gone);
  const known = (schema.known?.roots ?? []).filter(({ address }) => schema.keys[address] !== undefined && !gone.has(address));
  const present = new Set(capture.roots.map((root) => root.address));
  return share(known, (root) => !present.has(root.address));
};

export const confidenceOf = (parts: ConfidenceParts): number =>
  Math.round(Math.min(1, parts.names * parts.read * parts.roots) * 1000) / 1000;
