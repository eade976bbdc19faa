import { readdirSync, readFileSync } from 'node:fs';
import { childAddress, type RawCapture, type RawNode, type RawRoot } from '@substrate/core';
import { expect, it } from 'vitest';
import { type Interpretation, interpret } from '../src/index.js';

/**
 * Is a snapshot of confidence c right in about c of its keys? Two measures, printed as tables:
 *
 *   judged    a person read each golden file and wrote down the keys that do not say what their value is (golden/judgements.json)
 *   minified  of a share of the objects and variables the names are replaced by what a minifier leaves, so that the truth is known without a
 *             judge. It knows all fields of an object or none. A key is right when it says what it said before; where it has no name for
 *             something above, by the share of its words that say something
 *
 * `SUBSTRATE_FULL=1` minifies each in five ways instead of one.
 */

const folder = new URL('golden/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(.+)\.capture\.json$/.exec(file)?.[1] ?? []);
const captureOf = (name: string): RawCapture =>
  JSON.parse(readFileSync(new URL(`${name}.capture.json`, folder), 'utf8')) as RawCapture;
const judgements = JSON.parse(readFileSync(new URL('judgements.json', folder), 'utf8')) as Record<string, string[]>;

const seeds = process.env.SUBSTRATE_FULL ? [1, 2, 3, 4, 5] : [1];
const shares = [0, 10, 25, 50, 75, 100];

const hash = (text: string, seed = 7): number => {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) >>> 0;
  return Math.imul(value ^ (value >>> 15), 2_246_822_519) >>> 0;
};

const minified = (name: string, seed: number): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const value = hash(`${name}!`, seed);
  return `${letters[value % 52]}${letters[(value >>> 8) % 52]}`;
};

const isScreen = (root: RawRoot): boolean =>
  root.source === 'dom' || root.source === 'window' || root.source === 'tabs' || root.source === 'process';

/** The same capture with that share of its field and variable names minified, and which pattern became which. */
const minify = (capture: RawCapture, share: number, seed: number): { capture: RawCapture; pairs: Map<string, string> } => {
  const pairs = new Map<string, string>();
  const visit = (node: RawNode, from: string, to: string, shown: boolean): RawNode => {
    pairs.set(to, from);
    if (!node.children) return node;
    const list = node.kind !== 'object';
    const taken = new Set<string>();
    const mangled = !list && !shown && hash(from, seed) % 100 < share;
    const children = node.children.map((child) => {
      let name = mangled && child.id === undefined ? minified(child.name, seed) : child.name;
      while (taken.has(name)) name += 'a';
      taken.add(name);
      const next = { ...child, name };
      const star = (parent: string, one: RawNode): string => (list ? `${parent}/*` : childAddress(parent, one));
      return visit(next, star(from, child), star(to, next), shown);
    });
    return { ...node, children };
  };
  const roots = capture.roots.map((root): RawRoot => {
    const pattern = root.source === 'instance' ? root.address.replace(/\[\d+\]$/, '[*]') : root.address;
    if (isScreen(root) || hash(pattern, seed) % 100 >= share) return visit(root, pattern, pattern, isScreen(root)) as RawRoot;
    const { type, label, ...rest } = root;
    return visit({ ...rest, name: minified(root.name, seed) } as RawRoot, pattern, pattern, false) as RawRoot;
  });
  return { capture: { ...capture, roots }, pairs };
};

const lastWord = (template: string): string => /([^.[\]*]+)(?:\[\*\])*$/.exec(template)?.[1] ?? template;

