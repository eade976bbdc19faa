import { probeContract, requireRuntime } from '@substrate/core/testing';
import { describe, test } from 'vitest';
import { at, createTestProbe, makeFolder, missing, startExample } from './clr.js';

describe.runIf(requireRuntime('clr', missing()))('the probe contract, on an ASP.NET Core application', () => {
  const urls = new Map<number, string>();
  const directory = makeFolder();
  const cases = probeContract({
    probe: () => createTestProbe(directory),
    start: async () => {
      const started = await startExample('minimal-api');
      urls.set(started.app.pid, started.line.split(' ')[2] as string);
      return started;
    },
    healthy: async (app) => (await fetch(`${urls.get(app.pid)}/owner`)).ok,
    act: () => ({
      address: 'call:di:TodoApi.Cart.Add(String,Int32)',
      parameters: { sku: 'milk', quantity: 2 },
      happened: (after) => at(after, 'di:TodoApi.Cart', '_lines', '1', 'Quantity')?.value === 2,
    }),
  });
  for (const { name, run } of cases) test(name, run);
});

describe.runIf(requireRuntime('clr', missing()))('the probe contract, on a console program', () => {
  const directory = makeFolder();
  const cases = probeContract({
    probe: () => createTestProbe(directory),
    start: () => startExample('console'),
    healthy: async (app) => {
      try {
        process.kill(app.pid, 0);
        return true;
      } catch {
        return false;
      }
    },
    act: () => ({
      address: 'call:static:Inventory.Stock.ShipAsync(String,Int32)',
      parameters: { sku: 'bolt-m8', quantity: 20 },
      happened: (after) => at(after, 'static:Inventory.Stock', 'Items', 'bolt-m8', 'Quantity')?.value === 100,
    }),
    secret: 'hm-4711-very-private',
  });
  for (const { name, run } of cases) test(name, run);
});
