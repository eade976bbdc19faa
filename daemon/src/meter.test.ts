import { expect, test } from 'vitest';
import { createLedger } from './ledger.js';
import { createMeter } from './meter.js';

test('what two readings worked at the same time is shared, and nothing is counted twice', () => {
  let clock = 100;
  const meter = createMeter(() => clock);
  clock = 110; // nobody is read: nobody's
  const endA = meter.begin();
  clock = 114;
  const endB = meter.begin();
  clock = 120;
  const a = endA();
  clock = 125;
  const b = endB();
  expect([a, b]).toEqual([4 + 3, 3 + 5]);
});

test('the processor time of the thread is measured', () => {
  const end = createMeter().begin();
  let sum = 0;
  for (let i = 0; i < 3_000_000; i++) sum += Math.sqrt(i);
  expect(sum).toBeGreaterThan(0);
  expect(end()).toBeGreaterThan(0);
});

test('a ledger tells shares of the last minute alone', () => {
  let now = 0;
  const ledger = createLedger(() => now);
  ledger.add({ cpuMs: 600, askedMs: 60 });
  now = 30_000;
  expect(ledger.cost()).toEqual({ cycles: 1, daemon_cpu_share: 0.02, application_share_at_most: 0.002 });
  now = 61_000;
  ledger.add({ cpuMs: 60, askedMs: 120 });
  expect(ledger.cost()).toEqual({ cycles: 1, daemon_cpu_share: 0.001, application_share_at_most: 0.002 });
  now = 200_000;
  expect(ledger.cost()).toEqual({ cycles: 0, daemon_cpu_share: 0, application_share_at_most: 0 });
});
