import type { Omission, Primitive, RawNode, RawRoot } from '../capture.js';
import { omissions, rootSources } from '../capture.js';
import { decodeRoots, WireError } from '../probing/node-wire.js';

/** What an encoder can say: a runtime may have no word for some of it. */
export interface WireWords {
  readonly ids: boolean;
  readonly labels: boolean;
  /** That something is not on the screen. */
  readonly hidden: boolean;
  readonly bytes: boolean;
}

/** The longest text; a longer one is cut and says how long it is. */
const maxText = 40;
const texts = [
  '',
  'tea',
  'ünï “x”',
  'a\n\t\r"\\',
  '\u0000\u001f\u007f',
  '\ud83d\ude00',
  'x\ud83d',
  '\udc00y',
  '\u2028',
  '</b>',
  'NaN',
  '-0',
];

export const createRandom = (seed: number) => {
  let state = seed >>> 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return { below, may: (inTen: number) => below(10) < inTen, one: <T>(from: readonly T[]): T => from[below(from.length)] as T };
};
type Random = ReturnType<typeof createRandom>;

const somethingOf = (random: Random): Primitive =>
  random.one<() => Primitive>([
    () => null,
    () => random.may(5),
    () => random.below(2000) - 1000,
    () => Number.MAX_SAFE_INTEGER - random.below(3),
    () => (random.below(2000) - 1000.5) / 7,
    () => random.one(texts) + random.one(texts),
  ])();

/** Names that say nothing about secrets. */
const nameOf = (random: Random): string => random.one(['a', 'b', 'c', 'd e', 'ü', '"', 'x#2', '7', '\ud800']);

const leafOf = (random: Random, name: string, words: WireWords): RawNode => {
  const kind = random.below(8);
  if (kind === 0)
    return { name, kind: 'omitted', omitted: random.one(omissions), ...(random.may(5) && { size: random.below(99) }) };
  if (kind === 1) return { name, kind: 'value', value: '[redacted]', secret: true };
  if (kind === 2) return { name, kind: 'value', value: `${'x'.repeat(maxText)}…`, length: 41 + random.below(99) };
  if (kind === 3 && words.bytes)
    return { name, kind: 'omitted', omitted: 'binary', value: '89504e470d0a1a0a', size: 65 + random.below(99) };
  const value = somethingOf(random);
  const isText = typeof value === 'string';
  return {
    name,
    kind: 'value',
    value,
    ...(isText && random.may(5) && { literal: random.may(5) }),
    ...(random.may(9) && { fixed: true }),
  };
};

const nodeOf = (random: Random, name: string, depth: number, words: WireWords): RawNode => {
  const said = {
    ...(words.ids && random.may(1) && { id: `${name}@${random.below(1e6)}` }),
    ...(words.labels && random.may(1) && { label: random.one(texts) }),
    ...(random.may(1) && { shown: words.hidden ? random.may(5) : true }),
  };
  if (depth <= 0 || random.may(4)) return { ...leafOf(random, name, words), ...said };
  const kind = random.one(['object', 'map', 'list'] as const);
  const from = random.may(2) ? random.below(500) : 0;
  // An element that is nothing to tell leaves a gap.
  const gap = random.may(2) ? 1 : 0;
  const children = Array.from({ length: random.below(6) }, (_, at) =>
    nodeOf(random, kind === 'list' ? String(from + at + (at > 1 ? gap : 0)) : nameOf(random), depth - 1, words),
  );
  return {
    name,
    kind,
    ...said,
    ...(random.may(3) && { type: `Shop.${random.one(texts)}` }),
    ...(random.may(2) && { size: random.below(999) }),
    ...(random.may(1) && { omitted: random.one<Omission>(['budget', 'threw']) }),
    children,
  };
};

const rootOf = (random: Random, address: string, words: WireWords): RawRoot => ({
  ...nodeOf(random, nameOf(random), 4, words),
  address,
  source: random.one(rootSources),
  ...(random.may(2) && { library: 'lib' }),
});

/** The same tree with a few things otherwise, and what did not change the same object. */
const changed = <T extends RawNode>(random: Random, node: T, words: WireWords): T => {
  if (!node.children || node.children.length === 0) return { ...leafOf(random, node.name, words), ...pickRoot(node) } as T;
  const at = random.below(node.children.length);
  const children = node.children.map((child, index) => (index === at ? changed(random, child, words) : child));
  if (node.kind !== 'list' && random.may(3))
    children.splice(random.below(children.length + 1), random.below(2), nodeOf(random, nameOf(random), 2, words));
  else if (random.may(2)) children.pop();
  return { ...node, children };
};

