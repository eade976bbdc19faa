/** Keys of a state as a tree, and the rows of it that are open. Pure: what the tree shows is tested without a page. */

export type Value = string | number | boolean | null;

export interface Branch {
  /** The part of the key that this place adds: `items`, `[0]`, `["a b"]`. */
  readonly part: string;
  /** The whole key up to here. */
  readonly key: string;
  readonly children: Map<string, Branch>;
  /** Leaves below. */
  leaves: number;
  isLeaf: boolean;
}

/** The parts of a key, in the spelling of the key: joined they are the key again. */
export const partsOf = (key: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < key.length; ) {
    if (key[at] === '.') {
      if (at > from) parts.push(key.slice(from, at));
      from = at;
      at++;
    } else if (key[at] === '[') {
      if (at > from) parts.push(key.slice(from, at));
      from = at;
      at = endOfBracket(key, at);
      parts.push(key.slice(from, at));
      from = at;
    } else at++;
  }
  if (from < key.length) parts.push(key.slice(from));
  return parts;
};

const endOfBracket = (key: string, start: number): number => {
  if (key[start + 1] !== '"') {
    const close = key.indexOf(']', start);
    return close < 0 ? key.length : close + 1;
  }
  for (let at = start + 2; at < key.length; at++) {
    if (key[at] === '\\') at++;
    else if (key[at] === '"') return Math.min(key.length, at + 2);
  }
  return key.length;
};

export const treeOf = (keys: Iterable<string>): Branch => {
  const root: Branch = { part: '', key: '', children: new Map(), leaves: 0, isLeaf: false };
  for (const key of keys) {
    let at = root;
    at.leaves++;
    let prefix = '';
    for (const part of partsOf(key)) {
      prefix += part;
      let next = at.children.get(part);
      if (next === undefined) {
        next = { part, key: prefix, children: new Map(), leaves: 0, isLeaf: false };
        at.children.set(part, next);
      }
      next.leaves++;
      at = next;
    }
    at.isLeaf = true;
  }
  return root;
};

export interface Row {
  readonly key: string;
  readonly text: string;
  readonly level: number;
  readonly isLeaf: boolean;
  readonly isOpen: boolean;
  readonly leaves: number;
  readonly position: number;
  readonly siblings: number;
}

/** What is small is open until somebody folds it; what is large is folded until somebody opens it. */
const openByItself = 12;

const isOpen = (branch: Branch, level: number, folds: ReadonlyMap<string, boolean>): boolean =>
  folds.get(branch.key) ?? (level === 1 ? branch.leaves <= 40 : branch.leaves <= openByItself);

export const rowsOf = (root: Branch, folds: ReadonlyMap<string, boolean>): Row[] => {
  const rows: Row[] = [];
  const add = (branch: Branch, level: number): void => {
    let position = 0;
    for (const child of branch.children.values()) {
      const open = !child.isLeaf && isOpen(child, level, folds);
      rows.push({
        key: child.key,
        text: child.part.startsWith('.') ? child.part.slice(1) : child.part,
        level,
        isLeaf: child.isLeaf,
        isOpen: open,
        leaves: child.leaves,
        position: ++position,
        siblings: branch.children.size,
      });
      if (open) add(child, level + 1);
    }
  };
  add(root, 1);
  return rows;
};

/** A key compared with the value that it has now. */
export const asExpression = (key: string, value: Value | undefined): string => `${key} === ${JSON.stringify(value ?? null)}`;

/** The word of an expression that is being typed at `at`, and where it begins. */
export const wordAt = (text: string, at: number): { word: string; from: number } => {
  const found = /[\p{ID_Continue}$_.[\]"]*$/u.exec(text.slice(0, at));
  const word = found?.[0] ?? '';
  return { word, from: at - word.length };
};

export const completionsOf = (keys: readonly string[], word: string, limit = 8): string[] => {
  if (word === '') return [];
  const wanted = word.toLowerCase();
  const starts = keys.filter((key) => key.toLowerCase().startsWith(wanted) && key !== word);
  if (starts.length >= limit) return starts.slice(0, limit);
  const inside = keys.filter((key) => !key.toLowerCase().startsWith(wanted) && key.toLowerCase().includes(wanted));
  return [...starts, ...inside].slice(0, limit);
};
