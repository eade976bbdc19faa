import type { Objects, Primitive } from '@substrate/core';

/**
 * The flat map seen as objects and arrays. A branch is a path that is no key but has keys below it. Branches are made when an
 * expression asks for them, each from the keys of the one above, and kept with the map: a map that is not asked costs nothing,
 * and one that was asked answers the next expression at once.
 */
export class Branch {
  readonly prefix: string;
  readonly #keys: readonly string[];
  readonly #read: (key: string) => Primitive;
  #children: Map<string, Primitive | Branch> | undefined;
  #length = -1;

  constructor(prefix: string, keys: readonly string[], read: (key: string) => Primitive) {
    this.prefix = prefix;
    this.#keys = keys;
    this.#read = read;
  }

  get(name: string): Primitive | Branch | undefined {
    return this.#open().get(name);
  }

  has(name: string): boolean {
    return this.#open().has(name);
  }

  /** The highest index and one; -1 for an object. */
  get length(): number {
    this.#open();
    return this.#length;
  }

  get isArray(): boolean {
    return this.length >= 0;
  }

  /** Own property names in the order of JavaScript: indices by number, then names as they come. */
  names(): string[] {
    const names = [...this.#open().keys()];
    const indices = names.filter((name) => arrayIndex.test(name)).sort((a, b) => Number(a) - Number(b));
    return [...indices, ...names.filter((name) => !arrayIndex.test(name))];
  }

  #open(): Map<string, Primitive | Branch> {
    if (this.#children) return this.#children;
    const children = new Map<string, Primitive | Branch>();
    const below = new Map<string, { name: string; keys: string[] }>();
    for (const key of this.#keys) {
      const { name, end, index } = segmentAt(key, this.prefix.length);
      if (index !== undefined) this.#length = Math.max(this.#length, index + 1);
      if (end === key.length) {
        children.set(name, this.#read(key));
        continue;
      }
      const prefix = key.slice(0, end);
      const group = below.get(prefix);
      if (group) group.keys.push(key);
      else {
        const fresh = { name, keys: [key] };
        below.set(prefix, fresh);
        if (!children.has(name)) children.set(name, new Branch(prefix, fresh.keys, this.#read));
      }
    }
    this.#children = children;
    return children;
  }
}

const arrayIndex = /^(?:0|[1-9]\d{0,14})$/;
const segment = /\.?([\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*)|\[(0|[1-9]\d{0,14})\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/** The next segment of a key. Text that is none is taken whole: such a key is a leaf under its own name. */
const segmentAt = (key: string, at: number): { name: string; end: number; index?: number } => {
  segment.lastIndex = at;
  const found = segment.exec(key);
  if (!found) return { name: key.slice(at), end: key.length };
  const end = segment.lastIndex;
  if (found[1] !== undefined) return { name: found[1], end };
  if (found[2] !== undefined) return { name: found[2], end, index: Number(found[2]) };
  try {
    return { name: JSON.parse(found[3] as string) as string, end };
  } catch {
    return { name: key.slice(at), end: key.length };
  }
};

const trees = new WeakMap<Objects, { overflow: Objects | undefined; root: Branch }>();

/** The root of a map, and of the keys that did not fit into it. */
export const treeOf = (objects: Objects, overflow: Objects | undefined): Branch => {
  const known = trees.get(objects);
  if (known && known.overflow === overflow) return known.root;
  const keys = Object.keys(objects);
  if (overflow) for (const key of Object.keys(overflow)) if (!Object.hasOwn(objects, key)) keys.push(key);
  const read = (key: string) => (Object.hasOwn(objects, key) ? objects[key] : overflow?.[key]) as Primitive;
  const root = new Branch('', keys, read);
  trees.set(objects, { overflow, root });
  return root;
};
