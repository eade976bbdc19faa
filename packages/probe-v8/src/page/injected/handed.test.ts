import { expect, test } from 'vitest';
import { roomParts, wordParts } from '../../../test/page-parts.js';
import { lore } from '../rooms/list.js';
import { createHanded } from './handed.js';
import { createScopes } from './scopes.js';
import { createStock } from './stock.js';

/** An emitter of a library that wraps what it is handed. */
class Signals {
  readonly handlers: Record<string, Map<number, (key: string) => void>> = {};
  on(event: string, action: (key: string) => void): void {
    this.handlers[event] ??= new Map();
    const all = this.handlers[event];
    all.set(all.size, action);
  }
}

test('what was handed over is found in its wrapper, and offered for what it was handed over for', () => {
  const { values, collector, holders } = roomParts();
  const stock = createStock({ values });
  const words = wordParts(values);
  const declared: [string, string, unknown][] = [];
  const scopes = createScopes({
    values,
    collector,
    holders,
    stock,
    ...words,
    lore,
    methods: { declared: (address, name, _fn, beside) => declared.push([address, name, beside('progress')]) },
  });
  const handed = createHanded({ values, collector, scopes, stock, ...words });

  const progress = { level: 2, paused: false };
  const nextLevel = (): void => {
    progress.level += 1;
  };
  const own: Record<string, () => void> = {
    n: nextLevel,
    p: [
      () => {
        progress.paused = !progress.paused;
      },
    ][0] as () => void,
    q: [() => undefined][0] as () => void,
  };
  const library = { events: new Signals(), frames: 7, squares: new Array<unknown>(64) };
  const closures = new Map<object, object>();
  for (const [key, action] of Object.entries(own)) {
    const wrapper = (pressed: string): void => {
      if (pressed === key) action();
    };
    closures.set(wrapper, { key, action });
    library.events.on('keyPress', wrapper);
  }

  const listener = (): number => library.frames;
  const around = (object: object): unknown => [{ description: 'Closure', object }];
  // Only a literal in the closure of a listener leads to the emitter.
  values.toEnd(scopes.harvest([listener], [around({ library, other: 1, third: 2 })], []));
  values.toEnd(handed.search());
  const [maker, ...wrappers] = handed.found().filter((one) => one !== null) as [object, ...object[]];
  expect(handed.found()).toEqual([maker, ...closures.keys(), null]);

  const inside = handed.within(
    wrappers.map(() => maker),
    wrappers,
    wrappers.map((fn) => around(closures.get(fn) as object)),
  );
  const functions = Object.values(own);
  expect(inside).toEqual([maker, ...functions, null]);

  scopes.given(functions);
  values.toEnd(
    scopes.harvest(
      functions,
      functions.map(() => around({ progress })),
      [],
    ),
  );
  values.toEnd(scopes.read([], []));
  // What changes nothing that is kept is no deed of the program.
  expect(declared).toEqual([
    ['handed:nextLevel()', 'nextLevel', progress],
    ['handed:keyPress p()', 'keyPress p', progress],
  ]);
});
