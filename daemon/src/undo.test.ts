import type { RawAction, RawCapture, RawNode } from '@substrate/core';
import { countsOf } from '@substrate/core/testing';
import { type Interpretation, interpret } from '@substrate/semantic';
import { expect, it } from 'vitest';
import { createUndoBook } from './undo.js';

const setVolume: RawAction = {
  address: 'set:volume',
  name: 'setVolume',
  kind: 'setter',
  source: 'store',
  parameters: [{ name: 'value', type: 'number', required: true }],
  reads: 'store:player/volume',
  certainty: 1,
};

const captureOf = (fields: Record<string, number | string>): RawCapture => ({
  runtime: 'v8',
  tier: 'aso_fast',
  context: { url: null, location: null, view: null, window_title: null, window_id: null },
  hints: {},
  roots: [
    {
      address: 'store:player',
      source: 'store',
      name: 'player',
      kind: 'object',
      children: Object.entries(fields).map(([name, value]): RawNode => ({ name, kind: 'value', value })),
    },
  ],
  actions: [setVolume],
  discovered: false,
  moreRoutes: false,
  rawObjectCount: 3,
  counts: countsOf(1),
  notes: [],
});

const player = () => {
  let time = 0;
  let state: Interpretation | undefined;
  const book = createUndoBook(() => time);
  return {
    wait: (ms: number) => {
      time += ms;
    },
    see: (fields: Record<string, number | string>) => {
      state = interpret(captureOf(fields), state ? { previous: state } : {});
      book.seen(state);
    },
    begin: (value: number) => book.begin('set_volume', { value }, state as Interpretation),
    end: () => book.end(state as Interpretation),
  };
};

it('tells what changes by itself from what an action does', () => {
  const app = player();
  app.see({ volume: 70, position: 1, title: 'Blue' });
  app.begin(30);
  app.see({ volume: 30, position: 2, title: 'Blue' });
  expect(app.end()).toBeNull();
  for (const position of [3, 4, 5, 6]) {
    app.wait(6000);
    app.see({ volume: 30, position, title: 'Blue' });
  }
  app.begin(70);
  app.see({ volume: 70, position: 7, title: 'Blue' });
  expect(app.end()).toEqual({ action: 'set_volume', parameters: { value: 30 }, verify_expression: 'player.volume === 30' });
});

it('takes no change soon after an action for one that comes by itself', () => {
  const app = player();
  app.see({ volume: 70, saved: 0, title: 'Blue' });
  for (const saved of [1, 2, 3, 4]) {
    app.begin(70 + saved);
    app.see({ volume: 70 + saved, saved: saved - 1, title: 'Blue' });
    app.end();
    app.wait(2000);
    app.see({ volume: 70 + saved, saved, title: 'Blue' });
  }
  app.begin(10);
  app.see({ volume: 10, saved: 5, title: 'Blue' });
  expect(app.end()).toBeNull();
});

it('does not tell a way again that did not lead back', () => {
  const app = player();
  app.see({ volume: 70, title: 'Blue' });
  app.begin(30);
  app.see({ volume: 30, title: 'Blue' });
  expect(app.end()).toMatchObject({ parameters: { value: 70 } });
  app.begin(70);
  app.see({ volume: 65, title: 'Blue' });
  app.end();
  app.begin(30);
  app.see({ volume: 30, title: 'Blue' });
  expect(app.end()).toBeNull();
});

it('does not tell a way again after which something else was left that it did not take back', () => {
  const app = player();
  app.see({ volume: 70, played: 3, title: 'Blue' });
  app.begin(30);
  app.see({ volume: 30, played: 3, title: 'Blue' });
  expect(app.end()).not.toBeNull();
  app.see({ volume: 30, played: 4, title: 'Blue' });
  app.begin(70);
  app.see({ volume: 70, played: 4, title: 'Blue' });
  app.end();
  app.begin(30);
  app.see({ volume: 30, played: 4, title: 'Blue' });
  expect(app.end()).toBeNull();
});
