import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Vue 3 (an application on its mount, components below it; custom elements made of components) and Vue 2 (`__vue__` on elements). */
function createVue(kit: RoomKit): Finder {
  const { values, collector, holders } = kit;
  const { own } = values;

  const keyOf = (vnode: unknown): string | undefined => {
    const key = own(vnode, 'key');
    return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
  };
  const nameOf = (type: unknown): string => {
    const named = own(type, 'name') ?? own(type, '__name') ?? own(own(type, 'options'), 'name');
    if (typeof named === 'string' && named) return named;
    const file = own(type, '__file');
    return typeof file === 'string' ? file.replace(/^.*\/|\.\w+$/g, '') : '';
  };

  const methods = (name: string, type: unknown, target: unknown): void => {
    // The options of a component inherit from those it was declared with.
    let table: unknown;
    for (let at = type; at && !table; at = Object.getPrototypeOf(at)) table = own(at, 'methods');
    if (typeof table !== 'object' || table === null) return;
    for (const key of Object.keys(table)) {
      const fn = own(table, key);
      const text = typeof fn === 'function' ? Function.prototype.toString.call(fn).slice(0, 80) : '';
      if (!text || /^(_|on[A-Z]|handle)/.test(key) || /^\w*\s*\w*\s*\((e|ev|evt|event|\$event)\b/.test(text)) continue;
      collector.callable({
        address: `vue:${name}/${key}()`,
        name: key,
        kind: 'method',
        source: 'component',
        owner: name,
        parameters: collector.parametersOf(fn),
        certainty: 0.8,
        targets: [`Vue:${name}`],
        call: (given) => collector.callWith(fn, target, given),
      });
    }
  };

  const makerOf = (type: unknown): object | undefined => {
    const made = own(type, 'setup') ?? own(type, 'data') ?? own(type, 'render');
    return typeof made === 'function' ? made : undefined;
  };
  const isTop = (type: unknown): boolean => collector.tops.has(makerOf(type) ?? {});

  /** Components that can be set up in very many ways are a library's, and so is whatever those draw themselves: not what they are handed to draw. */
  const packaged = new WeakSet<object>();
  const manyProps = 12;
  const isPackaged = (instance: object): boolean => {
    const options = own(instance, 'propsOptions');
    const props = Array.isArray(options) ? options[0] : undefined;
    const owner = own(own(instance, 'vnode'), 'ctx');
    const isOne =
      (typeof props === 'object' && props !== null && Object.keys(props).length >= manyProps) || packaged.has(owner as object);
    if (isOne) packaged.add(instance);
    return isOne;
  };

  /** `given`: what it is told from outside is the page's, not another component's. */
  const component = (instance: object, given?: string): void => {
    const type = own(instance, 'type');
    const fields: Record<string, unknown> = {};
    const add = (source: unknown): void => {
      const raw = values.unwrap(source);
      if (typeof raw !== 'object' || raw === null) return;
      for (const key of Object.getOwnPropertyNames(raw)) {
        if (/^[$_]/.test(key)) continue;
        const held = own(raw, key);
        if (typeof held === 'function' || holders.adopt(values.unwrap(held), key) || isPiniaStore(held)) continue;
        fields[key] = held;
      }
    };
    if (given !== undefined) add(own(instance, 'props'));
    add(own(instance, 'devtoolsRawSetupState') ?? own(instance, 'setupState'));
    add(own(instance, 'data'));
    // What a component returns that draws itself stays in the closure of what it draws with.
    const isClosed = Object.keys(fields).length === 0;
    // What those at the top provide to all below is the application's; the rest was provided to them.
    const provides = own(instance, 'provides');
    const above = own(own(instance, 'parent') ?? own(own(instance, 'vnode'), 'appContext'), 'provides');
    if (provides !== above && isTop(type)) add(provides);
    const render = own(instance, 'render');
    const name = nameOf(type) || (given ?? '');
    if (Object.keys(fields).length > 0)
      collector.component({ library: 'Vue', name: name || 'component', key: keyOf(own(instance, 'vnode')), fields });
    if (isClosed && typeof render === 'function' && own(type, 'setup') !== undefined) collector.functions.add(render);
    if (name) methods(name, type, own(instance, 'proxy'));
  };

  const isPiniaStore = (value: unknown): boolean => {
    const raw = values.unwrap(value);
    return typeof raw === 'object' && raw !== null && own(raw, '$id') !== undefined;
  };

  const vue3 = (app: object, container: unknown): void => {
    values.reactive = true;
    const context = own(app, '_context');
    const provided = own(context, 'provides');
    const globals = own(own(app, 'config'), 'globalProperties');
    for (const holder of [provided, globals]) {
      if (typeof holder !== 'object' || holder === null) continue;
      for (const key of [...Object.getOwnPropertyNames(holder), ...Object.getOwnPropertySymbols(holder)])
        holders.adopt(values.unwrap(own(holder, key)), typeof key === 'string' ? key : key.description);
    }
    below(own(container, '_vnode'));
  };

  const below = (top: unknown): void => {
    const stack: unknown[] = [top];
    for (let i = 0; i < 20_000 && stack.length > 0; i++) {
      const vnode = stack.pop();
      if (typeof vnode !== 'object' || vnode === null) continue;
      const instance = own(vnode, 'component');
      if (typeof instance === 'object' && instance !== null) {
        if (!isPackaged(instance)) {
          collector.top(makerOf(own(instance, 'type')));
          component(instance);
        }
        stack.push(own(instance, 'subTree'));
      }
      const children = own(vnode, 'children');
      if (Array.isArray(children)) for (let c = children.length - 1; c >= 0; c--) stack.push(children[c]);
      const suspense = own(vnode, 'suspense');
      if (suspense) stack.push(own(suspense, 'activeBranch'));
    }
  };

  const vue2 = (vm: object): void => {
    const stack: unknown[] = [own(vm, '$root') ?? vm];
    for (let i = 0; i < 5000 && stack.length > 0; i++) {
      const now = stack.pop();
      if (typeof now !== 'object' || now === null) continue;
      const options = own(now, '$options');
      const store = own(now, '$store');
      if (store) holders.adopt(store);
      const fields: Record<string, unknown> = {};
      const data = own(now, '_data');
      if (typeof data === 'object' && data !== null)
        for (const key of Object.keys(data)) {
          const held = (data as Record<string, unknown>)[key];
          if (!/^[$_]/.test(key) && typeof held !== 'function' && !holders.adopt(held, key)) fields[key] = held;
        }
      const computed = own(now, '_computedWatchers');
      if (typeof computed === 'object' && computed !== null)
        for (const key of Object.keys(computed)) {
          const watcher = own(computed, key);
          if (own(watcher, 'dirty') === false) fields[key] = own(watcher, 'value');
        }
      const tag = own(options, '_componentTag') ?? own(options, 'name');
      const name = typeof tag === 'string' ? tag : own(now, '$parent') ? 'component' : 'app';
      if (Object.keys(fields).length > 0) collector.component({ library: 'Vue', name, key: keyOf(own(now, '$vnode')), fields });
      methods(name, options, now);
      const children = own(now, '$children');
      if (Array.isArray(children)) stack.push(...[...children].reverse());
    }
  };

  const isComponent = (value: unknown): value is object =>
    own(value, 'subTree') !== undefined && own(value, 'vnode') !== undefined;

  return {
    find(document) {
      for (const { element, found } of kit.mounts(document, (element) => own(element, '_instance'))) {
        if (!isComponent(found)) continue;
        values.reactive = true;
        // It is told here, with what it holds.
        collector.seen.add(element);
        component(found, element.localName);
        below(own(found, 'subTree'));
      }
      for (const { element, found } of kit.mounts(document, (element) => own(element, '__vue_app__')))
        vue3(found as object, element);
      const roots = new Set<unknown>();
      for (const { found } of kit.mounts(document, (element) => own(element, '__vue__'))) {
        const root = own(found, '$root') ?? found;
        if (roots.has(root)) continue;
        roots.add(root);
        vue2(root as object);
      }
    },
  };
}

export const vue: Room = {
  name: 'Vue',
  keeps: 'components',
  globals: /^Vue$|^__(VUE|vue)/,
  classes: /^(Dep|ReactiveEffect|EffectScope|Link)$/,
  generatedNames: /^v[-_]\w*\d|^data-v-/,
  inside: (look) => {
    const { own, has } = look;
    return {
      unwrap: (value) => {
        if (!look.reactive) return value;
        const raw = (value as { __v_raw?: unknown }).__v_raw;
        if (typeof raw === 'object' && raw !== null && raw !== value) return raw;
        // A ref to a property has no value of its own until it is read.
        if (has(value, '_object') && has(value, '_key')) return own(own(value, '_object'), own(value, '_key') as string);
        const isRef = own(value, '__v_isRef') === true || has(value, '_rawValue') || (has(value, 'dep') && has(value, 'fn'));
        return isRef && has(value, '_value') ? own(value, '_value') : value;
      },
      isSignal: (value) => own(value, '__v_isRef') === true,
      isMachinery: (value) => has(value, '__v_isVNode') || (has(value, 'subTree') && has(value, 'vnode')),
      // Vue 2 turns data into getters of its own and marks the object.
      hasGetters: (value) => has(value, '__ob__'),
    };
  },
  finder: createVue,
};
