import { expect, test } from 'vitest';
import { roomParts, wordParts } from '../../../test/page-parts.js';
import { lore } from '../rooms/list.js';
import type { PageDocument } from './dom-types.js';
import { createHeap } from './heap.js';
import { createScopes } from './scopes.js';
import { createStock } from './stock.js';
import { createTrails } from './trails.js';

const found = (...objects: object[]): string[] => foundBeside([], objects);
const builtin = new Set(Object.getOwnPropertyNames(globalThis));
/** A document that shows some texts. */
const screen = (texts: readonly string[]): PageDocument => {
  let at = -1;
  const walker = {
    nextNode: () => ++at < texts.length,
    get currentNode() {
      return { nodeValue: texts[at], parentElement: { closest: () => null } };
    },
  };
  return { querySelectorAll: () => [], body: {}, createTreeWalker: () => walker } as unknown as PageDocument;
};
const parts = (texts: readonly string[] = [], document = screen(texts)) => {
  const { values, collector, holders } = roomParts();
  const stock = createStock({ values });
  const scopes = createScopes({
    values,
    collector,
    holders,
    stock,
    methods: { declared: () => undefined },
    ...wordParts(values),
    lore,
  });
  const trails = createTrails({ values, collector, scopes, stock, document, builtin });
  return {
    holders,
    values,
    collector,
    scopes,
    heap: createHeap({ values, collector, holders, scopes, stock, trails, lore, document }),
  };
};
/** What is found when searches come upon objects, one after the other, where the page has some in globals. */
const foundBeside = (globals: readonly object[], ...searches: (readonly object[])[]): string[] => {
  const { collector, heap } = parts();
  for (const [i, value] of globals.entries())
    collector.place({ address: `global:${i}`, name: `global${i}`, source: 'global', value });
  for (const objects of searches) for (const step of heap.adopt(objects, [], false)) expect(step).toBeUndefined();
  heap.read();
  return collector.places.map(({ name }) => name);
};

const foundOn = (texts: readonly string[], ...objects: object[]): string[] => {
  const { collector, heap } = parts(texts);
  for (const step of heap.adopt(objects, [], false)) expect(step).toBeUndefined();
  heap.read();
  return collector.places.map(({ name }) => name);
};

const words = (n: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`field${i}`, `some words ${i}`]));

test('the whole is taken, not a part of it that holds more: the whole is what the others refer to', () => {
  class Editor {
    title = 'Plan';
    language = 'english';
    parts: object[] = [];
    keyboard?: object;
  }
  const editor = new Editor();
  class Keyboard {
    editor = editor;
    bindings = words(20);
    presses = words(20);
  }
  class History {
    editor = editor;
    steps = words(4);
    limit = 100;
  }
  class Toolbar {
    editor = editor;
    buttons = words(4);
    shown = true;
  }
  editor.keyboard = new Keyboard();
  const all = [editor, editor.keyboard, new History(), new Toolbar()];
  editor.parts = all.slice(2);
  expect(found(...all)[0]).toBe('Editor');
});

test('one of a few is taken when many kinds refer to it, and goes by the word they use where a build took its name', () => {
  const spaces = [1, 2, 3].map((i) => {
    class A {
      title = `space ${i}`;
      blocks = [{ type: 'loop', times: 10 }];
      zoom = 1.5;
      notes = words(12);
    }
    return new A();
  });
  // Builds give one class, not three.
  for (const space of spaces) Object.setPrototypeOf(space, Object.getPrototypeOf(spaces[0] as object));
  const [first] = spaces;
  const holders = [1, 2, 3, 4].map(() => {
    class B {
      workspace_ = first;
      kind = 'part';
      at = 1;
      label = 'a part';
    }
    return new B();
  });
  expect(found(...spaces, ...holders)[0]).toBe('workspace');
});

test('a literal of many fields is a table of presets beside an object that holds much, and state where there is none', () => {
  class Chart {
    title = 'Sales';
    data = { labels: words(20), options: words(60) };
  }
  const presets = { ...words(12), rows: [{ id: 1, name: 'one' }], shown: true, most: 4, parent: null };
  expect(found(presets)).toEqual(['state']);
  expect(foundBeside([new Chart()], [presets])).toEqual(['global0']);
  // What nothing has a name for is machinery beside what a variable holds by its name.
  const nameless = new (class {
    data = { labels: words(20), options: words(60) };
    plugins = words(9);
    scales = words(9);
  })();
  expect(found(nameless)).toEqual(['app']);
  expect(foundBeside([new Chart()], [nameless])).toEqual(['global0']);
  // What could be set has no records.
  expect(found({ ...presets, rows: [1, 2] })).toEqual([]);
});

