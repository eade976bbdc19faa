import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ProbeSession, RawCapture } from '@substrate/core';
import { defaultBudget } from '@substrate/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attachBrowser, checkBrowser } from '../src/browser/attach.js';
import { switchOf } from '../src/browser/endpoint.js';
import {
  actionNamed,
  type Chromium,
  discover,
  hasChromium,
  invoke,
  poll,
  soon,
  startChromium,
  until,
  valueAt,
  writePage,
} from './chromium.js';

const counter = (name: string): string =>
  writePage(`<!doctype html><title>${name}</title><h1>${name}</h1><button id="up">Up</button><script>
    (() => { let clicks = 0; const facts = { name: '${name}' }; document.getElementById('up').addEventListener('click', () => { clicks += 1; facts.last = clicks; }); })();
  </script>`);

describe.runIf(hasChromium)('a browser in trouble', () => {
  let browser: Chromium;
  let session: ProbeSession;
  const begin = async (url: string): Promise<void> => {
    browser = await startChromium(url);
    session = await attachBrowser(browser.app, undefined, soon());
    await until(session, (capture) => capture.hints.heading !== undefined, 'the page');
    await session.capture(discover, soon());
  };
  beforeEach(() => {
    browser = undefined as unknown as Chromium;
    session = undefined as unknown as ProbeSession;
  });
  afterEach(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
  });
  const tabCount = (capture: RawCapture): unknown => valueAt(capture, 'tabs');

  test('the page navigates: closures of the new document are found without being asked for', async () => {
    await begin(counter('first'));
    await until(session, (capture) => valueAt(capture, 'closure:/facts/name') === 'first', 'the first page');
    expect(await invoke(session, 'builtin:navigate', { url: counter('second') })).toMatchObject({ ok: true });
    const told: RawCapture[] = [];
    const after = await until(
      session,
      (capture) => told.push(capture) > 0 && valueAt(capture, 'closure:/facts/name') === 'second',
      'the second page',
    );
    expect(after.discovered).toBe(false);
    // What was known is known no more: once it is said so.
    expect(told.filter(({ known }) => known !== undefined)).toHaveLength(1);
    expect(await invoke(session, actionNamed(after, 'Up').address)).toMatchObject({ ok: true });
    await until(session, (capture) => valueAt(capture, 'closure:/clicks') === 1, 'the click');
    const refused = await invoke(session, 'builtin:navigate', { url: 'http://127.0.0.1:9/?token=sentinel#sentinel' });
    expect(refused).toMatchObject({ ok: false, reason: 'navigation_failed' });
    expect(JSON.stringify(refused)).not.toContain('sentinel');
    const nonsense = await invoke(session, 'builtin:navigate', { url: 'http://[sentinel' });
    expect(nonsense).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(JSON.stringify(nonsense)).not.toContain('sentinel');
  });

  test('the page navigates: a poll tells that the heap holds more, and discovery finds it', async () => {
    const board = (title: string): string =>
      writePage(`<!doctype html><title>${title}</title><h1>${title}</h1><script>
        (() => { class Board { title = '${title}'; owner = 'Ada Lovelace'; cards = [{ text: 'Write the report', done: false }, { text: 'Call the bank', done: true }]; size = { rows: 3, columns: 4 }; turn = 7; }
          const board = new Board(); setInterval(() => { board.turn += 0; }, 100000); })();
      </script>`);
    // A page of the site where a search found nothing says nothing of the others.
    await begin(writePage('<!doctype html><title>empty</title><h1>empty</h1>'));
    await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
    expect(await invoke(session, 'builtin:navigate', { url: board('first') })).toMatchObject({ ok: true });
    await session.capture(discover, soon());
    await until(session, (capture) => valueAt(capture, 'heap:Board/title') === 'first', 'the first board');
    expect(await invoke(session, 'builtin:navigate', { url: board('second') })).toMatchObject({ ok: true });
    const before = await until(session, (capture) => capture.lookAgain === true, 'that there is more');
    expect(valueAt(before, 'heap:Board/title')).toBeUndefined();
    await session.capture(discover, soon());
    const after = await until(session, (capture) => valueAt(capture, 'heap:Board/title') === 'second', 'the second board');
    expect(after.lookAgain).toBeUndefined();
    expect(valueAt(after, 'heap:Board/cards/1/text')).toBe('Call the bank');
  });

  const library =
    'window.Editors = Object.assign(() => undefined, { show, open, close: open, find: open, on: open, off: open, once: open, fire: open, list });';
  test.each([
    ['by fields', 'Plan', `const list = [new Plan()], open = () => undefined, show = open; ${library}`],
    ['into a closure', 'Plan', `const plan = new Plan(), list = [], open = () => undefined, show = () => plan.title; ${library}`],
    [
      'from what a listener works on',
      'plan',
      `const P = (() => { const P = Plan; return class extends P {}; })();
       class V { constructor(p) { this.plan = p; addEventListener('click', () => { p.title += '!'; this.draw(); }); } draw() { } }
       window.settings = { theme: 'dusk', language: 'da' }; new V(new P());`,
    ],
    [
      'by way of what a weak map has for an element',
      'Plan',
      `const kept = new WeakMap(), clicks = { at: 1 }, list = document.body.appendChild(document.createElement('ul')); list.id = 'plan'; kept.set(list, { plan: new Plan() });
       document.body.addEventListener('pointerdown', ({ target }) => { kept.get(target); clicks.at++; });`,
    ],
  ])('what a search found is found without one in the next document, where a trail leads to it %s', async (_, name, keep) => {
    const editor = (title: string): string =>
      writePage(`<!doctype html><title>${title}</title><h1>${title}</h1><script>
        (() => { class Plan { title = '${title}'; owner = 'Ada Lovelace'; cards = [{ text: 'Write the report', done: false }, { text: 'Call the bank', done: true }]; size = { rows: 3, columns: 4 }; }
          ${keep} })();
      </script>`);
    await begin(editor('first'));
    const searched = await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
    expect(valueAt(searched, `heap:${name}/title`)).toBe('first');
    expect(await invoke(session, 'builtin:navigate', { url: editor('second') })).toMatchObject({ ok: true });
    const after = await until(session, (capture) => valueAt(capture, `heap:${name}/title`) === 'second', 'the second plan', true);
    expect([after.discovered, after.tier]).toEqual([false, 'aso_fast']);
    // The next attach knows it too.
    const { known } = await session.capture(discover, soon());
    await session[Symbol.asyncDispose]();
    session = await attachBrowser(browser.app, known, soon());
    const again = await until(
      session,
      (capture) => valueAt(capture, `heap:${name}/cards/1/text`) === 'Call the bank',
      'the plan again',
      true,
    );
    expect(again.tier).toBe('aso_fast');
    expect(again.lookAgain).toBeUndefined();
  });

  test('a heap that would take long to search is searched when that is asked for', async () => {
    await begin(
      writePage(`<!doctype html><title>large</title><h1>large</h1><script>
        (() => { class Desk { name = 'North'; owner = 'Ada Lovelace'; rules = { open: 'nine', close: 'five', days: 'six' }; orders = Array.from({ length: 200000 }, (_, i) => ({ id: i, customer: 'customer ' + i })); }
          const desk = new Desk(); setInterval(() => { desk.turn = 1; }, 100000); })();
      </script>`),
    );
    for (let i = 0; i < 2; i++) {
      const looked = await session.capture(discover, soon());
      expect([looked.tier, looked.moreRoutes]).toEqual(['aso_fast', false]);
    }
    expect((await session.capture(poll, soon())).lookAgain).toBeUndefined();
    expect(session.freshNeedsHeap()).toBe(true);
    const searched = await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
    expect(searched.tier).toBe('heap_snapshot');
    expect(valueAt(searched, 'heap:Desk/name')).toBe('North');
    expect(session.freshNeedsHeap()).toBe(false);
  });

  test('tabs are listed, one is brought to the front, one closes', async () => {
    await begin(counter('left'));
    const id = await browser.open(counter('right'));
    await until(session, (capture) => capture.hints.heading === 'right', 'the new tab in front');
    const both = await session.capture(poll, soon());
    expect(tabCount(both)).toBe(2);
    const left = valueAt(both, 'tabs/0/window_id');
    expect(valueAt(both, 'tabs/1/window_id')).toBe(id);
    expect([valueAt(both, 'tabs/0/active'), valueAt(both, 'tabs/1/active')]).toEqual([false, true]);
    expect(await invoke(session, 'builtin:activate_tab', { window_id: left })).toMatchObject({ ok: true });
    const switched = await until(session, (capture) => capture.hints.heading === 'left', 'the other tab');
    expect(switched.context.window_id).toBe(left);
    await invoke(session, 'builtin:activate_tab', { window_id: id });
    await until(session, (capture) => capture.hints.heading === 'right', 'the tab again');
    const client = await browser.page('substrate');
    await client.send('Target.closeTarget', { targetId: id });
    await client.close();
    const one = await until(session, (capture) => tabCount(capture) === 1, 'one tab left');
    expect(one.hints.heading).toBe('left');
  });

  test('the renderer crashes, and the page is loaded again', async () => {
    const url = counter('fragile');
    await begin(url);
    const client = await browser.page();
    client.send('Page.crash').catch(() => undefined);
    const crashed = await until(
      session,
      (capture) => capture.notes.some((note) => /crashed|does not answer/.test(note)),
      'the crash',
    );
    expect(tabCount(crashed)).toBe(1);
    await client.send('Page.navigate', { url }).catch(() => undefined);
    await until(
      session,
      (capture) => capture.hints.heading === 'fragile' && capture.notes.length === 0,
      'the page after the crash',
    );
    await client.close();
  });

  test('the page is paused in a debugger: told at once, and read again when it goes on', async () => {
    await begin(counter('paused'));
    const client = await browser.page();
    await client.send('Debugger.enable');
    const stopped = new Promise<void>((resolve) => {
      client.on('Debugger.paused', () => resolve());
    });
    client.send('Runtime.evaluate', { expression: 'debugger' }).catch(() => undefined);
    await stopped;
    // Some versions answer while paused, others don't: then it is said. Neither may hang.
    for (let i = 0; i < 2; i++) {
      const paused = await session.capture(poll, soon());
      expect(paused.hints.heading ?? paused.notes.join()).toMatch(/^paused$|does not answer/);
      expect(tabCount(paused)).toBe(1);
    }
    await client.send('Debugger.resume');
    await until(session, (capture) => capture.hints.heading === 'paused' && capture.notes.length === 0, 'the page again');
    await client.close();
  });

  test('a busy tab does not block the others, and nothing is done to another in its place', async () => {
    await begin(counter('calm'));
    const busy = await browser.open(writePage('<title>busy</title><h1>busy</h1><button>Go</button>'));
    const before = await until(session, (capture) => capture.hints.heading === 'busy', 'the tab before it hangs');
    const go = actionNamed(before, 'Go').address;
    const client = await browser.page('substrate');
    const [hung] = (await client.send('Target.getTargets', {})).targetInfos.filter(({ targetId }) => targetId === busy);
    expect(hung?.title).toBe('busy');
    await client.close();
    const inside = await browser.page();
    inside.send('Runtime.evaluate', { expression: 'for (;;);' }).catch(() => undefined);
    const during = await until(session, (capture) => capture.notes.join().includes('does not answer'), 'the silence');
    expect(during.context.window_id).toBe(busy);
    expect(tabCount(during)).toBe(2);
    expect(await session.invoke({ address: go, parameters: {}, timeoutMs: 1000 }, soon())).toMatchObject({ ok: false });
    const calm = valueAt(during, 'tabs/0/window_id');
    expect(await invoke(session, 'builtin:activate_tab', { window_id: calm })).toMatchObject({ ok: true });
    await until(session, (capture) => capture.hints.heading === 'calm', 'the calm tab');
    await inside.close();
  });

  test('a tab that the browser froze', async () => {
    await begin(counter('cold'));
    const client = await browser.page();
    await client.send('Page.enable');
    await client.send('Page.setWebLifecycleState', { state: 'frozen' });
    const frozen = await session.capture(poll, soon());
    expect(tabCount(frozen)).toBe(1);
    await client.send('Page.setWebLifecycleState', { state: 'active' });
    await until(session, (capture) => capture.hints.heading === 'cold', 'the page again');
    await client.close();
  });

  test('thirty tabs', async () => {
    await begin(counter('tab 0'));
    for (let i = 1; i < 30; i++) await browser.open(counter(`tab ${i}`));
    const capture = await until(
      session,
      (now) => tabCount(now) === 30 && now.hints.heading === 'tab 29' && valueAt(now, 'tabs/29/title') === 'tab 29',
      'thirty tabs',
    );
    expect(valueAt(capture, 'tabs/29/active')).toBe(true);
  });

  test('a page that floods the document stays within the budget', async () => {
    await begin(
      writePage(`<!doctype html><title>flood</title><h1>flood</h1><ul id="rows"></ul><script>
        const rows = document.getElementById('rows');
        const add = (n) => { const part = document.createDocumentFragment(); for (let i = 0; i < n; i++) { const li = document.createElement('li'); li.innerHTML = '<b class="n">' + i + '</b><span class="w">word</span>'; part.append(li); } rows.append(part); };
        add(5000);
        const tick = () => { add(200); for (let i = 0; i < 200; i++) rows.firstElementChild.remove(); setTimeout(tick, 0); };
        tick();
      </script>`),
    );
    const rowsOf = (now: RawCapture) => now.roots.find((root) => root.address === 'dom:list[rows]');
    const capture = await until(
      session,
      (now) => rowsOf(now)?.children?.length === defaultBudget.maxElements,
      'as many rows as the budget allows',
    );
    expect(JSON.stringify(capture.roots).length).toBeLessThan(defaultBudget.maxBytes);
    expect(rowsOf(capture)?.size).toBeGreaterThanOrEqual(4000);
  });

  test('another client beside us', async () => {
    await begin(counter('shared'));
    const client = await browser.page();
    await client.send('Runtime.enable');
    await client.send('Page.enable');
    await client.send('DOM.enable');
    for (let i = 0; i < 10; i++) {
      const [capture] = await Promise.all([session.capture(poll, soon()), client.send('Page.captureScreenshot')]);
      expect(capture.hints.heading).toBe('shared');
    }
    await session[Symbol.asyncDispose]();
    expect((await client.send('Runtime.evaluate', { expression: '1 + 1' })).result.value).toBe(2);
    await client.close();
  });

  test('a browser whose file with the port is gone is found by the loop that listens', async () => {
    browser = await startChromium(counter('first'));
    rmSync(join(switchOf(browser.app.command, '--user-data-dir') as string, 'DevToolsActivePort'));
    expect(await checkBrowser(browser.app)).toBeNull();
  });

  test('a browser without a debugging port says what to do', async () => {
    browser = await startChromium('about:blank', false);
    const refusal = await checkBrowser(browser.app);
    expect(refusal).toMatchObject({ reason: 'no_debug_port', retry: false });
    expect(refusal?.message).toMatch(/chrome:\/\/inspect.*substrate launch/);
    await expect(attachBrowser(browser.app, undefined, soon())).rejects.toMatchObject({ refusal: { reason: 'no_debug_port' } });
  });
});
