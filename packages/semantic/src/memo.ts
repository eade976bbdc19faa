/** Remembers what was found of a text: the same ones come in every cycle. */
export const remembered = <T>(find: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > 200) return find(text);
    let found = known.get(text);
    if (found === undefined) {
      if (known.size >= 20_000) known.clear();
      found = find(text);
      known.set(text, found);
    }
    return found;
  };
};

/** Remembers what was found of an object that never changes, for as long as it lives. */
export const keptFor = <K extends object, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, V>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = find(key);
      known.set(key, found);
    }
    return found;
  };
};

/** Finds it when it is asked for, and once. */
export const once = <T>(find: () => T): (() => T) => {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
};
