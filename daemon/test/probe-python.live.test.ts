import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AppProcess, ExtraProbe } from '@substrate/core';
import { startTimeIn } from '@substrate/core/probing';
import { probeContract } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { cli, createWorkshop, until } from './support.js';

/** A probe that is not ours, written by docs/writing-a-probe.md, on a real CPython process. */
const folder = fileURLToPath(new URL('../../examples/probe-python', import.meta.url));
const kiosk = fileURLToPath(new URL('../../examples/python/kiosk/kiosk.py', import.meta.url));
const { default: extra } = (await import(`${folder}/index.mjs`)) as { default: ExtraProbe };
const python = '/usr/bin/python3';
const isThere = process.platform === 'linux' && spawnSync(python, ['--version']).status === 0;

const start = async (): Promise<{ app: AppProcess; child: ChildProcess; stop(): Promise<void> }> => {
  const launched = extra.launch?.({ program: python, args: [kiosk], env: process.env });
  const child = spawn(python, [kiosk], { env: { ...process.env, ...launched?.env }, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  const pid = child.pid as number;
  const command = [python, kiosk];
  const found = extra.recognize({ pid, name: 'python3', executable: '/usr/bin/python3.11', command, cwd: null });
  const app: AppProcess = {
    pid,
    startTime: startTimeIn(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    startedAt: new Date().toISOString(),
    runtime: 'unknown',
    flavor: 'unknown',
    runtimeName: found?.runtimeName ?? '',
    appId: found?.appId ?? '',
    appName: found?.appName ?? '',
    executable: '/usr/bin/python3.11',
    command,
    cwd: null,
    recognizedBy: found?.by ?? '',
    extra: 'python',
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return { app, child, stop };
};

describe.runIf(isThere)('the contract of every probe, on a CPython process', { timeout: 120_000 }, () => {
  const cases = probeContract({
    probe: () => extra.probe,
    start,
    healthy: async ({ pid }) => /^State:\s+[RS]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')),
    act: () => ({
      address: 'method:__main__/till.sell',
      parameters: { title: 'Tides', copies: 2 },
      happened: (after) =>
        JSON.stringify(after.roots).includes('"value":9,') || JSON.stringify(after.roots).includes('"value":9.0'),
    }),
    secret: 'kiosk-till-token-5512',
  });
  for (const { name, run } of cases) test(name, run);

  test('a place beyond the capture is read on demand', async () => {
    const { app, stop } = await start();
    try {
      await using session = await extra.probe.attach(app, undefined, AbortSignal.timeout(20_000));
      const budget = { maxNodes: 1000, maxDepth: 5, maxString: 100, maxElements: 10, maxBytes: 100_000, hostMs: 50 };
      const node = await session.read?.(
        { root: 'module:__main__/visitors', path: [], from: 700, limit: 2, budget },
        AbortSignal.timeout(20_000),
      );
      expect(node).toMatchObject({ kind: 'list', size: 1500, children: [{ name: '700' }, { name: '701' }] });
    } finally {
      await stop();
    }
  });
});

describe.runIf(isThere)('served by the daemon through its configuration', { timeout: 120_000 }, () => {
  test('started by launch, read, acted in and verified', async () => {
    await using workshop = createWorkshop();
    const script = workshop.write('kiosk.py', readFileSync(kiosk, 'utf8'));
    const env = { SUBSTRATE_PROBE__EXTRA: JSON.stringify([folder]) };
    const daemon = await workshop.daemon(env);
    workshop.start(process.execPath, [cli, 'launch', '--', python, script], { env: { ...env, SUBSTRATE_HOME: workshop.folder } });
    const app = await until(
      async () => (await daemon.apps()).find((one) => one.app_id === 'kiosk' && one.has_state),
      'the kiosk',
    );
    expect(app).toMatchObject({ runtime: 'unknown', probe_status: 'active' });
    expect(app.runtime_name).toMatch(/^CPython 3\.\d+$/);
    const state = await daemon.state(app.pid);
    expect(state.objects['shelf.Tides.copies']).toBe(12);
    expect(JSON.stringify(state)).not.toContain('kiosk-till-token-5512');
    const name = Object.keys(state.actions).find((one) => one.includes('sell')) as string;
    const sold = await daemon.post('/action', {
      pid: app.pid,
      action: name,
      parameters: { title: 'Tides', copies: 3 },
      verify_expression: 'shelf.Tides.copies === 9',
    });
    expect(sold.status, JSON.stringify(sold.body)).toBe(200);
    expect(sold.body.raw_return).toBe(13.5);
  });

  test('a probe that can not be loaded is a start-up error that names it', async () => {
    await using workshop = createWorkshop();
    const { code, stderr } = await workshop.run(['start'], { SUBSTRATE_PROBE__EXTRA: '["./nowhere"]' });
    expect(code).toBe(1);
    expect(stderr).toContain('probe.extra');
    expect(stderr).toContain('nowhere');
  });
});
