import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Elements carry the data that Knockout keeps for them, the context of their bindings among it: that leads to the view models. */
function createKnockout({ values, collector, holders, mounts }: RoomKit): Finder {
  const { own, has, names } = values;
  const { getPrototypeOf } = Object;
  const mostHeld = 20;
  const mostDeep = 3;
  const mostOffered = 200;
  let offered = 0;

  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const isContext = (value: unknown): value is object => isObject(value) && has(value, '$root') && has(value, '$parents');

  /** The context itself or, since 3.5, with what else is known of the bindings of the element. Before, an element has but a number, and Knockout is asked. */
  const contextOf = (element: PageElement): object | undefined => {
    const key = Object.getOwnPropertyNames(element).find((name) => /^__ko__\d+$/.test(name));
    const data = key === undefined ? undefined : own(element, key);
    const ask = typeof data === 'string' ? own(own(globalThis, 'ko'), 'contextFor') : undefined;
    const told = typeof ask === 'function' ? (ask(element) as unknown) : undefined;
    if (isContext(told)) return told;
    for (const name of isObject(data) ? names(data) : []) {
      const held = own(data, name);
      if (isContext(held)) return held;
      const found = isObject(held) ? names(held).find((inner) => isContext(own(held, inner))) : undefined;
      if (found !== undefined) return own(held, found) as object;
    }
    return undefined;
  };

  const isObservable = (held: unknown): held is (value: unknown) => unknown =>
    typeof held === 'function' && values.unwrapFunction(held) !== held;
  /** One that can be set: what is computed says what it depends on. */
  const isSettable = (held: object): boolean => !('getDependenciesCount' in held);
  const isModel = (value: unknown): value is object =>
    isObject(value) && names(value).some((name) => isObservable(own(value, name)));

  /** Its methods by name, its own first, then those of its classes. */
  const methodsOf = (model: object): Map<string, object> => {
    const found = new Map<string, object>();
    for (let at: object | null = model; at && at !== Object.prototype; at = getPrototypeOf(at) as object | null)
      for (const name of Object.getOwnPropertyNames(at)) {
        const fn = own(at, name);
        if (typeof fn !== 'function' || found.has(name) || isObservable(fn)) continue;
        if (!/^([_$].*|constructor|(init|initialize|dispose|serialize|deserialize)|(on|handle|after|before)[A-Z].*)$/.test(name))
          found.set(name, fn);
      }
    return found;
  };

  interface Owner {
    readonly name: string;
    readonly address: string;
    /** One of many, which are told to do something by which of them is meant. */
    readonly isElement?: boolean;
  }
  const offer = (model: object, owner: Owner, source: 'store' | 'component', depth: number, above: readonly object[]): void => {
    if (above.includes(model)) return;
    const { address, name: called } = owner;
    const like = Object.fromEntries(names(model).map((name) => [name, values.unwrap(own(model, name))]));
    const put = (name: string, fn: object, kind: 'method' | 'setter', type?: 'string' | 'number' | 'boolean'): void => {
      if (offered++ >= mostOffered) return;
      const isSetter = type !== undefined;
      collector.callable({
        address: `${address}/${isSetter ? `${name}=` : `${name}()`}`,
        name: isSetter ? `set${name.replace(/^[a-z]/, (letter) => letter.toUpperCase())}` : name,
        kind,
        source,
        owner: called,
        parameters: isSetter ? [{ name: 'value', type, required: true }] : collector.parametersOf(fn, like),
        certainty: 0.85,
        targets: [address],
        ...(kind === 'setter' && { reads: `${address}/${name}` }),
        call: (given) =>
          isSetter ? Reflect.apply(fn as () => unknown, model, [given.value]) : collector.callWith(fn, model, given, like),
      });
    };
    for (const [name, fn] of methodsOf(model)) put(name, fn, 'method');
    for (const name of names(model)) {
      const held = own(model, name);
      const now = values.unwrap(held);
      if (/^[_$]/.test(name)) continue;
      const type = typeof now;
      if ((type === 'string' || type === 'number' || type === 'boolean') && isObservable(held) && isSettable(held))
        put(name, held, owner.isElement ? 'method' : 'setter', type);
      if (depth >= mostDeep) continue;
      const within = [...above, model];
      if (isModel(now)) offer(now, { ...owner, name, address: `${address}/${name}` }, source, depth + 1, within);
      for (const [i, one] of Array.isArray(now) ? now.slice(0, mostHeld).entries() : [])
        if (isModel(one)) offer(one, { name, address: `${address}/${name}/${i}`, isElement: true }, source, depth + 1, within);
    }
  };

  const nameOf = (model: object, element?: PageElement): string => {
    const made = values.typeName(model);
    const said = (made === 'Object' ? undefined : made)?.replace(/(View_?Model|VM)$/i, '');
    return holders.named(said, holders.named(element?.id, 'model'));
  };
  /** A component is drawn in an element that is called as it is. */
  const tagOf = (element: PageElement): string => {
    for (let at: PageElement | null = element; at; at = at.parentElement) if (at.localName.includes('-')) return at.localName;
    return 'component';
  };

  const root = (model: object, element?: PageElement): void => {
    if (collector.seen.has(model)) return;
    const name = nameOf(model, element);
    const address = collector.place({ address: `knockout:${name}`, name, source: 'store', library: 'Knockout', value: model });
    offer(model, { name, address }, 'store', 0, []);
  };
  const component = (model: object, element: PageElement): void => {
    if (collector.seen.has(model)) return;
    collector.seen.add(model);
    const name = tagOf(element);
    const fields = Object.fromEntries(names(model).map((field) => [field, own(model, field)]));
    collector.component({ library: 'Knockout', name, fields });
    offer(model, { name, address: `Knockout:${name}` }, 'component', 0, []);
  };

  return {
    // Where no element leads to it.
    holders: [
      {
        test: isContext,
        take: (context) => {
          const model = own(context, '$root');
          if (isObject(model)) root(model);
        },
      },
    ],
    find(document) {
      offered = 0;
      for (const { element, found } of mounts(document, contextOf)) {
        const model = own(found, '$root');
        if (isObject(model)) root(model, element);
        const part = own(found, '$component');
        if (isObject(part)) component(part, element);
      }
    },
  };
}

