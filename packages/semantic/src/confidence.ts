import { completenessOf, type RawCapture } from '@substrate/core';
import type { Leaf, Slot } from './labels.js';
import type { Schema } from './schema.js';

/**
 * How much of a snapshot is right, measured in the cycle itself. See docs/confidence.md for the reasons and the calibration.
 *
 *   confidence = names × read × roots
 */

export interface ConfidenceParts {
  /** Mean certainty of the names that are served. A name that stands in many elements is one name: it counts with the logarithm of them. */
  readonly certainty: number;
  /** The share of them that says nothing. */
  readonly nameless: number;
  /** Both together. */
  readonly names: number;
  /** How much of what was known or found was read to its end. */
  readonly read: number;
  /** How many of the roots known from before were there. */
  readonly roots: number;
}

export const confidenceParts = (served: readonly Leaf[], capture: RawCapture, schema: Schema): ConfidenceParts => {
  const times = new Map<Slot, number>();
  for (const { slot } of served) times.set(slot, (times.get(slot) ?? 0) + 1);
  let [all, sum, nameless] = [0, 0, 0];
  for (const [{ entry }, count] of times) {
    const weight = 1 + Math.log2(count);
    all += weight;
    sum += weight * entry.confidence;
    if (entry.confidence < 0.5) nameless += weight;
  }
  const certainty = all === 0 ? 0 : sum / all;
  const lost = all === 0 ? 0 : nameless / all;
  // What was cut is told as cut, and the names of the rest hardly depend on it: until most is missing.
  const read = 1 - 0.3 * (1 - completenessOf(capture.counts)) ** 2;
  const names = nameShare(certainty, lost);
  return {
    certainty,
    nameless: lost,
    names,
    read,
    roots: 1 - 0.3 * lostShare(capture, schema),
  };
};

/**
 * Where a few names are lost, they are lost by themselves; where nearly all are, what is left of the others is a word by chance. Fitted on
 * half of the recorded applications, held against the other half: test/calibration.test.ts.
 */
const chance = { weight: 0.8, exponent: 1.1 };
export const nameShare = (certainty: number, nameless: number, { weight, exponent } = chance): number =>
  certainty * (1 - weight * nameless ** exponent);

const lostShare = (capture: RawCapture, schema: Schema): number => {
  // A probe may remember places that are no roots by themselves; those that were read once have an entry.
  const known = (schema.known?.roots ?? []).filter((root) => schema.keys[root.address] !== undefined);
  if (known.length === 0) return 0;
  const present = new Set(capture.roots.map((root) => root.address));
  return known.filter((root) => !present.has(root.address)).length / known.length;
};

export const confidenceOf = (parts: ConfidenceParts): number =>
  Math.round(Math.min(1, parts.names * parts.read * parts.roots) * 1000) / 1000;
