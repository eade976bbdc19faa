import { WebSocket } from 'ws';
import { withServer } from './child.mjs';

/** 1,000 watchers of one application: how long after the capture each has its message. */

const watchers = 1000;
const changes = 30;
const stamp = /"timestamp":"([^"]+)"/;

await withServer(async ({ ours, key, pid, change }) => {
  const delays = [];
  let expected = 0;
  let arrived = () => {};
  const open = () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${ours}/substrate/v1/watch/${pid}?key=${key}`, { perMessageDeflate: false });
      socket.on('error', reject);
      socket.on('open', () => resolve(socket));
      socket.on('message', (data) => {
        delays.push(Date.now() - Date.parse(stamp.exec(String(data))[1]));
        if (delays.length === expected) arrived();
      });
    });
  const sockets = [];
  for (let i = 0; i < watchers; i++) sockets.push(await open());

  const round = () =>
    new Promise((resolve) => {
      expected = delays.length + watchers;
      arrived = resolve;
      change();
    });
  for (let i = 0; i < 5; i++) await round();
  delays.length = 0;
  for (let i = 0; i < changes; i++) await round();

  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.floor(delays.length * share)];
  console.log(`a change told to ${watchers} watchers, ${changes} times`);
  console.log(`  p50  ${at(0.5)} ms`);
  console.log(`  p99  ${at(0.99)} ms (goal: below 250)`);
  console.log(`  max  ${delays.at(-1)} ms`);
  for (const socket of sockets) socket.terminate();
});