const pickRoot = (node: Partial<RawRoot>): Partial<RawRoot> =>
  node.address === undefined || node.source === undefined ? {} : { address: node.address, source: node.source };

/** Captures of one program, one after another, as they are meant. */
const wireCaptures = (seed: number, length: number, words: WireWords): readonly (readonly RawRoot[])[] => {
  const random = createRandom(seed);
  let names = 0;
  const make = (): RawRoot => rootOf(random, `static:Shop.C${names++}`, words);
  let roots: readonly RawRoot[] = Array.from({ length: random.below(6) }, make);
  return Array.from({ length }, () => {
    const now = roots.filter(() => !random.may(1)).map((root) => (random.may(3) ? changed(random, root, words) : root));
    if (random.may(4)) now.splice(random.below(now.length + 1), 0, make());
    if (random.may(1)) now.reverse();
    roots = now;
    return now;
  });
};

/** Ids that were given to tell two of one name apart, and what an address says, are the decoder's own. */
const asMeant = (told: RawNode, meant: RawNode): RawNode => {
  const { element: _e, qualifiedName: _q, ...node } = told as RawRoot;
  if (meant.id === undefined) delete (node as { id?: string }).id;
  return node.children
    ? { ...node, children: node.children.map((child, at) => asMeant(child, meant.children?.[at] ?? child)) }
    : node;
};

const hasTwoOfOneAddress = (node: RawNode): boolean => {
  const children = node.children ?? [];
  const segments = new Set(children.map((child) => child.id ?? child.name));
  return (node.kind !== 'list' && segments.size !== children.length) || children.some(hasTwoOfOneAddress);
};

/**
 * Whether an encoder says what is meant: `tell` gives it visits, each of captures one after another, as lines of JSON, and returns its lines. Throws with what is wrong;
 * returns those lines.
 */
export const checkEncoder = (
  tell: (input: string) => string,
  words: WireWords,
  same: (told: unknown, meant: unknown) => void,
): readonly string[] => {
  const visits = Array.from({ length: 150 }, (_, at) => wireCaptures(at + 1, 8, words));
  const input = visits.map((captures) => `${captures.map((roots) => JSON.stringify(roots)).join('\n')}\n\n`).join('');
  const lines = tell(input).split('\n').slice(0, -1);
  let line = 0;
  for (const captures of visits) {
    let told: readonly RawRoot[] = [];
    let meantBefore: readonly RawRoot[] = [];
    for (const meant of captures) {
      const before = new Map(told.map((root) => [root.address, root]));
      told = decodeRoots(JSON.parse(lines[line++] ?? 'null'), told);
      same(
        told.map((root, at) => asMeant(root, meant[at] ?? root)),
        meant,
      );
      if (told.some(hasTwoOfOneAddress)) throw new Error(`two of one address in line ${line}`);
      const kept = meant.filter((root) => meantBefore.includes(root)).map((root) => root.address);
      for (const root of told)
        if (kept.includes(root.address) && before.get(root.address) !== root)
          throw new Error(`${root.address} is new in line ${line}`);
      meantBefore = meant;
    }
  }
  if (line !== lines.length) throw new Error(`${lines.length} lines for ${line} captures`);
  return lines;
};

/** Whether lines that were damaged at random places are refused in one way or read: anything else is thrown. Returns how many were refused. */
export const checkDamaged = (lines: readonly string[], times: number): number => {
  const random = createRandom(7);
  const junk = [
    '0',
    '-1',
    '1e9',
    'null',
    'true',
    '""',
    '[]',
    '{}',
    '{"v":1}',
    ',',
    '}',
    ']',
    '"__proto__":1,',
    '"x":"moon"',
    '"l":[1]',
    '0.5',
  ];
  let before: readonly RawRoot[] = [];
  let refused = 0;
  for (let turn = 0; turn < times; turn++) {
    const line = random.one(lines);
    const at = random.below(line.length + 1);
    const damaged =
      line.slice(0, at) + random.one([...junk, String.fromCharCode(random.below(0x10000))]) + line.slice(at + random.below(9));
    let wire: unknown;
    try {
      wire = JSON.parse(damaged);
    } catch {
      continue;
    }
    try {
      before = decodeRoots(wire, before);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      refused++;
    }
  }
  return refused;
};