test('what all things of a class have in common is not one of them', () => {
  class Shape {}
  Object.assign(Shape.prototype, words(20));
  class Star extends Shape {}
  Object.assign(Star.prototype, words(20));
  expect(found(Shape.prototype, Star.prototype)).toEqual([]);
});

test('what keeps everything behind one field counts, with a prototype that lost its constructor', () => {
  const core = Object.create({ zoom() {} }, { _private: { value: { ...words(12), pan: { x: 1, y: 2 } }, enumerable: true } });
  expect(found(core)).toHaveLength(1);
});

test('the container of an Ember application tells its services and controllers, and nothing else of the heap is taken', () => {
  class Cart {
    items = [{ title: 'Tea' }];
    addItem(title: string): void {
      this.items.push({ title });
    }
  }
  const cache = { 'service:cart': new Cart(), 'service:-dom-changes': { tree: words(20) }, 'router:main': { url: '/' } };
  class Renderer {
    opcodes = words(40);
    stack = words(40);
    tags = words(40);
  }
  expect(found({ cache, factoryManagerCache: {}, registry: {} }, new Renderer())).toEqual(['cart']);
});

test('what an earlier search found stays, and the next one adds to it', () => {
  class Board {
    title = 'Spring';
    owner = 'Ada';
    lane = 'Doing';
    cards = [words(6), words(7)];
  }
  class Archive {
    place = 'Cellar';
    keeper = 'Bo';
    lock = 'North';
    boxes = [words(4), words(5)];
  }
  const board = new Board();
  expect(foundBeside([], [board], [board, new Archive()])).toEqual(['Board', 'Archive']);
  expect(foundBeside([], [board], [])).toEqual(['Board']);
});

test('a holder of state that only a search came upon has a trail, as whatever else it finds, and keeps it when there is another search', () => {
  const value = (value_: unknown) => ({ value_, enhancer: () => undefined });
  const store = { [Symbol('mobx administration')]: { values_: new Map([['harbour', value('Oslo')]]) } };
  class Board {
    title = 'Spring';
    owner = 'Ada';
    lane = 'Doing';
    cards = [words(6), words(7)];
  }
  const board = new Board();
  const page = globalThis as unknown as { trialPage?: object };
  page.trialPage = { behind: { store }, board };
  try {
    const first = parts();
    for (const step of first.heap.adopt([board, store], [], false)) expect(step).toBeUndefined();
    const told = first.heap.trails();
    expect(told).toEqual({
      found: [
        { name: 'Board', instance: true, trail: ['window', 'trialPage', 'board'] },
        { name: '', instance: false, trail: ['window', 'trialPage', 'behind', 'store'] },
      ],
      whole: true,
    });
    const next = parts();
    next.heap.follow(told.found, told.whole);
    next.heap.read();
    next.holders.finish();
    expect(next.heap.led()).toBe(true);
    expect(next.collector.places.map(({ address }) => address)).toEqual(['heap:Board', 'mobx:harbour']);
    for (const step of next.heap.adopt([board, store], [], false)) expect(step).toBeUndefined();
    expect(next.heap.trails()).toEqual(told);
    // Nothing leads to it: the next document needs a search.
    const lost = parts();
    delete page.trialPage;
    for (const step of lost.heap.adopt([store], [], false)) expect(step).toBeUndefined();
    expect(lost.heap.trails()).toEqual({ found: [], whole: false });
  } finally {
    delete page.trialPage;
  }
});

