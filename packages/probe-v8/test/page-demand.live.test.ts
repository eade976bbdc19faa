import { type ChildProcess, spawn } from 'node:child_process';
import { completenessOf, defaultBudget, type ProbeSession, type RawCapture, type RawNode } from '@substrate/core';
import type CDP from 'chrome-remote-interface';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { type Chromium, discover, hasChromium, poll, soon, startChromium, until, writePage } from './chromium.js';

/** A shop with more orders than are read, sixty tables beside it, and a document of many rows; something changes all the time. */
const page = `<!doctype html><title>Orders</title><main><h1>Orders</h1><p id="clock">0</p>
<table id="invoices"><thead><tr><th>Id</th><th>Status</th></tr></thead><tbody></tbody></table><div id="cards"></div></main><script>
var shop = { orders: Array.from({ length: 1500 }, (_, i) => ({ id: i + 1, status: i % 7 ? 'paid' : 'open', lines: [{ sku: 's' + i, qty: 1 }] })),
  user: { name: 'Ada', password: 'hunter2hunter2', bio: 'x'.repeat(9000) }, done: [], seen: new Map([['one', 1], ['two', { deep: 2 }]]) };
for (let g = 0; g < 60; g++)
  window['table' + g] = { title: 'Table ' + g, open: g % 2 === 0, rows: Array.from({ length: 100 }, (_, i) => ({ id: i, label: 'row ' + i })) };
document.querySelector('tbody').innerHTML = shop.orders.map((o) => '<tr><td>' + o.id + '</td><td>' + o.status + '</td></tr>').join('');
document.getElementById('cards').innerHTML = Array.from({ length: 300 }, (_, i) => '<section class="card"><h3>Card ' + i + '</h3><p class="price">' + i + ' EUR</p></section>').join('');
setInterval(() => { document.getElementById('clock').textContent = String(Date.now()); }, 40);
</script>`;

const count = (nodes: readonly RawNode[]): number => nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);
const shapeOf = ({ roots }: RawCapture): [string, number][] =>
  roots.map((root): [string, number] => [root.address, count(root.children ?? [])]).sort(([a], [b]) => (a < b ? -1 : 1));

describe.runIf(hasChromium)('a page with more in it than is read', () => {
  let browser: Chromium;
  let session: ProbeSession;
  let client: CDP.Client;
  const busy: ChildProcess[] = [];
  beforeAll(async () => {
    browser = await startChromium(writePage(page));
    session = await attachBrowser(browser.app, undefined, soon());
    client = await browser.page();
    for (let route = 0; route < 10 && (await session.capture(discover, soon())).moreRoutes; route++);
    await until(session, ({ roots }) => roots.some(({ address }) => address === 'dom:table[invoices]'), 'the table');
  });
  afterEach(() => {
    for (const child of busy.splice(0)) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await client?.close();
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
  });

  const read = (root: string, path: string[], from = 0, limit = 10) =>
    session.read?.({ root, path, from, limit, budget: { ...defaultBudget, maxString: 65_536 } }, soon());
  const fields = (node: RawNode | null | undefined) => node?.children?.map(({ name, value }) => [name, value]);

  test('counts what it read, and says whose page it is', async () => {
    const { counts, roots, site } = await session.capture(poll, soon());
    expect(counts?.nodesCut).toBeGreaterThan(30);
    expect(counts?.rootsReached).toBe(roots.length);
    expect(counts?.nodesRead).toBe(count(roots));
    expect(site).toBe('file://');
  });

  test('reads whole records, fewer of them, and what stands beside them', async () => {
    const { roots } = await session.capture(poll, soon());
    const shop = roots.find(({ address }) => address === 'global:shop');
    expect(shop?.children?.map(({ name }) => name)).toEqual(['orders', 'user', 'done', 'seen']);
    const orders = shop?.children?.[0];
    expect(orders?.size).toBe(1500);
    expect(new Set(orders?.children?.map(recordSize))).toEqual(new Set([6]));
    expect(shop?.children?.[1]?.children?.find(({ name }) => name === 'bio')).toMatchObject({ length: 9000 });
  });

  test('reads any place of its scripts on demand', async () => {
    const part = await read('global:shop', ['orders'], 700, 3);
    expect([part?.size, part?.children?.map(({ name }) => name)]).toEqual([1500, ['700', '701', '702']]);
    expect(fields(await read('global:shop', ['orders', '1400', 'lines', '0']))).toEqual([
      ['sku', 's1400'],
      ['qty', 1],
    ]);
    expect((await read('global:shop', ['user', 'bio']))?.value).toHaveLength(9000);
    expect((await read('global:shop', ['user', 'password']))?.value).toBe('[redacted]');
    expect(await read('global:shop', ['seen'], 1, 1)).toMatchObject({ kind: 'map', size: 2, children: [{ name: 'two' }] });
    expect((await read('global:shop', ['seen', 'two', 'deep']))?.value).toBe(2);
    expect(await read('global:shop', ['orders', '1500'])).toBeNull();
    expect(await read('global:nobody', [])).toBeNull();
  });

  test('reads any row of what it shows on demand, and the next capture is as the one before', async () => {
    const before = shapeOf(await session.capture(poll, soon()));
    const rows = await read('dom:table[invoices]', [], 1400, 2);
    expect([rows?.size, fields(rows?.children?.[0])]).toEqual([
      1500,
      [
        ['Id', '1401'],
        ['Status', 'open'],
      ],
    ]);
    expect((await read('dom:table[invoices]', ['1300', 'Status']))?.value).toBe('paid');
    expect(shapeOf(await session.capture(poll, soon()))).toEqual(before);
  });

  test('a read on demand that is given up leaves the next captures as they were', async () => {
    const before = shapeOf(await session.capture(poll, soon()));
    for (const patience of [1, 3, 8, 20]) {
      const request = { root: 'dom:table[invoices]', path: [], from: 1400, limit: 50, budget: defaultBudget };
      await session.read?.(request, AbortSignal.timeout(patience)).catch(() => undefined);
      expect(shapeOf(await session.capture(poll, soon()))).toEqual(before);
    }
  });

  test('is read the same beside four busy loops, by polls that somebody waits for and by those that nobody does', async () => {
    const alone = shapeOf(await session.capture(poll, soon()));
    for (let i = 0; i < 4; i++) busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    for (let i = 0; i < 3; i++) expect(shapeOf(await session.capture({ ...poll, routine: true }, soon()))).toEqual(alone);
    expect(shapeOf(await session.capture(poll, soon()))).toEqual(alone);
    const second = await attachBrowser(browser.app, undefined, soon());
    try {
      let fresh = await second.capture(discover, soon());
      for (let route = 0; route < 10 && fresh.moreRoutes; route++) fresh = await second.capture(discover, soon());
      expect(shapeOf(fresh)).toEqual(alone);
    } finally {
      await second[Symbol.asyncDispose]();
    }
  });

  test('that does not answer has what it had: its roots are not reached, and nothing says that they are gone', async () => {
    const before = await session.capture(poll, soon());
    const told = before.roots.map(({ address }) => address).filter((address) => address !== 'tabs');
    await client.send('Runtime.evaluate', {
      expression: 'setTimeout(() => { for (const end = Date.now() + 6000; Date.now() < end; ); }, 50)',
    });
    const silent = await until(session, ({ roots }) => roots.length === 1, 'the silence');
    expect(new Set(silent.unreached)).toEqual(new Set(told));
    expect(silent.notes.join()).toContain('does not answer');
    expect(completenessOf(silent.counts)).toBeLessThan(0.1);
    const back = await until(session, ({ roots }) => roots.length > 1, 'its answer');
    expect(back.unreached ?? []).toEqual([]);
  });
});

