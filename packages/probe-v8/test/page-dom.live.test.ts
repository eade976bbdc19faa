import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbeSession, RawCapture } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import {
  actionNamed,
  type Chromium,
  hasChromium,
  invoke,
  poll,
  soon,
  startChromium,
  until,
  valueAt,
  writePage,
} from './chromium.js';

const page = `<!doctype html><title>Office</title><meta charset="utf-8">
<header><h1>Office</h1><nav aria-label="Main"><ul><li><a href="#a" aria-current="page">Desk</a></li><li><a href="#b">Mail</a></li></ul></nav></header>
<main>
  <form name="profile">
    <label for="mail">E-mail</label><input id="mail" name="email" type="email" value="ada@example.org">
    <label>Seats <input name="seats" type="number" value="3"></label>
    <label><input type="checkbox" name="news" checked> Newsletter</label>
    <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="basic"> Basic</label><label><input type="radio" name="plan" value="pro" checked> Pro</label></fieldset>
    <select name="country" aria-label="Country"><option value="pt">Portugal</option><option value="no" selected>Norway</option></select>
    <textarea name="notes" aria-label="Notes">Second floor</textarea>
    <input type="password" name="pw" value="correct-horse-battery" aria-label="Password">
    <input type="hidden" name="csrf" value="hidden-csrf-value">
    <button>Save profile</button>
  </form>
  <table id="invoices"><caption>Invoices</caption><thead><tr><th>Number</th><th>Amount</th><th></th></tr></thead>
    <tbody><tr><td>A-1</td><td>10.00</td><td><button onclick="paid.push(1)">Pay</button></td></tr><tr><td>A-2</td><td>20.00</td><td><button onclick="paid.push(2)">Pay</button></td></tr></tbody></table>
  <div class="cards"><div class="card" data-id="k1"><h3 class="card-title">First</h3><span class="owner">Ada</span></div><div class="card selected" data-id="k2"><h3 class="card-title">Second</h3><span class="owner">Bob</span></div><div class="card" data-id="k3"><h3 class="card-title">Third</h3><span class="owner">Cy</span></div></div>
  <div><div class="box-header"><h3>Deliveries</h3></div><div><div><ul class="list-unstyled"><li><b>Ink</b> <i>Monday</i></li><li><b>Paper</b> <i>Friday</i></li><li><b>Pens</b> <i>Sunday</i></li></ul></div></div></div>
  <ul class="mails"><li data-id="m1"><div class="subject">Re: Q1 design review<span class="tag">work</span></div><time>Mon</time></li><li data-id="m2"><div class="subject">Lunch: noon?</div><time>Tue</time></li></ul>
  <p><b>Floor:</b> third</p><p>Room: blue</p>
  <dl><dt>Owner</dt><dd>Grace</dd></dl>
  <button aria-expanded="false" onclick="this.setAttribute('aria-expanded','true')">Details</button>
  <div role="switch" aria-checked="false" tabindex="0" aria-label="Dark mode" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">●</div>
  <p class="token">eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlLXZhbHVl</p>
  <my-badge></my-badge>
  <iframe name="inner" srcdoc="<p class=inner-note>Inside: seven</p>" width="300" height="60"></iframe>
  <iframe name="other" src="OTHER" width="300" height="80"></iframe>
</main>
<div role="dialog" aria-modal="true" aria-label="Welcome"><p>Have a look around.</p><button onclick="this.closest('[role=dialog]').remove()">Close</button></div>
<div role="alert">Disk almost full</div>
<div hidden>Invisible words</div>
<button id="trusted" onclick="this.textContent = event.isTrusted ? 'was trusted' : 'was not trusted'">Trust me</button>
<div id="late"></div>
<script>
  var paid = [];
  var gets = 0;
  var tricky = { get total() { gets++; return 1; }, plain: 5 };
  customElements.define('my-badge', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<span class="badge-count">12</span><button>Badge press</button>'; } });
</script>`;

