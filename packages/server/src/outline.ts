import { formatKey, type KeySegment, type Objects, type OutlineEntry, type Primitive, parseKey } from '@substrate/core';

/**
 * The tree of keys, folded: what a reader looks at first. It begins with the whole tree as one branch and opens one branch after
 * another, the uppermost first and lists last, as long as the result fits. So it tells something of every part before it tells
 * much of one, and the numbers of keys always add up to all of them.
 */

interface Branch {
  /** The segments from the root. */
  readonly path: readonly KeySegment[];
  readonly children: Map<KeySegment, Branch>;
  /** Of a leaf. */
  value?: Primitive;
  isLeaf: boolean;
  keys: number;
}

const branch = (path: readonly KeySegment[]): Branch => ({ path, children: new Map(), isLeaf: false, keys: 0 });

const treeOf = (objects: Objects): Branch => {
  const root = branch([]);
  for (const key of Object.keys(objects)) {
    let at = root;
    at.keys++;
    for (const segment of parseKey(key) ?? [key]) {
      let next = at.children.get(segment);
      if (!next) {
        next = branch([...at.path, segment]);
        at.children.set(segment, next);
      }
      next.keys++;
      at = next;
    }
    at.isLeaf = true;
    at.value = objects[key] as Primitive;
  }
  return root;
};

const textLength = 80;

const cut = (text: string): string => (text.length <= textLength ? text : `${text.slice(0, textLength - 1)}…`);

const short = (value: Primitive): Primitive => (typeof value === 'string' ? cut(value) : value);

/** The first leaves below, each by its path from here: `[0].name: "Tea", [0].price: 3`. */
const sampleOf = (from: Branch): string => {
  const told: string[] = [];
  let length = 0;
  const visit = (at: Branch): void => {
    if (length > textLength) return;
    if (at.isLeaf) {
      const text = `${formatKey(at.path.slice(from.path.length))}: ${JSON.stringify(short(at.value as Primitive))}`;
      told.push(text);
      length += text.length + 2;
    } else for (const child of at.children.values()) visit(child);
  };
  visit(from);
  return cut(told.join(', '));
};

/** A branch that holds nothing but one other is told as that one. */
const settle = (from: Branch): Branch => {
  let at = from;
  while (!at.isLeaf && at.children.size === 1) at = at.children.values().next().value as Branch;
  return at;
};

const isList = (at: Branch): boolean => typeof at.children.keys().next().value === 'number';

const entryOf = (at: Branch): OutlineEntry => {
  const path = formatKey(at.path);
  if (!at.isLeaf) return { path, keys: at.keys, type: isList(at) ? 'array' : 'object', example: sampleOf(at) };
  const value = at.value as Primitive;
  return { path, keys: at.keys, type: value === null ? 'null' : (typeof value as 'string'), example: short(value) };
};

/** A line of the outline: a branch or key, or what of a branch found no room. */
interface Line {
  readonly entry: OutlineEntry;
  readonly bytes: number;
  /** What it can be opened into. */
  readonly opens: readonly Branch[];
  readonly inList: boolean;
}

const sizeOf = (entry: OutlineEntry): number => new TextEncoder().encode(JSON.stringify(entry)).length + 1;

const lineOf = (given: Branch): Line => {
  const at = settle(given);
  const entry = entryOf(at);
  return { entry, bytes: sizeOf(entry), opens: [...at.children.values()], inList: isList(at) };
};

/** The first of these that fit, and the rest of them as one line. */
const squeeze = (lines: readonly Line[], rest: (keys: number, example: string) => OutlineEntry, room: number): Line[] => {
  const kept: Line[] = [];
  let left = lines.reduce((keys, { entry }) => keys + entry.keys, 0);
  let bytes = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    const remaining = left - line.entry.keys;
    const others = remaining === 0 ? 0 : sizeOf(rest(remaining, sampleOfRest(lines, i + 1)));
    if (bytes + line.bytes + others > room) {
      const entry = rest(left, sampleOfRest(lines, i));
      const size = sizeOf(entry);
      if (bytes + size <= room) kept.push({ entry, bytes: size, opens: [], inList: false });
      break;
    }
    kept.push(line);
    bytes += line.bytes;
    left = remaining;
  }
  return kept;
};

const sampleOfRest = (lines: readonly Line[], from: number): string =>
  cut(
    lines
      .slice(from, from + 4)
      .map(({ entry }) => entry.path)
      .join(', '),
  );

/** The outline of a state in at most so many bytes of JSON. */
export const outlineOf = (objects: Objects, maxBytes: number): OutlineEntry[] => {
  const root = treeOf(objects);
  const tops = [...root.children.values()].map(lineOf);
  const rest = (keys: number, example: string): OutlineEntry => ({ path: '', keys, type: 'object', example });
  // Two brackets, and no comma after the last.
  const room = maxBytes - 1;
  const all = tops.reduce((bytes, line) => bytes + line.bytes, 0);
  if (all > room) return squeeze(tops, rest, room).map(({ entry }) => entry);

  let free = room - all;
  // Each line stands where its branch stood, so that the outline keeps the order of worth.
  const roots: Nested[] = tops.map((line) => ({ line, inside: undefined }));
  for (const lists of [false, true]) {
    let level = leavesOf(roots);
    while (level.length > 0) {
      const opened: Nested[] = [];
      for (const nested of level) {
        const { line } = nested;
        if (line.opens.length === 0 || (line.inList && !lists)) continue;
        const inside = line.opens.map(lineOf);
        const cost = inside.reduce((bytes, child) => bytes + child.bytes, 0) - line.bytes;
        if (cost > free) continue;
        free -= cost;
        nested.inside = inside.map((child) => ({ line: child, inside: undefined }));
        opened.push(...nested.inside);
      }
      level = opened;
    }
  }
  return leavesOf(roots).map(({ line }) => line.entry);
};

interface Nested {
  readonly line: Line;
  inside: Nested[] | undefined;
}

const leavesOf = (nested: readonly Nested[]): Nested[] => nested.flatMap((one) => (one.inside ? leavesOf(one.inside) : [one]));
