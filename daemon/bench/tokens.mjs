import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * Bytes that a scripted caller has to read for 20 tasks on example and published pages: with our tools, with `@playwright/mcp` and with
 * `chrome-devtools-mcp`. Each task is one question with a known answer, or one click with a known effect. Ours is the result of one search,
 * or of one action that verifies itself; theirs is one snapshot of the page, and for a click the snapshot to find it in and the result.
 * Going to a page is not counted for anybody, nor are calls that were too early. The others are installed into a folder that goes away.
 */

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const roots = [path.join(examples, 'web', 'dist'), path.join(examples, 'node_modules')];
const chromium = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('which', [name]).stdout?.toString().trim())
  .find(Boolean);

const read = (page, words, answer) => ({ page, words, answer });
const act = (page, action, parameters, verify, button) => ({ page, action, parameters, verify, button });

const tasks = [
  read('shop', 'products price', '4.5'),
  read('shop', 'stone mug', 'Stone mug'),
  read('shop', 'iron pot', 'Iron pot'),
  read('shop', 'order status', 'none'),
  read('shop', 'currency', 'EUR'),
  read('shop', 'session user', 'ada'),
  act('shop', 'add_to_cart', { index: 0 }, 'cart.items.length === 1', /button "Add/i),
  read('vue-pinia', 'write report', 'Write report'),
  read('vue-pinia', 'open tasks', '1'),
  read('vue-pinia', 'office closes', '17'),
  read('vue-pinia', 'sort order', 'newest'),
  read('vanilla', 'tomatoes', 'Tomatoes'),
  read('vanilla', 'alarm below', '0.3'),
  read('swagger-ui-dist', 'loading status', 'failed'),
  read('swagger-ui-dist', 'swagger version', '5.'),
  read('swagger-ui-dist', 'download url', 'petstore.swagger.io'),
  read('swagger-ui-dist', 'dark mode', 'false'),
  read('swagger-ui-dist', 'fetch error message', 'Failed to fetch'),
  read('svgedit/dist/editor', 'untitled', 'untitled.svg'),
  read('svgedit/dist/editor', 'layer 1', 'Layer 1'),
];

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
const pages = createServer((request, response) => {
  const asked = path.normalize(decodeURIComponent(new URL(request.url, 'http://page').pathname));
  for (const root of roots) {
    try {
      const file = path.join(root, asked.endsWith('/') ? `${asked}index.html` : asked);
      const body = readFileSync(file);
      response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(body);
      return;
    } catch {
      // The next root may have it.
    }
  }
  response.writeHead(404).end();
});
await new Promise((resolve) => pages.listen(0, '127.0.0.1', resolve));
const site = `http://127.0.0.1:${pages.address().port}`;
const folder = mkdtempSync(path.join(tmpdir(), 'substrate-tokens-'));
const children = [];

const connect = async (command, args, env = {}) => {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({ command, args, cwd: folder, env: { ...process.env, ...env }, stderr: 'ignore' });
  await client.connect(transport);
  return client;
};

const textOf = ({ content }) => content.map((part) => part.text ?? '').join('\n');
const call = async (client, name, args = {}) => textOf(await client.callTool({ name, arguments: args }));
const bytes = (text) => Buffer.byteLength(text);

const until = async (look, ms = 60_000) => {
  const ends = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found || Date.now() > ends) return found;
    await sleep(200);
  }
};

