import { content, fields, limits } from '../../node-wire.json';
import {
  type CaptureCounts,
  type Omission,
  omissions,
  type Primitive,
  type RawAction,
  type RawNode,
  type RawRoot,
  type RootSource,
  rootSources,
} from '../capture.js';
import { originIn } from './origin.js';
import { isSameNode, isSameRoot } from './share-tree.js';

/**
 * The compact form in which the parts inside JVM and .NET processes tell what they read; `node-wire.json` is its table, from which their constants are made.
 *
 * A node is a JSON object of one-letter fields, the last of which says what it is: `v` a value, `o`, `m` or `l` the children of an object, a map or a list, `x` why it was
 * left out, `y` the first bytes of what is no text. What stands before it is there only when it says something: an element of a list has a name only where it is not its
 * place, counted from `f` on. Whole numbers beyond 2^53 and numbers that are none are told as texts.
 *
 * Only what changed is sent. Among children, n stands for the next n that the other side has at the same places; among roots n stands for the n that follow the one told
 * last, and an address for the root of that address. What is not told is gone. Whatever is equal to what was there is the very same object.
 *
 * Who speaks may mean harm: what is not of this form is refused with a `WireError` and nothing else, in time and memory by its length.
 */
export class WireError extends Error {
  readonly code = 'bad_wire';

  constructor(what: string) {
    super(`What the process says of itself can't be read: ${what}.`);
  }
}

type Wire = Readonly<Record<string, unknown>>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<RawNode>;

const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new WireError('something else where a text belongs');
  return value;
};
const texts = (value: unknown): readonly string[] => list(value).map(text);
const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new WireError('something else where a list belongs');
  return value;
};
const count = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new WireError('something else where a count belongs');
  return value as number;
};
const flag = (value: unknown): boolean => {
  if (value !== 0 && value !== 1) throw new WireError('something else where 0 or 1 belongs');
  return value === 1;
};
const plain = (value: unknown): Primitive => {
  if (typeof value === 'object' && value !== null) throw new WireError('something else where a plain value belongs');
  return value as Primitive;
};
const oneOf = <T extends string>(words: ReadonlySet<T>, value: unknown): T => {
  if (!words.has(value as T)) throw new WireError('a word that is not known');
  return value as T;
};
const knownOmissions: ReadonlySet<Omission> = new Set(omissions);
const knownSources: ReadonlySet<RootSource> = new Set(rootSources);

type Take = (node: Draft, value: unknown) => void;
const passed: Take = () => {};

/** Names, ids and what roots have besides are taken by whoever knows what they belong to. */
const fieldTakes: Record<keyof typeof fields, Take> = {
  name: passed,
  id: passed,
  from: passed,
  address: passed,
  source: passed,
  library: passed,
  type: (node, value) => {
    node.type = text(value);
  },
  label: (node, value) => {
    node.label = text(value);
  },
  shown: (node, value) => {
    node.shown = flag(value);
  },
  secret: (node, value) => {
    if (flag(value)) node.secret = true;
  },
  literal: (node, value) => {
    node.literal = flag(value);
  },
  fixed: (node, value) => {
    if (flag(value)) node.fixed = true;
  },
  shared: (node, value) => {
    node.shared = count(value);
  },
  recent: (node, value) => {
    if (flag(value)) node.recent = true;
  },
  foreign: (node, value) => {
    node.foreign = flag(value);
  },
  size: (node, value) => {
    node.size = count(value);
  },
  length: (node, value) => {
    node.length = count(value);
  },
  part: (node, value) => {
    node.omitted = oneOf(knownOmissions, value);
  },
};
/** What to do with a field, by the code of its letter. */
const takes: (Take | undefined)[] = [];
for (const [name, tag] of Object.entries(fields)) takes[tag.charCodeAt(0)] = fieldTakes[name as keyof typeof fields];
const contents: (keyof typeof content | undefined)[] = [];
for (const [name, tag] of Object.entries(content)) contents[tag.charCodeAt(0)] = name as keyof typeof content;

/** `place` is what the other side had at the node's place, whose unchanged children are counted; `alike` what was told before under its name, which is kept where it is equal. */
const draftOf = (
  wire: Wire,
  name: string,
  id: string | undefined,
  place: RawNode | undefined,
  alike: RawNode | undefined,
  depth: number,
): Draft => {
  if (depth > limits.depth) throw new WireError(`more than ${limits.depth} levels`);
  const node: Draft = { name, kind: 'omitted' };
  if (id !== undefined) node.id = id;
  let isTold = false;
  for (const tag in wire) {
    const code = tag.length === 1 ? tag.charCodeAt(0) : 0;
    const kind = contents[code];
    if (kind === undefined) {
      const take = takes[code];
      if (take === undefined) throw new WireError('a field that is not known');
      take(node, wire[tag]);
      continue;
    }
    if (isTold) throw new WireError('a node that is two things');
    isTold = true;
    takeContent(node, kind, wire, wire[tag], place, alike, depth);
  }
  if (!isTold) throw new WireError('a node that is nothing');
  return node;
};

