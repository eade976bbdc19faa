import type { RawNode, Secrecy, Secrets } from '@substrate/core';
import type { Collections } from '../../injected/collections.js';
import type { LeafHow, Leaves } from '../../injected/leaves.js';
import type { Lore } from '../rooms/parts.js';
import type { Answers } from './answers.js';
import type { Containers } from './containers.js';
import type { Hidden } from './hidden.js';
import type { Meter } from './meter.js';
import type { Shapes } from './shapes.js';

/**
 * Reads any value of the page into nodes. Only data properties are read: a getter is application code. Containers that libraries
 * wrap around data (signals, observables, refs, models) are seen through by their own data fields.
 */
export interface ValueReader extends Containers {
  readonly hidden: Hidden;
  /** Null for what holds no state: functions, elements, promises, wrappers of nothing. */
  read(name: string, value: unknown, how?: ReadHow): RawNode | null;
  /** The same in parts: it stops where the meter is tired. Nothing else is read meanwhile; who goes on asks first whether what was read still `stands`. */
  parts(name: string, value: unknown, how?: ReadHow): Generator<undefined, RawNode | null>;
  /** Goes on with what is read in parts until it is done. */
  toEnd<T>(reading: Generator<undefined, T>): T;
  /** Whether the record that is under way, and all that it lies in, is as it was when it was read: but for what is never found as it was, as the number of a frame. */
  stands(): boolean;
  /**
   * Begins to note what is met and whether a branch had more in it than its share of the budget. `below` nodes are for what lies deeper than
   * that which is read whole.
   */
  attempt(below?: number): Attempt;
  readonly shapes: Shapes;
  /** Begins a reading. */
  reset(): void;
  /** The live value under a name of what was read, or undefined. */
  inside(value: unknown, name: string): unknown;
}

export interface Attempt {
  /** A branch had more in it than its share. */
  starved(): boolean;
  /** Nodes that were read below what is read whole. */
  deep(): number;
  /** Takes back what was noted as met. */
  undo(): void;
}

export interface ReadHow {
  /** What has a place of its own, and so is left out below the top. */
  readonly elsewhere?: ReadonlySet<unknown>;
  /** Objects that were read before, wherever that was, are left out below the top: all of them, or only those with much in them. */
  readonly once?: 'all' | 'large';
  readonly maxDepth?: number;
  /** How many times its even share of the budget a branch may take. */
  readonly generosity?: number;
  /** Of a list or map at the top: which elements. */
  readonly part?: { readonly from: number; readonly limit: number };
  /** The names above it, which may say that it is a secret, and the object that it lies in. */
  readonly path?: readonly string[];
  readonly owner?: unknown;
  /** What lies above this depth is read whole; what is deeper has a budget of its own, see `attempt`. */
  readonly wholeTo?: number;
  /** The application made it: what leads far in it is a library's, of which elements of a list are told by their own values alone, and fields not at all. */
  readonly isOwn?: boolean;
  /** It changes faster than it can be read in parts: these end between records, unless one is large. */
  readonly isRestless?: boolean;
}

