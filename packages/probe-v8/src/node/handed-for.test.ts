import { expect, test } from 'vitest';
import { handedFor } from './handed-for.js';

test.each([
  ["socket.on('say', §(room, text) => {})", 'say'],
  ['bus.on("order/new", async §(order) => {})', 'order_new'],
  ['room.onMessage(`steer`, function §(client) {})', 'steer'],
  ["scheduleJob('invoice', '0 9 1 * *', §() => {})", 'invoice'],
  ["tool('add', { title: 'Adds' }, async §({ a, b }) => {})", 'add'],
  ["tool('add', { title: 'Adds (two', in: { a: number().min(1), b: 'it\\'s' } }, §({ a, b }) => {})", 'add'],
  ["register('add', [one(), two()], function §(a) {})", 'add'],
  ["f('say', { on: { a: 1, §() {} } })", undefined],
  ["start();\n  makers[0]('tea',\n    §() => {})", 'tea'],
  ["router.get('/orders', §(request) => {})", undefined],
  ["new Task('back it up', §() => {})", 'back it up'],
  ["test('adds the numbers that it is given', §() => {})", undefined],
  ["log('say'); later(§() => {})", undefined],
  ["on('say', wrap(§() => {}))", undefined],
  ["on('say', { then: §() => {} })", undefined],
  ["bus.add({ role: 'press', cmd: 'tune' }, §(msg, reply) => {})", 'press_tune'],
  ["bus.add({ role: 'press', most: 3 }, §(msg) => {})", undefined],
])('%s', (marked, name) => {
  const before = marked.slice(0, marked.indexOf('§')).split('\n');
  const place = { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
  expect(handedFor(marked.replace('§', ''), place)).toBe(name);
});
