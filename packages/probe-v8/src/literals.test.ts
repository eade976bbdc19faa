import { describe, expect, it } from 'vitest';
import { createMarker, literalsOf, wordsOf } from './literals.js';

describe('literals of a script', () => {
  const all = (source: string): string[] => [...literalsOf(source)];

  it('are found in every kind of quotes', () => {
    expect(all('const a = "Start event", b = \'End event\', c = `Data store`;')).toEqual([
      'Start event',
      'End event',
      'Data store',
    ]);
  });

  it('are told as they are when the program runs', () => {
    expect(all(String.raw`x = "say \"when\"\n", y = '\u0041\x42\u{43}D'`)).toEqual(['say "when"\n', 'ABCD']);
  });

  it('are not taken from comments and patterns, whose quotes begin nothing', () => {
    expect(all("// don't\n/* it's */ a.replace(/[\"'/]/g, 'quote'); b = c / d; e = 'half' / 2")).toEqual(['quote', 'half']);
  });

  it('are found behind a template that something is put into', () => {
    expect(all('a = `${n} of ${m ? "many" : "some"}`; b = "behind"')).toEqual(expect.arrayContaining(['many', 'some', 'behind']));
  });

  it('of a large minified script are found to its end', () => {
    const source = Array.from({ length: 5000 }, (_, i) => `f${i}=a=>a/2>/"/.test("word ${i}")?'x${i}':b;`).join('');
    const words = all(source);
    expect(words).toContain('word 4999');
    expect(words.filter((word) => word.startsWith('word '))).toHaveLength(5000);
  });
});

describe('marking', () => {
  const mark = createMarker([wordsOf('x = ["User task", "Gateway"]')]);
  const text = (name: string, value: string) => ({ name, kind: 'value', value }) as const;

  it('says of every text whether it stands in a script', () => {
    const node = { name: 'items', kind: 'object', children: [text('label', 'User task'), text('guest', 'Ada')] } as const;
    expect(mark(node).children).toEqual([
      { ...text('label', 'User task'), literal: true },
      { ...text('guest', 'Ada'), literal: false },
    ]);
  });

  it('leaves alone what is no text, too short to tell, or not told whole', () => {
    const nodes = [{ name: 'n', kind: 'value', value: 3 } as const, text('id', 'ok'), { ...text('s', 'Gateway'), length: 900 }];
    for (const node of nodes) expect(mark(node)).toBe(node);
  });

  it('takes a pattern for code, however it was put together', () => {
    expect(mark({ name: 'url', kind: 'value', value: '/^https?:/', type: 'RegExp' })).toMatchObject({ literal: true });
    expect(mark({ name: 'url', kind: 'value', value: '/^https?:/' })).toMatchObject({ literal: false });
  });

  it('gives the very node for what did not change', () => {
    const node = { name: 'items', kind: 'list', children: [text('0', 'Gateway')] } as const;
    expect(mark(node)).toBe(mark(node));
  });
});
