import type { RawAction, RawActionKind, RawNode, RawParameter, RawRoot, RootSource } from '@substrate/core';
import type { Meter } from './meter.js';
import type { Parameters } from './parameters.js';
import type { ReadHow, ValueReader } from './values.js';

/** A place where state was found: how it is addressed, and the live value to read. */
export interface Place {
  readonly address: string;
  readonly name: string;
  readonly source: RootSource;
  readonly library?: string;
  readonly value: unknown;
  /** How deep it is read at most. */
  readonly maxDepth?: number | undefined;
  /** The application made it, by what listens at the controls of the page. */
  readonly isOwn?: boolean;
}

/** One component's own state. Components of one name become a list. */
export interface ComponentState {
  readonly library: string;
  readonly name: string;
  /** What tells it from others of its name: a key that the source gave. */
  readonly key?: string | undefined;
  /** What tells it from others that have no name of their own. */
  readonly kind?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What the application made, where no room knows what draws it: what else there is in the heap is most likely the workings of that. */
  readonly isOwn?: boolean;
  readonly maxDepth?: number;
}

export interface Callable {
  readonly address: string;
  readonly name: string;
  readonly kind: RawActionKind;
  readonly source: RootSource;
  readonly owner?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters: readonly RawParameter[];
  readonly certainty: number;
  readonly targets?: readonly string[] | undefined;
  readonly reads?: string;
  call(parameters: Record<string, unknown>): unknown;
}

/** What may be done to read a place, each time that it is tried, and how long that may take. */
export interface PlaceGrant {
  readonly work: number;
  readonly guardMs: number;
}

/** Gathers what the rooms find in one reading; rooms only point, this reads. */
export interface Collector extends Omit<Parameters, 'reset'> {
  readonly places: Place[];
  readonly components: ComponentState[];
  readonly callables: Map<string, Callable>;
  /** Functions whose closures may hold state that nothing else leads to. */
  readonly functions: Set<unknown>;
  /** Those of them that listen at elements by way of a library. */
  readonly listening: WeakSet<object>;
  /** Functions of components at the top: what is declared around them is the application's own. */
  readonly tops: Set<object>;
  /** A component that a walk from the top met: the first ones are those of the application. */
  top(made: unknown): void;
  /** Holders of state already found, so that a second way to one adds nothing. */
  readonly seen: Set<unknown>;
  /** Returns the address that it got, which nothing else has. */
  place(place: Place): string;
  component(state: ComponentState): void;
  callable(callable: Callable): void;
  reset(): void;
  actions(): RawAction[];
  /** All places with the components grouped, most valuable first. */
  ordered(): Place[];
  /** Reads in parts, for as much work and time as it is granted. Null for what is no state, undefined when there was no time for it. */
  read(place: Place, grant?: PlaceGrant): Generator<undefined, RawRoot | null | undefined>;
  /** One place of the last reading as it is now, by the segments below it; null when it is not there. */
  readAt(
    address: string,
    path: readonly string[],
    part: { readonly from: number; readonly limit: number },
  ): Generator<undefined, RawNode | null>;
}