export const knockout: Room = {
  name: 'Knockout',
  keeps: 'components',
  globals: /^ko$/,
  fields: /^__ko_/,
  inside: ({ own, has, symbolNamed }) => {
    /** What Knockout put on a function, or on what all of its kind inherit from. */
    const ofLibrary = (fn: object, name: string): unknown => {
      for (let at: object | null = fn; at && at !== Function.prototype; at = Object.getPrototypeOf(at) as object | null)
        if (has(at, name)) return own(at, name);
      return undefined;
    };
    const counts = (fn: object, name: string): boolean => {
      const count = ofLibrary(fn, name);
      return typeof count === 'function' && (count.call(fn, 'change') as number) > 0;
    };
    return {
      // To call an observable is to be noted as one who depends on it. Its own field has what it holds.
      unwrapFunction: (fn) => {
        if (typeof ofLibrary(fn, '__ko_proto__') !== 'function') return fn;
        const latest = symbolNamed(fn, '_latestValue');
        if (latest) return own(fn, latest);
        // What is computed keeps its last value before all else, whatever a build called that.
        const state = symbolNamed(fn, '_state');
        const held = state && own(fn, state);
        if (typeof held === 'object' && held !== null) return own(held, Object.keys(held)[0] ?? '');
        // Before 3.4 closures kept it, and it is told by who peeks: of what is computed only while somebody hears of it, since it is computed for that.
        const isComputed = ofLibrary(fn, 'getDependenciesCount') !== undefined;
        if (isComputed && !(counts(fn, 'getDependenciesCount') && counts(fn, 'getSubscriptionsCount'))) return undefined;
        const peek = ofLibrary(fn, 'peek');
        return typeof peek === 'function' ? (peek.call(fn) as unknown) : undefined;
      },
      isMachinery: (value) => has(value, '$root') && has(value, '$parents'),
    };
  },
  finder: createKnockout,
};