export function createValueReader(kit: {
  meter: Meter;
  secrets: Secrets;
  leaves: Leaves;
  collections: Collections;
  containers: Containers;
  answers: Answers;
  hidden: Hidden;
  shapes: Shapes;
  lore: Lore;
}): ValueReader {
  const { meter, secrets, leaves, collections, containers, answers, hidden, shapes, lore } = kit;
  const { own, has, names, crowdOf, kindOf, isHeld, unwrap, met, lent } = containers;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  // Those of a subclass would be application code.
  const { values: setValues } = Set.prototype;
  const { keys: keysOf, values: mapValues } = Map.prototype;
  const nodes = (globalThis as { Node?: new () => object }).Node;
  const above: object[] = [];
  /** What was read of the record that is under way, and of what it lies in: holder, name, value. Of records that are whole nothing is kept. */
  const journal: unknown[] = [];
  let inRecord = false;
  let recordAt = 0;
  /** Objects since the meter was asked whether it is tired. */
  let unasked = 0;
  const largeRecord = 500;
  /** The field that was last found to have changed, and how often in this reading; and those that were so each time. */
  let changed: { holder: unknown; name: unknown; times: number } = { holder: undefined, name: undefined, times: 0 };
  const fleeting = new WeakMap<object, Set<unknown>>();
  const mostChanges = 3;
  let how: ReadHow = {};
  /** What is left for that which lies deeper than what is read whole. */
  let below = 0;
  let deep = 0;
  let siblings = 0;
  let fresh: unknown[] = [];
  let starved = false;
  /** Objects that are still to be read near the top, as fields or in a list or map that is one, and how deep that is: they are not told further down. */
  const due = new Map<unknown, number>();
  const usual = /^(\$\$|__(?!typename|ref))|^(_callbacks|_subscribers|_tracking|isHydrating)$/;
  const plumbing = { test: (name: string): boolean => usual.test(name) || lore.fields.test(name) };
  const noNames: ReadonlySet<string> = new Set();
  /** Plumbing in a library, and people in an application: what they hold tells which. */
  const wiring = /^(observers|(?:event|dom)?_?listeners|eventListeners|domListeners|subscribers|owner|scheduler)$/;
  const isData = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return typeof value !== 'function';
    if (Array.isArray(value)) return value.length > 0 && value.slice(0, 3).every((_, at) => isData(own(value, String(at))));
    const proto: unknown = getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) return false;
    return Object.keys(value)
      .slice(0, 20)
      .every((key) => typeof own(value, key) !== 'function');
  };

  /** What hands out its fields by names has the rest for itself: of that, data alone is told, which has names of its own. */
  const isTold = (target: object, key: string, called: ReadonlyMap<string, string>): boolean => {
    if (called.has(key) || !lent.isTaken(key)) return true;
    const held = own(target, key);
    return typeof held === 'object' && held !== null && isData(held);
  };
  const labelOf = (target: object, key: string, called: ReadonlyMap<string, string> | undefined): string => {
    const label = called?.get(key);
    return label === undefined || has(target, label) ? key : label;
  };

  /** What the names above say of what is read now. */
  let said: Secrecy = 0;
  const leafHow = (isLast = false): LeafHow => ({ maxString: meter.limits.maxString, secrecy: said, isLast });
  /** Null when there is no budget for it. */
  const paid = (node: RawNode | undefined): RawNode | null => {
    if (!node) return null;
    const bytes = node.omitted || node.secret ? 20 : 16 + (typeof node.value === 'string' ? node.value.length : 8);
    return meter.take(bytes + node.name.length) ? node : null;
  };

  function* list(
    name: string,
    length: number,
    at: (i: number) => unknown,
    depth: number,
    holder: object,
    type?: string,
  ): Generator<undefined, RawNode | null> {
    if (!meter.take(24 + name.length)) return null;
    const children: RawNode[] = [];
    const part = depth === 1 ? how.part : undefined;
    const most = part ? part.limit : meter.limits.maxElements;
    // A grid is mostly empty: there, only what is filled counts.
    const head: unknown[] = [];
    let empty = 0;
    for (let i = 0; length > 10 && i < length && i < 100; i++) {
      head[i] = at(i);
      if (head[i] === null || head[i] === undefined) empty++;
    }
    const sparse = length > 10 && empty * 2 > Math.min(length, 100);
    const from = part?.from ?? 0;
    const to = part ? Math.min(length, from + part.limit) : Math.min(length, 10_000);
    const passed: number[] = [];
    if (!type) journal.push(holder, 'length', length);
    for (let i = from; i < to && children.length < most; i++) {
      if (meter.nodes <= 0 || meter.late()) {
        meter.lost += Math.min(to - i, most - children.length);
        break;
      }
      const held = i < head.length ? head[i] : at(i);
      if (sparse && (held === null || held === undefined)) continue;
      const { lost } = meter;
      if (!type) journal.push(holder, String(i), held);
      const child = isHeld(held) ? yield* record(String(i), held, depth + 1) : leaf(String(i), held);
      // Where the budget ended in the middle of an element, there are fewer elements rather than half ones.
      const ended = (how.wholeTo === depth + 1 && depth > 0 ? below : meter.nodes) <= 0;
      if (ended && meter.lost > lost && children.length > 0) break;
      if (child) children.push(child);
      else if (typeof held === 'object' && held !== null) passed.push(i);
    }
    // A record that is told elsewhere too, because it is the chosen one, stays in its list; a list of nothing else is one told before.
    if (children.length > passed.length)
      for (const i of passed) {
        inList = true;
        const child = yield* visit(String(i), at(i) as object, depth + 1);
        inList = false;
        const before = children.findLastIndex((one) => Number(one.name) < i);
        if (child) children.splice(before + 1, 0, child);
      }
    leaves.settle(children, true);
    const node: RawNode = { name, kind: 'list', children };
    const sized = children.length < length || part ? { ...node, size: length } : node;
    return type ? { ...sized, type } : sized;
  }

  function* fields(
    name: string,
    target: object,
    depth: number,
    kind: 'object' | 'map',
    type?: string,
    isFar = false,
  ): Generator<undefined, RawNode | null> {
    if (!meter.take(24 + name.length)) return null;
    const children: RawNode[] = [];
    const observed = containers.hasGetters(target);
    const isError = target instanceof Error;
    const part = depth === 1 && kind === 'map' ? how.part : undefined;
    const few = names(target);
    const crowd = crowdOf(target);
    if (crowd !== undefined && !part) return { name, kind: 'map', children, size: crowd };
    // What is too much to ask for with every reading may be asked for once.
    const called = kind === 'object' ? lent.of(target) : undefined;
    const all = crowd !== undefined ? Object.keys(target) : called ? few.filter((key) => isTold(target, key, called)) : few;
    if (depth > 1 && how.once !== undefined && shapes.isIndex(target, all)) return null;
    shapes.noteFields(target, all);
    const settled = how.once !== undefined && (has(target, 'options') || has(target, 'settings') || has(target, 'config'));
    const unchosen = how.once === undefined || depth < 2 ? noNames : shapes.unchosen(above.at(-2), target);
    const most = part ? part.limit : kind === 'map' ? meter.limits.maxElements : 1000;
    let size = 0;
    /** Of the fields, those that there was no budget for. */
    let left = 0;
    let told = kind;
    if (kind === 'object' && depth <= 2)
      for (const key of all.slice(0, 200)) {
        const label = labelOf(target, key, called);
        const held = plumbing.test(label) || wiring.test(label) ? undefined : own(target, key);
        if (typeof held !== 'object' || held === null) continue;
        reserve(held, depth + 1);
        for (const element of elementsOf(held)) reserve(element, depth + 2);
      }
    for (let at = 0; at < all.length; at++) {
      const key = all[at] as string;
      const label = labelOf(target, key, called);
      if (plumbing.test(label) || (settled && shapes.isPresetName(label)) || unchosen.has(key)) continue;
      // To ask for a stack may run what the application formats it with.
      const found = isError && key === 'stack' ? undefined : getOwnPropertyDescriptor(target, key);
      if (!found || (!found.enumerable && !observed && kind === 'map')) continue;
      size++;
      if (part && size <= part.from) continue;
      // Of a map beyond its limit the size is told.
      if (kind === 'map' && children.length >= most) {
        left = all.length - at;
        size += left - 1;
        break;
      }
      if (children.length >= most || meter.nodes <= 0 || meter.late()) {
        left++;
        meter.lost++;
        continue;
      }
      let value: unknown = found.value;
      if ((wiring.test(label) && !isData(value)) || (isFar && isHeld(value))) continue;
      if (depth > 1 && how.once !== undefined && shapes.leadsUp(label, value)) continue;
      if (!('value' in found)) {
        try {
          if (!observed) answers.note(target, key, found);
          value = observed ? (target as Record<string, unknown>)[key] : own(target, key);
        } catch {
          children.push(leaves.omit(label, 'threw'));
          continue;
        }
      }
      // How many are still to come tells how much this one may take.
      siblings = kind === 'object' ? all.length - at : 0;
      const { lost } = meter;
      journal.push(target, key, own(target, key));
      const child = isHeld(value) ? yield* (kind === 'map' ? record : visit)(label, value, depth + 1) : leaf(label, value);
      if (!child && meter.lost > lost) left++;
      // A field without a name is what its owner is about: what is in it is told as the owner's own.
      if (key === '_' && child?.children) {
        children.push(...child.children.filter((inner) => !has(target, inner.name)));
        if (child.kind === 'map') told = 'map';
      } else if (child) children.push(child);
    }
    for (const [key, value] of kind === 'object' ? hidden.fieldsOf(target) : []) {
      // A function by that name hands it out.
      if (has(target, key) && typeof own(target, key) !== 'function') continue;
      const child = isHeld(value) ? yield* visit(key, value, depth + 1) : leaf(key, value);
      if (child) children.push(child);
    }
    if (children.length === 0) return null;
    leaves.settle(children, false);
    const node: RawNode = { name, kind: told, children: shapes.headed(children) };
    const whole = kind === 'map' ? size : children.length + left;
    const sized = part || (left > 0 && whole > children.length) ? { ...node, size: whole } : node;
    return type ? { ...sized, type } : sized;
  }

  const reserve = (held: unknown, depth: number): void => {
    if (typeof held === 'object' && held !== null && !due.has(held)) due.set(held, depth);
  };

  /** What a list or map near the top holds is told there, and not where something else leads to it. */
  const elementsOf = (value: object): readonly unknown[] => {
    if (Array.isArray(value))
      return Array.from({ length: Math.min(value.length, meter.limits.maxElements) }, (_, at) => own(value, String(at)));
    if (kindOf(value) === 'Map') return first(mapValues.call(value as Map<unknown, unknown>), 2);
    if (shapes.looksKeyed(value))
      return names(value)
        .slice(0, meter.limits.maxElements)
        .map((key) => own(value, key));
    return [];
  };

  /** As many as would be shown: a collection may have millions. */
  const first = <T>(items: IterableIterator<T>, depth: number): T[] => {
    const some: T[] = [];
    const most = depth === 1 && how.part ? how.part.from + how.part.limit : meter.limits.maxElements;
    for (const item of items) {
      some.push(item);
      if (some.length > most) break;
    }
    return some;
  };

  function* structured(name: string, value: object, depth: number): Generator<undefined, RawNode | null> {
    if (depth > 1 && how.once !== undefined && (shapes.isManual(value) || shapes.isDrawn(value))) return null;
    if (Array.isArray(value))
      return containers.isMachinery(value) ? null : yield* list(name, value.length, (i) => own(value, String(i)), depth, value);
    const kind = kindOf(value);
    // Pages keep pictures, sounds and shapes in arrays of numbers.
    if (kind === 'Numbers') return paid(leaves.omit(name, 'binary', undefined, (value as ArrayBuffer).byteLength));
    const one = leaves.scalar(name, value, leafHow(depth + 1 >= deepest()));
    if (one) return paid(one);
    if (kind === 'Map') {
      // What is kept for other objects is a cache of a library, or told with those.
      const key: unknown = keysOf.call(value).next().value;
      if (depth > 1 && how.once !== undefined && typeof key === 'object' && key !== null) return null;
      if (!meter.take(24 + name.length)) return null;
      const children: RawNode[] = [];
      const size = collections.sizeOf(value) ?? 0;
      const { from, limit } = (depth === 1 && how.part) || { from: 0, limit: meter.limits.maxElements };
      const secretKeys = (secrets.below(said, name) & secrets.bits.secret) !== 0 || /session|token/i.test(name);
      for (const [key, item] of collections.entriesOf(value, from, Number.POSITIVE_INFINITY, secretKeys)) {
        if (meter.nodes <= 0 || children.length >= limit || meter.late()) break;
        const child = isHeld(item) ? yield* record(key, item, depth + 1) : leaf(key, item);
        if (child) children.push(child);
      }
      leaves.settle(children, false);
      const node: RawNode = { name, kind: 'map', children };
      if (size <= children.length) return node;
      if (meter.nodes <= 0) meter.lost += Math.max(0, Math.min(size, limit) - children.length);
      return { ...node, size };
    }
    if (kind === 'Set') {
      const held = value as Set<unknown>;
      const items = first(setValues.call(held), depth);
      return yield* list(name, collections.sizeOf(held) ?? 0, (i) => items[i], depth, held, 'Set');
    }
    const pairs = collections.pairsOf(value);
    if (pairs) return yield* fields(name, Object.fromEntries(pairs), depth, 'object', kind);
    // Whatever the browser itself provides is no state: elements, events, observers, promises, weak maps …
    if (kind !== 'Object' && kind !== 'Error' && !shapes.isPlainTagged(value)) return null;
    if (nodes !== undefined && value instanceof nodes) return null;
    if (containers.isMachinery(value)) return null;
    if (depth > 1 && shapes.isTable(value)) return null;
    const isFar = depth > 1 && how.isOwn === true && shapes.leadsFar(value);
    if (isFar && !Array.isArray(above.at(-2))) return null;
    const proto = getPrototypeOf(value) as object | null;
    const maker = proto ? own(proto, 'constructor') : undefined;
    const made = typeof maker === 'function' && maker !== Object ? own(maker, 'name') : undefined;
    const plain = proto === null || proto === Object.prototype || getPrototypeOf(proto) === null;
    return yield* fields(
      name,
      value,
      depth,
      plain && shapes.looksKeyed(value) ? 'map' : 'object',
      typeof made === 'string' && made.length > 2 ? made : undefined,
      isFar,
    );
  }

  /** Small things are told again: which of many is the chosen one is a fact of its own. */
  const isRepeated = (value: object): boolean => {
    if (how.once === undefined || !containers.isTold(value)) return false;
    return how.once === 'all' || isBulky(value);
  };
  const isBulky = (value: object): boolean => {
    const known = bulky.get(value);
    if (known !== undefined) return known;
    let left = 20;
    const count = (object: object, levels: number): void => {
      for (const key of names(object)) {
        if (left-- <= 0) return;
        const held = own(object, key);
        if (levels > 0 && typeof held === 'object' && held !== null) count(held, levels - 1);
      }
    };
    count(value, 3);
    bulky.set(value, left <= 0);
    return left <= 0;
  };
  /** The next object is an element of a list whose others were told. */
  let inList = false;
  /** Whether an object has much in it, as found out in this attempt. */
  const bulky = new Map<object, boolean>();

  const deepest = (): number => Math.min(meter.limits.maxDepth, how.maxDepth ?? 100);

  /** What has nothing in it. */
  const leaf = (name: string, value: unknown): RawNode | null =>
    value === undefined || typeof value === 'symbol' || (typeof value === 'string' && lore.madeUp.test(value.slice(0, 99)))
      ? null
      : paid(leaves.primitive(name, value, leafHow()));

  function* visit(name: string, given: object, depth: number): Generator<undefined, RawNode | null> {
    const within = inRecord ? meter.looked - recordAt : 0;
    meter.looked++;
    const isWhole = how.isRestless === true && within > 0 && within < largeRecord;
    // To ask costs more than a small object does.
    if (++unasked >= 8 && !isWhole) {
      unasked = 0;
      if (meter.tired()) yield undefined;
    }
    try {
      const value = unwrap(given);
      if (typeof value === 'function') return null;
      if (!isHeld(value)) return leaf(name, value);
      if (above.includes(value)) return null;
      const kept = inList && !isBulky(value);
      inList = false;
      if (depth > 1 && !kept && (how.elsewhere?.has(value) || isRepeated(value) || depth > (due.get(given) ?? depth)))
        return null;
      if (depth >= deepest()) return paid(leaves.omit(name, 'depth'));
      above.push(value);
      for (const object of [value, given]) if (containers.meet(object)) fresh.push(object);
      // No branch takes all that is left, nor many times its even share: what is near the top tells most.
      const saved = meter.nodes;
      const border = how.wholeTo ?? 0;
      const free = depth === border && border > 1;
      // There must be time left for what is near the top and comes later.
      if (free && meter.halfway()) below = 0;
      const left = free ? below : saved;
      const even = Math.ceil(left * Math.min(0.5, (6 * (how.generosity ?? 1)) / (siblings + 1)));
      const share = depth > 1 && depth >= border && depth < border + 6 ? Math.min(left, Math.max(30, even)) : left;
      meter.nodes = share;
      const outer = said;
      said = secrets.below(outer, name);
      try {
        siblings = 0;
        return yield* structured(name, value, depth);
      } finally {
        said = outer;
        above.pop();
        if (meter.nodes <= 0 && share < left) starved = true;
        const used = share - meter.nodes;
        if (free) {
          below -= used;
          deep += used;
        }
        meter.nodes = free ? saved - 1 : saved - used;
      }
    } catch {
      return paid(leaves.omit(name, 'threw'));
    }
  }

  /** An element, which is whole when it is read: then it may change. */
  function* record(name: string, held: object, depth: number): Generator<undefined, RawNode | null> {
    const before = journal.length;
    const isPart = inRecord;
    inRecord = true;
    if (!isPart) recordAt = meter.looked;
    const node = yield* visit(name, held, depth);
    inRecord = isPart;
    if (!isPart) journal.length = before;
    return node;
  }

  const parts: ValueReader['parts'] = function* (name, value, wanted = {}) {
    above.length = 0;
    journal.length = 0;
    inRecord = false;
    said = 0;
    for (const segment of wanted.path ?? []) said = secrets.below(said, segment);
    due.clear();
    how = wanted;
    const { owner } = wanted;
    const isHidden = typeof owner === 'object' && owner !== null && leaves.isHiddenBeside(unwrap(owner) as object, name);
    return isHidden ? leaves.hide(name) : isHeld(value) ? yield* visit(name, value, 1) : leaf(name, value);
  };

  const toEnd: ValueReader['toEnd'] = (reading) => {
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value;
    }
  };

  const inside = (given: unknown, name: string): unknown => {
    const value = typeof given === 'object' && given !== null ? unwrap(given) : given;
    if (typeof value !== 'object' || value === null) return undefined;
    const kind = kindOf(value);
    if (kind === 'Map') {
      for (const [key, item] of collections.entriesOf(value, 0, Number.POSITIVE_INFINITY, false)) if (key === name) return item;
      return undefined;
    }
    if (kind === 'Set') return [...setValues.call(value as Set<unknown>)][Number(name)];
    const field = has(value, name) ? undefined : lent.fieldOf(value, name);
    const found = getOwnPropertyDescriptor(value, field ?? name);
    if (found && 'value' in found && typeof found.value !== 'function') return found.value;
    if (found) return containers.hasGetters(value) ? (value as Record<string, unknown>)[name] : own(value, field ?? name);
    for (const [key, item] of hidden.fieldsOf(value)) if (key === name) return item;
    return has(value, '_') ? inside(own(value, '_'), name) : undefined;
  };

  return Object.assign(containers, {
    hidden,
    inside,
    shapes,
    reset: () => {
      met.clear();
      shapes.reset();
      changed = { holder: undefined, name: undefined, times: 0 };
    },
    attempt: (deepNodes = 0) => {
      fresh = [];
      starved = false;
      bulky.clear();
      below = deepNodes;
      deep = 0;
      return {
        starved: () => starved,
        deep: () => deep,
        undo: () => {
          for (const object of fresh) met.delete(object);
        },
      };
    },
    parts,
    toEnd,
    read: (name: string, value: unknown, wanted?: ReadHow) => toEnd(parts(name, value, wanted)),
    stands: () => {
      for (let i = 0; i < journal.length; i += 3) {
        const [holder, name] = [journal[i] as object, journal[i + 1] as string];
        if (Object.is(own(holder, name), journal[i + 2]) || fleeting.get(holder)?.has(name)) continue;
        changed = { holder, name, times: changed.holder === holder && changed.name === name ? changed.times + 1 : 1 };
        if (changed.times === mostChanges) fleeting.set(holder, (fleeting.get(holder) ?? new Set()).add(name));
        return false;
      }
      return true;
    },
  });
}