describe.runIf(hasChromium)('what a page shows', () => {
  let browser: Chromium;
  let session: ProbeSession;
  let other: Server;
  let capture: RawCapture;
  beforeAll(async () => {
    other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<title>f</title><p class="remote">Remote: eleven</p><button onclick="document.querySelector(\'p\').textContent = \'Remote: twelve\'">Raise</button>',
      );
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = writePage(page.replace('OTHER', `http://127.0.0.1:${(other.address() as AddressInfo).port}/`));
    browser = await startChromium(url);
    session = await attachBrowser(browser.app, undefined, soon());
    // Frames are read last: the page's own scripts may have run since it was.
    const isWhole = (now: RawCapture): boolean =>
      JSON.stringify(now.roots).includes('eleven') && valueAt(now, 'global:tricky/plain') !== undefined;
    capture = await until(session, isWhole, 'the frame of another origin and the globals');
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
    other?.close();
  });

  test.each([
    ['dom:form[profile]/email', 'ada@example.org'],
    ['dom:form[profile]/seats', 3],
    ['dom:form[profile]/news', true],
    ['dom:form[profile]/plan', 'pro'],
    ['dom:form[profile]/country', 'Norway'],
    ['dom:form[profile]/notes', 'Second floor'],
    ['dom:form[profile]/pw', '[redacted]'],
    ['dom:table[invoices]/1/Amount', '20.00'],
    ['dom:list[cards]/k2/owner', 'Bob'],
    ['dom:list[cards]/k2/selected', true],
    ['dom:list[cards]/k1/selected', false],
    ['dom:list[mails]/m1/subject', 'Re: Q1 design review'],
    ['dom:list[mails]/m1/tag', 'work'],
    ['dom:list[mails]/m2/subject', 'Lunch: noon?'],
    ['dom:notifications[notifications]/message', 'Disk almost full'],
    ['global:tricky/plain', 5],
  ])('%s is %s', (address, value) => {
    expect(valueAt(capture, address)).toBe(value);
  });

  test('labels, shadow roots, frames, states and hints', () => {
    const text = JSON.stringify(capture.roots);
    expect(text).toContain('"label":"E-mail"');
    for (const words of ['badge-count', 'seven', 'eleven', 'Grace', 'Details expanded', 'Dark mode'])
      expect(text).toContain(words);
    expect(capture.hints).toMatchObject({ heading: 'Office', dialog: 'Welcome' });
    expect(capture.context).toMatchObject({ window_title: 'Office', view: null });
    expect(capture.domTierUsed).toBe(true);
  });

  test('a list is called by the heading of the part that it is in', () => {
    expect(capture.roots.find((root) => JSON.stringify(root).includes('Paper'))).toMatchObject({ name: 'Deliveries' });
  });

  test('what must not be there is not: secrets, hidden words, getters run', async () => {
    const text = JSON.stringify(capture);
    for (const words of ['correct-horse', 'hidden-csrf', 'eyJhbGci', 'Invisible words']) expect(text).not.toContain(words);
    const client = await browser.page('substrate-page');
    expect((await client.send('Runtime.evaluate', { expression: 'gets' })).result.value).toBe(0);
    await client.close();
  });

  test('a button in a row, told by its index', async () => {
    expect(await invoke(session, actionNamed(capture, 'Pay').address, { row: 1 })).toMatchObject({ ok: true });
    await until(session, (now) => valueAt(now, 'global:paid/0') === 2, 'paid');
    expect(await invoke(session, actionNamed(capture, 'Pay').address, { row: 7 })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'no_target',
    });
  });

  test('a switch is set, and stays when it is so already', async () => {
    const { address } = actionNamed(capture, 'Dark mode');
    expect(await invoke(session, address, { checked: true })).toMatchObject({ ok: true });
    expect(await invoke(session, address, { checked: true })).toMatchObject({
      ok: true,
      message: 'It was in that state already.',
    });
    await until(session, (now) => JSON.stringify(now.roots).includes('"Dark mode","kind":"value","value":true'), 'dark mode');
  });

  test('a page in sight gets events that it can trust', async () => {
    await invoke(session, actionNamed(capture, 'Close').address);
    expect(await invoke(session, actionNamed(capture, 'Trust me').address)).toMatchObject({ ok: true });
    const after = await until(session, (now) => now.actions.some((action) => action.name.startsWith('was')), 'the click');
    expect(after.actions.map((action) => action.name)).toContain('was trusted');
    expect(after.hints.dialog).toBeUndefined();
  });

  test('an action inside a frame of another origin', async () => {
    expect(await invoke(session, actionNamed(capture, 'Raise').address)).toMatchObject({ ok: true });
    await until(session, (now) => JSON.stringify(now.roots).includes('twelve'), 'the change in the frame');
  });

  test('the built-in actions, and their refusals', async () => {
    expect(await invoke(session, 'builtin:focus', { selector: '#mail' })).toMatchObject({ ok: true });
    expect(await invoke(session, 'builtin:clear', { selector: '#mail' })).toMatchObject({ ok: true });
    expect(await invoke(session, 'builtin:type', { text: 'bob@example.org' })).toMatchObject({ ok: true });
    await until(session, (now) => valueAt(now, 'dom:form[profile]/email') === 'bob@example.org', 'the typed text');
    expect(await invoke(session, 'builtin:focus', { selector: '#nothing' })).toMatchObject({ ok: false, reason: 'no_target' });
    expect(await invoke(session, 'builtin:clear', { selector: '[[[' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(await invoke(session, 'builtin:click', { x: 5, y: 90_000 })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'no_target',
    });
    expect(await invoke(session, 'builtin:navigate', { url: 'javascript:alert(1)' })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await invoke(session, 'builtin:scroll', { x: 10, y: 10, deltaY: 200 })).toMatchObject({ ok: true });
    expect(await invoke(session, 'builtin:activate_tab', { window_id: 'none' })).toMatchObject({
      ok: false,
      reason: 'no_target',
    });
    const client = await browser.page('substrate-page');
    const { result } = await client.send('Runtime.evaluate', {
      expression:
        'document.getElementById("trusted").scrollIntoView(); JSON.stringify(document.getElementById("trusted").getBoundingClientRect())',
    });
    await client.close();
    const box = JSON.parse(String(result.value)) as { x: number; y: number };
    const call = { address: 'builtin:click', parameters: { x: box.x + 4, y: box.y + 4 }, timeoutMs: 5000 };
    expect(await session.target?.(call, soon())).toMatchObject({ words: expect.stringContaining('trusted') });
  });

  test('a form is filled in and sent, or says what is wrong', async () => {
    const { address, parameters } = actionNamed(await session.capture(poll, soon()), 'submit_profile');
    expect(parameters.map(({ name, type }) => [name, type])).toContainEqual(['seats', 'number']);
    expect(parameters.find(({ name }) => name === 'country')?.choices).toEqual(['Portugal', 'Norway']);
    expect(await invoke(session, address, { email: 'no mail address' })).toMatchObject({ ok: false, reason: 'invalid_form' });
    expect(await invoke(session, address, { country: 'Atlantis' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(
      await invoke(session, address, { email: 'cy@example.org', country: 'Portugal', plan: 'basic', news: false }),
    ).toMatchObject({ ok: true });
    await until(session, (now) => (now.context.url ?? '').includes('country=pt'), 'the address after the form was sent');
  });
});
