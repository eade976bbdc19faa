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
        const pattern =
          /\[\s*([\w$]+)\s*(?:,\s*[\w$]+\s*)?\]\s*=\s*(?:\(0,\s*)?[\w$.]*use(?:State|Reducer|Optimistic|ActionState)\b/g;
        found = [...text.matchAll(pattern)].map((match) => match[1] as string);
        known.set(component, found);
      }
      return found;
    },
  };
}
