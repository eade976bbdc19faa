import type { Value } from './keys.js';

/** What the page saw since it was opened: how numbers went, which keys changed when, and what stood in each capture. */

const pointsMax = 60;
const momentsMax = 200;

export interface Moment {
  readonly captureId: string;
  readonly at: string;
  readonly changed: readonly string[];
  /** The whole state of that moment; moments share what did not change with nobody, so there is a limit to them. */
  readonly objects: Readonly<Record<string, Value>>;
}

export interface History {
  readonly points: Map<string, number[]>;
  readonly flashes: Map<string, number>;
  moments: readonly Moment[];
}

export const newHistory = (): History => ({ points: new Map(), flashes: new Map(), moments: [] });

export const note = (history: History, moment: Moment, now: number): void => {
  for (const key of moment.changed) {
    history.flashes.set(key, now);
    const value = moment.objects[key];
    if (typeof value !== 'number') continue;
    const points = history.points.get(key) ?? [];
    points.push(value);
    if (points.length > pointsMax) points.shift();
    history.points.set(key, points);
  }
  history.moments = [moment, ...history.moments].slice(0, momentsMax);
};

export interface Difference {
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

export const differenceOf = (a: Moment['objects'], b: Moment['objects']): Difference[] => {
  const found: Difference[] = [];
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (a[key] !== b[key]) found.push({ key, before: a[key], after: b[key] });
  return found;
};

/** A line through the points in a box of the given size. */
export const lineOf = (points: readonly number[], width: number, height: number): string => {
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const step = width / Math.max(1, points.length - 1);
  return points
    .map((value, at) => `${(at * step).toFixed(1)},${(height - 1 - ((value - low) / span) * (height - 2)).toFixed(1)}`)
    .join(' ');
};
