import { isUnder, type Objects, type Primitive } from '@substrate/core';
import type { StoredSnapshot } from './captures.js';

/** The part of a state that somebody asked for: keys by name, and all below a prefix. Looks beyond the budget of `objects` too. */
export interface Part {
  has(key: string): boolean;
}

/** Undefined when nothing was named: then everything is meant. */
export const partOf = ({ prefix, keys }: Readonly<Record<string, readonly string[]>>): Part | undefined => {
  if (!prefix && !keys) return undefined;
  const wanted = new Set(keys);
  const prefixes = prefix ?? [];
  return { has: (key) => wanted.has(key) || prefixes.some((one) => isUnder(key, one)) };
};

/** What a part holds, in the order served; without one, `objects` as they are. */
export const objectsOf = ({ state, overflow }: StoredSnapshot, part: Part | undefined): Objects => {
  if (!part) return state.objects;
  const objects: Record<string, Primitive> = Object.create(null);
  for (const source of [state.objects, overflow]) {
    for (const key of Object.keys(source)) if (part.has(key)) objects[key] = source[key] as Primitive;
  }
  return objects;
};

/** The first keys: so many, and as many as fit into so many bytes of JSON. */
export const firstOf = (objects: Objects, limit: number, maxBytes: number): Objects => {
  const kept: Record<string, Primitive> = Object.create(null);
  let left = limit;
  let bytes = 1;
  for (const key of Object.keys(objects)) {
    const value = objects[key] as Primitive;
    bytes += Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(value)) + 2;
    if (left-- <= 0 || bytes > maxBytes) break;
    kept[key] = value;
  }
  return kept;
};
