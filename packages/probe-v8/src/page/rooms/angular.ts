import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/**
 * Angular keeps views in arrays: the host element first, the component at a fixed place. Elements carry the view, or only a
 * number that leads to it through a table of the library; then `ng` (development) or a closure brings the view up.
 */
function createAngular(kit: RoomKit): Finder {
  const { values, collector } = kit;
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

  /** Views without a parent that closures brought up. */
  let tops: WeakRef<unknown[]>[] = [];
  const topOf = (view: unknown[]): unknown[] => {
    let top = view;
    for (let i = 0; i < 100 && Array.isArray(top[parent]); i++) top = top[parent] as unknown[];
    return top;
  };

  /** What a library draws for whoever uses it: others may hold it by a name, or it has a class of its own and takes in what they draw, or shows by it how it is. */
  const isWidget = (type: object): boolean => {
    const made = own(type, 'ɵcmp');
    const attributes = own(made, 'hostAttrs');
    const classes = 1;
    return (
      Boolean(own(made, 'exportAs')) ||
      (Array.isArray(attributes) &&
        attributes.includes(classes) &&
        ['ngContentSelectors', 'contentQueries', 'hostVars'].some((name) => own(made, name)))
    );
  };

  const component = (instance: object, element: unknown): void => {
    if (collector.seen.has(instance)) return;
    const proto = Object.getPrototypeOf(instance) as object | null;
    const type = proto ? own(proto, 'constructor') : undefined;
    // What a part on a condition is about is data of the application's, wherever that keeps it.
    if (typeof type !== 'function' || type === Object) return;
    collector.seen.add(instance);
    if (isWidget(type)) return;
    const spelled = String(own(type, 'name'))
      .replace(/^_/, '')
      .replace(/Component$/, '');
    // Where a build took its name, it still has that of its element.
    const tag = (element as PageElement | null)?.localName;
    const name = spelled.length > 2 || !tag?.includes('-') ? spelled || 'component' : tag.replace(/^\w+-/, '');
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
      if (typeof fn !== 'function' || /^(constructor|_|ng[A-Z]|trackBy)/.test(key)) continue;
      // What a method closes over leads to the action creators of its module.
      collector.functions.add(fn);
      if (/^(on[A-Z]|handle)/.test(key)) continue;
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
    if (kit.holders.adopt(value, key)) return true;
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
        // A part that is drawn for each of a list, or on a condition, is told what it is about: that is no component. The view around the topmost has it too, and no element.
        if (now[host] && typeof held === 'object' && held !== null && !Object.hasOwn(held, '$implicit'))
          component(held, now[host]);
      }
      for (const item of now) {
        if (!Array.isArray(item) || done.has(item)) continue;
        if (isView(item) || (item.length > 6 && Array.isArray(item[host])) || (item.length > 8 && item[1] === true))
          stack.push(item);
      }
    }
  };

  const mostListeners = 40;
  /** Zone.js listens in the place of whoever wants to hear: the listeners themselves, whose closures lead to views, it keeps on the element. */
  const listeners = (element: PageElement): void => {
    for (const key of Object.getOwnPropertyNames(element)) {
      const tasks = key.startsWith('__zone_symbol__') ? own(element, key) : undefined;
      for (const task of Array.isArray(tasks) ? tasks.slice(0, 4) : []) {
        const callback = own(task, 'callback');
        if (typeof callback === 'function') collector.functions.add(callback);
      }
    }
  };

  return {
    holders: [
      {
        test: (value) => isView(value) && !Array.isArray(value[parent]),
        take: (view) => {
          tops = tops.filter((ref) => ref.deref() !== undefined);
          if (!tops.some((ref) => ref.deref() === view)) tops.push(new WeakRef(view as unknown[]));
        },
      },
    ],
    leadOf: (value) => (isView(value) ? topOf(value) : undefined),
    find(document) {
      const roots = document.querySelectorAll('[ng-version]');
      if (roots.length === 0) return;
      const done = new Set<unknown>();
      const starts = new Set<unknown[]>();
      for (const ref of tops) starts.add(ref.deref() ?? []);
      for (let i = 0; i < roots.length; i++) {
        const element = roots[i] as PageElement;
        const link = own(element, '__ngContext__');
        if (Array.isArray(link)) starts.add(link);
        const debug = own(globalThis, 'ng');
        const getComponent = own(debug, 'getComponent');
        const isUnled = starts.size === 0;
        if (!isUnled && typeof getComponent !== 'function') continue;
        for (const candidate of [element, ...Array.from(element.querySelectorAll('*')).slice(0, 3000)]) {
          if (isUnled && collector.functions.size < mostListeners) listeners(candidate);
          if (typeof getComponent !== 'function' || !candidate.localName.includes('-')) continue;
          const found = (getComponent as (e: unknown) => unknown)(candidate);
          if (typeof found === 'object' && found !== null) component(found, candidate);
        }
      }
      for (const start of starts) walk(topOf(start), done);
    },
  };
}

export const angular: Room = {
  name: 'Angular',
  keeps: 'components',
  globals: /^(ng|Zone)$|^__(ZONE|zone)|^(ng[A-Z]|getAllAngular|getAngular|frameworkStabilizers)/,
  fields: /^(ng[A-Z]|_zone|zone_)|^_?(nativeElement|elementRef|changeDetectorRef|cdr|destroy\$|destroyRef|injector)$/,
  classes: /^(Zone|ZoneDelegate|NgZone|ApplicationRef)$|Injector$/,
  generatedNames: /^(mat|cdk|ng)[-_][\w-]*\d|^ng-|^_ng/,
  inside: ({ own, has, symbolNamed }) => ({
    // Injectors, references to views and containers, renderers, the zone: each has a field that nothing else has.
    isMachinery: (value) =>
      // A view is told by its component.
      (Array.isArray(value) && value.length > 20 && own(value[1], 'directiveRegistry') !== undefined) ||
      [
        '_ngOnDestroyHooks',
        '_declarationLView',
        '_lContainer',
        'rendererByCompId',
        'hasPendingMacrotasks',
        'directiveRegistry',
        '_transitionEngine',
      ].some((name) => has(value, name)),
    // A field of a form, or all of one, is what is in it.
    unwrap: (value) => (has(value, '_rawValidators') && has(value, 'value') ? own(value, 'value') : value),
    // A signal is a function that carries its node.
    unwrapFunction: (value) => {
      const signal = symbolNamed(value, 'SIGNAL');
      const node = signal && own(value, signal);
      return node ? own(node, 'value') : value;
    },
  }),
  finder: createAngular,
};
