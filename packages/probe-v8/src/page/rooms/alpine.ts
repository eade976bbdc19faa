import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Each element that declares data has it first in a stack, before that of the elements around it; the proxies are those of `@vue/reactivity`. */
function createAlpine({ values, collector, holders, mounts }: RoomKit): Finder {
  const { own } = values;

  /** The word that the document uses for its data, where that is not written out in it. */
  const nameOf = (element: PageElement): string => {
    const declared = element.getAttribute('x-data') ?? element.getAttribute('data-x-data') ?? '';
    return /^\s*([A-Za-z_]\w*)\s*(\(|$)/.exec(declared)?.[1] ?? holders.named(element.id, 'component');
  };

  const stores = (data: object): void => {
    const all = values.unwrap((data as { $store?: unknown }).$store);
    for (const name of typeof all === 'object' && all !== null ? values.names(all) : []) {
      const live = (all as Record<string, unknown>)[name];
      const store = values.unwrap(live);
      if (typeof store === 'function' || collector.seen.has(store)) continue;
      const address = `alpine:${name}`;
      collector.place({ address, name, source: 'store', library: 'Alpine', value: store });
      // An action works on what is reactive, never on what that wraps.
      if (typeof store === 'object' && store !== null)
        holders.methods(name, address, store, store, /^[_$]|^init$/, (data as { $store: Record<string, unknown> }).$store[name]);
    }
  };

  const visit = (element: PageElement, stack: unknown): void => {
    const live = own(stack, '0');
    const raw = values.unwrap(live);
    // An element of a repeated list has a stack for what it shows, which the list has.
    if (typeof raw !== 'object' || raw === null || own(element, '_x_refreshXForScope') !== undefined) return;
    if (collector.seen.has(raw)) return;
    collector.seen.add(raw);
    stores(live as object);
    const name = nameOf(element);
    const fields: Record<string, unknown> = {};
    for (const key of Object.keys(raw)) {
      const held = own(raw, key);
      if (/^[_$]/.test(key)) continue;
      if (typeof held !== 'function') fields[key] = held;
      else if (!/^(init|destroy|on[A-Z]|handle)/.test(key))
        collector.callable({
          address: `alpine:${name}/${key}()`,
          name: key,
          kind: 'method',
          source: 'component',
          owner: name,
          parameters: collector.parametersOf(held, raw),
          certainty: 0.82,
          targets: [`Alpine:${name}`],
          call: (given) => collector.callWith(held, live, given, raw),
        });
    }
    if (Object.keys(fields).length > 0) collector.component({ library: 'Alpine', name, key: element.id || undefined, fields });
  };

  return {
    find(document) {
      for (const { element, found } of mounts(document, (element) => own(element, '_x_dataStack'))) {
        values.reactive = true;
        visit(element, found);
      }
    },
  };
}

export const alpine: Room = {
  name: 'Alpine',
  globals: /^Alpine$/,
  fields: /^_x_/,
  finder: createAlpine,
};
