import type { CaptureBudget, RawRoot } from '@substrate/core';
import type { Finder } from '../rooms/parts.js';
import type { Callable, Collector, Place } from './collector.js';
import type { PageDocument } from './dom-types.js';
import type { Found, Heap } from './heap.js';
import type { Holders } from './holders.js';
import type { Meter } from './meter.js';
import type { Methods } from './methods.js';
import type { Mounts } from './mounts.js';
import type { Packer } from './packer.js';
import type { Harvest, Scopes } from './scopes.js';
import type { Trails } from './trails.js';
import type { ValueReader } from './values.js';

/** The side of the probe that lives among the page's own scripts: it finds stores and component state. It is no global. */
export interface StateAgent {
  /** `scopeLists` are the scopes of functions kept by discovery. A `bare` reading is without what only the heap led to: a search begins with one. */
  begin(budget: CaptureBudget, whole: boolean, scopeLists: readonly unknown[], bare?: boolean): void;
  /** As that of the other agent. What a place is granted, and how much one may be known to take that is read now. */
  step(slice: number, total: number, guardMs: number, place: PlaceGrant): string;
  /** One place of the last reading as it is now, as text; `null` when it is not there. */
  read(address: string, path: readonly string[], part: { from: number; limit: number }, budget: CaptureBudget): string;
  /** Functions whose closures discovery should look into. */
  functions(): unknown[];
  /** Functions kept by discovery, whose scopes are read again at each reading. */
  kept(): unknown[];
  /** Those of the listeners that are the page's own. */
  ofPage(listeners: readonly object[]): object[];
  harvest(functions: readonly unknown[], scopeLists: readonly unknown[]): Harvest;
  /** Functions whose closures tell where values are kept that no property holds. */
  veiled(): unknown[];
  learn(functions: readonly object[], scopeLists: readonly unknown[]): void;
  /** Objects with private fields, and those fields as the debugger tells them. */
  bearers(): object[];
  tell(bearers: readonly object[], names: readonly (readonly string[])[], values: readonly unknown[]): void;
  /** Functions of objects that keep their state to themselves, and the scopes of those. */
  faces(): object[];
  unmask(functions: readonly object[], scopeLists: readonly unknown[]): void;
  /** What listeners of the page are bound to. */
  follow(objects: readonly unknown[]): void;
  /** The signal behind a bound accessor that `harvest` named. */
  adoptSignal(name: string, node: unknown): void;
  /** Objects found on the heap. `adoptStep` looks through them for so many milliseconds, and tells whether that was all. */
  adoptHeap(objects: readonly unknown[]): void;
  /** The same for what lies near to listeners, which needs no search. */
  adoptNear(): void;
  adoptStep(ms: number): boolean;
  /** What the search found, as text: see `Heap`. */
  trails(): string;
  followTrails(found: readonly Found[], whole: boolean): void;
  /** Top-level `let` and `const` of scripts: their names, and a function that reads them all. */
  adoptLexical(names: readonly string[], read: () => readonly unknown[]): void;
  call(address: string, parameters: Record<string, unknown>): unknown;
  has(address: string): boolean;
}

export interface PlaceGrant {
  readonly work: number;
  readonly guardMs: number;
  readonly now: number;
}

