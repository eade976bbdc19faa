import type { CaptureBudget, RawNode, RawRoot } from '@substrate/core';
import type { Finder } from '../rooms/parts.js';
import type { Answers } from './answers.js';
import type { Callable, Collector, PlaceGrant } from './collector.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Handed } from './handed.js';
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
  /** As that of the other agent, and what a place is granted. A place that was begun is read to its end, whatever the total. */
  step(slice: number, total: number, guardMs: number, place: PlaceGrant): string;
  /** Begins to read one place of the last reading as it is now; `readStep` gives nothing while it is under way, then it or null as text. */
  beginRead(address: string, path: readonly string[], part: { from: number; limit: number }, budget: CaptureBudget): void;
  readStep(slice: number, guardMs: number): string;
  /** Functions whose closures discovery should look into. */
  functions(): unknown[];
  /** Functions kept by discovery, whose scopes are read again at each reading. */
  kept(): unknown[];
  /** Those of the listeners that are the page's own; `ofControls` says which of them listen at controls, `byHand` which hear what hands do. */
  ofPage(listeners: readonly object[], ofControls: readonly boolean[], byHand: readonly boolean[]): object[];
  /** Before it: which scripts use what others made. The makers that are come upon are located by who asks. */
  survey(functions: readonly unknown[], scopeLists: readonly unknown[], scripts: readonly string[]): void;
  makers(): object[];
  locate(makers: readonly object[], scripts: readonly string[]): void;
  /** Begins to look into closures; `harvested` goes on with it for so many milliseconds, and tells what it brought when that was all. */
  harvest(functions: readonly unknown[], scopeLists: readonly unknown[]): void;
  harvested(ms: number): readonly [deeper: readonly unknown[], bound: readonly unknown[], names: readonly string[]] | null;
  /** Elements that hear an event by way of a library, by their numbers in the document, and how many elements that has. */
  heard(types: readonly string[]): { of: number; found: Record<string, number[]> };
  /** Functions whose closures tell where values are kept that no property holds. */
  veiled(): unknown[];
  learn(functions: readonly object[], scopeLists: readonly unknown[]): void;
  /** Objects with private fields, and those fields as the debugger tells them. */
  bearers(): object[];
  tell(bearers: readonly object[], names: readonly (readonly string[])[], values: readonly unknown[]): void;
  /** Accessors that stand in the place of data: see `Answers`. */
  readonly answers: Answers;
  /** Functions of objects that keep their state to themselves, and the scopes of those. */
  faces(): object[];
  unmask(functions: readonly object[], scopeLists: readonly unknown[]): void;
  /** What listeners of the page are bound to. */
  follow(objects: readonly unknown[]): void;
  /** The signal behind a bound accessor that `harvest` named. */
  adoptSignal(name: string, node: unknown): void;
  /** Objects found on the heap. `adoptStep` looks through them for so many milliseconds, and tells whether that was all. */
  adoptHeap(objects: readonly unknown[]): void;
  /** The same for whatever there is a way to, which needs no search; `wander` goes there before, in steps of the same kind and as often as there is more to open. */
  adoptNear(): void;
  wander(anew: boolean): void;
  /** Functions that others keep, looked for in the same steps; then they are told, each behind what made its keeper. */
  adoptHanded(): void;
  handed(): (object | null)[];
  /** See `Handed.within`. */
  wrapped(makers: readonly object[], wrappers: readonly object[], scopeLists: readonly unknown[]): (object | null)[];
  /** Those of them that are from another script than what keeps them. */
  handedOver(functions: readonly object[]): void;
  adoptStep(ms: number): boolean;
  /** What trails lead through, or might: functions with closures, and the scopes of those; objects with private fields. Then `mark` looks for trails again, in steps as `adoptHeap`. */
  closed(): object[];
  open(closed: readonly object[], scopeLists: readonly unknown[]): void;
  openPrivate(bearers: readonly object[], names: readonly (readonly string[])[], values: readonly unknown[]): void;
  mark(): void;
  /** What the search found, as text: see `Heap`. */
  trails(): string;
  followTrails(found: readonly Found[], whole: boolean): void;
  /** Top-level `let` and `const` of scripts: their names, and a function that reads them all. */
  adoptLexical(names: readonly string[], read: () => readonly unknown[]): void;
  call(address: string, parameters: Record<string, unknown>): unknown;
  has(address: string): boolean;
}

