import { expect, test } from 'vitest';
import { roomParts, wordParts } from '../../../test/page-parts.js';

const statics = () => wordParts(roomParts().values).statics;

test('a class that sets fields of its own keeps them; what it only declares it does not keep', () => {
  class Depot {
    static readonly shelves = ['north', 'south'];
    static waiting: string[] = [];
    static weight = 0;
    static onFull = (): void => undefined;
    static store(parcel: string): void {
      Depot.waiting.push(parcel);
      // biome-ignore lint/complexity/noThisInStatic: so do programs.
      this.weight += 3;
      Depot.onFull = () => undefined;
    }
  }
  const { of } = statics();
  const kept = of(Depot);
  expect(kept).toEqual({ waiting: [], weight: 0 });
  Depot.store('lamp');
  expect(of(Depot)).toBe(kept);
  expect(kept).toEqual({ waiting: ['lamp'], weight: 3 });
});

test('what a class extends keeps for it', () => {
  class Engine {
    static saved: Record<string, unknown> = { level: 1 };
    static save(more: object): void {
      // biome-ignore lint/complexity/noThisInStatic: so do programs.
      this.saved = { ...this.saved, ...more };
    }
  }
  class Story extends Engine {}
  const { of } = statics();
  expect(of(Story)).toEqual({ saved: { level: 1 } });
  Story.save({ lamp: 'lit' });
  expect(of(Story)).toEqual({ saved: { level: 1, lamp: 'lit' } });
});

test('settings of a class, and functions that are none, keep nothing', () => {
  class Chart {
    static defaults = { colour: 'teal' };
    colours = Chart.defaults;
  }
  const helper = Object.assign(() => undefined, { calls: 3 });
  const { of } = statics();
  expect([of(Chart), of(helper), of(Math.max)]).toEqual([undefined, undefined, undefined]);
});
