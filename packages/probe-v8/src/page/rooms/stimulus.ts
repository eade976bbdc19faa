import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/**
 * An application keeps its controllers by identifier, each in a context with its element; whatever listens for it leads there. Values that a controller declares
 * are attributes of the element.
 */
function createStimulus({ values, collector }: RoomKit): Finder {
  const { own, names } = values;
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const modulesOf = (application: unknown): unknown => own(own(application, 'router'), 'modulesByIdentifier');
  const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

  const typed = (text: string | null, definition: unknown): unknown => {
    const preset = isObject(definition) ? own(definition, 'default') : undefined;
    const type = isObject(definition) ? own(definition, 'type') : definition;
    if (text === null) return preset ?? (type === Number ? 0 : type === Boolean ? false : type === String ? '' : undefined);
    try {
      if (type === Array || type === Object || Array.isArray(preset) || isObject(preset)) return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
    if (type === Boolean || typeof preset === 'boolean') return !/^(0|false)$/i.test(text);
    return type === Number || typeof preset === 'number' ? Number(text.replaceAll('_', '')) : text;
  };

  const visit = (identifier: string, context: unknown): void => {
    const controller = own(context, 'controller');
    const element = own(own(context, 'scope'), 'element') as PageElement | undefined;
    if (!isObject(controller) || !element || collector.seen.has(controller)) return;
    collector.seen.add(controller);
    const fields: Record<string, unknown> = {};
    const offered = new Set<string>();
    let at = Object.getPrototypeOf(controller) as object | null;
    // The class of all controllers is the last before that of all objects.
    for (
      ;
      at && Object.getPrototypeOf(Object.getPrototypeOf(at) ?? {}) !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      const declared = own(own(at, 'constructor'), 'values');
      for (const key of isObject(declared) ? names(declared) : [])
        fields[key] ??= typed(element.getAttribute(`data-${identifier}-${dashed(key)}-value`), own(declared, key));
      for (const key of names(at)) {
        const fn = own(at, key);
        if (typeof fn !== 'function' || offered.has(key)) continue;
        offered.add(key);
        if (/^(constructor|initialize|connect|disconnect|_.*|on[A-Z].*|handle.*|.*(Changed|Connected|Disconnected))$/.test(key))
          continue;
        // What needs the event that called it can't be called without.
        if (/^[\w$]+\s*\(\s*(\{|(e|ev|evt|event)\b)/.test(Function.prototype.toString.call(fn).slice(0, 80))) continue;
        collector.callable({
          address: `stimulus:${identifier}${element.id ? `#${element.id}` : ''}/${key}()`,
          name: key,
          kind: 'method',
          source: 'component',
          owner: identifier,
          parameters: collector.parametersOf(fn, fields),
          certainty: 0.82,
          targets: [`Stimulus:${identifier}`],
          call: (given) => collector.callWith(fn, controller, given, fields),
        });
      }
    }
    for (const key of names(controller)) {
      const held = own(controller, key);
      if (key !== 'context' && !key.startsWith('_') && typeof held !== 'function') fields[key] = held;
    }
    if (Object.keys(fields).length > 0)
      collector.component({ library: 'Stimulus', name: identifier, key: element.id || undefined, fields });
  };

  return {
    holders: [
      {
        test: (value) => modulesOf(value) instanceof Map,
        take: (application) => {
          for (const [identifier, module] of modulesOf(application) as Map<unknown, unknown>) {
            const contexts = own(module, 'connectedContexts');
            for (const context of contexts instanceof Set ? [...contexts].slice(0, 500) : []) visit(String(identifier), context);
          }
        },
      },
    ],
    leadOf(value) {
      const bindings = own(value, 'unorderedBindings');
      const [binding] = bindings instanceof Set ? (bindings as Set<unknown>) : [];
      const application = own(own(own(binding, 'context') ?? own(value, 'context'), 'module'), 'application');
      return modulesOf(application) instanceof Map ? (application as object) : undefined;
    },
  };
}

export const stimulus: Room = {
  name: 'Stimulus',
  finder: createStimulus,
};
