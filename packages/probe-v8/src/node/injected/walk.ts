import type { CaptureBudget, Omission, Primitive, RawNode } from '@substrate/core';
import type { Kit, Spent } from './kit.js';

/**
 * Turns a value into a bounded tree. Own data properties only: accessors, proxies and iterators of the application are never
 * touched; the built-in collections are read through their own prototypes. Closed.
 */
export const addWalk = (kit: Kit): void => {
  const { getOwnPropertyDescriptor } = Object;
  const mapEntries = Map.prototype.entries;
  const setValues = Set.prototype.values;
  const mapSize = getOwnPropertyDescriptor(Map.prototype, 'size')?.get as () => number;
  const setSize = getOwnPropertyDescriptor(Set.prototype, 'size')?.get as () => number;
  const types = kit.builtin('util')?.types as Record<string, (value: unknown) => boolean> | undefined;
  const is = (kind: string, value: unknown): boolean => types?.[kind]?.(value) ?? false;
  // Bookkeeping of event emitters and of well-known libraries' objects: present on many objects, of interest to nobody.
  const noise = new Set([
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

  interface Step {
    readonly budget: CaptureBudget;
    readonly spent: Spent;
    readonly ancestors: Set<object>;
    readonly secret: boolean;
    /** Keys of this container are secrets themselves: session ids, tokens. */
    readonly secretKeys: boolean;
    readonly depth: number;
  }
  const leaf = (name: string, value: Primitive, type?: string): RawNode =>
    type === undefined ? { name, kind: 'value', value } : { name, kind: 'value', value, type };
  const omit = (name: string, omitted: Omission, type?: string, size?: number): RawNode => ({
    name,
    kind: 'omitted',
    omitted,
    ...(type === undefined ? {} : { type }),
    ...(size === undefined ? {} : { size }),
  });
  const hide = (name: string): RawNode => ({ name, kind: 'value', value: '[redacted]', secret: true });

  const primitive = (name: string, value: unknown, step: Step): RawNode | undefined => {
    switch (typeof value) {
      case 'string': {
        if (value !== '' && (step.secret || kit.isSecretName(name) || kit.isSecretText(value))) return hide(name);
        const { maxString } = step.budget;
        const text = value.length > maxString ? `${value.slice(0, maxString - 1)}…` : value;
        step.spent.bytes += text.length;
        return leaf(name, text);
      }
      case 'number':
        if (step.secret) return hide(name);
        return Number.isFinite(value) ? leaf(name, value) : leaf(name, null, 'number');
      case 'boolean':
        return leaf(name, value);
      case 'undefined':
        return leaf(name, null, 'undefined');
      case 'bigint':
        if (step.secret) return hide(name);
        return value >= -9007199254740991n && value <= 9007199254740991n
          ? leaf(name, Number(value), 'bigint')
          : leaf(name, `${value}`, 'bigint');
      default:
        return value === null ? leaf(name, null) : undefined;
    }
  };

  /** Things that read as one value though they are objects. */
  const scalar = (name: string, value: object, step: Step): RawNode | undefined => {
    if (is('isDate', value)) {
      const time = Date.prototype.getTime.call(value);
      return leaf(name, Number.isNaN(time) ? null : new Date(time).toISOString(), 'Date');
    }
    if (is('isRegExp', value)) return leaf(name, RegExp.prototype.toString.call(value), 'RegExp');
    if (is('isAnyArrayBuffer', value) || ArrayBuffer.isView(value)) {
      return omit(name, 'binary', kit.typeName(value), (value as ArrayBuffer).byteLength);
    }
    if (is('isBoxedPrimitive', value)) return primitive(name, (value as { valueOf(): unknown }).valueOf(), step);
    if (is('isNativeError', value)) {
      const message = kit.slot(value, 'message');
      return leaf(
        name,
        typeof message === 'string' ? message.slice(0, step.budget.maxString) : null,
        kit.typeName(value) ?? 'Error',
      );
    }
    if (typeof URL === 'function' && value instanceof URL)
      return primitive(name, value.href.replace(/\/\/[^/@]*@/, '//[redacted]@'), step);
    return undefined;
  };

  const children = (
    value: object,
    step: Step,
    into: RawNode[],
  ): { kind: 'object' | 'map' | 'list'; size?: number; seen: number } => {
    const { maxElements } = step.budget;
    const isMap = is('isMap', value);
    const names = new Set<string>();
    /** False when the budget is used up: the rest is left out. */
    const put = (name: string, child: unknown, isField = false): boolean => {
      if (typeof child === 'function') return true;
      if (step.spent.nodes >= step.budget.maxNodes || step.spent.bytes >= step.budget.maxBytes) {
        step.spent.cut++;
        return false;
      }
      // Keys of a map that differ in type may read the same.
      const once = isMap && names.has(name) ? `${name}#${names.size}` : name;
      if (isMap) names.add(once);
      const node = visit(once, child, step, isField);
      if (node) into.push(node);
      return true;
    };
    if (Array.isArray(value)) {
      const size = value.length;
      for (let at = 0; at < size && at < maxElements; at++) {
        const slot = getOwnPropertyDescriptor(value, at);
        if (slot && !('value' in slot)) into.push(omit(String(at), 'getter'));
        else if (!put(String(at), slot?.value)) break;
      }
      return { kind: 'list', seen: size, ...(size > into.length ? { size } : {}) };
    }
    if (isMap) {
      const size = mapSize.call(value);
      let at = 0;
      for (const [key, child] of mapEntries.call(value as Map<unknown, unknown>)) {
        if (at >= maxElements) break;
        // Under a secret name the keys are the secrets.
        const plain =
          !step.secretKeys &&
          (typeof key === 'string' ? !kit.isSecretText(key) : typeof key === 'number' || typeof key === 'boolean');
        if (!put(plain ? String(key) : `#${at}`, child)) break;
        at++;
      }
      return { kind: 'map', seen: size, ...(size > into.length ? { size } : {}) };
    }
    if (is('isSet', value)) {
      const size = setSize.call(value);
      let at = 0;
      for (const child of setValues.call(value as Set<unknown>)) {
        if (at >= maxElements) break;
        if (!put(String(at++), child)) break;
      }
      return { kind: 'list', seen: size, ...(size > into.length ? { size } : {}) };
    }
    const fields = kit.names(value);
    const crowd = kit.crowds.get(value);
    if (crowd !== undefined) return { kind: 'map', seen: crowd, size: crowd };
    const isPlain = kit.typeName(value) === 'Object' || kit.prototypeOf(value) === null;
    let seen = 0;
    for (const name of fields) {
      if (noise.has(name)) continue;
      if (seen >= maxElements) break;
      let slot: PropertyDescriptor | undefined;
      try {
        slot = getOwnPropertyDescriptor(value, name);
      } catch {
        into.push(omit(name, 'threw'));
        continue;
      }
      if (!slot) continue;
      if (!('value' in slot)) {
        if (slot.enumerable) into.push(omit(name, 'getter'));
        continue;
      }
      if (!slot.enumerable && isPlain) continue;
      const before = into.length;
      if (!put(step.secretKeys && /^(?=.*\d)[\w-]{16,}$/.test(name) ? `#${seen}` : name, slot.value, true)) break;
      if (into.length > before) seen++;
    }
    for (const [name, child] of privateFields(value)) {
      if (!put(name.replace(/^#/, ''), child, true)) break;
    }
    return { kind: 'object', seen: fields.length, ...(seen >= maxElements ? { size: fields.length } : {}) };
  };

  const mostVeils = 40;
  const veiled = new WeakMap<object, boolean>();
  const isVeiled = (prototype: object | null): boolean => {
    if (prototype === null || prototype === Object.prototype || kit.isProxy(prototype)) return false;
    const known = veiled.get(prototype);
    if (known !== undefined) return known;
    const maker = kit.slot(prototype, 'constructor');
    const text = typeof maker === 'function' && !kit.isProxy(maker) ? Function.prototype.toString.call(maker) : '';
    const answer = (/^class\b/.test(text) && /[\s.{;]#[A-Za-z_$]/.test(text)) || isVeiled(kit.prototypeOf(prototype));
    veiled.set(prototype, answer);
    return answer;
  };
  /** Private fields as the inspector told them; objects that have some are remembered, so that it is asked next time. */
  const privateFields = (value: object): readonly (readonly [string, unknown])[] => {
    if (!isVeiled(kit.prototypeOf(value))) return [];
    if (kit.veils.length < mostVeils && !kit.veils.some((veil) => veil.deref() === value)) kit.veils.push(new WeakRef(value));
    return kit.privates.get(value) ?? [];
  };

  let looks = 0;
  /** The clock is asked now and then only, and it is the processor's: on a crowded machine the other one says nothing of us. */
  const isLate = (spent: Spent): boolean => {
    if (++looks % 512 !== 0) return spent.late;
    const { user, system } = process.cpuUsage();
    spent.late ||= (user + system) / 1000 > spent.until;
    return spent.late;
  };

  /** The insides of a library's object are shown, but not far. */
  const depthOf = (value: object): number => (kit.libraryOf(value) === undefined ? 1 : 7);

  const plainName = (name: string): string => name.replace(/^[_#$]+/, '').toLowerCase();
  /**
   * An object that many others refer to under one name (`config`, `api`) is told once. Elements of collections are always told, and
   * so is what bears another name: which one is the current one is a fact of its own.
   */
  const isTold = (name: string, value: object, spent: Spent, isField: boolean): boolean => {
    if (!spent.told || !isField) return false;
    const before = spent.told.get(value);
    if (before === undefined) spent.told.set(value, plainName(name));
    return before === plainName(name);
  };

  const visit = (name: string, value: unknown, step: Step, isField = false): RawNode | undefined => {
    if (typeof value === 'function') return undefined;
    const { budget, spent, ancestors } = step;
    spent.objects++;
    spent.nodes++;
    spent.bytes += 40;
    if (value === null || typeof value !== 'object') return primitive(name, value, step);
    if (kit.isProxy(value)) return omit(name, 'unreachable', 'Proxy');
    if (ancestors.has(value) || value === process.env) return undefined;
    if (kit.isOpaque(value) || kit.isModule(value) || kit.routing.has(value)) return undefined;
    if (spent.nodes > budget.maxNodes || spent.bytes >= budget.maxBytes || isLate(spent)) {
      spent.cut++;
      return omit(name, 'budget', kit.typeName(value));
    }
    if (isTold(name, value, spent, isField)) return undefined;
    kit.visited.add(value);
    // A chain of lodash is a wrapper around what it works on.
    const wrapped = kit.slot(value, '__wrapped__');
    if (wrapped !== undefined && wrapped !== value) return visit(name, wrapped, step);
    const prototype = kit.prototypeOf(value);
    const one = prototype === Object.prototype || prototype === Array.prototype ? undefined : scalar(name, value, step);
    if (one) return one;
    const type = kit.typeName(value);
    if (step.depth >= budget.maxDepth) return omit(name, 'depth', type);
    const into: RawNode[] = [];
    ancestors.add(value);
    const secret = step.secret || kit.isSecretName(name);
    const { kind, size, seen } = children(
      value,
      {
        budget,
        spent,
        ancestors,
        secret,
        secretKeys: secret || /session|token/i.test(name),
        depth: step.depth + (step.depth === 0 && kit.isHeard(value) ? 1 : depthOf(value)),
      },
      into,
    );
    ancestors.delete(value);
    // Only functions inside: code, not state.
    if (into.length === 0 && seen > 0 && size === undefined && kind === 'object') return undefined;
    if (into.length === 0 && seen > 0 && kind === 'list' && Array.isArray(value) && typeof kit.slot(value, 0) === 'function')
      return undefined;
    return {
      name,
      kind,
      children: into,
      ...(size === undefined ? {} : { size }),
      ...(type === undefined || type === 'Object' || type === 'Array' || type === 'Map' || type === 'Set' ? {} : { type }),
    };
  };

  kit.walk = (name, value, budget, spent) => {
    try {
      return visit(name, value, { budget, spent, ancestors: new Set(), secret: false, secretKeys: false, depth: 0 });
    } catch {
      return omit(name, 'threw');
    }
  };
};
