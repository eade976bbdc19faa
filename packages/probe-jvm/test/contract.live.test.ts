import { probeContract, requireRuntime } from '@substrate/core/testing';
import { describe, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { missing, type Running, start } from './jvm.js';

const ports = new Map<number, string>();

describe.runIf(requireRuntime('jvm', missing()))('the contract of every probe, on a Java server', { timeout: 240_000 }, () => {
  const cases = probeContract({
    probe: () => createJvmProbe(),
    async start() {
      const running: Running = await start('StoreServer');
      ports.set(running.app.pid, running.firstLine);
      return { app: running.app, stop: running.stop };
    },
    async healthy(app) {
      const answer = await fetch(`http://127.0.0.1:${ports.get(app.pid)}/orders`, { signal: AbortSignal.timeout(30_000) });
      return answer.ok;
    },
    act(capture) {
      const action = capture.actions.find(({ name }) => name === 'placeOrder');
      if (!action) throw new Error(`no placeOrder among ${capture.actions.map(({ name }) => name).join(', ')}`);
      return {
        address: action.address,
        parameters: { customer: 'grace@example.org', lines: { 'tea-002': 3 } },
        happened: (after) => JSON.stringify(after.roots).includes('grace@example.org'),
      };
    },
    secret: 'live-51HxQe-very-secret-key',
    holder: (folder) => start('Holder', { options: [`-Dcases=${folder}`] }),
  });
  for (const { name, run } of cases) test(name, run);
});
