import type { Base, Held, Hidden, Pin, Pins, Platform, ReadUnit } from './kit.js';

/**
 * What the scopes of each unit held when the inspector last told, kept weakly. It copies a scope for every look, which is the dearest
 * part of a poll: of scopes whose variables nobody assigns to any more one copy is true for ever, and of those that rarely change the
 * last copy serves until it is their turn again. Objects that variables hold are live in any case. Closed.
 */
export const createPins = (kit: Base & Hidden & Platform): Pins => {
  const valueIn = (held: Held): unknown => (held instanceof WeakRef ? held.deref() : held.value);
  let units: readonly ReadUnit[] = [];
  const pins = new Map<number, Pin>();

  const pin: Pins['pin'] = (unit, assigned, chain) => {
    const { views = [], assigned: lists = [] } = units[unit] ?? {};
    const before = pins.get(unit);
    const pin = new Map<number, Map<string, Held>>();
    let settled = true;
    let changed = before === undefined;
    views.forEach(({ index, skip, stores }, at) => {
      const names = assigned[lists[at] ?? -1];
      const variables = chain[index]?.object;
      if (!kit.isHeld(variables)) {
        settled = false;
        return;
      }
      const skipped = new Set(skip);
      const old = before?.get(index);
      const held = new Map<string, Held>();
      for (const name of stores ?? kit.variables(variables)) {
        if (skipped.has(name)) continue;
        const value = kit.slot(variables, name);
        // One that has no value yet is about to get one. Of names in other letters the list does not tell.
        if (value === undefined || !names || names.has(name) || /[^\w$]/.test(name)) settled = false;
        if (typeof value === 'function' && !kit.mayHaveStatics(value)) continue;
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
    pins.set(unit, pin);
    return { settled, changed };
  };

  const pinned: Pins['pinned'] = (unit, index) => {
    const variables: [string, unknown][] = [];
    for (const [name, held] of pins.get(unit)?.get(index) ?? []) {
      const value = valueIn(held);
      if (value !== undefined || !(held instanceof WeakRef)) variables.push([name, value]);
    }
    return variables;
  };

  return {
    planUnits: (planned) => {
      units = planned;
      pins.clear();
    },
    units: () => units,
    pin,
    pinned,
  };
};
