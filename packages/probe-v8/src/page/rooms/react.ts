import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/**
 * React keeps a tree of fibers below each root. Tag numbers differ between versions, so a fiber is judged by its fields alone:
 * a class instance has `state`, a function component a chain of hooks, a provider a `value`.
 */
function createReact(kit: RoomKit): Finder {
  const { values, collector, holders, kept } = kit;
  const { own } = values;
  type Fiber = object;

  const rootOf = (element: PageElement): unknown => {
    for (const key of Object.getOwnPropertyNames(element)) {
      if (key.startsWith('__reactContainer$')) return own(own(own(element, key), 'stateNode'), 'current') ?? own(element, key);
      if (key === '_reactRootContainer') {
        const legacy = own(element, key);
        return own(own(legacy, '_internalRoot') ?? legacy, 'current');
      }
    }
    return undefined;
  };

  const nameOf = (type: unknown): string => {
    let now = type;
    for (let i = 0; i < 4 && now !== null && now !== undefined; i++) {
      const given = own(now, 'displayName');
      if (typeof given === 'string' && given) return given;
      if (typeof now === 'function') return String(own(now, 'name') ?? '');
      now = own(now, 'type') ?? own(now, 'render');
    }
    return '';
  };

  /** Whether a build took its name: what one leaves has few letters, and no line of the source is indented. */
  const isLost = (type: unknown): boolean => {
    const [name, fn] = [nameOf(type), functionOf(type)];
    return (
      name.length < 3 || (name.length === 3 && typeof fn === 'function' && !/\n[ \t]/.test(values.sourceOf(fn).slice(0, 1000)))
    );
  };

  /** The first element below a fiber names a component whose own name a minifier took. */
  const anchorOf = (fiber: Fiber): string => {
    let now: unknown = own(fiber, 'child');
    for (let i = 0; i < 6 && now; i++) {
      const props = own(now, 'memoizedProps');
      if (typeof own(now, 'type') === 'string' && props) {
        const words = [own(props, 'data-testid'), own(props, 'id'), own(props, 'aria-label'), own(props, 'className')];
        for (const word of words) {
          const token = typeof word === 'string' ? (word.trim().split(/\s+/)[0] ?? '') : '';
          if (/^[a-zA-Z][\w-]{2,30}$/.test(token) && !/\d{3,}|^(css|sc|jss|chakra|Mui|mantine)-/.test(token)) return token;
        }
      }
      now = own(now, 'child');
    }
    return headingOf(fiber);
  };

  const textOf = (node: unknown): string => {
    const held = Array.isArray(node) ? node.find((one) => typeof one === 'string') : node;
    return typeof held === 'string' ? held.trim() : '';
  };

  /** The title of what it puts on the screen itself, or what kind of part of the page that is. */
  const headingOf = (fiber: Fiber): string => {
    let part = '';
    const stack: unknown[] = [own(fiber, 'child')];
    for (let i = 0; i < 40 && stack.length > 0; i++) {
      const now = stack.pop();
      if (!now) continue;
      const type = own(now, 'type');
      if (typeof type === 'string') {
        const title = /^(h[1-6]|legend|caption|summary)$/.test(type) ? textOf(own(own(now, 'memoizedProps'), 'children')) : '';
        if (/^\p{L}[\p{L}\d ,&'’-]{2,30}$/u.test(title)) return title;
        if (!part && /^(nav|aside|header|footer|form|table|dialog|article|section|main|ul|ol)$/.test(type)) part = type;
      }
      // What another component puts there is about that one.
      const inside = typeof type === 'string' || type === null || typeof type === 'symbol';
      stack.push(own(now, 'sibling'), inside ? own(now, 'child') : undefined);
    }
    return part;
  };

  const functionOf = (type: unknown): unknown => {
    let fn = type;
    for (let i = 0; i < 3 && fn !== null && typeof fn === 'object'; i++) fn = own(fn, 'type') ?? own(fn, 'render');
    return fn;
  };

  /** A controlled field shows a piece of state and has the name that the state lost, where no other field or state is the same. */
  const fieldNames = (fiber: Fiber, states: readonly unknown[]): ReadonlyMap<unknown, string> => {
    const found = new Map<unknown, string>();
    const twice = new Set(states.filter((state, at) => states.indexOf(state) !== at));
    const stack: [unknown, string][] = [[own(fiber, 'child'), '']];
    for (let i = 0; i < 80 && stack.length > 0; i++) {
      const [now, above] = stack.pop() as [unknown, string];
      if (!now) continue;
      const props = own(now, 'memoizedProps');
      const type = own(now, 'type');
      const label = type === 'label' ? textOf(own(props, 'children')) : above;
      if (props && (type === 'input' || type === 'textarea' || type === 'select')) {
        const words = [own(props, 'name'), own(props, 'id'), own(props, 'aria-label'), label, own(props, 'placeholder')];
        const name = words.find((word) => typeof word === 'string' && word);
        const shown = own(props, 'checked') ?? own(props, 'value');
        if (found.has(shown)) twice.add(shown);
        if (shown !== undefined) found.set(shown, String(name ?? ''));
      }
      stack.push([own(now, 'sibling'), above], [own(now, 'child'), label]);
    }
    for (const value of twice) found.delete(value);
    return found;
  };

  const search = (value: unknown, hint?: string): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 12)) holders.adopt(item);
    else if (!holders.adopt(value, hint) && typeof value === 'object' && value !== null) {
      const proto = Object.getPrototypeOf(value) as unknown;
      if (proto !== Object.prototype && proto !== null) return;
      for (const key of Object.keys(value).slice(0, 30)) holders.adopt(own(value, key), key);
    }
  };

  const isMute = (value: unknown): boolean =>
    value === null ||
    value === '' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.length > 0 && value.length < 20 && value.every(isMute));

  /** What the states of a component were shown as: values become alike again, names stay. */
  const shownAs = new WeakMap<object, (string | undefined)[]>();

  const hooks = (fiber: Fiber, fields: Record<string, unknown>): void => {
    const states: unknown[] = [];
    const snapshots: unknown[] = [];
    const refs: unknown[] = [];
    let hook: unknown = own(fiber, 'memoizedState');
    for (let i = 0; i < 100 && typeof hook === 'object' && hook !== null && 'next' in hook; i++) {
      const held = own(hook, 'memoizedState');
      const queue = own(hook, 'queue');
      if (typeof queue === 'object' && queue !== null) {
        kept.know(own(queue, 'dispatch'));
        kept.know(held);
        if (own(queue, 'getSnapshot') !== undefined) {
          search(held);
          snapshots.push(held);
        } else if (!holders.adopt(held)) states.push(held);
      } else if (Array.isArray(held)) {
        search(held[0]);
        search(held[1]);
      } else if (typeof held === 'object' && held !== null) {
        const deps = own(held, 'deps');
        if (Array.isArray(deps))
          for (const dep of deps) if (!holders.adopt(dep) && typeof dep === 'function') collector.functions.add(dep);
        const current = own(held, 'current');
        if (Object.hasOwn(held, 'current') && Object.keys(held).length === 1) {
          if (typeof current === 'object' && current !== null) search(current);
          refs.push(current);
        }
      }
      hook = own(hook, 'next');
    }
    const fn = functionOf(own(fiber, 'type'));
    snapshots.forEach((held, i) => {
      if (kept.isKept(held)) kept.put(fields, snapshots.length === 1 ? 'snapshot' : `snapshot${i + 1}`, held);
    });
    kept.refs(fields, fn, refs);
    if (states.length === 0) return;
    const spelled = kit.hookNames.of(fn);
    const told = spelled.length === states.length ? spelled.filter((name) => name.length > 2) : [];
    const shown = told.length === states.length ? undefined : fieldNames(fiber, states);
    const type = own(fiber, 'type') as object;
    const isGiven = typeof own(type, 'displayName') === 'string';
    const isMinified = isLost(type);
    const learned = shownAs.get(type) ?? [];
    shownAs.set(type, learned);
    states.forEach((state, i) => {
      if (typeof state === 'function' || state === undefined) return;
      const source = spelled.length === states.length ? spelled[i] : undefined;
      const field = learned[i] || shown?.get(state);
      if (field) learned[i] = field;
      const said = source && source.length > 2 ? source : field;
      // A yes or no that nobody knows the name of says nothing, nor does nothing itself, beside others or where a build took the name of the component too; nor a word there, or where
      // that was given a name by hand, as libraries do; nor anything but records beside others in what has no name.
      const isWord = isMute(state) || typeof state === 'string';
      const isAmong = states.length > 1 && (isMute(state) || (isGiven ? isWord : isMinified && typeof state !== 'object'));
      if (!said && (isAmong || (isMinified && isWord))) return;
      const called = said || (states.length === 1 ? 'state' : `state${i + 1}`);
      if (said) fields[said in fields ? `state${i + 1}` : said] = state;
      else
        kept.put(fields, called, state, (better) => {
          learned[i] = better;
        });
    });
  };

  /** The components that Next.js puts around every page: where they are is the page's address. */
  const isRouters = (fields: Record<string, unknown>): boolean => {
    if ('previousPathname' in fields || 'redirectType' in fields || ('stateKey' in fields && 'tree' in fields)) return true;
    return Object.values(fields).some(
      (held) => typeof held === 'object' && held !== null && Object.hasOwn(held, 'canonicalUrl') && Object.hasOwn(held, 'tree'),
    );
  };

  /** Tells each thing that has a word for a name as one of its own, and takes it out of what is told together. */
  const tellApart = (fields: Record<string, unknown>, depth = 0): void => {
    for (const [name, held] of Object.entries(fields)) {
      if (typeof held !== 'object' || held === null || collector.seen.has(held)) continue;
      if (!/^(state|snapshot)\d*$/.test(name)) collector.component({ library: 'React', name, fields: { [name]: held } });
      else if (depth > 2 || Object.getPrototypeOf(held) !== Object.prototype) continue;
      else {
        const inner = Object.fromEntries(Object.keys(held).map((key) => [key, own(held, key)]));
        tellApart(inner, depth + 1);
        fields[name] = inner;
        if (Object.keys(inner).length > 0) continue;
      }
      delete fields[name];
    }
  };

  const visit = (fiber: Fiber): void => {
    const type = own(fiber, 'type');
    const props = own(fiber, 'memoizedProps');
    if (type === null || type === undefined || typeof type === 'string') return;
    if (
      typeof type === 'object' &&
      props &&
      Object.hasOwn(props, 'value') &&
      !Object.hasOwn(type, 'render') &&
      !Object.hasOwn(type, 'compare')
    ) {
      const context = own(type, '_context') ?? type;
      const value = own(props, 'value');
      const name = nameOf(context);
      kept.meet(value);
      if (holders.adopt(value, name)) return;
      search(value, name);
      if (
        typeof value === 'object' &&
        value !== null &&
        !/router|theme|styled|emotion|intl|i18n|locale|helmet|portal|dnd|motion/i.test(name) &&
        !collector.seen.has(value) &&
        !values.shapes.isTable(value)
      ) {
        const data: Record<string, unknown> = {};
        if (Array.isArray(value)) data.items = value;
        else
          for (const key of Object.keys(value))
            if (typeof own(value, key) !== 'function' && !collector.seen.has(own(value, key))) data[key] = own(value, key);
        const label = holders.named(name.replace(/Context$/, ''), '');
        const beside = kept.beside(value);
        const fields = label ? data : beside;
        // Who gives a context a name is a library, mostly: what it hands on is told as far as it is near, unless it is beside a state.
        const far = Object.keys(beside).length > 0 ? {} : { maxDepth: 3 };
        if (Object.keys(fields).length > 0) collector.component({ library: 'React', name: label || 'context', fields, ...far });
      }
      return;
    }
    if (props) {
      kept.meet(props);
      for (const key of ['store', 'client', 'stores']) {
        const given = own(props, key);
        if (given !== undefined) search(given, key);
      }
    }
    const name = nameOf(type);
    // Who names the package that it is from is no part of the application: what it keeps is how it looks.
    const isPackaged = name.includes('/');
    if (!isPackaged) collector.top(functionOf(type));
    const fields: Record<string, unknown> = {};
    const instance = own(fiber, 'stateNode');
    const key = own(fiber, 'key');
    if (typeof instance === 'object' && instance !== null && own(instance, 'updater') !== undefined) {
      const state = own(instance, 'state');
      if (typeof state === 'object' && state !== null) Object.assign(fields, state);
      kept.ofInstance(fields, instance, /^_|^(props|context|refs|updater|state)$/);
    } else hooks(fiber, fields);
    if (isPackaged || isRouters(fields)) return;
    for (const name of Object.keys(fields))
      if (typeof fields[name] === 'function' || collector.seen.has(fields[name])) delete fields[name];
    const label = isLost(type) ? anchorOf(fiber) : name;
    // Nothing but what it keeps tells what it is.
    if (!label) tellApart(fields);
    if (Object.keys(fields).length > 0)
      collector.component({
        library: 'React',
        name: label || 'component',
        key: typeof key === 'string' ? key : undefined,
        fields,
      });
  };

  const handlers = Object.entries({
    onClick: 'click',
    onMouseDown: 'click',
    onPointerDown: 'click',
    onDoubleClick: 'dblclick',
    onContextMenu: 'contextmenu',
    onKeyDown: 'keydown',
  });
  return {
    heard(document, tell) {
      const all = document.getElementsByTagName('*');
      let key: string | undefined;
      for (let i = 0; i < 3000; i++) {
        const element = all[i];
        if (!element) break;
        // All elements of one copy of it have the same.
        const known = key !== undefined && own(element, key) !== undefined;
        if (!known) key = Object.getOwnPropertyNames(element).find((name) => name.startsWith('__reactProps$')) ?? key;
        const props = key === undefined ? undefined : own(element, key);
        if (typeof props !== 'object' || props === null) continue;
        for (const [name, type] of handlers) if (typeof own(props, name) === 'function') tell(element, type);
      }
    },
    find(document) {
      for (const { found } of kit.mounts(document, rootOf)) {
        kept.reset();
        let fiber: unknown = found;
        const root = found;
        for (let i = 0; i < 20_000 && fiber; i++) {
          try {
            visit(fiber as Fiber);
          } catch {
            // A fiber of a shape not met before holds nothing that can be read.
          }
          let next: unknown = own(fiber, 'child');
          while (!next && fiber && fiber !== root) {
            next = own(fiber, 'sibling');
            if (!next) fiber = own(fiber, 'return');
          }
          fiber = next;
        }
      }
    },
  };
}

export const react: Room = {
  name: 'React',
  keeps: 'components',
  globals: /^(React(DOM)?)$|^__(REACT|react|NEXT_DATA__)/,
  fields: /^_react|^(_owner|_store)$/,
  classes: /^(Component|PureComponent|FiberRootNode|FiberNode|Immer)$/,
  // As `useId` of React 18, 19.1 and 19.2 spells them; classes that Material UI and Mantine give whatever they draw.
  generatedNames:
    /:[rR]\w+:|«[rR]\w+»|(?:^|-)_[rR]_\w+_(?:-|$)|^Mui[A-Z]\w*-|^mantine-|^(react-aria|radix|headlessui|chakra|mui|Mui)[-_]\w*\d/,
  madeUp: /^[\w:-]*(:[rR]\w*:|«[rR]\w+»|_[rR]_\w+_)[\w:-]*$/,
  inside: ({ has }) => ({
    isMachinery: (value) =>
      has(value, '$$typeof') ||
      (has(value, 'memoizedProps') && has(value, 'stateNode')) ||
      (has(value, 'containerInfo') && has(value, 'current')) ||
      has(value, '_internalRoot'),
  }),
  finder: createReact,
};
