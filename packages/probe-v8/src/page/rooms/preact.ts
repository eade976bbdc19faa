import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Preact hangs its tree of vnodes on the mount; property names are mangled the same way in every build. */
function createPreact(kit: RoomKit): Finder {
  const { values, collector, holders, kept } = kit;
  const { own } = values;
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  /** Signals that an application keeps together, and what it does with them: a store, whoever is handed it. */
  const adoptSignals = (hint: string, held: unknown): void => {
    if (!isObject(held) || Object.getPrototypeOf(held) !== Object.prototype || collector.seen.has(held)) return;
    const all = values.names(held).map((name) => [name, own(held, name)] as const);
    if (!all.some(([, one]) => isObject(one) && values.unwrap(one) !== one)) return;
    collector.seen.add(held);
    const name = holders.named(hint, 'store');
    const value = Object.fromEntries(all.filter(([, one]) => typeof one !== 'function'));
    const place = { name, source: 'store', library: 'Preact', value } as const;
    const address = collector.place({ ...place, address: `signals:${holders.sign(held, held)}` });
    holders.methods(name, address, held, held, /^_/);
  };
  const visit = (component: object, vnode: object): void => {
    const fields: Record<string, unknown> = {};
    const state = own(component, 'state');
    if (typeof state === 'object' && state !== null) for (const key of Object.keys(state)) fields[key] = own(state, key);
    const hooks = own(own(component, '__H'), '__');
    if (Array.isArray(hooks)) {
      const states: unknown[] = [];
      const refs: unknown[] = [];
      for (const hook of hooks) {
        const held = own(hook, '__');
        const isState = own(hook, '__c') !== undefined && Array.isArray(held) && typeof held[1] === 'function';
        if (isState) {
          states.push(held[0]);
          kept.know(held[0]);
          kept.know(held[1]);
        } else if (typeof held === 'object' && held !== null && !Array.isArray(held)) {
          const isRef = Object.hasOwn(held, 'current') && Object.keys(held).length === 1;
          if (!holders.adopt(own(held, 'current') ?? held) && isRef) refs.push(own(held, 'current'));
        }
      }
      kept.refs(fields, own(vnode, 'type'), refs);
      const spelled = kit.hookNames.of(own(vnode, 'type'));
      states.forEach((held, i) => {
        const source = spelled.length === states.length ? (spelled[i] as string) : '';
        if (holders.adopt(held)) return;
        if (source.length > 2) fields[source] = held;
        else kept.put(fields, states.length === 1 ? 'state' : `state${i + 1}`, held);
      });
    }
    const props = own(component, 'props');
    kept.meet(props);
    if (isObject(props)) for (const key of Object.keys(props)) adoptSignals(key, own(props, key));
    const value = own(props, 'value') ?? own(props, 'store');
    if (value !== undefined && !holders.adopt(value) && typeof own(component, 'getChildContext') === 'function') {
      kept.meet(value);
      const beside = kept.beside(value);
      if (Object.keys(beside).length > 0) collector.component({ library: 'Preact', name: 'context', fields: beside });
    }
    kept.ofInstance(fields, component, /^_|^(props|context|refs|base|state|sub)$/);
    for (const key of Object.keys(fields)) if (typeof fields[key] === 'function') delete fields[key];
    const type = own(vnode, 'type');
    collector.top(type);
    const name = typeof type === 'function' ? String(own(type, 'displayName') ?? own(type, 'name')) : '';
    const key = own(vnode, 'key');
    if (Object.keys(fields).length > 0)
      collector.component({
        library: 'Preact',
        name: name.length > 2 ? name : 'component',
        key: key === undefined || key === null ? undefined : String(key),
        fields,
      });
  };
  return {
    find(document) {
      for (const { found } of kit.mounts(document, (element) => own(element, '__k'))) {
        kept.reset();
        const stack: unknown[] = [found];
        for (let i = 0; i < 20_000 && stack.length > 0; i++) {
          const vnode = stack.pop();
          if (typeof vnode !== 'object' || vnode === null) continue;
          const component = own(vnode, '__c');
          if (typeof component === 'object' && component !== null) visit(component, vnode);
          const children = own(vnode, '__k');
          if (Array.isArray(children)) for (let c = children.length - 1; c >= 0; c--) stack.push(children[c]);
        }
      }
    },
  };
}

export const preact: Room = {
  name: 'Preact',
  keeps: 'components',
  inside: ({ own, has }) => ({
    unwrap: (value) => {
      // A signal, or one that is computed from others, whose class is made from that.
      let proto = has(value, 'v') ? (Object.getPrototypeOf(value) as object | null) : null;
      if (proto && !has(proto, 'brand')) proto = Object.getPrototypeOf(proto) as object | null;
      return proto && typeof own(proto, 'brand') === 'symbol' ? own(value, 'v') : value;
    },
    isMachinery: (value) => has(value, '__k') && has(value, 'constructor'),
  }),
  finder: createPreact,
};
