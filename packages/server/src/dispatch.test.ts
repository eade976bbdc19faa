import { describe, expect, it } from 'vitest';
import { cycleTimes } from './dispatch.js';

describe('decisions §6: cycles after an action', () => {
  it.each([
    [100, [0, 50, 100]],
    [149, [0, 74.5, 149]],
    [150, [0, 50, 100, 150]],
    [450, [0, 50, 100, 150, 200, 250, 300, 350, 400, 450]],
    [4500, [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500]],
  ])('%s ms: the first at once, the last at the timeout, evenly spaced', (timeout, times) => {
    expect(cycleTimes(timeout)).toEqual(times);
  });

  it('ten at most, at least 50 ms apart, for every timeout', () => {
    for (let timeout = 100; timeout <= 30_000; timeout += 7) {
      const times = cycleTimes(timeout);
      expect(times.length).toBeLessThanOrEqual(10);
      expect([times[0], times.at(-1)]).toEqual([0, timeout]);
      for (let i = 1; i < times.length; i++)
        expect((times[i] as number) - (times[i - 1] as number)).toBeGreaterThanOrEqual(50 - 1e-9);
    }
  });
});
