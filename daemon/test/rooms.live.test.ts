import { expect, test } from 'vitest';
import { createWorkshop, stallingProbe, until } from './support.js';

const shop = `
exports.shop = { till: { cash: 10 } };
require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1');
`;

test('an application that stalls its reader is left alone; the others are read on, and the API answers', {
  timeout: 180_000,
}, async () => {
  await using workshop = createWorkshop();
  const note = workshop.write('a.note', 'milk and bread');
  const bad = workshop.start('sh', ['-c', 'while :; do sleep 1; done', note]);
  workshop.write('shop/package.json', JSON.stringify({ name: 'shop' }));
  const good = workshop.start(process.execPath, [workshop.write('shop/main.js', shop)]);
  const daemon = await workshop.daemon({ SUBSTRATE_PROBE__EXTRA: JSON.stringify([stallingProbe]) });
  const isRead = async (pid = 0): Promise<boolean> => (await daemon.app(pid))?.probe_status === 'active';
  await until(async () => (await isRead(bad.pid)) && (await isRead(good.pid)), 'both read', 60_000);
  workshop.write('a.note', `${'a'.repeat(60)}!`);
  const reason = async (): Promise<string> => (await daemon.app(bad.pid ?? 0))?.status_reason ?? '';
  await until(async () => /left alone for \d+ s/.test(await reason()), 'the reason', 90_000);
  await until(() => isRead(good.pid), 'the other read again', 60_000);
  const { objects } = await daemon.state(good.pid ?? 0, '?fresh=true');
  expect(Object.values(objects)).toContain(10);
  expect((await fetch(`${daemon.url}/health`)).status).toBe(200);
  expect(await daemon.stop('SIGTERM')).toBe(0);
});