test('what a library keeps of an element in a map of its own has a trail, and so has what lies under a text', () => {
  class Board {
    title = 'Spring';
    owner = 'Ada';
    lane = 'Doing';
    cards = [words(6), words(7)];
  }
  const page = globalThis as unknown as { trialPage?: object };
  const trailOf = (keep: (element: object, board: object) => object): unknown => {
    const element = { id: 'harbour', localName: 'div', getAttribute: () => null };
    const querySelectorAll = (selector: string) => (selector === '#harbour' || selector === '[id],body' ? [element] : []);
    const document = { ...screen([]), querySelectorAll } as unknown as PageDocument;
    const board = new Board();
    page.trialPage = keep(element, board);
    try {
      const first = parts([], document);
      for (const step of first.heap.adopt([board], [], false)) expect(step).toBeUndefined();
      const { found, whole } = first.heap.trails();
      const next = parts([], document);
      next.heap.follow(found, whole);
      next.heap.read();
      expect(next.collector.places.map(({ value }) => value)).toEqual(whole ? [board] : []);
      return found.map(({ trail }) => trail);
    } finally {
      delete page.trialPage;
    }
  };
  expect(trailOf((element, board) => ({ kept: new WeakMap([[element, { board }]]) }))).toEqual([
    ['window', 'trialPage', 'kept', '# #harbour', 'board'],
  ]);
  expect(trailOf((_, board) => ({ kept: new Map([['bs.board', board]]) }))).toEqual([
    ['window', 'trialPage', 'kept', '[] bs.board'],
  ]);
  expect(trailOf((_, board) => ({ kept: new WeakMap([[{}, board]]) }))).toEqual([]);
});

test('which is found first, of two alike, does not depend on where they lie in memory', () => {
  class Board {
    readonly title: string;
    notes = words(12);
    cards = words(8);
    constructor(title: string) {
      this.title = title;
    }
  }
  const boards = [new Board('Autumn'), new Board('Spring')];
  const titles = (objects: readonly object[]): unknown[] => {
    const { collector, heap } = parts();
    for (const step of heap.adopt(objects, [], false)) expect(step).toBeUndefined();
    heap.read();
    return collector.places.map(({ name, value }) => [name, (value as Board).title]);
  };
  expect(titles(boards)).toHaveLength(2);
  expect(titles([...boards].reverse())).toEqual(titles(boards));
});

test('who looks again finds what there is now, and a search adds to it', () => {
  class Plan {
    title = 'Spring';
    notes = words(20);
    cards = words(8);
  }
  class Draft {
    title = 'Autumn';
    notes = words(10);
    cards = words(8);
  }
  const { collector, heap } = parts();
  const look = (objects: readonly object[], anew: boolean): string[] => {
    collector.reset();
    heap.read(true);
    expect(collector.places).toEqual([]);
    for (const step of heap.adopt(objects, [], anew)) expect(step).toBeUndefined();
    heap.read();
    return collector.places.map(({ name }) => name);
  };
  const [draft, plan] = [new Draft(), new Plan()];
  expect(look([draft], true)).toEqual(['Draft']);
  expect(look([plan, draft], true)).toEqual(['Plan', 'Draft']);
  expect(look([draft, plan], true)).toEqual(['Plan', 'Draft']);
  expect(look([plan], true)).toEqual(['Plan']);
  expect(look([draft], false)).toEqual(['Plan', 'Draft']);
});

test('what was near while a document was put together is let go once trails lead to all that a search found', () => {
  class Board {
    title = 'Spring';
    notes = words(12);
    cards = words(8);
  }
  class Flight {
    from = 'left';
    frames = words(12);
    ends = words(8);
  }
  const page = globalThis as unknown as { trialPage?: object };
  const board = new Board();
  const { collector, heap } = parts();
  const places = (): string[] => {
    collector.reset();
    heap.read();
    return collector.places.map(({ name }) => name);
  };
  try {
    heap.follow([{ name: 'Board', instance: true, trail: ['window', 'trialPage', 'board'] }], true);
    expect(places()).toEqual([]);
    for (const step of heap.adopt([new Flight()], [], true)) expect(step).toBeUndefined();
    expect(places()).toEqual(['Flight']);
    page.trialPage = { board };
    expect(places()).toEqual(['Board']);
  } finally {
    delete page.trialPage;
  }
});

test('little that nothing has a name for is told only where nothing else is', () => {
  const little = Object.assign(Object.create({ search() {} }) as object, words(8));
  expect(found(little)).toEqual(['app']);
  expect(foundBeside([{ title: 'Moths' }], [little])).toEqual(['global0']);
  expect(foundBeside([{ title: 'Moths' }], [Object.assign(Object.create({ search() {} }) as object, words(30))])).toEqual([
    'global0',
    'app',
  ]);
});