export function createStateAgent(kit: {
  document: PageDocument;
  meter: Meter;
  values: ValueReader;
  collector: Collector;
  holders: Holders;
  scopes: Scopes;
  heap: Heap;
  trails: Trails;
  mounts: Mounts;
  methods: Methods;
  packer: Packer;
  finders: readonly (Finder & { readonly name: string })[];
  lexical: { now: readonly [string, unknown][] };
}): StateAgent {
  const { document, meter, values, collector, holders, scopes, heap, trails, mounts, methods, packer, finders, lexical } = kit;
  let queue: Place[] = [];
  let roots: RawRoot[] = [];
  /** Milliseconds of this reading. */
  let spent = 0;
  let waiting = new Set<string>();
  /** Nodes that each place took when it was last read, and those that the ones before it in their order take together. */
  let used = new Map<string, number>();
  let order = new Map<string, number>();
  let taken: number[] = [];
  /** What each was left without, when it was last read. */
  let lost = new Map<string, number>();
  let missed: string[] = [];
  /** What it took to read a place, and how many readings it has waited since for one that may do so much. */
  const needs = new Map<string, { work: number; waits: number }>();
  let libraries: string[] = [];
  let adopting: Generator<undefined, void> | undefined;
  let lexicalNames: readonly string[] = [];
  let readLexical: () => readonly unknown[] = () => [];

  /** With two seconds between polls it is read before what it told counts as old. */
  const mostWaits = 6;

  const unknownWrappers = (): object[] => [...collector.wrappers].filter((fn) => !scopes.hasLooked(fn));

  const note = (address: string, at: number, nodes: number): void => {
    const change = nodes - (used.get(address) ?? 0);
    used.set(address, nodes);
    if (change !== 0) for (let i = at + 1; i < taken.length; i++) taken[i] = (taken[i] as number) + change;
  };

  return {
    begin(budget, whole, scopeLists, bare = false) {
      if (whole) packer.forget();
      const begun = performance.now();
      meter.start(budget);
      collector.reset();
      holders.reset();
      mounts.begin(document);
      const held = readLexical();
      lexical.now = lexicalNames.map((name, i) => [name, held[i]]);
      libraries = [];
      for (const finder of finders) {
        const before = collector.places.length + collector.components.length + collector.functions.size;
        let name: unknown;
        try {
          name = finder.find?.(document);
        } catch {
          // A library of a shape not met before is passed over; the others go on.
        }
        if (collector.places.length + collector.components.length + collector.functions.size > before)
          libraries.push(typeof name === 'string' ? name : finder.name);
      }
      scopes.read(scopeLists, libraries);
      heap.read(bare);
      holders.finish();
      const places = collector.ordered();
      methods.offer(places);
      missed = [];
      // Whichever are read in this turn, a place has what those before it leave: the same places are told each time.
      const [before, without] = [used, lost];
      used = new Map();
      lost = new Map();
      order = new Map();
      taken = [];
      let sum = 0;
      for (const { address } of places) {
        order.set(address, taken.length);
        taken.push(sum);
        const nodes = before.get(address) ?? 0;
        used.set(address, nodes);
        lost.set(address, without.get(address) ?? 0);
        sum += nodes;
      }
      queue = [...places.filter(({ address }) => waiting.has(address)), ...places.filter(({ address }) => !waiting.has(address))];
      roots = [];
      spent = performance.now() - begun;
    },
    step(slice, total, guardMs, grant) {
      const clock = performance;
      const begun = clock.now();
      const done = meter.work;
      const isOver = (): boolean => meter.work - done > slice || clock.now() - begun > guardMs;
      let read = 0;
      while (read < queue.length && !isOver()) {
        const place = queue[read] as Place;
        const at = order.get(place.address) ?? 0;
        const left = meter.limits.maxNodes - (taken[at] ?? 0);
        if (left <= 0) {
          read++;
          note(place.address, at, 0);
          continue;
        }
        meter.nodes = left;
        const need = needs.get(place.address);
        // What takes longer than it should now stays as it was, but not for long.
        if (need !== undefined && need.work > grant.now && need.waits++ < mostWaits) {
          read++;
          missed.push(place.address);
          continue;
        }
        meter.slice(grant.work, grant.guardMs);
        const { lost: already, work } = meter;
        const root = collector.read(place);
        if (root === 'again') continue;
        read++;
        if (root) needs.set(place.address, { work: meter.work - work, waits: 0 });
        if (root !== undefined) note(place.address, at, left - meter.nodes);
        if (root !== undefined) lost.set(place.address, meter.lost - already);
        if (root) roots.push(root);
        else if (root === undefined) missed.push(place.address);
      }
      queue = queue.slice(read);
      spent += clock.now() - begun;
      const ms = spent;
      if (queue.length > 0 && meter.work < total) return '';
      // What there was no time for stays as it was, and has its turn first the next time.
      waiting = new Set([...missed, ...queue.map((place) => place.address)]);
      queue = [];
      // Each in its place, whichever had its turn first.
      const told = new Map(roots.map((root) => [root.address, root]));
      const unique = [...order.keys()].flatMap((address) => told.get(address) ?? []);
      const more = {
        looked: meter.looked,
        lost: [...lost.values()].reduce((sum, count) => sum + count, 0),
        beyond: taken.filter((before) => before >= meter.limits.maxNodes).length,
        ms,
        work: meter.work,
        libraries,
        kept: scopes.kept().length,
        wrappers: unknownWrappers().length,
        led: heap.led(),
        veiled: values.hidden.wanted().length,
        ...values.hidden.counts(),
      };
      return packer.pack(unique, collector.actions(), more, (address) => waiting.has(address));
    },
    read(address, path, part, budget) {
      meter.start(budget);
      meter.slice(Number.POSITIVE_INFINITY, budget.hostMs * 4);
      return packer.text(collector.readAt(address, path, part));
    },
    functions: () => [...unknownWrappers().slice(0, 60), ...[...collector.functions].slice(0, 60)],
    kept: () => scopes.kept(),
    ofPage: (listeners) => scopes.ofPage(listeners),
    harvest: (functions, lists) => scopes.harvest(functions, lists, libraries),
    veiled: () => values.hidden.wanted(),
    bearers: () => values.hidden.bearers(),
    tell(bearers, names, held) {
      let at = 0;
      values.hidden.tell(
        bearers,
        names.map((some) => some.map((name) => [name, held[at++]] as const)),
      );
    },
    faces: () => values.hidden.faces(),
    unmask(functions, lists) {
      for (const [i, fn] of functions.entries()) values.hidden.unmask(fn, (face) => scopes.behind(face, lists[i]));
    },
    learn(functions, lists) {
      for (const [i, fn] of functions.entries()) values.hidden.learn(fn, scopes.around(lists[i]));
    },
    follow: (objects) => scopes.follow(objects),
    adoptLexical(names, read) {
      lexicalNames = names;
      readLexical = read;
    },
    adoptSignal: (name, node) => scopes.adoptSignal(name, node),
    adoptHeap(objects) {
      adopting = heap.adopt(objects, libraries, false);
    },
    adoptNear() {
      adopting = (function* () {
        const near = scopes.near();
        if (near.length > 0) yield* heap.adopt(yield* trails.reach(near), libraries, true);
      })();
    },
    trails: () => packer.text(heap.trails()),
    followTrails: (found, whole) => heap.follow(found, whole),
    adoptStep(ms) {
      const clock = performance;
      const end = clock.now() + ms;
      while (adopting && clock.now() < end) if (adopting.next().done) adopting = undefined;
      return adopting === undefined;
    },
    has: (address) => collector.callables.has(address),
    call(address, parameters) {
      const callable = collector.callables.get(address) as Callable;
      const result = callable.call(parameters);
      return result instanceof Promise ? result.then(() => null) : null;
    },
  };
}
