import { expect, test } from 'vitest';
import { roomParts, wordParts } from '../../../test/page-parts.js';
import { createMethods } from './methods.js';

const methodsOf = ({ values, collector }: Pick<ReturnType<typeof roomParts>, 'values' | 'collector'>) =>
  createMethods({ values, collector, ...wordParts(values) });
const nothing = (): undefined => undefined;

test('a function that a page declares is offered where its name says that something is done', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  let saved = '';
  const saveComment = (text: string): void => {
    saved = text;
  };
  methods.declared('global:saveComment()', 'saveComment', saveComment, nothing);
  methods.declared('global:renderList()', 'renderList', () => undefined, nothing);
  methods.declared('global:setTimeout()', 'setTimeout', () => undefined, nothing);
  values.toEnd(methods.offer([]));
  expect(collector.actions()).toMatchObject([
    { address: 'global:saveComment()', name: 'saveComment', kind: 'method', parameters: [{ name: 'text', type: 'string' }] },
  ]);
  collector.callables.get('global:saveComment()')?.call({ text: 'Both wings are worn' });
  expect(saved).toBe('Both wings are worn');
  // Of the next reading it is told anew, or not at all.
  collector.reset();
  values.toEnd(methods.offer([]));
  expect(collector.actions()).toEqual([]);
});

test('what can be done is looked for in parts, one deed in each', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  for (let i = 0; i < 10; i++) methods.declared(`global:save${i}()`, `saveDraft${i}`, (text: string) => text, nothing);
  const offering = methods.offer([]);
  let parts = 0;
  while (!offering.next().done) parts++;
  expect(parts).toBe(10);
  expect(collector.actions()).toHaveLength(10);
});

test('what a class adds to the one that it is made of is offered for a part of what was found', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  class Sprite {
    x = 0;
    moveTo(x: number): void {
      this.x = x;
    }
  }
  class Ferry extends Sprite {
    load = 4;
    board(cars: number): void {
      this.load += cars;
    }
  }
  class Stage {
    readonly ferry = new Ferry();
    readonly buoy = new Sprite();
  }
  const stage = new Stage();
  const place = { address: 'heap:app', name: 'app', source: 'component' as const, value: stage };
  const fleet = { address: 'module:fleet', name: 'fleet', source: 'module' as const, value: [new Ferry()] };
  values.toEnd(methods.offer([place, fleet]));
  const offered = collector.actions().map(({ address, owner }) => [address, owner]);
  expect(offered).toEqual([
    ['heap:app/ferry/board()', 'ferry'],
    ['module:fleet/0/board()', 'fleet'],
  ]);
  collector.callables.get('heap:app/ferry/board()')?.call({ cars: 3 });
  expect(stage.ferry.load).toBe(7);
});

