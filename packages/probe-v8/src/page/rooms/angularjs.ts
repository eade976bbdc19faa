import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** AngularJS hands its scopes out through its own `element` wrapper. */
function createAngularJs(kit: RoomKit): Finder {
  const { values, collector } = kit;
  const { own } = values;
  type Wrapped = {
    injector?: () => { get(name: string): unknown } | undefined;
    scope?: () => unknown;
    isolateScope?: () => unknown;
  };

  const offer = (owner: string, holder: object, scope: object): void => {
    for (let at: object | null = holder; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
      if (own(at, '$watch') !== undefined) break;
      for (const key of Object.getOwnPropertyNames(at)) {
        const fn = own(at, key);
        if (typeof fn !== 'function' || /^([$_]|constructor$|on[A-Z])/.test(key)) continue;
        collector.callable({
          address: `angularjs:${owner}/${key}()`,
          name: key,
          kind: 'method',
          source: 'component',
          owner,
          parameters: collector.parametersOf(fn, holder),
          certainty: 0.82,
          targets: [`AngularJS:${owner}`],
          call: (given) => {
            const result = collector.callWith(fn, holder, given, holder);
            (scope as { $evalAsync?: () => void }).$evalAsync?.();
            return result;
          },
        });
      }
    }
  };

  return {
    find(document) {
      const element = own(own(globalThis, 'angular'), 'element');
      if (typeof element !== 'function') return;
      const wrap = element as (e: unknown) => Wrapped;
      const mount = document.querySelector('.ng-scope, [ng-app], [data-ng-app]');
      if (!mount) return;
      const names = new Map<unknown, string>();
      const placed = document.querySelectorAll('[ng-controller],[data-ng-controller]');
      for (let i = 0; i < placed.length && i < 200; i++) {
        const at = placed[i] as PageElement;
        const spelled = at.getAttribute('ng-controller') ?? at.getAttribute('data-ng-controller') ?? '';
        names.set(wrap(at).scope?.(), (spelled.split(/\s/)[0] ?? '').replace(/(Controller|Ctrl)$/, ''));
      }
      // A component keeps its state in a controller, in a scope of its own; the element says what it is.
      const drawn = document.querySelectorAll('.ng-isolate-scope');
      for (let i = 0; i < drawn.length && i < 200; i++) {
        const at = drawn[i] as PageElement;
        if (at.localName.includes('-')) names.set(wrap(at).isolateScope?.(), at.localName);
      }
      const root = wrap(mount).injector?.()?.get('$rootScope');
      const stack: unknown[] = [root];
      for (let i = 0; i < 1000 && stack.length > 0; i++) {
        const scope = stack.pop();
        if (typeof scope !== 'object' || scope === null) continue;
        const fields: Record<string, unknown> = {};
        const name = names.get(scope) || (i === 0 ? 'rootScope' : 'scope');
        for (const key of Object.getOwnPropertyNames(scope)) {
          const held = own(scope, key);
          if ((/^[$_]/.test(key) && key !== '$ctrl') || key === 'this' || typeof held === 'function') continue;
          // A controller is called so in every component: its fields are those of the component.
          if (key !== '$ctrl' || typeof held !== 'object' || held === null) fields[key] = held;
          else
            for (const field of values.names(held)) if (typeof own(held, field) !== 'function') fields[field] = own(held, field);
          const proto = typeof held === 'object' && held !== null ? (Object.getPrototypeOf(held) as object | null) : null;
          // `controller as` puts the controller itself among the fields.
          if (names.has(scope) && proto && proto !== Object.prototype && !Array.isArray(held)) offer(name, held as object, scope);
        }
        // The elements of a repeated list show what the scope around them has.
        if (Object.keys(fields).length > 0 && own(scope, '$index') === undefined) {
          collector.component({ library: 'AngularJS', name, key: String(own(scope, '$id')), fields });
          if (i > 0) offer(name, scope, scope);
        }
        stack.push(own(scope, '$$nextSibling'), own(scope, '$$childHead'));
      }
    },
  };
}

export const angularJs: Room = {
  name: 'AngularJS',
  keeps: 'components',
  globals: /^angular$/,
  classes: /^Scope$/,
  finder: createAngularJs,
};
