import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { probeContract, requireRuntime } from '@substrate/core/testing';
import { describe, test } from 'vitest';
import { runDotnet } from '../scripts/dotnet.mjs';
import { at, createTestProbe, makeFolder, missing, start, startExample } from './clr.js';

/** The program that holds the cases of secrets, built where they lie. */
const startHolder = (folder: string) => {
  const project = fileURLToPath(new URL('./holder/holder.csproj', import.meta.url));
  const out = join(folder, 'out');
  const { ok, log } = runDotnet('build', project, { out, work: join(folder, 'work') });
  if (!ok) throw new Error(log);
  return start(join(out, 'Holder'), [folder]);
};

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
    holder: (folder) => startHolder(folder),
  });
  for (const { name, run } of cases) test(name, run);
});
