import type { PageDocument, PageElement } from './dom-types.js';
import type { Recognizer, RecognizerKit } from './recognizer.js';

/** Preact hangs its tree of vnodes on the mount; property names are mangled the same way in every build. */
export function createPreact(kit: RecognizerKit): Recognizer {
  const { values, collector, holders } = kit;
  const { own } = values;
  const visit = (component: object, vnode: object): void => {
    const fields: Record<string, unknown> = {};
    const state = own(component, 'state');
    if (typeof state === 'object' && state !== null) for (const key of Object.keys(state)) fields[key] = own(state, key);
    const hooks = own(own(component, '__H'), '__');
    if (Array.isArray(hooks)) {
      const states: unknown[] = [];
      for (const hook of hooks) {
        const held = own(hook, '__');
        const isState = own(hook, '__c') !== undefined && Array.isArray(held) && typeof held[1] === 'function';
        if (isState) states.push(held[0]);
        else if (typeof held === 'object' && held !== null && !Array.isArray(held)) holders.adopt(own(held, 'current') ?? held);
      }
      const spelled = kit.hookNames.of(own(vnode, 'type'));
      states.forEach((held, i) => {
        const source = spelled.length === states.length ? (spelled[i] as string) : '';
        if (!holders.adopt(held)) fields[source.length > 2 ? source : states.length === 1 ? 'state' : `state${i + 1}`] = held;
      });
    }
    const value = own(own(component, 'props'), 'value') ?? own(own(component, 'props'), 'store');
    if (value !== undefined) holders.adopt(value);
    for (const key of Object.keys(fields)) if (typeof fields[key] === 'function') delete fields[key];
    const type = own(vnode, 'type');
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
    library: 'Preact',
    find(document) {
      for (const { found } of kit.mounts(document, (element) => own(element, '__k'))) {
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

/** Svelte components that a closure brought up (4: `$$.ctx`), and those that development builds mark on elements. */
export function createSvelte(kit: RecognizerKit): Recognizer {
  const { values, collector } = kit;
  const { own } = values;
  return {
    library: 'Svelte',
    find(document) {
      // A live list gives its first elements without listing all of them.
      const all = document.getElementsByTagName('*');
      for (let i = 0; i < 2000; i++) {
        const element = all[i];
        if (!element) break;
        if (Reflect.ownKeys(element).length === 0) continue;
        for (const key of Object.getOwnPropertyNames(element)) {
          if (!/^(__[a-z]+|\$\$[a-z]+)$/.test(key)) continue;
          // Delegated handlers: Svelte 5 (`__click`) and Solid (`$$click`) hang the function itself on the element.
          const held = own(element, key);
          if (typeof held === 'function') collector.functions.add(held);
          else if (Array.isArray(held) && typeof held[0] === 'function') collector.functions.add(held[0]);
        }
        for (const symbol of Object.getOwnPropertySymbols(element)) {
          const held = own(element, symbol);
          if (typeof held !== 'object' || held === null) continue;
          for (const key of Object.keys(held)) if (typeof own(held, key) === 'function') collector.functions.add(own(held, key));
        }
      }
    },
  };
}

/** Custom elements: their own fields, and the properties that Lit keeps behind accessors. */
export function createCustomElements(kit: RecognizerKit): Recognizer {
  const { values, collector } = kit;
  const { own } = values;
  /** A property behind an accessor that does nothing but return a field, as Lit makes them. Any other is application code. */
  const behind = (element: PageElement, name: string): unknown => {
    for (let at = Object.getPrototypeOf(element) as object | null, i = 0; at && i < 6; at = Object.getPrototypeOf(at), i++) {
      const get = Object.getOwnPropertyDescriptor(at, name)?.get;
      if (!get) continue;
      const text = Function.prototype.toString.call(get);
      return /^(get|function)?\s*[\w$]*\s*\(\)\s*\{\s*return this(\[[\w$]+\]|\.[\w$]+);?\s*\}$/.test(text)
        ? Reflect.apply(get, element, [])
        : undefined;
    }
    return undefined;
  };

  /** What an element's class can do, beyond what every element must be able to. */
  const methods = (element: PageElement, fields: object): void => {
    const proto = Object.getPrototypeOf(element) as object;
    const name = element.localName;
    for (const key of Object.getOwnPropertyNames(proto)) {
      const fn = own(proto, key);
      if (
        typeof fn !== 'function' ||
        /^(constructor|_|\$|#|on[A-Z]|handle|render|update[A-Z]?|should|will|first|get[A-Z]|connected|disconnected|adopted|attributeChanged|perform|request)/.test(
          key,
        ) ||
        /^\w+\s*\((e|ev|evt|event)\b|\[native code\]/.test(Function.prototype.toString.call(fn).slice(0, 60))
      )
        continue;
      const ref = new WeakRef(element);
      collector.callable({
        address: `element:${name}${element.id ? `#${element.id}` : ''}/${key}()`,
        name: key,
        kind: 'method',
        source: 'component',
        owner: name,
        parameters: collector.parametersOf(fn, fields),
        certainty: 0.8,
        targets: [`Web Components:${name}`],
        call: (given) => collector.callWith(fn, ref.deref(), given, fields),
      });
    }
  };

  const visit = (all: ArrayLike<PageElement>, level: number, budget: { left: number }): void => {
    for (let i = 0; budget.left > 0; i++) {
      const element = all[i];
      if (!element) break;
      budget.left--;
      if (!element.localName.includes('-')) continue;
      const fields: Record<string, unknown> = {};
      const type = own(Object.getPrototypeOf(element), 'constructor');
      const lit = own(type, 'elementProperties');
      const declared = lit instanceof Map ? new Set([...lit.keys()].map(String)) : undefined;
      for (const name of declared ?? []) {
        const held = behind(element, name);
        if (held !== undefined && typeof held !== 'function') fields[name] = held;
      }
      for (const key of Object.getOwnPropertyNames(element)) {
        const held = own(element, key);
        if (typeof held === 'function' || /^(_\$|__ng|__react|__vue|\$\$)/.test(key)) continue;
        const name = key.replace(/^_+/, '');
        if (declared ? !declared.has(name) && key.startsWith('__') : key.startsWith('__')) continue;
        if (/^(renderRoot|renderOptions|isUpdatePending|hasUpdated|shadow|root|internals)$/.test(name)) continue;
        fields[name] = held;
      }
      if (Object.keys(fields).length > 0) {
        collector.component({ library: 'Web Components', name: element.localName, key: element.id || undefined, fields });
        methods(element, fields);
      }
      if (element.shadowRoot && level < 6) visit(element.shadowRoot.querySelectorAll('*'), level + 1, budget);
    }
  };
  return {
    library: 'Web Components',
    find: (document: PageDocument) => visit(document.getElementsByTagName('*'), 0, { left: 5000 }),
  };
}
