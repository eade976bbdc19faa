import { readdirSync, readFileSync } from 'node:fs';
import { childAddress, type RawCapture, type RawNode, type RawRoot } from '@substrate/core';
import { expect, it } from 'vitest';
import { type Interpretation, interpret } from '../src/index.js';

/**
 * Is a snapshot of confidence c right in about c of its keys? Two measures, printed as a table:
 *
 *   judged    a person read each golden file and wrote down the keys that do not say what their value is (golden/judgements.json)
 *   minified  a share of the names in the program is replaced by what a minifier leaves; a key is right when it says what it said before,
 *             half right when its last word does and something above it has no name
 */

const folder = new URL('golden/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(.+)\.capture\.json$/.exec(file)?.[1] ?? []);
const captureOf = (name: string): RawCapture =>
  JSON.parse(readFileSync(new URL(`${name}.capture.json`, folder), 'utf8')) as RawCapture;
const judgements = JSON.parse(readFileSync(new URL('judgements.json', folder), 'utf8')) as Record<string, string[]>;

const hash = (text: string): number => {
  let value = 7;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) >>> 0;
  return value;
};

const minified = (name: string): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const value = hash(`${name}!`);
  return `${letters[value % 52]}${letters[(value >>> 8) % 52]}`;
};

const isScreen = (root: RawRoot): boolean =>
  root.source === 'dom' || root.source === 'window' || root.source === 'tabs' || root.source === 'process';

/** The same capture with that share of its field and variable names minified, and which pattern became which. */
const minify = (capture: RawCapture, share: number): { capture: RawCapture; pairs: Map<string, string> } => {
  const pairs = new Map<string, string>();
  const visit = (node: RawNode, from: string, to: string): RawNode => {
    pairs.set(to, from);
    if (!node.children) return node;
    const list = node.kind !== 'object';
    const taken = new Set<string>();
    const children = node.children.map((child) => {
      let name = !list && child.id === undefined && hash(child.name) % 100 < share ? minified(child.name) : child.name;
      while (taken.has(name)) name += 'a';
      taken.add(name);
      const next = { ...child, name };
      const star = (parent: string, one: RawNode): string => (list ? `${parent}/*` : childAddress(parent, one));
      return visit(next, star(from, child), star(to, next));
    });
    return { ...node, children };
  };
  const roots = capture.roots.map((root): RawRoot => {
    const pattern = root.source === 'instance' ? root.address.replace(/\[\d+\]$/, '[*]') : root.address;
    if (isScreen(root) || hash(pattern) % 100 >= share) return visit(root, pattern, pattern) as RawRoot;
    const { type, label, ...rest } = root;
    return visit({ ...rest, name: minified(root.name) } as RawRoot, pattern, pattern) as RawRoot;
  });
  return { capture: { ...capture, roots }, pairs };
};

const lastWord = (template: string): string => /([^.[\]*]+)(?:\[\*\])*$/.exec(template)?.[1] ?? template;

const truths = new Map<string, Interpretation>();

/** How much of the served keys of a minified capture is right. */
const rightShare = (name: string, share: number): { confidence: number; right: number } => {
  const truth = truths.get(name) ?? interpret(captureOf(name));
  truths.set(name, truth);
  const { capture, pairs } = minify(captureOf(name), share);
  const result = interpret(capture);
  const patterns = new Map(Object.entries(result.schema.keys).map(([pattern, entry]) => [entry.key, pattern]));
  let right = 0;
  let count = 0;
  for (const key of Object.keys(result.objects)) {
    const template = [...templates(key)].find((one) => patterns.has(one));
    const pattern = template === undefined ? undefined : patterns.get(template);
    const before = pattern === undefined ? undefined : truth.schema.keys[pairs.get(pattern) ?? pattern]?.key;
    count++;
    if (template === undefined || before === undefined || before === '') continue;
    if (template === before) right += 1;
    else if (lastWord(template) === lastWord(before)) right += template.includes('unknown_0x') ? 0.5 : 1;
  }
  return { confidence: result.confidence, right: count === 0 ? 0 : right / count };
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
  for (const name of names) {
    const { objects, confidence } = interpret(captureOf(name));
    const wrong = (judgements[name] ?? []).map((text) => new RegExp(text));
    const keys = Object.keys(objects);
    const right = keys.filter((key) => !wrong.some((one) => one.test(key))).length / keys.length;
    table.push(line(name, String(keys.length), confidence, right));
    offs.push(Math.abs(confidence - right));
  }
  process.stdout.write(`${table.join('\n')}\n`);
  expect(offs.reduce((sum, off) => sum + off, 0) / offs.length).toBeLessThan(0.05);
  expect(Math.max(...offs)).toBeLessThan(0.15);
});

it('falls as names are lost, and by as much', () => {
  const table = [line('share minified', 'confidence', 'right')];
  const rows: { share: number; confidence: number; right: number }[] = [];
  for (const share of [0, 10, 25, 50, 75, 100]) {
    const all = names.map((name) => rightShare(name, share));
    const confidence = all.reduce((sum, one) => sum + one.confidence, 0) / all.length;
    const right = all.reduce((sum, one) => sum + one.right, 0) / all.length;
    rows.push({ share, confidence, right });
  }
  process.stdout.write(`${[...table, ...rows.map((row) => line(`${row.share} %`, row.confidence, row.right))].join('\n')}\n`);
  rows.forEach(({ share, confidence, right }, at) => {
    expect(confidence, `${share} %`).toBeLessThanOrEqual((rows[at - 1]?.confidence ?? 1) + 0.01);
    expect(Math.abs(confidence - right), `${share} %`).toBeLessThan(0.12);
  });
}, 240_000);
