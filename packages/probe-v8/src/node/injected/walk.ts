import type { RawNode } from '@substrate/core';
import type { LeafHow } from '../../injected/leaves.js';
import type {
  Base,
  Chains,
  Fn,
  Hidden,
  Keeps,
  Owners,
  Platform,
  Routing,
  Shells,
  Spent,
  Step,
  Veils,
  Walk,
  Walking,
} from './kit.js';

/**
 * Turns a value into a bounded tree. Own data properties only: accessors, proxies and iterators of the application are never
 * touched; the built-in collections are read through their own prototypes. Closed.
 */
export const createWalking = (kit: Base & Shells & Owners & Hidden & Veils & Keeps & Routing & Platform & Chains): Walking => {
  const { getOwnPropertyDescriptor } = Object;
  const setValues = Set.prototype.values;
  // Bookkeeping of event emitters and of well-known libraries' objects: present on many objects, of interest to nobody.
  const noise = new Set<string>([
    '_events',
    '_eventsCount',
    '_maxListeners',
    'domain',
    'constructor',
    '__proto__',
    '_readableState',
    '_writableState',
    '_handle',
  ]);

  /** `isKept`: it is no field of the object but of those who made it. */
  type Entry = readonly [name: string, child: unknown, isField: boolean, isKept?: boolean];
  /** A container that is being read. */
  interface Frame {
    readonly name: string;
    readonly value: object;
    /** What of the language it is. */
    readonly of: string;
    within: Step;
    readonly into: RawNode[];
    readonly entries: Iterator<Entry, void>;
    /** What was cut before, where what is cut inside is nobody's loss. */
    readonly cut?: number;
    /** The outermost object of a library's, which has a room of its own. */
    readonly isShared: boolean;
    /** Nodes that were spent before it, where it is the application's inside of a library's: those in it are none of the library's. */
    readonly before?: number;
    kind: 'object' | 'map' | 'list';
    /** Which of its elements are told, and whether somebody asked for just these. */
    readonly from: number;
    readonly to: number;
    readonly isAsked: boolean;
    /** The number of its elements, whether they were told or not. */
    seen: number;
    size?: number;
    /** The budget ran out in it; and it has what a library keeps for the application, which is told all the same. */
    isCut?: boolean;
    isKept?: boolean;
    /** It holds functions, or routes, or lists that hold nothing else; and one of those comes first: what follows is for it. */
    isCode?: boolean;
    isLed?: boolean;
    /** Of its fields, those that a library's class gave it; and whether it lies in such a field itself, or is a library's though of no class. */
    readonly lent?: (name: string) => boolean;
    isLent?: boolean;
    /** What it was found in: a wrapper makes its data anew for everybody who asks. */
    wrapper?: object;
  }

  const typedLength = getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')?.get as () => number;
  const { deref } = WeakRef.prototype;
  function* elements(value: object, frame: Frame): Generator<Entry, void> {
    const length = Array.isArray(value) ? value.length : typedLength.call(value);
    frame.kind = 'list';
    frame.seen = length;
    // What room was only made for is nothing yet; in a library's numbers that is zero.
    let end = Math.min(length, frame.to);
    const nothing = Array.isArray(value) || !frame.within.strange ? undefined : 0;
    const isEmpty = (slot?: PropertyDescriptor): boolean => !slot || ('value' in slot && slot.value === nothing);
    while (end > frame.from && isEmpty(getOwnPropertyDescriptor(value, end - 1))) end--;
    for (let at = frame.from; at < end; at++) {
      const slot = getOwnPropertyDescriptor(value, at);
      if (slot && !('value' in slot)) frame.into.push(kit.omit(String(at), 'getter'));
      else yield [String(at), slot?.value, false];
    }
  }

  function* mapped(value: object, frame: Frame): Generator<Entry, void> {
    const names = new Set<string>();
    frame.kind = 'map';
    frame.seen = kit.sizeOf(value) ?? 0;
    if (frame.within.strange) unlink(value, frame.within);
    for (const [name, child] of kit.entriesOf(value, frame.from, frame.to, frame.within.secretKeys)) {
      names.add(name);
      yield [name, child, false];
    }
    // What a class of its own keeps beside the entries.
    if (kit.prototypeOf(value) === Map.prototype) return;
    for (const name of kit.names(value)) {
      const slot = getOwnPropertyDescriptor(value, name);
      if (slot && 'value' in slot && !names.has(name) && !noise.has(name)) yield [name, slot.value, true];
    }
  }

  /** What a library's tree or linked list carries. */
  function* carried(value: NonNullable<ReturnType<Chains['chained']>>, frame: Frame): Generator<Entry, void> {
    const names = new Set(value.map(([name]) => name));
    const isKeyed = names.size === value.length && !names.has(undefined) && !frame.within.secretKeys;
    frame.kind = isKeyed ? 'map' : 'list';
    frame.seen = value.length;
    for (const [, child, node] of value) frame.within.carried.set(node, child);
    for (const [at, [name, child, node]] of value.slice(frame.from, frame.to).entries()) {
      frame.within.spent.visit?.(node);
      yield [isKeyed && name !== undefined ? name : String(frame.from + at), child, false];
    }
  }

  /** The values of a map that lead to each other, as in a cache that knows which one was used last: each is what it carries. */
  const unlink = (value: object, { carried }: Step): void => {
    const [first, second] = Array.from(kit.entriesOf(value, 0, 2, false), ([, one]) => kit.bare(one));
    if (!kit.isHeld(first) || kit.isProxy(first) || carried.has(first)) return;
    const chain = kit.chained(first) ?? [];
    if (chain.some(([, , node]) => node === second)) for (const [, child, node] of chain) carried.set(node, child);
  };

  /** Names and values that the platform tells. */
  function* pairs(value: readonly (readonly [string, unknown])[], frame: Frame): Generator<Entry, void> {
    frame.seen = value.length;
    for (const [name, child] of value.slice(frame.from, frame.to)) yield [name, child, true];
  }

  function* members(value: Set<unknown>, frame: Frame): Generator<Entry, void> {
    frame.kind = 'list';
    frame.seen = kit.sizeOf(value) ?? 0;
    let at = 0;
    for (const child of setValues.call(value)) {
      if (at >= frame.to) break;
      if (at >= frame.from) yield [String(at), child, false];
      at++;
    }
  }

  /** Functions of an object that may tell whose they are. */
  const mostAsked = 8;
  function* fields(value: object, frame: Frame): Generator<Entry, void> {
    const { into, from, to, isAsked } = frame;
    const { secretKeys } = frame.within;
    // What is too much to ask for with every poll may be asked for once.
    const isOpaque = kit.isOpaque(value);
    const names = isOpaque
      ? kit.added(value)
      : typeof value === 'function' || (isAsked && kit.crowdOf(value) !== undefined)
        ? Object.keys(value)
        : kit.names(value);
    const crowd = isAsked ? undefined : kit.crowdOf(value);
    const most = to - from;
    let passed = 0;
    frame.kind = crowd === undefined ? 'object' : 'map';
    frame.seen = crowd ?? names.length;
    if (crowd !== undefined) {
      frame.size = crowd;
      return;
    }
    const isBare = kit.typeName(value) === 'Object' || kit.prototypeOf(value) === null;
    const functions: Fn[] = [];
    for (const name of names) {
      // To ask for a stack may run what the application formats it with.
      if (noise.has(name) || (frame.of === 'Error' && name === 'stack')) continue;
      if (passed++ < from) continue;
      if (into.length >= most) {
        frame.size = names.length;
        return;
      }
      let slot: PropertyDescriptor | undefined;
      try {
        slot = getOwnPropertyDescriptor(value, name);
      } catch {
        frame.within.spent.failed++;
        into.push(kit.omit(name, 'threw'));
        continue;
      }
      if (!slot) continue;
      if (!('value' in slot)) {
        // What it keeps beside itself under its own name says what it would.
        const kept = slot.enumerable ? getOwnPropertyDescriptor(value, `_${name}`) : undefined;
        if (slot.enumerable && !(kept && 'value' in kept)) into.push(kit.omit(name, 'getter'));
      } else if (typeof slot.value === 'function') {
        if (functions.length < mostAsked) functions.push(slot.value);
      } else if (slot.enumerable || !(isBare || isMachinery(value, name, slot.value))) {
        yield [secretKeys && /^(?=.*\d)[\w-]{16,}$/.test(name) ? `#${into.length}` : name, slot.value, true];
      }
    }
    for (const symbol of isOpaque ? [] : kit.symbols(value)) {
      const name = kit.symbolName(symbol);
      const slot = getOwnPropertyDescriptor(value, symbol);
      if (name === undefined || !slot || !('value' in slot) || into.length >= most) continue;
      if (!slot.enumerable && isMachinery(value, name, slot.value)) continue;
      yield [getOwnPropertyDescriptor(value, name) ? `${name}#` : name, slot.value, true];
    }
    for (const [name, child] of kit.privateFields(value)) yield [name.replace(/^#/, ''), child, true];
    for (const [name, child] of kit.hiddenFields(value)) yield [name, child, true];
    const [first] = functions;
    if (!first) return;
    if (!isBare) {
      if (kit.isForeign(value) === undefined && !kit.foreign.has(first)) kit.doubt(first);
      return;
    }
    // An object of a library's functions is what the library made for the application.
    if (functions.every((fn) => kit.foreign.has(fn))) frame.isLent = true;
    if (frame.within.strange) return;
    for (const [name, child] of kit.keptFields(value, functions))
      if (!kit.has(value, name) || typeof kit.slot(value, name) === 'function') yield [name, child, true, true];
  }

  /** What is not listed among the fields, is a library's and no accessor's: how it follows the object that it put that on. */
  const isMachinery = (owner: object, name: string, value: unknown): boolean =>
    value !== null &&
    typeof value === 'object' &&
    !kit.isProxy(value) &&
    kit.libraryOf(value) !== undefined &&
    !(name.startsWith('_') && isThere(owner, name.slice(1)));
  const isThere = (value: object | null, name: string): boolean =>
    value !== null && (kit.has(value, name) || isThere(kit.prototypeOf(value), name));

  /** The insides of a library's object are shown, but neither far nor all of them. */
  const depthOfLibrary = 3;
  const roomOfChain = 2;
  const mostOfLibrary = 300;

  /** An object of a class of the application that has kept its name. */
  const isOwnKind = (value: object): boolean => {
    const prototype = kit.prototypeOf(value);
    if (prototype === null || prototype === Object.prototype || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
    return (kit.typeName(value) ?? '').length > 3 && kit.isOwnClass(prototype);
  };

  /** The fields of what no class made and nothing can be asked of. */
  const recordIn = (given: unknown): unknown[] | undefined => {
    const value = kit.bare(given);
    if (!kit.isHeld(value) || kit.isProxy(value) || ![Object.prototype, null].includes(kit.prototypeOf(value))) return undefined;
    const held = kit.names(value).map((name) => kit.slot(value, name));
    return held.some((one) => typeof one === 'function') ? undefined : held;
  };
  const mostCompared = 8;
  /** Records that no class made, in a list or by their names: what somebody put into a library's object to be kept there. */
  const holdsRecords = (value: object): boolean => {
    const isMap = kit.kindOf(value) === 'Map';
    const held = Array.isArray(value)
      ? [kit.slot(value, 0)]
      : isMap
        ? Array.from(kit.entriesOf(value, 0, mostCompared, false), ([, one]) => one)
        : (recordIn(value) ?? []).slice(0, mostCompared);
    const records = held.map(recordIn);
    return (
      ((Array.isArray(value) || held.length > 1) &&
        records.every(Boolean) &&
        records.some((record) => record?.some((one) => !kit.isHeld(one)))) ||
      isTable(value)
    );
  };
  /** The cells of a row: of a list, or of a map by numbers. */
  const cellsOf = (given: unknown): unknown[] | undefined => {
    const row = kit.bare(given);
    if (!kit.isHeld(row) || kit.isProxy(row)) return undefined;
    if (Array.isArray(row)) return Array.from({ length: Math.min(row.length, mostCompared) }, (_, at) => kit.slot(row, at));
    if (kit.kindOf(row) !== 'Map') return undefined;
    const cells = Array.from(kit.entriesOf(row as object, 0, mostCompared, false));
    return cells.every(([name]) => /^\d+$/.test(name)) ? cells.map(([, cell]) => cell) : undefined;
  };
  /** What a cell says: itself, or a field of the object that a library makes of each. */
  const saysText = (cell: unknown): boolean =>
    typeof cell === 'string' ||
    (kit.isHeld(cell) && !kit.isProxy(cell) && kit.names(cell).some((name) => typeof kit.slot(cell, name) === 'string'));
  /** Rows of cells, some of which are words: what somebody wrote into a table that a library keeps. Numbers alone are its own reckoning. */
  const isTable = (value: object): boolean => {
    const rows = cellsOf(value)?.map(cellsOf) ?? [];
    const cells = rows.flatMap((row) => row ?? []);
    const isCell = (cell: unknown): boolean => typeof cell !== 'function' && cellsOf(cell) === undefined;
    return rows.length > 0 && rows.every((row) => row !== undefined) && cells.every(isCell) && cells.some(saysText);
  };
  /** As far as records go, and so much of them, however deep the library has put them, and of all that are in one of its objects. */
  const roomOfRecords = { depth: 5, nodes: 400, all: 1000 };
  const aroundLibrary = ({ budget, spent }: Step): Pick<Step, 'outer' | 'records'> => ({
    outer: budget,
    records: Math.min(budget.maxNodes, spent.nodes + roomOfRecords.all),
  });
  const withRoom = (step: Step, outer: Step['budget']): Step => ({
    ...step,
    budget: { ...outer, maxNodes: Math.min(step.records ?? 0, step.spent.nodes + roomOfRecords.nodes) },
    shared: false,
    depth: Math.min(step.depth, outer.maxDepth - roomOfRecords.depth),
  });

  const plainName = (name: string): string => name.replace(/^[_#$]+/, '').toLowerCase();
  /**
   * An object that many others refer to under one name (`config`, `api`) is told once. Elements of collections are always told, and
   * so is what bears another name: which one is the current one is a fact of its own.
   */
  const isTold = (name: string, value: object, { spent, depth, budget, through, near }: Step, isField: boolean): boolean => {
    if (!spent.told || !isField) return false;
    const before = spent.told.get(value);
    // What was met by a longer way first belongs here: whoever passes it on got it from its owner.
    const isNearer = depth < (near.get(value) ?? 0);
    // Where there is no room to tell what is inside, or only a library leads there, it is left to another place.
    if ((before === undefined || isNearer) && !through && depth + depthOfLibrary < budget.maxDepth) {
      spent.told.set(value, plainName(name));
      near.set(value, depth);
    }
    return before === plainName(name) && !isNearer;
  };

  const mostText = 20_000;
  /** The record that a text is. */
  const parsed = (text: string): object | undefined => {
    if (text.length > mostText || !/^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(text)) return undefined;
    try {
      return JSON.parse(text) as object;
    } catch {
      return undefined;
    }
  };
  /** What bytes say that are the text of a record, as databases keep them. */
  const recordOf = (value: object): object | undefined => {
    if (!ArrayBuffer.isView(value) || kit.kindOf(value) !== 'Bytes') return undefined;
    const bytes = value as Uint8Array;
    const { 0: first } = bytes;
    return first === 123 || first === 91 ? parsed(kit.textOf(value) ?? '') : undefined;
  };

  /** A proxy is told as what it stands before, a promise as what it was settled with. A chain of lodash is a wrapper around what it works on. */
  const unwrap = (given: unknown, isStrange = false): unknown => {
    const value = kit.unshare(kit.bare(given));
    // What a library keeps as texts, sessions for one, are records; a text of the application's own is a text.
    if (isStrange && typeof value === 'string') return parsed(value) ?? value;
    if (value === null || typeof value !== 'object') return value;
    if (kit.noteShell(value)) return value;
    const record = recordOf(value);
    if (record !== undefined) return record;
    if (kit.prototypeOf(value) === WeakRef.prototype) return deref.call(value as WeakRef<object>);
    const wrapped = kit.slot(value, '__wrapped__');
    return wrapped === undefined ? value : wrapped;
  };

  const leafHow = ({ budget, secrecy, depth }: Step): LeafHow => ({
    maxString: budget.maxString,
    secrecy,
    isLast: depth >= budget.maxDepth,
  });
  const paid = (node: RawNode | undefined, { spent }: Step): RawNode | undefined => {
    if (typeof node?.value === 'string') spent.bytes += node.value.length;
    return node;
  };

  /** Names of numbers, and the numbers' names: an enumeration of the code, which says what can be and never what is. Numbers come first. */
  const enumerations = new WeakMap<object, boolean>();
  const isEnumeration = (value: object): boolean => {
    if (Array.isArray(value) || kit.prototypeOf(value) !== Object.prototype) return false;
    const known = enumerations.get(value);
    if (known !== undefined) return known;
    const found = namesNumbers(value);
    enumerations.set(value, found);
    return found;
  };
  const namesNumbers = (value: object): boolean => {
    const names = kit.names(value);
    const isNumber = (name: string): boolean => /^-?\d+$/.test(name);
    if (names.length < 4 || !isNumber(names[0] as string)) return false;
    return names.every((name) => {
      const held = kit.slot(value, name);
      if (!isNumber(name)) return typeof held === 'number' && /^[A-Za-z_$][\w$]*$/.test(name) && names.includes(String(held));
      return typeof held === 'string' && kit.slot(value, held) === Number(name);
    });
  };

  /** What a value is told as without looking inside; undefined for nothing; null when it has children to look at. */
  const outside = (name: string, value: unknown, step: Step, isField: boolean): RawNode | undefined | null => {
    if (typeof value === 'function' && (step.depth > 0 || !kit.hasStatics(value))) return undefined;
    const { budget, spent, ancestors } = step;
    spent.objects++;
    spent.nodes++;
    spent.bytes += 40;
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
      // A variable's own symbol is a name; in a field it is what the field says.
      return typeof value === 'symbol' && step.depth === 0 ? undefined : paid(kit.primitive(name, value, leafHow(step)), step);
    }
    if (kit.isProxy(value)) return kit.omit(name, 'unreachable', 'Proxy');
    if (ancestors.has(value) || value === process.env) return undefined;
    if ((kit.isOpaque(value) && kit.added(value).length === 0) || kit.isModule(value) || kit.routing.has(value)) return undefined;
    // What a prompt asks and was told has a place of its own; the rest is how the platform reads lines.
    if (isEnumeration(value) || (kit.isPrompt(value) && !kit.isOwnClass(kit.prototypeOf(value) as object))) return undefined;
    if (spent.nodes > budget.maxNodes || spent.bytes >= budget.maxBytes) {
      spent.cut++;
      return kit.omit(name, 'budget', kit.typeName(value), kit.sizeOf(value));
    }
    // What lies deep in others of the application, or under a name that says nothing, is told for itself: by its class.
    if (isField && spent.promote && (step.depth > budget.maxDepth / 2 || !kit.isTelling(name)) && isOwnKind(value)) {
      spent.promote(value);
      return undefined;
    }
    if (isTold(name, value, step, isField)) return undefined;
    spent.visit?.(value);
    const one = kit.scalar(name, value, leafHow(step));
    if (one) return paid(one, step);
    // What a library keeps for the application has its own room, wherever it lies.
    if (step.depth < budget.maxDepth || (step.outer && holdsRecords(value))) return null;
    return kit.omit(name, 'depth', kit.typeName(value), kit.sizeOf(value));
  };

  const open = (name: string, value: object, given: Step): Frame => {
    // What a library keeps for the application is the application's: its room is not that of the library's insides.
    const step: Step =
      given.outer && isOwnKind(value)
        ? { ...given, budget: given.outer, strange: false, shared: false, through: true }
        : given.outer && holdsRecords(value)
          ? withRoom(given, given.outer)
          : given;
    const { budget, spent, ancestors } = step;
    const secrecy = kit.secrets.below(step.secrecy, name);
    // Links need room for what they carry.
    const chain = step.strange && step.depth + roomOfChain < budget.maxDepth ? kit.chained(value) : undefined;
    const isHeard = step.heard || (step.depth === 0 && kit.isHeard(value));
    const isStrange = kit.libraryOf(value) !== undefined && (step.depth > 0 || !isHeard);
    const maxNodes = isStrange && !step.strange ? Math.min(budget.maxNodes, spent.nodes + mostOfLibrary) : budget.maxNodes;
    const { from = 0, limit = budget.maxElements } = step.range ?? {};
    const kind = kit.kindOf(value);
    const lent = kit.lentFields(value);
    const frame: Frame = {
      name,
      value,
      of: kind,
      from,
      to: from + limit,
      isAsked: step.range !== undefined,
      within: {
        budget: maxNodes === budget.maxNodes ? budget : { ...budget, maxNodes },
        spent,
        ancestors,
        near: step.near,
        carried: step.carried,
        secrecy,
        secretKeys: (secrecy & kit.secrets.bits.secret) !== 0 || /session|token/i.test(name),
        strange: step.strange || isStrange,
        ...(isStrange && !step.strange
          ? aroundLibrary(step)
          : step.strange && step.outer
            ? { outer: step.outer, records: step.records ?? 0 }
            : {}),
        shared: step.shared || (isStrange && !step.strange),
        ...(step.through ? { through: true } : {}),
        heard: isHeard,
        depth: step.depth + (isStrange && !chain ? depthOfLibrary : 1),
      },
      into: [],
      entries: { next: () => entries.next(), return: () => entries.return() },
      ...(maxNodes === budget.maxNodes ? {} : { cut: spent.cut }),
      isShared: isStrange && !step.strange,
      ...(step === given ? {} : { before: spent.nodes }),
      ...(lent === undefined ? {} : { lent }),
      kind: 'object',
      seen: 0,
    };
    const told = kit.pairsOf(value);
    const entries = told
      ? pairs(told, frame)
      : chain
        ? carried(chain, frame)
        : kind === 'Array' || kind === 'Numbers'
          ? elements(value, frame)
          : kind === 'Map'
            ? mapped(value, frame)
            : kind === 'Set'
              ? members(value as Set<unknown>, frame)
              : fields(value, frame);
    ancestors.add(value);
    return frame;
  };

  const close = ({
    name,
    value,
    into,
    kind,
    seen,
    size,
    cut,
    within,
    wrapper,
    isLent,
    isCode,
    isLed,
  }: Frame): RawNode | undefined => {
    within.ancestors.delete(value);
    if (wrapper) within.ancestors.delete(wrapper);
    // What is left out of a library's own is nothing that was asked for.
    if (cut !== undefined) within.spent.cut = cut;
    const all = size ?? (kind === 'list' || (kind === 'map' && seen > into.length) ? seen : undefined);
    // Only functions inside: code, not state.
    if (into.length === 0 && seen > 0 && all === undefined) return undefined;
    const saysNothing = (node: RawNode): boolean => node.type === 'RegExp' || node.children?.length === 0;
    if (isCode && Array.isArray(value) && (isLed || into.every(saysNothing))) return undefined;
    kit.settle(into, kind === 'list');
    const type = kit.typeName(value);
    const foreign = kit.isForeign(value) ?? (isLent ? true : undefined);
    return {
      name,
      kind,
      children: into,
      ...(foreign === undefined ? {} : { foreign }),
      ...(all === undefined ? {} : { size: all }),
      ...(type === undefined || type === 'Object' || type === 'Array' || type === 'Map' || type === 'Set' ? {} : { type }),
    };
  };

  /** As much as a record may need: halves of halves would leave none whole further in. */
  const leastShare = 60;
  const leastOfElement = 400;
  /**
   * Half of what is left is for what comes after: what a library's object holds first is often how it was set up, and the first of several records is
   * no more than the others.
   */
  const shareOf = ({ within, kind }: Frame): Step => {
    if (!within.shared && kind === 'object') return within;
    const least = within.shared ? leastShare : leastOfElement;
    const { budget, spent } = within;
    const left = budget.maxNodes - spent.nodes;
    return {
      ...within,
      budget: { ...budget, maxNodes: spent.nodes + Math.min(left, Math.max(least, Math.ceil(left / 2))) },
    };
  };

  /** What a library's functions keep for the application is told as the insides of a library's object. */
  const withinLibrary = (step: Step): Step => {
    const maxNodes = Math.min(step.budget.maxNodes, step.spent.nodes + mostOfLibrary);
    return { ...step, budget: { ...step.budget, maxNodes }, ...aroundLibrary(step), strange: true, shared: true };
  };

  const walk: Walking['walk'] = (name, value, budget, spent) => {
    const walk = beginWalk(name, value, budget, spent);
    walk.go(() => false);
    return walk.node;
  };

  const firstStep = (budget: Step['budget'], spent: Spent): Step => ({
    budget,
    spent,
    ancestors: new Set(),
    near: new Map(),
    carried: new Map(),
    secrecy: 0,
    secretKeys: false,
    strange: false,
    shared: false,
    heard: false,
    depth: 0,
  });
  const beginWalk: Walking['beginWalk'] = (name, given, budget, spent) => beginAt(name, given, firstStep(budget, spent));

  /** What a segment of an address leads to. */
  const childOf = (value: object, segment: string, frame: Frame): unknown => {
    if (Array.isArray(value)) return /^\d+$/.test(segment) ? kit.slot(value, segment) : undefined;
    for (let next = frame.entries.next(); !next.done; next = frame.entries.next())
      if (next.value[0] === segment) return next.value[1];
    return undefined;
  };

  const walkTo: Walking['walkTo'] = (name, given, { path, from, limit, budget }, meet) => {
    const spent: Spent = { nodes: 0, bytes: 0, objects: 0, cut: 0, failed: 0 };
    const all = { from: 0, limit: Number.MAX_SAFE_INTEGER };
    // What is asked for by name is told as far as the budget goes, a library's own too.
    let step: Step = { ...firstStep(budget, spent), strange: true };
    let at = name;
    let held = given;
    let value = unwrap(held);
    for (const segment of path) {
      if (outside(at, value, step, false) !== null) return undefined;
      const frame = open(at, value as object, { ...step, range: all });
      if (kit.isHiddenBeside(value as object, segment)) return path.at(-1) === segment ? kit.hide(segment) : undefined;
      held = childOf(value as object, segment, frame);
      value = unwrap(held);
      if (value === undefined) return undefined;
      at = segment;
      step = { ...frame.within, depth: 0 };
    }
    meet?.(kit.isProxy(held) ? held : value);
    const walk = beginAt(at, value, { ...step, range: { from, limit } });
    walk.go(() => false);
    return walk.node;
  };

  const giveBack = (frames: readonly Frame[], nodes: number): void => {
    for (const frame of frames) {
      const { budget, strange } = frame.within;
      if (strange) frame.within = { ...frame.within, budget: { ...budget, maxNodes: budget.maxNodes + nodes } };
    }
  };

  const beginAt = (name: string, given: unknown, step: Step): Walk => {
    const frames: Frame[] = [];
    /** Takes up a value: told at once, or a frame of its own. */
    const take = (one: string, child: unknown, at: Step, isField: boolean): RawNode | undefined => {
      const bare = unwrap(child, at.strange);
      const value = at.strange && at.carried.has(bare) ? unwrap(at.carried.get(bare), true) : bare;
      const isWrapped = child !== value && kit.isHeld(child);
      if (isWrapped && at.ancestors.has(child)) return undefined;
      const told = outside(one, value, at, isField);
      if (told !== null) return told;
      const frame = open(one, value as object, at);
      if (isWrapped) {
        frame.wrapper = child;
        at.ancestors.add(child);
        at.spent.visit?.(child);
      }
      frames.push(frame);
      return undefined;
    };
    /** Fewer elements rather than half ones: what was cut in the midst is an element that was not read. */
    const put = (node: RawNode, into: Frame, isCut: boolean, isKept = false): void => {
      if (isCut) into.isCut = true;
      if (!isCut || isKept || into.kind === 'object' || (into.into.length === 0 && node.omitted === undefined))
        into.into.push(node);
    };
    const meetCode = (frame: Frame, name: string): void => {
      frame.isCode = true;
      if (name === '0') frame.isLed = true;
    };
    const walk: Walk = {
      go: (pauses) => {
        try {
          for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
            if (pauses()) return false;
            const { within, entries } = frame;
            const next = entries.next();
            if (next.done) {
              frames.pop();
              const node = close(frame);
              if (frame.before !== undefined) giveBack(frames, within.spent.nodes - frame.before);
              const above = frames.at(-1);
              if (!above) walk.node = node;
              else if (!node && frame.isCode) meetCode(above, frame.name);
              else if (node) {
                if (frame.isKept || frame.before !== undefined) above.isKept = true;
                // Where only the share of an element of the application's ran out, it is told as far as that went.
                const { spent, budget, shared } = above.within;
                const isOut = shared || spent.nodes >= budget.maxNodes || spent.bytes >= budget.maxBytes;
                put(node, above, !frame.isShared && isOut && (frame.isCut ?? false), frame.isKept);
              }
              continue;
            }
            const [child, value, isField, isKept] = next.value;
            if (typeof value === 'function' || (kit.isHeld(value) && kit.routing.has(value))) {
              meetCode(frame, child);
              continue;
            }
            const isOut = within.spent.nodes >= within.budget.maxNodes;
            // What an object says of itself is told beside what there is no room for.
            if (isOut && frame.kind === 'object' && !within.strange && within.spent.bytes < within.budget.maxBytes) {
              const plain = kit.isHeld(value) ? undefined : take(child, value, within, isField);
              if (plain) frame.into.push(plain);
              if (kit.isHeld(value)) {
                within.spent.cut++;
                frame.isCut = true;
              }
              continue;
            }
            if (isOut || within.spent.bytes >= within.budget.maxBytes) {
              const share = Math.min(frame.seen, frame.to) - frame.from;
              within.spent.cut += Math.max(1, share - frame.into.length);
              frame.isCut = true;
              entries.return?.();
              continue;
            }
            const node = take(child, value, isKept ? withinLibrary(within) : shareOf(frame), isField);
            const isLent = isField && frame.lent?.(child);
            if (node) put(isLent ? { ...node, foreign: true } : node, frame, node.omitted === 'budget');
            else if (isLent && frames.at(-1) !== frame) (frames.at(-1) as Frame).isLent = true;
          }
        } catch {
          step.spent.failed++;
          walk.node = kit.omit(name, 'threw');
          frames.length = 0;
        }
        return true;
      },
    };
    try {
      walk.node = take(name, given, step, false);
    } catch {
      step.spent.failed++;
      walk.node = kit.omit(name, 'threw');
    }
    return walk;
  };

  return { walk, beginWalk, walkTo };
};