/** How many there are has no node of its own. */
const originalOf = (pairs: ReadonlyMap<string, string>, pattern: string): string => {
  const [, holder, count] = /^(.*)(\/#\w+)$/s.exec(pattern) ?? ['', pattern, ''];
  return `${pairs.get(holder as string) ?? holder}${count}`;
};

/** The share of its words that say something. */
const namedShare = (template: string): number => {
  const words = template
    .replaceAll('[*]', '')
    .split('.')
    .filter((word) => word !== '*');
  return words.filter((word) => !word.startsWith('unknown_0x')).length / words.length;
};

const truths = new Map<string, Interpretation>();

interface Case {
  readonly name: string;
  readonly share: number;
  readonly result: Interpretation;
  readonly right: number;
}

/** How much of the served keys of a minified capture is right. */
const caseOf = (name: string, share: number, seed: number): Case => {
  const truth = truths.get(name) ?? interpret(captureOf(name));
  truths.set(name, truth);
  const { capture, pairs } = minify(captureOf(name), share, seed);
  const result = interpret(capture);
  const patterns = new Map(Object.entries(result.schema.keys).map(([pattern, entry]) => [entry.key, pattern]));
  let right = 0;
  let count = 0;
  for (const key of Object.keys(result.objects)) {
    const template = [...templates(key)].find((one) => patterns.has(one));
    const pattern = template === undefined ? undefined : patterns.get(template);
    const before = pattern === undefined ? undefined : truth.schema.keys[originalOf(pairs, pattern)]?.key;
    count++;
    if (template === undefined || before === undefined || before === '') continue;
    if (template === before) right += 1;
    else if (lastWord(template) === lastWord(before)) right += namedShare(template);
  }
  return { name, share, result, right: count === 0 ? 0 : right / count };
};

/** The templates that a key may be of. */
const templates = function* (key: string): Generator<string> {
  const open = key.replace(/\[\d+\]/g, '[*]');
  yield open;
  yield open.replace(/\["(?:[^"\\]|\\.)*"\]/g, '.*');
  const parts = open.split('.');
  for (let i = 1; i < parts.length; i++) {
    const some = parts.map((part, at) => (at === i ? (/\[/.test(part) ? part.replace(/^[^[]+/, '*') : '*') : part)).join('.');
    yield some;
    yield some.replace(/\["(?:[^"\\]|\\.)*"\]/g, '.*');
  }
};

const line = (...cells: (string | number)[]): string =>
  cells
    .map((cell, at) => (typeof cell === 'number' ? cell.toFixed(2).padStart(10) : at === 0 ? cell.padEnd(24) : cell.padStart(10)))
    .join('');

it('judged by a person, confidence and keys that are right agree', () => {
  const table = [line('application', 'keys', 'confidence', 'right')];
  const offs: number[] = [];
  // An application that nobody judged is not thereby right.
  for (const name of names.filter((one) => judgements[one] !== undefined)) {
    const { objects, confidence } = interpret(captureOf(name));
    const wrong = (judgements[name] as string[]).map((text) => new RegExp(text));
    const keys = Object.keys(objects);
    const right = keys.filter((key) => !wrong.some((one) => one.test(key))).length / keys.length;
    table.push(line(name, String(keys.length), confidence, right));
    offs.push(Math.abs(confidence - right));
  }
  process.stdout.write(`${table.join('\n')}\n`);
  expect(offs.length).toBeGreaterThanOrEqual(16);
  expect(offs.reduce((sum, off) => sum + off, 0) / offs.length).toBeLessThan(0.05);
  expect(Math.max(...offs)).toBeLessThan(0.15);
});

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

it('falls as names are lost, and by as much', () => {
  const cases = names.flatMap((name) => seeds.flatMap((seed) => shares.map((share) => caseOf(name, share, seed))));
  const row = (share: number) => {
    const of = cases.filter((one) => one.share === share);
    return {
      confidence: mean(of.map(({ result }) => result.confidence)),
      right: mean(of.map(({ right }) => right)),
      off: mean(of.map(({ result, right }) => Math.abs(result.confidence - right))),
    };
  };
  const table = shares.map((share) => ({ share, ...row(share) }));
  process.stdout.write(
    `${line('names minified', 'confidence', 'right', 'apart')}\n${table.map(({ share, confidence, right, off }) => `${line(`${share} %`, confidence, right, off)}\n`).join('')}`,
  );
  expect(mean(table.map(({ off }) => off))).toBeLessThan(0.08);
  table.forEach(({ share, confidence, right }, at) => {
    expect(confidence, `${share} %`).toBeLessThanOrEqual((table[at - 1]?.confidence ?? 1) + 0.01);
    expect(Math.abs(confidence - right), `${share} %`).toBeLessThan(0.12);
  });
}, 480_000);

/** The capture without some of its objects and lists, as a budget that ran out leaves it. */
const cutAt = (capture: RawCapture, share: number): RawCapture => {
  let [nodesRead, nodesCut] = [0, 0];
  const sizeOf = (node: RawNode): number => 1 + (node.children ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
  const visit = (node: RawNode, address: string): RawNode => {
    nodesRead++;
    const children = node.children?.map((child): RawNode => {
      const at = childAddress(address, child);
      if (!child.children || hash(at, 3) % 100 >= share) return visit(child, at);
      nodesCut += sizeOf(child);
      return { name: child.name, kind: 'omitted', omitted: 'budget', ...(child.id !== undefined && { id: child.id }) };
    });
    return children ? { ...node, children } : node;
  };
  const roots = capture.roots.map((root) => visit(root, root.address) as RawRoot);
  return { ...capture, roots, counts: { ...capture.counts, nodesRead, nodesCut } };
};

it('costs no more for what was cut than names are lost by it', () => {
  for (const share of [25, 50]) {
    const right: number[] = [];
    const read: number[] = [];
    for (const name of names) {
      const whole = interpret(captureOf(name)).schema.keys;
      const part = interpret(cutAt(captureOf(name), share));
      const keys = new Map(Object.entries(part.schema.keys).filter(([, { served }]) => served));
      right.push([...keys].filter(([pattern, { key }]) => whole[pattern]?.key === key).length / Math.max(1, keys.size));
      read.push(part.confidenceParts.read);
    }
    process.stdout.write(`${line(`${share} % cut`, mean(read), mean(right), Math.min(...right))}\n`);
    expect(mean(right)).toBeGreaterThan(0.98);
    expect(mean(read)).toBeGreaterThan(mean(right) - 0.05);
    expect(mean(read)).toBeLessThanOrEqual(mean(right) + 0.01);
  }
}, 240_000);
