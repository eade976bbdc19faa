import { expect, test } from 'vitest';
import { readerParts } from '../../../test/page-parts.js';
import type { Hidden } from './hidden.js';

/** A property whose values lie in a closure, as a decorator makes it; and what the debugger would tell of that closure. */
const track = (proto: object, name: string, initializer?: () => unknown) => {
  const values = new WeakMap<object, unknown>();
  const getter = (self: object): unknown => (values.has(self) ? values.get(self) : initializer?.());
  Object.defineProperty(proto, name, {
    get: function get(this: object) {
      return getter(this);
    },
    set(value: unknown) {
      values.set(this, value);
    },
  });
  return new Map<object | undefined, object>([
    [Object.getOwnPropertyDescriptor(proto, name)?.get, { getter }],
    [getter, { values, initializer }],
  ]);
};

const learnAll = (hidden: Hidden, closures: ReadonlyMap<unknown, object>, outside: object = {}): void => {
  for (let hop = 0; hop < 2; hop++) for (const fn of hidden.wanted()) hidden.learn(fn, [closures.get(fn) ?? {}, outside]);
};
const hiddenFields = () => readerParts().hidden;

test('what a decorator keeps in a WeakMap of its closure is told without a call of its accessor', () => {
  class Hive {
    declare frames: number;
    declare queen: string;
    get half(): number {
      throw new Error('an accessor was called');
    }
  }
  const closures = new Map([...track(Hive.prototype, 'frames'), ...track(Hive.prototype, 'queen', () => 'none yet')]);
  class TallHive extends Hive {}
  const hive = new TallHive();
  hive.frames = 8;
  const hidden = hiddenFields();
  expect(hidden.fieldsOf(hive)).toEqual([]);
  learnAll(hidden, closures);
  expect(hidden.wanted()).toEqual([]);
  expect(hidden.fieldsOf(hive)).toEqual([
    ['frames', 8],
    ['queen', 'none yet'],
  ]);
  hive.frames = 9;
  hive.queen = 'Ada';
  expect(Object.fromEntries(hidden.fieldsOf(hive))).toEqual({ frames: 9, queen: 'Ada' });
});

test('an object whose class declares private fields is noted, and has those that the debugger tells', () => {
  class Till {
    #total = 4;
    name = 'first';
    add(): number {
      return ++this.#total;
    }
  }
  class SmallTill extends Till {}
  const till = new SmallTill();
  const hidden = hiddenFields();
  expect(hidden.fieldsOf(till)).toEqual([]);
  expect(hidden.fieldsOf(new (class Plain {})())).toEqual([]);
  expect(hidden.counts()).toEqual({ bearers: 1, unasked: 1 });
  expect(hidden.bearers()).toEqual([till]);
  hidden.tell([till], [[['total', 4]]]);
  expect(hidden.counts()).toEqual({ bearers: 1, unasked: 0 });
  expect(hidden.fieldsOf(till)).toEqual([['total', 4]]);
});

test('a WeakMap that serves more than one property is no field', () => {
  const bindings = new WeakMap<object, unknown>();
  class Hive {}
  const get = function get(this: object): unknown {
    return bindings.get(this);
  };
  Object.defineProperty(Hive.prototype, 'harvest', { get });
  const hive = new Hive();
  bindings.set(hive, new Map());
  const hidden = hiddenFields();
  hidden.fieldsOf(hive);
  learnAll(hidden, new Map(), { bindings });
  expect(hidden.fieldsOf(hive)).toEqual([]);
});

test('private fields that a compiler keeps beside the class', () => {
  const _Till_total = new WeakMap<object, unknown>();
  const _drawer = new WeakMap<object, unknown>();
  const add = (target: object, map: WeakMap<object, unknown>, value: unknown) => map.set(target, value);
  class Till {
    constructor() {
      _Till_total.set(this, 12);
      add(this, _drawer, { writable: true, value: 'open' });
    }
  }
  const till = new Till();
  const hidden = hiddenFields();
  expect(hidden.isVeiled(till)).toBe(true);
  learnAll(hidden, new Map(), { _Till_total, _drawer });
  expect(Object.fromEntries(hidden.fieldsOf(till))).toEqual({ total: 12, drawer: 'open' });
});

test('what a class of Ember declares lies on its prototype until it is set', () => {
  class CoreObject {}
  Object.assign(CoreObject, { isClass: true });
  class Weather extends CoreObject {}
  Object.assign(Weather.prototype, { degrees: 17, concatenatedProperties: ['actions'] });
  expect(hiddenFields().fieldsOf(new Weather())).toEqual([['degrees', 17]]);
});
