/**
 * Whether a page feels us: its own view of its gaps, by a timer of 5 ms and by how long its input waits, before we attach and while we attach, discover and
 * poll. `node bench/stall.mjs [word…]` after a build, for the pages whose names have one of the words. The published applications are no dependencies: name a
 * folder that has them with BENCH_APPS=DIR (`npm install --prefix DIR @excalidraw/excalidraw@0.17 react@18 react-dom@18 monaco-editor@0.52 grapesjs handsontable
 * luckysheet@2 swagger-ui-dist`), or only the made pages are measured. Gaps are wall time, so that a busy machine shows in them: compare with the baseline of
 * the same run. The longest task is processor time of the page's main thread, from the browser's trace (BENCH_TASKS=1 tells what was in it). The goal is no task of ours over 50 ms while we attach, and none over 10 ms when we
 * poll.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBudget } from '@substrate/core';
import { createV8Probe } from '@substrate/probe-v8';
import { soon, startBrowser, traceOf, watchPage } from './chromium.mjs';

const goal = 50;
const pollingGoal = 10;
const baselineMs = 3000;
const polls = 6;
const folder = process.env.BENCH_APPS && join(process.env.BENCH_APPS, 'node_modules');

const operations = Array.from({ length: 150 }, (_, i) => [
  `/teas/${i}`,
  {
    get: {
      tags: [`group ${i % 12}`],
      operationId: `getTea${i}`,
      summary: `Tea number ${i}`,
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: { description: 'A tea' } },
    },
  },
]);
const spec = { openapi: '3.0.0', info: { title: 'Tea API', version: '2.1.0' }, paths: Object.fromEntries(operations) };

/** The packages that a page needs, and its body. */
const published = {
  'swagger-ui': [
    'swagger-ui-dist',
    `<link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css"><div id="ui"></div><script src="/swagger-ui-dist/swagger-ui-bundle.js"></script>
     <script>SwaggerUIBundle({ dom_id: '#ui', spec: ${JSON.stringify(spec)} })</script>`,
  ],
  excalidraw: [
    '@excalidraw/excalidraw',
    `<div id="app" style="height: 700px"></div><script src="/react/umd/react.production.min.js"></script><script src="/react-dom/umd/react-dom.production.min.js"></script>
     <script>window.EXCALIDRAW_ASSET_PATH = '/@excalidraw/excalidraw/dist/'</script><script src="/@excalidraw/excalidraw/dist/excalidraw.production.min.js"></script>
     <script>ReactDOM.createRoot(document.getElementById('app')).render(React.createElement(ExcalidrawLib.Excalidraw, { initialData: { elements: ExcalidrawLib.convertToExcalidrawElements(
       Array.from({ length: 400 }, (_, i) => ({ type: 'rectangle', x: (i % 20) * 60, y: Math.floor(i / 20) * 60, label: { text: 'box ' + i } }))) } }))</script>`,
  ],
  monaco: [
    'monaco-editor',
    `<div id="editor" style="height: 700px"></div><script src="/monaco-editor/min/vs/loader.js"></script>
     <script>require.config({ paths: { vs: '/monaco-editor/min/vs' } }); require(['vs/editor/editor.main'], () => {
       monaco.editor.create(document.getElementById('editor'), { language: 'typescript', value: Array.from({ length: 3000 }, (_, i) => 'export const tea' + i + ' = { id: ' + i + ' };').join('\\n') }); })</script>`,
  ],
  grapesjs: [
    'grapesjs',
    `<link rel="stylesheet" href="/grapesjs/dist/css/grapes.min.css"><div id="gjs">${'<section><h2>Part</h2><p>Some words</p></section>'.repeat(80)}</div>
     <script src="/grapesjs/dist/grapes.min.js"></script><script>grapesjs.init({ container: '#gjs', fromElement: true, storageManager: false, height: '700px' })</script>`,
  ],
  handsontable: [
    'handsontable',
    `<link rel="stylesheet" href="/handsontable/dist/handsontable.full.min.css"><div id="grid"></div><script src="/handsontable/dist/handsontable.full.min.js"></script>
     <script>new Handsontable(document.getElementById('grid'), { data: Array.from({ length: 5000 }, (_, i) => Array.from({ length: 20 }, (_, j) => 'cell ' + i + ' ' + j)), colHeaders: true, rowHeaders: true, height: 700, licenseKey: 'non-commercial-and-evaluation' })</script>`,
  ],
  luckysheet: [
    'luckysheet',
    `<link rel="stylesheet" href="/luckysheet/dist/plugins/css/pluginsCss.css"><link rel="stylesheet" href="/luckysheet/dist/css/luckysheet.css"><div id="sheet" style="position: absolute; inset: 0"></div>
     <script src="/luckysheet/dist/plugins/js/plugin.js"></script><script src="/luckysheet/dist/luckysheet.umd.js"></script>
     <script>luckysheet.create({ container: 'sheet', data: [{ name: 'Plan', celldata: Array.from({ length: 4000 }, (_, i) => ({ r: Math.floor(i / 20), c: i % 20, v: { v: 'value ' + i, m: 'value ' + i } })) }] })</script>`,
  ],
};
const made = {
  'a store of 15 MB that only a closure holds': `<h1>Orders</h1><p>Open</p><script>(() => {
    class Desk { name = 'North'; open = true; orders = Array.from({ length: 40000 }, (_, i) => ({ id: i, customer: 'customer ' + i, lines: [{ sku: 's' + i, count: i % 7 }], total: i * 1.5 })); chosen = 7; }
    const desk = new Desk(); setInterval(() => { desk.chosen += 0; }, 60000); addEventListener('keydown', () => { desk.open = !desk.open; }); })()</script>`,
  'a store of 15 MB in the window': `<h1>Orders</h1><ul id="rows"></ul><script>
    window.appState = { name: 'North', orders: Array.from({ length: 40000 }, (_, i) => ({ id: i, customer: 'customer ' + i, lines: [{ sku: 's' + i, count: i % 7 }], total: i * 1.5 })), chosen: 7 };
    document.getElementById('rows').innerHTML = appState.orders.slice(0, 3000).map(({ customer, total }) => '<li><b>' + customer + '</b> <span>' + total + '</span> <button>Open</button></li>').join('')</script>`,
};
const words = process.argv.slice(2);
const pages = new Map(Object.entries(made));
for (const [name, [needs, body]] of Object.entries(published))
  if (folder && existsSync(join(folder, needs))) pages.set(name, body);

