import type { Primitive, ProbeSession } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import {
  actionNamed,
  buildExamples,
  type Chromium,
  discover,
  hasChromium,
  invoke,
  poll,
  soon,
  startChromium,
  until,
  valueAt,
} from './chromium.js';

/** One row for each way of keeping state: where facts are found, what is done, and what must then be true. */
interface Row {
  readonly page: string;
  readonly facts: Readonly<Record<string, Primitive>>;
  readonly action: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, Primitive>>;
}

const rows: Row[] = [
  {
    page: 'shop',
    facts: {
      'redux#0/catalog/products/0/stock': 12,
      'redux#0/order/status': 'none',
      'redux#0/session/accessToken': '[redacted]',
      'React:Checkout/shipping': 'standard',
      'dom:form[checkout]/card': '[redacted]',
    },
    action: 'addItem',
    parameters: { id: 'pot' },
    after: { 'redux#0/cart/items/0/name': 'Iron pot', 'dom:table[cart]/0/Quantity': '1' },
  },
  {
    page: 'react-zustand',
    facts: {
      'zustand:notes/archivedCount': 4,
      'query-cache/weather~1Lisbon/data/humidity': 0.6,
      'React:Plan/limit': 5,
      'React:Composer/urgent': false,
    },
    action: 'addNote',
    parameters: { text: 'Feed the cat' },
    after: { 'zustand:notes/notes/1/text': 'Feed the cat' },
  },
  {
    page: 'vue-pinia',
    facts: {
      'pinia:tasks/synced': '2026-01-05',
      'pinia:tasks/open': 1,
      'Vue:TaskList/sortOrder': 'newest',
      'Vue:OfficeHours/closes': 17,
    },
    action: 'add',
    parameters: { args: ['Call home'] },
    after: { 'pinia:tasks/tasks/2/title': 'Call home', 'pinia:tasks/open': 2 },
  },
  {
    page: 'angular',
    facts: {
      'service:MailService/quota$/usedMegabytes': 812,
      'Angular:Inbox/density': 'compact',
      'Angular:Inbox/folder': 'Inbox',
      'Angular:Inbox/unread': 1,
    },
    action: 'open',
    parameters: { folder: 'Drafts' },
    after: { 'Angular:Inbox/folder': 'Drafts', 'dom:page[page]/heading': 'Drafts' },
  },
  {
    page: 'svelte',
    facts: { 'closure:Habits/goal': 30, 'closure:Habits/habits/1/days': 11, 'closure:Habits/best': 11 },
    action: 'Done today',
    parameters: { index: 1 },
    after: { 'closure:Habits/habits/1/days': 12 },
  },
  {
    page: 'preact',
    facts: { 'Preact:Poll/votes/no': 1, 'Preact:Poll/voter': 'guest' },
    action: 'Vote yes',
    after: { 'Preact:Poll/votes/yes': 3 },
  },
  { page: 'solid', facts: { 'signal:minutes': 25 }, action: 'Five more', after: { 'signal:minutes': 30 } },
  {
    page: 'vanilla',
    facts: {
      'closure:/settings/alarmBelow': 0.3,
      'closure:/settings/apiKey': '[redacted]',
      'Web Components:bed-gauge/0/level': 0.41,
      'closure:/waterings': 0,
    },
    action: 'Water all',
    after: { 'closure:/waterings': 1 },
  },
];

describe.runIf(hasChromium)('state and actions of each framework', () => {
  let browser: Chromium;
  let pages: Awaited<ReturnType<typeof buildExamples>>;
  let session: ProbeSession;
  beforeAll(async () => {
    [browser, pages] = await Promise.all([startChromium(), buildExamples()]);
    session = await attachBrowser(browser.app, undefined, soon());
    await session.capture(discover, soon());
  });
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
    pages?.remove();
  });

  test.each(rows)('$page', async ({ page, facts, action, parameters, after }) => {
    const gone = await invoke(session, 'builtin:navigate', { url: pages.url(page) });
    expect(gone).toMatchObject({ ok: true });
    const holds = (wanted: Readonly<Record<string, Primitive>>) => (capture: Parameters<typeof valueAt>[0]) =>
      Object.entries(wanted).every(([address, value]) => valueAt(capture, address) === value);
    await until(session, holds(facts), JSON.stringify(facts));
    await session.capture(discover, soon());
    const capture = await session.capture(poll, soon());
    expect(await invoke(session, actionNamed(capture, action).address, parameters)).toMatchObject({ ok: true });
    await until(session, holds(after), JSON.stringify(after));
  });

  test('the page finds nothing of ours', async () => {
    const client = await browser.page();
    const look = async (expression: string): Promise<unknown> =>
      (await client.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
    const script = '[Object.getOwnPropertyNames(window).sort().join(), document.documentElement.outerHTML]';
    await client.send('Page.navigate', { url: pages.url('vanilla') });
    await until(session, (capture) => valueAt(capture, 'closure:/waterings') === 0, 'the page');
    const after = await look(script);
    await session[Symbol.asyncDispose]();
    await client.send('Page.reload');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(after).toEqual(await look(script));
    await client.close();
    session = await attachBrowser(browser.app, undefined, soon());
  });
});