const takeContent = (
  node: Draft,
  kind: keyof typeof content,
  wire: Wire,
  told: unknown,
  place: RawNode | undefined,
  alike: RawNode | undefined,
  depth: number,
): void => {
  if (kind === 'value') {
    node.kind = kind;
    node.value = plain(told);
  } else if (kind === 'omitted') node.omitted = oneOf(knownOmissions, told);
  else if (kind === 'bytes') {
    node.omitted = 'binary';
    if (text(told) !== '') node.value = text(told);
  } else {
    node.kind = kind;
    node.children = childrenOf(list(told), kind === 'list' ? count(wire[fields.from] ?? 0) : undefined, place, alike, depth);
  }
};

const segmentOf = (node: RawNode): string => node.id ?? node.name;

/** Whether its segment is its name, or was made of it here. */
const isOurs = ({ id, name }: RawNode): boolean =>
  id === undefined || (id.startsWith(`${name}#`) && /^\d+$/.test(id.slice(name.length + 1)));

/** Two of one name have an address each: `name#2`. In time by their number, however alike they are. */
const createSegments = (taken: readonly RawNode[]): ((name: string, given: string | undefined) => string | undefined) => {
  const used = new Set(taken.map(segmentOf));
  let next: Map<string, number> | undefined;
  return (name, given) => {
    let id = given;
    if (used.has(id ?? name)) {
      next ??= new Map();
      let number = next.get(name) ?? 2;
      while (used.has(`${name}#${number}`)) number++;
      next.set(name, number + 1);
      id = `${name}#${number}`;
    }
    used.add(id ?? name);
    return id;
  };
};

/** `from` is the place of a list's first element; other children have names. */
const childrenOf = (
  items: readonly unknown[],
  from: number | undefined,
  place: RawNode | undefined,
  alike: RawNode | undefined,
  depth: number,
): readonly RawNode[] => {
  const had = place?.children;
  const old = alike?.children;
  const now: RawNode[] = [];
  // As long as all have the names that they had, each has its own.
  let isNamedAsBefore = true;
  let segment: ReturnType<typeof createSegments> | undefined;
  let byName: Map<string, RawNode> | undefined;
  let isSame = true;
  const idFor = (name: string, given: string | undefined, beside: RawNode | undefined): string | undefined => {
    if (from !== undefined) return given;
    if (isNamedAsBefore && beside?.name === name && (given === undefined ? isOurs(beside) : beside.id === given))
      return beside.id;
    isNamedAsBefore = false;
    segment ??= createSegments(now);
    return segment(name, given);
  };
  for (const item of items) {
    if (typeof item === 'number') {
      if (!Number.isInteger(item) || item < 1 || had === undefined || now.length + item > had.length)
        throw new WireError('nodes as before that were never told');
      for (const end = now.length + item; now.length < end; ) {
        const kept = had[now.length] as RawNode;
        const beside = old?.[now.length];
        const id = idFor(kept.name, kept.id, beside);
        const node = id === undefined || id === kept.id ? kept : { ...kept, id };
        if (node !== beside) isSame = false;
        now.push(node);
      }
      continue;
    }
    if (!isObject(item)) throw new WireError('something that is no node');
    const said = item[fields.name];
    const name = said === undefined && from !== undefined ? String(from + now.length) : text(said);
    const beside = old?.[now.length];
    const id = idFor(name, idOf(item), beside);
    let same = beside;
    if (beside !== undefined && (beside.name !== name || beside.id !== id)) {
      byName ??= from === undefined && old ? new Map(old.map((node) => [segmentOf(node), node])) : new Map();
      same = byName.get(id ?? name);
    }
    const node = settle(draftOf(item, name, id, had?.[now.length], same, depth + 1), same);
    if (node !== beside) isSame = false;
    now.push(node);
  }
  return isSame && old?.length === now.length ? old : now;
};

const settle = (node: RawNode, before: RawNode | undefined): RawNode =>
  before !== undefined && before.children === node.children && isSameNode(before, node) ? before : node;

const idOf = (wire: Wire): string | undefined => (wire[fields.id] === undefined ? undefined : text(wire[fields.id]));

/** A node by itself, which is told whole. */
export const decodeNode = (wire: unknown): RawNode => {
  if (!isObject(wire)) throw new WireError('something that is no node');
  return draftOf(wire, text(wire[fields.name]), idOf(wire), undefined, undefined, 0);
};

/** What a probe knows of its runtime that the form does not tell. */
export interface WireOptions {
  /** Whether every program of the runtime has it. */
  ofRuntime?(source: RootSource, address: string): boolean;
}

