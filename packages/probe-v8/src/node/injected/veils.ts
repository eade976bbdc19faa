import type { Kit } from './kit.js';

/** Private fields: what needs help from outside, again and again. Closed. */
export const addVeils = (kit: Kit): void => {
  kit.veils = [];
  kit.privates = new WeakMap();
  kit.unveil = (fields, handles) => {
    const found = new Map<number, [string, unknown][]>();
    for (const { veil, name, value, handle } of fields) {
      const list = found.get(veil) ?? [];
      list.push([name, handle === undefined ? value : handles[handle]]);
      found.set(veil, list);
    }
    for (const [veil, list] of found) {
      const object = kit.veils[veil]?.deref();
      if (object) kit.privates.set(object, list);
    }
  };
};
