import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AppProcess, CaptureRequest, ProbeSession, RawAction, RawCapture, RawNode } from '@substrate/core';
import { childAddress, defaultBudget } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import CDP from 'chrome-remote-interface';
import { afterAll, beforeAll } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { executable, startBrowser } from './browser-process.mjs';

export const hasChromium = requireRuntime('v8', executable ? null : 'Chromium');

export interface Chromium {
  readonly app: AppProcess;
  readonly port: number;
  /** A client of the test's own, to look at pages without the probe. */
  page(match?: string): Promise<CDP.Client>;
  open(url: string): Promise<string>;
  stop(): Promise<void>;
}

export const startChromium = async (url?: string, debugging?: boolean): Promise<Chromium> => {
  const browser = await startBrowser(url, debugging);
  const { port } = browser;
  return {
    ...browser,
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

const written: string[] = [];
afterAll(() => {
  for (const folder of written.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A page of the given text, on disk until the tests of the file are over. */
export const writePage = (html: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-page-'));
  written.push(folder);
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

/** Captures until one fits; looks again where a capture asks for it, as the daemon does, unless it `onlyPolls`. */
export const until = async (
  session: ProbeSession,
  fits: (capture: RawCapture) => boolean,
  what: string,
  onlyPolls = false,
): Promise<RawCapture> => {
  let last: RawCapture | undefined;
  const end = performance.now() + 40_000;
  while (performance.now() < end) {
    last = await session.capture(poll, soon());
    if (fits(last)) return last;
    if (last.lookAgain && !onlyPolls) await session.capture(discover, soon());
    await sleep(100);
  }
  throw new Error(`Never seen: ${what}. The last capture had ${JSON.stringify(last?.roots).slice(0, 2000)}`);
};

/** The one page that the tests of a file are about, as it was when it first offered the action. It keeps what happens to it in a list called `seen`. */
export const onePage = (html: string, action: string) => {
  let browser: Chromium | undefined;
  let session: ProbeSession | undefined;
  let capture: RawCapture | undefined;
  beforeAll(async () => {
    browser = await startChromium(writePage(html));
    session = await attachBrowser(browser.app, undefined, soon());
    capture = await until(session, (now) => now.actions.some(({ name }) => name === action), action);
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
  });
  const stage = {
    get session(): ProbeSession {
      return session as ProbeSession;
    },
    get capture(): RawCapture {
      return capture as RawCapture;
    },
    client: (): Promise<CDP.Client> => (browser as Chromium).page(),
    named: (name: string, kind?: RawAction['kind']): RawAction =>
      stage.capture.actions.find((one) => one.name === name && (kind === undefined || one.kind === kind)) ??
      actionNamed(stage.capture, name),
    happened: (word: string): Promise<RawCapture> =>
      until(
        stage.session,
        (now) => Array.from({ length: 20 }, (_, i) => i).some((i) => valueAt(now, `global:seen/${i}`) === word),
        word,
      ),
  };
  return stage;
};
