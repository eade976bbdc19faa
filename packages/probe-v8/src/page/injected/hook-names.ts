/** The names of a component's state as its source spells them, where the text of the function still has them. */
export interface HookNames {
  of(component: unknown): readonly string[];
  /** Of what it keeps beside its state. */
  refsOf(component: unknown): readonly string[];
}

export function createHookNames(): HookNames {
  const spelledBy = (pattern: RegExp, isOne: (groups: readonly string[]) => boolean) => {
    const known = new WeakMap<object, readonly string[]>();
    return (component: unknown): readonly string[] => {
      if (typeof component !== 'function') return [];
      let found = known.get(component);
      if (!found) {
        const text = Function.prototype.toString.call(component).slice(0, 20_000);
        found = [...text.matchAll(pattern)].flatMap((groups) => (isOne(groups) ? (groups[1] ?? '') : []));
        known.set(component, found);
      }
      return found;
    };
  };
  return {
    // A bundler may have renamed the hook; then the usual name of the setter gives it away.
    of: spelledBy(
      /\[\s*([\w$]+)\s*(?:,\s*([\w$]+)\s*)?\]\s*=\s*(?:\(0,\s*)?([\w$.]+)/g,
      ([, name = '', setter = '', callee = '']) =>
        setter.toLowerCase() === `set${name.toLowerCase()}` || /use(State|Reducer|Optimistic|ActionState)$/.test(callee),
    ),
    refsOf: spelledBy(/([\w$]+)\s*=\s*(?:\(0,\s*)?[\w$.]*useRef\b/g, () => true),
  };
}
