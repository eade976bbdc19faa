import type { Value } from './keys.js';

/** What the page saw since it was opened: how numbers went, and which keys changed when. What stood in each capture the daemon knows. */

const pointsMax = 60;

export interface History {
  readonly points: Map<string, number[]>;
  readonly flashes: Map<string, number>;
}

export const newHistory = (): History => ({ points: new Map(), flashes: new Map() });

export const note = (
  { points, flashes }: History,
  changed: Iterable<string>,
  objects: Readonly<Record<string, Value>>,
  now: number,
): void => {
  for (const key of changed) {
    flashes.set(key, now);
    const value = objects[key];
    if (typeof value !== 'number') continue;
    const line = points.get(key);
    if (line === undefined) points.set(key, [value]);
    else if (line.push(value) > pointsMax) line.shift();
  }
};

/** A line through the points in a box of the given size. */
export const lineOf = (points: readonly number[], width: number, height: number): string => {
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const step = width / Math.max(1, points.length - 1);
  return points
    .map((value, at) => `${(at * step).toFixed(1)},${(height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)}`)
    .join(' ');
};
