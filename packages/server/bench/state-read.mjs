import { withServer } from './child.mjs';
import { median, requestsPerSecond } from './load.mjs';

/**
 * Cached `GET /state` of a 500-key application against a bare `node:http` server that sends the same bytes. By processor time a busy machine says the same as
 * an idle one.
 */

const rounds = 40;
const sliceMs = 250;

await withServer(async ({ ours, bare, key, pid, bytes, usage }) => {
  const request = (port, headers) => `GET /substrate/v1/state/${pid} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`;
  const target = {
    ours: { port: ours, request: request(ours, `X-Substrate-Key: ${key}\r\n`), connections: 32 },
    bare: { port: bare, request: request(bare, ''), connections: 32 },
  };
  await requestsPerSecond({ ...target.ours, ms: 1500 });
  await requestsPerSecond({ ...target.bare, ms: 1500 });
  const measure = async (given) => {
    const before = await usage();
    const rate = await requestsPerSecond({ ...given, ms: sliceMs });
    return { rate, cost: ((await usage()) - before) / ((rate * sliceMs) / 1000) };
  };
  const rates = { ours: [], bare: [], ratio: [], cost: [] };
  for (let round = 0; round < rounds; round++) {
    // Short slices of both in turn: a slow moment of the machine slows both.
    const a = await measure(target.ours);
    const b = await measure(target.bare);
    rates.ours.push(a.rate);
    rates.bare.push(b.rate);
    rates.ratio.push(a.rate / b.rate);
    rates.cost.push(b.cost / a.cost);
  }
  console.log(`cached GET /state, 500 keys, ${bytes} bytes, key and rate limit on`);
  console.log(`  substrate  ${Math.round(median(rates.ours))} requests/s`);
  console.log(`  bare http  ${Math.round(median(rates.bare))} requests/s`);
  console.log(`  ratio      ${median(rates.ratio).toFixed(2)} (goal: at least 0.80)`);
  console.log(`             ${median(rates.cost).toFixed(2)} by processor time`);
});
