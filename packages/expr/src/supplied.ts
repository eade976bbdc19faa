import {
  type Demand,
  type Extent,
  type Extents,
  elementOf,
  isBelow,
  type Objects,
  type Primitive,
  type Supply,
} from '@substrate/core';
import type { Scope } from './values.js';

/** What was read because an expression needed it, put in the place of what was known before. */

/** Steps for each element that was read. */
const stepsPerElement = 20;

/** Whether what was known under a key is replaced by what a demand brought. */
const isReplaced = ({ path, from, to }: Demand, key: string, size: number | null): boolean => {
  if (from === undefined || to === undefined) return isBelow(key, path);
  const index = elementOf(path, key);
  return index >= 0 && ((index >= from && index < to) || (size !== null && index >= size));
};

const replaced = (before: Objects | undefined, { met, objects, extents }: Supply): Record<string, Primitive> => {
  const kept = Object.create(null) as Record<string, Primitive>;
  for (const key of Object.keys(before ?? {})) {
    const gone = met.some((demand) => isReplaced(demand, key, extents.get(demand.path)?.size ?? null));
    if (!gone && !Object.hasOwn(objects, key)) kept[key] = before?.[key] as Primitive;
  }
  return kept;
};

/** Ranges of elements as few as they can be told in. */
const joined = (ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
  const made: (readonly [number, number])[] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = made.at(-1);
    if (last && from <= last[1]) made[made.length - 1] = [last[0], Math.max(last[1], to)];
    else if (from < to) made.push([from, to]);
  }
  return made;
};

/** A list of which more is known than before; what was read before still holds, as far as the list goes. */
const extended = (before: Extent | undefined, now: Extent): Extent => {
  if (now.kind !== 'list' || now.read === undefined || before?.kind !== 'list') return now;
  const size = now.size ?? Number.POSITIVE_INFINITY;
  const earlier = before.read ?? [[0, before.size ?? 0] as const];
  const read = joined([...earlier, ...now.read].map(([from, to]) => [from, Math.min(to, size)] as const));
  return { kind: 'list', size: now.size, ...(read.length === 1 && read[0]?.[0] === 0 && read[0][1] >= size ? {} : { read }) };
};

const extentsOf = ({ extents }: Scope, supply: Supply): Extents => {
  const made = new Map<string, Extent>();
  for (const [path, extent] of extents ?? []) {
    const list = supply.met.some((demand) => demand.path === path && demand.from !== undefined);
    if (list || !supply.met.some((demand) => isReplaced(demand, path, supply.extents.get(demand.path)?.size ?? null)))
      made.set(path, extent);
  }
  for (const [path, extent] of supply.extents) made.set(path, extended(extents?.get(path), extent));
  return made;
};

/** The scope with what came of its demands. */
export const supplied = (scope: Scope, supply: Supply): Scope => {
  let elements = 100;
  for (const { size, read } of supply.extents.values())
    for (const [from, to] of read ?? [[0, size ?? 0] as const]) elements += Math.max(0, to - from);
  return {
    context: scope.context,
    objects: replaced(scope.objects, supply),
    overflow: Object.assign(replaced(scope.overflow, supply), supply.objects),
    extents: extentsOf(scope, supply),
    allowance: (scope.allowance ?? 0) + Math.min(elements, 20_000) * stepsPerElement,
  };
};

/** What was not read, in words. */
export const wordsFor = ({ path, from, to }: Demand, { extents }: Scope): string => {
  if (from === undefined || to === undefined)
    return `${path} was not read${extents?.get(path)?.kind === 'text' ? ' to its end' : ''}`;
  return to - from === 1 ? `${path}[${from}] was not read` : `${path}[${from}] to ${path}[${to - 1}] were not read`;
};
