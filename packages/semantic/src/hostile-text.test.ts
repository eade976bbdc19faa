import { secrets } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { redactValue, secrecyOf } from './redact.js';
import { withoutKeys } from './reversibility.js';
import { isMeaningful, normalizeLabel, simpleTypeName } from './words.js';

/**
 * Texts that are made to be slow to read. Ten times the text may cost ten times the work, not a hundred times: the processor's time is compared, the least
 * of several runs, which leaves a wide margin to the noise of a machine.
 */
const cost = (work: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, 1000 * (user + system));
  }
  return least;
};

const short = 6000;
/** Below this a measurement is the clock's own noise. */
const floor = 30_000;
const most = 20;

/** The least of a few measurements: what grows with the square of the text does so in each of them, what only met a busy moment does not. */
const growth = (work: (text: string) => unknown, make: (length: number) => string): number => {
  const [small, large] = [make(short), make(10 * short)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && least >= most; attempt++) {
    work(small);
    const before = cost(() => work(small));
    least = Math.min(least, cost(() => work(large)) / Math.max(before, floor));
  }
  return least;
};

const fill = (unit: string, start = '', end = '\u0001') => {
  // In one piece, as a parser makes them: a string that is a tree of parts has costs of its own.
  const make = (length: number): string => Buffer.from(start + unit.repeat(Math.ceil(length / unit.length)) + end).toString();
  return [`${start}…${unit}…`, make] as const;
};

const values = [
  fill('a.', '?a='),
  fill('a.', 'x://'),
  fill('a-', 'token'),
  fill('-eyJ', 'eyJ'),
  fill('eyJ0123456789.', ''),
  fill('pass:', ''),
  fill('password : ', ''),
  fill('password=', ''),
  fill('sess', ';'),
  fill('sess=', ';'),
  fill(';sid', ''),
  fill('cookie:', ''),
  fill('cookie: sess', ''),
  fill('"kty":', ''),
  fill('"kty":"d" ', ''),
  fill('jdbc:oracle:x:', ''),
  fill('jdbc:oracle:x:y/', ''),
  fill('://', 'a'),
  fill('a://b:', ''),
  fill(':', 'http://'),
  fill('1 ', 'key '),
  fill('1-', '4 '),
  fill('Bearer ', ''),
  fill('Basic a', ''),
  fill('authorization: ', ''),
  fill('authorization', ''),
  fill('-----BEGIN ', ''),
  fill('A ', '-----BEGIN '),
  fill('hooks.slack.com/services/a/', ''),
  fill('sk-', ''),
  fill('SG.', ''),
  fill('x', 'password='),
  fill(' ', 'password'),
  fill('"password":"', ''),
  fill("'pwd' : 'x", ''),
  fill('?', '?a='),
  fill('&a', '?'),
  fill('$', '$2b$'),
  fill(' --password', ''),
  fill("password '", ''),
  fill('abc ', ''),
  fill('4111 ', ''),
  fill('Q~', ''),
  fill(':AA', ''),
  fill('пароль=', ''),
] as const;

const shown = (name: string, value: string) => redactValue(secrecyOf(0, name), value);

describe('redaction takes time in proportion to the text', () => {
  it.each(values)('value %s', (_, make) => {
    expect(growth((text) => shown('note', text), make)).toBeLessThan(most);
  });
  it.each(values)('address %s', (_, make) => {
    expect(growth(secrets.address, make)).toBeLessThan(most);
  });
});

const names = [
  fill('\n', 'shift'),
  fill('(ctrl', 'a'),
  fill('( ', ''),
  fill('A', ''),
  fill('a1', ''),
  fill('<', ''),
  fill('[', 'x'),
  fill('1', 'a'),
] as const;

describe('names too', () => {
  it.each(names)('%s', (_, make) => {
    for (const read of [secrets.name, withoutKeys, normalizeLabel, simpleTypeName, isMeaningful])
      expect(growth((text) => read(text), make)).toBeLessThan(most);
  });
});

it('reads the page that stopped the daemon for ten seconds', () => {
  const value = `?a=${'a.'.repeat(6000)}`;
  for (let count = 0; count < 600; count++) expect(shown('note', value)).toBe(value);
});

it('shows no more of a text than was judged', () => {
  const long = `${'a '.repeat(40_000)} password=hunter22`;
  const short = shown('note', long) as string;
  expect(short).toHaveLength(65_536);
  expect(short.endsWith('…')).toBe(true);
  expect(shown('note', `password=hunter22 ${long}`)).toBe('[redacted]');
});
