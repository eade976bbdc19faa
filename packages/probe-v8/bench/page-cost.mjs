/**
 * What a poll costs a page of some 50,000 elements that changed since the last one (one that did not is not walked): `node bench/page-cost.mjs [word…]`
 * after a build, for the pages whose names have one of the words. What a poll costs and the longest task are processor time of the page's main thread in calls of
 * ours, from the browser's trace: neither other work of the machine counts nor what the page does by itself, as to draw what changed. The goal is 50 ms a poll, for each single one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBudget } from '@substrate/core';
import { createV8Probe } from '@substrate/probe-v8';
import { carriedOut, median, soon, startBrowser, traceClock, traceOf, watchPage } from './chromium.mjs';

const polls = 25;
const goal = 50;

const made = (script) =>
  `data:text/html,${encodeURIComponent(`<!doctype html><title>large</title><h1>large</h1><div id="root"></div><script>const root = document.getElementById('root'); const many = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join('');${script}</script>`)}`;
const pages = {
  'a table of 12,500 rows': made(
    "root.innerHTML = '<table id=t><thead><tr><th>Name<th>Amount</thead><tbody>' + many(12500, (i) => '<tr><td>name ' + i + '<td><b>' + i + '</b>') + '</table>'",
  ),
  'a list of 8,000 cards with buttons': made(
    "root.innerHTML = '<div class=cards>' + many(8000, (i) => '<div class=card><h3 class=title>Card ' + i + '</h3><p class=owner>Owner ' + i + '</p><span class=price>' + i + '</span><a href=\"#' + i + '\">More</a><button>Buy</button></div>') + '</div>'",
  ),
  '500 sections of prose, lists and fields': made(
    "root.innerHTML = many(500, (i) => '<section><h2>Part ' + i + '</h2>' + many(20, (j) => '<div><p>Text ' + j + ' with <b>bold</b> words</p></div>') + '<ul>' + many(10, (j) => '<li>Point ' + j + '</li>') + '</ul><label>Field ' + i + ' <input value=' + i + '></label><div><button>Do ' + i + '</button></div></section>')",
  ),
  'nested boxes without meaning': made(
    "root.innerHTML = many(2500, (i) => '<div><div><div class=a' + i + '><div><div><span>' + i + '</span><i></i></div></div></div>' + many(13, () => '<div></div>') + '</div></div>')",
  ),
  '50,000 elements and as many objects in a store': made(
    "root.innerHTML = many(16000, (i) => '<div class=row><b>' + i + '</b><span>row</span></div>'); globalThis.appState = { rows: Array.from({ length: 10000 }, (_, i) => ({ id: i, name: 'row ' + i, tags: ['a', 'b'], owner: { name: 'o' + i, address: { city: 'c' } } })) }",
  ),
  'a table of 500 rows and 100 columns': made(
    "root.innerHTML = '<table id=t><thead><tr>' + many(100, (i) => '<th>Column ' + i) + '</thead><tbody>' + many(500, (i) => '<tr>' + many(100, (j) => '<td>' + i + ' by ' + j)) + '</table>'",
  ),
  'a form of 12,000 labelled fields': made(
    "root.innerHTML = '<form id=f>' + many(12000, (i) => '<div><label for=f' + i + '>Field ' + i + '</label><input id=f' + i + ' name=f' + i + ' value=' + i + '></div>') + '</form>'",
  ),
  '300 forms of 40 fields, half of them choices': made(
    "root.innerHTML = many(300, (i) => '<form name=form' + i + '>' + many(20, (j) => '<p><label>Name ' + j + ' <input name=n' + j + ' value=' + j + '></label> <select name=s' + j + '><option>one<option>two</select></p>') + '</form>')",
  ),
  'shadow roots, ten deep, 1,000 times': made(
    "customElements.define('x-box', class extends HTMLElement {}); const fill = (host, depth, i) => { const inner = host.attachShadow({ mode: 'open' }); inner.innerHTML = '<div><b>' + i + '</b><span>of ' + depth + '</span></div><p>text</p>'; if (depth > 0) fill(inner.appendChild(document.createElement('x-box')), depth - 1, i); }; for (let i = 0; i < 1000; i++) fill(root.appendChild(document.createElement('x-box')), 9, i)",
  ),
  '12,500 paragraphs of long text': made(
    "root.innerHTML = many(12500, (i) => '<article><p>' + ('Some words of paragraph ' + i + ' that go on and on. ').repeat(12) + '<a href=%23>more</a></p><p>short</p></article>')",
  ),
  'one text of four megabytes among 48,000 spans': made(
    "root.innerHTML = '<pre>' + 'word '.repeat(800000) + '</pre><div>' + many(48000, (i) => '<span>' + i + '</span> ') + '</div>'",
  ),
};
const wanted = process.argv.slice(2);

const browser = await startBrowser();
const session = await createV8Probe().attach(browser.app, undefined, soon());
let worst = 0;
let most = 0;
try {
  const { client, go } = await watchPage(browser.port);
  const poll = () => session.capture({ mode: 'poll', budget: defaultBudget, routine: true }, soon());
  let changes = 0;
  const change = async () => {
    const expression = `document.querySelector('h1').textContent = 'large ${++changes}'; document.body.offsetHeight`;
    await client.send('Runtime.evaluate', { expression });
  };
  for (const [name, url] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    await go(url);
    for (const mode of ['discover', 'discover', 'poll', 'poll']) await session.capture({ mode, budget: defaultBudget }, soon());
    const elements = (await client.send('Runtime.evaluate', { expression: 'document.getElementsByTagName("*").length' })).result
      .value;
    const waits = [];
    const turns = [];
    let last;
    const events = await traceOf(client, ['devtools'], async () => {
      for (let i = 0; i < polls; i++) {
        await change();
        await sleep(100);
        const from = traceClock();
        last = await poll();
        turns.push([from, traceClock()]);
        waits.push((turns.at(-1)[1] - from) / 1000);
      }
    });
    const calls = events.filter(({ name }) => name === carriedOut);
    const ofTurns = turns.map(([from, to]) => calls.filter(({ ts }) => ts >= from && ts < to).map(({ tdur }) => tdur / 1000));
    const costs = ofTurns.map((some) => some.reduce((sum, ms) => sum + ms, 0));
    const task = Math.max(0, ...ofTurns.flat());
    worst = Math.max(worst, median(costs));
    most = Math.max(most, ...costs);
    const nodes = (function count(list) {
      return list.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);
    })(last.roots);
    console.log(
      `${name.padEnd(48)} ${String(elements).padStart(6)} elements  ${median(costs).toFixed(1).padStart(6)} ms a poll (most ${Math.max(...costs).toFixed(1)})  longest task ${task.toFixed(1)} ms  answer after ${median(waits).toFixed(0)} ms  ${nodes} nodes, cut ${last.counts.nodesCut}`,
    );
  }
  await client.close();
} finally {
  await session[Symbol.asyncDispose]();
  await browser.stop();
}
console.log(
  `worst median ${worst.toFixed(1)} ms a poll, worst single one ${most.toFixed(1)}, goal ${goal}: ${most <= goal ? 'held' : 'missed'}`,
);
