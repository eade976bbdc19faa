import type { RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { readerParts } from '../../../test/page-parts.js';

const plain = (node: RawNode | null): unknown =>
  node?.kind === 'value'
    ? node.value
    : node?.kind === 'list'
      ? (node.children ?? []).map(plain)
      : Object.fromEntries((node?.children ?? []).map((child) => [child.name, plain(child)]));
const { values } = readerParts();
const read = (value: object): unknown => plain(values.read('it', value));

/** As builds leave them that take the names of fields. */
class Part {
  Go = false;
  get isReadOnly(): boolean {
    return this.Go;
  }
}
class Chart extends Part {
  t1 = 1;
  Fe: object;
  qp = 'idle';
  b2 = new Part();
  ft = 7;
  rows = 3;
  hu = [{ name: 'Duchess' }];
  constructor(model: object) {
    super();
    this.Fe = model;
  }
  get maxSelectionCount(): number {
    return this.t1;
  }
  get model(): object {
    return this.Fe;
  }
  get double(): number {
    throw new Error('an accessor was called');
  }
  getZoom(): number {
    return this.ft;
  }
}

test('fields whose names a build took go by the accessors and functions that hand them out', () => {
  expect(read(new Chart({ herd: 'Hazelwood' }))).toEqual({
    isReadOnly: false,
    maxSelectionCount: 1,
    model: { herd: 'Hazelwood' },
    zoom: 7,
    rows: 3,
    // What nothing hands out is told where it is data, which has names of its own.
    hu: [{ name: 'Duchess' }],
  });
});

test('what is told under a name is found by it', () => {
  const chart = new Chart({ herd: 'Hazelwood' });
  expect(values.inside(chart, 'isReadOnly')).toBe(false);
  expect(values.inside(values.inside(chart, 'model'), 'herd')).toBe('Hazelwood');
});

test('a field that is a secret by its name is one by the name that it is lent', () => {
  class Login {
    t = 'Ines';
    n = 'hunter2hunter2';
    get user(): string {
      return this.t;
    }
    get password(): string {
      return this.n;
    }
  }
  expect(read(new Login())).toEqual({ user: 'Ines', password: '[redacted]' });
});

test('what its author called by a letter keeps that name', () => {
  class Vector {
    x = 4;
    y = 3;
    get width(): number {
      return this.x;
    }
    get height(): number {
      return this.y;
    }
  }
  expect(read(new Vector())).toEqual({ x: 4, y: 3 });
});

test('a class whose fields have their names keeps them', () => {
  class Box {
    id = 4;
    private _size = 3;
    tag = 'oak';
    get size(): number {
      return this._size;
    }
    get key(): number {
      return this.id;
    }
  }
  expect(read(new Box())).toEqual({ id: 4, _size: 3, tag: 'oak' });
});
