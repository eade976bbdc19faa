import { setTimeout as sleep } from 'node:timers/promises';
import type { Primitive, ProbeSession, RawCapture } from '@substrate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { stateScript } from '../src/page/script.js';
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
  writePage,
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
      'redux:catalog/catalog/products/0/stock': 12,
      'redux:catalog/order/status': 'none',
      'redux:catalog/session/accessToken': '[redacted]',
      'React:Checkout/shipping': 'standard',
      'dom:form[checkout]/card': '[redacted]',
    },
    action: 'addItem',
    parameters: { id: 'pot' },
    after: { 'redux:catalog/cart/items/0/name': 'Iron pot', 'dom:table[cart]/0/Quantity': '1' },
  },
  {
    page: 'react-zustand',
    facts: {
      'zustand:notes,addNote/archivedCount': 4,
      'query-cache/weather~1Lisbon/data/humidity': 0.6,
      'React:Plan/limit': 5,
      'React:Composer/urgent': false,
    },
    action: 'addNote',
    parameters: { text: 'Feed the cat' },
    after: { 'zustand:notes,addNote/notes/1/text': 'Feed the cat' },
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
    parameters: { title: 'Call home' },
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
    parameters: { row: 1 },
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
  {
    page: 'vue2-vuex',
    facts: { 'vuex/fines/owed': 3.4, 'Vue:library-desk/openUntil': 18, 'Vue:library-desk/titles': 'Middlemarch' },
    action: 'acquire',
    parameters: { title: 'Emma', lent: true },
    after: { 'vuex/books/1/title': 'Emma', 'vuex/books/1/lent': true, 'Vue:library-desk/titles': 'Middlemarch, Emma' },
  },
  {
    page: 'mobx',
    facts: { 'mobx:Kiln/temperature': 20, 'mobx:Kiln/firings/0/cone': 6 },
    action: 'load',
    parameters: { piece: 'vase', cone: 5 },
    after: { 'mobx:Kiln/firings/1/piece': 'vase', 'mobx:Kiln/firings/1/cone': 5 },
  },
  {
    page: 'ngrx',
    facts: { 'ngrx/nursery/season': 'spring', 'ngrx/nursery/plants/0/pots': 12, 'Angular:Nursery/bench': 'north' },
    action: 'Sow',
    parameters: { payload: { species: 'Basil', pots: 4 } },
    after: { 'ngrx/nursery/plants/1/species': 'Basil', 'dom:list[plants]/1/pots': '4' },
  },
  {
    page: 'angularjs',
    facts: {
      'AngularJS:Berth/tide/high': '14:20',
      'AngularJS:Berth/desk/onDuty': 'Ines',
      'AngularJS:Berth/berths/0/pier': 3,
      'AngularJS:tide-gauge/level': 4.2,
    },
    action: 'moor',
    parameters: { ship: 'Boreas', pier: 4 },
    after: { 'AngularJS:Berth/berths/1/ship': 'Boreas', 'dom:list[berths]/1/ship': 'Boreas' },
  },
  {
    page: 'svelte4',
    facts: { 'closure:instance/goal': 8, 'closure:instance/$rounds/0/rest': 30 },
    action: 'Add round',
    after: { 'closure:instance/goal': 9, 'closure:instance/$rounds/1/seconds': 60 },
  },
  {
    page: 'apollo',
    facts: { 'apollo/Planet:4/moons': 2, 'apollo/Planet:4/name': 'Mars' },
    action: 'Discover a moon',
    after: { 'apollo/Planet:4/moons': 3 },
  },
  {
    page: 'lit',
    facts: { 'Web Components:room-thermostat/target': 19, 'Web Components:room-thermostat/schedule/0/degrees': 20 },
    action: 'warmer',
    parameters: { degrees: 2 },
    after: { 'Web Components:room-thermostat/target': 21, 'dom:page[page]/target': '21 degrees' },
  },
  {
    page: 'xstate',
    facts: { 'xstate:lift/value': 'idle', 'xstate:lift/context/passengers': 3 },
    action: 'call',
    parameters: { payload: { floor: 7 } },
    after: { 'xstate:lift/value': 'moving', 'xstate:lift/context/floor': 7 },
  },
  {
    page: 'ember',
    facts: {
      'ember:service:hives/hives/1/queen': 'Beatrix',
      'ember:service:hives/harvested': 0,
      'ember:service:hives/weather/outlook': 'fair',
      'Ember:Apiary/season': 'spring',
      'Ember:Apiary/smoker': 'lit',
      'Ember:HiveRow/1/open': false,
    },
    action: 'harvest',
    parameters: { jars: 4 },
    after: {
      'ember:service:hives/harvested': 4,
      'ember:service:hives/weather/outlook': 'cloudy',
      'dom:page[page]/jars': '4 jars',
    },
  },
  {
    page: 'jquery',
    facts: { 'closure:board/deck/ferry': 'Halcyon', 'closure:board/deck/vehicles/0/plate': 'KL-204' },
    action: 'Admit a car',
    after: { 'closure:board/deck/vehicles/1/plate': 'LK-301', 'dom:page[page]/text': '51 m left' },
  },
  {
    page: 'backbone',
    facts: { 'backbone:collection:model/1/street': 'High Street', 'backbone:collection:model/0/delivered': false },
    action: 'Deliver one',
    after: { 'backbone:collection:model/0/delivered': true, 'dom:page[page]/left': '1 left' },
  },
  {
    page: 'alpine',
    facts: {
      'Alpine:bakery/loaves/1/kind': 'rye',
      'Alpine:bakery/oven': 230,
      'alpine:till/takings': 12.5,
      'alpine:till/pin': '[redacted]',
      'Alpine:shutter/open': false,
    },
    action: 'bake',
    parameters: { kind: 'spelt', count: 6 },
    after: { 'Alpine:bakery/loaves/2/kind': 'spelt', 'dom:list[loaves]/2': 'spelt' },
  },
  {
    page: 'knockout',
    facts: {
      'knockout:Flight/seats/1/passenger': 'Björn',
      'knockout:Flight/seats/0/meal': 'soup',
      'knockout:Flight/fare': 215,
      'knockout:Flight/pin': '[redacted]',
      'knockout:Flight/crew/pilot': 'Ines',
      'Knockout:wind-sock/knots': 14,
    },
    action: 'book',
    parameters: { passenger: 'Chidi', meal: 'rice' },
    after: {
      'knockout:Flight/seats/2/meal': 'rice',
      'knockout:Flight/fare': 325,
      'dom:page[page]/heading': 'OT 114: 3 seats, open',
    },
  },
  {
    page: 'stimulus',
    facts: {
      'Stimulus:parking/free': 14,
      'Stimulus:parking/rates/day': 9,
      'Stimulus:parking/barrier': 'down',
      'Stimulus:parking/night': true,
    },
    action: 'park',
    parameters: { plate: 'OS 4711' },
    after: { 'Stimulus:parking/free': 13, 'Stimulus:parking/parked/0': 'OS 4711', 'dom:region[Car park]/free': '13 free' },
  },
  {
    page: 'yjs',
    facts: {
      'yjs:minutes/minutes': 'We met at noon.',
      'yjs:minutes/tasks/0/what': 'Paint the fence',
      'yjs:minutes/meeting/chair': 'Ada',
      'yjs:minutes/meeting/access_token': '[redacted]',
    },
    action: 'Add a task',
    after: { 'yjs:minutes/tasks/1/what': 'Mend the gate' },
  },
];

