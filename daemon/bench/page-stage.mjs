import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** A daemon, applications of its own to look at and a browser in front of the live page, for what measures it and for its pictures. */

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
export const browserPath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('which', [name]).stdout?.toString().trim())
  .find(Boolean);

export const until = async (look, what, ms = 90_000) => {
  const ends = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > ends) throw new Error(`${what} never came true`);
    await sleep(50);
  }
};

export const openStage = async (settings = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'substrate-page-'));
  const children = [];
  const env = {
    ...process.env,
    SUBSTRATE_HOME: path.join(folder, 'home'),
    SUBSTRATE_SERVER__PORT: '0',
    SUBSTRATE_PROBE__ATTACH: 'listed',
    SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
    ...settings,
  };
  const stage = {
    folder,
    write(file, text) {
      const full = path.join(folder, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    /** Starts a program whose command line has the folder in it; what it printed so far. */
    start(program, args, options = {}) {
      const child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'], ...options });
      children.push(child);
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      return { child, said: () => said };
    },
    async close() {
      await stage.browser?.close();
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(
        children.map((child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve))),
      );
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  const daemon = stage.start(process.execPath, [cli, '--log.level', 'error'], { env });
  stage.url = await until(() => /listening on (http:\S+)/.exec(daemon.said())?.[1], 'the daemon');
  const key = await until(() => /^key: (\S+)$/m.exec(daemon.said())?.[1], 'its key');
  stage.get = async (route) => (await fetch(`${stage.url}/substrate/v1${route}`, { headers: { 'X-Substrate-Key': key } })).json();
  stage.ready = (appId) =>
    until(async () => (await stage.get('/apps')).apps.find((app) => app.app_id === appId && app.has_state), appId);
  stage.open = async (options = {}) => {
    stage.browser ??= await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-lcd-text'],
    });
    const page = await stage.browser.newPage(options);
    const address = execFileSync(process.execPath, [cli, 'open', '--print', '--url', stage.url, '--key', key], { env });
    await page.goto(address.toString().trim());
    return page;
  };
  return stage;
};
