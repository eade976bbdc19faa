import { expect, test } from 'vitest';
import { rootWarning } from './root.js';

test('root is warned, nobody else is', () => {
  expect(rootWarning(0)).toContain('runs as root');
  expect(rootWarning(1000)).toBeUndefined();
  expect(rootWarning() === undefined).toBe(process.getuid?.() !== 0);
});
