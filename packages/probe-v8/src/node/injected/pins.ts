import type { Dict, Kit } from './kit.js';

/**
 * Scopes whose variables nobody assigns to any more. The inspector copies a scope for every look, which is the dearest part of a poll;
 * of these, one copy is true for ever, so what it held is kept, weakly. Closed.
 */
export const addPins = (kit: Kit): void => {
  const isHeld = (value: unknown): value is object =>
    value !== null && (typeof value === 'object' || typeof value === 'function');
  kit.pins = new Map();

  kit.pin = (unit, assigned, chain) => {
    const { views = [], assigned: lists = [] } = kit.units[unit] ?? {};
    const pin = new Map<number, Map<string, WeakRef<object> | { value: unknown }>>();
    views.forEach(({ index, skip }, at) => {
      const names = assigned[lists[at] ?? -1];
      const variables = chain[index]?.object;
      if (!names || !isHeld(variables)) return;
      const held = new Map<string, WeakRef<object> | { value: unknown }>();
      for (const name of Object.getOwnPropertyNames(variables)) {
        const value = kit.slot(variables, name);
        if (skip.includes(name)) continue;
        // One that has no value yet is about to get one. Of names in other letters the list does not tell.
        if (value === undefined || names.has(name) || /[^\w$]/.test(name)) return;
        if (typeof value !== 'function') held.set(name, isHeld(value) ? new WeakRef(value) : { value });
      }
      pin.set(index, held);
    });
    if (pin.size < views.length) return false;
    kit.pins.set(unit, pin);
    return true;
  };

  kit.pinned = (unit, index) => {
    const variables: Dict = { __proto__: null };
    for (const [name, held] of kit.pins.get(unit)?.get(index) ?? []) {
      const value = held instanceof WeakRef ? held.deref() : held.value;
      if (value !== undefined) variables[name] = value;
    }
    return variables;
  };
};
