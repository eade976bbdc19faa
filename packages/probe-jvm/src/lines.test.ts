import { expect, test } from 'vitest';
import { lineReader } from './lines.js';

const limits = { maxBytes: 1000, maxDepth: 10 };

test('lines come whole, however they were cut', () => {
  const read = lineReader(() => limits);
  const bytes = Buffer.from('{"a":"é["}\n\n[1]\n{"b');
  const found: string[] = [];
  for (const byte of bytes) found.push(...read(Buffer.from([byte])));
  expect(found).toEqual(['{"a":"é["}', '', '[1]']);
});

test('a line without an end is given up on before it is kept', () => {
  const read = lineReader(() => limits);
  const chunk = Buffer.alloc(400, 'a');
  read(chunk);
  read(chunk);
  expect(() => read(chunk)).toThrow('more than 1000 bytes');
});

test('brackets inside each other are counted, those in texts are not', () => {
  const read = lineReader(() => limits);
  expect(read(Buffer.from(`{"a":"${'['.repeat(50)}\\"${'{'.repeat(50)}"}\n`))).toHaveLength(1);
  expect(read(Buffer.from(`${'[]'.repeat(50)}\n`))).toHaveLength(1);
  expect(() => read(Buffer.from('['.repeat(11)))).toThrow('more than 10 brackets');
});

test('the limits of the moment count', () => {
  let maxBytes = 5;
  const read = lineReader(() => ({ ...limits, maxBytes }));
  expect(read(Buffer.from('abc\n'))).toEqual(['abc']);
  maxBytes = 20;
  expect(read(Buffer.from('0123456789\n'))).toEqual(['0123456789']);
});
