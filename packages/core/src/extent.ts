import type { Objects } from './diff.js';
import type { Truncation } from './wire.js';

/**
 * What is known of a place beyond the keys below it, so that nothing is taken for absent that only was not read. By key: `orders`.
 * Every list has one. An object or a text has one where not all of it was read, and so has what was met and not read at all.
 */
export interface Extent {
  readonly kind: 'list' | 'object' | 'text';
  /** How many elements, fields or characters there are; null when that is not known. */
  readonly size: number | null;
  /** Of a list, the elements that were read, as [from, to); absent when all were. */
  readonly read?: readonly (readonly [number, number])[];
}

export type Extents = ReadonlyMap<string, Extent>;

/** A part of the state that somebody needs and that was not read: elements of a list from one up to another, else all that lies there. */
export interface Demand {
  readonly path: string;
  readonly from?: number;
  readonly to?: number;
}

/** What came of demands. It is newer than any capture. */
export interface Supply {
  readonly objects: Objects;
  readonly extents: Extents;
  /** What could not be told of it, and why. */
  readonly truncated: readonly Truncation[];
}

/** Whether an element of a list was read. */
export const isElementRead = ({ read }: Extent, index: number): boolean =>
  read === undefined || read.some(([from, to]) => index >= from && index < to);
