import type { CaptureBudget, RawNode } from '@substrate/core';
import type {
  Base,
  Crawling,
  Instances,
  Keeps,
  Owners,
  Pins,
  Platform,
  Reading,
  ReadRoot,
  ReadUnit,
  Routing,
  Scope,
  ScopeView,
  Seeds,
  Shells,
  Spent,
  Veils,
  Walk,
  Walking,
} from './kit.js';

/**
 * Reads the variables of the given scopes as roots. One value is told once: the first place that holds it claims it. A root that
 * reads as it did before is only named. Stops at the end of its slice, between two roots or two children of one, so that the event
 * loop gets its turn, and goes on from there when it is called again, in the same poll or in the next one. Closed.
 */
export const createReading = (
  kit: Base & Shells & Owners & Veils & Keeps & Routing & Platform & Walking & Crawling & Seeds & Instances & Pins,
): Reading => {
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
  const last = new Map<string, RawNode>();
  let assigned: readonly ReadonlySet<string>[] = [];

  /** Something that may become a root. Held weakly, since a pass may wait for the next poll. */
  interface Candidate {
    readonly name: string;
    readonly value: { readonly value: unknown } | WeakRef<object>;
    readonly view: ScopeView;
    /** The unit that it was found in. */
    readonly unit?: number;
    /** It was put off because its name says nothing. */
    readonly last?: true;
  }
  /** What is known of a root from pass to pass. A large one that has read the same for a while rests for some. */
  interface Known {
    readonly value: unknown;
    /** Where it comes from. */
    readonly name: string;
    readonly prefix: string;
    readonly unit: number;
    nodes: number;
    promoted: readonly WeakRef<object>[];
    quiet: number;
    /** The pass that read it, and the last one that let it rest. */
    readonly pass: number;
    rested: number;
    /** How many passes it may rest: not all of them the same, so that their turns do not come together. */
    readonly rests: number;
  }
  const restsFrom = { nodes: 60, quiet: 3 };
  let passes = 0;
  let turns = 0;
  const known = new Map<string, Known>();
  const counts = (one: Known): boolean => one.pass === passes || one.rested === passes;
  /** The root that is being read; which one read an object, and which one told it by a name: that holds as long as that root counts. */
  let current: Known | undefined;
  const readers = new WeakMap<object, Known>();
  const tellers = new WeakMap<object, { readonly by: Known; readonly name: string }>();
  const isVisited = (value: object): boolean => {
    const by = readers.get(value);
    return by !== undefined && counts(by);
  };
  // The first one stays, whoever tells it by name: if it rests in the next pass, the others must not take it for unread.
  const visit = (value: object): void => {
    if (current && !isVisited(value)) readers.set(value, current);
    if (!pass.routine) note(value);
  };
  /** Objects that were read, by their class, in the order of reading. */
  const mostKinds = 2000;
  const mostOfKind = 40;
  let noted = new WeakSet<object>();
  const kindsRead = new Map<object, WeakRef<object>[]>();
  const note = (value: object): void => {
    const prototype = noted.has(value) || Array.isArray(value) ? null : kit.prototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return;
    noted.add(value);
    const kind = kindsRead.get(prototype) ?? [];
    if (kind.length < mostOfKind) kind.push(new WeakRef(value));
    if (kindsRead.size < mostKinds) kindsRead.set(prototype, kind);
  };
  /** One pass over all units, from its first slice to its last. */
  interface Pass {
    readonly budget: CaptureBudget;
    readonly spent: Spent;
    next: number;
    readonly gone: Set<number>;
    waiting: Candidate[];
    /** What was met under names that say nothing: it is told in the end, if nothing better was found for it. */
    nameless: Candidate[];
    /** What only the names of their classes tell of. */
    promoted: WeakRef<object>[];
    walk: { readonly walk: Walk; readonly known: Known; readonly finish: (node: RawNode | undefined) => void } | undefined;
    readonly routine: boolean;
    readonly claimed: Set<string>;
    readonly owned: WeakSet<object>;
    /** What modules have variables for, and by which names. */
    readonly modules: WeakMap<object, string>;
  }
  const newPass = (budget: CaptureBudget, routine: boolean): Pass => {
    const modules = new WeakMap<object, string>();
    const promote = (value: object): void => void pass.promoted.push(new WeakRef(value));
    const told = {
      get: (value: object) => {
        const teller = tellers.get(value);
        return modules.get(value) ?? (teller && counts(teller.by) ? teller.name : undefined);
      },
      set: (value: object, name: string) => void (current && tellers.set(value, { by: current, name })),
    };
    return {
      budget,
      routine,
      spent: { nodes: 0, bytes: 0, objects: 0, cut: 0, failed: 0, visit, told, promote },
      next: 0,
      gone: new Set(),
      waiting: [],
      nameless: [],
      promoted: [],
      walk: undefined,
      claimed: new Set(),
      owned: new WeakSet(),
      modules,
    };
  };
  let pass: Pass;
  let roots: ReadRoot[] = [];

  /** So that none takes the place of the others, and a library's tables not the place of the application. */
  const mostNodes = 4000;
  const mostOfLibrary = { nodes: 300, elements: 20 };
  const descriptions = ['definitions', '$schema', 'openapi', 'swagger'];
  const another = /^(_?this|_?self|_?that|me)$/;
  const plainName = (name: string): string => name.replace(/^[_#$]+/, '').toLowerCase();

  const isSame = (a: RawNode, b: RawNode): boolean => {
    if (a.name !== b.name || a.kind !== b.kind || a.value !== b.value || a.size !== b.size || a.type !== b.type) return false;
    if (
      a.length !== b.length ||
      a.omitted !== b.omitted ||
      a.secret !== b.secret ||
      a.foreign !== b.foreign ||
      a.children?.length !== b.children?.length
    )
      return false;
    const others = b.children ?? [];
    return (a.children ?? []).every((child, at) => isSame(child, others[at] as RawNode));
  };

  // What a framework's application object has by itself; the rest was put there by the application.
  const framework =
    'length name prototype arguments caller _events _eventsCount _maxListeners domain cache engines settings mountpath parent _router router request response routes middleware stack path getPath notFoundHandler errorHandler'.split(
      ' ',
    );
  const candidate = (name: string, value: unknown, view: ScopeView): Candidate => ({
    name,
    value: kit.isHeld(value) ? new WeakRef(value) : { value },
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
    // A schema or the description of an interface, in a file, says what could be, not what is.
    if (file.endsWith('.json') && descriptions.some((name) => kit.slot(exports, name) !== undefined)) return [];
    return propertiesOf(exports as object, {
      ...view,
      skip: ['length', 'name', 'prototype', 'caller', 'arguments', '__esModule', 'default'],
    });
  };
  const globalsOf = (): Candidate[] => [
    ...kit.servers().flatMap(({ server }, nth) =>
      kit.listeners(server).flatMap((listener) => {
        // Nor is it told where the framework holds it once more: `locals.settings`.
        for (const name of framework) {
          const held = kit.slot(listener, name);
          if (isObject(held) && !pass.modules.has(held)) pass.modules.set(held, plainName(name));
        }
        return propertiesOf(listener, { index: 0, prefix: `app#${nth}`, source: 'endpoint', skip: framework });
      }),
    ),
    ...kit
      .globals()
      .map((name) => candidate(name, kit.slot(globalThis, name), { index: 0, prefix: 'global', source: 'global', skip: [] })),
    ...kit.prompts().flatMap(promptOf),
  ];
  const instanceView = (source: ScopeView['source']): ScopeView => ({ index: 0, prefix: 'instance', source, skip: [] });
  const unseen = (refs: readonly WeakRef<object>[]): object[] =>
    [...new Set(refs.flatMap((ref) => ref.deref() ?? []))].filter((one) => !isVisited(one) && !kit.isOpaque(one));
  /** What a prompt asks with, what was typed, and the variables that lines made or use. */
  const promptOf = (one: object, nth: number): Candidate[] => {
    const view: ScopeView = { index: 0, prefix: `prompt#${nth}`, source: 'global', skip: [] };
    const context = kit.slot(one, 'context');
    return [
      candidate('prompt', kit.follow(one, ['%_prompt']), view),
      candidate('line', kit.slot(one, 'line'), view),
      candidate('history', kit.slot(one, 'history'), view),
      ...(isObject(context) && context !== globalThis
        ? kit.globals(context).map((name) => candidate(name, kit.slot(context, name), view))
        : []),
      ...(nth === 0 ? kit.typed().map(([name, value]) => candidate(name, value, view)) : []),
    ];
  };
  const instancesOf = (): Candidate[] =>
    [...kit.instances].flatMap(([type, refs]) => {
      const live = unseen(refs).filter((one) => !kit.isPrompt(one));
      if (live.length === 0) return [];
      const view = instanceView(kit.served.has(type) ? 'endpoint' : 'instance');
      // A framework's application is told as its routes, and as what was put on it.
      const [app] = live.length === 1 ? live : [];
      if (app && kit.routing.has(app))
        return propertiesOf(app, { ...view, prefix: `instance/${segmentOf(type)}`, skip: framework });
      return [live.length === 1 ? candidate(type, live[0], view) : { name: type, value: { value: live }, view }];
    });
  const promotedOf = (refs: readonly WeakRef<object>[]): Candidate[] =>
    unseen(refs).map((value) => candidate(kit.typeName(value) ?? '', value, instanceView('instance')));

  /**
   * A part of a unit. They are read in an order that does not depend on which was found first: modules, what there is one of, then of functions that
   * ran several times what each run holds. Where several hold an object, the same one tells it every time.
   */
  interface Part {
    readonly unit: number;
    readonly view?: ScopeView;
    readonly rank: number;
  }
  let parts: readonly Part[] = [];
  const planParts = (): void => {
    const labelOf = (view: ScopeView): string => view.prefix.replace(/#\d+$/, '');
    const several = new Set(
      kit.units().flatMap(({ views = [] }) => views.flatMap((view) => (/#\d+$/.test(view.prefix) ? [labelOf(view)] : []))),
    );
    // What others have told is not told of a library's module.
    const rankOf = (view: ScopeView): number =>
      view.stores ? 3.5 : view.source === 'module' ? 0 : several.has(labelOf(view)) ? 3 : 2;
    const list = kit
      .units()
      .flatMap(({ views, instances }, unit): Part[] =>
        views ? views.map((view) => ({ unit, view, rank: rankOf(view) })) : [{ unit, rank: instances ? 4 : 1 }],
      );
    const nameOf = ({ view }: Part): string => view?.prefix ?? '';
    parts = list.sort((a, b) => a.rank - b.rank || (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  };

  /** An object whose variable and class a minifier renamed is told by its fields: their names it had to leave. */
  const apart = (name: string, value: unknown, view: ScopeView, isLast = false): Candidate[] | undefined => {
    if (kit.isTelling(name) || !isObject(value) || kit.kindOf(value) !== 'Object') return undefined;
    if (view.library !== undefined || (view.source === 'closure' && !isLast)) return undefined;
    const prototype = kit.prototypeOf(value);
    if (!prototype || kit.isOpaque(value) || kit.isModule(value) || kit.routing.has(value)) return undefined;
    if (prototype === Object.prototype ? view.source === 'closure' || !isMade(value) : kit.isTelling(kit.typeName(value) ?? ''))
      return undefined;
    pass.owned.add(value);
    const within = { ...view, prefix: `${view.prefix}/${segmentOf(name)}`, skip: [] };
    const hidden = kit.privateFields(value).map(([field, held]) => candidate(field.replace(/^#/, ''), held, within));
    const fields = [...propertiesOf(value, within), ...hidden];
    return fields.filter((field) => kit.isTelling(field.name) && !field.name.startsWith('_'));
  };
  /** What a factory made: it can do something, and keeps what that works on beside. */
  const isMade = (value: object): boolean => {
    const held = kit
      .names(value)
      .slice(0, mostNames)
      .map((name) => kit.slot(value, name));
    return held.some((one) => typeof one === 'function') && held.some((one) => isObject(one));
  };

  const calledIn = ({ called }: ScopeView, variable: string): string => called?.[variable] ?? variable;
  const candidatesOf = (at: number, only?: ScopeView): Candidate[] => {
    const unit = kit.units()[at] as ReadUnit;
    const views = only ? [only] : (unit.views ?? []);
    return [
      ...views.flatMap((view) =>
        kit.pinned(at, view.index).flatMap(([variable, value]) => {
          const name = calledIn(view, variable);
          return apart(name, value, view) ?? candidate(name, value, view);
        }),
      ),
      ...(unit.exports ? exportsOf(unit.exports) : []),
      ...(unit.globals ? globalsOf() : []),
      ...(unit.instances ? instancesOf() : []),
    ];
  };

  /** What a module has a variable for is told there, and not again wherever it is referred to by that name, or by none. */
  const tellModules = (): void => {
    kit.units().forEach((unit, at) => {
      const exported = unit.exports ? exportsOf(unit.exports) : [];
      const held = (unit.views ?? []).flatMap((view) =>
        view.source === 'module' && !view.stores
          ? kit.pinned(at, view.index).map(([name, value]): [string, unknown] => [calledIn(view, name), value])
          : [],
      );
      for (const { name, value } of exported) if (value instanceof WeakRef) held.push([name, value.deref()]);
      for (const [name, value] of held)
        if (isObject(value) && kit.isTelling(name) && !pass.modules.has(value)) pass.modules.set(value, plainName(name));
    });
  };

  const addressOf = ({ name, view }: Candidate): string => {
    const address = `${view.prefix}/${segmentOf(name)}`;
    if (view.prefix !== 'instance') return address;
    let nth = 0;
    while (pass.claimed.has(nth === 0 ? address : `${address}#${nth}`)) nth++;
    return nth === 0 ? address : `${address}#${nth}`;
  };

  const mayRest = ({ quiet, nodes, value: held, pass: read, rests }: Known, value: unknown): boolean =>
    isObject(value) &&
    held instanceof WeakRef &&
    held.deref() === value &&
    quiet >= restsFrom.quiet &&
    nodes >= restsFrom.nodes &&
    passes - read <= rests;

  /** Has names inside that tell what its own does not: a list of bare texts, or a table of hundreds, under a letter says nothing to anybody. */
  const speaks = (value: object): boolean => {
    const kind = kit.kindOf(value);
    if (kind === 'Object') return kit.crowdOf(value) === undefined && kit.names(value).length <= mostNames;
    return kind === 'Array' ? isObject(kit.slot(value, 0)) : kind !== 'RegExp' && kind !== 'Date';
  };
  const mostNames = 100;
  /** Whether a library's collection keeps something that nothing else told, and that is no code. */
  const keepsThings = (value: unknown): boolean => {
    if (!isObject(value) || kit.isProxy(value) || kit.isModule(value)) return false;
    const kind = kit.kindOf(value);
    const held: unknown[] = kit
      .names(value)
      .slice(0, mostNames)
      .map((name) => kit.slot(value, name));
    if (kind === 'Map' || kind === 'Set')
      for (const one of (kind === 'Map' ? Map.prototype : Set.prototype).values.call(
        value as Map<unknown, unknown> & Set<unknown>,
      ))
        if (held.push(one) >= mostNames) break;
    return held.some((given) => {
      const one = kit.bare(given);
      if (!isObject(one) || kit.isProxy(one) || isVisited(one) || kit.isOpaque(one) || kit.isModule(one)) return false;
      return kit.sizeOf(one) !== undefined || kit.names(one).some((name) => typeof kit.slot(one, name) !== 'function');
    });
  };

  /** Begins to read a candidate, unless there is a reason not to. */
  const begin = (one: Candidate): void => {
    const { name, view } = one;
    const { budget, spent } = pass;
    const value = kit.bare(one.value instanceof WeakRef ? one.value.deref() : one.value.value);
    if (one.value instanceof WeakRef && value === undefined) return;
    if (view.source === 'closure' && !one.last && !kit.isTelling(name)) {
      if (isObject(value) && speaks(value)) pass.nameless.push({ ...one, last: true });
      return;
    }
    if (view.source === 'module' && !kit.isTelling(name) && !(isObject(value) && speaks(value)) && typeof value !== 'function')
      return;
    const address = addressOf(one);
    if (ignored.has(name) || pass.claimed.has(address)) return;
    if (typeof value === 'function' && !kit.hasStatics(value)) return;
    if (view.stores && !keepsThings(value)) return;
    if (kit.isHeld(value) && (pass.owned.has(value) || value === globalThis)) return;
    // Another instance may have told it in the meantime.
    if (view.prefix === 'instance' && isObject(value) && isVisited(value)) return;
    if (spent.nodes >= budget.maxNodes) {
      spent.cut++;
      return;
    }
    if (isObject(value) && view.source === 'closure') {
      // A variable of a function is often another hold on what has been told: by that name, or by one that says nothing.
      const told = spent.told?.get(value);
      const saysNothing = one.last || another.test(name);
      if (told === plainName(name) || (saysNothing && (told !== undefined || isVisited(value)))) return;
      const fields = one.last && apart(name, value, view, true);
      if (fields) {
        pass.waiting.push(
          ...fields.map((field) => ({ ...field, ...(one.unit === undefined ? {} : { unit: one.unit }) })).reverse(),
        );
        return;
      }
    }
    const library = view.library ?? (isObject(value) && !kit.isHeard(value) ? kit.libraryOf(value) : undefined);
    const root = { address, source: view.source, ...(library === undefined ? {} : { library }) };
    const before = known.get(address);
    if (before && pass.routine && mayRest(before, value)) {
      before.rested = passes;
      spent.nodes += before.nodes;
      pass.promoted.push(...before.promoted);
      pass.claimed.add(address);
      pass.owned.add(value as object);
      roots.push(root);
      return;
    }
    const { cut, nodes } = spent;
    const promoted = pass.promoted.length;
    const now: Known = {
      value: kit.isHeld(value) ? new WeakRef(value) : undefined,
      name,
      prefix: view.prefix,
      unit: one.unit ?? -1,
      nodes: 0,
      promoted: [],
      quiet: 0,
      pass: passes,
      rested: -1,
      rests: 2 + (turns++ % 3),
    };
    known.set(address, now);
    current = now;
    // Of a library's object, that which it keeps for the application has the room of the application.
    const most = view.library === undefined ? { nodes: mostNodes, elements: budget.maxElements } : mostOfLibrary;
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
    const isTheirs = view.foreign === true || view.library !== undefined;
    const finish = (read: RawNode | undefined): void => {
      // A library's variable is the library's, unless the application made what is in it.
      const node = read && isTheirs && read.foreign === undefined ? { ...read, foreign: true } : read;
      // What is left out of a library's own is nothing that was asked for.
      if (library !== undefined && spent.nodes < budget.maxNodes) spent.cut = cut;
      if (!node) return;
      pass.claimed.add(address);
      if (kit.isHeld(value)) pass.owned.add(value);
      now.nodes = spent.nodes - nodes;
      now.promoted = pass.promoted.slice(promoted);
      const told = last.get(address);
      if (told && isSame(told, node)) {
        now.quiet = (before?.quiet ?? 0) + 1;
        roots.push(root);
      } else {
        last.set(address, node);
        roots.push({ ...root, node });
      }
    };
    pass.walk = { walk, known: now, finish };
  };

  /** Takes up what comes next. False when there is nothing left. */
  const advance = (): boolean => {
    const one = pass.waiting.pop();
    if (one) {
      begin(one);
      return true;
    }
    const part = parts[pass.next];
    const unit = part && kit.units()[part.unit];
    if (part && unit && !unit.instances) {
      if (unit.hop !== undefined && !kit.hops.get(unit.hop)?.deref()) pass.gone.add(part.unit);
      pass.next++;
      pass.waiting = candidatesOf(part.unit, part.view)
        .map((one) => ({ ...one, unit: part.unit }))
        .reverse();
    } else if (pass.nameless.length > 0) {
      pass.waiting = pass.nameless.reverse();
      pass.nameless = [];
    } else if (pass.promoted.length > 0) {
      pass.waiting = promotedOf(pass.promoted).reverse();
      pass.promoted = [];
    } else if (part) {
      pass.next++;
      pass.waiting = candidatesOf(part.unit).reverse();
    } else return false;
    return true;
  };

  const originOf: Reading['originOf'] = (address) => {
    const found = known.get(address);
    return found ? { unit: found.unit, hop: kit.units()[found.unit]?.hop ?? null } : null;
  };

  /** The name and the value of a root as it is now. */
  const rootAt = (root: string, scopes: readonly Scope[] | undefined): readonly [name: string, value: unknown] | null => {
    const found = known.get(root);
    if (!found) return null;
    const { unit, name, prefix, value: held } = found;
    // A variable may hold another object by now; what only an object leads to is that very object.
    if (scopes && unit >= 0) kit.pin(unit, assigned, scopes);
    const now = unit < 0 ? undefined : candidatesOf(unit).find((one) => one.name === name && one.view.prefix === prefix);
    const source = now ? now.value : held;
    const value = source instanceof WeakRef ? source.deref() : (source as { value?: unknown } | undefined)?.value;
    return [name, value];
  };
  const readPlace: Reading['readPlace'] = (request, scopes) => {
    const root = rootAt(request.root, scopes);
    return (root && kit.walkTo(...root, request)) ?? null;
  };
  const isSettable = (holder: unknown, field: string): holder is object => {
    if (kit.isProxy(holder)) return true;
    return kit.isHeld(holder) && Object.getOwnPropertyDescriptor(holder, field)?.writable === true;
  };
  const putPlace: Reading['putPlace'] = (request, scopes, put) => {
    const root = rootAt(request.root, scopes);
    const field = request.path.at(-1) ?? '';
    let isSet = false;
    const meet = (holder: unknown): void => {
      try {
        isSet = isSettable(holder, field) && (put.length === 0 || Reflect.set(holder, field, put[0]));
      } catch {
        // Who watches it may refuse it.
      }
    };
    if (root) kit.walkTo(...root, { ...request, path: request.path.slice(0, -1), limit: 0 }, meet);
    return isSet;
  };

  const read: Reading['read'] = (plan, scopes) => {
    /**
     * The processor's, of this thread where Node.js tells it: on a crowded machine the other clock says nothing of us. It is dear, so the other one
     * ends slices.
     */
    const clock = process as typeof process & { threadCpuUsage?: typeof process.cpuUsage };
    const processorMs = (): number => {
      const { user, system } = clock.threadCpuUsage?.() ?? clock.cpuUsage();
      return (user + system) / 1000;
    };
    const started = processorMs();
    const end = performance.now() + plan.sliceMs;
    let looks = 0;
    const isOver = (): boolean => ++looks % 16 === 0 && performance.now() > end;
    if (plan.units) {
      kit.planUnits(plan.units);
      planParts();
      assigned = (plan.assigned ?? []).map((names) => new Set(names));
      kindsRead.clear();
      noted = new WeakSet();
    }
    if (plan.whole || plan.units || last.size > 20_000) {
      last.clear();
      known.clear();
    }
    const asked = plan.chains.map((unit, at) => ({ unit, ...kit.pin(unit, assigned, scopes[at] ?? []) }));
    if (plan.first) {
      passes++;
      for (const [address, one] of known) if (one.pass < passes - 10) known.delete(address);
      pass = newPass(plan.budget, plan.routine);
      kit.renew();
      if (!plan.routine) kit.renewKeepers();
      tellModules();
    }
    roots = [];
    let done = false;
    do {
      if (pass.walk) {
        current = pass.walk.known;
        if (!pass.walk.walk.go(isOver)) break;
        pass.walk.finish(pass.walk.walk.node);
        pass.walk = undefined;
      } else done = !advance();
    } while (!done && !isOver());
    current = undefined;
    const { objects, nodes, cut, failed } = pass.spent;
    return {
      roots,
      objects,
      nodes,
      cut,
      failed,
      ms: processorMs() - started,
      left: new Set(parts.slice(pass.next).map(({ unit }) => unit)).size,
      done,
      asked,
      gone: pass.gone.size,
    };
  };

  return { last, kindsRead, read, originOf, readPlace, putPlace };
};
