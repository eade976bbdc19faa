import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';

/** A place of more than its share: how it is read is planned. */
const large = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `part${i}`,
    { list: Array.from({ length: 30 }, (_, j) => ({ a: i, b: j, c: { d: `${i} ${j}`, e: { f: j, g: { h: i } } } })) },
  ]),
);

test('what is read does not depend on how busy the machine was at the first reading', () => {
  const read = (guards: readonly number[]): string => {
    const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
    let last: unknown;
    for (const guardMs of guards) {
      collector.reset();
      collector.place({ address: 'global:large', name: 'large', source: 'global', value: large });
      meter.start(meter.limits);
      meter.slice(Number.POSITIVE_INFINITY, guardMs);
      const [place] = collector.ordered();
      do last = place && collector.read(place);
      while (last === 'again');
    }
    return JSON.stringify(last);
  };
  const quiet = read([60_000, 60_000]);
  for (const busyMs of [0, 0.2, 0.5, 1, 2, 4]) expect(read([busyMs, 60_000, 60_000])).toBe(quiet);
});
