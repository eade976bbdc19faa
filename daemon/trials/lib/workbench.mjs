import { spawn } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** Real programs and a real daemon, in a folder of their own; all of it ends with the trial. */
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export const until = async (look, what, ms = 60_000) => {
  let last;
  for (const ends = Date.now() + ms; Date.now() < ends; await sleep(100)) {
    const looked = Promise.resolve()
      .then(look)
      .catch((error) => {
        last = error;
      });
    // Who never answers has not come true either.
    const found = await Promise.race([looked, sleep(ends - Date.now(), undefined, { ref: false })]);
    if (found) return found;
  }
  throw new Error(`${what} never came true`, { cause: last });
};

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** The trial's own files at the root, with what was built of them, published packages under `/node_modules/`. */
const serve = async (folder, { modules, site }, port) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const asked = path.normalize(decodeURIComponent(pathname));
    const own = asked === '/' ? 'index.html' : asked;
    const built = site === undefined ? undefined : path.join(site, own);
    const file = asked.startsWith('/node_modules/')
      ? path.join(modules, asked.slice(13))
      : built !== undefined && existsSync(built)
        ? built
        : path.join(folder, own);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const browserFlags =
  '--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage --remote-debugging-port=0 --window-size=1280,900';

export const createWorkbench = async (trial, got, trialFolder) => {
  const own = mkdtempSync(path.join(tmpdir(), 'substrate-trial-'));
  /** The program's alone: one that shows its folder shows nothing of ours. */
  const work = path.join(own, 'work');
  mkdirSync(work);
  const children = new Set();
  /** Who ends the trial ends what it started. */
  const ended = () => {
    for (const child of children) process.kill(-child.pid, 'SIGKILL');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, ended);
  let output = 0;
  const start = (program, args, { cwd = work, env = {} } = {}) => {
    const file = path.join(own, `output-${output++}.txt`);
    const said = openSync(file, 'w');
    const child = spawn(program, args.map(String), {
      cwd,
      detached: true,
      stdio: ['pipe', said, said],
      env: { ...process.env, ...env },
    });
    child.said = () => readFileSync(file, 'utf8');
    child.stdin.on('error', () => undefined);
    child.once('error', () => children.delete(child));
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const end = async (child, signal = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      process.kill(-child.pid, signal);
    } catch {
      return;
    }
    await exited;
  };

  const ports = new Map();
  for (const name of trial.ports ?? ['main']) ports.set(name, await freePort());
  const port = (name = 'main') => ports.get(name);
  const site = trial.page === undefined ? undefined : await serve(trialFolder, got, port());
  const screen = {};
  if (trial.display) {
    const server = start('sh', ['-c', 'exec Xvfb -displayfd 1 -screen 0 1280x900x24 2>/dev/null']);
    screen.DISPLAY = `:${await until(() => server.said().trim(), 'the display')}`;
  }

  let program;
  const helpers = new Set();
  const context = {
    ...got,
    work,
    trial: trialFolder,
    port,
    until,
    start(command, args, options = {}) {
      const child = start(command, args, { ...options, env: { ...screen, ...options.env } });
      helpers.add(child);
      return child;
    },
    url: `http://127.0.0.1:${port()}`,
    write(file, text) {
      mkdirSync(path.dirname(path.join(work, file)), { recursive: true });
      writeFileSync(path.join(work, file), text);
      return path.join(work, file);
    },
    said: () => program.said(),
    stdin: (text) => program.stdin.write(text),
    async json(route, body, method = body === undefined ? 'GET' : 'POST', headers = {}) {
      const init = {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const answer = await fetch(new URL(route, `http://127.0.0.1:${port()}`), init);
      const text = await answer.text();
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    },
  };

  /** Puts a person before the page for as long as `act` takes. */
  const inPage = async (act) => {
    const file = path.join(work, 'profile', 'DevToolsActivePort');
    const [devtools] = (await until(() => existsSync(file) && readFileSync(file, 'utf8'), 'the browser')).split('\n');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${devtools}`);
    try {
      const page = await until(
        () =>
          browser
            .contexts()[0]
            ?.pages()
            .find((one) => one.url().startsWith(`http://127.0.0.1:${port()}`)),
        'the page',
      );
      // Its own ways of waiting leave listeners among the page's scripts, which would count as the page's.
      page.waitForFunction = (look) => until(() => page.evaluate(look), 'what the page was waited for');
      page.waitForSelector = (selector, options) => page.locator(selector).first().waitFor(options);
      return await act(page);
    } finally {
      await browser.close();
    }
  };

  const bring = async () => {
    if (trial.page === undefined) {
      await trial.ready?.(context);
      await trial.drive?.(context);
    } else {
      await inPage(async (page) => {
        // Who comes while a page loads may miss that it has.
        await until(() => page.evaluate(() => document.readyState === 'complete'), 'the page to load');
        if (trial.ready) await until(() => page.evaluate(trial.ready), 'the page to be ready');
        await trial.drive?.(page, context);
      });
    }
  };

  return {
    own,
    context,
    /** Starts the program and brings it to its known state; resolves with its pid. */
    async begin() {
      if (trial.page === undefined) {
        const [command, args, options = {}] = await trial.start(context);
        program = start(command, args, {
          ...options,
          env: { ...screen, ...options.env },
        });
      } else {
        rmSync(path.join(work, 'profile'), { recursive: true, force: true });
        program = start('chromium', [
          ...browserFlags.split(' '),
          `--user-data-dir=${path.join(work, 'profile')}`,
          `http://127.0.0.1:${port()}${trial.page}`,
        ]);
      }
      await bring().catch((error) => {
        throw new Error(`${error.message}; it said: ${program.said().slice(-600)}`, { cause: error });
      });
      return program.pid;
    },
    reload: async () => {
      await inPage((page) => page.reload());
      await bring();
    },
    /** Ends the program, and who was brought in to use it. */
    async stop() {
      for (const child of helpers) await end(child);
      helpers.clear();
      await end(program);
    },
    alive: () => program.exitCode === null && program.signalCode === null,
    async daemon(home) {
      const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SUBSTRATE_')));
      const child = spawn(process.execPath, [cli], {
        stdio: ['ignore', 'pipe', openSync(path.join(own, 'daemon.txt'), 'a')],
        detached: true,
        env: {
          ...environment,
          SUBSTRATE_HOME: home,
          SUBSTRATE_SERVER__PORT: '0',
          SUBSTRATE_AUTH__REQUIRE_KEY: 'false',
          SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
          SUBSTRATE_PROBE__ATTACH: 'listed',
          SUBSTRATE_PROBE__INTERVAL_MS: '500',
          SUBSTRATE_SCAN__INCLUDE: JSON.stringify([work, ...got.folders]),
        },
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      const base = await until(() => /^substrate listening on (\S+)/m.exec(said)?.[1], 'the daemon');
      const ask = async (route, body) => {
        const answer = await fetch(
          `${base}/substrate/v1${route}`,
          body === undefined
            ? {}
            : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
        );
        return { status: answer.status, body: await answer.json() };
      };
      return {
        ask,
        app: async (pid) => (await ask('/apps')).body.apps.find((one) => one.pid === pid),
        state: async (pid, query = '') => {
          const { status, body } = await ask(`/state/${pid}${query}`);
          if (status !== 200) throw new Error(`state: ${status} ${JSON.stringify(body).slice(0, 300)}`);
          return body;
        },
        stop: () => end(child, 'SIGTERM'),
      };
    },
    async [Symbol.asyncDispose]() {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, ended);
      for (const child of children) await end(child);
      site?.closeAllConnections();
      site?.close();
      rmSync(own, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