/** A large store. All that the first of its records holds changes at once, and so does the last: many times while the store is read. */
const ledger = `<!doctype html><title>Ledger</title><h1>Ledger</h1><script>
const state = { name: 'North', records: Array.from({ length: 80 }, (_, id) => ({ id, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => ['part' + i, { turn: 0, of: { turn: 0 } }])) })) };
var store = { getState: () => state, dispatch() {}, subscribe() {}, replaceReducer() {} };
let turn = 0;
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  turn++;
  for (const record of [state.records[0], state.records[79]])
    for (let i = 0; i < 12; i++) { const part = record['part' + i]; part.turn = part.of.turn = turn; }
  setTimeout(() => channel.port2.postMessage(0), 1);
};
channel.port2.postMessage(0);
</script>`;

describe.runIf(hasChromium)('a large store that changes while it is read', () => {
  let browser: Chromium;
  let session: ProbeSession;
  beforeAll(async () => {
    browser = await startChromium(writePage(ledger));
    session = await attachBrowser(browser.app, undefined, soon());
    for (let route = 0; route < 10 && (await session.capture(discover, soon())).moreRoutes; route++);
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
  });

  test('is read in parts by polls that nobody waits for, and its records are whole', async () => {
    const turnsIn = ({ name, value, children = [] }: RawNode): unknown[] => [
      ...(name === 'turn' ? [value] : []),
      ...children.flatMap(turnsIn),
    ];
    let apart = 0;
    for (let i = 0; i < 60 && apart === 0; i++) {
      const { roots } = await session.capture({ ...poll, routine: true }, soon());
      const records =
        roots.find(({ source }) => source === 'store')?.children?.find(({ name }) => name === 'records')?.children ?? [];
      expect(records).toHaveLength(80);
      const turns = records.map((record) => new Set(turnsIn(record)));
      for (const each of turns) expect(each.size).toBe(1);
      if ([...(turns[0] ?? [])][0] !== [...(turns[79] ?? [])][0]) apart++;
    }
    // The first and the last change together: one task would have found them the same.
    expect(apart).toBe(1);
  });
});

/** Nodes of one record. */
const recordSize = (node: RawNode): number => count(node.children ?? []);
