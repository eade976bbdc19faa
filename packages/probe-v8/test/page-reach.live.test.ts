import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbeSession } from '@substrate/core';
import type { Client } from 'chrome-remote-interface';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attachBrowser } from '../src/browser/attach.js';
import { createBrowserSession } from '../src/browser/browser-session.js';
import { checkProcess } from '../src/browser/endpoint.js';
import { directTargets } from '../src/browser/targets.js';
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
  writePage(
    `<!doctype html><title>${name}</title><h1>${name}</h1><button style="width:120px;height:40px" onclick="document.getElementById('count').textContent++">Up</button><p id="count">0</p>`,
  );

const evaluate = async (client: Client, expression: string): Promise<unknown> =>
  (await client.send('Runtime.evaluate', { expression })).result.value;

/** Looks at a page until it says what is wanted. */
const eventually = async (client: Client, expression: string, wanted: unknown): Promise<void> => {
  const end = performance.now() + 30_000;
  let last: unknown;
  while (performance.now() < end) {
    last = await evaluate(client, expression);
    if (last === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(last).toBe(wanted);
};

describe.runIf(hasChromium)('pages that are not simply there', () => {
  let browser: Chromium | undefined;
  let session: ProbeSession | undefined;
  const servers: Server[] = [];
  beforeEach(() => {
    browser = undefined;
    session = undefined;
  });
  afterEach(async () => {
    await session?.[Symbol.asyncDispose]();
    await browser?.stop();
    for (const server of servers.splice(0)) server.close();
  });

  test('a tab that went to the background after it was read is still operated, and no other in its place', async () => {
    browser = await startChromium(counter('left'));
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await until(session, (now) => now.hints.heading === 'left', 'the left tab');
    const up = actionNamed(capture, 'Up').address;
    const left = await browser.page();
    const box = JSON.parse(
      String(await evaluate(left, 'JSON.stringify(document.querySelector("button").getBoundingClientRect())')),
    ) as { x: number; y: number };
    const rightId = await browser.open(counter('right'));
    await eventually(left, 'document.visibilityState', 'hidden');
    expect(await invoke(session, up)).toMatchObject({ ok: true });
    await eventually(left, 'document.getElementById("count").textContent', '1');
    expect(await invoke(session, 'builtin:click', { x: box.x + 5, y: box.y + 5 })).toMatchObject({ ok: true });
    await eventually(left, 'document.getElementById("count").textContent', '2');
    await left.close();
    const after = await until(session, (now) => now.hints.heading === 'right', 'the right tab');
    expect(after.context.window_id).toBe(rightId);
    expect(valueAt(after, 'dom:page[page]/count')).toBe('0');
  });

  test('what another tool keeps in a world of its own beside the page is no state of the page', async () => {
    browser = await startChromium(
      writePage(`<!doctype html><title>Desk</title><h1>Desk</h1><script>
        (() => { const deskState = { open: 3, note: 'ours' }; document.addEventListener('keydown', () => { deskState.open += 1; }); })()</script>`),
    );
    const client = await browser.page();
    await eventually(client, 'document.title', 'Desk');
    const { frameTree } = await client.send('Page.getFrameTree');
    const { executionContextId } = await client.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'tool',
    });
    await client.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: `(() => { const toolState = { seen: 7, note: 'theirs' }; document.addEventListener('keyup', () => { toolState.seen += 1; }); })()`,
    });
    session = await attachBrowser(browser.app, undefined, soon());
    await session.capture(discover, soon());
    const after = await until(session, (now) => JSON.stringify(now.roots).includes('ours'), 'what the closure holds');
    expect(JSON.stringify(after.roots)).not.toContain('theirs');
    await client.close();
  });

  test('a table of texts that the program came with does not take away what lies beside it, and its words are told from data', async () => {
    const words = Array.from({ length: 1500 }, (_, i) => `w${i}:"Explains what number ${i} is for"`).join();
    const server = createServer(({ url }, response) =>
      url === '/desk.js'
        ? response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`(() => {
          const desk = { help: {${words}}, draft: { guest: '', kind: "Explains what number 7 is for" }, guests: Array.from({ length: 60 }, (_, i) => ({ name: 'Guest ' + i, mail: 'guest' + i + '@desk.example', town: 'Town ' + i })) };
          document.querySelector('button').onclick = () => { desk.draft.guest = document.querySelector('input').value; };
        })();`)
        : response
            .writeHead(200, { 'Content-Type': 'text/html' })
            .end('<!doctype html><h1>Desk</h1><input><button>Go</button><script src="/desk.js"></script>'),
    ).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    browser = await startChromium(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    session = await attachBrowser(browser.app, undefined, soon());
    const page = await browser.page();
    await eventually(page, "typeof document.querySelector('button')?.onclick", 'function');
    await evaluate(page, "document.querySelector('input').value = 'Elif'; document.querySelector('button').click()");
    const { roots } = await session.capture(discover, soon());
    const desk = roots.find(({ name }) => name === 'desk');
    const [draft, guests] = ['draft', 'guests'].map((name) => desk?.children?.find((child) => child.name === name));
    expect(desk?.children?.map(({ name }) => name)).toEqual(['draft', 'guests']);
    expect(guests?.children?.[1]).toMatchObject({ children: [{ value: 'Guest 1' }, {}, {}] });
    expect(draft?.children).toMatchObject([
      { value: 'Elif', literal: false },
      { value: 'Explains what number 7 is for', literal: true },
    ]);
    await page.close();
  });

  test('what a listener works on is found while somebody uses the page, without a search of the heap', async () => {
    browser = await startChromium(
      writePage(`<!doctype html><h1>Map</h1><button>Go</button><script>
        class Chart { constructor() { this.zoom = 7; this.harbour = 'Rotterdam'; this.pilot = 'Joost'; this.channel = 'West'; this.quay = 'Waal'; this.tide = 'rising'; this.ships = [{ name: 'Ever', tons: 900 }, { name: 'Maersk', tons: 800 }]; this.weather = { wind: 'north', force: 5 }; } }
        window.weight = Array.from({ length: 200000 }, (_, i) => ({ i, text: 'ballast ' + i }));
        const listen = (context, fn) => document.querySelector('button').addEventListener('click', (event) => fn.call(context, event));
        listen(new Chart(), function () { this.zoom++; });
      </script>`),
    );
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(capture.tier).toBe('aso_fast');
    expect(valueAt(capture, 'heap:Chart/harbour')).toBe('Rotterdam');
  });

  test('private fields are told, those of what they hold too, and as they are now', async () => {
    browser = await startChromium(
      writePage(`<!doctype html><h1>Snake</h1><button>Go</button><script type="module">
        class Snake { #cells = [{ x: 5, y: 4 }]; #heading = 'right'; move() { this.#heading = 'down'; this.#cells[0].y++; } }
        class Game { score = 120; #snake = new Snake(); #food = new Map([['apple', { points: 10 }]]); go() { this.#snake.move(); this.#food.clear; } }
        const game = new Game();
        document.querySelector('button').addEventListener('click', () => game.go());
      </script>`),
    );
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const at = (path: string) => `module:game/${path}`;
    expect(valueAt(capture, at('snake/heading'))).toBe('right');
    expect(valueAt(capture, at('food/apple/points'))).toBe(10);
    expect(await invoke(session, actionNamed(capture, 'Go').address)).toMatchObject({ ok: true });
    const after = await until(session, (now) => valueAt(now, at('snake/heading')) === 'down', 'the turn');
    expect(valueAt(after, at('snake/cells/0/y'))).toBe(5);
  });

  test('what a framework that nobody knows draws from, and fields that it observes; whatever else its accessors do is not done, nor waited for', async () => {
    browser = await startChromium(
      writePage(`<!doctype html><title>Loft</title><main></main><script type="module">
        const observe = (target) => {
          for (const name of Object.keys(target)) {
            let held = target[name];
            Object.defineProperty(target, name, { get: () => held, set: (value) => { held = value; draw(); }, enumerable: true });
          }
          return target;
        };
        class Loft { pigeons = [{ ring: 'B-17', owner: 'Aad Vos', home: false }].map(observe); search = ''; wind = 'east'; }
        const main = document.querySelector('main');
        const model = observe(new Loft());
        let asked = 0;
        Object.defineProperty(model, 'visits', { get: () => ++asked, set: () => {}, enumerable: true });
        Object.defineProperty(model, 'ages', { get: () => { for (;;); }, set: () => {}, enumerable: true });
        main.expando = { host: main, views: [], of: { subject: model } };
        main.expando.of.controller = main.expando;
        const draw = () => {
          main.innerHTML = '<h1>Loft</h1><p>' + model.pigeons[0].owner + '</p><button>Came home</button>';
          main.dataset.asked = asked;
          main.firstElementChild.nextElementSibling.nextElementSibling.onclick = function () { main.expando.of.subject.pigeons[0].home = true; };
        };
        model.controller = main.expando;
        draw();
      </script>`),
    );
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const at = (path: string) => `views:Loft/${path}`;
    expect(valueAt(capture, at('pigeons/0/ring'))).toBe('B-17');
    expect(valueAt(capture, at('wind'))).toBe('east');
    expect(await invoke(session, actionNamed(capture, 'Came home').address)).toMatchObject({ ok: true });
    const after = await until(session, (now) => valueAt(now, at('pigeons/0/home')) === true, 'the pigeon');
    expect(JSON.stringify(after.roots)).not.toContain('"visits"');
    const client = await browser.page();
    expect(await evaluate(client, "document.querySelector('main').dataset.asked")).toBe('0');
    await client.close();
  });

  test('of many views those that say what the page says are told at once, though others come before them; a round number says nothing', async () => {
    browser = await startChromium(
      writePage(`<!doctype html><title>Loft</title><main></main><p>43 rings, in pages of 100. Flown 42 times, 128 km. Aad Vos</p><script type="module">
        class Widget { constructor(node) { this.node = node; for (let i = 0; i < 50; i++) this['setting' + i] = i % 8; } }
        class Blink extends Widget { blinking = { delay: 100, timeout: 43, colour: null }; }
        class Score extends Widget { flights = { times: 42, far: 128 }; }
        class Loft extends Widget { keeper = { name: 'Aad Vos', since: 1998 }; }
        for (const View of [Blink, Score, ...Array.from({ length: 400 }, () => Widget), Loft]) {
          const node = document.createElement('i');
          document.querySelector('main').append(node);
          node.expando = new View(node);
        }
      </script>`),
    );
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(capture.roots.map(({ address }) => address).filter((one) => one.startsWith('views:'))).toEqual([
      'views:Score',
      'views:Loft',
    ]);
    expect(valueAt(capture, 'views:Loft/keeper/name')).toBe('Aad Vos');
  });

  test('a frame that runs in a process of its own', async () => {
    const serve = async (html: string): Promise<number> => {
      const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, resolve));
      return (server.address() as AddressInfo).port;
    };
    const inner = await serve(
      '<!doctype html><title>inner</title><p class="stock">Stock: five</p><label>Note <input name="note" value="fragile"></label><button onclick="document.querySelector(\'.stock\').textContent = \'Stock: four\'">Sell</button>',
    );
    const outer = await serve(
      `<!doctype html><title>outer</title><h1>outer</h1><iframe src="http://127.0.0.1:${inner}/" width="400" height="200"></iframe>`,
    );
    browser = await startChromium(`http://localhost:${outer}/`);
    session = await attachBrowser(browser.app, undefined, soon());
    const capture = await until(session, (now) => JSON.stringify(now.roots).includes('Stock: five'), 'the frame');
    const client = await browser.page();
    const { targetInfos } = await client.send('Target.getTargets', {});
    expect(targetInfos.map(({ type }) => type)).toContain('iframe');
    await client.close();
    expect(JSON.stringify(capture.roots)).toContain('fragile');
    expect(await invoke(session, actionNamed(capture, 'Sell').address)).toMatchObject({ ok: true });
    await until(session, (now) => JSON.stringify(now.roots).includes('Stock: four'), 'the change in the frame');
  });

  test('a browser that has no endpoint for all its pages: one connection each', async () => {
    browser = await startChromium(counter('first'));
    const { app, port } = browser;
    const targets = directTargets({ host: '127.0.0.1', port }, async () => (await checkProcess(app)) === null);
    session = createBrowserSession({ app, targets, known: undefined });
    const first = await until(session, (now) => now.hints.heading === 'first', 'the page');
    expect(await invoke(session, actionNamed(first, 'Up').address)).toMatchObject({ ok: true });
    await until(session, (now) => valueAt(now, 'dom:page[page]/count') === '1', 'the click');
    await browser.open(counter('second'));
    const both = await until(session, (now) => now.hints.heading === 'second', 'the tab in front');
    expect(valueAt(both, 'tabs')).toBe(2);
    expect(await invoke(session, 'builtin:activate_tab', { window_id: first.context.window_id })).toMatchObject({ ok: true });
    await until(session, (now) => now.hints.heading === 'first', 'the first tab again');
    await browser.stop();
    expect(await session.gone).toContain('ended');
  });
});

