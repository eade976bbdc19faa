import type { Meter } from './meter.js';

/**
 * Looks at objects without running code of theirs, and sees through the containers that libraries wrap around data: signals,
 * observables, refs, models.
 */
export interface Containers {
  /** An own data property; undefined for a getter. */
  own(target: unknown, key: PropertyKey): unknown;
  has(target: object, key: PropertyKey): boolean;
  /** Names of own properties. None of a buffer or a long list, nor of an object with so many that asking again would be felt. */
  names(target: object): readonly string[];
  /** How many properties an object has that is not asked for their names. */
  crowdOf(target: object): number | undefined;
  /** The data that a wrapper holds, or the value itself. */
  unwrap(value: unknown): unknown;
  /** Objects read since the last reset. */
  readonly met: Set<unknown>;
  /** Set when the page runs Vue 3: its proxies answer `__v_raw` with what they wrap. */
  vue: boolean;
}

export function createContainers(kit: { meter: Meter }): Containers {
  const { meter } = kit;
  const { getOwnPropertyDescriptor, getOwnPropertySymbols, getPrototypeOf } = Object;
  const met = new Set<unknown>();

  const own = (target: unknown, key: PropertyKey): unknown => {
    if (target === null || (typeof target !== 'object' && typeof target !== 'function')) return undefined;
    const found = getOwnPropertyDescriptor(target, key);
    return found && 'value' in found ? found.value : undefined;
  };
  const mostNames = 10_000;
  /** Objects with too many properties to ask for, and how many those were. */
  const crowds = new WeakMap<object, number>();
  const names = (target: object): readonly string[] => {
    // To ask a buffer is to ask for every byte of it.
    if (ArrayBuffer.isView(target) || crowds.has(target) || (Array.isArray(target) && target.length > mostNames)) return [];
    const all = Object.getOwnPropertyNames(target);
    if (all.length <= mostNames) return all;
    crowds.set(target, all.length);
    return [];
  };
  const has = (target: object, key: PropertyKey): boolean => getOwnPropertyDescriptor(target, key) !== undefined;
  const symbolNamed = (target: object, text: string): symbol | undefined => {
    if (crowds.has(target)) return undefined;
    for (const symbol of getOwnPropertySymbols(target)) if (symbol.description === text) return symbol;
    return undefined;
  };

  /** MobX: the administration has one observable value per name; arrays and maps keep theirs in a field. */
  const mobx = (value: object): unknown => {
    const symbol = symbolNamed(value, 'mobx administration');
    if (!symbol) return undefined;
    const admin = own(value, symbol) as object | undefined;
    if (!admin) return undefined;
    // The heap has both, and each would be taken for a store of its own.
    met.add(own(admin, 'target_')).add(own(admin, 'proxy_'));
    const held = own(admin, 'values_') ?? own(admin, 'values');
    if (Array.isArray(held)) return held;
    if (held instanceof Map) {
      const plain: Record<string, unknown> = {};
      held.forEach((item: unknown, key: unknown) => {
        if (typeof item !== 'object' || item === null) return;
        // A computed value that nobody uses has not been computed.
        const value = own(item, 'value_') ?? own(item, 'value');
        const failed = typeof value === 'object' && value !== null && has(value, 'cause');
        if (own(item, 'derivation') === undefined || !failed) plain[String(key)] = value;
      });
      return plain;
    }
    return undefined;
  };

  const unwrapOnce = (value: object | ((...args: never[]) => unknown)): unknown => {
    if (typeof value === 'function') {
      // An Angular signal is a function that carries its node.
      const signal = symbolNamed(value, 'SIGNAL');
      const node = signal && (own(value, signal) as object | undefined);
      return node ? own(node, 'value') : value;
    }
    if (containers.vue) {
      const raw = (value as { __v_raw?: unknown }).__v_raw;
      if (typeof raw === 'object' && raw !== null && raw !== value) return raw;
      // A ref to a property has no value of its own until it is read.
      if (has(value, '_object') && has(value, '_key')) return own(own(value, '_object'), own(value, '_key') as string);
      if (own(value, '__v_isRef') === true || (has(value, '_rawValue') && has(value, '_value'))) return own(value, '_value');
      if (has(value, 'dep') && has(value, '_value') && has(value, 'fn')) return own(value, '_value');
    }
    if (has(value, 'reactions') && has(value, 'equals') && has(value, 'v')) return own(value, 'v'); // Svelte 5
    if (has(value, 'observerSlots') && has(value, 'observers') && has(value, 'value')) return own(value, 'value'); // Solid
    if (has(value, '_value') && (has(value, 'observers') || has(value, 'currentObservers'))) return own(value, '_value'); // RxJS
    if (has(value, 'attributes') && has(value, 'cid') && typeof own(value, 'attributes') === 'object')
      return own(value, 'attributes'); // Backbone
    if (has(value, 'models') && has(value, '_byId') && Array.isArray(own(value, 'models'))) return own(value, 'models');
    const observed = mobx(value);
    if (observed !== undefined) return observed;
    const shared = value as { brand?: unknown; v?: unknown };
    const proto = getPrototypeOf(value) as object | null;
    if (proto && has(value, 'v') && typeof own(proto, 'brand') === 'symbol') return shared.v; // Preact signals
    // Immutable collections are made to be turned into plain data.
    if (proto && (own(value, '_root') !== undefined || own(value, '_tail') !== undefined)) {
      const toJS = (value as { toJS?: unknown }).toJS;
      if (typeof toJS === 'function' && meter.nodes > 0) return toJS.call(value) as unknown;
    }
    return value;
  };

  const unwrap = (value: unknown): unknown => {
    let now = value;
    for (let i = 0; i < 4; i++) {
      if (now === null || (typeof now !== 'object' && typeof now !== 'function')) return now;
      const next = unwrapOnce(now as object);
      if (next === now) return now;
      now = next;
    }
    return now;
  };

  const containers: Containers = { vue: false, own, has, names, crowdOf: (target) => crowds.get(target), unwrap, met };
  return containers;
}
