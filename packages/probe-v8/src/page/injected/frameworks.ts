import type { PageDocument, PageElement } from './dom-types.js';
import type { Recognizer, RecognizerKit } from './react.js';

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

/**
 * Angular keeps views in arrays: the host element first, the component at a fixed place. Elements carry the view, or only a
 * number that leads to it through a table of the library; then `ng` (development) or a closure brings the view up.
 */
export function createAngular(kit: RecognizerKit & { views: Set<unknown> }): Recognizer {
  const { values, collector, views } = kit;
  const { own } = values;
  const host = 0;
  const parent = 3;
  const context = 8;
  const isView = (value: unknown): value is unknown[] =>
    Array.isArray(value) &&
    value.length > 20 &&
    typeof value[1] === 'object' &&
    value[1] !== null &&
    own(value[1], 'blueprint') !== undefined;

  const component = (instance: object): void => {
    if (collector.seen.has(instance)) return;
    collector.seen.add(instance);
    const proto = Object.getPrototypeOf(instance) as object | null;
    const type = proto ? own(proto, 'constructor') : undefined;
    if (typeof type !== 'function' || type === Object) return;
    const name =
      String(own(type, 'name'))
        .replace(/^_/, '')
        .replace(/Component$/, '') || 'component';
    const fields: Record<string, unknown> = {};
    for (const key of Object.getOwnPropertyNames(instance)) {
      const held = own(instance, key);
      if (/^(__|ng)/.test(key)) continue;
      if (typeof held === 'object' && held !== null && injected(held, key)) continue;
      fields[key] = held;
    }
    const address = `Angular:${name}`;
    collector.component({ library: 'Angular', name, fields });
    for (const key of Object.getOwnPropertyNames(proto as object)) {
      const fn = own(proto, key);
      if (typeof fn !== 'function' || /^(constructor|_|ng[A-Z]|on[A-Z]|handle|trackBy)/.test(key)) continue;
      if (/^\w+\s*\((e|ev|evt|event|\$event)\b/.test(Function.prototype.toString.call(fn).slice(0, 60))) continue;
      collector.callable({
        address: `angular:${name}/${key}()`,
        name: key,
        kind: 'method',
        source: 'component',
        owner: name,
        parameters: collector.parametersOf(fn, fields),
        certainty: 0.82,
        targets: [address],
        call: (given) => collector.callWith(fn, instance, given, fields),
      });
    }
  };

  /** A service that a component was given: application state of its own, or part of the framework. */
  const injected = (value: object, key: string): boolean => {
    const proto = Object.getPrototypeOf(value) as object | null;
    const type = proto ? own(proto, 'constructor') : undefined;
    if (typeof type !== 'function' || type === Object || type === Array || type === Date || type === Map || type === Set)
      return false;
    const source = own(value, 'source');
    if (own(value, 'actionsObserver') !== undefined && source) {
      collector.place({ address: 'ngrx', name: 'store', source: 'store', library: 'NgRx', value: source });
      return true;
    }
    // Both are getters in development builds: that they are there says enough.
    if (!Object.hasOwn(type, 'ɵprov') && !Object.hasOwn(type, 'ɵfac')) return false;
    if (
      /^(_?(http|router|route|location|title|renderer|injector|zone|ngZone|el|elementRef|cdr|fb|formBuilder|dialog|snackBar|destroyRef|sanitizer|platform|meta))$/i.test(
        key,
      )
    )
      return true;
    const spelled = String(own(type, 'name')).replace(/^_/, '');
    const name = spelled.length > 2 ? spelled : key;
    collector.place({
      address: `service:${name}`,
      name: name.replace(/Service$/, ''),
      source: 'store',
      library: 'Angular',
      value,
    });
    for (const method of Object.getOwnPropertyNames(proto as object)) {
      const fn = own(proto, method);
      if (typeof fn !== 'function' || /^(constructor|_|ng[A-Z])/.test(method)) continue;
      collector.callable({
        address: `service:${name}/${method}()`,
        name: method,
        kind: 'store_action',
        source: 'store',
        owner: name,
        parameters: collector.parametersOf(fn, value),
        certainty: 0.85,
        targets: [`service:${name}`],
        call: (given) => collector.callWith(fn, value, given, value),
      });
    }
    return true;
  };

  const walk = (view: unknown[], done: Set<unknown>): void => {
    const stack: unknown[] = [view];
    for (let i = 0; i < 5000 && stack.length > 0; i++) {
      const now = stack.pop();
      if (!Array.isArray(now) || done.has(now)) continue;
      done.add(now);
      if (isView(now)) {
        const held = now[context];
        if (typeof held === 'object' && held !== null) component(held);
      }
      for (const item of now) {
        if (!Array.isArray(item) || done.has(item)) continue;
        if (isView(item) || (item.length > 6 && Array.isArray(item[host])) || (item.length > 8 && item[1] === true))
          stack.push(item);
      }
    }
  };

  return {
    library: 'Angular',
    find(document) {
      const roots = document.querySelectorAll('[ng-version]');
      if (roots.length === 0) return;
      const done = new Set<unknown>();
      const starts = new Set<unknown>(views);
      for (let i = 0; i < roots.length; i++) {
        const element = roots[i] as PageElement;
        const link = own(element, '__ngContext__');
        if (Array.isArray(link)) starts.add(link);
        const debug = own(globalThis, 'ng');
        const getComponent = own(debug, 'getComponent');
        if (typeof getComponent === 'function') {
          const all = element.querySelectorAll('*');
          for (const candidate of [element, ...Array.from(all).slice(0, 3000)]) {
            if (!candidate.localName.includes('-')) continue;
            const found = (getComponent as (e: unknown) => unknown)(candidate);
            if (typeof found === 'object' && found !== null) component(found);
          }
        }
      }
      for (const start of starts) {
        let top = start as unknown[];
        for (let i = 0; i < 100 && Array.isArray(top[parent]); i++) top = top[parent] as unknown[];
        walk(top, done);
      }
    },
  };
}

/** AngularJS hands its scopes out through its own `element` wrapper. */
export function createAngularJs(kit: RecognizerKit): Recognizer {
  const { values, collector } = kit;
  const { own } = values;
  return {
    library: 'AngularJS',
    find(document) {
      const wrap = own(own(globalThis, 'angular'), 'element');
      if (typeof wrap !== 'function') return;
      const mount = document.querySelector('.ng-scope, [ng-app], [data-ng-app]');
      if (!mount) return;
      const data = (wrap as (e: unknown) => { injector?: () => { get(name: string): unknown } | undefined })(mount);
      const root = data.injector?.()?.get('$rootScope');
      const stack: { scope: unknown; name: string }[] = [{ scope: root, name: 'rootScope' }];
      for (let i = 0; i < 1000 && stack.length > 0; i++) {
        const { scope, name } = stack.pop() as { scope: unknown; name: string };
        if (typeof scope !== 'object' || scope === null) continue;
        const fields: Record<string, unknown> = {};
        for (const key of Object.getOwnPropertyNames(scope)) {
          const held = own(scope, key);
          if (!/^[$_]/.test(key) && key !== 'this' && typeof held !== 'function') fields[key] = held;
        }
        if (Object.keys(fields).length > 0)
          collector.component({ library: 'AngularJS', name: i === 0 ? name : 'scope', key: String(own(scope, '$id')), fields });
        stack.push({ scope: own(scope, '$$nextSibling'), name: 'scope' }, { scope: own(scope, '$$childHead'), name: 'scope' });
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
      const all = document.querySelectorAll('body *');
      const most = Math.min(all.length, 2000);
      for (let i = 0; i < most; i++) {
        const element = all[i] as PageElement;
        const names = Object.getOwnPropertyNames(element);
        for (const key of names) {
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

/** Ember's container keeps its services and controllers. */
export function createEmber(kit: RecognizerKit): Recognizer {
  const { values, collector } = kit;
  const { own } = values;
  return {
    library: 'Ember',
    find() {
      const namespaces = own(own(own(globalThis, 'Ember'), 'Namespace'), 'NAMESPACES');
      for (const app of Array.isArray(namespaces) ? namespaces : []) {
        const cache = own(own(own(app, '__deprecatedInstance__') ?? own(app, '_applicationInstances'), '__container__'), 'cache');
        if (typeof cache !== 'object' || cache === null) continue;
        for (const key of Object.keys(cache)) {
          const match = /^(service|controller):(?!-)(.+)$/.exec(key);
          if (match)
            collector.place({
              address: `ember:${key}`,
              name: match[2] as string,
              source: match[1] === 'service' ? 'store' : 'component',
              library: 'Ember',
              value: own(cache, key),
            });
        }
      }
    },
  };
}

/** Custom elements: their own fields, and the properties that Lit keeps behind accessors. */
export function createCustomElements(kit: RecognizerKit): Recognizer {
  const { values, collector } = kit;
  const { own } = values;
  const visit = (
    root: { querySelectorAll(s: string): ArrayLike<PageElement> },
    level: number,
    budget: { left: number },
  ): void => {
    const all = root.querySelectorAll('*');
    for (let i = 0; i < all.length && budget.left > 0; i++) {
      budget.left--;
      const element = all[i] as PageElement;
      if (!element.localName.includes('-')) continue;
      const fields: Record<string, unknown> = {};
      const type = own(Object.getPrototypeOf(element), 'constructor');
      const lit = own(type, 'elementProperties');
      const declared = lit instanceof Map ? new Set([...lit.keys()].map(String)) : undefined;
      for (const key of Object.getOwnPropertyNames(element)) {
        const held = own(element, key);
        if (typeof held === 'function' || /^(_\$|__ng|__react|__vue|\$\$)/.test(key)) continue;
        const name = key.replace(/^_+/, '');
        if (declared ? !declared.has(name) && key.startsWith('__') : key.startsWith('__')) continue;
        if (/^(renderRoot|renderOptions|isUpdatePending|hasUpdated|shadow|root|internals)$/.test(name)) continue;
        fields[name] = held;
      }
      if (Object.keys(fields).length > 0)
        collector.component({ library: 'Web Components', name: element.localName, key: element.id || undefined, fields });
      if (element.shadowRoot && level < 6) visit(element.shadowRoot, level + 1, budget);
    }
  };
  return { library: 'Web Components', find: (document: PageDocument) => visit(document, 0, { left: 5000 }) };
}
