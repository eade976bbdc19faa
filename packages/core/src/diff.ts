import type { Primitive } from './capture.js';
import type { Change, Entry } from './wire.js';

export type Objects = Readonly<Record<string, Primitive>>;

export interface FlatDiff {
  readonly changed: Change[];
  readonly added: Entry[];
  readonly removed: Entry[];
}

/** What differs between two flat maps. The same map (===) differs in nothing. */
export const diffObjects = (before: Objects, after: Objects): FlatDiff => {
  const changed: Change[] = [];
  const added: Entry[] = [];
  const removed: Entry[] = [];
  if (before === after) return { changed, added, removed };
  for (const path in after) {
    const now = after[path] as Primitive;
    if (!Object.hasOwn(before, path)) added.push({ path, value: now });
    else if (before[path] !== now) changed.push({ path, before: before[path], after: now });
  }
  for (const path in before) {
    if (!Object.hasOwn(after, path)) removed.push({ path, value: before[path] as Primitive });
  }
  return { changed, added, removed };
};

/** The keys that a diff touches. */
export const changedKeys = (diff: FlatDiff): string[] =>
  [...diff.changed, ...diff.added, ...diff.removed].map((entry) => entry.path);
