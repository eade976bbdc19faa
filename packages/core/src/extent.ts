import type { Objects } from './diff.js';
import { isBelow } from './key-path.js';
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
  /** The demands that were met: what lies there and is not in `objects` is not there. */
  readonly met: readonly Demand[];
  readonly objects: Objects;
  readonly extents: Extents;
  /** What could not be told of it, and why. */
  readonly truncated: readonly Truncation[];
}

/** Whether an element of a list was read. */
export const isElementRead = ({ read }: Extent, index: number): boolean =>
  read === undefined || read.some(([from, to]) => index >= from && index < to);

/** Whether what lies there, or some of it, was not read. */
export const isCut = (extents: Extents, { path, from, to }: Demand): boolean => {
  const list = extents.get(path);
  if (from !== undefined && to !== undefined && list?.kind === 'list') {
    const { size, read } = list;
    const end = Math.min(to, size ?? to);
    if (read !== undefined && from < end && !read.some(([first, last]) => first <= from && last >= end)) return true;
  }
  for (const [place, extent] of extents) {
    if (extent.kind === 'list' && extent.read === undefined) continue;
    if (isBelow(place, path)) {
      const element = elementOf(path, place);
      if (from === undefined || to === undefined || (element >= from && element < to)) return true;
    } else if (isBelow(path, place) && (extent.kind !== 'list' || !isElementRead(extent, elementOf(place, path)))) return true;
  }
  return false;
};

/** The element of a list that a key lies in; -1 when it lies in none. */
export const elementOf = (list: string, key: string): number => {
  const found = key.startsWith(`${list}[`) ? /^\[(\d+)\]/.exec(key.slice(list.length)) : null;
  return found ? Number(found[1]) : -1;
};

/** What was cut, the largest first, as many as are told. */
export const largestFirst = (truncations: Iterable<Truncation>): Truncation[] => {
  const missing = ({ shown, total }: Truncation): number => (total === null ? 0 : total - shown);
  return [...truncations].sort((a, b) => missing(b) - missing(a) || (a.path < b.path ? -1 : 1)).slice(0, 100);
};
