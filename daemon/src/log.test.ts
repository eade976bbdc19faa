import { expect, test } from 'vitest';
import { createLog } from './log.js';

const lines = (level: 'info' | 'debug') => {
  const written: string[] = [];
  return { written, log: createLog({ level, write: (line) => written.push(line) }) };
};

test('a key never gets into the log', () => {
  const { written, log } = lines('debug');
  const key = `sk_substrate_${'Ab1'.repeat(14)}x`;
  log.info(`request with ${key} failed`);
  log.error('broken', new Error(key));
  expect(written).toHaveLength(2);
  expect(written.join()).not.toContain('Ab1Ab1');
});

test('one line a message, with time and level; nothing below the level', () => {
  const { written, log } = lines('info');
  log.debug('quiet');
  log.warn('two\nlines');
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}two ⏎ lines\n$/);
});
