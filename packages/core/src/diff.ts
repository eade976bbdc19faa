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
  const keys = Object.keys(after);
  for (const path of keys) {
    const now = after[path] as Primitive;
    const was = before[path];
    // Most values are equal, and what is equal and no own property is nothing a state can hold.
    if (was === now) continue;
    if (Object.hasOwn(before, path)) changed.push({ path, before: was, after: now });
    else added.push({ path, value: now });
  }
  const old = Object.keys(before);
  // All keys of `after` but the added ones are in `before`: where the numbers agree, nothing was removed.
  if (old.length === keys.length - added.length) return { changed, added, removed };
  for (const path of old) {
    if (!Object.hasOwn(after, path)) removed.push({ path, value: before[path] as Primitive });
  }
  return { changed, added, removed };
};

/** The keys that a diff touches. */
export const changedKeys = (diff: FlatDiff): string[] =>
  [...diff.changed, ...diff.added, ...diff.removed].map((entry) => entry.path);
