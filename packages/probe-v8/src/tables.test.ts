import type { RawNode } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { isTable, tablesIn } from './tables.js';

/** A value as a probe reads it. */
const nodeOf = (name: string, value: unknown): RawNode => {
  if (value instanceof Map) {
    const children = [...value].map(([key, one]) => nodeOf(key, one));
    return { name, kind: 'map', children, size: value.size };
  }
  if (Array.isArray(value))
    return { name, kind: 'list', children: value.map((one, at) => nodeOf(String(at), one)), size: value.length };
  if (value === null || typeof value !== 'object') return { name, kind: 'value', value: (value as RawNode['value']) ?? null };
  return { name, kind: 'object', children: Object.entries(value).map(([key, one]) => nodeOf(key, one)) };
};
const stands = (source: string, value: unknown, name = 'x'): boolean => isTable(nodeOf(name, value), tablesIn(source), true);

describe('tables that stand in code', () => {
  it.each<[source: string, value: unknown]>([
    ['const kinds = { boat: 3, "sea plane": \'wing\', 7: null };', { boat: 3, 'sea plane': 'wing', 7: null }],
    ['module.exports = ["sh", "bash", "dash"]', ['sh', 'bash', 'dash']],
    [
      'f(a, { deep: { list: [1, 2.5, -3, 0x10], on: !0, off: !1 }, what: "tide" });',
      { deep: { list: [1, 2.5, -3, 16], on: true, off: false }, what: 'tide' },
    ],
    // What lies in what is no table.
    ['const o = { ...rest, inner: { red: "rot", blue: "blau" }, other: name };', { red: 'rot', blue: 'blau' }],
    // Functions are not read.
    [
      'const o = { red: "rot", f(a) { return { a }; }, g: (x) => [x, 1], h: async function () {}, blue: "blau" }',
      { red: 'rot', blue: 'blau' },
    ],
    [
      'const m = new Map([["one", 11], ["two", 22]]);',
      new Map([
        ['one', 11],
        ['two', 22],
      ]),
    ],
    ['x = /["\']}/.test(y) ? 1 / 2 : `a${ { b: `}` } }c`; const t = ["left", "right"]', ['left', 'right']],
    ['// it\'s { here\nconst t = [ /* "no", */ "left", "right", ];', ['left', 'right']],
    ['{"name":"caf\\u00e9","tags":["warm"]}', { name: 'café', tags: ['warm'] }],
  ])('%s', (source, value) => expect(stands(source, value)).toBe(true));

  it('are what they were written as, and nothing else', () => {
    const source = 'const limits = { beds: 12, hours: "9 to 5", open: false };';
    expect(stands(source, { beds: 12, hours: '9 to 5', open: false })).toBe(true);
    expect(stands(source, { beds: 13, hours: '9 to 5', open: false })).toBe(false);
    expect(stands(source, { beds: 12, hours: '9 to 5' })).toBe(false);
    expect(stands('const o = { beds: 12, hours: spoken() }', { beds: 12, hours: 'now' })).toBe(false);
    expect(stands('const list = ["a b", "c d"]; list.push("e f")', ['a b', 'c d', 'e f'])).toBe(false);
  });

  it('say something: what holds next to nothing is there by chance', () => {
    expect(stands('const state = { count: 0, paused: false, last: null }', { count: 0, paused: false, last: null })).toBe(false);
    expect(stands('const all = []', [])).toBe(false);
  });

  it('are of many words, of which the first are compared', () => {
    const long = 'words '.repeat(50);
    expect(stands(`const help = { a: "${long}", b: "${long}" }`, { a: long.slice(0, 150), b: long.slice(0, 120) })).toBe(true);
  });

  it('may be a constant: a variable that never has another value, or what a module of nothing else exports', () => {
    expect(stands('const padding = 38;', 38, 'padding')).toBe(true);
    expect(stands('var padding = 0x26;', 38, 'padding')).toBe(true);
    expect(stands('let padding = 38; const more = () => padding++;', 38, 'padding')).toBe(false);
    expect(stands('exports.padding = void 0;\nexports.padding = -38;', -38, 'padding')).toBe(true);
    expect(stands('exports.padding = 38;\nexports.more = () => { exports.padding += 1; };', 38, 'padding')).toBe(false);
    expect(stands('const padding = 38;', 38, 'margin')).toBe(false);
    expect(stands('module.exports = { latin: "ISO-8859-1", greek: "ISO-8859-7" }', 'ISO-8859-7', 'greek')).toBe(true);
  });

  it('takes whatever is no script', () => {
    for (const text of ['}}}]]))', '((((', '"', '`${', '/', 'a ? /x', '{,,:,}', '\u0000\ud800'])
      expect(() => tablesIn(text)).not.toThrow();
  });
});
