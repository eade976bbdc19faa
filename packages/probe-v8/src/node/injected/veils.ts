import type { Base, Veils } from './kit.js';

/** Private fields: what needs help from outside, again and again. Closed. */
export const createVeils = (kit: Base): Veils => {
  const mostVeils = 40;
  const mostText = 50_000;
  const kinds = new WeakMap<object, boolean>();
  /** By which accessors a class hands out the fields that a minifier renamed. */
  const accessors = new WeakMap<object, ReadonlyMap<string, string>>();
  /** Objects whose class has private fields, and what the inspector told last. */
  let veils: WeakRef<object>[] = [];
  const privates = new WeakMap<object, readonly (readonly [name: string, value: unknown])[]>();
  const isVeiled = (prototype: object | null): boolean => {
    if (prototype === null || prototype === Object.prototype || kit.isProxy(prototype)) return false;
    const known = kinds.get(prototype);
    if (known !== undefined) return known;
    const maker = kit.slot(prototype, 'constructor');
    const text = typeof maker === 'function' && !kit.isProxy(maker) ? kit.sourceOf(maker) : '';
    accessors.set(
      prototype,
      new Map(
        kit
          .handedOut(text.slice(0, mostText))
          .flatMap(({ accessor, field }) => (kit.isTelling(field) ? [] : [[`#${field}`, accessor]])),
      ),
    );
    const answer = (/^class\b/.test(text) && /[\s.{;]#[A-Za-z_$]/.test(text)) || isVeiled(kit.prototypeOf(prototype));
    kinds.set(prototype, answer);
    return answer;
  };
  const calledBy = (prototype: object | null, field: string): string => {
    for (let at = prototype; at; at = kit.prototypeOf(at)) {
      const accessor = accessors.get(at)?.get(field);
      if (accessor !== undefined) return `#${accessor}`;
    }
    return field;
  };
  /** Private fields as the inspector told them; objects that have some are remembered, so that it is asked next time. */
  const privateFields: Veils['privateFields'] = (value) => {
    if (!isVeiled(typeof value === 'function' ? (kit.slot(value, 'prototype') as object | null) : kit.prototypeOf(value)))
      return [];
    if (veils.length < mostVeils && !veils.some((veil) => veil.deref() === value)) veils.push(new WeakRef(value));
    return privates.get(value) ?? [];
  };

  return {
    privateFields,
    veiled: (nth, of) => {
      veils = veils.filter((veil) => veil.deref() !== undefined);
      const few = veils.length <= 2 * of;
      return veils.map((veil, at) => (few || at % of === nth ? veil.deref() : null));
    },
    unveil: (fields, handles) => {
      const found = new Map<number, [string, unknown][]>();
      for (const { veil, name, value, handle } of fields) {
        const list = found.get(veil) ?? [];
        list.push([name, handle === undefined ? value : handles[handle]]);
        found.set(veil, list);
      }
      for (const [veil, list] of found) {
        const object = veils[veil]?.deref();
        const prototype = object === undefined ? null : kit.prototypeOf(object);
        if (object)
          privates.set(
            object,
            list.map(([name, value]) => [calledBy(prototype, name), value]),
          );
      }
    },
  };
};