test('a class that keeps everything to itself is found for what it declares', () => {
  class Cellar {
    #bottles = 12;
    #keeper = 'Ada';
    drink(): string {
      return `${this.#keeper} has ${--this.#bottles}`;
    }
  }
  class Pump {
    on = true;
  }
  expect(found(new Cellar(), new Pump())).toEqual(['Cellar']);
});

test('beside a variable of the application that holds much, told already or not, the heap has nothing to tell', () => {
  class Board {
    lanes = words(40);
  }
  class Toolbar {
    buttons = words(20);
    shown = true;
    title = 'tools';
  }
  const beside = (source: 'module' | 'global', name: string): string[] => {
    const { collector, heap, values } = parts();
    const board = new Board();
    collector.place({ address: `${source}:${name}`, name, source, value: board });
    values.read(name, board);
    for (const step of heap.adopt([new Toolbar()], [], false)) expect(step).toBeUndefined();
    heap.read();
    return collector.places.map(({ name }) => name);
  };
  expect(beside('module', 'board')).toEqual(['board']);
  // A global that scripts of others may have put there is no variable of the application.
  expect(beside('global', 'performance')).toEqual(['performance', 'Toolbar']);
});

test('where a page shows in words what it is about, who holds none of them is machinery; where it does not, weight decides', () => {
  class Berths {
    boats = Array.from({ length: 20 }, (_, i) => ({ boat: `Boat ${i}`, length: 7 + i }));
    harbour = 'North';
    guests = 4;
    season = 'summer';
  }
  class Scroller {
    settings = words(40);
    speed = 'smooth';
    bounds = words(30);
    strategy = words(12);
  }
  const shown = Array.from({ length: 25 }, (_, i) => `Boat ${i}`);
  expect(foundOn(shown, new Scroller(), new Berths())).toEqual(['Berths']);
  expect(foundOn(shown.slice(0, 8), new Scroller(), new Berths())).toEqual(['Scroller', 'Berths']);
});

test('where what holds most hardly says more of the screen than the variables of the application do, it is a view of them, and the rest parts of it', () => {
  class Grid {
    rows = Array.from({ length: 8 }, (_, i) => ({ title: `Reel ${i}`, state: 'Good' }));
    captions = ['Title', 'State'].map((text) => ({ text, shade: 'grey' }));
    settings = words(30);
  }
  class Knob {
    settings = words(20);
    label = 'Save it';
    shade = 'grey';
  }
  const shown = [...Array.from({ length: 8 }, (_, i) => `Reel ${i}`), 'Title', 'State', 'Save it'];
  const reels = Array.from({ length: 8 }, (_, i) => ({ title: `Reel ${i}`, state: 'Good', year: 1900 + i }));
  expect(foundOn(shown, new Grid(), new Knob())).toEqual(['Grid', 'Knob']);
  const { collector, heap } = parts(shown);
  collector.place({ address: 'closure:/reels', name: 'reels', source: 'closure', value: reels });
  for (const step of heap.adopt([new Grid(), new Knob()], [], false)) expect(step).toBeUndefined();
  heap.read();
  expect(collector.places.map(({ name }) => name)).toEqual(['reels']);
});

test('where listeners of controls speak of what the page is about, what only the heap has is machinery', () => {
  class Pond {
    casts = 3;
    bait = 'worm';
    angler = 'Sigrid';
    log = [words(1), words(2)];
  }
  class Renderer {
    title = 'Batcher';
    mode = 'normal';
    unit = 'texture';
    pipes = [words(6), words(7), words(8)];
  }
  const found = (texts: readonly string[]): string[] => {
    const { values, collector, scopes, heap } = parts(texts);
    const listener = new Function('return ()=>{p.casts++}')() as object;
    const bundle = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, at]));
    const list = [{ description: 'Module', object: { p: new Pond(), q: 1, r: 2, ...bundle } }];
    scopes.ofPage([listener], [true]);
    values.toEnd(scopes.harvest([listener], [list], []));
    values.toEnd(scopes.read([list], []));
    for (const step of heap.adopt([new Renderer()], [], false)) expect(step).toBeUndefined();
    heap.read();
    return collector.places.map(({ address }) => address);
  };
  expect(found(['Casts 3', 'Baits'])).toEqual(['module:p']);
  expect(found(['Nothing of it'])).toEqual(['module:p', 'heap:Renderer']);
});
