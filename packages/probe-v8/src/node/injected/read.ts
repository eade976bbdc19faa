import type { CaptureBudget, RawNode } from '@substrate/core';
import type { Kit, ReadRoot, ReadUnit, ScopeView, Spent, Walk } from './kit.js';

/**
 * Reads the variables of the given scopes as roots. One value is told once: the first place that holds it claims it. A root that
 * reads as it did before is only named. Stops at the end of its slice, between two roots or two children of one, so that the event
 * loop gets its turn, and goes on from there when it is called again, in the same poll or in the next one. Closed.
 */
export const addRead = (kit: Kit): void => {
  const ignored = new Set([
    'exports',
    'require',
    'module',
    '__filename',
    '__dirname',
    'this',
    'arguments',
    'globalThis',
    'global',
    'process',
    'console',
  ]);
  const segmentOf = (segment: string): string => segment.replace(/~/g, '~0').replace(/\//g, '~1');
  const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';
  kit.visited = new WeakSet();
  kit.units = [];
  let assigned: readonly ReadonlySet<string>[] = [];

  /** Something that may become a root. Held weakly, since a pass may wait for the next poll. */
  interface Candidate {
    readonly name: string;
    readonly value: { readonly value: unknown } | WeakRef<object>;
    readonly view: ScopeView;
    /** It was put off because its name says nothing. */
    readonly last?: true;
  }
  /** One pass over all units, from its first slice to its last. */
  interface Pass {
    readonly budget: CaptureBudget;
    readonly spent: Spent;
    next: number;
    gone: number;
    waiting: Candidate[];
    /** What was met under names that say nothing: it is told in the end, if nothing better was found for it. */
    nameless: Candidate[];
    /** What only the names of their classes tell of. */
    promoted: WeakRef<object>[];
    walk: { readonly walk: Walk; readonly finish: (node: RawNode | undefined) => void } | undefined;
    readonly claimed: Set<string>;
    readonly owned: WeakSet<object>;
    readonly told: WeakMap<object, string>;
  }
  const newPass = (budget: CaptureBudget): Pass => {
    const told = new WeakMap<object, string>();
    const promoted: WeakRef<object>[] = [];
    const promote = (value: object): void => void pass.promoted.push(new WeakRef(value));
    return {
      budget,
      spent: { nodes: 0, bytes: 0, objects: 0, cut: 0, told, promote },
      next: 0,
      gone: 0,
      waiting: [],
      nameless: [],
      promoted,
      walk: undefined,
      claimed: new Set(),
      owned: new WeakSet(),
      told,
    };
  };
  let pass: Pass;
  let roots: ReadRoot[] = [];

  /** So that none takes the place of the others, and a library's tables not the place of the application. */
  const mostNodes = { nodes: 4000, elements: Number.POSITIVE_INFINITY };
  const mostOfLibrary = { nodes: 300, elements: 20 };
  const another = /^(_?this|_?self|_?that|me)$/;
  const plainName = (name: string): string => name.replace(/^[_#$]+/, '').toLowerCase();

  const isSame = (a: RawNode, b: RawNode): boolean => {
    if (a.name !== b.name || a.kind !== b.kind || a.value !== b.value || a.size !== b.size || a.type !== b.type) return false;
    if (a.omitted !== b.omitted || a.secret !== b.secret || a.children?.length !== b.children?.length) return false;
    const others = b.children ?? [];
    return (a.children ?? []).every((child, at) => isSame(child, others[at] as RawNode));
  };

  // What a framework's application object has by itself; the rest was put there by the application.
  const framework =
    'length name prototype arguments caller _events _eventsCount _maxListeners domain cache engines settings mountpath parent _router router request response routes middleware stack path getPath notFoundHandler errorHandler'.split(
      ' ',
    );
  const listeners = (server: object): object[] => {
    const found = kit.slot(kit.slot(server, '_events'), 'request');
    const all: unknown[] = Array.isArray(found) ? found : [found];
    return all.filter((one): one is object => typeof one === 'function' && !kit.isProxy(one));
  };

  const candidate = (name: string, value: unknown, view: ScopeView): Candidate => ({
    name,
    value: isObject(value) ? new WeakRef(value) : { value },
    view,
  });

  /** Own data properties as candidates. */
  const propertiesOf = (owner: object, view: ScopeView): Candidate[] => {
    if (kit.isProxy(owner)) return [];
    const skip = new Set(view.skip);
    return Object.getOwnPropertyNames(owner).flatMap((name) => {
      if (skip.has(name)) return [];
      const slot = Object.getOwnPropertyDescriptor(owner, name);
      return slot && 'value' in slot && typeof slot.value !== 'function' ? [candidate(name, slot.value, view)] : [];
    });
  };
  const exportsOf = ({ file, view }: NonNullable<ReadUnit['exports']>): Candidate[] => {
    const exports = kit.start(`module:${file}`);
    if (Array.isArray(exports)) return [candidate('exports_', exports, view)];
    if (!isObject(exports) && typeof exports !== 'function') return [];
    return propertiesOf(exports as object, {
      ...view,
      skip: ['length', 'name', 'prototype', 'caller', 'arguments', '__esModule', 'default'],
    });
  };
  const globalsOf = (): Candidate[] => [
    ...kit
      .servers()
      .flatMap(({ server }, nth) =>
        listeners(server).flatMap((listener) =>
          propertiesOf(listener, { index: 0, prefix: `app#${nth}`, source: 'endpoint', skip: framework }),
        ),
      ),
    ...kit
      .globals()
      .map((name) => candidate(name, kit.slot(globalThis, name), { index: 0, prefix: 'global', source: 'global', skip: [] })),
  ];
  const instanceView = (source: ScopeView['source']): ScopeView => ({ index: 0, prefix: 'instance', source, skip: [] });
  const unseen = (refs: readonly WeakRef<object>[]): object[] =>
    [...new Set(refs.flatMap((ref) => ref.deref() ?? []))].filter((one) => !kit.visited.has(one) && !kit.isOpaque(one));
  const instancesOf = (): Candidate[] =>
    [...kit.instances].flatMap(([type, refs]) => {
      const live = unseen(refs);
      if (live.length === 0) return [];
      const view = instanceView(kit.served.has(type) ? 'endpoint' : 'instance');
      return [live.length === 1 ? candidate(type, live[0], view) : { name: type, value: { value: live }, view }];
    });
  const promotedOf = (refs: readonly WeakRef<object>[]): Candidate[] =>
    unseen(refs).map((value) => candidate(kit.typeName(value) ?? '', value, instanceView('instance')));

  const candidatesOf = (at: number): Candidate[] => {
    const unit = kit.units[at] as ReadUnit;
    return [
      ...(unit.views ?? []).flatMap((view) => kit.pinned(at, view.index).map(([name, value]) => candidate(name, value, view))),
      ...(unit.exports ? exportsOf(unit.exports) : []),
      ...(unit.globals ? globalsOf() : []),
      ...(unit.instances ? instancesOf() : []),
    ];
  };

  /** What a module has a variable for is told there, and not again wherever it is referred to by that name, or by none. */
  const tellModules = (): void => {
    kit.units.forEach((unit, at) => {
      const exported = unit.exports ? exportsOf(unit.exports) : [];
      const held = (unit.views ?? []).flatMap((view) => (view.source === 'module' ? kit.pinned(at, view.index) : []));
      for (const { name, value } of exported) if (value instanceof WeakRef) held.push([name, value.deref()]);
      for (const [name, value] of held)
        if (isObject(value) && kit.isTelling(name) && !pass.told.has(value)) pass.told.set(value, plainName(name));
    });
  };

  const addressOf = ({ name, view }: Candidate): string => {
    const address = `${view.prefix}/${segmentOf(name)}`;
    if (view.prefix !== 'instance') return address;
    let nth = 0;
    while (pass.claimed.has(nth === 0 ? address : `${address}#${nth}`)) nth++;
    return nth === 0 ? address : `${address}#${nth}`;
  };

  /** Begins to read a candidate, unless there is a reason not to. */
  const begin = (one: Candidate): void => {
    const { name, view } = one;
    const { budget, spent } = pass;
    const value = one.value instanceof WeakRef ? one.value.deref() : one.value.value;
    if (one.value instanceof WeakRef && value === undefined) return;
    if (view.source === 'closure' && !one.last && !kit.isTelling(name)) {
      if (isObject(value)) pass.nameless.push({ ...one, last: true });
      return;
    }
    const address = addressOf(one);
    if (ignored.has(name) || typeof value === 'function' || pass.claimed.has(address)) return;
    if (isObject(value) && (pass.owned.has(value) || value === globalThis)) return;
    if (spent.nodes >= budget.maxNodes) {
      spent.cut++;
      return;
    }
    if (isObject(value) && view.source === 'closure') {
      // A variable of a function is often another hold on what has been told: by that name, or by one that says nothing.
      const told = pass.told.get(value);
      const saysNothing = one.last || another.test(name);
      if (told === plainName(name) || (saysNothing && (told !== undefined || kit.visited.has(value)))) return;
    }
    const library = view.library ?? (isObject(value) && !kit.isHeard(value) ? kit.libraryOf(value) : undefined);
    const { cut } = spent;
    const most = library === undefined ? mostNodes : mostOfLibrary;
    const walk = kit.beginWalk(
      name,
      value,
      {
        ...budget,
        maxNodes: Math.min(budget.maxNodes, spent.nodes + most.nodes),
        maxElements: Math.min(budget.maxElements, most.elements),
      },
      spent,
    );
    const finish = (node: RawNode | undefined): void => {
      // What is left out of a library's own is nothing that was asked for.
      if (library !== undefined && spent.nodes < budget.maxNodes) spent.cut = cut;
      if (!node) return;
      pass.claimed.add(address);
      if (isObject(value)) pass.owned.add(value);
      const root = { address, source: view.source, ...(library === undefined ? {} : { library }) };
      const before = kit.last.get(address);
      if (before && isSame(before, node)) roots.push(root);
      else {
        kit.last.set(address, node);
        roots.push({ ...root, node });
      }
    };
    pass.walk = { walk, finish };
  };

  /** Takes up what comes next. False when there is nothing left. */
  const advance = (): boolean => {
    const one = pass.waiting.pop();
    if (one) {
      begin(one);
      return true;
    }
    const unit = kit.units[pass.next];
    if (unit && !unit.instances) {
      if (unit.hop !== undefined && !kit.hops.get(unit.hop)?.deref()) pass.gone++;
      pass.waiting = candidatesOf(pass.next++).reverse();
    } else if (pass.nameless.length > 0) {
      pass.waiting = pass.nameless.reverse();
      pass.nameless = [];
    } else if (pass.promoted.length > 0) {
      pass.waiting = promotedOf(pass.promoted).reverse();
      pass.promoted = [];
    } else if (unit) pass.waiting = candidatesOf(pass.next++).reverse();
    else return false;
    return true;
  };

  kit.read = (plan, scopes) => {
    /** The processor's: on a crowded machine the other clock says nothing of us. It is dear, so the other one ends slices. */
    const processorMs = (): number => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const started = processorMs();
    const end = performance.now() + plan.sliceMs;
    let looks = 0;
    const isOver = (): boolean => ++looks % 16 === 0 && performance.now() > end;
    if (plan.units) {
      kit.units = plan.units;
      kit.pins.clear();
      assigned = (plan.assigned ?? []).map((names) => new Set(names));
    }
    if (plan.whole || kit.last.size > 20_000) kit.last.clear();
    const asked = plan.chains.map((unit, at) => ({ unit, ...kit.pin(unit, assigned, scopes[at] ?? []) }));
    if (plan.first) {
      pass = newPass(plan.budget);
      kit.visited = new WeakSet();
      kit.renew();
      tellModules();
    }
    roots = [];
    let done = false;
    do {
      if (pass.walk) {
        if (!pass.walk.walk.go(isOver)) break;
        pass.walk.finish(pass.walk.walk.node);
        pass.walk = undefined;
      } else done = !advance();
    } while (!done && !isOver());
    const { objects, cut } = pass.spent;
    return { roots, objects, cut, ms: processorMs() - started, left: kit.units.length - pass.next, done, asked, gone: pass.gone };
  };
};