const rootOf = (wire: Wire, address: string, before: RawRoot | undefined, { ofRuntime }: WireOptions): RawRoot => {
  const source = oneOf(knownSources, wire[fields.source]);
  const name = wire[fields.name] === undefined ? address : text(wire[fields.name]);
  const node = draftOf(wire, name, idOf(wire), before, before, 0);
  const root: Mutable<RawRoot> = { ...node, address, source, ...originIn(address, source) };
  if (wire[fields.library] !== undefined) root.library = text(wire[fields.library]);
  if (ofRuntime?.(source, address)) root.ofRuntime = true;
  return before !== undefined && before.children === root.children && isSameNode(before, root) && isSameRoot(before, root)
    ? before
    : root;
};

/** Of trees that are kept from one capture to the next: they may grow with each. */
const nodeCounts = new WeakMap<RawRoot, number>();
const countOf = (node: RawNode): number => (node.children ?? []).reduce((sum, child) => sum + countOf(child), 1);

const requireFew = (roots: readonly RawRoot[]): void => {
  let all = 0;
  for (const root of roots) {
    const known = nodeCounts.get(root) ?? countOf(root);
    nodeCounts.set(root, known);
    all += known;
  }
  if (all > limits.nodes) throw new WireError(`more than ${limits.nodes} nodes`);
};

export const decodeRoots = (told: unknown, before: readonly RawRoot[], options: WireOptions = {}): readonly RawRoot[] => {
  const items = list(told);
  if (items.length === 1 && items[0] === before.length) return before;
  const places = new Map(before.map((root, place) => [root.address, place]));
  const roots = new Map<string, RawRoot>();
  let next = 0;
  const add = (root: RawRoot | undefined): void => {
    if (root === undefined) throw new WireError('roots as before that were never told');
    if (roots.has(root.address)) throw new WireError('two roots of one address');
    roots.set(root.address, root);
  };
  for (const item of items) {
    if (typeof item === 'number') {
      if (!Number.isInteger(item) || item < 1 || next + item > before.length)
        throw new WireError('roots as before that were never told');
      for (const end = next + item; next < end; next++) add(before[next]);
      continue;
    }
    if (typeof item !== 'string' && !isObject(item)) throw new WireError('something that is no root');
    const address = typeof item === 'string' ? item : text(item[fields.address]);
    const place = places.get(address);
    const known = place === undefined ? undefined : before[place];
    add(typeof item === 'string' ? known : rootOf(item, address, known, options));
    if (place !== undefined) next = place + 1;
  }
  const now = [...roots.values()];
  requireFew(now);
  return now;
};

const optionalTexts = ['returns', 'owner', 'description', 'httpMethod', 'reads'] as const;

/** Methods of both runtimes have types. */
const actionOf = (told: unknown, { ofRuntime }: WireOptions): RawAction => {
  const action = told as RawAction;
  if (!isObject(told)) throw new WireError('something that is no action');
  for (const each of [action.address, action.name, action.kind]) text(each);
  for (const name of optionalTexts) if (action[name] !== undefined) text(action[name]);
  if (action.targets !== undefined) texts(action.targets);
  oneOf(knownSources, action.source);
  if (!Number.isFinite(action.certainty)) throw new WireError('an action without a certainty');
  for (const each of list(action.parameters) as RawAction['parameters']) {
    text(each?.name);
    text(each?.type);
  }
  return { ...action, typed: true, ...(ofRuntime?.(action.source, action.address) && { ofRuntime: true }) };
};

export const decodeActions = (told: unknown, options: WireOptions = {}): readonly RawAction[] =>
  list(told).map((action) => actionOf(action, options));

/** What both sides know of an application after an exchange. */
export interface Told {
  readonly roots: readonly RawRoot[];
  readonly actions: readonly RawAction[];
  readonly notes: readonly string[];
  readonly unreached: readonly string[];
  readonly objects: number;
  readonly counts: CaptureCounts;
}

const noCounts: CaptureCounts = { rootsKnown: 0, rootsReached: 0, nodesRead: 0, nodesCut: 0, nodesFailed: 0 };
export const nothingTold: Told = { roots: [], actions: [], notes: [], unreached: [], objects: 0, counts: noCounts };

const countsOf = (told: unknown): CaptureCounts => {
  if (!isObject(told)) throw new WireError('a capture without counts');
  const names = Object.keys(noCounts) as (keyof CaptureCounts)[];
  return Object.fromEntries(names.map((name) => [name, count(told[name])])) as unknown as CaptureCounts;
};

/** A capture by what it says and what the one before it said; actions and notes are told when they are others. */
export const decodeCapture = (body: Wire, before: Told, options: WireOptions = {}): Told => ({
  roots: decodeRoots(body.roots, before.roots, options),
  actions: body.actions === undefined ? before.actions : decodeActions(body.actions, options),
  notes: body.notes === undefined ? before.notes : texts(body.notes),
  unreached: body.unreached === undefined ? [] : texts(body.unreached),
  objects: count(body.objects),
  counts: countsOf(body.counts),
});
