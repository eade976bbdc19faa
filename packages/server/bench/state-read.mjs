import { withServer } from './child.mjs';
import { median, requestsPerSecond } from './load.mjs';

/** Cached `GET /state` of a 500-key application against a bare `node:http` server that sends the same bytes. */

const rounds = 40;
const sliceMs = 250;

await withServer(async ({ ours, bare, key, pid, bytes }) => {
  const request = (port, headers) => `GET /substrate/v1/state/${pid} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`;
  const target = {
    ours: { port: ours, request: request(ours, `X-Substrate-Key: ${key}\r\n`), connections: 32 },
    bare: { port: bare, request: request(bare, ''), connections: 32 },
  };
  await requestsPerSecond({ ...target.ours, ms: 1500 });
  await requestsPerSecond({ ...target.bare, ms: 1500 });
  const rates = { ours: [], bare: [], ratio: [] };
  for (let round = 0; round < rounds; round++) {
    // Short slices of both in turn: a slow moment of the machine slows both.
    const a = await requestsPerSecond({ ...target.ours, ms: sliceMs });
    const b = await requestsPerSecond({ ...target.bare, ms: sliceMs });
    rates.ours.push(a);
    rates.bare.push(b);
    rates.ratio.push(a / b);
  }
  console.log(`cached GET /state, 500 keys, ${bytes} bytes, key and rate limit on`);
  console.log(`  substrate  ${Math.round(median(rates.ours))} requests/s`);
  console.log(`  bare http  ${Math.round(median(rates.bare))} requests/s`);
  console.log(`  ratio      ${median(rates.ratio).toFixed(2)} (goal: at least 0.70)`);
});