describe.runIf(hasChromium)('what a factory returned', { timeout: 60_000 }, () => {
  test('tells what its functions share, by the names they have for it, as it is now, and does what they do', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Till</h1><button id="sell">Sell</button><script type="module">
        const createTill = (keeper) => {
          const sold = [];
          let cash = 40;
          return { sell(title, price) { sold.push({ title, price }); cash += price; }, total: () => cash, list: () => sold.slice(), keeper: () => keeper };
        };
        const createClock = () => { let a = 7, b = { zone: 'CET' }; return { getTicks: () => a, getPlace: () => b, setTicks: (x) => { a = x; } }; };
        const till = createTill('Ada Lovelace');
        const clock = createClock();
        const helpers = { half: (x) => x / 2, twice: (x) => x * 2 };
        document.getElementById('sell').onclick = () => { till.sell('Lamp', helpers.half(60)); clock.setTicks(clock.getTicks() + 1); };
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'module:till/cash')).toBe(40);
      expect(valueAt(first, 'module:till/keeper')).toBe('Ada Lovelace');
      expect(valueAt(first, 'module:clock/ticks')).toBe(7);
      expect(valueAt(first, 'module:clock/place/zone')).toBe('CET');
      expect(first.roots.map(({ address }) => address)).not.toContain('module:helpers');
      const sell = first.actions.find(({ address }) => address === 'module:clock/setTicks()');
      expect(sell).toBeDefined();
      const client = await browser.page('substrate-page');
      await client.send('Runtime.evaluate', { expression: 'document.getElementById("sell").click()' });
      await client.close();
      const next = await session.capture(poll, soon());
      expect(valueAt(next, 'module:till/cash')).toBe(70);
      expect(valueAt(next, 'module:till/sold/0/title')).toBe('Lamp');
      expect(valueAt(next, 'module:clock/ticks')).toBe(8);
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('what a function makes that is called with new', { timeout: 60_000 }, () => {
  test('tells what its functions share, behind a library whose namespaces of helpers share more than anyone counts', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Mill</h1><button id="grind">Grind</button><script>
        (() => {
          ${Array.from({ length: 70 }, (_, i) => `const help${i} = (x) => x + ${i};`).join(' ')}
          window.helpers = { parts: {} };
          for (let i = 0; i < 60; i++) helpers.parts['part' + i] = { first: (x) => help0(x) + i, next: (x) => help1(x), last: (x) => help2(x) };
        })();
        function Ledger(keeper) {
          var entries = [], total = 0;
          this.title = 'Flour'; this.opened = 1904; this.pages = 3; this.bound = true;
          this.add = function (text, sum) { entries.push({ text: text, sum: sum }); total += sum; };
          this.getKeeper = function () { return keeper; };
        }
        function Bin(rows) {
          var records = rows;
          this.getRecords = function () { return records; };
          this.at = function (i) { return records[i]; };
          this.number = 4; this.full = false;
        }
        Bin.prototype = { size: function () { return 0; } };
        class Hopper { constructor() { this.open = (x) => x; this.close = (x) => x; } }
        var mill = { ledger: new Ledger('Ada Lovelace'), floors: [{ name: 'north', bin: new Bin([{ sack: 'rye', weight: 40 }]), hopper: new Hopper() }] };
        document.getElementById('grind').onclick = () => mill.ledger.add('rye', 12);
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const has = (capture: Parameters<typeof valueAt>[0]) =>
        valueAt(capture, 'global:mill/floors/0/bin/records/0/sack') === 'rye';
      const first = await until(session, has, 'what the bin holds');
      expect(valueAt(first, 'global:mill/ledger/total')).toBe(0);
      expect(valueAt(first, 'global:mill/ledger/keeper')).toBe('Ada Lovelace');
      expect(valueAt(first, 'global:mill/ledger/title')).toBe('Flour');
      const client = await browser.page('substrate-page');
      await client.send('Runtime.evaluate', { expression: 'document.getElementById("grind").click()' });
      await client.close();
      const next = await session.capture(poll, soon());
      expect(valueAt(next, 'global:mill/ledger/total')).toBe(12);
      expect(valueAt(next, 'global:mill/ledger/entries/0/text')).toBe('rye');
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('a class that keeps state in fields of its own', { timeout: 60_000 }, () => {
  test('is told as it is now, of a script and of a module, and can be told to do things', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Depot</h1><button id="load">Load</button><script>
        class Depot {
          static colours = ['teal'];
          static parcels = [];
          static weight = 3;
          static store(parcel, weight) { Depot.parcels.push(parcel); this.weight += weight; }
        }
        function loadCart(parcel) {
          Depot.store(parcel, 2);
        }
        class Shape { static kinds = ['round']; turn() { return Shape.kinds; } }
      </script><script type="module">
        class Roster { static shifts = [{ who: 'Ada' }]; static swap(who) { Roster.shifts[0].who = who; } }
        document.getElementById('load').onclick = () => Roster.swap('Grace');
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'global:Depot/weight')).toBe(3);
      expect(valueAt(first, 'global:Depot/colours')).toBeUndefined();
      expect(valueAt(first, 'module:Roster/shifts/0/who')).toBe('Ada');
      expect(first.roots.map(({ address }) => address)).not.toContain('global:Shape');
      expect(await invoke(session, 'global:loadCart()', { parcel: 'lamp' })).toMatchObject({ ok: true });
      const client = await browser.page('substrate-page');
      await client.send('Runtime.evaluate', { expression: 'document.getElementById("load").click()' });
      await client.close();
      const next = await session.capture(poll, soon());
      expect(valueAt(next, 'global:Depot/weight')).toBe(5);
      expect(valueAt(next, 'global:Depot/parcels/0')).toBe('lamp');
      expect(valueAt(next, 'module:Roster/shifts/0/who')).toBe('Grace');
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('a function that a library hung its interface on', { timeout: 60_000 }, () => {
  test('tells what it answers when it is asked, as it is now, and what would change something is not asked', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Locks</h1><script>
        var Sluice = function () {};
        (() => {
          let e = 2, t = [4, 7, 9], n = { keeper: 'Maud' }, counted = 0;
          const r = { open: !1, isOpen() { return this.open; } };
          Object.assign(Sluice, {
            raise: () => { e++; }, lower: () => { e--; }, setGate: (x) => { e = x; }, pause() { r.open = !0; }, toggleGate: (x) => { r.open = typeof x == 'boolean' ? x : !r.open; },
            resetAll: () => { e = 0; }, getLevel: () => ({ gate: e, depth: t[e] }), getDuty: () => n, getVisits: () => ++counted, isOpen: r.isOpen.bind(r),
            isAt: (x) => x === e, getBoat: (x) => { throw new Error(x); }, half: (x) => x / 2,
          });
          window.counted = () => counted;
        })();
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'global:Sluice/level/depth')).toBe(9);
      expect(valueAt(first, 'global:Sluice/duty/keeper')).toBe('Maud');
      expect(valueAt(first, 'global:Sluice/open')).toBe(false);
      expect(valueAt(first, 'global:Sluice/visits')).toBeUndefined();
      expect(valueAt(first, 'global:Sluice/at')).toBeUndefined();
      const toggle = first.actions.find(({ address }) => address === 'global:Sluice/toggleGate()');
      expect(toggle?.parameters).toEqual([{ name: 'value', type: 'boolean', required: false }]);
      expect(await invoke(session, 'global:Sluice/setGate()', { value: 1 })).toMatchObject({ ok: true });
      expect(await invoke(session, 'global:Sluice/toggleGate()')).toMatchObject({ ok: true });
      const next = await session.capture(poll, soon());
      expect([valueAt(next, 'global:Sluice/level/depth'), valueAt(next, 'global:Sluice/open')]).toEqual([7, true]);
      const client = await browser.page('substrate-page');
      const { result } = (await client.send('Runtime.evaluate', { expression: 'counted()' })) as { result: { value: number } };
      await client.close();
      expect(result.value).toBe(0);
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('what a module keeps that another imports', { timeout: 60_000 }, () => {
  test('is told, each by its name, and two that are called the same', async () => {
    const log =
      "const entries = []; const parts = [{ part: 'log', of: 4 }]; export const log = (text) => { entries.push({ text, at: parts.length }); };";
    const store = `import { log } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(log)}`)};
      const boats = []; const parts = [{ part: 'store', of: 2 }];
      export const addBoat = (name) => { boats.push({ name, seats: parts.length }); log(name); };
      export const rename = (from, to) => { for (const boat of boats) if (boat.name === from) boat.name = to; };`;
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Boats</h1><button id="add">Add</button><script type="module">
        import { addBoat, rename } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(store)}`)};
        const first = 'Ida';
        document.getElementById('add').onclick = () => { addBoat('Sia'); rename(first, 'Ada'); };
        addBoat(first);
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const capture = await session.capture(discover, soon());
      expect(valueAt(capture, 'module:boats/0/name')).toBe('Ida');
      expect(valueAt(capture, 'module:entries/0/text')).toBe('Ida');
      const parts = ['module:parts/0/part', 'module:parts~1/0/part'].map((address) => valueAt(capture, address));
      expect(parts.sort()).toEqual(['log', 'store']);
      expect(capture.actions.map(({ address }) => address)).toEqual(
        expect.arrayContaining(['module:addBoat()', 'module:rename()']),
      );
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('what an application keeps that only a library calls back', { timeout: 60_000 }, () => {
  test('is told by its names, once, and the namespace of the library is not', async () => {
    const library = `(() => {
      class Emitter { constructor() { this.all = new Map(); } on(name, fn) { this.all.set(name, [...(this.all.get(name) ?? []), { fn }]); return this; } tell(name, what) { for (const { fn } of this.all.get(name) ?? []) fn(what); } }
      class Board { constructor(element) { this.keys = new Emitter(); const board = this; element.addEventListener('keydown', (event) => board.keys.tell('key', event.key)); } }
      const half = (x) => x / 2; const twice = (x) => x * 2; const same = (x) => x;
      const numbers = { half, twice, same, third: (x) => x / 3, none: () => 0, one: () => 1, limits: { most: 4711 } };
      window.Planks = { numbers, texts: { ...numbers, name: 'Texts' }, Board, Emitter, half, twice, same, errors: { E1: 'No such plank' } };
      // It draws its parts with Preact, which keeps nothing of the application's.
      addEventListener('load', () => { document.getElementById('board').__k = { type: function Plank() {}, __c: { state: { bent: 3 }, props: {} }, __k: null }; });
    })();`;
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Marsh</h1><div id="board" tabindex="0"></div>
        <script src="data:text/javascript,${encodeURIComponent(library)}"></script>
        <script>(() => {
          const hero = { name: 'Swantje', carries: ['rope'], place: 'jetty' };
          let typed = 'go nor';
          const commands = { go(way) { hero.place = way; }, wait() { typed = ''; } };
          const board = new Planks.Board(document.getElementById('board'));
          board.keys.on('key', (key) => { typed += key; commands.go(typed); board.last = key; });
        })();</script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'closure:/hero/name')).toBe('Swantje');
      expect(valueAt(first, 'closure:/typed')).toBe('go nor');
      const addresses = first.roots.map(({ address }) => address);
      expect(addresses).not.toContain('closure:/commands');
      expect(addresses).not.toContain('global:Planks');
      expect(addresses).toContain('Preact:Plank');
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)(
  'a listener that is an object, as libraries have one for all that they listen for',
  { timeout: 60_000 },
  () => {
    test('says in its fields or its class what it does, and what a store keeps beside many methods is told', async () => {
      const library = `window.Hear = (() => {
      class Ear { constructor(kind, deed) { this.kind = kind; this.deed = deed; } handleEvent(event) { this.deed(event); } }
      return (element, kind, deed) => element.addEventListener(kind, new Ear(kind, deed));
    })();`;
      const browser = await startChromium(
        writePage(`<!doctype html><title>substrate-page</title><h1>Mill</h1><button id="grind">Grind</button><button id="stop">Stop</button>
        <script src="data:text/javascript,${encodeURIComponent(library)}"></script>
        <script>(() => {
          const sluice = { gate: 'half open', level: 41 };
          Hear(document.getElementById('grind'), 'click', () => { sluice.level--; });
        })();
        (() => {
          const fn = () => undefined;
          const store = { state: { miller: 'Ragna', sacks: [{ grain: 'rye', kilos: 25 }] }, grind: fn, stop: fn, open: fn, shut: fn, weigh: fn, sell: fn };
          Hear(document.getElementById('stop'), 'click', () => { store.stop(); });
        })();
        (() => {
          const wheel = { turns: 7, worn: 'left' };
          class Brake { handleEvent() { wheel.turns = 0; } }
          document.getElementById('stop').addEventListener('click', new Brake());
        })();</script>`),
      );
      const session = await attachBrowser(browser.app, undefined, soon());
      try {
        const first = await session.capture(discover, soon());
        expect(valueAt(first, 'closure:/sluice/level')).toBe(41);
        expect(valueAt(first, 'closure:/store/state/sacks/0/grain')).toBe('rye');
        expect(valueAt(first, 'closure:/wheel/worn')).toBe('left');
      } finally {
        await session[Symbol.asyncDispose]();
        await browser.stop();
      }
    });
  },
);

describe.runIf(hasChromium)('what a build without names keeps for a library of another script', { timeout: 60_000 }, () => {
  test('is told, where prototypes put together by hand forgot who made them, and views of the library are not', async () => {
    const library = `window.Planks = (() => {
      const shared = { on(name, fn) { (this.heard[name] = this.heard[name] || []).push(fn); }, tell(name) { for (const fn of this.heard[name] || []) fn(); } };
      const all = [];
      const make = (config) => { const one = Object.create(shared); one.heard = {}; one.config = config; one.cells = config.rows; one.frame = { shade: 'grey', unit: 'px', edge: 'round', grip: 'left' }; all.push(one); return one; };
      addEventListener('keydown', () => all.forEach((one) => one.tell('key')));
      return { grid: (config) => { const one = make(config); const list = document.createElement('ul'); for (const { title } of config.rows) { const item = document.createElement('li'); item.textContent = title; list.append(item); } document.body.append(list); return one; } };
    })();`;
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Reels</h1>
        <script src="data:text/javascript,${encodeURIComponent(library)}"></script>
        <script>(()=>{const t=[{id:31,title:'The Salt Road',year:1927},{id:32,title:'Kitefield',year:1931},{id:33,title:'Nightboat',year:1956}],e={name:'Harmon Archive',visits:3},g={ruby:{price:9.5,hex:'#a01030'},moss:{price:6.4,hex:'#507030'}};
          Planks.grid({rows:t,wide:true}).on('key',()=>{e.visits++,g.ruby.price++,t.reverse()})})();</script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'closure:/t/0/title')).toBe('The Salt Road');
      expect(valueAt(first, 'closure:/e/visits')).toBe(3);
      expect(valueAt(first, 'closure:/g/moss/price')).toBe(6.4);
      expect(first.roots.map(({ address }) => address).filter((address) => address.startsWith('heap:'))).toEqual([]);
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });

  test('and a script that drives the page from outside is none of it', async () => {
    const driver = `(() => { const roles = { button: { name: 'button', depth: 1 }, link: { name: 'link', depth: 2 } }; addEventListener('__driver_check__', () => {}); addEventListener('click', () => { roles.last = 1; }); })();`;
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Reels</h1><button id="b">Go</button>
        <script src="data:text/javascript,${encodeURIComponent(driver)}"></script>
        <script>(() => { const journey = { from: 'Oslo', stops: 3 }; document.getElementById('b').onclick = () => { journey.stops++; }; })();</script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(first.roots.filter(({ source }) => source === 'closure').map(({ address }) => address)).toEqual([
        'closure:/journey',
      ]);
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)(
  'what lies around who listens at a control, in a build that took the names',
  { timeout: 60_000 },
  () => {
    test('is told where its fields say what it is; what lies around who listens at all of the page is not', async () => {
      const browser = await startChromium(
        writePage(`<!doctype html><title>substrate-page</title><h1>Chapel</h1><button id="undo">Undo</button><script>
        (()=>{const t={title:'Window of the chapel',scale:20,layers:['lead']},e={a:1,b:'x'};let n=4;document.getElementById('undo').onclick=()=>{t.scale++;n+=e.a}})();
        (()=>{const t={tolerance:3,mode:'passive',keys:['a']};addEventListener('scroll',()=>{t.tolerance++})})();
      </script>`),
      );
      const session = await attachBrowser(browser.app, undefined, soon());
      try {
        const first = await session.capture(discover, soon());
        expect(valueAt(first, 'closure:/t/title')).toBe('Window of the chapel');
        expect(valueAt(first, 'closure:/t/scale')).toBe(20);
        expect(first.roots.filter(({ source }) => source === 'closure').map(({ address }) => address)).toEqual(['closure:/t']);
      } finally {
        await session[Symbol.asyncDispose]();
        await browser.stop();
      }
    });
  },
);

describe.runIf(hasChromium)('a class whose state a compiler keeps in signals', { timeout: 60_000 }, () => {
  test('is told by its accessors where a build took the names, and as it is now', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Choir</h1><button id="go">Go</button><script>
        (()=>{const s=v=>({v,reactions:null,equals:Object.is}),g=x=>x.v,w=(x,v)=>{x.v=v};
        class t{#e=s([{subject:'Boat repair',read:!1}]);get mails(){return g(this.#e)}set mails(v){w(this.#e,v)}#r=s('Inbox');get current(){return g(this.#r)}set current(v){w(this.#r,v)}#t=4}
        const n=new t;document.getElementById('go').onclick=()=>{n.current='Sent'}})();
      </script>`),
    );
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(valueAt(first, 'closure:/n/current')).toBe('Inbox');
      expect(valueAt(first, 'closure:/n/mails/0/subject')).toBe('Boat repair');
      const client = await browser.page('substrate-page');
      await client.send('Runtime.evaluate', { expression: 'document.getElementById("go").click()' });
      await client.close();
      expect(valueAt(await session.capture(poll, soon()), 'closure:/n/current')).toBe('Sent');
    } finally {
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('what closures of objects and private fields lead to', { timeout: 60_000 }, () => {
  test('is in the first state of a large page that somebody uses', async () => {
    const browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Quarry</h1><button id="b">Dig</button><script>(() => {
        const dust = Array.from({ length: 400_000 }, (_, i) => ({ i }));
        class Pit { foreman = 'Ingeborg'; depth = 41; stone = 'larvikite'; loads = [{ to: 'Larvik', tons: 12 }, { to: 'Oslo', tons: 9 }]; }
        class Shed { keeper = 'Asbjorn'; tools = 17; door = 'shut'; shelves = [{ holds: 'wedges', left: 30 }, { holds: 'hammers', left: 4 }]; rent = { paid: true, until: 'June', sum: 900 }; }
        class Yard { #s = new Shed(); name = 'yard'; look() { return this.#s.tools; } }
        const digging = (pit) => ({ name: 'digging', dig() { pit.depth++; } });
        const works = { teams: [digging(new Pit())], yard: new Yard() };
        document.getElementById('b').onclick = () => { works.teams[0].dig(dust.length); works.yard.look(); };
      })();</script>`),
    );
    const client = await browser.page('substrate-page');
    let over = false;
    const moving = (async () => {
      for (let x = 0; !over; x = (x + 7) % 300) {
        await client.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 90 });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const session = await attachBrowser(browser.app, undefined, soon());
    try {
      const first = await session.capture(discover, soon());
      expect(first.tier).toBe('aso_fast');
      expect(valueAt(first, 'heap:Pit/loads/1/tons')).toBe(9);
      expect(valueAt(first, 'heap:Shed/shelves/0/holds')).toBe('wedges');
      await client.send('Runtime.evaluate', { expression: 'document.getElementById("b").click()' });
      expect(valueAt(await session.capture(poll, soon()), 'heap:Pit/depth')).toBe(42);
    } finally {
      over = true;
      await moving;
      await client.close();
      await session[Symbol.asyncDispose]();
      await browser.stop();
    }
  });
});

describe.runIf(hasChromium)('what only the heap leads to', { timeout: 60_000 }, () => {
  let browser: Chromium;
  let session: ProbeSession;
  let client: Client;
  /** A page that is so old, with so many notes beside what it is about. */
  const begin = async (notes: number, age: number): Promise<void> => {
    browser = await startChromium(
      writePage(`<!doctype html><title>substrate-page</title><h1>Till</h1><script>{
        class Till { cash = 4711; owner = 'Ada Lovelace'; desk = 'North'; cards = [{ text: 'Write the report' }, { text: 'Call the bank' }]; notes = Array.from({ length: ${notes} }, (_, i) => ({ i })); }
        const till = new Till();
        setInterval(() => till.cash, 1e6);
      }</script>`),
    );
    client = await browser.page('substrate-page');
    const now = { expression: 'performance.now()' };
    await expect
      .poll(async () => (await client.send('Runtime.evaluate', now)).result.value, { timeout: 30_000 })
      .toBeGreaterThan(age);
    session = await attachBrowser(browser.app, undefined, soon());
  };
  afterEach(async () => {
    await client.close();
    await session[Symbol.asyncDispose]();
    await browser.stop();
  });

  test('is in the first state of a small page that nobody uses, and stays the same', async () => {
    await begin(30_000, 2100);
    // What a script did in the name of a person is no use of the page.
    await client.send('Runtime.evaluate', { expression: '0', userGesture: true });
    const first = await session.capture(discover, soon());
    expect([first.tier, first.moreRoutes]).toEqual(['heap_snapshot', false]);
    expect(valueAt(first, 'heap:Till/cash')).toBe(4711);
    const next = await session.capture(poll, soon());
    expect(next.lookAgain).toBeUndefined();
    expect(next.roots.map(({ address }) => address)).toEqual(first.roots.map(({ address }) => address));
  });

  test('waits while a pointer moves over the page', async () => {
    await begin(30_000, 2100);
    await session.capture(poll, soon());
    let over = false;
    const moving = (async () => {
      for (let x = 0; !over; x = (x + 7) % 300) {
        await client.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 90 });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    for (let i = 0; i < 2; i++) {
      await session.capture(poll, soon());
      expect((await session.capture(discover, soon())).tier).toBe('aso_fast');
    }
    over = true;
    await moving;
  });

  test('is found at the first look at a large page that nobody has touched for long', async () => {
    await begin(200_000, 10_500);
    expect((await session.capture(discover, soon())).tier).toBe('heap_snapshot');
  });
});
