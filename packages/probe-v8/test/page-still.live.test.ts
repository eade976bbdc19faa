import { defaultBudget, type ProbeSession, type RawCapture } from '@substrate/core';
import type CDP from 'chrome-remote-interface';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { type CdpSession, connect, readVersion } from '../src/connection.js';
import { createHeapForecast } from '../src/page/closures.js';
import { createPage } from '../src/page/page.js';
import { createTrailBook } from '../src/page/trail-book.js';
import { type Chromium, discover, hasChromium, poll, soon, startChromium, until, valueAt, writePage } from './chromium.js';

const page = `<!doctype html><title>Still</title><style>
  #folded { display: none } #toggle:checked ~ #folded { display: block }
  #veil { transition: opacity 300ms, display 300ms allow-discrete } #veil.gone { opacity: 0; display: none }
</style>
<main id="stage"><h1>Still</h1>
<form name="order"><input name="amount" value="1"><label><input type="checkbox" name="gift"> Gift</label>
  <select name="size" aria-label="Size"><option>Small</option><option>Large</option></select></form>
<input type="checkbox" id="toggle" aria-label="More"><p id="folded">Unfolded words</p>
<p id="veil">Behind the veil</p><late-badge id="late"></late-badge>
<iframe name="inner" srcdoc="<p class=note>Inside: seven</p>"></iframe></main>`;

describe.runIf(hasChromium)('a page that was read and did not seem to change', () => {
  let browser: Chromium;
  let session: ProbeSession;
  let client: CDP.Client;
  beforeAll(async () => {
    browser = await startChromium(writePage(page));
    session = await attachBrowser(browser.app, undefined, soon());
    client = await browser.page();
    await until(session, (capture) => valueAt(capture, 'dom:frame[inner]/note') === 'Inside: seven', 'the page');
    await session.capture(discover, soon());
  });
  afterAll(async () => {
    await client?.close();
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
  });

  /** Read once to have something to trust; then changed, and read once more. */
  const after = async (change: string): Promise<RawCapture> => {
    await session.capture(poll, soon());
    await client.send('Runtime.evaluate', { expression: change, awaitPromise: true });
    return await session.capture(poll, soon());
  };
  const texts = (capture: RawCapture): string => JSON.stringify(capture.roots.filter(({ source }) => source === 'dom'));

  test('gives the very same nodes again', async () => {
    const first = await session.capture(poll, soon());
    const second = await session.capture(poll, soon());
    for (const root of first.roots) expect(second.roots).toContain(root);
  });

  test.each([
    ['a value that a script set', 'document.forms.order.amount.value = "7"', 'dom:form[order]/amount', '7'],
    ['a box that a script checked', 'document.forms.order.gift.checked = true', 'dom:form[order]/gift', true],
    ['a choice', 'document.forms.order.size.selectedIndex = 1', 'dom:form[order]/size', 'Large'],
    [
      'words in a frame',
      'frames[0].document.querySelector("p").textContent = "Inside: eight"',
      'dom:frame[inner]/note',
      'Inside: eight',
    ],
    ['the tree', 'document.querySelector("h1").textContent = "Moved"', 'dom:region[stage]/heading', 'Moved'],
  ])('sees %s at once', async (_what, change, address, value) => {
    expect(valueAt(await after(change), address)).toBe(value);
  });

  test('sees at once what styles show for a field, a shadow root that comes late and what a transition hides in the end', async () => {
    expect(texts(await after('document.getElementById("toggle").checked = true'))).toContain('Unfolded words');
    const define =
      'customElements.define("late-badge", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<span class=count>Twelve badges</span>"; } })';
    expect(texts(await after(define))).toContain('Twelve badges');
    expect(texts(await after('document.getElementById("late").shadowRoot.firstChild.textContent = "No badges"'))).toContain(
      'No badges',
    );
    expect(texts(await after('document.getElementById("veil").classList.add("gone")'))).toContain('Behind the veil');
    expect(texts(await after('new Promise((done) => setTimeout(done, 600))'))).not.toContain('Behind the veil');
  });

  test('is one way there and back: nothing is asked after the first answer came, though the heap was not searched', async () => {
    // What frames there are is only known from the page.
    await client.send('Runtime.evaluate', { expression: 'document.querySelector("iframe").remove()' });
    const { webSocketDebuggerUrl: webSocketUrl = '' } =
      (await readVersion({ host: '127.0.0.1', port: browser.port }, 5000)) ?? {};
    const connection = await connect({ webSocketUrl });
    const { targetInfos } = await connection.send('Target.getTargets');
    const { targetId } = targetInfos.find(({ type }) => type === 'page') ?? { targetId: '' };
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    let answered = false;
    const late: string[] = [];
    const send: CdpSession['send'] = async (method, params, options) => {
      if (answered) late.push(method);
      const answer = await session.send(method, params, options);
      answered = true;
      return answer;
    };
    const open = async () => ({ session: { ...session, send }, close: async () => {}, sessionOf: connection.session });
    const page = createPage({ targetId, open, known: true, forecast: createHeapForecast(), trails: createTrailBook([]) });
    for (let reads = 0; reads < 3; reads++) {
      [answered, late.length] = [false, 0];
      expect((await page.read('poll', defaultBudget, soon())).searched).toBe(false);
    }
    expect(late).toEqual([]);
    await page.dispose();
    await connection[Symbol.asyncDispose]();
  });
});
