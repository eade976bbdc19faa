/** What a map has under a key; made where it has nothing. */
export const entryIn = <K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V => {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  map.set(key, made);
  return made;
};

/** The value of before, where the one of now says the same. */
export const unlessSame = <T>(before: T | undefined, now: T): T =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;

/** Gathers values by what they have in common. */
export const addTo = <K, V>(groups: Map<K, V[]>, key: K, value: V): unknown => entryIn(groups, key, () => []).push(value);

export const countIn = <K>(counts: Map<K, number>, key: K, by = 1): unknown => counts.set(key, (counts.get(key) ?? 0) + by);

/** Remembers what was found of a text: the same ones come in every cycle. */
export const remembered = <T>(find: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  const make = (text: string): T => {
    if (known.size >= 20_000) known.clear();
    return find(text);
  };
  return (text) => (text.length > 200 ? find(text) : entryIn(known, text, make));
};

/** Remembers what was found of an object that never changes, for as long as it lives. */
export const keptFor = <K extends object, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, V>();
  return (key) => entryIn(known, key, find);
};
