import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/**
 * Ember keeps one of each service, controller and route in a container, and everything that it will have to take down in a tree of
 * destroyables, components too. Whatever the framework made knows its owner, and the owner has the container.
 */
function createEmber({ values, collector, holders }: RoomKit): Finder {
  const { own, names, hidden } = values;
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const isContainer = (value: unknown): value is object =>
    isObject(value) && own(value, 'factoryManagerCache') !== undefined && isObject(own(value, 'cache'));
  const internal =
    /^(_|is(Mixin|Destroy\w+|Controller|View|Component)$|(target|namespace|router|actions|store|args|attrs|queryParams|parentView|childViews|element|elementId|tagName|ariaRole|action|actionContext|currentState|renderer)$|(concatenated|merged)Properties$|className\w*$|attributeBindings|\w+Binding$)/;

  const ownerOf = (value: object): unknown => {
    for (const symbol of Object.getOwnPropertySymbols(value)) if (symbol.description === 'OWNER') return own(value, symbol);
    return own(value, '__OWNER__');
  };

  /** Own fields, those that the class declares, and tracked ones; without other residents of the container, which have places of their own. */
  const fieldsOf = (held: object, inside: ReadonlySet<unknown>): Record<string, unknown> => {
    const fields: Record<string, unknown> = {};
    const tell = (name: string, value: unknown): void => {
      if (name in fields || value === undefined || typeof value === 'function' || internal.test(name) || inside.has(value))
        return;
      fields[name] = value;
    };
    for (const name of names(held)) tell(name, own(held, name));
    for (const [name, value] of hidden.fieldsOf(held)) tell(name, value);
    return fields;
  };

  const lifecycle = /^(_|constructor$|init$|will[A-Z]|did[A-Z]|destroy$|toString$|bounds$|debugName$)/;
  const methods = (owner: string, address: string, held: object, fields: object): void => {
    const proto = Object.getPrototypeOf(held) as object;
    const service = address.startsWith('ember:service');
    const ref = new WeakRef(held);
    for (const key of names(proto)) {
      const fn = own(proto, key) ?? actionOf(proto, key);
      if (typeof fn !== 'function' || lifecycle.test(key) || own(fn, 'isClass') === true) continue;
      collector.callable({
        address: `${address}/${key}()`,
        name: key,
        kind: service ? 'store_action' : 'method',
        source: service ? 'store' : 'component',
        owner,
        parameters: collector.parametersOf(fn, fields),
        certainty: service ? 0.9 : 0.8,
        targets: [address],
        call: (given) => collector.callWith(fn, ref.deref(), given, fields),
      });
    }
  };

  /** `@action` hides a method behind an accessor that binds it, and leaves the method itself among the actions of the class. */
  const actionOf = (proto: object, key: string): unknown => own(own(proto, 'actions'), key);

  /** What older renderers have drawn, which is not in the tree. */
  const rootsOf = (residents: ReadonlySet<unknown>): unknown[] =>
    [...residents].flatMap((resident) => {
      const roots = own(resident, '_roots');
      return Array.isArray(roots) ? roots.flatMap((root: unknown) => [root, own(root, 'result')]) : [];
    });

  /** Components, in the order in which they were made. */
  const components = (owner: object, residents: ReadonlySet<unknown>): object[] => {
    const found: object[] = [];
    const seen = new Set<unknown>();
    const queue: object[] = [];
    for (const start of [owner, ...residents, ...rootsOf(residents)])
      if (isObject(start) && !seen.has(start)) {
        seen.add(start);
        queue.push(start);
      }
    for (let i = 0; i < queue.length && i < 20_000; i++) {
      const meta = hidden.behind({ of: owner, name: 'isDestroyed' }, queue[i] as object);
      const children = own(meta, 'children');
      const all: unknown[] = Array.isArray(children) ? children : children instanceof Set ? [...children] : [children];
      for (const child of all) {
        if (!isObject(child) || seen.has(child)) continue;
        seen.add(child);
        queue.push(child);
        // Classic ones are inside of what their manager keeps.
        const inner = own(child, 'component');
        const component = isObject(inner) ? inner : child;
        // Fields and links of the framework itself know who called them.
        const isComponent =
          (own(component, 'args') !== undefined && own(component, 'caller') === undefined) || inner === component;
        if (isComponent && ownerOf(component) !== undefined) found.push(component);
      }
    }
    return found;
  };

  const className = (held: object): string => {
    const name = String(own(own(Object.getPrototypeOf(held), 'constructor'), 'name') ?? '').replace(/^_|Component$|\d+$/g, '');
    return name.length > 2 && name !== 'Class' ? name : '';
  };

  const take = (container: object): void => {
    const cache = own(container, 'cache') as object;
    const inside = new Set(names(cache).map((key) => own(cache, key)));
    for (const key of names(cache)) {
      const [, kind, name = ''] = /^(service|controller|route):(?!-|router$)(.+)$/.exec(key) ?? [];
      const held = own(cache, key);
      if (kind === undefined || !isObject(held)) continue;
      const address = `ember:${key}`;
      if (kind === 'route') {
        const value = own(held, 'currentModel');
        if (value !== undefined && value !== null)
          collector.place({ address, name, source: 'component', library: 'Ember', value });
        continue;
      }
      const fields = fieldsOf(held, inside);
      if (Object.keys(fields).length > 0)
        collector.place({ address, name, source: kind === 'service' ? 'store' : 'component', library: 'Ember', value: fields });
      methods(name, address, held, fields);
    }
    const owner = own(container, 'owner');
    const unnamed = new Map<unknown, string>();
    for (const component of isObject(owner) ? components(owner, inside) : []) {
      const type = Object.getPrototypeOf(component) as unknown;
      const told = className(component);
      if (!told && !unnamed.has(type)) unnamed.set(type, `component${unnamed.size > 0 ? unnamed.size + 1 : ''}`);
      const name = told || (unnamed.get(type) as string);
      const fields = fieldsOf(component, inside);
      if (Object.keys(fields).length > 0) collector.component({ library: 'Ember', name, fields });
      methods(name, `Ember:${name}`, component, fields);
    }
  };

  return {
    holders: [{ test: isContainer, take }],
    leadOf(value) {
      const owner = ownerOf(value) ?? own(value, '_owner') ?? value;
      const container = own(owner, '__container__');
      return isContainer(container) ? container : undefined;
    },
    // Applications of an Ember that is a global. Others are found in closures and on the heap, by their container.
    find() {
      const namespaces = own(own(own(globalThis, 'Ember'), 'Namespace'), 'NAMESPACES');
      for (const app of Array.isArray(namespaces) ? namespaces : []) {
        const instances = own(app, '_applicationInstances');
        const all: unknown[] =
          instances instanceof Set ? [...Set.prototype.values.call(instances)] : [own(app, '__deprecatedInstance__')];
        for (const instance of all) holders.adopt(own(instance, '__container__'));
      }
    },
  };
}

export const ember: Room = {
  name: 'Ember',
  keeps: 'all',
  globals: /^Ember$/,
  generatedNames: /^ember[-_]\w*\d/,
  inside: ({ own }) => ({
    // Classes of its object model, and those made from one.
    declares: (maker, field) => {
      if (/^_|^is(Mixin|Destroy\w+|Factory)$|^(concatenated|merged)Properties$|^actions$/.test(field)) return false;
      for (let at: object | null = maker, i = 0; at && i < 12; at = Object.getPrototypeOf(at) as object | null, i++)
        if (own(at, 'isClass') === true) return true;
      return false;
    },
  }),
  finder: createEmber,
};
