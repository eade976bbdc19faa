import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A real Chromium for a test or a bench, started and ended by it. Plain JavaScript: benches run without a build of their own. */

const executables = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const folders = (process.env.PATH ?? '').split(':');
export const executable =
  process.env.CHROMIUM ??
  executables.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));

const describeProcess = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return {
    pid,
    startTime: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '',
    startedAt: new Date().toISOString(),
    runtime: 'v8',
    flavor: 'chromium',
    runtimeName: 'Chromium',
    appId: 'chromium',
    appName: 'Chromium',
    executable: executable ?? null,
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean),
    cwd: null,
    recognizedBy: 'test',
  };
};

export const startBrowser = async (url = 'about:blank', debugging = true) => {
  const profile = mkdtempSync(join(tmpdir(), 'substrate-chromium-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    ...(debugging ? ['--remote-debugging-port=0'] : []),
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(executable, [...flags, url], { stdio: 'ignore', detached: true });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const file = join(profile, 'DevToolsActivePort');
  let port = 0;
  for (let i = 0; i < 300 && !port && child.exitCode === null; i++) {
    await sleep(100);
    if (!debugging && i > 20) break;
    if (existsSync(file)) port = Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  }
  if (debugging && !port) {
    await stop();
    throw new Error('Chromium did not open its debugging port.');
  }
  return { app: describeProcess(child.pid), port, stop };
};
