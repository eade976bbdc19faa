/** A Chromium for a bench, and what pages in it are measured by. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import CDP from 'chrome-remote-interface';

export const soon = () => AbortSignal.timeout(60_000);
export const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

export const startChromium = async () => {
  const profile = mkdtempSync(join(tmpdir(), 'substrate-bench-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(process.env.CHROMIUM ?? 'chromium', [...flags, 'about:blank'], { stdio: 'ignore', detached: true });
  const file = join(profile, 'DevToolsActivePort');
  for (let i = 0; i < 200 && !existsSync(file); i++) await sleep(100);
  await sleep(300);
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const app = {
    pid: child.pid,
    startTime: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19],
    startedAt: new Date().toISOString(),
    runtime: 'v8',
    flavor: 'chromium',
    runtimeName: 'Chromium',
    appId: 'chromium',
    appName: 'Chromium',
    executable: null,
    command: readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0').filter(Boolean),
    cwd: null,
    recognizedBy: 'bench',
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { app, port: Number.parseInt(readFileSync(file, 'utf8'), 10), stop };
};

/** A client of the bench's own on the one page, that tells how long the page's main thread has been at work, in milliseconds. */
export const watchPage = async (port) => {
  const client = await CDP({ port, target: (all) => all.find((target) => target.type === 'page') });
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    client,
    busy: async () =>
      (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000,
    go: async (url) => {
      const loaded = new Promise((resolve) => client.once('Page.loadEventFired', resolve));
      await client.send('Page.enable');
      await client.send('Page.navigate', { url });
      await loaded;
    },
  };
};
