import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuessLimiter, createKeyRing, createRateLimiter, generateKey } from '@substrate/auth';
import { createApp, createCaptures, serve } from '@substrate/server';
import { stateOf } from './states.mjs';

/**
 * Run as a child: the server with one application, and a bare server that sends the same bytes. The parent is told the ports; it
 * asks for a change of the state with `change`, and for the end with `stop`.
 */

const pid = 4242;
const keys = 500;
const captures = createCaptures({ limit: 16 });
const { bytes } = captures.add(stateOf({ pid, keys }));
const application = { pid, appId: 'bench', appName: 'Bench', runtime: 'v8', captures };
const applications = {
  list: () => [],
  byPid: (asked) => (asked === pid ? application : undefined),
  byAppId: () => undefined,
  size: 1,
};

const home = await mkdtemp(join(tmpdir(), 'substrate-bench-'));
const file = join(home, 'keys.json');
const { key } = await generateKey({ file, label: 'bench' });
const ring = await createKeyRing({ file });
const limits = { enabled: true, statePerSecond: 1e9, actionPerSecond: 10, snapshotPerMinute: 2, bucketTtlSecs: 3600 };
const app = createApp({
  applications,
  keys: ring,
  limiter: createRateLimiter(limits),
  guesses: createGuessLimiter(),
  audit: { write() {}, dispatchedWithin: () => false },
  version: '0.0.0',
});
const serving = await serve(app, { host: '127.0.0.1', port: 0 });

const bare = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.byteLength });
  response.end(bytes);
});
await new Promise((resolve) => bare.listen(0, '127.0.0.1', resolve));

const stop = async () => {
  bare.close();
  bare.closeAllConnections();
  await serving[Symbol.asyncDispose]();
  app[Symbol.dispose]();
  await ring[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
  process.disconnect();
};

let turn = 0;
process.on('message', (message) => {
  if (message === 'usage') process.send(process.cpuUsage());
  else if (message === 'change') captures.add(stateOf({ pid, keys, turn: ++turn }));
  else void stop();
});
process.send({ ours: serving.port, bare: bare.address().port, key, pid, bytes: bytes.byteLength });