/** Ours: the browser runs already, as the application that somebody uses. */
const openOurs = async () => {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --remote-debugging-port=0';
  const args = [...flags.split(' '), `--user-data-dir=${path.join(folder, 'profile')}`, `${site}/shop/`];
  children.push(spawn(chromium, args, { stdio: 'ignore' }));
  const env = {
    SUBSTRATE_HOME: path.join(folder, 'home'),
    SUBSTRATE_SERVER__PORT: '0',
    SUBSTRATE_AUTH__REQUIRE_KEY: 'false',
    SUBSTRATE_PROBE__ATTACH: 'listed',
    SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
  };
  const daemon = spawn(process.execPath, [cli], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(daemon);
  let said = '';
  daemon.stdout.on('data', (text) => {
    said += text;
  });
  const url = await until(() => /listening on (\S+)/.exec(said)?.[1]);
  const client = await connect(process.execPath, [cli, 'mcp', '--url', url], env);
  const app = await until(async () => {
    const { apps } = JSON.parse(await call(client, 'list_apps'));
    return apps.find((one) => one.has_state)?.app_id;
  }, 120_000);
  return {
    go: async (page) => {
      await call(client, 'invoke_action', { app, action: 'navigate', parameters: { url: `${site}/${page}/` } });
      await call(client, 'wait_for', { app, expression: `context.location === "/${page}/"`, timeout_ms: 30_000 });
    },
    async solve(task) {
      if (task.action) {
        const { action, parameters, verify: verify_expression } = task;
        const text = await call(client, 'invoke_action', { app, action, parameters, verify_expression });
        return { bytes: bytes(text), solved: JSON.parse(text).verified === true };
      }
      let text = '';
      const solved = await until(async () => {
        text = await call(client, 'search', { app, words: task.words, limit: 5 });
        return JSON.stringify(JSON.parse(text).from_application ?? {}).includes(task.answer);
      }, 30_000);
      return { bytes: bytes(text), solved: Boolean(solved) };
    },
    close: () => client.close(),
  };
};

/** Theirs: a snapshot of the page has the answer, or has not. */
const openTheirs = async (command, args, { navigate, snapshot, click, reference, choose }) => {
  const client = await connect(command, args);
  const page = (await choose?.(client)) ?? {};
  const look = () => call(client, snapshot, page);
  return {
    go: (name) => call(client, navigate, { ...page, url: `${site}/${name}/` }),
    async solve({ answer, button }) {
      let text = '';
      const wanted = button ?? { test: (seen) => seen.includes(answer) };
      const found = await until(async () => {
        text = await look();
        return wanted.test(text);
      }, 5000);
      if (!button) return { bytes: bytes(text), solved: Boolean(found) };
      const line = text.split('\n').find((one) => button.test(one)) ?? '';
      const result = await call(client, click, { ...page, ...reference(line) });
      // Whether it worked is on the page: what the click gives back, or another look.
      const after = result.length > 400 ? result : `${result}${await look()}`;
      return { bytes: bytes(text) + bytes(after), solved: Boolean(found) };
    },
    close: () => client.close(),
  };
};

const others = path.join(folder, 'others');
spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', others, '@playwright/mcp', 'chrome-devtools-mcp'], {
  stdio: 'ignore',
});
const bin = (name) => path.join(others, 'node_modules', '.bin', name);

const run = async (name, open) => {
  const results = [];
  try {
    const tool = await open();
    let page = '';
    for (const task of tasks) {
      if (task.page !== page) await tool.go(task.page);
      page = task.page;
      results.push(await tool.solve(task));
    }
    await tool.close();
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
  return results;
};

try {
  const ours = await run('substrate', openOurs);
  const playwright = await run('@playwright/mcp', () =>
    openTheirs(bin('playwright-mcp'), ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium], {
      navigate: 'browser_navigate',
      snapshot: 'browser_snapshot',
      click: 'browser_click',
      reference: (line) => ({ element: 'button', target: /\[ref=(\w+)\]/.exec(line)?.[1], ref: /\[ref=(\w+)\]/.exec(line)?.[1] }),
    }),
  );
  const devtools = await run('chrome-devtools-mcp', () =>
    openTheirs(
      bin('chrome-devtools-mcp'),
      [
        '--headless',
        '--isolated',
        '--executablePath',
        chromium,
        '--chromeArg=--no-sandbox',
        '--no-usage-statistics',
        '--no-performance-crux',
      ],
      {
        navigate: 'navigate_page',
        snapshot: 'take_snapshot',
        click: 'click',
        choose: async (client) => ({ pageId: Number(/(\d+):/.exec(await call(client, 'list_pages'))?.[1] ?? 1) }),
        reference: (line) => ({ uid: /uid=(\S+)/.exec(line)?.[1], includeSnapshot: true }),
      },
    ),
  );
  const cell = (result) => (result ? `${result.bytes}${result.solved ? ' ' : '?'}` : '-').padStart(9);
  console.log('bytes to read a task (? the answer was not in it)'.padEnd(52), 'substrate', 'playwright', ' devtools');
  tasks.forEach((task, i) => {
    const name = `${task.page}: ${task.words ?? task.action}`;
    console.log(`  ${name.padEnd(50)} ${cell(ours[i])}  ${cell(playwright[i])} ${cell(devtools[i])}`);
  });
  const sum = (results) => results.reduce((all, one) => all + one.bytes, 0);
  const solved = (results) => results.filter((one) => one.solved).length;
  for (const [name, results] of Object.entries({
    substrate: ours,
    '@playwright/mcp': playwright,
    'chrome-devtools-mcp': devtools,
  })) {
    const share = results.length === tasks.length ? `, ours is ${(sum(ours) / sum(results)).toFixed(2)} of it` : '';
    console.log(
      `${name}: ${sum(results)} bytes, ${solved(results)} of ${tasks.length} solved${name === 'substrate' ? '' : share} (goal: 0.20)`,
    );
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  pages.close();
  await sleep(500);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
process.exit(0);
