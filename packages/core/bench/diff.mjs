import { diffObjects } from '@substrate/core';

/** `diffObjects` on two maps of 10,000 keys against the plainest loop that compares them. */

const keys = 10_000;
const rounds = 200;

const mapOf = (turn) => {
  const map = {};
  for (let i = 0; i < keys; i++) {
    if (i % 1000 === 999 && turn % 2) continue;
    map[`shop.catalog.items[${Math.floor(i / 5)}].${['id', 'name', 'price', 'stock', 'note'][i % 5]}`] =
      i % 100 === 0 ? i + turn : i;
  }
  return map;
};

/** Only counts: nothing is told of what differs. */
const plain = (before, after) => {
  let different = 0;
  for (const key in after) if (before[key] !== after[key]) different++;
  return different;
};

const timeOf = (work) => {
  const started = performance.now();
  for (let i = 0; i < 20; i++) work();
  return performance.now() - started;
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const [before, after] = [mapOf(0), mapOf(1)];
let kept = 0;
const ratios = [];
const times = { diff: [], plain: [] };
for (let round = 0; round < rounds; round++) {
  const diff = timeOf(() => {
    kept += diffObjects(before, after).changed.length;
  });
  const loop = timeOf(() => {
    kept += plain(before, after);
  });
  if (round < 20) continue;
  ratios.push(diff / loop);
  times.diff.push(diff / 20);
  times.plain.push(loop / 20);
}
console.log(`diff of two ${keys}-key maps (checksum ${kept})`);
console.log(`  diffObjects  ${median(times.diff).toFixed(3)} ms`);
console.log(`  plain loop   ${median(times.plain).toFixed(3)} ms`);
console.log(`  ratio        ${median(ratios).toFixed(2)} (goal: below 3)`);