test('what a program added to a thing of a library comes before what the parts of that thing can do, however much that is', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  class Plugin {
    on = false;
  }
  const names = Array.from({ length: 60 }, (_, i) => `set${i}`);
  /** As a library makes what its things are made of, one of the other. */
  const parts = Array.from({ length: 10 }, () => {
    class Part extends Plugin {}
    for (const name of names) Object.defineProperty(Part.prototype, name, { value: (to: boolean) => to });
    return new Part();
  });
  class Scene {
    cameras = 1;
    sleep(): void {
      this.cameras = 0;
    }
  }
  class Dock extends Scene {
    steps = 0;
    walk(by: number): void {
      this.steps += by;
    }
  }
  class Tide {
    height = 3;
    rise(by: number): void {
      this.height += by;
    }
  }
  const place = (name: string, value: object) => ({ address: `heap:${name}`, name, source: 'component' as const, value });
  const dock = Object.assign(new Dock(), { parts: Object.assign(new Plugin(), parts) });
  values.toEnd(methods.offer([place('dock', dock), place('tide', new Tide())]));
  const addresses = collector.actions().map(({ address }) => address);
  expect(addresses[0]).toBe('heap:dock/walk()');
  expect(addresses).toEqual(expect.arrayContaining(['heap:dock/sleep()', 'heap:tide/rise()']));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('a function that a page declares is offered where it changes what is kept beside it', () => {
  const sluice = { boats: 7 };
  const log: string[] = [];
  const board = { text: '' };
  const kept: Record<string, unknown> = { sluice, log, board, count: 3, hidden: new Date(), gates: [{ open: true }] };
  const gates = kept.gates as { open: boolean }[];
  let count = 0;
  const functions: Record<string, object> = {
    letThrough: (boats: number) => {
      sluice.boats -= boats;
    },
    note: (text: string) => log.push(text),
    bump: () => {
      count++;
    },
    shutAll: () => {
      for (const gate of gates) gate.open = false;
    },
    // It asks, it changes what is its own, it draws, or what it changes is nothing that is kept.
    boatsLeft: () => sluice.boats,
    isShut: () => {
      const gate = gates[0];
      return gate?.open === false;
    },
    sorted: () => {
      const found = [...log];
      found.push('end');
      return found;
    },
    renderBoard: () => {
      board.text = String(sluice.boats);
    },
    elsewhere: () => {
      kept.clock = count;
    },
  };
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  for (const [name, fn] of Object.entries(functions))
    methods.declared(`global:${name}()`, name, fn, (word) => (word === 'kept' ? undefined : kept[word]));
  values.toEnd(methods.offer([]));
  expect(collector.actions().map(({ name, parameters }) => [name, parameters.map((one) => one.name)])).toEqual([
    ['letThrough', ['boats']],
    ['note', ['text']],
    ['bump', []],
    ['shutAll', []],
  ]);
  collector.callables.get('global:letThrough()')?.call({ boats: 2 });
  expect(sluice.boats).toBe(5);
});

test('of a table of functions those are offered that change what is kept beside it, and need nobody to call them on', () => {
  const sluice = { boats: 7 };
  const table: Record<string, object> = {
    letThrough: (boats: number) => {
      sluice.boats -= boats;
    },
    // It changes what it is given, it asks who it is called on, it only says something.
    addBoat: (state: { boats: number }) => ({ ...state, boats: state.boats + 1 }),
    close: function (this: { echo(text: string): void }) {
      sluice.boats = 0;
      this.echo('closed');
    },
    look: () => `${sluice.boats}`,
  };
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  const beside = (word: string): unknown => (word === 'sluice' ? sluice : undefined);
  for (const [name, fn] of Object.entries(table)) methods.declared(`module:table/${name}()`, name, fn, beside, true);
  values.toEnd(methods.offer([]));
  expect(collector.actions().map(({ address }) => address)).toEqual(['module:table/letThrough()']);
  collector.callables.get('module:table/letThrough()')?.call({ boats: 2 });
  expect(sluice.boats).toBe(5);
});

test('the operations that an object keeps in a part of their own are offered, asked for by the fields that they ask for', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  const cells = [{ id: 'a', kind: 'text' }];
  const controls = {
    addCell: (id: string) => cells.push({ id, kind: 'text' }),
    removeCell: (id: string) => cells.splice(0, 1, { id, kind: 'gone' }),
    changeCellType(J: { id: string; newCellType: string }) {
      for (const cell of cells) if (cell.id === J.id) cell.kind = J.newCellType;
    },
  };
  const helpers = { format: (a: string) => a, parse: (a: string) => a, escape: (a: string) => a, addAll: (a: string) => a };
  const runtime = { cells, controls, helpers };
  values.toEnd(methods.offer([{ address: 'global:runtime', name: 'runtime', source: 'global' as const, value: runtime }]));
  expect(
    collector.actions().map(({ address, owner, parameters }) => [address, owner, parameters.map(({ name }) => name)]),
  ).toEqual([
    ['global:runtime/controls/addCell()', 'controls', ['id']],
    ['global:runtime/controls/removeCell()', 'controls', ['id']],
    ['global:runtime/controls/changeCellType()', 'controls', ['id', 'newCellType']],
  ]);
  collector.callables.get('global:runtime/controls/changeCellType()')?.call({ id: 'a', newCellType: 'latex' });
  expect(cells).toEqual([{ id: 'a', kind: 'latex' }]);
});

test('a function is offered that tells what is beside it to do something, and not one that asks it', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  const tower = { lamps: 2, signal: (_text: string) => 2 };
  const beside = (word: string): unknown => (word === 'tower' ? tower : undefined);
  const hail = (ship: string): void => {
    tower.signal(`welcome ${ship}`);
  };
  const lamps = (ship: string): number => tower.signal(ship) + 1;
  const each = (ships: string[]): void => {
    ships.forEach((ship) => void ship);
  };
  for (const [name, fn] of Object.entries({ hail, lamps, each })) methods.declared(`global:${name}()`, name, fn, beside);
  values.toEnd(methods.offer([]));
  expect(collector.actions().map(({ name }) => name)).toEqual(['hail']);
});

