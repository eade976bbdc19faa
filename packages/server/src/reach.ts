import {
  type Demand,
  type Extents,
  elementOf,
  isCut,
  isTextPrefix,
  isUnder,
  largestFirst,
  type Primitive,
  type SubstrateState,
  type Supply,
  type Truncation,
} from '@substrate/core';
import { supplied } from '@substrate/expr';
import type { Application } from './applications.js';
import type { StoredSnapshot } from './captures.js';

/**
 * A part of the state. What a key names and no capture told is read from the running application; what was read before is not read again
 * unless some of it was left out.
 */

export interface Wanted {
  readonly prefixes: readonly string[];
  readonly keys: readonly string[];
  /** Elements of the one list that is the only prefix. */
  readonly page?: { readonly from: number; readonly to: number } | undefined;
}

/** Leaves that one request reads. */
const mostLeaves = 2000;
const mostElements = 20_000;

/** Keys of a list that belong to none of its elements are told with every page. */
const isOnPage = (list: string, key: string, { from, to }: { readonly from: number; readonly to: number }): boolean => {
  const element = elementOf(list, key);
  return element < 0 || (element >= from && element < to);
};

const demandsOf = ({ state, overflow, extents }: StoredSnapshot, { prefixes, keys, page }: Wanted): Demand[] => {
  const isKnown = (key: string): boolean =>
    (Object.hasOwn(state.objects, key) || Object.hasOwn(overflow, key)) && extents.get(key)?.kind !== 'text';
  const places = prefixes.filter((prefix) => !isTextPrefix(prefix));
  const demands = [
    ...places.map((path) => ({ path, ...page })),
    ...keys.filter((key) => !isKnown(key)).map((path) => ({ path })),
  ];
  return demands.filter((demand) => isCut(extents, demand));
};

const selects = ({ prefixes, keys, page }: Wanted): ((key: string) => boolean) => {
  const exact = new Set(keys);
  return (key) => exact.has(key) || prefixes.some((prefix) => isUnder(key, prefix) && (!page || isOnPage(prefix, key, page)));
};

/** What of the lists, objects and texts that were asked for is not in the answer. */
const truncationsOf = (
  snapshot: StoredSnapshot,
  supply: Supply | undefined,
  extents: Extents,
  objects: Readonly<Record<string, Primitive>>,
  wanted: Wanted,
): Truncation[] => {
  const isAsked = (path: string): boolean =>
    wanted.keys.includes(path) ||
    wanted.prefixes.some((prefix) => isUnder(path, prefix) && (!wanted.page || isOnPage(prefix, path, wanted.page)));
  const elements = new Map<string, Set<string>>();
  for (const key of Object.keys(objects))
    for (const { index, 0: text } of key.matchAll(/\[\d+\]/g)) {
      const list = key.slice(0, index);
      const shown = elements.get(list);
      if (shown) shown.add(text);
      else elements.set(list, new Set([text]));
    }
  const found = new Map<string, Truncation>();
  const earlier = [...snapshot.state.probe_metadata.truncated, ...(supply?.truncated ?? [])];
  for (const cut of earlier) if (isAsked(cut.path) && extents.has(cut.path)) found.set(cut.path, cut);
  for (const [path, extent] of extents) {
    if (extent.kind !== 'list' || extent.size === null || !isAsked(path)) continue;
    const shown = elements.get(path)?.size ?? 0;
    // Elements that were read and hold nothing have no keys.
    const all = (extent.read ?? [[0, extent.size] as const]).reduce((sum, [from, to]) => sum + to - from, 0);
    const paged = wanted.page && wanted.prefixes[0] === path;
    if (all < extent.size || (paged && shown < extent.size)) found.set(path, { path, shown, total: extent.size, reason: 'list' });
    else found.delete(path);
  }
  return largestFirst(found.values());
};

const partOf = (snapshot: StoredSnapshot, wanted: Wanted, supply: Supply | undefined): SubstrateState => {
  const { state, overflow, extents } = snapshot;
  const before = { objects: state.objects, overflow, extents, context: state.context };
  const scope = supply ? supplied(before, supply) : before;
  const isWanted = selects(wanted);
  const objects: Record<string, Primitive> = Object.create(null);
  let count = 0;
  for (const source of [scope.objects, scope.overflow ?? {}]) {
    for (const key of Object.keys(source)) {
      if (Object.hasOwn(objects, key) || !isWanted(key)) continue;
      objects[key] = source[key] as Primitive;
      count++;
    }
  }
  const truncated = truncationsOf(snapshot, supply, scope.extents ?? extents, objects, wanted);
  return { ...state, objects, probe_metadata: { ...state.probe_metadata, filtered_object_count: count, truncated } };
};

/** The part of the state that is wanted; a promise where some of it has to be read now. */
export const reach = (
  application: Application,
  snapshot: StoredSnapshot,
  wanted: Wanted,
  timeoutMs: number,
  signal: AbortSignal,
): SubstrateState | Promise<SubstrateState> => {
  const demands = application.supply ? demandsOf(snapshot, wanted) : [];
  if (demands.length === 0 || !application.supply) return partOf(snapshot, wanted, undefined);
  return application
    .supply(demands.slice(0, 100), { maxElements: mostElements, maxLeaves: mostLeaves, timeoutMs }, signal)
    .then((supply) => partOf(snapshot, wanted, supply));
};
