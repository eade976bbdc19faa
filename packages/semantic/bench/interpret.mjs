/**
 * What interpretation costs: `node --expose-gc bench/interpret.mjs` after a build. Times are medians of processor time, which
 * other work on the machine moves little; the ratios are what to compare. Full cycles and partial ones take turns, once both are warm: one
 * after the other, a path that is still being compiled would be compared with one that is not.
 *
 *   full     5,000 nodes, schema known, no node shared with the cycle before       aim: under 15 ms
 *   1 %      the same with 1 % of the values changed and the rest shared (===)     aim: under two thirds of full
 *   new      10,000 places that were never met, each with a name of its own        aim: under 80 times full
 *   memory   1,024 states of 1,000 keys, five changed each, kept as steps           aim: under 20 MB
 */
import { diffObjects } from '@substrate/core';
import { interpret } from '../dist/index.js';

const value = (name, given) => ({ name, kind: 'value', value: given });
const object = (name, children) => ({ name, kind: 'object', children });

/** A shop: `rows` orders of eight fields each, in slices of a store. */
const shop = (rows, tick = 0) => {
  const slices = [];
  for (let s = 0; s < Math.ceil(rows / 50); s++) {
    const orders = [];
    for (let i = 0; i < Math.min(50, rows - s * 50); i++) {
      orders.push(
        object(String(i), [
          value('orderId', `A-${s}-${i}`),
          value('customerName', `Customer ${s * 50 + i}`),
          value('total', s * 100 + i + tick),
          value('isPaid', i % 2 === 0),
          value('createdAt', '2024-05-01T10:00:00Z'),
          value('note', null),
          value('itemCount', i % 7),
          value('shippingCity', 'Berlin'),
        ]),
      );
    }
    slices.push(object(`region${s}`, [{ name: 'orders', kind: 'list', children: orders }, value('loading', false)]));
  }
  return { name: 'store', kind: 'object', children: slices, address: 'redux#0', source: 'store' };
};

const capture = (root) => ({
  runtime: 'v8',
  tier: 'aso_fast',
  context: { url: null, location: '/orders', view: null, window_title: null, window_id: null },
  hints: {},
  roots: [root],
  actions: [],
  discovered: false,
  moreRoutes: false,
  rawObjectCount: 5000,
  counts: { rootsKnown: 1, rootsReached: 1, nodesRead: 1, nodesCut: 0, nodesFailed: 0 },
  notes: [],
});

const countNodes = (node) => 1 + (node.children ?? []).reduce((sum, child) => sum + countNodes(child), 0);

/** One in a hundred rows with another total; every other node is the very same. */
const changed = (root, tick) => ({
  ...root,
  children: root.children.map((slice) => ({
    ...slice,
    children: slice.children.map((list) =>
      list.kind !== 'list'
        ? list
        : {
            ...list,
            children: list.children.map((row, at) =>
              at % 100 !== tick % 50
                ? row
                : { ...row, children: row.children.map((field) => (field.name === 'total' ? value('total', tick) : field)) },
            ),
          },
    ),
  })),
});

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
/** Medians of several kinds of work in turn. */
const timed = (rounds, ...works) => {
  const times = works.map(() => []);
  for (let i = 0; i < rounds; i++) {
    for (const [at, work] of works.entries()) {
      const given = work.prepare(i);
      const start = process.cpuUsage();
      work.run(given);
      const { user, system } = process.cpuUsage(start);
      times[at].push((user + system) / 1000);
    }
  }
  return times.map((taken) => median(taken.slice(rounds >> 1)));
};

const nodes = countNodes(shop(540));
const [cold] = timed(20, { prepare: () => shop(540), run: (root) => interpret(capture(root)) });
/** One application, cycle by cycle: `next` makes what the next one sees. */
const cycles = (next) => {
  let root = shop(540);
  let last = interpret(capture(root));
  return {
    prepare: (i) => (root = next(root, i)),
    run: (given) => {
      last = interpret(capture(given), { previous: last });
    },
  };
};
const [full, partial, same] = timed(
  200,
  cycles((_, i) => shop(540, i)),
  cycles(changed),
  cycles((root) => root),
);

const row = (name, figure) => process.stdout.write(`${name.padEnd(44)} ${figure}\n`);
row('nodes', String(nodes));
row('first sight', `${cold.toFixed(2)} ms`);
row('full, warm', `${full.toFixed(2)} ms`);
row('1 % changed', `${partial.toFixed(2)} ms   ${(partial / full).toFixed(2)} of full`);
row('nothing changed', `${same.toFixed(2)} ms   ${(same / full).toFixed(2)} of full`);

/** A program of `rooms` objects, each with two hundred fields that are called like nothing before. */
const program = (rooms, run) => ({
  ...object(
    'program',
    Array.from({ length: rooms }, (_, r) =>
      object(
        `roomOfRun${run}Number${r}`,
        Array.from({ length: 200 }, (_, f) => value(`fieldOfRoom${r}InRun${run}Called${f}`, `${f}: ${r}`)),
      ),
    ),
  ),
  address: 'module#0',
  source: 'module',
});
const [unmet] = timed(12, { prepare: (run) => program(50, run), run: (root) => interpret(capture(root)) });
row('10,000 new places', `${unmet.toFixed(0)} ms   ${(unmet / full).toFixed(0)} times full`);

const heap = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
let state = shop(240);
let now = interpret(capture(state));
const before = heap();
const steps = [];
for (let i = 0; i < 1024; i++) {
  state = changed(state, i);
  const next = interpret(capture(state), { previous: now });
  steps.push(diffObjects(now.objects, next.objects));
  now = next;
}
const grown = (heap() - before) / 1024 / 1024;
row(
  `1,024 states of ${Object.keys(now.objects).length} keys`,
  globalThis.gc ? `${grown.toFixed(1)} MB (${steps.length} steps kept)` : 'run with --expose-gc',
);
