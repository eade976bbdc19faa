import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createScriptedProbe, scriptedCapture } from '@substrate/core/testing';
import type { Listing, ProcessFacts } from '@substrate/detector';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDaemon } from './compose.js';
import { loadConfig } from './config.js';
import { createLog } from './log.js';

/** The whole daemon in this process, on a machine of one scripted application. */

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'substrate-compose-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

const shop: ProcessFacts = {
  pid: 4_000_001,
  startTime: '1',
  startedAt: '2026-01-01T00:00:00.000Z',
  parent: 1,
  name: 'node',
  executable: '/usr/bin/node',
  command: ['node', '/nowhere/shop.js'],
  cwd: '/nowhere',
  modules: [],
  foreign: false,
  contained: false,
};
const listing: Listing = { list: async () => [{ pid: shop.pid, startTime: shop.startTime }], inspect: async () => shop };

const start = async (env: Record<string, string>) => {
  const lines: string[] = [];
  const config = loadConfig({ home, env: { SUBSTRATE_SERVER__PORT: '0', SUBSTRATE_AUTH__REQUIRE_KEY: 'false', ...env } });
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const probe = createScriptedProbe('v8', () => ({ capture: () => scriptedCapture() }));
  const daemon = await startDaemon({ config, log, listing, probes: { v8: probe } });
  return { daemon, lines, probe };
};
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};
const warnings = (lines: readonly string[]): number => lines.filter((line) => line.includes('authentication is disabled')).length;

test('a disabled authentication is warned about at start and every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { daemon, lines } = await start({});
  expect(warnings(lines)).toBe(1);
  vi.advanceTimersByTime(59_999);
  expect(warnings(lines)).toBe(1);
  vi.advanceTimersByTime(120_001);
  expect(warnings(lines)).toBe(4);
  await daemon[Symbol.asyncDispose]();
  vi.advanceTimersByTime(600_000);
  expect(warnings(lines)).toBe(4);
});

test('root is warned at start, nobody else is', async () => {
  const told = async (uid: number): Promise<boolean> => {
    vi.spyOn(process, 'getuid').mockReturnValue(uid);
    const { daemon, lines } = await start({});
    await daemon[Symbol.asyncDispose]();
    vi.restoreAllMocks();
    return lines.some((line) => line.includes('the daemon runs as root'));
  };
  expect([await told(0), await told(1000)]).toEqual([true, false]);
});

test.each([
  ['auto', '[]', 'active'],
  ['listed', '["shop"]', 'active'],
  ['listed', '[]', 'detecting'],
])('attach = %s with include %s: %s', async (attach, include, status) => {
  const { daemon, probe } = await start({ SUBSTRATE_PROBE__ATTACH: attach, SUBSTRATE_SCAN__INCLUDE: include });
  const summary = () => daemon.applications.byPid(shop.pid)?.summary();
  await until(() => summary()?.probe_status === status && (status === 'active' || summary()?.status_reason !== null));
  expect(probe.log.includes(`attach ${shop.pid}`)).toBe(status === 'active');
  await daemon[Symbol.asyncDispose]();
  expect(probe.log.filter((line) => line.startsWith('dispose'))).toHaveLength(status === 'active' ? 1 : 0);
});

test('a start that fails leaves nothing behind', async () => {
  const first = await start({});
  const port = new URL(first.daemon.url).port;
  const other = mkdtempSync(path.join(tmpdir(), 'substrate-compose-'));
  const config = loadConfig({ home: other, env: { SUBSTRATE_SERVER__PORT: port } });
  const log = createLog({ level: 'error', write: () => {} });
  await expect(startDaemon({ config, log, listing, probes: {} })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.daemon[Symbol.asyncDispose]();
  const second = await startDaemon({ config, log, listing, probes: {} });
  await second[Symbol.asyncDispose]();
  rmSync(other, { recursive: true, force: true });
});
