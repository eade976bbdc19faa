import { expect, test } from 'vitest';
import { createMeter } from './meter.js';

test('others have their turn after a few were looked at, or after one that took long', () => {
  const meter = createMeter();
  for (let looks = 0; ; looks++) {
    meter.looked++;
    if (!meter.pause()) continue;
    expect(looks).toBeLessThan(8);
    break;
  }
  const end = performance.now() + 2;
  while (performance.now() < end);
  meter.looked++;
  expect(meter.pause()).toBe(true);
  // Whatever the clock said, the same work was done.
  expect(meter.work).toBe(meter.looked);
});
