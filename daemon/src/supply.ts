import {
  type CaptureBudget,
  type Demand,
  defaultBudget,
  type Extent,
  largestFirst,
  type Primitive,
  type ProbeSession,
  type RawNode,
  type ReadRequest,
  type Supply,
  type Truncation,
} from '@substrate/core';
import { messageOf, withDeadline } from '@substrate/core/probing';
import { type Interpretation, keysOfRead, placesOf, type ReadablePlace } from '@substrate/semantic';
import type { SupplyLimits } from '@substrate/server';
import { checkNode } from './capture-check.js';

/** Reads from the running application what somebody needs and no capture told. */

/** Elements asked for at once: the application is not kept busy for long at a time. */
const pageElements = 500;
const budget: CaptureBudget = { ...defaultBudget, maxString: 65_536 };

export type ReadPlace = NonNullable<ProbeSession['read']>;

export interface SupplyOptions {
  readonly read: ReadPlace;
  readonly interpretation: Interpretation;
  readonly demands: readonly Demand[];
  readonly limits: SupplyLimits;
  readonly signal: AbortSignal;
  /** Told why something could not be read. */
  readonly onTrouble: (message: string) => void;
}

/** What is gathered, and what may still be. */
interface Basket {
  readonly objects: Record<string, Primitive>;
  readonly extents: Map<string, Extent>;
  readonly truncated: Truncation[];
  readonly met: Demand[];
  elements: number;
  leaves: number;
}

/** Probes may number the elements of a part from nought: in the state they have the numbers of the whole. */
const numbered = (node: RawNode, from: number): RawNode => {
  const { children } = node;
  if (node.kind !== 'list' || from === 0 || !children || children[0]?.name !== '0') return node;
  return { ...node, children: children.map((child, at) => ({ ...child, name: String(from + at) })) };
};

const isCollection = ({ kind }: { readonly kind: RawNode['kind'] | undefined }): boolean => kind === 'list' || kind === 'map';

export const supplyDemands = async (options: SupplyOptions): Promise<Supply> => {
  const { interpretation, limits, signal } = options;
  const ends = performance.now() + limits.timeoutMs;
  const basket: Basket = {
    objects: Object.create(null),
    extents: new Map(),
    truncated: [],
    met: [],
    elements: limits.maxElements,
    leaves: limits.maxLeaves,
  };

  const read = async (place: ReadablePlace, from: number, limit: number): Promise<RawNode | null> => {
    const request: ReadRequest = { root: place.root, path: place.path, from, limit, budget };
    const ms = ends - performance.now();
    if (ms <= 0) throw new Error('the time was over');
    const node = await withDeadline({ what: 'Reading a place', ms, parent: signal }, (within) => options.read(request, within));
    if (node) checkNode(node, { ...budget, maxElements: Math.max(budget.maxElements, limit) });
    return node && numbered(node, from);
  };

  const take = (place: ReadablePlace, node: RawNode, part?: { from: number; to: number }): void => {
    const { objects, extents, truncated } = keysOfRead(interpretation, place, node, part);
    basket.leaves -= Object.keys(objects).length;
    Object.assign(basket.objects, objects);
    for (const [path, extent] of extents) {
      const before = basket.extents.get(path);
      const both =
        before?.kind === 'list' && before.read && extent.read ? { ...extent, read: [...before.read, ...extent.read] } : extent;
      basket.extents.set(path, both);
    }
    // Of what is read in parts, the rest is no loss.
    for (const cut of truncated) if (!part || cut.path !== place.key) basket.truncated.push(cut);
  };

  /** How far it was read, or null when the place is not there; Infinity when to its end. */
  const readAll = async (place: ReadablePlace, first: number, last: number): Promise<number | null> => {
    for (let from = first; from < last; ) {
      if (basket.leaves <= 0 || basket.elements <= 0) return from;
      const limit = Math.min(pageElements, last - from, basket.elements);
      const node = await read(place, from, limit);
      if (!node) return null;
      if (!isCollection(node)) {
        take(place, node);
        return Number.POSITIVE_INFINITY;
      }
      const size = Math.max(node.size ?? 0, from + (node.children?.length ?? 0));
      const to = Math.min(from + limit, size);
      basket.elements -= Math.max(0, to - from);
      take(place, node, { from, to: Math.max(from, to) });
      from = to;
      if (to >= size) return Number.POSITIVE_INFINITY;
    }
    return Number.POSITIVE_INFINITY;
  };

  const meet = async (demand: Demand): Promise<void> => {
    const places = placesOf(interpretation, demand.path);
    // Nothing tells where it would be: that is not the same as its absence.
    if (places.length === 0) return;
    let reached = Number.POSITIVE_INFINITY;
    for (const place of places) {
      const own = place.key === demand.path && (isCollection(place) || place.kind === undefined);
      const { entry } = place;
      const whole = own
        ? { from: demand.from ?? 0, to: demand.to ?? Number.POSITIVE_INFINITY }
        : { from: 0, to: Number.POSITIVE_INFINITY };
      const { from, to } = entry === undefined ? whole : { from: entry, to: entry + 1 };
      reached = Math.min(reached, (await readAll(place, from, to)) ?? Number.POSITIVE_INFINITY);
    }
    if (reached === Number.POSITIVE_INFINITY) basket.met.push(demand);
    else if (reached > (demand.from ?? 0)) basket.met.push({ path: demand.path, from: demand.from ?? 0, to: reached });
  };

  for (const demand of options.demands) {
    if (signal.aborted || performance.now() >= ends || basket.leaves <= 0 || basket.elements <= 0) break;
    try {
      await meet(demand);
    } catch (error) {
      signal.throwIfAborted();
      options.onTrouble(`${demand.path} could not be read: ${messageOf(error)}`);
    }
  }
  const { objects, extents, met } = basket;
  return { objects, extents, met, truncated: largestFirst(basket.truncated) };
};
