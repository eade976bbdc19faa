import type { RawAction, RawActionKind, RawNode, RawParameter, RawRoot, RootSource } from '@substrate/core';
import type { Meter } from './meter.js';
import type { ReadHow, ValueReader } from './values.js';

/** A place where state was found: how it is addressed, and the live value to read. */
export interface Place {
  readonly address: string;
  readonly name: string;
  readonly source: RootSource;
  readonly library?: string;
  readonly value: unknown;
}

/** One component's own state. Components of one name become a list. */
export interface ComponentState {
  readonly library: string;
  readonly name: string;
  /** What tells it from others of its name: a key that the source gave. */
  readonly key?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
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
  call(parameters: Record<string, unknown>): unknown;
}

/** Gathers what the recognisers find in one reading; recognisers only point, this reads. */
export interface Collector {
  readonly places: Place[];
  readonly components: ComponentState[];
  readonly callables: Map<string, Callable>;
  /** Functions whose closures may hold state that nothing else leads to. */
  readonly functions: Set<unknown>;
  /** Holders of state already found, so that a second way to one adds nothing. */
  readonly seen: Set<unknown>;
  place(place: Place): void;
  component(state: ComponentState): void;
  callable(callable: Callable): void;
  /** Parameters of these names, typed by what the state holds under them. */
  typed(names: readonly string[], like: unknown): RawParameter[];
  /** Calls a function with what was given by name. */
  callWith(fn: unknown, target: unknown, given: Readonly<Record<string, unknown>>, like?: unknown): unknown;
  /** The parameters of a function as its text names them. */
  parametersOf(fn: unknown, like?: unknown): RawParameter[];
  /** Functions that pass on whatever they are given, to something not known yet. */
  readonly wrappers: Set<object>;
  /** The function that a wrapper passes everything on to, where its closure told. */
  originalOf(wrapper: unknown): unknown;
  adoptOriginal(wrapper: object, original: unknown): void;
  reset(): void;
  actions(): RawAction[];
  /** All places with the components grouped, most valuable first. */
  ordered(): Place[];
  read(place: Place): RawRoot | null;
}

