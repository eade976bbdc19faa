import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { inLane } from './foreign-file.js';
import { isAlive, startTimeIn, startTimeOf, stateIn, stateOf } from './process-identity.js';

test('the name of a process may hold blanks and parentheses', () => {
  const rest = 'S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24';
  for (const name of ['java', 'a) b (c', 'R 1 2']) {
    expect(startTimeIn(`42 (${name}) ${rest}`)).toBe('22');
    expect(stateIn(`42 (${name}) ${rest}`)).toBe('S');
  }
});

test('a pid that is no number of a process is nobody', () => {
  expect([process.pid, 2 ** 22 + 1, 0, -1, Number.NaN].map(isAlive)).toEqual([true, false, false, false, false]);
});

test.runIf(process.platform === 'linux')('a process that has ended, and one that has its pid', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const pid = child.pid as number;
  const startTime = startTimeOf(pid);
  expect(startTime).toMatch(/^\d+$/);
  expect(stateOf(pid, startTime as string)).toMatch(/^[RSD]$/);
  expect(stateOf(pid, `${startTime}1`)).toBeNull();
  const over = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGKILL');
  await over;
  expect([startTimeOf(pid), stateOf(pid)]).toEqual([null, null]);
});

test.runIf(process.platform === 'linux')('a process that is there is not taken for gone when all reading waits', async () => {
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const works = Array.from({ length: 8 }, () => inLane({ lane: 'proc', what: 'what takes long' }, () => held));
  try {
    expect(await Promise.race([stateOf(process.pid), held])).toMatch(/^[RSD]$/);
    expect(await Promise.race([startTimeOf(process.pid), held])).toMatch(/^\d+$/);
  } finally {
    goOn();
    await Promise.allSettled(works);
  }
});
