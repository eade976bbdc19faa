import { expect, test } from 'vitest';
import { createTrails } from './trails.js';

type Kit = Parameters<typeof createTrails>[0];

/** Trails from what variables of scopes hold, and from one place. */
const trailsFrom = (held: readonly (readonly [string, object])[], place: object) =>
  createTrails({
    values: {
      names: Object.keys,
      variables: Object.keys,
      own: (object: object, name: string) => Object.getOwnPropertyDescriptor(object, name)?.value,
      isNative: () => false,
      sourceOf: String,
      hidden: { hasPrivate: (object: object) => /#\w/.test(String(object.constructor)) },
    } as unknown as Kit['values'],
    collector: { places: [{ address: 'module:api', source: 'module', value: place }] } as unknown as Kit['collector'],
    scopes: { held: () => held } as unknown as Kit['scopes'],
    stock: { isElement: () => false } as unknown as Kit['stock'],
    document: { querySelectorAll: () => [] } as unknown as Kit['document'],
    builtin: new Set(Object.getOwnPropertyNames(globalThis)),
  });

test('the functions of a bundle, which share one closure, leave room for those of an object further on', () => {
  const bundle = Array.from({ length: 300 }, (_, i) => [`bundle/part${i}`, (x: number) => x + i] as const);
  const plan = { title: 'Emma' };
  const api = { show: () => plan.title, hide: () => plan, turn: () => plan };
  const trails = trailsFrom(bundle, api);
  const wanted = new Set([plan]);
  const find = (): ReadonlyMap<object, readonly string[]> => {
    const all = trails.find(wanted);
    for (let next = all.next(); ; next = all.next()) if (next.done) return next.value;
  };
  expect(find().size).toBe(0);
  const closed = trails.closed();
  expect(closed).toHaveLength(100);
  expect(closed).toContain(api.show);
  expect(closed).toContain(bundle[50]?.[1]);
  expect(closed).not.toContain(api.turn);
  for (const fn of closed) trails.open(fn, [fn === api.show ? { plan } : {}]);
  expect(find().get(plan)).toEqual(['place module:api', 'show', '() plan']);
  // An object whose functions were opened has no more to say.
  trails.open(api.hide, [{}]);
  wanted.add({ title: 'Persuasion' });
  find();
  expect(trails.closed()).not.toContain(api.turn);
});

test('what there is a way to is gathered, with what closures and private fields lead to once those are opened', () => {
  const catalogue = { books: [{ title: 'Emma' }] };
  class Desk {
    #drawer = catalogue;
    owner = 'Sverre';
    open = (): unknown => this.#drawer;
  }
  const desk = new Desk();
  const api = { show: () => desk, state: { open: true } };
  const trails = trailsFrom([], api);
  const wander = (anew: boolean): void => {
    const walk = trails.wander(anew);
    while (!walk.next().done);
  };
  const ends: unknown[][] = [];
  for (let round = 0; round < 4; round++) {
    wander(round === 0);
    ends.push(trails.closed());
    for (const one of ends[round] as object[])
      trails.open(one, one === api.show ? [{ desk }] : one === desk ? [{ drawer: catalogue }] : []);
  }
  expect(ends).toEqual([[api.show], [desk, desk.open], [], []]);
  const all = trails.gathered();
  for (const one of [api, api.state, desk, catalogue, catalogue.books, catalogue.books[0]]) expect(all).toContain(one);
  expect(trails.gathered()).toEqual([]);
  const found = trails.find(new Set([catalogue]));
  for (let next = found.next(); ; next = found.next())
    if (next.done) {
      expect(next.value.get(catalogue)).toEqual(['place module:api', 'show', '() desk', '() drawer']);
      break;
    }
  expect(trails.walk(['place module:api', 'show', '() desk', '() drawer'])).toBe(catalogue);
});

test('of a class that has fields of its own a method is opened in its place', () => {
  const shelf = { books: 3 };
  class Reader {
    static problem = new Error('unreadable');
    read(): number {
      return shelf.books;
    }
  }
  const trails = trailsFrom([], { Reader });
  const wander = (anew: boolean): void => {
    const walk = trails.wander(anew);
    while (!walk.next().done);
  };
  wander(true);
  const closed = trails.closed();
  expect(closed).toEqual([Reader.prototype.read]);
  trails.open(closed[0] as object, [{ shelf }]);
  wander(false);
  expect(trails.closed()).toEqual([]);
  expect(trails.gathered()).toContain(shelf);
  expect(trails.walk(['place module:api', 'Reader', '() shelf'])).toBe(shelf);
});

test('what lets nobody look ends no look at the rest', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  const desk = { owner: 'Ragna' };
  const trails = trailsFrom([], { proxy, desk });
  revoke();
  const walk = trails.wander(true);
  while (!walk.next().done);
  expect(trails.gathered()).toContain(desk);
});
