import type { Collector } from './collector.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Holders } from './holders.js';
import type { HookNames } from './hook-names.js';
import type { ValueReader } from './values.js';

/** A recogniser points the collector at what one library keeps in the page. `find` runs at every reading and must be quick. */
export interface Recognizer {
  readonly library: string;
  find(document: PageDocument): void;
}

/** What recognisers are given. */
export interface RecognizerKit {
  readonly values: ValueReader;
  readonly collector: Collector;
  readonly holders: Holders;
  readonly hookNames: HookNames;
  /** Elements where applications are mounted, by a property that a library sets on them. */
  mounts(document: PageDocument, has: (element: PageElement) => unknown): { element: PageElement; found: unknown }[];
}

/**
 * React keeps a tree of fibers below each root. Tag numbers differ between versions, so a fiber is judged by its fields alone:
 * a class instance has `state`, a function component a chain of hooks, a provider a `value`.
 */
export function createReact(kit: RecognizerKit): Recognizer {
  const { values, collector, holders } = kit;
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

  /** The first element below a fiber names a component whose own name a minifier took. */
  const anchorOf = (fiber: Fiber): string => {
    let now: unknown = own(fiber, 'child');
    for (let i = 0; i < 6 && now; i++) {
      const props = own(now, 'memoizedProps');
      if (typeof own(now, 'type') === 'string' && props) {
        const words = [own(props, 'data-testid'), own(props, 'id'), own(props, 'aria-label'), own(props, 'className')];
        for (const word of words) {
          const token = typeof word === 'string' ? (word.trim().split(/\s+/)[0] ?? '') : '';
          if (/^[a-zA-Z][\w-]{2,30}$/.test(token) && !/\d{3,}|^(css|sc|jss|chakra|Mui)-/.test(token)) return token;
        }
      }
      now = own(now, 'child');
    }
    return '';
  };

  const stateNames = (type: unknown): readonly string[] => {
    let fn = type;
    for (let i = 0; i < 3 && fn !== null && typeof fn === 'object'; i++) fn = own(fn, 'type') ?? own(fn, 'render');
    return kit.hookNames.of(fn);
  };

  /** A controlled field shows a piece of state and has the name that the state lost. */
  const fieldNames = (fiber: Fiber): Map<unknown, string> => {
    const found = new Map<unknown, string>();
    const stack: unknown[] = [own(fiber, 'child')];
    for (let i = 0; i < 60 && stack.length > 0; i++) {
      const now = stack.pop();
      if (!now) continue;
      const props = own(now, 'memoizedProps');
      const type = own(now, 'type');
      if (props && (type === 'input' || type === 'textarea' || type === 'select')) {
        const name = [own(props, 'name'), own(props, 'id'), own(props, 'aria-label'), own(props, 'placeholder')].find(
          (word) => typeof word === 'string' && word,
        );
        const shown = own(props, 'checked') ?? own(props, 'value');
        if (name && shown !== undefined && shown !== '' && !found.has(shown)) found.set(shown, String(name));
      }
      stack.push(own(now, 'sibling'), own(now, 'child'));
    }
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

  const hooks = (fiber: Fiber, fields: Record<string, unknown>): void => {
    const states: unknown[] = [];
    let hook: unknown = own(fiber, 'memoizedState');
    for (let i = 0; i < 100 && typeof hook === 'object' && hook !== null && 'next' in hook; i++) {
      const held = own(hook, 'memoizedState');
      const queue = own(hook, 'queue');
      if (typeof queue === 'object' && queue !== null) {
        if (own(queue, 'getSnapshot') !== undefined) search(held);
        else if (!holders.adopt(held)) states.push(held);
      } else if (Array.isArray(held)) {
        search(held[0]);
        search(held[1]);
      } else if (typeof held === 'object' && held !== null) {
        const deps = own(held, 'deps');
        if (Array.isArray(deps))
          for (const dep of deps) if (!holders.adopt(dep) && typeof dep === 'function') collector.functions.add(dep);
        const current = own(held, 'current');
        if (typeof current === 'object' && current !== null && Object.keys(held).length === 1) search(current);
      }
      hook = own(hook, 'next');
    }
    if (states.length === 0) return;
    const spelled = stateNames(own(fiber, 'type'));
    const shown = spelled.length === states.length ? undefined : fieldNames(fiber);
    states.forEach((state, i) => {
      if (typeof state === 'function' || state === undefined) return;
      const source = spelled.length === states.length ? spelled[i] : undefined;
      const name =
        source && source.length > 2 ? source : (shown?.get(state) ?? (states.length === 1 ? 'state' : `state${i + 1}`));
      fields[name in fields ? `state${i + 1}` : name] = state;
    });
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
      if (holders.adopt(value, name)) return;
      search(value, name);
      if (
        typeof value === 'object' &&
        value !== null &&
        !/router|theme|styled|emotion|intl|i18n|locale|helmet|portal|dnd|motion/i.test(name) &&
        !collector.seen.has(value)
      ) {
        const data: Record<string, unknown> = {};
        if (Array.isArray(value)) data.items = value;
        else
          for (const key of Object.keys(value))
            if (typeof own(value, key) !== 'function' && !collector.seen.has(own(value, key))) data[key] = own(value, key);
        const label = holders.named(name.replace(/Context$/, ''), '');
        if (label && Object.keys(data).length > 0) collector.component({ library: 'React', name: label, fields: data });
      }
      return;
    }
    if (props) {
      for (const key of ['store', 'client', 'stores']) {
        const given = own(props, key);
        if (given !== undefined) search(given, key);
      }
    }
    const fields: Record<string, unknown> = {};
    const instance = own(fiber, 'stateNode');
    const key = own(fiber, 'key');
    if (typeof instance === 'object' && instance !== null && own(instance, 'updater') !== undefined) {
      const state = own(instance, 'state');
      if (typeof state === 'object' && state !== null) Object.assign(fields, state);
    } else hooks(fiber, fields);
    for (const name of Object.keys(fields))
      if (typeof fields[name] === 'function' || collector.seen.has(fields[name])) delete fields[name];
    if (Object.keys(fields).length === 0) return;
    const name = nameOf(type);
    const label = name.length > 2 ? name : anchorOf(fiber);
    collector.component({ library: 'React', name: label || 'component', key: typeof key === 'string' ? key : undefined, fields });
  };

  return {
    library: 'React',
    find(document) {
      for (const { found } of kit.mounts(document, rootOf)) {
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