const types = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' };
const server = createServer((request, response) => {
  const path = decodeURIComponent((request.url ?? '/').split('?')[0]);
  const body = pages.get(path.slice(1));
  try {
    response.setHeader('content-type', body === undefined ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html');
    response.end(
      body === undefined
        ? readFileSync(join(folder, path))
        : `<!doctype html><meta charset="utf-8"><title>${path.slice(1)}</title>${body}`,
    );
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** In a world of its own, so that it is no part of what is read. */
const recorder = `(() => {
  let gaps = [], waits = [], last = performance.now();
  setInterval(() => { const now = performance.now(); gaps.push(now - last); last = now; }, 5);
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) waits.push(entry.processingStart - entry.startTime); }).observe({ type: 'event', durationThreshold: 16 });
  return { take() { const taken = { gaps, waits }; gaps = []; waits = []; last = performance.now(); return JSON.stringify(taken); } };
})()`;

const record = async (client) => {
  const { frameTree } = await client.send('Page.getFrameTree');
  const world = await client.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'bench' });
  const { result } = await client.send('Runtime.evaluate', { expression: recorder, contextId: world.executionContextId });
  const take = async () => {
    const call = { objectId: result.objectId, functionDeclaration: 'function() { return this.take(); }', returnByValue: true };
    return JSON.parse((await client.send('Runtime.callFunctionOn', call)).result.value);
  };
  await take();
  return take;
};

/** Somebody at the page: a key that means nothing to it, ten times a second. */
const interact = (client) => {
  const key = { key: 'F8', code: 'F8', windowsVirtualKeyCode: 119 };
  let over = false;
  const going = (async () => {
    while (!over) {
      await client.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }).catch(() => undefined);
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }).catch(() => undefined);
      await sleep(100);
    }
  })();
  return async () => {
    over = true;
    await going;
  };
};

