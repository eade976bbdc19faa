import { type Extent, type Extents, isElementRead, type Objects, type Primitive } from '@substrate/core';

/** The map that branches are made from, and what is known of places beyond their keys. */
interface Source {
  read(key: string): Primitive;
  extent(path: string): Extent | undefined;
}

/** Keys that begin alike, and the paths of places among them that may have none. */
interface Below {
  readonly keys: readonly string[];
  readonly places: readonly string[];
}

/**
 * The flat map seen as objects and arrays. A branch is a path that is no key but has keys below it, or is known as a place. Branches are
 * made when an expression asks for them, each from the keys of the one above, and kept with the map: a map that is not asked costs
 * nothing, and one that was asked answers the next expression at once.
 */
export class Branch {
  readonly prefix: string;
  readonly extent: Extent | undefined;
  readonly #below: Below;
  readonly #source: Source;
  #children: Map<string, Primitive | Branch> | undefined;
  #length = -1;

  constructor(prefix: string, below: Below, source: Source) {
    this.prefix = prefix;
    this.extent = source.extent(prefix);
    this.#below = below;
    this.#source = source;
  }

  /** It is known to be there, and nothing of it was read. */
  get isUnread(): boolean {
    return this.extent !== undefined && this.extent.kind !== 'list' && this.#below.keys.length + this.#below.places.length === 0;
  }

  /** Whether what lies under this name was not read: it may be there or not. */
  lacks(name: string): boolean {
    const { extent } = this;
    if (extent === undefined) return false;
    if (extent.kind !== 'list') return !this.has(name);
    return arrayIndex.test(name) && Number(name) < this.length && !isElementRead(extent, Number(name));
  }

  /** The first element that was not read; the length when all were. */
  get readTo(): number {
    const { extent, length } = this;
    if (extent?.kind !== 'list' || extent.read === undefined) return length;
    let at = 0;
    for (const [from, to] of [...extent.read].sort((a, b) => a[0] - b[0])) if (from <= at) at = Math.max(at, to);
    return Math.min(at, length);
  }

  get(name: string): Primitive | Branch | undefined {
    return this.#open().get(name);
  }

  has(name: string): boolean {
    return this.#open().has(name);
  }

  /** What is known of a list, else the highest index and one; -1 for an object. */
  get length(): number {
    if (this.extent?.kind === 'list' && this.extent.size !== null) return this.extent.size;
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
    const groups = new Map<string, { keys: string[]; places: string[] }>();
    const groupOf = (prefix: string, name: string): { keys: string[]; places: string[] } => {
      let group = groups.get(prefix);
      if (!group) {
        group = { keys: [], places: [] };
        groups.set(prefix, group);
        if (!children.has(name)) children.set(name, new Branch(prefix, group, this.#source));
      }
      return group;
    };
    for (const key of this.#below.keys) {
      const { name, end, index } = segmentAt(key, this.prefix.length);
      if (index !== undefined) this.#length = Math.max(this.#length, index + 1);
      if (end === key.length) children.set(name, this.#source.read(key));
      else groupOf(key.slice(0, end), name).keys.push(key);
    }
    for (const path of this.#below.places) {
      const { name, end } = segmentAt(path, this.prefix.length);
      if (end === path.length) groupOf(path, name);
      else groupOf(path.slice(0, end), name).places.push(path);
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

interface Tree {
  readonly overflow: Objects | undefined;
  readonly extents: Extents | undefined;
  readonly root: Branch;
}

const trees = new WeakMap<Objects, Tree>();

/** The root of a map, and of the keys that did not fit into it. */
export const treeOf = (objects: Objects, overflow: Objects | undefined, extents: Extents | undefined): Branch => {
  const known = trees.get(objects);
  if (known && known.overflow === overflow && known.extents === extents) return known.root;
  const keys = Object.keys(objects);
  if (overflow) for (const key of Object.keys(overflow)) if (!Object.hasOwn(objects, key)) keys.push(key);
  const source: Source = {
    read: (key) => (Object.hasOwn(objects, key) ? objects[key] : overflow?.[key]) as Primitive,
    extent: (path) => extents?.get(path),
  };
  const root = new Branch('', { keys, places: extents ? [...extents.keys()] : [] }, source);
  trees.set(objects, { overflow, extents, root });
  return root;
};
