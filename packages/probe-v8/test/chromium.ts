import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AppProcess, CaptureRequest, ProbeSession, RawCapture, RawNode } from '@substrate/core';
import { childAddress, defaultBudget } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import CDP from 'chrome-remote-interface';

/** A real Chromium for a test, started and ended by it. */

const executables = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const folders = (process.env.PATH ?? '').split(':');
const executable = executables.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));

export const hasChromium = requireRuntime('v8', executable ? null : 'Chromium');

export interface Chromium {
  readonly app: AppProcess;
  readonly port: number;
  /** A client of the test's own, to look at pages without the probe. */
  page(match?: string): Promise<CDP.Client>;
  open(url: string): Promise<string>;
  stop(): Promise<void>;
}

export const describeProcess = (pid: number): AppProcess => {
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

export const startChromium = async (url = 'about:blank', debugging = true): Promise<Chromium> => {
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
  const child = spawn(executable as string, [...flags, url], { stdio: 'ignore', detached: true });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
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
  return {
    app: describeProcess(child.pid as number),
    port,
    stop,
    page: async (match = '') => {
      const found = (await CDP.List({ port })).find((target) => target.type === 'page' && target.url.includes(match));
      if (!found) throw new Error(`No page has ${match} in its address.`);
      return await CDP({ port, target: found });
    },
    open: async (address) => (await CDP.New({ port, url: address })).id,
  };
};

/** The example pages, built once for each test file. */
export const buildExamples = async (...names: string[]): Promise<{ url(name: string): string; remove(): void }> => {
  const out = mkdtempSync(join(tmpdir(), 'substrate-pages-'));
  const script = fileURLToPath(new URL('../../../examples/web/build.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, `--out=${out}`, ...names]);
  return {
    url: (name) => pathToFileURL(join(out, name, 'index.html')).href,
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
};

/** A page of the given text, on disk. */
export const writePage = (html: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-page-'));
  const file = join(folder, 'index.html');
  writeFileSync(file, html);
  return pathToFileURL(file).href;
};

export const poll: CaptureRequest = { mode: 'poll', budget: defaultBudget };
export const discover: CaptureRequest = { mode: 'discover', budget: defaultBudget };
export const soon = (): AbortSignal => AbortSignal.timeout(30_000);

/** The value at an address, or undefined. */
export const valueAt = (capture: RawCapture, address: string): unknown => {
  const find = (node: RawNode, at: string): RawNode | undefined => {
    if (at === address) return node;
    for (const child of node.children ?? []) {
      const found = find(child, childAddress(at, child));
      if (found) return found;
    }
    return undefined;
  };
  for (const root of capture.roots) {
    const found = find(root, root.address);
    if (found) return found.kind === 'value' ? found.value : (found.size ?? found.children?.length);
  }
  return undefined;
};

export const actionNamed = (capture: RawCapture, name: string) => {
  const found = capture.actions.find((action) => action.name === name);
  if (!found)
    throw new Error(`No action is called ${name}; there are ${capture.actions.map((action) => action.name).join(', ')}.`);
  return found;
};

export const invoke = (session: ProbeSession, address: string, parameters: Record<string, unknown> = {}) =>
  session.invoke({ address, parameters, timeoutMs: 10_000 }, soon());

/** Captures until one fits. */
export const until = async (session: ProbeSession, fits: (capture: RawCapture) => boolean, what: string): Promise<RawCapture> => {
  let last: RawCapture | undefined;
  const end = performance.now() + 40_000;
  while (performance.now() < end) {
    last = await session.capture(poll, soon());
    if (fits(last)) return last;
    await sleep(100);
  }
  throw new Error(`Never seen: ${what}. The last capture had ${JSON.stringify(last?.roots).slice(0, 2000)}`);
};
