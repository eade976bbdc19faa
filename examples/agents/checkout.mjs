/**
 * Completes a checkout in a web shop and verifies it: reads the catalogue, fills the cart, places the order, proves that it was placed.
 *
 *   node checkout.mjs [APP_ID]      (SUBSTRATE_URL and SUBSTRATE_KEY say where the daemon is)
 */
import { randomUUID } from 'node:crypto';
import { createClient } from '@substrate/client';

const substrate = createClient({ url: process.env.SUBSTRATE_URL, key: process.env.SUBSTRATE_KEY });
const shop = substrate.app(process.argv[2] ?? 'chromium', { waitMs: 30_000 });

await shop.waitFor('catalog.products.length > 0');
const before = await shop.state();
console.log(
  `1. The shop sells ${before.objects['catalog.products.count']} articles; the order is "${before.objects['order.status']}".`,
);
const lastNumber = before.objects['order.number'] ?? null;

for (const id of ['tea', 'mug']) {
  const added = await shop.action('add_item', { id }, { verify_expression: `cart.items.some((item) => item.id === "${id}")` });
  console.log(`2. Added ${id}: ${Object.keys(added.state_delta ?? {}).length} keys changed.`);
}

// Placing an order can't be undone. So the daemon wants to know what must be true afterwards, and the key makes a repeat harmless.
const placed = await shop.action(
  'submit_checkout',
  { customer: 'Ada Lovelace', shipping: 'express' },
  {
    verify_expression: `order.status === "placed" && order.customer === "Ada Lovelace" && order.number !== ${lastNumber}`,
    idempotency_key: randomUUID(),
  },
);
console.log(`3. Placed the order: ${placed.verification?.explanation}.`);

const { changed, added, removed } = await shop.diff(before.capture_id);
console.log(`4. Since the start ${changed.length} keys changed, ${added.length} came and ${removed.length} went.`);
console.log(`done: order ${placed.updated_state?.objects['order.number']} over ${placed.updated_state?.objects['order.total']}`);
