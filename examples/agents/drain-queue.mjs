/**
 * Drains the queue of a .NET service and verifies it: reads what waits, calls the service's own method, watches the queue go down,
 * proves that nothing is left.
 *
 *   node drain-queue.mjs [APP_ID]      (SUBSTRATE_URL and SUBSTRATE_KEY say where the daemon is)
 */
import { createClient } from '@substrate/client';

const substrate = createClient({ url: process.env.SUBSTRATE_URL, key: process.env.SUBSTRATE_KEY });
const service = substrate.app(process.argv[2] ?? 'mailworker', { waitMs: 30_000 });

const read = () => service.state({ prefix: 'mail_queue', fresh: true });
let before = await read();
if (!before.objects['mail_queue.pending.count']) {
  await service.action(
    'mail_queue_enqueue',
    { to: 'ada@example.com', subject: 'Once more' },
    { verify_expression: 'mail_queue.pending.length === 1' },
  );
  before = await read();
}
const waiting = before.objects['mail_queue.pending.count'];
const delivered = before.objects['mail_queue.delivered'];
console.log(`1. ${waiting} mails wait; the first is for ${before.objects['mail_queue.pending[0].to']}.`);

const wouldRun = await service.action(
  'mail_queue_drain',
  {},
  { verify_expression: 'mail_queue.pending.length === 0', dry_run: true },
);
console.log(`2. Asked what would happen: ${wouldRun.message}`);

const drained = await service.action(
  'mail_queue_drain',
  {},
  { verify_expression: `mail_queue.delivered === ${delivered + waiting}` },
);
console.log(`3. The service says it delivered ${drained.raw_return}: ${drained.verification?.explanation}.`);

const outcome = await service.verify('!mail_queue.pending || mail_queue.pending.length === 0 || mail_queue.pending.count === 0');
console.log(`4. Nothing is left: ${outcome.passed} (${outcome.explanation}).`);
console.log(`done: ${drained.raw_return} mails delivered`);