export function createCollector(kit: { meter: Meter; values: ValueReader; parameters: Parameters }): Collector {
  const { values, parameters } = kit;
  const addresses = new Set<string>();
  /** The places of the last reading. */
  const latest = new Map<string, Place>();

  /**
   * How a place is best read within its budget and time: how deep it is read whole, how many nodes are for what is deeper, how freely branches
   * share those. It is kept, so that the next reading tells the same, and made again every so often.
   */
  interface Plan {
    readonly depth: number;
    readonly shallow: number;
    readonly below: number;
    readonly generosity: number;
    /** Nodes of what is read whole, when it was made, and at the last reading. */
    readonly near: number;
    readonly last: number;
    /** How often what is deeper was given just what the rest leaves. */
    readonly fits: number;
    /** The clock ended the last reading. */
    readonly rushed: boolean;
    /** The clock ended the making of it. */
    readonly hasty: boolean;
    readonly at: number;
  }
  const plans = new Map<string, Plan>();
  const mostTops = 3;
  const planMs = 60_000;
  const mostFits = 3;
  /** Until when a place is read as it comes, because it changes faster than it can be read in parts. */
  const restless = new Map<string, number>();
  const mostRestarts = 6;
  /** The order of the places, and those that had their turn in this reading. */
  let turns = new Map<string, number>();
  const done = new Set<string>();
  const noPlan = (share: number): Plan => ({
    depth: 0,
    shallow: 0,
    below: share,
    generosity: 1,
    near: 0,
    last: -1,
    fits: 0,
    rushed: false,
    hasty: false,
    at: performance.now(),
  });

  const isOfThings = (list: unknown): boolean =>
    Array.isArray(list) &&
    values.isHeld(list[0]) &&
    ![Object.prototype, Array.prototype, null].includes(values.prototypeOf(list[0]));
  const isOfHeap = ({ address }: Place): boolean => address.startsWith('heap:');
  const howTo = (place: Place): ReadHow => {
    const { source, maxDepth, isOwn } = place;
    return {
      ...(isOwn ? { isOwn } : {}),
      elsewhere: collector.seen,
      // What only the heap leads to may be found at any time: it tells nothing again that is told already, however little.
      ...(source === 'store' ? {} : { once: source === 'component' && !isOfHeap(place) ? ('large' as const) : ('all' as const) }),
      ...(maxDepth === undefined ? {} : { maxDepth }),
    };
  };

  /** The greatest depth to which all of a place takes no more than most of its share: what is near the top is told before anything deeper. */
  function* planFor(place: Place, share: number): Generator<undefined, Plan> {
    const { meter } = kit;
    const { bytes, lost } = meter;
    let plan = noPlan(share);
    for (let depth = 3; depth <= 8 && !meter.late(); depth++) {
      meter.nodes = share;
      meter.bytes = bytes;
      const attempt = values.attempt();
      yield* readPlace(place, { ...howTo(place), maxDepth: depth });
      attempt.undo();
      const used = share - meter.nodes;
      // A branch that was cut short at its share says nothing of how much there is.
      if (attempt.starved() || used > share * 0.6 || used === plan.shallow || meter.late()) break;
      plan = { ...plan, depth, shallow: used, below: share - used };
    }
    meter.bytes = bytes;
    meter.lost = lost;
    return { ...plan, hasty: meter.byClock() };
  }

  const collector: Collector = {
    ...parameters,
    places: [],
    components: [],
    callables: new Map(),
    functions: new Set(),
    listening: new WeakSet(),
    tops: new Set(),
    seen: new Set(),
    top(made) {
      if (typeof made === 'function' && collector.tops.size < mostTops) collector.tops.add(made);
    },
    place(place) {
      if (typeof place.value === 'object' && place.value !== null) {
        if (collector.seen.has(place.value)) return place.address;
        collector.seen.add(place.value);
      }
      let address = place.address;
      for (let i = 1; addresses.has(address); i++) address = `${place.address}~${i}`;
      addresses.add(address);
      collector.places.push({ ...place, address });
      return address;
    },
    component(state) {
      if (collector.components.length < 3000) collector.components.push(state);
    },
    callable(callable) {
      if (collector.callables.size < 400 && !collector.callables.has(callable.address))
        collector.callables.set(callable.address, callable);
    },
    reset() {
      collector.places.length = 0;
      collector.components.length = 0;
      collector.callables.clear();
      collector.functions.clear();
      collector.tops.clear();
      collector.seen.clear();
      addresses.clear();
      done.clear();
      parameters.reset();
      values.reset();
    },
    actions() {
      const actions: RawAction[] = [];
      for (const { call: _call, owner, description, targets, ...action } of collector.callables.values()) {
        actions.push({
          ...action,
          ...(owner ? { owner } : {}),
          ...(description ? { description } : {}),
          ...(targets ? { targets } : {}),
        });
      }
      return actions;
    },
    ordered() {
      const rank = ['store', 'component', 'closure', 'global', 'instance'];
      const groups = new Map<string, ComponentState[]>();
      for (const state of collector.components) {
        const id = `${state.library}:${state.name}${state.kind ? `/${state.kind}` : ''}`;
        const group = groups.get(id);
        if (group) group.push(state);
        else groups.set(id, [state]);
      }
      const places = [...collector.places];
      for (const [address, group] of groups) {
        const first = group[0] as ComponentState;
        const { name, library, maxDepth } = first;
        const base = { address, name, source: 'component' as const, library, maxDepth };
        places.push({ ...base, value: group.length === 1 ? first.fields : new Group(group) });
      }
      // What only the heap leads to is told after what has a name of its own: where that is told does not depend on whether the heap was searched.
      // Records that stand by themselves are told there, and not by a list of things of a class on each of which hangs one.
      const rankOf = (place: Place): number =>
        isOfHeap(place) ? rank.length : rank.indexOf(place.source) + (isOfThings(place.value) ? 0.5 : 0);
      places.sort((a, b) => rankOf(a) - rankOf(b));
      latest.clear();
      for (const place of places) latest.set(place.address, place);
      turns = new Map(places.map(({ address }, at) => [address, at]));
      return places;
    },
    *readAt(address, path, part) {
      const place = latest.get(address);
      if (!place) return null;
      values.turnTo(undefined, () => false);
      const { meter } = kit;
      const { nodes, bytes, lost } = meter;
      for (let restarts = 0; ; restarts++) {
        Object.assign(meter, { nodes, bytes, lost });
        const read = yield* standing(partOf(place, path, part), restarts === mostRestarts);
        if (read) return read.value;
      }
    },
    *read(place, grant) {
      const { value } = place;
      const { meter } = kit;
      const { nodes, bytes, lost } = meter;
      const told = (root: RawRoot | null): RawRoot | null => {
        done.add(place.address);
        const state = root && kept(place, root);
        // Nothing is missing of what is no state.
        if (root && !state) meter.lost = lost;
        return state;
      };
      if (
        /^(closure|global|instance)$/.test(place.source) &&
        typeof value === 'object' &&
        value !== null &&
        (values.shapes.isPreset(value) || values.shapes.isTable(value))
      )
        return told(null);
      // No place takes it all: a store may be large, anything else that large is machinery.
      const share = Math.min(nodes, place.source === 'store' ? 8000 : place.source === 'component' ? 2000 : 1000);
      // What is small is read at once.
      let known = plans.get(place.address);
      let isKnown = known !== undefined && performance.now() - known.at < planMs;
      let draft: Plan | undefined;
      let used = 0;
      const turn = turns.get(place.address) ?? 0;
      values.turnTo(place.address, (other) => !done.has(other) && (turns.get(other) ?? turn) < turn);
      try {
        for (let restarts = 0; ; ) {
          const planned = isKnown || draft !== undefined;
          const plan: Plan = draft ?? ((isKnown && known) || noPlan(share));
          meter.nodes = share;
          meter.bytes = bytes;
          meter.lost = lost;
          if (grant) meter.slice(grant.work, grant.guardMs);
          const isRestless = (restless.get(place.address) ?? 0) > performance.now();
          const attempt = values.attempt(plan.below);
          const undo = (): undefined => {
            attempt.undo();
            meter.lost = lost;
          };
          const how = { ...howTo(place), generosity: plan.generosity, wholeTo: plan.depth, isRestless };
          const read = yield* standing(readPlace(place, how), isRestless);
          if (!read) {
            undo();
            if (++restarts === mostRestarts) restless.set(place.address, performance.now() + planMs);
            continue;
          }
          const root = read.value;
          const near = share - meter.nodes;
          const all = Math.min(nodes, near + attempt.deep());
          const short = attempt.starved() || meter.nodes <= 0;
          if (short && !planned && !meter.late()) {
            undo();
            if (grant) meter.slice(grant.work, grant.guardMs);
            draft = yield* planFor(place, share);
            continue;
          }
          // Branches were cut short while much of the budget was left: they may have more of it, from now on.
          if (short && all < share * 0.6 && plan.generosity < 64 && !meter.late()) {
            undo();
            draft = { ...plan, generosity: plan.generosity * 4 };
            continue;
          }
          // What outgrew its plan gets another, and what is no longer as large as it was: a document that is still put together is read by many.
          const outgrown = planned && plan.depth > 0 && meter.nodes <= 0;
          const changed = isKnown && known && !meter.byClock() && Math.abs(near - known.near) > known.near / 20 + 4;
          if (outgrown || changed) plans.delete(place.address);
          // Where something was left out for it, at once: what is told does not depend on what there was before.
          if (changed && short && !meter.late()) {
            undo();
            [known, isKnown, draft] = [undefined, false, undefined];
            continue;
          }
          // What is deeper has what the rest leaves, as it is now that it is at rest: it does not matter what that was when the plan was made.
          const below = Math.max(0, share - near);
          const isOff = plan.depth > 0 && plan.below !== below && meter.lost > lost && !outgrown && !changed;
          const isAtRest = draft !== undefined || known?.last === near;
          if (isOff && isAtRest && plan.fits < mostFits && !meter.late()) {
            undo();
            draft = { ...plan, below, fits: plan.fits + 1 };
            continue;
          }
          used = all;
          if (outgrown || changed) return told(root);
          // A plan that the clock cut short is none for the next reading: what is read would depend on how busy the machine was at the first.
          if (!isKnown && (plan.hasty || meter.byClock())) {
            if (!known) return told(root);
            plans.set(place.address, { ...known, at: performance.now() });
            return undo();
          } else if (plan.depth > 0 && meter.byClock() && known && !plan.rushed) {
            // A busy machine may be to blame: what is known stands, once.
            plans.set(place.address, { ...plan, rushed: true });
            return undo();
          } else
            plans.set(place.address, {
              ...plan,
              near: isKnown ? plan.near : near,
              last: near,
              fits: isOff ? plan.fits : 0,
              rushed: false,
            });
          return told(root);
        }
      } finally {
        meter.nodes = nodes - used;
      }
    },
  };

  function kept({ source }: Place, root: RawRoot): RawRoot | null {
    if (source === 'store' || source === 'component') return root;
    const { node } = withoutDictionaries(root);
    return node && { ...root, ...node };
  }

  /**
   * Without the large tables of nothing but texts: translations, help. They tell what an application can say, not how it is. What lies beside one stays, and
   * a list of records is none, whatever they are made of.
   */
  function withoutDictionaries(node: RawNode): {
    readonly node: RawNode | null;
    readonly texts: number;
    readonly others: number;
    readonly letters: number;
  } {
    let [texts, others, letters] = [0, 0, 0];
    if (node.kind === 'value') {
      if (typeof node.value !== 'string') others = 1;
      else [texts, letters] = [1, node.value.length];
      return { node, texts, others, letters };
    }
    let dropped = 0;
    const children: RawNode[] = [];
    for (const child of node.children ?? []) {
      const kept = withoutDictionaries(child);
      if (!kept.node) {
        dropped++;
        continue;
      }
      children.push(kept.node);
      texts += kept.texts;
      others += kept.others;
      letters += kept.letters;
    }
    const kept = dropped > 0 ? { ...node, children } : node;
    // Whoever holds records holds more than words.
    if (node.kind === 'list' && children.some(({ kind }) => kind === 'object'))
      return { node: kept, texts: 0, others: 1, letters: 0 };
    const isDictionary = texts > 100 && (texts > others * 5 || (texts > others * 2 && letters > texts * 20));
    if (isDictionary || (dropped > 0 && children.length === 0)) return { node: null, texts: 0, others: 0, letters: 0 };
    return { node: kept, texts, others, letters };
  }

  /** What is read in parts, or undefined where the page changed what is half read: then all of it is to be read again. */
  function* standing<T>(
    reading: Generator<undefined, T>,
    whatever: boolean,
  ): Generator<undefined, { readonly value: T } | undefined> {
    for (;;) {
      const { done, value } = reading.next();
      if (done) return { value };
      yield undefined;
      if (!whatever && !values.stands()) return undefined;
    }
  }

  /** A part of a place as it is now, or null when it is not there. */
  function* partOf(
    place: Place,
    path: readonly string[],
    part: { readonly from: number; readonly limit: number },
  ): Generator<undefined, RawNode | null> {
    const [first, ...rest] = path;
    let { value, name } = place;
    let owner: unknown;
    if (value instanceof Group) {
      if (first === undefined) return yield* readPlace(place, { part });
      const { members } = value;
      const member = members.find(({ key }) => key === first) ?? members[Number(first)];
      if (!member) return null;
      [value, name] = [member.fields, first];
    } else if (first !== undefined) [owner, value, name] = [value, values.inside(value, first), first];
    for (const segment of rest) [owner, value, name] = [value, values.inside(value, segment), segment];
    return value === undefined ? null : yield* values.parts(name, value, { part, owner, path: path.slice(0, -1) });
  }

  function* readPlace(place: Place, how: ReadHow): Generator<undefined, RawRoot | null> {
    const about = {
      address: place.address,
      source: place.source,
      ...(place.library ? { library: place.library } : {}),
      ...(isOfHeap(place) ? { sought: true } : {}),
    };
    if (place.value instanceof Group) {
      const children: RawNode[] = [];
      const ids = new Set<string>();
      const { members } = place.value;
      const { from, limit } = how.part ?? { from: 0, limit: kit.meter.limits.maxElements };
      for (let i = from; i < members.length && i < from + limit; i++) {
        const member = members[i] as ComponentState;
        const { part: _part, ...below } = how;
        const node = yield* values.parts(String(i), member.fields, below);
        if (!node) continue;
        const key = member.key;
        const id = key !== undefined && !ids.has(key) && !/^\d+$/.test(key) ? key : undefined;
        if (id !== undefined) ids.add(id);
        children.push(id === undefined ? node : { ...node, id });
      }
      if (children.length === 0) return null;
      return {
        name: place.name,
        kind: 'list',
        children,
        ...(members.length > children.length || how.part ? { size: members.length } : {}),
        ...about,
      };
    }
    const node = yield* values.parts(place.name, place.value, how);
    return node ? { ...node, ...about } : null;
  }

  class Group {
    readonly members: readonly ComponentState[];
    constructor(members: readonly ComponentState[]) {
      this.members = members;
    }
  }
  return collector;
}
