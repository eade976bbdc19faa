/** The names of a component's state as its source spells them, where the text of the function still has them. */
export interface HookNames {
  of(component: unknown): readonly string[];
}

export function createHookNames(): HookNames {
  const known = new WeakMap<object, readonly string[]>();
  return {
    of(component) {
      if (typeof component !== 'function') return [];
      let found = known.get(component);
      if (!found) {
        const text = Function.prototype.toString.call(component).slice(0, 20_000);
        const pattern = /\[\s*([\w$]+)\s*(?:,\s*([\w$]+)\s*)?\]\s*=\s*(?:\(0,\s*)?([\w$.]+)/g;
        const names: string[] = [];
        for (const [, name = '', setter = '', callee = ''] of text.matchAll(pattern)) {
          // A bundler may have renamed the hook; then the usual name of the setter gives it away.
          const usual = setter.toLowerCase() === `set${name.toLowerCase()}`;
          if (usual || /use(State|Reducer|Optimistic|ActionState)$/.test(callee)) names.push(name);
        }
        found = names;
        known.set(component, found);
      }
      return found;
    },
  };
}