test('where scripts declare much, what was declared last is the own of the program', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  for (let i = 0; i < 80; i++) methods.declared(`global:setGrain${i}()`, `setGrain${i}`, (to: number) => to, nothing);
  const quay = { hour: 21 };
  const strikeHour = (): void => {
    quay.hour++;
  };
  methods.declared('global:strikeHour()', 'strikeHour', strikeHour, (word) => (word === 'quay' ? quay : undefined));
  values.toEnd(methods.offer([]));
  const offered = collector.actions().map(({ name }) => name);
  expect(offered).toHaveLength(60);
  expect(offered.slice(-2)).toEqual(['setGrain79', 'strikeHour']);
});

test('parts are looked for in what has some, however many values stand before it', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  class Shape {
    x = 0;
    moveTo(x: number): void {
      this.x = x;
    }
  }
  class Lamp extends Shape {
    lit = false;
    light(): void {
      this.lit = true;
    }
  }
  const colours = Array.from({ length: 60 }, (_, i) => ({
    address: `global:TONE${i}`,
    name: `TONE${i}`,
    source: 'global' as const,
    value: { r: i, g: 0, b: 0 },
  }));
  const lamps = { address: 'global:things', name: 'things', source: 'global' as const, value: [new Lamp()] };
  values.toEnd(methods.offer([...colours, lamps]));
  expect(collector.actions().map(({ address }) => address)).toEqual(['global:things/0/light()']);
});

test('what can be done to one of the things in a map, or to one that lies in another, is told which', () => {
  const { values, collector } = roomParts();
  const methods = methodsOf({ values, collector });
  class Tab {
    readonly saved: { name: string };
    constructor(name: string) {
      this.saved = { name };
    }
    setName(name: string): void {
      this.saved.name = name;
    }
    close(): void {
      this.saved.name = '';
    }
    show(): void {
      this.saved.name += '!';
    }
    setQuery(query: string): this {
      this.editor.text = query;
      return this;
    }
    readonly editor = { text: '' };
  }
  class Layer {
    readonly children: object[] = [];
    show(): this {
      return this;
    }
    hide(): this {
      return this;
    }
    remove(): this {
      return this;
    }
  }
  class Plant extends Layer {
    constructor(readonly name: string) {
      super();
    }
  }
  const tabs = { a1: new Tab('Bones'), a2: new Tab('Chapels') };
  const layer = new Layer();
  layer.children.push(new Plant('fern'), new Plant('ivy'));
  const desk = { _tabs: tabs, kept: { saved: { active: 'a2' } }, children: [layer], one: { only: new Tab('Alone') } };
  values.toEnd(methods.offer([{ address: 'global:desk', name: 'desk', source: 'global' as const, value: desk }]));
  const offered = collector.actions().map(({ address, parameters }) => [address, parameters.map(({ name }) => name).join()]);
  expect(offered).toEqual([
    ['global:desk/tabs/each/setName()', 'which,name'],
    ['global:desk/tabs/each/close()', 'which'],
    ['global:desk/tabs/each/show()', 'which'],
    ['global:desk/tabs/each/setQuery()', 'which,query'],
    ['global:desk/children/each/show()', 'which'],
    ['global:desk/children/each/hide()', 'which'],
    ['global:desk/children/each/remove()', 'which'],
  ]);
  collector.callables.get('global:desk/tabs/each/setName()')?.call({ which: 'Chapels', name: 'Keys' });
  expect(tabs.a2.saved.name).toBe('Keys');
  // The current one need not be named; where none is, nothing is done.
  expect(collector.actions().map(({ parameters }) => parameters[0]?.required)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  collector.callables.get('global:desk/tabs/each/setName()')?.call({ name: 'Keys of all' });
  expect(tabs.a2.saved.name).toBe('Keys of all');
  desk.kept.saved.active = 'gone';
  expect(() => collector.callables.get('global:desk/tabs/each/close()')?.call({})).toThrow('say which');
  expect(tabs).toMatchObject({ a1: { saved: { name: 'Bones' } }, a2: { saved: { name: 'Keys of all' } } });
  expect(collector.actions().at(-1)?.parameters[0]?.description).toBe('Which of children: fern, ivy.');
});
