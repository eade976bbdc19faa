import type { PageDocument, PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Custom elements: their own fields, and the properties that Lit keeps behind accessors. */
function createCustomElements(kit: RoomKit): Finder {
  const { values, collector } = kit;
  const { own } = values;
  const { HTMLElement: undefinedTag } = globalThis as { HTMLElement?: unknown };
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

  /**
   * Beginnings of tags that a library of components has, rather than the application: more than one of them goes on as elements and roles of the platform
   * are called (`sl-input`, `sl-select`). What such an element holds is how it is drawn; its value is told from the screen.
   */
  const parts =
    /^(button|input|select|option|textarea|checkbox|radio|radio-group|switch|slider|range|icon|dialog|tab|tab-group|tabs|menu|menu-item|tooltip|dropdown|combobox|progress-bar|spinner|badge|card|details|list-item|text-field)$/;
  const enoughParts = 3;
  const prefixOf = (element: PageElement): string => element.localName.slice(0, element.localName.indexOf('-') + 1);
  const drawn = new Map<string, Set<string>>();
  const isOfLibrary = (element: PageElement): boolean => (drawn.get(prefixOf(element))?.size ?? 0) >= enoughParts;
  const notice = (all: ArrayLike<PageElement>, budget: { left: number }): void => {
    for (let i = 0; budget.left > 0 && all[i]; i++) {
      budget.left--;
      const element = all[i] as PageElement;
      const prefix = element.localName.includes('-') ? prefixOf(element) : '';
      const rest = element.localName.slice(prefix.length);
      if (prefix === '' || !parts.test(rest)) continue;
      drawn.set(prefix, (drawn.get(prefix) ?? new Set()).add(rest));
    }
  };

  const visit = (all: ArrayLike<PageElement>, level: number, budget: { left: number }): void => {
    for (let i = 0; budget.left > 0; i++) {
      const element = all[i];
      if (!element) break;
      budget.left--;
      if (!element.localName.includes('-')) continue;
      const type = own(Object.getPrototypeOf(element), 'constructor');
      // A tag that nobody defined is an element like others, whatever is hung on it.
      if (isOfLibrary(element) || (type !== undefined && type === undefinedTag)) continue;
      if (collector.seen.has(element)) {
        if (element.shadowRoot && level < 6) visit(element.shadowRoot.querySelectorAll('*'), level + 1, budget);
        continue;
      }
      const fields: Record<string, unknown> = {};
      const lit = own(type, 'elementProperties');
      const declared = lit instanceof Map ? new Set([...lit.keys()].map(String)) : undefined;
      for (const name of declared ?? []) {
        const held = behind(element, name);
        if (held !== undefined && typeof held !== 'function') fields[name] = held;
      }
      for (const key of Object.getOwnPropertyNames(element)) {
        const held = own(element, key);
        if (typeof held === 'function' || /^(_\$|\$\$)/.test(key)) continue;
        const name = key.replace(/^_+/, '');
        if (declared ? !declared.has(name) && key.startsWith('__') : key.startsWith('__')) continue;
        if (/^(renderRoot|renderOptions|isUpdatePending|hasUpdated|shadow|root|internals)$/.test(name)) continue;
        // What takes part in the life of its element, as controllers of Lit do, leads back to it.
        if (typeof held === 'object' && held !== null && own(held, 'host') === element) continue;
        fields[name] = held;
      }
      for (const [name, held] of values.hidden.fieldsOf(element)) fields[name] ??= held;
      if (Object.keys(fields).length > 0) {
        // Elements hold references to all the machinery around them.
        const about = { library: 'Web Components', name: element.localName, maxDepth: 4 };
        collector.component({ ...about, key: element.id || undefined, fields });
        methods(element, fields);
      }
      if (element.shadowRoot && level < 6) visit(element.shadowRoot.querySelectorAll('*'), level + 1, budget);
    }
  };
  return {
    find(document: PageDocument) {
      notice(document.getElementsByTagName('*'), { left: 5000 });
      visit(document.getElementsByTagName('*'), 0, { left: 5000 });
    },
  };
}

export const webComponents: Room = {
  name: 'Web Components',
  globals: /^(litElementVersions|litHtmlVersions|reactiveElementVersions)$/,
  // What Stencil marks elements with, and what Ionic says of how they are doing and calls their fields.
  generatedNames:
    /^hydrated$|^ion-(focusable|activatable|focused|activated|touched|untouched|pristine|dirty|valid|invalid)$|^ion-[a-z-]+-\d+(-|$)/,
  inside: ({ own, has }) => {
    const { HTMLTemplateElement: template } = globalThis as { HTMLTemplateElement?: new () => object };
    // What templates of Lit are drawn with, whose names every build keeps, and those templates.
    const drawnWith = ['_$AH', '_$AV', '_$committedValue', '_$parts', '_$litType$', '_$cssResult$'];
    return {
      isMachinery: (value) =>
        drawnWith.some((name) => has(value, name)) ||
        (template !== undefined && has(value, 'parts') && own(value, 'el') instanceof template),
    };
  },
  finder: createCustomElements,
};
