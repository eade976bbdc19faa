import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Primitive, ProbeSession, RawCapture } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { createV8Probe } from '../src/index.js';
import { actionNamed, type Chromium, discover, hasChromium, invoke, soon, startChromium, until } from './chromium.js';
import { startNode } from './node-process.js';

/** Published applications, as they are: facts that are found in them, on the screen or not, and something that is done with them. */

const packages = fileURLToPath(new URL('../../../examples/node_modules/', import.meta.url));

const spec = {
  openapi: '3.0.0',
  info: { title: 'Tea API', version: '2.1.0' },
  servers: [{ url: 'https://api.tea.example' }],
  paths: { '/teas': { get: { tags: ['teas'], operationId: 'listTeas', summary: 'List all teas', responses: {} } } },
};
const hosts: Readonly<Record<string, string>> = {
  '/swagger': `<div id="ui"></div><script src="/swagger-ui-dist/swagger-ui-bundle.js"></script>
    <script>SwaggerUIBundle({ dom_id: '#ui', spec: ${JSON.stringify(spec)} })</script>`,
  '/webamp': `<div id="app"></div><script src="/webamp/built/webamp.bundle.min.js"></script>
    <script>const player = new Webamp({ initialTracks: [{ metaData: { artist: 'Ada', title: 'Engine' }, url: '/none.mp3', duration: 42 }] });
      player.renderWhenReady(document.getElementById('app'))</script>`,
};
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const serve = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    // One of them asks for its files at the root.
    const file = /^\/todomvc\.\w+$/.test(path) ? `/todomvc-react/dist${path}` : path;
    try {
      const body =
        path in hosts
          ? `<!doctype html><meta charset="utf-8"><title>${path.slice(1)}</title>${hosts[path]}`
          : readFileSync(join(packages, file));
      response.setHeader('content-type', path in hosts ? 'text/html' : (types[extname(path)] ?? 'application/octet-stream'));
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
};

/** All values of a capture. */
const valuesOf = ({ roots }: RawCapture): Set<Primitive> => {
  const values = new Set<Primitive>();
  const visit = (node: RawCapture['roots'][number]['children'] & object): void => {
    for (const { value, children } of node) {
      if (value !== undefined) values.add(value);
      if (children) visit(children);
    }
  };
  visit(roots);
  return values;
};
const holds =
  (wanted: readonly Primitive[]) =>
  (capture: RawCapture): boolean => {
    const values = valuesOf(capture);
    return wanted.every((value) => values.has(value));
  };

interface Row {
  readonly name: string;
  readonly path: string;
  readonly facts: readonly Primitive[];
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly after: (capture: RawCapture) => boolean;
}

const rows: readonly Row[] = [
  {
    name: 'todomvc-react',
    path: '/todomvc-react/dist/index.html',
    facts: ['SHOW_ALL', 'todos'],
    action: 'What needs to be done?',
    parameters: { text: 'Buy tea', press_enter: true },
    after: holds(['Buy tea']),
  },
  {
    name: 'swagger-ui-dist',
    path: '/swagger',
    facts: ['Tea API', '2.1.0', 'https://api.tea.example', 'listTeas', 'List all teas'],
    action: 'GET /teas List all teas',
    parameters: {},
    after: ({ actions }) => actions.some(({ name }) => name === 'Try it out'),
  },
  {
    name: 'webamp',
    path: '/webamp',
    facts: ['Ada', 'Engine', 42],
    action: 'setVolume',
    parameters: { args: [33] },
    after: holds([33]),
  },
  {
    name: 'svgedit',
    path: '/svgedit/dist/editor/index.html',
    facts: ['untitled.svg', 'Layer 1'],
    action: 'OK',
    parameters: {},
    after: (capture) => !capture.roots.some(({ address }) => address.startsWith('dom:dialog')),
  },
];

describe.runIf(hasChromium)('published pages', () => {
  let browser: Chromium;
  let server: Server;
  let session: ProbeSession;
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), serve()]);
    session = await attachBrowser(browser.app, undefined, soon());
    await session.capture(discover, soon());
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
    server?.close();
  });

  test.each(rows)('$name', async ({ path, facts, action, parameters, after }) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    expect(await invoke(session, 'builtin:navigate', { url })).toMatchObject({ ok: true });
    for (let route = 0; route < 2; route++) await session.capture(discover, soon());
    const offers = (capture: RawCapture): boolean => capture.actions.some(({ name }) => name === action);
    const capture = await until(session, (now) => holds(facts)(now) && offers(now), `${facts.join()} and ${action}`);
    expect(await invoke(session, actionNamed(capture, action).address, parameters)).toMatchObject({ ok: true });
    await until(session, after, `what ${action} does`);
  });
});

describe('published servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-published-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = async (args: readonly string[], ready: RegExp, facts: readonly Primitive[], action?: RegExp): Promise<void> => {
    const started = await startNode({ args, cwd: folder, ready });
    try {
      await using session = await createV8Probe().attach(started.app, undefined, soon());
      const capture = await session.capture(discover, soon());
      for (const fact of facts) expect(valuesOf(capture)).toContain(fact);
      if (action) expect(capture.actions.map(({ name }) => name).join('\n')).toMatch(action);
    } finally {
      await started.stop();
    }
  };

  test('json-server', async () => {
    writeFileSync(join(folder, 'db.json'), '{"teas":[{"id":1,"name":"Assam","grams":250}]}');
    await read([join(packages, 'json-server/lib/cli/bin.js'), '--port', '0', 'db.json'], /Home/, ['Assam', 250], /\/teas|teas/);
  });

  test('http-server', async () => {
    mkdirSync(join(folder, 'shelf'));
    await read(
      [join(packages, 'http-server/bin/http-server'), 'shelf', '-p', '0', '-c', '77', '-a', '127.0.0.1'],
      /Available/,
      [77],
    );
  });

  test('verdaccio', async () => {
    const config =
      'storage: ./depot\nauth: { htpasswd: { file: ./users, max_users: 17 } }\npackages: { "@tea/*": { access: $all } }\nweb: { title: Tea depot }\n';
    writeFileSync(join(folder, 'config.yaml'), config);
    await read([join(packages, 'verdaccio/bin/verdaccio'), '-c', 'config.yaml', '-l', '127.0.0.1:0'], /http address/, [
      'Tea depot',
    ]);
  });
});