/** Whether there is an action of that name with those very parameters: their names may take a second look into closures. */
const takes = (capture: RawCapture, name: string, given: Readonly<Record<string, unknown>> = {}): boolean =>
  capture.actions.some(
    (action) => action.name === name && Object.keys(given).every((key) => action.parameters.some((one) => one.name === key)),
  );

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
    const holds = (wanted: Readonly<Record<string, Primitive>>) => (capture: RawCapture) =>
      Object.entries(wanted).every(([address, value]) => valueAt(capture, address) === value);
    for (let route = 0; route < 2; route++) await session.capture(discover, soon());
    const capture = await until(session, (now) => holds(facts)(now) && takes(now, action, parameters), JSON.stringify(facts));
    expect(await invoke(session, actionNamed(capture, action).address, parameters)).toMatchObject({ ok: true });
    await until(session, holds(after), JSON.stringify(after));
  });

  test('a component that lost its name is called by the title of what it shows', async () => {
    const minified = await buildExamples('--minify', 'react-zustand');
    try {
      expect(await invoke(session, 'builtin:navigate', { url: minified.url('react-zustand') })).toMatchObject({ ok: true });
      await until(session, (capture) => valueAt(capture, 'React:Compose/urgent') === false, 'the component');
    } finally {
      minified.remove();
    }
  });

  test('a view of Angular in production is reached through a listener that the zone keeps on its element', async () => {
    // As such a build leaves it: elements carry a number that leads nowhere from outside, and zone.js listens in the place of the component.
    const url =
      writePage(`<!doctype html><title>Kiln</title><app-root ng-version="20.0.0"><button>Fire</button></app-root><script>
      (() => {
      class a { degrees = 900; glaze = 'celadon'; fire() { this.degrees += 50; } }
      const root = document.querySelector('app-root'), button = document.querySelector('button');
      const view = Array.from({ length: 26 }, () => null);
      const component = new a();
      Object.assign(view, [root, { blueprint: [], directiveRegistry: [] }], { 8: component });
      root.__ngContext__ = 1;
      button.__ngContext__ = 1;
      const heard = (() => { const lView = view; return () => lView[8].fire(); })();
      button.__zone_symbol__clickfalse = [{ type: 'eventTask', callback: heard }];
    })()</script>`);
    expect(await invoke(session, 'builtin:navigate', { url })).toMatchObject({ ok: true });
    const isTold = (now: RawCapture): boolean => /"name":"glaze"/.test(JSON.stringify(now.roots));
    // No poll searches the heap.
    let capture = await session.capture(poll, soon());
    for (let i = 0; i < 100 && !isTold(capture); i++) {
      await sleep(100);
      capture = await session.capture(poll, soon());
    }
    expect(isTold(capture)).toBe(true);
    expect(capture.tier).toBe('aso_fast');
    expect(capture.roots.map(({ library }) => library)).toContain('Angular');
    expect(await invoke(session, actionNamed(capture, 'fire').address)).toMatchObject({ ok: true });
    await until(session, (now) => JSON.stringify(now.roots).includes('950'), 'the heat');
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
    await client.send('Page.enable');
    const loaded = new Promise<void>((resolve) => {
      client.on('Page.loadEventFired', () => resolve());
    });
    await client.send('Page.reload');
    await loaded;
    expect(after).toEqual(await look(script));
    await client.close();
    session = await attachBrowser(browser.app, undefined, soon());
  });

  test('the page does not hear of the parts that our agents are made of', async () => {
    const parts = [...(stateScript([])[0] ?? '').matchAll(/\bkit\.(\w+) = /g)].map(([, name]) => name);
    expect(parts).toContain('secrets');
    const url = writePage(`<!doctype html><title>Ears</title><h1>Ears</h1><script>
      globalThis.heard = [];
      for (const name of ${JSON.stringify(parts)}) Object.defineProperty(Object.prototype, name, {
        configurable: true,
        get() { return undefined; },
        set(value) { heard.push(name); Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true }); },
      });
      globalThis.loft = { pigeons: 12 };</script>`);
    const client = await browser.page();
    await client.send('Page.navigate', { url });
    await until(session, (capture) => valueAt(capture, 'global:loft/pigeons') === 12, 'the page');
    const { result } = await client.send('Runtime.evaluate', { expression: 'heard.join()', returnByValue: true });
    expect(result.value).toBe('');
    await client.close();
  });
});