export function createStateAgent(kit: {
  document: PageDocument;
  meter: Meter;
  answers: Answers;
  values: ValueReader;
  collector: Collector;
  holders: Holders;
  scopes: Scopes;
  handed: Handed;
  heap: Heap;
  trails: Trails;
  mounts: Mounts;
  methods: Methods;
  packer: Packer;
  finders: readonly (Finder & { readonly name: string })[];
  lexical: { now: readonly [string, unknown][] };
}): StateAgent {
  const {
    document,
    meter,
    answers,
    values,
    collector,
    holders,
    scopes,
    handed,
    heap,
    trails,
    mounts,
    methods,
    packer,
    finders,
    lexical,
  } = kit;
  const pressed = 'a[href],button,input,select,textarea,summary,form,[role],[contenteditable],[tabindex]';
  let reading: Generator<undefined, string> | undefined;
  let demanded: Generator<undefined, RawNode | null> | undefined;
  /** What the step that is under way was allowed. */
  let allowed: { readonly total: number; readonly grant: PlaceGrant } = { total: 0, grant: { work: 0, guardMs: 0 } };
  /** Milliseconds of this reading before the step that is under way, and when that began. */
  let spent = 0;
  let begun = 0;
  let waiting = new Set<string>();
  /** Nodes that each place took when it was last read, and those that the ones before it in their order take together. */
  let used = new Map<string, number>();
  let order = new Map<string, number>();
  let taken: number[] = [];
  /** What each was left without, when it was last read. */
  let lost = new Map<string, number>();
  let libraries: string[] = [];
  let adopting: Generator<undefined, void> | undefined;
  let near: readonly object[] = [];
  /** A search comes upon objects as they lie in memory; of those that are alike, the nearest are the same ones in the next document. */
  const nearFirst = function* (near: readonly unknown[], objects: readonly unknown[]): Generator<unknown, void> {
    yield* near;
    const told = new Set(near);
    for (const object of objects) if (!told.has(object)) yield object;
  };
  /** Fields as the debugger tells them: the names of each object's, and the values of all. */
  const fieldsOf = (names: readonly (readonly string[])[], held: readonly unknown[]) => {
    let at = 0;
    return names.map((some) => some.map((name): [string, unknown] => [name, held[at++]]));
  };
  const nothing: Harvest = { deeper: [], bound: [] };
  let harvest = nothing;
  let lexicalNames: readonly string[] = [];
  let readLexical: () => readonly unknown[] = () => [];

  /** Those who have to be asked before each reading, and those of them that were not asked yet. */
  const counts = (): { bearers: number; unasked: number; observed: number } => {
    const [{ bearers, unasked }, { observed, unasked: more }] = [values.hidden.counts(), answers.counts()];
    return { bearers, observed, unasked: unasked + more };
  };

  const unknownWrappers = (): object[] => [...collector.wrappers].filter((fn) => !scopes.hasLooked(fn));

  const note = (address: string, at: number, nodes: number): void => {
    const change = nodes - (used.get(address) ?? 0);
    used.set(address, nodes);
    if (change !== 0) for (let i = at + 1; i < taken.length; i++) taken[i] = (taken[i] as number) + change;
  };

  const adoptStep = (ms: number): boolean => {
    const clock = performance;
    const end = clock.now() + ms;
    try {
      while (adopting && clock.now() < end) if (adopting.next().done) adopting = undefined;
    } catch {
      // What is of a shape not met before ends this search; what was found stays, and the others go on.
      adopting = undefined;
    }
    return adopting === undefined;
  };

  /** Finds the places and reads them. It may stop wherever it yields. */
  function* read(scopeLists: readonly unknown[], bare: boolean): Generator<undefined, string> {
    collector.reset();
    holders.reset();
    mounts.begin(document);
    const held = readLexical();
    lexical.now = lexicalNames.map((name, i) => [name, held[i]]);
    libraries = [];
    yield undefined;
    for (const finder of finders) {
      const before = collector.places.length + collector.components.length + collector.functions.size;
      let name: unknown;
      try {
        const found = finder.find?.(document);
        name = typeof found === 'object' && found !== null ? yield* found as Generator<undefined, unknown> : found;
      } catch {
        // A library of a shape not met before is passed over; the others go on.
      }
      if (collector.places.length + collector.components.length + collector.functions.size > before)
        libraries.push(typeof name === 'string' ? name : finder.name);
      yield undefined;
    }
    yield* scopes.read(scopeLists, libraries);
    yield undefined;
    heap.read(bare);
    holders.finish();
    const places = collector.ordered();
    yield undefined;
    yield* methods.offer(places);
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
    // What there was no time for stays as it was, and has its turn first the next time.
    const first = waiting;
    waiting = new Set();
    const told = new Map<string, RawRoot>();
    for (const place of [
      ...places.filter(({ address }) => first.has(address)),
      ...places.filter(({ address }) => !first.has(address)),
    ]) {
      yield undefined;
      const { address } = place;
      const at = order.get(address) ?? 0;
      const left = meter.limits.maxNodes - (taken[at] ?? 0);
      if (left <= 0) {
        note(address, at, 0);
        continue;
      }
      if (meter.work >= allowed.total) {
        waiting.add(address);
        continue;
      }
      meter.nodes = left;
      const { lost: already } = meter;
      const root = yield* collector.read(place, allowed.grant);
      if (root === undefined) {
        waiting.add(address);
        continue;
      }
      note(address, at, left - meter.nodes);
      lost.set(address, meter.lost - already);
      if (root) told.set(address, root);
    }
    yield undefined;
    // Each in its place, whichever had its turn first.
    const unique = [...order.keys()].flatMap((address) => told.get(address) ?? []);
    const more = {
      looked: meter.looked,
      lost: [...lost.values()].reduce((sum, count) => sum + count, 0),
      beyond: taken.filter((before) => before >= meter.limits.maxNodes).length,
      ms: spent + performance.now() - begun,
      work: meter.work,
      libraries,
      kept: scopes.kept().length,
      wrappers: unknownWrappers().length,
      led: heap.led(),
      veiled: values.hidden.wanted().length,
      ...counts(),
    };
    return yield* packer.pack(unique, collector.actions(), more, (address) => waiting.has(address));
  }

  return {
    begin(budget, whole, scopeLists, bare = false) {
      if (whole) packer.forget();
      // What was broken off keeps nothing.
      near = [];
      demanded = undefined;
      trails.gathered();
      meter.start(budget);
      spent = 0;
      reading = read(scopeLists, bare);
    },
    step(slice, total, guardMs, grant) {
      begun = performance.now();
      allowed = { total, grant };
      meter.turn(slice, guardMs);
      for (;;) {
        const { done, value } = (reading as Generator<undefined, string>).next();
        if (done) {
          reading = undefined;
          return value;
        }
        if (!meter.tired()) continue;
        spent += performance.now() - begun;
        return '';
      }
    },
    beginRead(address, path, part, budget) {
      meter.start(budget);
      demanded = collector.readAt(address, path, part);
    },
    readStep(slice, guardMs) {
      meter.turn(slice, guardMs);
      for (;;) {
        const next = demanded?.next();
        if (next && !next.done) {
          if (meter.tired()) return '';
          continue;
        }
        demanded = undefined;
        return packer.text(next?.value ?? null);
      }
    },
    functions: () => [...unknownWrappers().slice(0, 60), ...collector.tops, ...[...collector.functions].slice(0, 60)],
    kept: () => scopes.kept(),
    // Where nothing is there to be pressed, what hears keys and the pointer is what the page is operated by.
    ofPage: (listeners, ofControls, byHand) => scopes.ofPage(listeners, document.querySelector(pressed) ? ofControls : byHand),
    survey: (functions, lists, scripts) => scopes.survey(functions, lists, scripts),
    makers: () => scopes.makers(),
    locate: (makers, scripts) => scopes.locate(makers, scripts),
    harvest(functions, lists) {
      adopting = (function* () {
        harvest = yield* scopes.harvest(functions, lists, libraries);
      })();
    },
    harvested(ms) {
      if (!adoptStep(ms)) return null;
      const { deeper, bound } = harvest;
      harvest = nothing;
      return [deeper, bound.map(({ fn }) => fn), bound.map(({ name }) => name)];
    },
    heard(types) {
      const met = new Map<PageElement, Set<string>>();
      mounts.begin(document);
      for (const finder of finders)
        finder.heard?.(document, (element, type) => {
          const before = met.get(element);
          if (before) before.add(type);
          else met.set(element, new Set([type]));
        });
      const all = document.getElementsByTagName('*');
      const found: Record<string, number[]> = Object.fromEntries(types.map((type) => [type, []]));
      for (let i = 0; i < all.length && i < 3000 && met.size > 0; i++)
        for (const type of met.get(all[i] as PageElement) ?? []) found[type]?.push(i);
      return { of: all.length, found };
    },
    veiled: () => values.hidden.wanted(),
    bearers: () => values.hidden.bearers(),
    tell: (bearers, names, held) => values.hidden.tell(bearers, fieldsOf(names, held)),
    answers,
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
      adopting = heap.adopt(nearFirst(near, objects), libraries, false);
      near = [];
    },
    wander(anew) {
      adopting = trails.wander(anew);
    },
    adoptNear() {
      near = trails.gathered();
      adopting = heap.adopt(near, libraries, true);
    },
    adoptHanded() {
      adopting = handed.search();
    },
    handed: () => handed.found(),
    wrapped: (makers, wrappers, lists) => handed.within(makers, wrappers, lists),
    handedOver: (functions) => scopes.given(functions),
    closed() {
      heap.lead();
      return trails.closed();
    },
    open(closed, lists) {
      for (const [i, one] of closed.entries()) trails.open(one, scopes.around(lists[i]));
    },
    openPrivate(bearers, names, held) {
      for (const [i, fields] of fieldsOf(names, held).entries()) trails.open(bearers[i] as object, [Object.fromEntries(fields)]);
    },
    mark() {
      adopting = heap.mark();
    },
    trails: () => packer.text(heap.trails()),
    followTrails: (found, whole) => heap.follow(found, whole),
    adoptStep,
    has: (address) => collector.callables.has(address),
    call(address, parameters) {
      const callable = collector.callables.get(address) as Callable;
      const result = callable.call(parameters);
      return result instanceof Promise ? result.then(() => null) : null;
    },
  };
}
