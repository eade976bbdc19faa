import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';
import { createMethods } from './methods.js';

test('a function that a page declares is offered where its name says that something is done', () => {
  const { values, collector } = roomParts();
  const methods = createMethods({ values, collector });
  let saved = '';
  const saveComment = (text: string): void => {
    saved = text;
  };
  methods.declared('global:saveComment()', 'saveComment', saveComment);
  methods.declared('global:renderList()', 'renderList', () => undefined);
  methods.declared('global:setTimeout()', 'setTimeout', () => undefined);
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
  const methods = createMethods({ values, collector });
  for (let i = 0; i < 10; i++) methods.declared(`global:save${i}()`, `saveDraft${i}`, (text: string) => text);
  const offering = methods.offer([]);
  let parts = 0;
  while (!offering.next().done) parts++;
  expect(parts).toBe(10);
  expect(collector.actions()).toHaveLength(10);
});

test('what a class adds to the one that it is made of is offered for a part of what was found', () => {
  const { values, collector } = roomParts();
  const methods = createMethods({ values, collector });
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