/** The tasks of the page's main thread while something was done, longest first: what they were, and their processor time. */
const traced = async (client, work) => {
  const mine = await traceOf(client, ['toplevel', 'devtools', 'devtools.timeline', 'v8', 'blink.user_timing'], work);
  const isTask = ({ name }) => name === 'ThreadControllerImpl::RunTask';
  return mine
    .filter(isTask)
    .map((task) => {
      const inside = mine.filter(
        (event) =>
          event.pid === task.pid &&
          event.tid === task.tid &&
          event.ts >= task.ts &&
          event.ts + event.dur <= task.ts + task.dur &&
          !/RunTask|mojo|DispatchProtocolCommand$/.test(event.name),
      );
      const largest = inside
        .sort((a, b) => b.dur - a.dur)
        .slice(0, 3)
        .map(({ name, dur }) => `${name} ${(dur / 1000).toFixed(0)}`);
      return { ms: (task.tdur ?? task.dur) / 1000, wall: task.dur / 1000, what: largest.join(', ') };
    })
    .sort((a, b) => b.ms - a.ms);
};

const most = (list) => Math.max(0, ...list).toFixed(0);
const over = (list, limit) => list.filter((one) => one > limit).length;
const tell = (name, { gaps, waits }, tasks) =>
  console.log(
    `  ${name.padEnd(10)} longest gap ${most(gaps).padStart(5)} ms, over 50: ${over(gaps, 50)}, over 100: ${over(gaps, 100)}; longest wait of input ${most(waits).padStart(5)} ms` +
      (tasks
        ? `; longest task ${tasks[0]?.ms.toFixed(0)} ms of processor, over 50: ${tasks.filter(({ ms }) => ms > goal).length}`
        : ''),
  );

let worst = 0;
let worstPoll = 0;
for (const name of pages.keys()) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const browser = await startBrowser();
  try {
    const { client, go } = await watchPage(browser.port);
    await go(`http://127.0.0.1:${server.address().port}/${encodeURIComponent(name)}`);
    await sleep(4000);
    const take = await record(client);
    const stop = interact(client);
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    console.log(`${name}, heap of ${(usedSize / 1e6).toFixed(1)} MB`);
    const alone = await traced(client, () => sleep(baselineMs));
    tell('alone', await take(), alone);
    let session;
    const found = [];
    const attaching = await traced(client, async () => {
      session = await createV8Probe().attach(browser.app, undefined, soon());
      for (let i = 0; i < 3; i++) {
        const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
        found.push(`${capture.roots.length} roots by ${capture.tier}`);
        if (!capture.moreRoutes) break;
      }
    });
    tell('attaching', await take(), attaching);
    const polling = await traced(client, async () => {
      for (let i = 0; i < polls; i++) {
        await client.send('Runtime.evaluate', { expression: `document.title = 'poll ${i}'; document.body.dataset.turn = ${i}` });
        await sleep(300);
        await session.capture({ mode: 'poll', budget: defaultBudget, routine: true }, soon());
      }
    });
    tell('polling', await take(), polling);
    worst = Math.max(worst, attaching[0]?.ms ?? 0);
    worstPoll = Math.max(worstPoll, polling[0]?.ms ?? 0);
    if (process.env.BENCH_TASKS)
      for (const { ms, wall, what } of [...attaching.slice(0, 8), ...polling.slice(0, 3)])
        console.log(`    ${ms.toFixed(0)} ms (${wall.toFixed(0)} wall): ${what}`);
    console.log(`  found      ${found.join('; ')}`);
    await stop();
    await session[Symbol.asyncDispose]();
    await client.close();
  } finally {
    await browser.stop();
  }
}
server.close();
const verdict = (ms, most) => `${ms.toFixed(0)} ms of processor, goal ${most}: ${ms <= most ? 'held' : 'missed'}`;
console.log(`longest task attaching ${verdict(worst, goal)}; polling ${verdict(worstPoll, pollingGoal)}`);
