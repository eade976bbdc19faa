import type { Held, Kit } from './kit.js';

/**
 * What the scopes of each unit held when the inspector last told, kept weakly. It copies a scope for every look, which is the dearest
 * part of a poll: of scopes whose variables nobody assigns to any more one copy is true for ever, and of those that rarely change the
 * last copy serves until it is their turn again. Objects that variables hold are live in any case. Closed.
 */
export const addPins = (kit: Kit): void => {
  const valueIn = (held: Held): unknown => (held instanceof WeakRef ? held.deref() : held.value);
  kit.pins = new Map();

  kit.pin = (unit, assigned, chain) => {
    const { views = [], assigned: lists = [] } = kit.units[unit] ?? {};
    const before = kit.pins.get(unit);
    const pin = new Map<number, Map<string, Held>>();
    let settled = true;
    let changed = before === undefined;
    views.forEach(({ index, skip }, at) => {
      const names = assigned[lists[at] ?? -1];
      const variables = chain[index]?.object;
      if (!kit.isHeld(variables)) {
        settled = false;
        return;
      }
      const skipped = new Set(skip);
      const old = before?.get(index);
      const held = new Map<string, Held>();
      for (const name of Object.getOwnPropertyNames(variables)) {
        if (skipped.has(name)) continue;
        const value = kit.slot(variables, name);
        // One that has no value yet is about to get one. Of names in other letters the list does not tell.
        if (value === undefined || !names || names.has(name) || /[^\w$]/.test(name)) settled = false;
        if (typeof value === 'function' && !kit.hasStatics(value)) continue;
        const known = old?.get(name);
        if (known !== undefined && Object.is(valueIn(known), value)) held.set(name, known);
        else {
          changed = true;
          kit.noteHidden(name, value);
          held.set(name, kit.isHeld(value) ? new WeakRef(value) : { value });
        }
      }
      if (old && old.size !== held.size) changed = true;
      pin.set(index, held);
    });
    kit.pins.set(unit, pin);
    return { settled, changed };
  };

  kit.pinned = (unit, index) => {
    const variables: [string, unknown][] = [];
    for (const [name, held] of kit.pins.get(unit)?.get(index) ?? []) {
      const value = valueIn(held);
      if (value !== undefined || !(held instanceof WeakRef)) variables.push([name, value]);
    }
    return variables;
  };
};
