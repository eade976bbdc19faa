import { expect, test } from 'vitest';
import { coreShare, splitCommands } from '../site/format.js';

test('commands of a remedy stand alone', () => {
  expect(splitCommands('It is stopped. Type: `kill -CONT 7`')).toEqual(['It is stopped. Type: ', 'kill -CONT 7', '']);
  expect(splitCommands('Nothing to type.')).toEqual(['Nothing to type.']);
});

test.each([
  [0, 'below 0.1 %'],
  [0.0031, '0.3 %'],
  [0.42, '42 %'],
])('a share of a core: %d', (share, text) => expect(coreShare(share)).toBe(text));