export function createCollector(kit: { meter: Meter; values: ValueReader }): Collector {
  const { values } = kit;
  const addresses = new Set<string>();

  const guess = (name: string, like: unknown): RawParameter['type'] => {
    const known = values.own(like, name);
    if (typeof known === 'string' || typeof known === 'number' || typeof known === 'boolean') return typeof known as 'string';
    if (Array.isArray(known)) return 'array';
    if (/^(is|has|should|can)[A-Z_]|^(checked|enabled|disabled|active|done|completed|open|visible|value[A-Z]?flag)$/.test(name))
      return 'boolean';
    if (
      /(hours|minutes|seconds|days|degrees|years|level|score|rating|percent|age|volume|count|qty|quantity|index|amount|price|total|num|number|size|page|limit|offset|width|height|delta|step|by|x|y)$/i.test(
        name,
      ) &&
      !/name$/i.test(name)
    )
      return 'number';
    if (/(list|ids|items|array|values|rows)$/i.test(name)) return 'array';
    if (
      /^(payload|options?|opts|data|item|obj|object|params|props|config|patch|changes|fields|record|input|product|todo|user|task)$/i.test(
        name,
      )
    )
      return 'object';
    return 'string';
  };

  /** The first plain object in what holds state, whose fields tell the types of equal names: items of a list, mostly. */
  const sampleOf = (state: unknown): unknown => {
    const top = values.unwrap(state);
    if (typeof top !== 'object' || top === null) return undefined;
    const known = samples.get(top);
    if (known) return known;
    const merged: Record<string, unknown> = {};
    for (const key of values.names(top)) {
      const held = values.unwrap(values.own(top, key));
      if (typeof held === 'object' && held !== null) {
        const first = Array.isArray(held) ? values.unwrap(values.own(held, '0')) : held;
        if (typeof first === 'object' && first !== null)
          for (const field of values.names(first))
            if (!(field in merged)) merged[field] = values.unwrap(values.own(first, field));
      } else if (typeof held !== 'function') merged[key] = held;
    }
    samples.set(top, merged);
    return merged;
  };
  /** Of this reading. */
  const samples = new Map<object, Record<string, unknown>>();

  /** A wrapper that passes on whatever it is given. */
  const anything: RawParameter[] = [{ name: 'args', type: 'array', required: false, description: 'The arguments, in order.' }];

  const originals = new WeakMap<object, WeakRef<object>>();
  const originalOf = (wrapper: unknown): unknown => {
    if (typeof wrapper !== 'function') return undefined;
    const known = originals.get(wrapper)?.deref();
    if (!known) collector.wrappers.add(wrapper);
    return known;
  };

  const parametersOf = (fn: unknown, like?: unknown): RawParameter[] => {
    const found = parametersIn(fn, like);
    if (found !== anything) return found;
    const original = originalOf(fn);
    return original ? parametersIn(original, like) : anything;
  };

  interface Spelled {
    readonly count: number;
    readonly parts: readonly string[];
    readonly passesOn: boolean;
  }
  /** What the text of a function says of its parameters: it stays the same. */
  const spellings = new WeakMap<object, Spelled>();
  const spellingOf = (fn: object): Spelled => {
    let found = spellings.get(fn);
    if (!found) {
      const text = Function.prototype.toString.call(fn).slice(0, 600);
      const { length: count } = fn as { length: number };
      const match =
        /^(?:async\s*)?(?:function\s*\*?\s*[\w$]*\s*|[\w$]+\s*|\[[^\]]*\]\s*)?\(([^)]*)\)|^(?:async\s+)?([\w$]+)\s*=>/.exec(text);
      const listed = match ? (match[1] ?? match[2] ?? '') : '';
      const unnamed = /native code/.test(text) || /[{[]/.test(listed.replace(/=.*$/, ''));
      const parts = (unnamed ? '' : listed)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      found = { count, parts, passesOn: count === 0 && parts.length === 0 && /\barguments\b/.test(text) };
      spellings.set(fn, found);
    }
    return found;
  };

  const parametersIn = (fn: unknown, like?: unknown): RawParameter[] => {
    if (typeof fn !== 'function') return [];
    const { count, parts, passesOn } = spellingOf(fn);
    if (passesOn) return anything;
    const sample = like === undefined ? undefined : sampleOf(like);
    const parameters: RawParameter[] = [];
    for (let i = 0; i < Math.max(parts.length, count); i++) {
      const part = parts[i] ?? '';
      if (part.startsWith('...')) return anything;
      const [left, preset] = part.split('=').map((side) => side.trim());
      const spelled = left && /^[\w$]+$/.test(left) ? left : '';
      const name = spelled.length > 1 ? spelled : count <= 1 && parts.length <= 1 ? 'value' : `arg${i + 1}`;
      let type = guess(name, sample);
      if (preset !== undefined) {
        if (/^-?\d/.test(preset)) type = 'number';
        else if (/^(true|false|!0|!1)$/.test(preset)) type = 'boolean';
        else if (/^['"`]/.test(preset)) type = 'string';
        else if (preset.startsWith('{')) type = 'object';
        else if (preset.startsWith('[')) type = 'array';
      }
      parameters.push({ name, type, required: i < count && preset === undefined });
    }
    return parameters;
  };

  /** How freely the branches of a place share its budget, as found out before. */
  const generous = new Map<string, number>();

  const howTo = ({ source, library }: Place, generosity: number): ReadHow => ({
    generosity,
    elsewhere: collector.seen,
    ...(source === 'store' ? {} : { once: source === 'component' ? ('large' as const) : ('all' as const) }),
    // Elements hold references to all the machinery around them.
    ...(library === 'Web Components' ? { maxDepth: 4 } : {}),
  });

  const collector: Collector = {
    places: [],
    components: [],
    callables: new Map(),
    functions: new Set(),
    seen: new Set(),
    wrappers: new Set(),
    place(place) {
      if (typeof place.value === 'object' && place.value !== null) {
        if (collector.seen.has(place.value)) return;
        collector.seen.add(place.value);
      }
      let address = place.address;
      for (let i = 1; addresses.has(address); i++) address = `${place.address}~${i}`;
      addresses.add(address);
      collector.places.push({ ...place, address });
    },
    component(state) {
      if (collector.components.length < 3000) collector.components.push(state);
    },
    callable(callable) {
      if (collector.callables.size < 400 && !collector.callables.has(callable.address))
        collector.callables.set(callable.address, callable);
    },
    parametersOf,
    originalOf,
    adoptOriginal(wrapper, original) {
      if (typeof original === 'function') originals.set(wrapper, new WeakRef(original));
    },
    typed(names, like) {
      const sample = sampleOf(like);
      return names.map((name) => ({ name, type: guess(name, sample), required: true }));
    },
    callWith(fn, target, given, like) {
      const parameters = parametersOf(fn, like);
      const rest = parameters[0]?.name === 'args' && Array.isArray(given.args) ? given.args : undefined;
      const args = rest ?? parameters.map((parameter) => given[parameter.name]);
      while (args.length > 0 && args[args.length - 1] === undefined) args.pop();
      return Reflect.apply(fn as (...args: unknown[]) => unknown, target, args);
    },
    reset() {
      collector.places.length = 0;
      collector.components.length = 0;
      collector.callables.clear();
      collector.functions.clear();
      collector.seen.clear();
      collector.wrappers.clear();
      addresses.clear();
      samples.clear();
      values.met.clear();
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
        const id = `${state.library}:${state.name}`;
        const group = groups.get(id);
        if (group) group.push(state);
        else groups.set(id, [state]);
      }
      const places = [...collector.places];
      for (const [address, group] of groups) {
        const first = group[0] as ComponentState;
        const base = { address, name: first.name, source: 'component' as const, library: first.library };
        places.push({ ...base, value: group.length === 1 ? first.fields : new Group(group) });
      }
      return places.sort((a, b) => rank.indexOf(a.source) - rank.indexOf(b.source));
    },
    read(place) {
      // No place takes it all: a store may be large, anything else that large is machinery.
      const { meter } = kit;
      const { nodes, bytes } = meter;
      const share = Math.min(nodes, place.source === 'store' ? 8000 : place.source === 'component' ? 2000 : 1000);
      let generosity = generous.get(place.address) ?? 1;
      try {
        for (;;) {
          meter.nodes = share;
          meter.bytes = bytes;
          const attempt = values.attempt();
          const root = readPlace(place, generosity);
          // Branches were cut short while much of the budget was left: they may have more of it, from now on.
          if (attempt.starved() && meter.nodes > share * 0.4 && generosity < 64 && !meter.late()) {
            attempt.undo();
            generosity *= 4;
            continue;
          }
          generous.set(place.address, generosity);
          return root && (place.source === 'store' || place.source === 'component' || !isDictionary(root)) ? root : null;
        }
      } finally {
        meter.nodes = nodes - (share - meter.nodes);
      }
    },
  };

  /** A large table of nothing but texts: translations, help. It tells what an application can say, not how it is. */
  function isDictionary(root: RawNode): boolean {
    let texts = 0;
    let others = 0;
    let letters = 0;
    const count = (node: RawNode): void => {
      if (node.kind === 'value') {
        if (typeof node.value === 'string') {
          texts++;
          letters += node.value.length;
        } else others++;
      }
      for (const child of node.children ?? []) count(child);
    };
    count(root);
    return texts > 100 && (texts > others * 5 || (texts > others * 2 && letters > texts * 20));
  }

  function readPlace(place: Place, generosity: number): RawRoot | null {
    const about = { address: place.address, source: place.source, ...(place.library ? { library: place.library } : {}) };
    if (place.value instanceof Group) {
      const children: RawNode[] = [];
      const ids = new Set<string>();
      const { members } = place.value;
      for (let i = 0; i < members.length && i < kit.meter.limits.maxElements; i++) {
        const member = members[i] as ComponentState;
        const node = values.read(String(i), member.fields, howTo(place, generosity));
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
        ...(members.length > children.length ? { size: members.length } : {}),
        ...about,
      };
    }
    const node = values.read(place.name, place.value, howTo(place, generosity));
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
