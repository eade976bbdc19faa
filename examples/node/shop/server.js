/** A shop with ECMAScript modules and Hono. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { cart } from './cart.js';
import { products, setPrice } from './catalogue.js';
import { orders } from './orders.js';

const statistics = { visits: 0, checkouts: 0 };
const app = new Hono();

app.use(async (_c, next) => {
  statistics.visits++;
  await next();
});
app.get('/products', (c) => c.json([...products].map(([id, product]) => ({ id, ...product }))));
app.put('/products/:id/price', async (c) => {
  const { price } = await c.req.json();
  return c.json(setPrice(c.req.param('id'), price));
});
app.post('/cart', async (c) => {
  const { id, quantity } = await c.req.json();
  return c.json({ total: cart.add(id, quantity) });
});
app.post('/checkout', (c) => {
  const order = orders.place(cart.total());
  cart.clear();
  statistics.checkouts++;
  return c.json(order);
});
app.onError((error, c) => c.json({ error: error.message }, 400));

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, (info) => {
  console.log(`listening on http://127.0.0.1:${info.port}`);
});
process.on('SIGTERM', () => server.close());
